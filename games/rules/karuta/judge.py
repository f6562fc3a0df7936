"""The referee: what the touches of one reading come to.

    faults(P) = the territories P touched in which the read card is not
    rights(P) = [P took the card from the other side] + faults(the other side)
    net       = rights(A) - rights(B): whoever has more sends the difference, as far as their cards go

Sources: 競技規程 14 (faults), 細則 23 (once a territory; the hand counts, not the cards it pushes), old 競技会規定 4
and 5 (the take, 札押し, equal times). Only the difference of the rights is sent; 共お手 therefore sends nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.rules.karuta.variants import FaultRule, Penalty, Tie, Untaken, Variant

UNKNOWN = 0  # a card that is not the read one, whichever it is
MIDDLE = -1  # the territory of cards that lie among all
NO_TERRITORY = -2


class Touching(StrEnum):
    """What a hand did."""

    TOUCH = "touch"  # it came upon a card
    PUSH_OUT = "push_out"  # the card has left the lines completely, pushed by others (札押し)
    CONTACT = "contact"  # it met the other's hand at fault (old article 9)


@dataclass(frozen=True, slots=True)
class Touched:
    """A touch, and the event of it.

    `ms` runs from the first sound of the upper verse; `territory` is the side the card lies before when the reading
    begins. `gap` counts the cards between the hand and a card pushed out. `is_sweep`: one of several in one movement.
    """

    seat: int
    ms: int
    card: int
    territory: int
    kind: Touching = Touching.TOUCH
    is_valid_hand: bool = True
    gap: int = 0
    is_sweep: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading as the referee sees it.

    `sides`: the side of every seat; `held`: the cards before every side, the read one still among them;
    `territory`: where the read card lies (NO_TERRITORY: a karafuda). `is_lost`: it should lie there and cannot be
    found. `until_ms`: later touches do not count; None: all do. `sat_out`: seats that take no part.
    """

    poem: int
    sides: tuple[int, ...]
    held: tuple[int, ...]
    territory: int
    touches: Sequence[Touched]
    is_lost: bool = False
    until_ms: int | None = None
    sat_out: tuple[int, ...] = ()

    @property
    def is_on_mat(self) -> bool:
        """Whether there is anything to take."""
        return self.territory != NO_TERRITORY


class How(StrEnum):
    """How the card was taken, or why it was not."""

    FIRST = "first"  # alone or before everybody else
    PUSHED = "pushed"  # by 札押し
    NEARER = "nearer"  # both by 札押し at once, this hand nearer to the card
    EQUAL = "equal"  # at the same time as the other side (`simultaneous_ms`): the owner's
    OTHER_HAND = "other_hand"  # the other side touched it first, with the wrong hand
    LOST = "lost"  # the owner cannot find it: the other side's
    TIME = "time"  # nobody took it: the owner's
    TIED = "tied"  # at the same time: nobody's
    UNTAKEN = "untaken"  # nobody has taken it
    KARAFUDA = "karafuda"  # it is not on the mat


class Name(StrEnum):
    """What players call what happened."""

    OWN_TAKE = "own_take"  # 自陣の取り
    ACROSS = "across"  # 敵陣の取り
    SEMI_DOUBLE = "semi_double"  # セミダブ
    DOUBLE = "double"  # ダブ
    LOST_GAIN = "lost_gain"  # 取り損
    BOTH_FAULT = "both_fault"  # 共お手
    BOTH_FAULT_ACROSS = "both_fault_across"  # 共お手+敵陣の取り
    KARAFUDA = "karafuda"  # 空札, untouched
    SINGLE_FAULT = "single_fault"  # 片お手
    KARA_DOUBLE = "kara_double"  # 空ダブ
    KARA_DOUBLE_AND_SINGLE = "kara_double_and_single"  # 空ダブ対片お手
    BOTH_KARA_DOUBLE = "both_kara_double"  # 共お手(空ダブ同士)
    TAKE = "take"  # 取り, where cards have no owner or nothing is sent
    SET_ASIDE = "set_aside"  # 預かり
    UNTAKEN = "untaken"  # 取り手なし


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a reading came to. Tuples are by side; `taker` and `penalised` are seats.

    `due` cards are to be sent by `sender` (None: nothing), who can send `n` of them. `is_removed`: the read card
    leaves the mat. `early`: seats that touched before the first sound, which is void.
    """

    poem: int
    territory: int
    taker: int | None
    taker_side: int | None
    how: How
    take_ms: int | None
    faults: tuple[int, ...]
    rights: tuple[int, ...]
    sender: int | None
    due: int
    n: int
    is_removed: bool
    name: Name
    penalised: tuple[int, ...] = ()
    early: tuple[int, ...] = ()


def adjudicate(variant: Variant, reading: Reading) -> Verdict:
    """The verdict of one reading.

    >>> from games.rules.karuta.variants import KYOGI
    >>> touches = (Touched(1, 300, 17, 0), Touched(0, 310, UNKNOWN, 1))
    >>> verdict = adjudicate(KYOGI, Reading(17, (0, 1), (25, 25), 0, touches))
    >>> verdict.name, verdict.taker, verdict.faults, verdict.sender, verdict.n
    (<Name.DOUBLE: 'double'>, 1, (1, 0), 1, 2)
    """
    touches = [each for each in reading.touches if _counts(reading, each)]
    taker, how, take_ms = find_take(variant, reading, touches)
    side = None if taker is None else reading.sides[taker]
    faults, offenders = _faults(variant, reading, touches)
    rights = _rights(variant, reading, side, faults)
    sender, due = _net(variant, rights)
    is_removed = reading.is_on_mat and (side is not None or how is How.TIED or variant.untaken is Untaken.SET_ASIDE)
    n = due
    if sender is not None:
        n = min(due, reading.held[sender] - (is_removed and reading.territory == sender))
    return Verdict(
        reading.poem,
        reading.territory,
        taker,
        side,
        how,
        take_ms,
        faults,
        rights,
        sender,
        due,
        n,
        is_removed,
        _name(variant, reading, side, how, faults),
        offenders if variant.penalty is not Penalty.SEND else (),
        tuple(dict.fromkeys(each.seat for each in reading.touches if each.ms < 0)),
    )


def _counts(reading: Reading, touch: Touched) -> bool:
    """Whether a touch was made while the reading was open, by somebody who takes part."""
    is_in_time = touch.ms >= 0 and (reading.until_ms is None or touch.ms <= reading.until_ms)
    return is_in_time and touch.seat not in reading.sat_out


# The take ------------------------------------------------------------------------------------------------
def find_take(variant: Variant, reading: Reading, touches: Iterable[Touched]) -> tuple[int | None, How, int | None]:
    """Who takes the read card (a seat), how, and when."""
    if not reading.is_on_mat:
        return None, How.KARAFUDA, None
    owner = reading.territory
    if reading.is_lost and owner >= 0:
        return _somebody_else(reading, owner), How.LOST, None
    attempts = [
        each
        for each in touches
        if each.card == reading.poem
        and each.kind is not Touching.CONTACT
        and (each.is_valid_hand or owner >= 0)  # without an owner a wrong hand gives the card to nobody
    ]
    if not attempts:
        if variant.untaken is Untaken.OWNER and owner >= 0:
            return reading.sides.index(owner), How.TIME, None
        return None, How.UNTAKEN, None
    first_ms = min(each.ms for each in attempts)
    first = _at_once(attempts, first_ms, variant.simultaneous_ms)
    valid = [each for each in first if each.is_valid_hand]
    if not valid:
        return _wrong_hand(variant, reading, first, first_ms)
    sides = {reading.sides[each.seat] for each in valid}
    if len(sides) == 1:
        best = valid[0]
        return best.seat, _how(best), best.ms
    return _tied(variant, reading, valid, first_ms)


def _at_once(attempts: Sequence[Touched], first_ms: int, simultaneous_ms: int) -> list[Touched]:
    """The earliest attempts and those that count as simultaneous with them, in the order of time."""
    if not simultaneous_ms:
        return [each for each in attempts if each.ms == first_ms]
    near = [each for each in attempts if each.ms <= first_ms + simultaneous_ms]
    return sorted(near, key=lambda each: each.ms)


def _how(touch: Touched) -> How:
    return How.PUSHED if touch.kind is Touching.PUSH_OUT else How.FIRST


def _wrong_hand(
    variant: Variant, reading: Reading, first: Sequence[Touched], ms: int
) -> tuple[int | None, How, int | None]:
    """Nobody touched it first with the hand that counts: it goes to the other side (有効手)."""
    sides = {reading.sides[each.seat] for each in first}
    if len(sides) > 1:
        return _tied(variant, reading, first, ms)
    return _somebody_else(reading, sides.pop()), How.OTHER_HAND, ms


def _somebody_else(reading: Reading, side: int) -> int:
    return next(seat for seat, each in enumerate(reading.sides) if each != side)


def _tied(variant: Variant, reading: Reading, tied: Sequence[Touched], ms: int) -> tuple[int | None, How, int | None]:
    """Equal or simultaneous times: the hand nearer to a card pushed out by both, else by the variant's rule."""
    if all(each.kind is Touching.PUSH_OUT for each in tied):
        nearest = min(each.gap for each in tied)
        near = [each for each in tied if each.gap == nearest]
        if len({reading.sides[each.seat] for each in near}) == 1:
            return near[0].seat, How.NEARER, near[0].ms
    if variant.tie is Tie.OWNER:
        for each in tied:
            if reading.sides[each.seat] == reading.territory:
                return each.seat, How.EQUAL, each.ms
    return None, How.TIED, ms


# Faults and rights ---------------------------------------------------------------------------------------
def _faults(variant: Variant, reading: Reading, touches: Sequence[Touched]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many faults every side made, and the seats that made them."""
    counts = [0] * len(reading.held)
    marks: set[tuple[int, int]] = set()
    offenders: list[int] = []
    for each in touches:
        if not each.is_valid_hand or not _is_wrong(variant, reading, each):
            continue
        _mark(variant, reading, each, marks, counts, offenders)
    if variant.contact_is_fault:
        for each in touches:
            met = each.kind is Touching.CONTACT and each.is_valid_hand
            if met and any(where == each.territory for _, where in marks):
                _mark(variant, reading, each, marks, counts, offenders)
    return tuple(counts), tuple(offenders)


def _is_wrong(variant: Variant, reading: Reading, touch: Touched) -> bool:
    if touch.kind is not Touching.TOUCH:
        return (
            False  # what the pushed cards touch is no fault (細則 23(2), from 2019-05-01); contact is looked at apart
        )
    if variant.fault is FaultRule.ANY_WRONG:
        return touch.card != reading.poem
    return touch.territory != reading.territory


def _mark(
    variant: Variant,
    reading: Reading,
    touch: Touched,
    marks: set[tuple[int, int]],
    counts: list[int],
    offenders: list[int],
) -> None:
    """Count a fault: once a territory, or once a reading."""
    side = reading.sides[touch.seat]
    if touch.seat not in offenders:
        offenders.append(touch.seat)
    mark = (side, touch.territory)
    if mark in marks:
        return
    marks.add(mark)
    if variant.fault is FaultRule.OTHER_TERRITORY or not counts[side]:
        counts[side] += 1


def _rights(variant: Variant, reading: Reading, taker_side: int | None, faults: tuple[int, ...]) -> tuple[int, ...]:
    if variant.penalty is not Penalty.SEND:
        return (0,) * len(faults)
    across = variant.across_sends
    is_across = taker_side is not None and reading.territory >= 0 and taker_side != reading.territory
    return (
        faults[1] + (across if is_across and taker_side == 0 else 0),
        faults[0] + (across if is_across and taker_side == 1 else 0),
    )


def _net(variant: Variant, rights: tuple[int, ...]) -> tuple[int | None, int]:
    """Who sends, and how many are due."""
    if variant.penalty is not Penalty.SEND or rights[0] == rights[1]:
        return None, 0
    return (0, rights[0] - rights[1]) if rights[0] > rights[1] else (1, rights[1] - rights[0])


# What it is called ---------------------------------------------------------------------------------------
_KARAFUDA = {
    (0, 0): Name.KARAFUDA,
    (0, 1): Name.SINGLE_FAULT,
    (0, 2): Name.KARA_DOUBLE,
    (1, 1): Name.BOTH_FAULT,
    (1, 2): Name.KARA_DOUBLE_AND_SINGLE,
    (2, 2): Name.BOTH_KARA_DOUBLE,
}
# By whether the take was from the other side, and whether taker and other faulted.
_TAKEN = {
    (False, False, False): Name.OWN_TAKE,
    (False, False, True): Name.SEMI_DOUBLE,
    (False, True, False): Name.LOST_GAIN,
    (False, True, True): Name.BOTH_FAULT,
    (True, False, False): Name.ACROSS,
    (True, False, True): Name.DOUBLE,
    (True, True, False): Name.LOST_GAIN,
    (True, True, True): Name.BOTH_FAULT_ACROSS,
}


def _name(variant: Variant, reading: Reading, taker_side: int | None, how: How, faults: tuple[int, ...]) -> Name:
    if not reading.is_on_mat:
        least, most = sorted(faults) if len(faults) == 2 else (0, 0)
        return _KARAFUDA[least, most]
    if taker_side is None:
        is_aside = how is How.TIED or variant.untaken is Untaken.SET_ASIDE
        return Name.SET_ASIDE if is_aside else Name.UNTAKEN
    if variant.penalty is not Penalty.SEND:
        return Name.TAKE
    other = 1 - taker_side
    return _TAKEN[taker_side != reading.territory, faults[taker_side] > 0, faults[other] > 0]
