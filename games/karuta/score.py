"""What a match came to for one seat: takes and faults, where they were made, reactions, and the cards to work on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from games.karuta.telling import Judgement
from games.rules.karuta.judge import NO_TERRITORY, How
from trainer.poems import kimariji

# Median touch after the deciding sound of the computers of each class, in ms (docs/karuta-bots.md).
CLASS_MEDIANS_MS = {"A": 254, "B": 281, "C": 314, "D": 366, "E": 485}
LATE_MS = 400  # so much beyond one's own median a reaction is late
FEWEST = 3  # reactions that make a median


@dataclass(frozen=True, slots=True)
class Reaction:
    """A take of this seat: how many ms after the deciding sound, and what decided it.

    `is_changed`: fewer sounds decided it than at the start of the match.
    """

    reading: int
    poem: int
    kimariji: str
    after_ms: int
    is_changed: bool
    is_own_side: bool

    @property
    def after_s(self) -> float:
        """The same in seconds."""
        return self.after_ms / 1000


@dataclass(frozen=True, slots=True)
class Fault:
    """A reading in which this seat's side was at fault: what was read and which wrong cards its hands touched."""

    reading: int
    poem: int
    count: int
    touched: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Average:
    """The median reaction, in ms, of so many takes that have something in common."""

    name: str
    count: int
    median_ms: int

    @property
    def median_s(self) -> float:
        """The same in seconds."""
        return self.median_ms / 1000

    @property
    def bar(self) -> int:
        """The length of its bar in per cent: a second is all of it."""
        return max(2, min(100, self.median_ms // 10))


@dataclass(frozen=True, slots=True)
class Score:
    """The score sheet of one seat.

    `own` and `across` count takes from either side, `against` the other side's takes from one's own; `lost` are the
    poems that lay there and that somebody else took, `missed` those that nobody took in time.
    """

    seat: int
    own: int
    across: int
    against: int
    sent: int
    received: int
    readings: int
    reactions: tuple[Reaction, ...]
    faults: tuple[Fault, ...]
    lost: tuple[int, ...]
    missed: tuple[int, ...]

    @property
    def taken(self) -> int:
        """All cards taken."""
        return self.own + self.across

    @property
    def own_share(self) -> float | None:
        """The share of takes from one's own side; None before the first."""
        return self.own / self.taken if self.taken else None

    @property
    def fault_count(self) -> int:
        """All faults; a double counts two."""
        return sum(fault.count for fault in self.faults)

    @property
    def median_ms(self) -> int | None:
        """The median reaction; None without a take."""
        return _median(self.reactions) if self.reactions else None

    @property
    def median_s(self) -> float | None:
        """The same in seconds."""
        return None if self.median_ms is None else self.median_ms / 1000

    @property
    def late(self) -> tuple[Reaction, ...]:
        """Takes that came late, measured by one's own median; none while there are too few to tell."""
        usual = self.median_ms
        if usual is None or len(self.reactions) < FEWEST:
            return ()
        return tuple(each for each in self.reactions if each.after_ms > usual + LATE_MS)

    @property
    def late_after_change(self) -> tuple[Reaction, ...]:
        """Those of them that fewer sounds decided than at the start."""
        return tuple(each for each in self.late if each.is_changed)

    @property
    def by_length(self) -> tuple[Average, ...]:
        """Reactions by how many sounds decided."""
        return _averages(self.reactions, lambda each: str(len(each.kimariji)))

    @property
    def by_sound(self) -> tuple[Average, ...]:
        """Reactions by the first sound, in the order in which the sounds are learnt."""
        order = "".join(kimariji.SOUND_ORDER)
        return tuple(sorted(_averages(self.reactions, lambda each: each.kimariji[0]), key=lambda a: order.find(a.name)))

    @property
    def to_drill(self) -> tuple[int, ...]:
        """The poems to work on: faults, late takes, and what was lost or missed; by number."""
        wrong = {fault.poem for fault in self.faults} | {card for fault in self.faults for card in fault.touched}
        return tuple(sorted(wrong | {each.poem for each in self.late} | set(self.lost) | set(self.missed)))


def score(done: Sequence[Judgement], seat: int, sides: Sequence[int], decided_ms: Callable[[int, int], float]) -> Score:
    """The score of a seat from the judged readings. `sides`: the side of every seat; `decided_ms` gives when the first
    so many kana of a poem have been told, in ms from its first sound."""
    side = sides[seat]
    reactions, faults, lost, missed = list[Reaction](), list[Fault](), list[int](), list[int]()
    own = across = against = sent = received = 0
    for each in done:
        verdict = each.judged.verdict
        sent += sum(card.side == side for card in each.sent)
        received += sum(card.side != side for card in each.sent)
        if verdict.faults[side]:
            faults.append(_fault(each, side, sides))
        if verdict.territory == NO_TERRITORY:
            continue
        if verdict.how in (How.TIME, How.UNTAKEN):
            missed.append(verdict.poem)
        elif verdict.taker == seat:
            is_own = verdict.territory == side
            own, across = own + is_own, across + (not is_own)
            reactions.append(_reaction(each, decided_ms, is_own=is_own))
        elif verdict.taker_side is not None and verdict.taker_side != side:
            against += verdict.territory == side
            lost.append(verdict.poem)
    return Score(
        seat,
        own,
        across,
        against,
        sent,
        received,
        len(done),
        tuple(reactions),
        tuple(faults),
        tuple(lost),
        tuple(missed),
    )


def _fault(each: Judgement, side: int, sides: Sequence[int]) -> Fault:
    verdict = each.judged.verdict
    wrong = dict.fromkeys(
        touch.card
        for touch in each.touches
        if sides[touch.seat] == side and touch.ms >= 0 and touch.card not in (0, verdict.poem)
    )
    return Fault(each.number, verdict.poem, verdict.faults[side], tuple(wrong))


def _reaction(each: Judgement, decided_ms: Callable[[int, int], float], *, is_own: bool) -> Reaction:
    verdict = each.judged.verdict
    zero = decided_ms(verdict.poem, len(each.kimariji))
    return Reaction(
        each.number,
        verdict.poem,
        each.kimariji,
        round((verdict.take_ms or 0) - zero),
        len(each.kimariji) < len(kimariji.original(verdict.poem)),
        is_own,
    )


def _averages(reactions: Iterable[Reaction], name: Callable[[Reaction], str]) -> tuple[Average, ...]:
    groups: dict[str, list[Reaction]] = {}
    for each in reactions:
        groups.setdefault(name(each), []).append(each)
    return tuple(Average(key, len(groups[key]), _median(groups[key])) for key in sorted(groups))


def _median(reactions: Sequence[Reaction]) -> int:
    return round(median(each.after_ms for each in reactions))
