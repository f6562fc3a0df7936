"""A reading as data: which poems are read, in which order, and what is heard in one go.

    reading = write(Choices(cards="match", karafuda_percent=100, seed=7))
    reading.units[1].parts      # joka's lower verse again, one second, the upper verse of the first poem

The same choices and seed give the same reading. Sources: karuta rules A3 (order), 抜き札 (dropped karafuda).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import Any

from trainer.poems.kimariji import partners, sound_groups
from trainer.poems.piles import ALL, UnknownPileError, fixed, parse_entries
from trainer.poems.poem import POEMS
from trainer.reciter.mora import Half
from trainer.reciter.tempo import OFFICIAL, Tempo, tempo

JOKA = 0
LEAD_MS = 600  # at least this much silence before a unit: a device that wakes up swallows up to half a second
MATCH = "match"
ON_THE_MAT = 50  # cards of a match
MOST_REPEATS = 10


class Order(StrEnum):
    """In which order the poems are read."""

    SHUFFLE = "shuffle"
    RANDOM = "random"  # drawn anew each time: a poem may come twice, another not at all
    NUMBER = "number"
    SOUND = "sound"  # むすめふさほせ …
    LIST = "list"


class Pattern(StrEnum):
    """Which verses are heard for each poem."""

    MATCH = "match"  # the lower verse of the last poem, then the upper verse of the next
    WHOLE = "whole"  # upper, lower
    CHIRASHI = "chirashi"  # upper, lower, lower
    UPPER = "upper"
    RECREATION = "recreation"  # lower, lower
    HOKKAIDO = "hokkaido"  # lower: what is read there is what stands on the wooden card


class Kind(StrEnum):
    """What one part of a unit is."""

    SILENCE = "silence"
    JOKA_UPPER = "joka_upper"
    JOKA_LOWER = "joka_lower"
    LOWER = "lower"
    UPPER = "upper"


class TwiceInListError(ValueError):
    """A list has a poem twice; `number` is the first such one."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Poem {number} stands in the list twice. Take one of them out.")
        self.number = number


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person has chosen. ValueError, with a sentence for that person, if it cannot be read so.

    cards: the code of a pile (trainer.poems.piles) or "match", fifty at random; they lie on the mat.
    numbers: the pasted list of Order.LIST, which then is the mat as well.
    karafuda_percent: how many of the poems that are not on the mat are read, 0 to 100.
    keep_partners: the karafuda that stay are those with a partner on the mat first; otherwise any.
    repeats: how often the poems are gone through, each time in a new order.
    """

    cards: str = ALL
    order: Order = Order.SHUFFLE
    numbers: tuple[int, ...] = ()
    karafuda_percent: int = 0
    keep_partners: bool = False
    joka_upper: int = 1
    joka_lower: int = 2
    tempo: Tempo = OFFICIAL
    pattern: Pattern = Pattern.MATCH
    repeats: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        _check_range("Karafuda", self.karafuda_percent, 0, 100, " percent")
        _check_range("The upper verse of the joka", self.joka_upper, 0, 1, " times")
        _check_range("The lower verse of the joka", self.joka_lower, 0, 2, " times")
        _check_range("The poems", self.repeats, 1, MOST_REPEATS, " times")
        if self.order is Order.LIST:
            check_list(self.numbers)
        elif self.numbers:
            raise ValueError("A list of numbers is only read in the order of the list.")
        elif self.cards != MATCH:
            _check_pile(self.cards)

    def as_json(self) -> dict[str, Any]:
        """For the database; `from_json` reads it."""
        return asdict(self) | {"numbers": list(self.numbers), "tempo": self.tempo.name}

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> Choices:
        """What `as_json` wrote; ValueError, KeyError or TypeError on anything else."""
        own = dict(entry)
        return cls(
            order=Order(own.pop("order")),
            pattern=Pattern(own.pop("pattern")),
            tempo=tempo(own.pop("tempo")),
            numbers=tuple(own.pop("numbers")),
            **own,
        )


def _check_pile(code: str) -> None:
    try:
        fixed(code)
    except UnknownPileError:
        raise ValueError(f"There is no set of cards “{code}”.") from None


def _check_range(what: str, value: int, least: int, most: int, unit: str) -> None:
    if not least <= value <= most:
        raise ValueError(f"{what}: give a number from {least} to {most}{unit}, not {value}.")


def check_list(numbers: Iterable[int]) -> None:
    """ValueError, with a sentence, if a list is empty, holds a number twice or one that no poem has."""
    seen: set[int] = set()
    for number in numbers:
        if not 1 <= number <= len(POEMS):
            raise ValueError(f"{number} is no poem. Give numbers from 1 to {len(POEMS)}.")
        if number in seen:
            raise TwiceInListError(number)
        seen.add(number)
    if not seen:
        raise ValueError("The list is empty. Give numbers or kimariji, for example: 1 5, 10-20, うか.")


def parse_order(text: str) -> tuple[int, ...]:
    """The poems of a pasted list in its order: numbers, ranges, kimariji. ValueError, with a sentence, if it is wrong.

    >>> parse_order("1 5,7 10-12")
    (1, 5, 7, 10, 11, 12)
    """
    numbers = parse_entries(text)
    check_list(numbers)
    return numbers


@dataclass(frozen=True, slots=True)
class Part:
    """A verse, or a silence of `ms`. `poem` is 0 for the joka and None for silence."""

    kind: Kind
    poem: int | None
    ms: int | None = None

    @property
    def half(self) -> Half | None:
        """Which verse it is; None for silence."""
        return _HALVES.get(self.kind)

    def as_json(self) -> dict[str, Any]:
        """For the browser: {"kind", "poem", "ms"}."""
        return asdict(self)


_HALVES = {
    Kind.JOKA_UPPER: Half.UPPER,
    Kind.UPPER: Half.UPPER,
    Kind.JOKA_LOWER: Half.LOWER,
    Kind.LOWER: Half.LOWER,
}


@dataclass(frozen=True, slots=True)
class Unit:
    """What is heard in one go, from its lead silence on.

    `current`: the poem whose card is to be taken, None while there is none (joka, and the lower verse that closes a
    reading). `round`: the how manieth time the poems are gone through, from 0. `goes_on`: the next unit follows
    without waiting for anybody.
    """

    parts: tuple[Part, ...]
    current: int | None
    round: int = 0
    goes_on: bool = False

    @property
    def ends_low(self) -> bool:
        """Whether a lower verse is the last that is heard."""
        return self.parts[-1].half is Half.LOWER

    def as_json(self) -> dict[str, Any]:
        """For the browser: {"parts", "current", "goes_on"}."""
        return {
            "parts": [part.as_json() for part in self.parts],
            "current": self.current,
            "goes_on": self.goes_on,
        }


@dataclass(frozen=True)
class Reading:
    """A whole reading. `mat`: the cards that lie there; `kept`: the karafuda that are read; both by number."""

    choices: Choices
    mat: tuple[int, ...]
    kept: tuple[int, ...]
    units: tuple[Unit, ...]

    @cached_property
    def poems(self) -> tuple[int, ...]:
        """The poems in the order in which they are read."""
        return tuple(unit.current for unit in self.units if unit.current is not None)

    @cached_property
    def opening(self) -> int:
        """How many units come before the one with the first poem: 1 with a joka to begin with, else 0."""
        return next(index for index, unit in enumerate(self.units) if unit.current is not None)

    def is_karafuda(self, number: int) -> bool:
        """Whether this poem has no card on the mat."""
        return number not in self.mat

    def heard(self, unit: int) -> tuple[int, ...]:
        """The poems that have been asked for before this unit, oldest first."""
        return tuple(each.current for each in self.units[:unit] if each.current is not None)

    def read(self, unit: int) -> frozenset[int]:
        """The poems that cannot come any more: they were read before this unit in the same round.

        None where poems are drawn again and again: there a kimariji never gets shorter.
        """
        if self.choices.order is Order.RANDOM or not 0 <= unit < len(self.units):
            return frozenset()
        same = (each for each in self.units[:unit] if each.round == self.units[unit].round)
        return frozenset(each.current for each in same if each.current is not None)

    def left(self, unit: int) -> int:
        """How many poems are still to come after this unit."""
        return sum(each.current is not None for each in self.units[unit + 1 :])

    def verses(self) -> tuple[tuple[int, Half], ...]:
        """Every verse that will be heard, each once, in the order in which they are needed."""
        return verses(self.units)


def verses(units: Iterable[Unit]) -> tuple[tuple[int, Half], ...]:
    """The verses of these units, each once, as they come."""
    parts = (part for unit in units for part in unit.parts)
    return tuple(dict.fromkeys((part.poem, part.half) for part in parts if part.poem is not None and part.half))


# --- which poems, and in which order ---------------------------------------------------------------------


def write(choices: Choices) -> Reading:
    """The reading that follows from these choices."""
    mat = _mat(choices)
    kept = _kept_karafuda(choices, mat)
    rounds = [tuple(_in_order(choices, (*mat, *kept), which)) for which in range(choices.repeats)]
    return Reading(choices, mat, kept, tuple(_units(choices, rounds)))


def _dice(choices: Choices, purpose: str) -> Random:
    """A source of its own for each purpose, so that another share of karafuda leaves the mat as it is."""
    return Random(f"{choices.seed} {purpose}")  # noqa: S311 - an order of poems is no secret


def _mat(choices: Choices) -> tuple[int, ...]:
    if choices.order is Order.LIST:
        return tuple(sorted(choices.numbers))
    if choices.cards != MATCH:
        return tuple(sorted(fixed(choices.cards)))
    return tuple(sorted(_shuffled(range(1, len(POEMS) + 1), _dice(choices, "mat"))[:ON_THE_MAT]))


def _shuffled(poems: Iterable[int], dice: Random) -> list[int]:
    order = sorted(poems)
    dice.shuffle(order)
    return order


def _kept_karafuda(choices: Choices, mat: tuple[int, ...]) -> tuple[int, ...]:
    """As many of the absent poems as the share says, halves rounded up."""
    if choices.order is Order.LIST:
        return ()
    absent = _shuffled({each.number for each in POEMS} - set(mat), _dice(choices, "karafuda"))
    if choices.keep_partners:
        absent.sort(key=lambda number: not set(partners(number)) & set(mat))
    return tuple(sorted(absent[: (len(absent) * choices.karafuda_percent + 50) // 100]))


def _in_order(choices: Choices, poems: tuple[int, ...], which: int) -> Iterable[int]:
    dice = _dice(choices, f"order {which}")
    match choices.order:
        case Order.SHUFFLE:
            return _shuffled(poems, dice)
        case Order.RANDOM:
            return [dice.choice(sorted(poems)) for _ in poems]
        case Order.NUMBER:
            return sorted(poems)
        case Order.SOUND:
            return [number for group in sound_groups() for number in group.poems if number in poems]
        case Order.LIST:
            return choices.numbers


# --- what is heard in one go -----------------------------------------------------------------------------


def _units(choices: Choices, rounds: list[tuple[int, ...]]) -> Iterator[Unit]:
    pause = Part(Kind.SILENCE, None, choices.tempo.pause_ms)
    joka = [Part(Kind.JOKA_UPPER, JOKA)] * choices.joka_upper + [Part(Kind.JOKA_LOWER, JOKA)] * choices.joka_lower
    # The last lower verse of the joka stands where every later unit has the lower verse of the last poem.
    carried = [joka.pop()] if choices.joka_lower else []
    last: Unit | None = None
    if joka:
        last = Unit(_spoken(joka, last, pause), None, goes_on=True)
        yield last
    for which, order in enumerate(rounds):
        for number in order:
            verses_now = [*carried, *_own_verses(choices.pattern, number)]
            last = Unit(_spoken(verses_now, last, pause), number, which)
            yield last
            carried = [Part(Kind.LOWER, number)] if choices.pattern is Pattern.MATCH else []
    if carried:
        yield Unit(_spoken(carried, last, pause), None, len(rounds) - 1)


def _own_verses(pattern: Pattern, number: int) -> list[Part]:
    upper, lower = Part(Kind.UPPER, number), Part(Kind.LOWER, number)
    return {
        Pattern.MATCH: [upper],
        Pattern.WHOLE: [upper, lower],
        Pattern.CHIRASHI: [upper, lower, lower],
        Pattern.UPPER: [upper],
        Pattern.RECREATION: [lower, lower],
        Pattern.HOKKAIDO: [lower],
    }[pattern]


def _spoken(parts: list[Part], last: Unit | None, pause: Part) -> tuple[Part, ...]:
    """The verses with the pause between them, and before them a silence: the pause too after a lower verse."""
    goes_on = last is not None and (last.goes_on or last.ends_low)
    lead = replace(pause, ms=max(LEAD_MS, pause.ms or 0) if goes_on else LEAD_MS)
    between = (each for part in parts[1:] for each in (pause, part))
    return (lead, parts[0], *between)
