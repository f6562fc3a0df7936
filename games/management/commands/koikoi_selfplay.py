"""Two levels of Koi-Koi against each other over mirrored deals (docs/koikoi-bots.md)."""

import json

from django.core.management.base import BaseCommand, CommandError

from games.bots import levels
from games.bots.koikoi import selfplay
from games.bots.koikoi.wire import RULES
from games.rules.koikoi.options import PRESETS

YARDSTICK = "greedy-and-stop"
PLAYERS = (*(str(each.number) for each in levels.LEVELS), YARDSTICK)


class Command(BaseCommand):
    help = "Play two levels against each other: every deal twice, with the seats swapped."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("a", choices=PLAYERS)
        parser.add_argument("b", choices=PLAYERS)
        parser.add_argument("-n", type=int, default=400, help="deals; each is played twice (default 400)")
        parser.add_argument("--rules", choices=sorted({*PRESETS, *RULES}), default="nintendo")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--json", action="store_true", help="one JSON object in place of a table")

    def handle(self, *, a, b, n, rules, seed, **options):
        if n < 1:
            raise CommandError("-n is the number of deals, 1 or more.")
        result = selfplay.tournament(_player(a), _player(b), PRESETS[RULES.get(rules, rules)], n, seed).summary()
        if options["json"]:
            self.stdout.write(json.dumps(result))
            return
        for name, value in result.items():
            self.stdout.write(f"{name:10} {value}")


def _player(name):
    return levels.YARDSTICK if name == YARDSTICK else levels.player(int(name))
