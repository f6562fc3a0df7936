"""Two opponents of kyōgi karuta against each other, match after match (docs/karuta-bots.md)."""

import json

from django.core.management.base import BaseCommand, CommandError

from games.bots.karuta.levels import LEVELS
from games.bots.karuta.listener import Switches
from games.bots.karuta.persons import PERSONS
from games.bots.karuta.selfplay import invites, simulate


class Command(BaseCommand):
    help = "Play two classes (E, D, C, B, A, Meijin) or persons against each other: whole matches through the referee."
    requires_system_checks = ()

    def add_arguments(self, parser):
        players = (*LEVELS, *PERSONS)
        parser.add_argument("a", choices=players)
        parser.add_argument("b", choices=players)
        parser.add_argument("-n", type=int, default=200, help="matches (default 200)")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--never-faults", action="store_true", help="both play without faults")
        parser.add_argument("--never-hesitates", action="store_true", help="both always react alike")
        parser.add_argument("--json", action="store_true", help="one JSON object in place of a table")

    def handle(self, *, a, b, n, seed, **options):
        if n < 1:
            raise CommandError("-n is the number of matches, 1 or more.")
        switches = Switches(never_faults=options["never_faults"], never_hesitates=options["never_hesitates"])
        result = simulate(invites(a, switches), invites(b, switches), n, seed).summary()
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for name, value in result.items():
            self.stdout.write(f"{name:10} {value}")
