"""A club with a past, invented, for measuring: members, seasons of results, and the strengths they come to.

    python -m benchmarks.clubs --members 1000 --results 50000 --requests 40

prints how long the ranking takes (through Django's test client: middleware, queries, template), by the clock and of the
processor's time, how many queries it makes, and how long the strengths take to be made anew.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from datetime import date, datetime, timedelta
from random import Random
from statistics import median
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "karuta_site.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import (  # noqa: E402
    CaptureQueriesContext,
    setup_databases,
    setup_test_environment,
    teardown_databases,
)
from django.utils import timezone  # noqa: E402

from clubs import race, ratings  # noqa: E402
from clubs.models import Club, GradeEntry, Member, Player, Pool, PracticeDay, Result  # noqa: E402
from trainer.models import Person  # noqa: E402

EVENINGS = 250
DAYS_BETWEEN = 3
LETTERS, SHARES = "ABCDE", (1, 2, 3, 4, 6)


def make(slug: str, *, members: int, results: int, seed: int = 1):
    """The club, with `results` games over `EVENINGS` evenings up to now; its founder has an account."""

    dice = Random(seed)
    now = timezone.now()
    first = now.date() - timedelta(days=DAYS_BETWEEN * EVENINGS)
    club = Club.objects.create(slug=slug, name=slug.title(), founded_at=now)
    players, strengths = _members(club, members, first, now, dice)
    games = _games(club, players, strengths, results, first, now, dice)
    Result.objects.bulk_create(games, batch_size=500)
    ratings.recompute(club, Pool.BOARD)
    return club


def _key(dice: Random) -> UUID:
    return UUID(int=dice.getrandbits(128), version=4)


def _members(club, count: int, first: date, now: datetime, dice: Random):
    """Players with a class each, and how strong they are."""

    founder = Person.objects.create_user(f"founder-{club.slug}")
    players = [
        Player(key=_key(dice), name=f"Player {at:04}", kana=f"{dice.random():.6f}", person=None if at else founder)
        for at in range(count)
    ]
    letters = dice.choices(LETTERS, SHARES, k=count)
    Player.objects.bulk_create(players, batch_size=500)
    Member.objects.bulk_create(
        (
            Member(key=_key(dice), club=club, player=player, role="member" if at else "founder", joined_on=first)
            for at, player in enumerate(players)
        ),
        batch_size=500,
    )
    GradeEntry.objects.bulk_create(
        (
            GradeEntry(
                key=_key(dice),
                player=player,
                grade=letter,
                since=first,
                reason=GradeEntry.Reason.CONFIRMED,
                is_confirmed=True,
                recorded_at=now,
            )
            for player, letter in zip(players, letters, strict=True)
        ),
        batch_size=500,
    )
    return players, [-200 * LETTERS.index(letter) + dice.gauss(0, 120) for letter in letters]


def _games(club, players, strengths, count: int, first: date, now: datetime, dice: Random):

    days = [
        PracticeDay(key=_key(dice), club=club, held_on=first + timedelta(days=DAYS_BETWEEN * at))
        for at in range(EVENINGS)
    ]
    PracticeDay.objects.bulk_create(days, batch_size=500)
    for number in range(count):
        day = days[number * EVENINGS // count]
        one, other = dice.sample(range(len(players)), 2)
        chance = race.chance((strengths[one] - strengths[other] + dice.gauss(0, 150)) / 1000)
        margin = race_margin(chance, dice)
        winner, loser = (one, other) if margin > 0 else (other, one)
        yield Result(
            key=_key(dice),
            club=club,
            day=day,
            kind=Result.Kind.TOURNAMENT if number % 7 == 0 else Result.Kind.PRACTICE,
            played_on=day.held_on,
            winner=players[winner],
            loser=players[loser],
            margin=abs(margin),
            recorded_at=now - timedelta(days=365) + timedelta(seconds=number),
        )


def race_margin(p: float, dice: Random) -> int:
    """A race to 25 at a chance `p` a card: the margin, below zero if the other was quicker."""
    left = [25, 25]
    while all(left):
        left[dice.random() >= p] -= 1
    return left[1] - left[0]


FORMS = {"all": "", "season": "?period=season", "last season": "?period=last-season", "class E": "?class=E"}


def measure(club, requests: int) -> dict[str, dict[str, float]]:
    """The ranking as its founder sees it: the queries of each of its forms, and its times in ms."""

    browser = Client()
    browser.force_login(club.members.get(role="founder").player.person)
    gc.collect()
    gc.freeze()  # as the server does (karuta_site/asgi.py)
    gc.set_threshold(50_000, 50, 1000)
    found = {}
    for name, query in FORMS.items():
        url = f"/clubs/{club.slug}/ranking/{query}"
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(url).status_code == 200
        found[name] = {"queries": len(queries)}
        clock, processor = [], []
        for _ in range(requests):
            begun, busy = time.perf_counter(), time.process_time()
            browser.get(url)
            clock.append(1000 * (time.perf_counter() - begun))
            processor.append(1000 * (time.process_time() - busy))
        for what, times in (("clock", clock), ("processor", processor)):
            found[name][f"{what}_median_ms"] = round(median(times), 1)
            found[name][f"{what}_p95_ms"] = round(sorted(times)[int(0.95 * (requests - 1))], 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--members", type=int, default=1000)
    parser.add_argument("--results", type=int, default=50_000)
    parser.add_argument("--requests", type=int, default=40)
    told = parser.parse_args()

    settings.DEBUG = False
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        club = make("measured", members=told.members, results=told.results)
        begun = time.perf_counter()
        ratings.recompute(club, Pool.BOARD)
        print(f"strengths anew: {time.perf_counter() - begun:.1f} s")
        for name, figures in measure(club, told.requests).items():
            print(f"ranking, {name}: {figures}")
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
