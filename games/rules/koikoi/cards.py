"""The 48 hanafuda as integers, and sets of them as 48-bit integers.

A card is (month − 1) · 4 + slot; slot 0 is the most valuable of its month (bright, animal, ribbon, chaff, in print
order), so a lower number within a month is the higher card. Bit c of a set says whether card c is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

COUNT = 48
SLOTS = 4


class Kind(StrEnum):
    """What a card counts as; the value is its word in the text form."""

    BRIGHT = "bright"
    ANIMAL = "animal"
    RIBBON = "ribbon"
    CHAFF = "chaff"


@dataclass(frozen=True, slots=True)
class Names:
    """A name in the three languages of the site."""

    en: str
    ja: str
    vi: str


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 48. `text` is month.kind.index, the index from 1 among the cards of that month and kind."""

    number: int
    month: int
    slot: int
    kind: Kind
    text: str
    names: Names


PLANTS = (
    Names("Pine", "松", "Thông"),
    Names("Plum", "梅", "Mơ"),
    Names("Cherry", "桜", "Anh đào"),
    Names("Wisteria", "藤", "Tử đằng"),
    Names("Iris", "菖蒲", "Diên vĩ"),
    Names("Peony", "牡丹", "Mẫu đơn"),
    Names("Bush clover", "萩", "Hồ chi"),
    Names("Pampas grass", "芒", "Cỏ lau"),
    Names("Chrysanthemum", "菊", "Cúc"),
    Names("Maple", "紅葉", "Phong"),
    Names("Willow", "柳", "Liễu"),
    Names("Paulownia", "桐", "Ngô đồng"),
)
_RED_POEM = Names("red poem ribbon", "赤短", "dải đỏ đề thơ")
_BLUE = Names("blue ribbon", "青短", "dải xanh")
_PLAIN = Names("plain red ribbon", "短冊", "dải đỏ trơn")
_CHAFF = Names("chaff", "カス", "lá thường")
_B, _A, _R, _C = Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON, Kind.CHAFF

# Every month in print order: what is on the card beside the plant.
_PRINTED: tuple[tuple[tuple[Kind, Names], ...], ...] = (
    ((_B, Names("crane", "鶴", "hạc")), (_R, _RED_POEM), (_C, _CHAFF), (_C, _CHAFF)),
    ((_A, Names("bush warbler", "鶯", "chim oanh")), (_R, _RED_POEM), (_C, _CHAFF), (_C, _CHAFF)),
    ((_B, Names("curtain", "幕", "màn ngắm hoa")), (_R, _RED_POEM), (_C, _CHAFF), (_C, _CHAFF)),
    ((_A, Names("cuckoo", "不如帰", "chim đỗ quyên")), (_R, _PLAIN), (_C, _CHAFF), (_C, _CHAFF)),
    ((_A, Names("plank bridge", "八橋", "cầu ván")), (_R, _PLAIN), (_C, _CHAFF), (_C, _CHAFF)),
    ((_A, Names("butterflies", "蝶", "bướm")), (_R, _BLUE), (_C, _CHAFF), (_C, _CHAFF)),
    ((_A, Names("boar", "猪", "lợn rừng")), (_R, _PLAIN), (_C, _CHAFF), (_C, _CHAFF)),
    ((_B, Names("moon", "月", "trăng")), (_A, Names("geese", "雁", "nhạn")), (_C, _CHAFF), (_C, _CHAFF)),
    ((_A, Names("sake cup", "盃", "chén rượu")), (_R, _BLUE), (_C, _CHAFF), (_C, _CHAFF)),
    ((_A, Names("deer", "鹿", "hươu")), (_R, _BLUE), (_C, _CHAFF), (_C, _CHAFF)),
    (
        (_B, Names("rain man", "小野道風", "người đi trong mưa")),
        (_A, Names("swallow", "燕", "chim én")),
        (_R, _PLAIN),
        (_C, Names("lightning", "鬼札", "sấm sét")),
    ),
    ((_B, Names("phoenix", "鳳凰", "phượng hoàng")), (_C, _CHAFF), (_C, _CHAFF), (_C, _CHAFF)),
)


def _cards() -> Iterator[Card]:
    for month, (plant, printed) in enumerate(zip(PLANTS, _PRINTED, strict=True), start=1):
        kinds = [kind for kind, _ in printed]
        for slot, (kind, thing) in enumerate(printed):
            index = kinds[: slot + 1].count(kind)
            again = f" {index}" if kinds.count(kind) > 1 else ""
            names = Names(
                f"{plant.en}, {thing.en}{again}", f"{plant.ja}に{thing.ja}{again}", f"{plant.vi}, {thing.vi}{again}"
            )
            if thing in (_CHAFF, _RED_POEM, _BLUE, _PLAIN):
                names = Names(names.en, f"{plant.ja}の{thing.ja}{again}", names.vi)
            yield Card((month - 1) * SLOTS + slot, month, slot, kind, f"{month}.{kind}.{index}", names)


CARDS: tuple[Card, ...] = tuple(_cards())
_BY_TEXT = {card.text: card.number for card in CARDS}

BIT = tuple(1 << number for number in range(COUNT))
ALL = (1 << COUNT) - 1
MONTH = tuple(0b1111 << SLOTS * index for index in range(12))  # MONTH[0] is January
MONTH_OF = tuple(MONTH[number // SLOTS] for number in range(COUNT))  # by card: its whole month


def card(text: str) -> int:
    """The number of a card written month.kind.index; ValueError if there is no such card.

    >>> card("8.animal.1")
    29
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"“{text}” is not a card: write month.kind.index, such as 1.bright.1") from None


def text(number: int) -> str:
    """A card as month.kind.index."""
    return CARDS[number].text


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, lowest first.

    >>> cards_of(0b1001)
    (0, 3)
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def mask_of(numbers: Iterable[int]) -> int:
    """The set of these cards.

    >>> mask_of([0, 3]) == 0b1001
    True
    """
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


@cache
def kind_mask(kind: Kind) -> int:
    """All cards of a kind."""
    return mask_of(each.number for each in CARDS if each.kind is kind)


def _named(*texts: str) -> int:
    return mask_of(card(each) for each in texts)


BRIGHTS, ANIMALS, RIBBONS, CHAFF = (kind_mask(kind) for kind in Kind)
CURTAIN = _named("3.bright.1")
MOON = _named("8.bright.1")
SAKE_CUP = _named("9.animal.1")
RAIN_MAN = _named("11.bright.1")
LIGHTNING = _named("11.chaff.1")
WILLOWS = MONTH[10]
BOAR_DEER_BUTTERFLIES = _named("6.animal.1", "7.animal.1", "10.animal.1")
RED_POEMS = _named("1.ribbon.1", "2.ribbon.1", "3.ribbon.1")
BLUES = _named("6.ribbon.1", "9.ribbon.1", "10.ribbon.1")

# By card and the four bits of its month on the floor: the floor cards it meets. A table, because play asks every turn.
_MET = tuple(
    tuple(cards_of(four << SLOTS * (number // SLOTS)) for four in range(1 << SLOTS)) for number in range(COUNT)
)


def met(number: int, floor: int) -> tuple[int, ...]:
    """The cards on the floor that a card matches, lowest first."""
    return _MET[number][floor >> (number & ~3) & 15]
