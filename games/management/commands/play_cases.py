"""Counts and plays the cases of a file, and prints what comes out: one JSON line a case."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from games.rules.koikoi import cases as koikoi

GAMES = {"koikoi": koikoi.run}


class Command(BaseCommand):
    help = 'Play the cases of a file and print a line for each: {"id", "got"}. What they expect is never looked at.'
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("file", type=Path, help="a JSON file of cases")

    def handle(self, *, game, file, **options):
        try:
            cases = json.loads(file.read_text(encoding="utf-8"))
        except OSError as missing:
            raise CommandError(f"{file} cannot be read: {missing.strerror}") from missing
        except ValueError as broken:
            raise CommandError(f"{file} is not JSON: {broken}") from broken
        if not isinstance(cases, dict):
            raise CommandError(f"{file} is not a file of cases: it holds no lists by name")
        for line in GAMES[game](cases):
            self.stdout.write(json.dumps(line, ensure_ascii=False))
