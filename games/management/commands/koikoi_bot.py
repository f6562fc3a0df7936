"""A Koi-Koi player for other programs: one JSON object a line in, one a line out (docs/koikoi-protocol.md)."""

import json
import sys
from math import isfinite
from time import process_time_ns

from django.core.management.base import BaseCommand

from games.bots import levels
from games.bots.koikoi import wire


class Command(BaseCommand):
    help = "Answer Koi-Koi requests, one JSON object a line, until the input ends."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("--level", type=int, choices=[each.number for each in levels.LEVELS], default=5)

    def handle(self, *, level, **options):
        for line in sys.stdin.buffer:  # bytes: a line that is no text is a broken line, not the end of the input
            if line.strip():
                # All in ASCII: an id may hold half a character, which no encoding could write.
                self.stdout.write(json.dumps(answer(line, level)))
                self.stdout.flush()


def answer(line, level):
    """The reply to a line, as a dict: {"id", "action", "ms"} or {"id", "error"}."""
    before = process_time_ns()
    try:
        request = json.loads(line, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as broken:
        return {"id": None, "error": f"the line cannot be read as JSON: {broken}"}
    name = request.get("id") if isinstance(request, dict) else None
    try:
        view = wire.read(request)
        action = None if view is None else wire.action(levels.choose(view, level, wire.seed_of(request)))
    except wire.BadRequestError as bad:
        return {"id": name, "error": str(bad)}
    return {"id": name, "action": action, "ms": round((process_time_ns() - before) / 1e6, 3)}


def _refuse(name):
    raise ValueError(f"{name} is not a number in JSON")


def _finite(digits):
    """1e999 is JSON, but read as infinity it could not be written back as an id."""
    number = float(digits)
    if not isfinite(number):
        raise ValueError(f"{digits[:20]} is too large a number")
    return number
