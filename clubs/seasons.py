"""Invented seasons of players whose true strength is known: to measure ratings and to fill a demo club.

Cards fall by the race model (`clubs.race`), with what it leaves out: form of the day, and faults that send a
card back. Equal players then differ by 6.7 cards on average, where title matches of forty years had 6.65 in
the losers' mean and the race alone gives 5.6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from clubs import race
from clubs.rating import FORM_SD, POINTS_PER_LOGIT, Game

FAULTS_PER_CARD = 0.035  # by each player, for each card that is taken


@dataclass(frozen=True, slots=True)
class Season:
    """The true strength of each player, in points about nought, and their matches."""

    strengths: dict[str, float]
    games: tuple[Game, ...]


def season(
    players: Sequence[str],
    matches: int,
    *,
    seed: int | str,
    first_day: date,
    days: int,
    spread: float = 450.0,
    choices: int = 3,
) -> Season:
    """So many matches over so many days. `spread` is the standard deviation of the strengths in points.

    Each opponent is the nearest in strength of `choices` that are picked at random: 1 pairs blindly, 3 as
    clubs do. The same arguments give the same season; ValueError below two players or one day.
    """
    if len(players) < 2 or days < 1:
        raise ValueError("a season needs two players and a day")
    dice = Random(str(seed))
    strengths = {player: dice.gauss(0, spread) for player in players}
    games = []
    for number in range(matches):
        one = dice.choice(players)
        others = [other for other in (dice.choice(players) for _ in range(choices * 3)) if other != one][:choices]
        if not others:
            continue
        gaps = {other: abs(strengths[other] - strengths[one]) for other in others}
        other = min(gaps, key=lambda each: (gaps[each], each))
        margin = play(strengths[one] - strengths[other], dice)
        winner, loser = (one, other) if margin > 0 else (other, one)
        on = first_day + timedelta(days=number * days // matches)
        games.append(Game(number, on, winner, loser, abs(margin)))
    return Season(strengths, tuple(games))


def play(gap: float, dice: Random) -> int:
    """One match at a gap in points: the margin, below 0 where it is lost."""
    take = race.chance((gap + dice.gauss(0, FORM_SD)) / POINTS_PER_LOGIT)
    own = other = race.START
    while own and other:
        if dice.random() < take:
            own -= 1
        else:
            other -= 1
        for is_own_fault in (True, False):
            if own and other and dice.random() < FAULTS_PER_CARD:
                own, other = (own + 1, other - 1) if is_own_fault else (own - 1, other + 1)
    return other if own == 0 else -own
