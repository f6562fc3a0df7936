"""The games as data: what is laid, what is read, what is a fault and what it costs. judge.py and play.py ask these
fields and never a variant's name.

The rules are those of the association (競技規程) for kyōgi, and of the game's common description for genpei and
chirashi; what no source decides is decided here, a field each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

SECOND_MS = 1_000
MINUTE_MS = 60 * SECOND_MS


class Layout(StrEnum):
    """How the cards lie: in three rows before each side, or scattered among all."""

    ROWS = "rows"
    SCATTERED = "scattered"


class FaultRule(StrEnum):
    """Which touch is a fault (お手つき)."""

    OTHER_TERRITORY = "other_territory"  # a touch in a territory where the read card is not: once a territory
    ANY_WRONG = "any_wrong"  # a touch of any wrong card: once a reading


class Penalty(StrEnum):
    """What a fault costs."""

    SEND = "send"  # the other side may send a card
    SIT_OUT = "sit_out"  # the player takes no part in the next reading
    GIVE_BACK = "give_back"  # the player gives back one of the cards taken; it is set aside
    POOL = "pool"  # the same, and whoever takes next gets it
    NONE = "none"


class Tie(StrEnum):
    """Who takes when two touch at the same time."""

    OWNER = "owner"  # the side before which the card lies
    SET_ASIDE = "set_aside"  # nobody


class Untaken(StrEnum):
    """What becomes of a card on the mat that nobody takes."""

    OWNER = "owner"  # once its lower verse has been read it is its owner's take, and nothing is sent for it
    REPEAT = "repeat"  # the lower verse is repeated until it is taken
    SET_ASIDE = "set_aside"  # both verses are read once and nobody waits


class Ending(StrEnum):
    """When a match ends, and who has won."""

    FIRST_EMPTY = "first_empty"  # the first side without cards wins
    MOST_TAKEN = "most_taken"  # when `left_at_end` cards are left whoever has taken most wins


class Unsent(StrEnum):
    """What becomes of a card to be sent that is not sent in time."""

    PICK = "pick"  # it is picked by the sender's policy
    LAPSE = "lapse"  # the right is lost (あとのまつり)


class ReadingOrder(StrEnum):
    """Which verse is read when."""

    LOWER_THEN_NEXT = "lower_then_next"  # the lower verse of the last poem, then the upper verse of the next
    UPPER_THEN_LOWER = "upper_then_lower"  # both verses of one poem


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game.

    `sides` None means every seat plays for itself. `on_mat` cards lie on the mat, `poems` are read; what is read and
    does not lie there is a karafuda. Times are milliseconds.
    """

    key: str
    sides: int | None
    least_seats: int
    most_seats: int
    on_mat: int
    poems: int
    layout: Layout = Layout.ROWS
    row_most: int = 16  # 87 cm hold 16 cards of 52 mm
    dealt_rows: tuple[int, int, int] = (7, 8, 10)  # how many the dealt cards make a row: top, middle, bottom
    fault: FaultRule = FaultRule.OTHER_TERRITORY
    penalty: Penalty = Penalty.SEND
    across_sends: int = 1  # what a take from the other side earns
    tie: Tie = Tie.OWNER
    untaken: Untaken = Untaken.OWNER
    ending: Ending = Ending.FIRST_EMPTY
    left_at_end: int = 0
    reading_order: ReadingOrder = ReadingOrder.LOWER_THEN_NEXT
    has_joka: bool = True
    memorise_ms: int = 15 * MINUTE_MS
    swing_ms: int = 2 * MINUTE_MS  # of these the last, in which practice swings are allowed
    close_after_take_ms: int = 1_500
    close_after_upper_ms: int = 1_000  # when the read card is not on the mat
    send_within_ms: int = 10 * SECOND_MS
    unsent: Unsent = Unsent.PICK
    contact_is_fault: bool = False  # old article 9: touching the faulting hand
    cuts_recitation: bool = False  # once the reading is closed the reciter may go on to what comes next
    simultaneous_ms: int = 0  # touches no later than this after the earliest are at the same time as it

    @property
    def per_side(self) -> int:
        """How many cards each side is dealt; 0 where the cards lie among all."""
        return self.on_mat // (self.sides or 1) if self.layout is Layout.ROWS else 0


KYOGI = Variant("kyogi", sides=2, least_seats=2, most_seats=2, on_mat=50, poems=100)

THIRD = Variant(
    "third",  # 三分の百首: a third of the hundred is read (34, 33, 33), ten cards a side
    sides=2,
    least_seats=2,
    most_seats=2,
    on_mat=20,
    poems=34,
    dealt_rows=(3, 3, 4),
    memorise_ms=5 * MINUTE_MS,
)

GENPEI = Variant(
    "genpei",
    sides=2,
    least_seats=2,
    most_seats=10,
    on_mat=100,
    poems=100,
    row_most=34,  # all hundred find room before one side
    dealt_rows=(16, 17, 17),
    fault=FaultRule.ANY_WRONG,
    untaken=Untaken.REPEAT,
    reading_order=ReadingOrder.UPPER_THEN_LOWER,
    has_joka=False,
    memorise_ms=0,
    swing_ms=0,
)

CHIRASHI = Variant(
    "chirashi",
    sides=None,
    least_seats=2,  # three or more by the seed; two for one person against one opponent
    most_seats=10,
    on_mat=100,
    poems=100,
    layout=Layout.SCATTERED,
    fault=FaultRule.ANY_WRONG,
    penalty=Penalty.SIT_OUT,
    across_sends=0,
    tie=Tie.SET_ASIDE,
    untaken=Untaken.REPEAT,
    ending=Ending.MOST_TAKEN,
    reading_order=ReadingOrder.UPPER_THEN_LOWER,
    has_joka=False,
    memorise_ms=0,
    swing_ms=0,
)

FIVE_COLOURS = Variant(
    "five_colours",  # the twenty of one colour; rules of the five-colour meetings (goshoku.org/rule)
    sides=2,
    least_seats=2,
    most_seats=2,
    on_mat=20,
    poems=20,
    row_most=10,
    dealt_rows=(0, 5, 5),
    fault=FaultRule.ANY_WRONG,
    penalty=Penalty.POOL,
    across_sends=0,
    untaken=Untaken.SET_ASIDE,
    ending=Ending.MOST_TAKEN,
    left_at_end=3,
    reading_order=ReadingOrder.UPPER_THEN_LOWER,
    memorise_ms=MINUTE_MS,
    swing_ms=0,
)

VARIANTS: dict[str, Variant] = {each.key: each for each in (KYOGI, THIRD, GENPEI, CHIRASHI, FIVE_COLOURS)}

_NOT_RULES = ("key", "sides", "least_seats", "most_seats", "on_mat", "poems", "layout")


def changes(variant: Variant) -> dict[str, str]:
    """The rules in which a variant differs from the one of its key, as texts that `with_changes` reads.

    >>> changes(replace(KYOGI, contact_is_fault=True, send_within_ms=5_000))
    {'send_within_ms': '5000', 'contact_is_fault': 'yes'}
    """
    base = VARIANTS[variant.key]
    names = (each.name for each in fields(Variant))
    return {name: _text(getattr(variant, name)) for name in names if getattr(variant, name) != getattr(base, name)}


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return "-".join(str(each) for each in value)
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def with_changes(key: str, texts: Mapping[str, str]) -> Variant:
    """The variant of this key with some rules changed; ValueError says what is not a rule or not a choice of it.

    >>> with_changes("kyogi", {"unsent": "lapse"}).unsent
    <Unsent.LAPSE: 'lapse'>
    """
    base = VARIANTS.get(key)
    if base is None:
        raise ValueError(f"“{key}” is no variant: there are {', '.join(VARIANTS)}")
    names = [each.name for each in fields(Variant) if each.name not in _NOT_RULES]
    for name in texts:
        if name not in names:
            raise ValueError(f"“{name}” is no rule that can be changed")
    return replace(base, **{name: _value(name, getattr(base, name), text) for name, text in texts.items()})


def _value(name: str, now: Any, text: str) -> Any:
    """A rule from its text, of the kind it is now."""
    if isinstance(now, bool):
        if text not in ("yes", "no"):
            raise ValueError(f"{name} is yes or no, not “{text}”")
        return text == "yes"
    if isinstance(now, StrEnum):
        return type(now)(text)
    if isinstance(now, tuple):
        numbers = tuple(_number(name, each) for each in text.split("-"))
        if len(numbers) != len(now) or sum(numbers) != sum(now):
            raise ValueError(f"{name} are three rows with {sum(now)} cards together")
        return numbers
    return _number(name, text)


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal():
        raise ValueError(f"{name} is a number, not “{text}”")
    return int(text)


@dataclass(frozen=True, slots=True)
class Setup:
    """A match to be played: the rules, and which side every seat plays for.

    `poems` are those to be read, in any order; none given: drawn at random by the deal (or all hundred). `dealt` are
    the cards each side is dealt where one side has a handicap (14–6); none given: the same for all.
    ValueError says what does not fit the variant.

    >>> kyogi().seats, teams(GENPEI, 2).seats, everybody(CHIRASHI, 3).seats
    ((0, 1), (0, 0, 1, 1), (0, 1, 2))
    """

    variant: Variant = KYOGI
    seats: tuple[int, ...] = (0, 1)
    poems: tuple[int, ...] = ()
    dealt: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        variant, seats = self.variant, self.seats
        if not variant.least_seats <= len(seats) <= variant.most_seats:
            raise ValueError(f"{variant.key} is for {variant.least_seats} to {variant.most_seats} players")
        if variant.sides is None and seats != tuple(range(len(seats))):
            raise ValueError(f"everybody plays for themselves in {variant.key}")
        if variant.sides is not None and set(seats) != set(range(variant.sides)):
            raise ValueError(f"{variant.key} has {variant.sides} sides, and nobody may be missing")
        if self.poems and (
            len(set(self.poems)) != len(self.poems)
            or not variant.on_mat <= len(self.poems) <= variant.poems
            or not set(self.poems) <= set(range(1, 101))
        ):
            raise ValueError(f"{variant.key} reads {variant.on_mat} to {variant.poems} different poems of the hundred")
        if self.dealt and not self._fits_hands():
            raise ValueError(f"{variant.key} deals at most {variant.on_mat} cards, one at least to each side")

    def _fits_hands(self) -> bool:
        """Whether the cards of a handicap can be dealt, and find room in the rows."""
        variant, dealt = self.variant, self.dealt
        is_race = variant.ending is Ending.FIRST_EMPTY and variant.layout is Layout.ROWS
        if not is_race or len(dealt) != self.sides or sum(dealt) > variant.on_mat:
            return False
        most = variant.row_most * sum(variant.dealt_rows) // max(variant.dealt_rows)
        return all(1 <= each <= most for each in dealt)

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return self.variant.sides or len(self.seats)

    @property
    def hands(self) -> tuple[int, ...]:
        """How many cards each side is dealt; nothing where the cards lie among all.

        >>> kyogi().hands, kyogi(dealt=(20, 25)).hands, everybody(CHIRASHI, 3).hands
        ((25, 25), (20, 25), ())
        """
        return self.dealt or (self.variant.per_side,) * self.sides if self.variant.layout is Layout.ROWS else ()

    @property
    def on_mat(self) -> int:
        """How many cards lie on the mat at first."""
        return sum(self.dealt) or self.variant.on_mat


def kyogi(variant: Variant = KYOGI, poems: tuple[int, ...] = (), dealt: tuple[int, ...] = ()) -> Setup:
    """One against one."""
    return Setup(variant, (0, 1), poems, dealt)


def teams(variant: Variant, *players: int) -> Setup:
    """Two teams of this many (one number: both of as many)."""
    first, second = players if len(players) == 2 else (players[0], players[0])
    return Setup(variant, (0,) * first + (1,) * second)


def everybody(variant: Variant, players: int) -> Setup:
    """Everybody for themselves."""
    return Setup(variant, tuple(range(players)))
