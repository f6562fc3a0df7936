"""The yaku: a table computed from the options, and what of it lies in a pile.

`rows` is what a help page draws, `Scorer` what referee and bots count with; both read the same options.
Names and points: docs of the rules, part S15 of the source and its options.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.rules.koikoi import cards
from games.rules.koikoi.cards import Names
from games.rules.koikoi.options import (
    BothColours,
    Further,
    MonthCards,
    Options,
    Rain,
    Sake,
    Viewing,
)

Made = tuple[tuple[str, int], ...]  # the yaku of a pile: (key, points), in the order of the table

NAMES = {
    "gokou": Names("Five brights (gokō)", "五光", "Ngũ quang (gokō)"),
    "shikou": Names("Four brights (shikō)", "四光", "Tứ quang (shikō)"),
    "ameshikou": Names("Rainy four brights (ame-shikō)", "雨四光", "Tứ quang có mưa (ame-shikō)"),
    "sankou": Names("Three brights (sankō)", "三光", "Tam quang (sankō)"),
    "inoshikacho": Names("Boar, deer and butterflies (ino-shika-chō)", "猪鹿蝶", "Lợn, hươu, bướm (ino-shika-chō)"),
    "tane": Names("Animals (tane)", "タネ", "Con vật (tane)"),
    "akatan-aotan": Names("Red and blue ribbons (akatan, aotan)", "赤短・青短の重複", "Dải đỏ và xanh (akatan, aotan)"),
    "akatan": Names("Red poem ribbons (akatan)", "赤短", "Dải đỏ đề thơ (akatan)"),
    "aotan": Names("Blue ribbons (aotan)", "青短", "Dải xanh (aotan)"),
    "tan": Names("Ribbons (tan)", "タン", "Dải thơ (tan)"),
    "kasu": Names("Chaff (kasu)", "カス", "Lá thường (kasu)"),
    "hanami": Names("Flower viewing (hanami)", "花見で一杯", "Ngắm hoa (hanami)"),
    "tsukimi": Names("Moon viewing (tsukimi)", "月見で一杯", "Ngắm trăng (tsukimi)"),
    "tsukifuda": Names("Cards of the month (tsuki-fuda)", "月札", "Bài của tháng (tsuki-fuda)"),
    "teppou": Names("Curtain, moon and cup (teppō)", "鉄砲", "Màn, trăng và chén (teppō)"),
    "teshi": Names("Four of a month in the hand (teshi)", "手四", "Bốn lá cùng tháng trên tay (teshi)"),
    "kuttsuki": Names("Four pairs in the hand (kuttsuki)", "くっつき", "Bốn đôi trên tay (kuttsuki)"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One yaku under the chosen options: `need` of `cards`, for `points`, and `each` for every further card.

    `further` are the cards that extend it (0: none). `exclusive` rows share a group of which only one counts.
    Teshi and kuttsuki are about a dealt hand: `cards` is 0.
    """

    key: str
    points: int
    need: int
    cards: int
    each: int = 0
    further: int = 0
    is_exclusive: bool = False
    is_dealt: bool = False

    @property
    def names(self) -> Names:
        """The name in the three languages."""
        return NAMES[self.key]


def chaff_worth(options: Options) -> int:
    """How many chaff the sake cup is."""
    return {Sake.ANIMAL: 0, Sake.ANIMAL_AND_CHAFF: 1, Sake.ANIMAL_AND_TWO_CHAFF: 2}[options.sake]


@lru_cache(maxsize=64)
def rows(options: Options) -> tuple[Row, ...]:
    """The table of yaku, those that are off left out.

    >>> [row.key for row in rows(Options())][:4]
    ['gokou', 'shikou', 'ameshikou', 'sankou']
    """
    return tuple(row for row in _rows(options) if row.points)


def _rows(options: Options) -> Iterator[Row]:
    brights, dry = cards.BRIGHTS, cards.BRIGHTS & ~cards.RAIN_MAN
    yield Row("gokou", options.gokou, 5, brights, is_exclusive=True)
    yield Row("shikou", options.shikou, 4, dry, is_exclusive=True)
    yield Row("ameshikou", options.ameshikou, 4, brights, is_exclusive=True)
    yield Row("sankou", options.sankou, 3, brights if options.sankou_rain else dry, is_exclusive=True)
    yield _three(options, "inoshikacho", cards.BOAR_DEER_BUTTERFLIES, cards.ANIMALS, options.tane_with_inoshikacho)
    yield Row("tane", options.tane, 5, cards.ANIMALS, 1, cards.ANIMALS)
    both, ribbons = cards.RED_POEMS | cards.BLUES, cards.RIBBONS
    if options.both_colours is not BothColours.APART:
        further = ribbons if extends(options.tan_with_colour) else 0
        yield Row("akatan-aotan", options.akatan_aotan, 6, both, 1 if further else 0, further)
    yield _three(options, "akatan", cards.RED_POEMS, ribbons, options.tan_with_colour)
    yield _three(options, "aotan", cards.BLUES, ribbons, options.tan_with_colour)
    yield Row("tan", options.tan, 5, ribbons, 1, ribbons)
    chaff = cards.CHAFF | (cards.SAKE_CUP if chaff_worth(options) else 0)
    yield Row("kasu", options.kasu, 10, chaff, 1, chaff)
    if options.viewing is not Viewing.NONE:
        yield Row("hanami", options.hanami, 2, cards.CURTAIN | cards.SAKE_CUP)
        yield Row("tsukimi", options.tsukimi, 2, cards.MOON | cards.SAKE_CUP)
    yield Row("tsukifuda", options.tsukifuda, 4, cards.ALL)
    yield Row("teppou", options.teppou, 3, cards.CURTAIN | cards.MOON | cards.SAKE_CUP)
    yield Row("teshi", options.teshi, 4, 0, is_dealt=True)
    yield Row("kuttsuki", options.kuttsuki, 8, 0, is_dealt=True)


def _three(options: Options, key: str, three: int, kind: int, rule: Further) -> Row:
    further = kind if extends(rule) else 0
    return Row(key, getattr(options, key), 3, three, 1 if further else 0, further)


def extends(rule: Further) -> bool:
    """Whether further cards make the yaku itself greater."""
    return rule in (Further.EXTEND, Further.EXTEND_AND_STACK)


def stacks(rule: Further) -> bool:
    """Whether the plain count (tan, tane) stands beside the set."""
    return rule in (Further.STACK, Further.EXTEND_AND_STACK)


def yaku_of(options: Options, pile: int, *, month: int = 0, has_called: bool = False) -> Made:
    """The yaku of a pile (48-bit set) in a month (0: none in particular), and what each is worth.

    `has_called`: the owner has called koi-koi in this month (it matters where the viewing pays the caller).

    >>> yaku_of(Options(), cards.mask_of(map(cards.card, ["3.bright.1", "9.animal.1"])))
    (('hanami', 5),)
    """
    table = _table(options)
    made = [*_brights(table, pile), *_animals(options, table, pile), *_ribbons(options, table, pile)]
    made += _chaff(options, table, pile)
    others = [*_month_cards(options, table, pile, month), *_whole(table, "teppou", pile)]
    if options.viewing is not Viewing.LIMITED or made or others:
        made += _viewings(options, table, pile, month, has_called)
    return (*made, *others)


@lru_cache(maxsize=64)
def _table(options: Options) -> dict[str, Row]:
    """The rows that a pile can make, by key."""
    return {row.key: row for row in rows(options) if not row.is_dealt}


def _brights(table: dict[str, Row], pile: int) -> list[tuple[str, int]]:
    """The most valuable of the bright yaku: they exclude each other."""
    made = [(row.key, row.points) for row in table.values() if row.is_exclusive and _is_made(row, pile)]
    return [max(made, key=lambda each: each[1])] if made else []


def _is_made(row: Row, pile: int) -> bool:
    return (pile & row.cards).bit_count() >= row.need


def _whole(table: dict[str, Row], key: str, pile: int) -> list[tuple[str, int]]:
    row = table.get(key)
    return [(key, row.points)] if row and _is_made(row, pile) else []


def _counted(row: Row, count: int) -> list[tuple[str, int]]:
    return [(row.key, row.points + (count - row.need) * row.each)] if count >= row.need else []


def _extended(row: Row, pile: int) -> tuple[str, int]:
    return row.key, row.points + row.each * ((pile & row.further).bit_count() - row.need)


def _animals(options: Options, table: dict[str, Row], pile: int) -> list[tuple[str, int]]:
    made = []
    three, tane = table.get("inoshikacho"), table.get("tane")
    has_three = three is not None and _is_made(three, pile)
    if three and has_three:
        made.append(_extended(three, pile))
    if tane and (not has_three or stacks(options.tane_with_inoshikacho)):
        made += _counted(tane, (pile & cards.ANIMALS).bit_count())
    return made


def _ribbons(options: Options, table: dict[str, Row], pile: int) -> list[tuple[str, int]]:
    colours = [row for key in ("akatan", "aotan") if (row := table.get(key)) and _is_made(row, pile)]
    both, tan = table.get("akatan-aotan"), table.get("tan")
    made = []
    if both and _is_made(both, pile):
        made.append(_extended(both, pile))
        if options.both_colours is BothColours.INSTEAD:
            colours = []
        made += [(row.key, row.points) for row in colours]
    elif len(colours) == 2:  # each is three of the other's further ribbons: only those beyond both count, once
        first, second = colours
        beyond = first.each * ((pile & cards.RIBBONS).bit_count() - first.need - second.need)
        made += [(first.key, first.points + beyond), (second.key, second.points)]
    else:
        made += [_extended(row, pile) for row in colours]
    if tan and (not made or stacks(options.tan_with_colour)):
        made += _counted(tan, (pile & cards.RIBBONS).bit_count())
    return made


def _chaff(options: Options, table: dict[str, Row], pile: int) -> list[tuple[str, int]]:
    row = table.get("kasu")
    if row is None:
        return []
    cup = chaff_worth(options) if pile & cards.SAKE_CUP else 0
    return _counted(row, (pile & cards.CHAFF).bit_count() + cup)


def _viewings(
    options: Options, table: dict[str, Row], pile: int, month: int, has_called: bool
) -> list[tuple[str, int]]:
    clouds = {
        Rain.OFF: (0, 0),
        Rain.HANAMI: (cards.RAIN_MAN | cards.LIGHTNING, 0),
        Rain.BOTH: (cards.RAIN_MAN | cards.LIGHTNING,) * 2,
        Rain.WILLOW: (cards.WILLOWS,) * 2,
    }[options.rain]
    made = []
    for key, season, cloud in (("hanami", 3, clouds[0]), ("tsukimi", 8, clouds[1])):
        factor = 3 if options.viewing is Viewing.CALLER and has_called else 1
        if options.viewing is Viewing.SEASON and month == season:
            factor = 2
        if not pile & cloud:
            made += [(key, points * factor) for key, points in _whole(table, key, pile)]
    return made


def _month_cards(options: Options, table: dict[str, Row], pile: int, month: int) -> list[tuple[str, int]]:
    row = table.get("tsukifuda")
    if row is None:
        return []
    if options.tsukifuda_month is MonthCards.CURRENT:
        whole = month > 0 and pile & cards.MONTH[month - 1] == cards.MONTH[month - 1]
        return [(row.key, row.points)] if whole else []
    count = sum(pile & four == four for four in cards.MONTH)
    return [(row.key, row.points * count)] if count else []


def dealt_yaku(options: Options, hand: int) -> Made:
    """Teshi or kuttsuki of a dealt hand of eight, with its points; whether it counts is for `options.dealt_yaku`.

    >>> dealt_yaku(Options(), 0b1111 | 0b1111 << 4)
    (('teshi', 6),)
    """
    counts = [(hand & four).bit_count() for four in cards.MONTH]
    if max(counts) == cards.SLOTS:
        return (("teshi", options.teshi),) if options.teshi else ()
    if counts.count(2) == 4:
        return (("kuttsuki", options.kuttsuki),) if options.kuttsuki else ()
    return ()


# Counting fast -------------------------------------------------------------------------------------------
# What the rules look at in a pile is the sum of one small number a card (a tally): five bits for the brights, one
# for the cup, and counters. Piles with the same tally have the same yaku, so points are kept by tally.
_CUP, _ANIMAL, _THREE, _RIBBON, _RED, _BLUE, _CHAFF_AT, _CLOUD, _MONTH_AT = 5, 6, 10, 12, 16, 18, 20, 25, 28
MOST_KEPT = 1 << 17


def weights(options: Options, month: int) -> tuple[int, ...]:
    """By card, what it adds to the tally of a pile."""
    return tuple(_weight(options, month, each) for each in cards.CARDS)


def _weight(options: Options, month: int, each: cards.Card) -> int:
    bit = cards.BIT[each.number]
    weight = 0
    if bit & cards.BRIGHTS:
        weight += 1 << (cards.BRIGHTS & (bit - 1)).bit_count()
    for at, group in (
        (_CUP, cards.SAKE_CUP),
        (_ANIMAL, cards.ANIMALS),
        (_THREE, cards.BOAR_DEER_BUTTERFLIES),
        (_RIBBON, cards.RIBBONS),
        (_RED, cards.RED_POEMS),
        (_BLUE, cards.BLUES),
        (_CHAFF_AT, cards.CHAFF),
    ):
        weight += bool(bit & group) << at
    if options.rain is not Rain.OFF and bit & cards.WILLOWS & ~cards.RAIN_MAN:
        counts = options.rain is Rain.WILLOW or bit == cards.LIGHTNING
        weight += counts << _CLOUD
    if options.tsukifuda:
        if options.tsukifuda_month is MonthCards.ANY:
            weight += 1 << _MONTH_AT + 3 * (each.month - 1)
        elif each.month == month:
            weight += 1 << _MONTH_AT
    return weight


def _least(options: Options, month: int) -> tuple[tuple[int, int], ...]:
    """Sets of cards and how many of them: a pile that has fewer of every set has no yaku."""
    found: list[tuple[int, int]] = []
    for row in rows(options):
        if row.key == "tsukifuda":
            is_any = options.tsukifuda_month is MonthCards.ANY
            found += [(four, row.need) for at, four in enumerate(cards.MONTH, 1) if is_any or at == month]
        elif row.key == "kasu":
            found.append((row.cards, row.need - max(0, chaff_worth(options) - 1)))  # the cup lies there as one card
        elif not row.is_dealt:
            found.append((row.cards, row.need))
    return tuple(found)


@lru_cache(maxsize=32)
def _chunks(each: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The tallies of every set of three months, for the four quarters of the year."""
    quarters = []
    for quarter in range(4):
        sums = [0]
        for weight in each[quarter * 12 : quarter * 12 + 12]:
            sums += [before + weight for before in sums]
        quarters.append(tuple(sums))
    return tuple(quarters)


class Scorer:
    """The points of piles under fixed options, month and call, about a microsecond each.

    For playouts: keep `tally` beside the pile (`tally += weights[card]`) and ask `by_tally(tally, pile)`.
    """

    __slots__ = ("_kept", "_least", "_quarters", "has_called", "month", "options", "weights")

    def __init__(self, options: Options, month: int, has_called: bool) -> None:
        self.options, self.month, self.has_called = options, month, has_called
        self.weights = weights(options, month)
        self._quarters = _chunks(self.weights)
        self._least = _least(options, month)
        self._kept: dict[int, int] = {}

    def tally(self, pile: int) -> int:
        """The sum of the weights of a pile."""
        first, second, third, fourth = self._quarters
        return first[pile & 4095] + second[pile >> 12 & 4095] + third[pile >> 24 & 4095] + fourth[pile >> 36]

    def points(self, pile: int) -> int:
        """The points of all yaku of a pile, before any factor."""
        first, second, third, fourth = self._quarters
        tally = first[pile & 4095] + second[pile >> 12 & 4095] + third[pile >> 24 & 4095] + fourth[pile >> 36]
        points = self._kept.get(tally)
        return self._count(tally, pile) if points is None else points

    def by_tally(self, tally: int, pile: int) -> int:
        """`points` when the tally of the pile is known already."""
        points = self._kept.get(tally)
        return self._count(tally, pile) if points is None else points

    def yaku(self, pile: int) -> Made:
        """The yaku of a pile and their points."""
        return yaku_of(self.options, pile, month=self.month, has_called=self.has_called)

    def _count(self, tally: int, pile: int) -> int:
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        points = 0
        for group, need in self._least:  # most piles have no yaku: told in a tenth of the time
            if (pile & group).bit_count() >= need:
                points = sum(worth for _, worth in self.yaku(pile))
                break
        self._kept[tally] = points
        return points


def scorer(options: Options, month: int = 0, has_called: bool = False) -> Scorer:
    """The scorer for these circumstances, shared between those that count the same."""
    if options.viewing is not Viewing.CALLER:
        has_called = False
    if options.viewing is not Viewing.SEASON and not options.tsukifuda:
        month = 0
    return _scorer(options, month, has_called)


@lru_cache(maxsize=128)
def _scorer(options: Options, month: int, has_called: bool) -> Scorer:
    return Scorer(options, month, has_called)
