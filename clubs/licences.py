"""May this person recite in this room? The seed's rule, or the association's licences (rules: E5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from clubs.grades import Grade, Standing

LOWEST_DAN_CLOSED_TO_B = 4  # a class B licence is for events of 3-dan and below


class Licence(Enum):
    """The association's licences of reciters; A and B are grades of the licence, not the reciter's class."""

    SENNIN = "sennin"  # 専任読手: everything
    A = "a"  # A級公認読手: everything but title matches
    B = "b"  # B級公認読手: not where class A or 4-dan plays


class LicenceRule(Enum):
    """What a club goes by."""

    CLASS = "class_a"  # the seed's rule: a class A member
    ASSOCIATION = "licence"


@dataclass(frozen=True, slots=True)
class Room:
    """What is played where a reciter is wanted. `highest_dan` is that of the entries, 0 if nobody has one."""

    grades: frozenset[Grade] = frozenset()
    highest_dan: int = 0
    is_title_match: bool = False


@dataclass(frozen=True, slots=True)
class Allowed:
    """The person may recite."""


class Refusal(Enum):
    """Why not."""

    CLASS_TOO_LOW = "class_too_low"  # needs: Grade, has: Grade
    CLASS_NOT_CONFIRMED = "class_not_confirmed"  # needs: Grade
    NO_LICENCE = "no_licence"
    TITLE_MATCH = "title_match"  # needs: Licence, has: Licence
    ROOM_TOO_HIGH = "room_too_high"  # has: Licence


@dataclass(frozen=True, slots=True)
class Refused:
    """The person may not, and why; the rest is for the sentence."""

    reason: Refusal
    needs: Grade | Licence | None = None
    has: Grade | Licence | None = None


def may_be_appointed(
    now: Standing,
    licence: Licence | None = None,
    *,
    rule: LicenceRule = LicenceRule.CLASS,
    reciter_min_class: Grade = Grade.A,
) -> Allowed | Refused:
    """Whether a club may make this person one of its reciters.

    `now` is the standing by which rights are measured (`grades.standing`: an unconfirmed class is refused).
    """
    if rule is LicenceRule.ASSOCIATION:
        return Allowed() if licence else Refused(Refusal.NO_LICENCE)
    if now.grade < reciter_min_class:
        return Refused(Refusal.CLASS_TOO_LOW, needs=reciter_min_class, has=now.grade)
    if not now.is_confirmed:
        return Refused(Refusal.CLASS_NOT_CONFIRMED, needs=reciter_min_class, has=now.grade)
    return Allowed()


def may_recite(
    now: Standing,
    licence: Licence | None,
    room: Room,
    *,
    rule: LicenceRule = LicenceRule.CLASS,
    reciter_min_class: Grade = Grade.A,
) -> Allowed | Refused:
    """Whether this person may recite in a room: may be appointed, and the licence reaches as high as the room.

    >>> may_recite(Standing(Grade.C, 2, None, True), Licence.B, Room(highest_dan=4), rule=LicenceRule.ASSOCIATION)
    Refused(reason=<Refusal.ROOM_TOO_HIGH: 'room_too_high'>, needs=<Licence.A: 'a'>, has=<Licence.B: 'b'>)
    """
    appointed = may_be_appointed(now, licence, rule=rule, reciter_min_class=reciter_min_class)
    if rule is LicenceRule.CLASS or isinstance(appointed, Refused):
        return appointed
    if room.is_title_match and licence is not Licence.SENNIN:
        return Refused(Refusal.TITLE_MATCH, needs=Licence.SENNIN, has=licence)
    is_high = Grade.A in room.grades or room.highest_dan >= LOWEST_DAN_CLOSED_TO_B
    if is_high and licence is Licence.B:
        return Refused(Refusal.ROOM_TOO_HIGH, needs=Licence.A, has=licence)
    return Allowed()
