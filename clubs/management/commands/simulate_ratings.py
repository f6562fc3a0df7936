"""How well ratings find players of known strength, with margins and from wins alone (docs/ratings.md)."""

import json
from dataclasses import replace
from datetime import date
from math import log

from django.core.management.base import BaseCommand, CommandError

from clubs.rating import POINTS_PER_LOGIT, Game, Rating, expected, rate
from clubs.seasons import season

SHARE_LEARNT = 0.6  # the rest of a season is foretold, match by match
BANDS = ((0.5, 0.6), (0.6, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 1.01))


class Command(BaseCommand):
    help = "Rate invented seasons of players of known strength and compare: rank correlation, predictions, calibration."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("--players", type=int, default=60)
        parser.add_argument("--games", type=int, default=30, help="matches of each player, on average (default 30)")
        parser.add_argument("--seasons", type=int, default=10)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--blindly", action="store_true", help="opponents at random instead of near in strength")
        parser.add_argument("--json", action="store_true")

    def handle(self, *, players, games, seasons, seed, blindly, **options):
        if players < 2 or min(games, seasons) < 1:
            raise CommandError("It takes two players, a match each and a season.")
        names = [f"player {number:03}" for number in range(players)]
        played = [
            season(
                names,
                players * games // 2,
                seed=f"{seed} {number}",
                first_day=date(2026, 4, 1),
                days=300,
                choices=1 if blindly else 3,
            )
            for number in range(seasons)
        ]
        told = {
            "with margins": summary([measure(each.strengths, each.games) for each in played]),
            "wins alone": summary([measure(each.strengths, without_margins(each.games)) for each in played]),
        }
        self.stdout.write(json.dumps(told) if options["json"] else text(told))


def without_margins(games: tuple[Game, ...]) -> list[Game]:
    return [replace(game, margin=None) for game in games]


def measure(strengths, games):
    """One season: rank correlation at its end, and how its last matches were foretold."""
    learnt = rate(games[: int(len(games) * SHARE_LEARNT)])
    foretold = []
    for game in games[int(len(games) * SHARE_LEARNT) :]:
        now = expected(learnt.get(game.winner, Rating()), learnt.get(game.loser, Rating()))
        foretold.append(now.win)
    ratings = rate(games)
    there = [player for player in strengths if player in ratings]
    errors = deviations([ratings[player].mu for player in there], [strengths[player] for player in there])
    return {
        "rank correlation": rank_correlation(
            [ratings[player].mu for player in there], [strengths[player] for player in there]
        ),
        "error, points": (sum(error**2 for error in errors) / len(errors)) ** 0.5,
        "error / sigma": (
            sum((error / ratings[player].sigma) ** 2 for player, error in zip(there, errors, strict=True)) / len(errors)
        )
        ** 0.5,
        "log loss": -sum(log(chance) for chance in foretold) / len(foretold),
        "foretold": foretold,
    }


def deviations(found, true):
    """What each is off by once both have the same mean: only differences are told by matches."""
    shift = (sum(found) - sum(true)) / len(found)
    return [one - other - shift for one, other in zip(found, true, strict=True)]


def rank_correlation(one, other):
    """Spearman's; no two are equal."""
    n = len(one)
    squares = sum((a - b) ** 2 for a, b in zip(ranks(one), ranks(other), strict=True))
    return 1 - 6 * squares / (n * (n * n - 1))


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0] * len(values)
    for rank, place in enumerate(order):
        found[place] = rank
    return found


def summary(measured):
    """The means of all seasons; of each band of chances for the favourite, how often the favourite won."""
    told = {
        name: round(sum(each[name] for each in measured) / len(measured), 3)
        for name in ("rank correlation", "error, points", "error / sigma", "log loss")
    }
    chances = [chance for each in measured for chance in each["foretold"]]
    for lowest, highest in BANDS:
        favourites = [max(chance, 1 - chance) for chance in chances if lowest <= max(chance, 1 - chance) < highest]
        won = [chance for chance in chances if lowest <= chance < highest]
        if favourites:
            mean = sum(favourites) / len(favourites)
            told[f"foretold {lowest:.0%} up"] = [round(mean, 3), round(len(won) / len(favourites), 3), len(favourites)]
    return told


def text(told):
    lines = [f"(1000 points are {1000 / POINTS_PER_LOGIT:g} logit of a card; foretold, come true, matches)"]
    for name, values in told.items():
        lines.append(name)
        lines += [f"  {key:20} {value}" for key, value in values.items()]
    return "\n".join(lines)
