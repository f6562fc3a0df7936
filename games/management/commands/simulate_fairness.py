"""Equal players over unequal lines, and what lies about time are worth (docs/fairness.md)."""

import json

from django.core.management.base import BaseCommand, CommandError

from games.fairness.simulation import SCENARIOS, simulate

HEAD = (
    f"{'scenario':20} {'won %':>13} {'by ear %':>13} {'as heard':>8} {'lies':>6} {'gain ms':>7} {'wait ms':>7}"
    "  matches flagged, by seat"
)


class Command(BaseCommand):
    help = "Play readings between two equal players on different lines, honest and not, through the referee."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=f"{', '.join(SCENARIOS)} (default: all)")
        parser.add_argument("--readings", type=int, default=10_000, help="readings of each scenario (default 10000)")
        parser.add_argument("--seed", type=int, default=7)
        parser.add_argument("--json", action="store_true", help="one JSON object in place of a table")

    def handle(self, *, scenarios, readings, seed, **options):
        if readings < 1:
            raise CommandError("--readings is 1 or more.")
        for name in scenarios:
            if name not in SCENARIOS:
                raise CommandError(f"“{name}” is no scenario: there are {', '.join(SCENARIOS)}.")
        found = {name: simulate(SCENARIOS[name], readings, seed).summary() for name in scenarios or SCENARIOS}
        if options["json"]:
            self.stdout.write(json.dumps(found))
            return
        self.stdout.write(HEAD)
        for name, result in found.items():
            self.stdout.write(row(name, result))


def row(scenario, result):
    """A scenario as a line under HEAD."""
    won, by_ear = (" : ".join(f"{share:.2f}" for share in result[name]) for name in ("won", "would_win"))
    flagged = " : ".join(
        ", ".join(f"{suspicion} {count}" for suspicion, count in seat.items()) or "-" for seat in result["flagged"]
    )
    return (
        f"{scenario:20} {won:>13} {by_ear:>13} {result['as_heard']:8.1f} {result['lies']:6} {result['gain_ms']:7.1f}"
        f" {result['wait_ms']:7}  {flagged} of {result['matches']}"
    )
