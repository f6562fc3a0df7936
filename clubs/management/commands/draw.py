"""Draws a knock-out of any size, to look at or to check (docs/draws.md)."""

import json

from django.core.management.base import BaseCommand, CommandError

from clubs import draws


class Command(BaseCommand):
    help = "Draw a knock-out: who plays in round 1 and who has a bye."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("--n", type=int, required=True, help="number of entrants")
        parser.add_argument("--seed", default="1", help="the same seed gives the same draw")
        parser.add_argument("--json", action="store_true", dest="as_json")
        parser.add_argument(
            "--bracket", action="store_true", help="also tell the pairs from top to bottom, null for nobody"
        )

    def handle(self, *, n, seed, as_json, bracket, **options):
        seed = int(seed) if seed.removeprefix("-").isdecimal() else seed
        try:
            drawn = draws.draw(n, seed)
        except ValueError as error:
            raise CommandError(str(error)) from error
        told = {
            "n": drawn.n,
            "seed": seed,
            "matches": drawn.matches,
            "byes": drawn.byes,
            "round2": drawn.round2,
        }
        if bracket:
            told["bracket"] = drawn.pairs
        self.stdout.write(json.dumps(told) if as_json else _text(told))


def _text(told):
    matches, byes = len(told["matches"]), len(told["byes"])
    counts = f"{matches} match{'' if matches == 1 else 'es'}, {byes} bye{'' if byes == 1 else 's'}"
    lines = [f"{told['n']} entrants, {counts}, {told['round2']} in round 2"]
    lines += [f"{first} – {second}" for first, second in told["matches"]]
    return "\n".join([*lines, "byes: " + (", ".join(map(str, told["byes"])) or "none")])
