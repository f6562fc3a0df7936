"""The draw of a knock-out class: blocks, byes, same-club avoidance, and the cards of a round (rules: E6).

All byes are in round 1, so that round 2 is a power of two. A place of round 2 is filled by a match of round 1
or by a bye. What "evenly" and "as late as possible" mean, and why the draw is as good as any: docs/draws.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from clubs.grades import Grade

POEMS = 100
CARDS_OF_A_ROUND = 50
# [?] Caps of one block, as seen in one novel; no rule of the association was found (docs/draws.md).
DEFAULT_CAPS: Mapping[Grade, int] = {Grade.E: 16, Grade.D: 32, Grade.C: 64, Grade.B: 64, Grade.A: 128}

Pair = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Draw:
    """Round 1, from the top of the bracket to its bottom.

    Entrants are 1 to `n`. Each pair is one place of round 2: two entrants who play, or one with an empty
    opponent (None) who is there already. Neighbours of round 2 are pairs 0 and 1, 2 and 3, …
    """

    n: int
    seed: int | str
    pairs: tuple[Pair, ...]

    @property
    def matches(self) -> tuple[tuple[int, int], ...]:
        """The matches of round 1."""
        return tuple((first, second) for first, second in self.pairs if second is not None)

    @property
    def byes(self) -> tuple[int, ...]:
        """Who begins in round 2."""
        return tuple(first for first, second in self.pairs if second is None)

    @property
    def round2(self) -> int:
        """How many play round 2: a power of two."""
        return len(self.pairs)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two entrants of one club who meet in `round` if both come that far."""

    round: int
    first: int
    second: int


def draw(n: int, seed: int | str, clubs: Mapping[int, Hashable] | None = None) -> Draw:
    """A random draw of entrants 1 to `n`; the same arguments give the same draw. ValueError below two entrants.

    `clubs` names the club of an entrant; who is left out has none. Those of one club meet as late as the
    bracket allows: in every part of it each club has as near to an equal share as its size permits.

    >>> drawn = draw(74, seed=3)
    >>> len(drawn.matches), len(drawn.byes), drawn.round2
    (10, 54, 64)
    """
    if n < 2:
        raise ValueError("a draw needs two entrants")
    places = 1 << ((n - 1).bit_length() - 1)
    dice = Random(str(seed))
    sizes = _sizes(places, n - places, dice)
    drawn = _fill(list(range(1, n + 1)), sizes, clubs or {}, dice)
    pairs = ((place[0], place[1]) if len(place) == 2 else (place[0], None) for place in drawn)
    return Draw(n, seed, tuple(pairs))


def _sizes(places: int, matches: int, dice: Random) -> list[int]:
    """How many entrants each place of round 2 has: two for a match, one for a bye; halves differ by one at most."""
    if places == 1:
        return [1 + matches]
    fewer, more = matches // 2, matches - matches // 2
    if dice.random() < 0.5:
        fewer, more = more, fewer
    return _sizes(places // 2, fewer, dice) + _sizes(places // 2, more, dice)


def _fill(entrants: list[int], sizes: list[int], clubs: Mapping[int, Hashable], dice: Random) -> list[list[int]]:
    """The entrants of each place: every club is halved at every fork of the bracket, the odd ones to even out."""
    if len(sizes) == 1:
        return [entrants]
    middle = len(sizes) // 2
    above, below, odd = [], [], []
    for members in _by_club(entrants, clubs):
        dice.shuffle(members)
        half = len(members) // 2
        above += members[:half]
        below += members[half : 2 * half]
        odd += members[2 * half :]
    dice.shuffle(odd)
    wanted = sum(sizes[:middle]) - len(above)
    above += odd[:wanted]
    below += odd[wanted:]
    return _fill(above, sizes[:middle], clubs, dice) + _fill(below, sizes[middle:], clubs, dice)


def _by_club(entrants: Sequence[int], clubs: Mapping[int, Hashable]) -> list[list[int]]:
    """The entrants by club, in the order of their first; who has no club is alone."""
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for entrant in sorted(entrants):
        club = clubs.get(entrant)
        groups[("alone", entrant) if club is None else ("club", club)].append(entrant)
    return list(groups.values())


def meetings(drawn: Draw, clubs: Mapping[int, Hashable]) -> tuple[Meeting, ...]:
    """All pairs of one club and the round in which they may meet, the earliest first.

    >>> meetings(draw(2, seed=1), {1: "Otsu", 2: "Otsu"})
    (Meeting(round=1, first=1, second=2),)
    """
    place = {entrant: number for number, pair in enumerate(drawn.pairs) for entrant in pair if entrant is not None}
    found = []
    for members in _by_club(sorted(place), clubs):
        for number, first in enumerate(members):
            found += [Meeting(_round(place[first], place[other]), first, other) for other in members[number + 1 :]]
    return tuple(sorted(found, key=lambda meeting: (meeting.round, meeting.first, meeting.second)))


def _round(one: int, other: int) -> int:
    """The round in which the winners of two places of round 2 meet; 1 within a place."""
    return (one ^ other).bit_length() + 1


def collisions(drawn: Draw, clubs: Mapping[int, Hashable]) -> tuple[Meeting, ...]:
    """The matches of round 1 between two of one club: to be shown to whoever publishes the draw."""
    return tuple(meeting for meeting in meetings(drawn, clubs) if meeting.round == 1)


def block_sizes(n: int, cap: int) -> tuple[int, ...]:
    """The sizes of as few blocks (D1, D2 …) as the cap allows, the larger first; they differ by one at most.

    >>> block_sizes(70, 32), block_sizes(32, 32), block_sizes(0, 32)
    ((24, 23, 23), (32,), ())
    """
    if cap < 1:
        raise ValueError("a cap is at least one")
    blocks = -(-n // cap)
    return tuple(n // blocks + (number < n % blocks) for number in range(blocks))


def divide(
    n: int, cap: int, seed: int | str, clubs: Mapping[int, Hashable] | None = None
) -> tuple[tuple[int, ...], ...]:
    """Entrants 1 to `n` dealt at random to blocks, each club as evenly as the blocks allow.

    >>> [len(block) for block in divide(70, 32, seed=3)]
    [24, 23, 23]
    """
    count = len(block_sizes(n, cap))
    dice = Random(f"blocks {seed}")
    groups = _by_club(range(1, n + 1), clubs or {})
    dice.shuffle(groups)
    for members in groups:
        dice.shuffle(members)
    row = [entrant for members in groups for entrant in members]
    return tuple(tuple(sorted(row[number::count])) for number in range(count))


def cards_of_round(seed: int | str, number: int, *, from_all: bool = False) -> tuple[int, ...]:
    """The numbers of the fifty poems whose cards lie at every table of a round, in ascending order.

    `from_all` gives all hundred: each table picks its own fifty, as a final may.

    >>> len(cards_of_round("Otsu 2026", 1)), len(cards_of_round("Otsu 2026", 7, from_all=True))
    (50, 100)
    """
    poems = range(1, POEMS + 1)
    return tuple(poems) if from_all else tuple(sorted(Random(f"cards {seed} {number}").sample(poems, CARDS_OF_A_ROUND)))
