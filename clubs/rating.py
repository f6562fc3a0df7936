"""Strength with its uncertainty, from wins and margins. The only file that imports `openskill`.

A strength is told in points: 1000 points are one unit of the logit of the chance to take a card
(`clubs.race`), which makes 200 points a chance of 76 % to win, as in chess, if both are in the form they
usually are. Who has won by a margin would have been level, had they been weaker by as many points as the
margin shows. Why, and what it gains over wins alone, is argued and measured in docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from math import exp, hypot, sqrt

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from clubs import race

POINTS_PER_LOGIT = 1000.0
START_MU = 1500.0
START_SIGMA = 450.0
BETA = 120.0  # how far one match strays from the strengths, by simulation: docs/ratings.md
FORM_SD = 150.0  # of the difference in form of two players on one day
SIGMA_PER_ROOT_DAY = 5.0  # what is known of a player fades with the days without a match
GAMES_TO_SHOW = 10


@dataclass(frozen=True, slots=True)
class Game:
    """One match of one pool. `key` orders the matches of a day and is unique, all of one type.

    `margin` is None where it was not written down. A walkover, or whatever else was not played to its end,
    is told by `is_played` and does not count. The starts are the cards each began with.
    """

    key: int | str
    on: date
    winner: str
    loser: str
    margin: int | None = None
    is_played: bool = True
    winner_start: int = race.START
    loser_start: int = race.START


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength in points, its standard deviation, and from how many matches, the last on which day."""

    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0
    last_on: date | None = None

    @property
    def is_provisional(self) -> bool:
        """Too few matches to be shown in a ranking."""
        return self.games < GAMES_TO_SHOW


@dataclass(frozen=True, slots=True)
class Step:
    """What one match did to one player: the explanation of a number. `expected` is from before the match."""

    game: Game
    opponent: str
    before: Rating
    after: Rating
    opponent_before: Rating
    expected: Expectation


@dataclass(frozen=True, slots=True)
class Expectation:
    """What two strengths lead to expect: the chance to win, the mean margin, the chance to take a card."""

    win: float
    margin: float
    take: float


def rate(games: Iterable[Game], before: Mapping[str, Rating] | None = None) -> dict[str, Rating]:
    """The strength of everybody who has played, by going through all matches in the order of (day, key).

    The same matches give the same numbers, in whatever order they are passed. With the strengths of everybody
    `before` some day, the matches from that day on are enough.

    >>> games = [Game(1, date(2026, 1, 5), "Chihaya", "Taichi", margin=8)]
    >>> {player: round(rating.mu) for player, rating in rate(games).items()}
    {'Chihaya': 1586, 'Taichi': 1414}
    """
    ratings = dict(before or {})
    for _ in _played(games, ratings):
        pass
    return ratings


def courses(
    games: Iterable[Game], *, before: Mapping[str, Rating] | None = None, fixed: Iterable[str] = ()
) -> dict[str, tuple[tuple[date, Rating], ...]]:
    """Each player's strength at the end of every day with a match, for a plot.

    `before` is what everybody had come to before the first of these matches; going on from there is the same as
    going through all. The strength of those in `fixed` is known (computers): it stays what it was before.
    """
    days: dict[str, dict[date, Rating]] = {}
    ratings: dict[str, Rating] = dict(before or {})
    for game, _, _ in _played(games, ratings, frozenset(fixed)):
        for player in (game.winner, game.loser):
            days.setdefault(player, {})[game.on] = ratings[player]
    return {player: tuple(course.items()) for player, course in days.items()}


def history(
    games: Iterable[Game], player: str, *, before: Mapping[str, Rating] | None = None, fixed: Iterable[str] = ()
) -> list[Step]:
    """Every match of one player with what it did, the first first."""
    ratings: dict[str, Rating] = dict(before or {})
    steps = []
    for game, winner, loser in _played(games, ratings, frozenset(fixed)):
        if player not in (game.winner, game.loser):
            continue
        is_winner = player == game.winner
        own, other = (winner, loser) if is_winner else (loser, winner)
        starts = (game.winner_start, game.loser_start) if is_winner else (game.loser_start, game.winner_start)
        steps.append(
            Step(
                game=game,
                opponent=game.loser if is_winner else game.winner,
                before=own,
                after=ratings[player],
                opponent_before=other,
                expected=expected(own, other, *starts),
            )
        )
    return steps


def _played(
    games: Iterable[Game], ratings: dict[str, Rating], fixed: frozenset[str] = frozenset()
) -> Iterator[tuple[Game, Rating, Rating]]:
    """Each match that counts, with the winner's and the loser's strength before; `ratings` holds those after."""
    for game in sorted(games, key=lambda game: (game.on, game.key)):
        if not game.is_played or game.winner == game.loser:
            continue
        winner = ratings.get(game.winner, Rating())
        loser = ratings.get(game.loser, Rating())
        steps = zip((game.winner, game.loser), after(game, winner, loser), strict=True)
        ratings.update((player, step) for player, step in steps if player not in fixed)
        yield game, winner, loser


# Gamma 1 is the update as Weng and Lin derive it; openskill's own default makes sigma fall more slowly.
_MODEL = BradleyTerryFull(
    mu=START_MU,
    sigma=START_SIGMA,
    beta=BETA,
    tau=0.0,
    gamma=lambda *_: 1.0,
)


def after(game: Game, winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
    """Both strengths after one match, the last so far: what `rate` does for each.

    The winner, weaker by the points that the margin shows, was level with the loser. A level match is told as
    one win and one loss, both from the strengths before: the step of a logistic density at the margin, where
    openskill's own draw makes half of it (docs/ratings.md).
    """
    mu, sigma = winner.mu, _faded(winner, game.on)
    mu_there, sigma_there = loser.mu, _faded(loser, game.on)
    if game.margin is None:
        won, lost = _match(mu, sigma, mu_there, sigma_there)
        return (
            Rating(won.mu, won.sigma, winner.games + 1, game.on),
            Rating(lost.mu, lost.sigma, loser.games + 1, game.on),
        )
    shift = shown_points(game)
    won, lost_there = _match(mu - shift, sigma, mu_there, sigma_there)
    won_there, lost = _match(mu_there, sigma_there, mu - shift, sigma)
    return (
        Rating(won.mu + lost.mu - mu + 2 * shift, won.sigma * lost.sigma / sigma, winner.games + 1, game.on),
        Rating(
            won_there.mu + lost_there.mu - mu_there,
            won_there.sigma * lost_there.sigma / sigma_there,
            loser.games + 1,
            game.on,
        ),
    )


def _match(
    mu: float, sigma: float, mu_there: float, sigma_there: float
) -> tuple[BradleyTerryFullRating, BradleyTerryFullRating]:
    """The first has won against the second."""
    teams = [[_MODEL.rating(mu, sigma)], [_MODEL.rating(mu_there, sigma_there)]]
    (won,), (lost,) = _MODEL.rate(teams)
    return won, lost


def shown_points(game: Game) -> float:
    """By how many points the winner was better in this match, as its margin shows; ValueError without one.

    >>> round(shown_points(Game(1, date(2026, 1, 5), "Chihaya", "Taichi", margin=8)))
    376
    """
    if game.margin is None:
        raise ValueError("the match has no margin")
    return POINTS_PER_LOGIT * race.logit(race.shown_chance(game.margin, game.winner_start, game.loser_start))


def _faded(rating: Rating, on: date) -> float:
    """Sigma after the days since the last match, never above that of somebody new."""
    if rating.last_on is None:
        return rating.sigma
    days = max(0, (on - rating.last_on).days)
    return min(START_SIGMA, hypot(rating.sigma, SIGMA_PER_ROOT_DAY * sqrt(days)))


# The normal distribution in steps of a quarter, to 3.5 standard deviations.
_STEPS = tuple((step / 4, exp(-((step / 4) ** 2) / 2)) for step in range(-14, 15))
_ALL_STEPS = sum(weight for _, weight in _STEPS)


def expected(one: Rating, other: Rating, start: int = race.START, start_there: int = race.START) -> Expectation:
    """What to expect of a match: the race model over all strengths and forms of the day both may have.

    >>> now = expected(Rating(1700, 40, 30), Rating(1500, 40, 30))
    >>> round(100 * now.win), round(now.margin, 1), round(100 * now.take)
    (73, 6.9, 55)
    """
    spread = sqrt(one.sigma**2 + other.sigma**2 + FORM_SD**2)
    win = margin = 0.0
    for deviation, weight in _STEPS:
        take = race.chance((one.mu - other.mu + deviation * spread) / POINTS_PER_LOGIT)
        win += weight * race.win_probability(take, start, start_there)
        margin += weight * race.mean_margin(take, start, start_there)
    return Expectation(
        win=win / _ALL_STEPS,
        margin=margin / _ALL_STEPS,
        take=race.chance((one.mu - other.mu) / POINTS_PER_LOGIT),
    )
