"""Every rule of Koi-Koi that tables disagree about, as one frozen value.

The defaults are the preset `seed`. What each option means is said in TEXTS (English sentences, the keys of the
translations); nothing else in the package describes a rule in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

MOST_POINTS = 99
MONTHS = 12


class BothColours(StrEnum):
    """All six coloured ribbons."""

    INSTEAD = "instead"
    APART = "apart"
    ON_TOP = "on_top"


class Further(StrEnum):
    """What ribbons (animals) beyond a full set of three are worth."""

    STACK = "stack"
    EXTEND = "extend"
    EXTEND_AND_STACK = "extend_and_stack"
    NONE = "none"


class Viewing(StrEnum):
    """When hanami and tsukimi count."""

    ALWAYS = "always"
    LIMITED = "limited"
    NONE = "none"
    CALLER = "caller"
    SEASON = "season"


class Rain(StrEnum):
    """Which cards in one's own pile cancel a viewing."""

    OFF = "off"
    HANAMI = "hanami"
    BOTH = "both"
    WILLOW = "willow"


class Sake(StrEnum):
    """What the sake cup counts as."""

    ANIMAL_AND_CHAFF = "animal_and_chaff"
    ANIMAL = "animal"
    ANIMAL_AND_TWO_CHAFF = "animal_and_two_chaff"


class MonthCards(StrEnum):
    """Whose four cards are tsuki-fuda."""

    CURRENT = "current"
    ANY = "any"


class Bonus(StrEnum):
    """What calls of koi-koi are worth to the winner."""

    NONE = "none"
    PLUS_ONE = "plus_one"
    LADDER = "ladder"
    ALL_CALLS = "all_calls"


class Combine(StrEnum):
    """How several factors go together."""

    PRODUCT = "product"
    MAX = "max"


class Limit(StrEnum):
    """How often koi-koi may be called."""

    NONE = "none"
    ROUND = "round"
    PLAYER = "player"
    PLAYER_DOUBLED = "player_doubled"


class EmptyHand(StrEnum):
    """Koi-koi with the last card played."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


class Exhaustion(StrEnum):
    """Both hands are empty and nobody stopped."""

    NAGARE = "nagare"
    DEALER_ONE = "dealer_one"
    DEALER_SIX = "dealer_six"
    HIGHER = "higher"
    LAST_CALLER = "last_caller"


class FloorFour(StrEnum):
    """Four of a month dealt to the floor."""

    REDEAL = "redeal"
    DEALER_SIX = "dealer_six"


class FloorPairs(StrEnum):
    """Four pairs dealt to the floor."""

    PLAY = "play"
    REDEAL = "redeal"


class FloorThree(StrEnum):
    """Three of a month dealt to the floor."""

    TAKE_ALL = "take_all"
    REDEAL = "redeal"


class DealtYaku(StrEnum):
    """Teshi or kuttsuki in a dealt hand."""

    SCORE = "score"
    REDEAL = "redeal"
    OFF = "off"


class BothDealt(StrEnum):
    """Both players are dealt a yaku."""

    REDEAL = "redeal"
    DEALER = "dealer"
    CANCEL = "cancel"
    BOTH_PAID = "both_paid"


class NextDealer(StrEnum):
    """Who deals the next month."""

    WINNER_KEEP = "winner_keep"
    WINNER_SWITCH = "winner_switch"
    ALTERNATE = "alternate"


class DealerTie(StrEnum):
    """Both drew the same month for the deal."""

    REDRAW = "redraw"
    HIGHER_CARD = "higher_card"


class Bank(StrEnum):
    """What each player begins with."""

    ZERO = "zero"
    THIRTY = "thirty"
    FIFTY = "fifty"
    TEN_A_MONTH = "ten_a_month"


class OptionError(ValueError):
    """A value an option cannot have. `option` names it; `sentence` and `facts` as in IllegalMove."""

    def __init__(self, option: str, sentence: str, **facts: str | int) -> None:
        super().__init__(sentence % facts)
        self.option = option
        self.sentence = sentence
        self.facts = facts


@dataclass(frozen=True, eq=True)
class Options:
    """The rules of one game. Points of a yaku are 0 to 99, 0 being off.

    >>> Options(months=3).months
    3
    >>> Options(months=13)
    Traceback (most recent call last):
    games.rules.koikoi.options.OptionError: A game has 1 to 12 months.
    """

    gokou: int = 10
    shikou: int = 8
    ameshikou: int = 7
    sankou: int = 5
    hanami: int = 5
    tsukimi: int = 5
    inoshikacho: int = 5
    akatan: int = 5
    aotan: int = 5
    akatan_aotan: int = 10
    tane: int = 1
    tan: int = 1
    kasu: int = 1
    tsukifuda: int = 0
    teppou: int = 0
    teshi: int = 6
    kuttsuki: int = 6

    sankou_rain: bool = True
    both_colours: BothColours = BothColours.INSTEAD
    tan_with_colour: Further = Further.STACK
    tane_with_inoshikacho: Further = Further.STACK
    viewing: Viewing = Viewing.ALWAYS
    rain: Rain = Rain.OFF
    sake: Sake = Sake.ANIMAL_AND_CHAFF
    tsukifuda_month: MonthCards = MonthCards.CURRENT

    seven_double: bool = False
    koikoi_penalty: bool = True
    koikoi_bonus: Bonus = Bonus.NONE
    bright_multiplier: bool = False
    combine: Combine = Combine.PRODUCT

    koikoi_limit: Limit = Limit.NONE
    koikoi_empty_hand: EmptyHand = EmptyHand.FORBIDDEN
    exhaustion: Exhaustion = Exhaustion.NAGARE

    floor_four: FloorFour = FloorFour.REDEAL
    floor_pairs: FloorPairs = FloorPairs.PLAY
    floor_three: FloorThree = FloorThree.TAKE_ALL
    dealt_yaku: DealtYaku = DealtYaku.SCORE
    both_dealt: BothDealt = BothDealt.REDEAL

    dealer_tie: DealerTie = DealerTie.REDRAW
    next_dealer: NextDealer = NextDealer.WINNER_KEEP
    months: int = 12
    bank: Bank = Bank.ZERO

    def __post_init__(self) -> None:
        for name in POINTS:
            if not is_whole(getattr(self, name)) or not 0 <= getattr(self, name) <= MOST_POINTS:
                raise OptionError(name, "Points are a whole number from 0 to %(most)s.", most=MOST_POINTS)
        if not is_whole(self.months) or not 1 <= self.months <= MONTHS:
            raise OptionError("months", "A game has 1 to %(most)s months.", most=MONTHS)
        for name, kind in CHOICES.items():
            if not isinstance(getattr(self, name), kind):
                value = str(getattr(self, name))
                raise OptionError(name, "“%(value)s” is not a choice of %(name)s.", value=value, name=name)
        if not any(getattr(self, name) for name in PILE_YAKU):
            raise OptionError("gokou", "At least one yaku must be worth points.")

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, each.name) for each in fields(self)))

    def __hash__(self) -> int:  # asked for every turn: tables are kept by options
        return self._hash

    @property
    def purse(self) -> int:
        """The points each player begins with; 0: there is no bank, points are only won."""
        return {Bank.ZERO: 0, Bank.THIRTY: 30, Bank.FIFTY: 50, Bank.TEN_A_MONTH: 10 * self.months}[self.bank]


def is_whole(value: object) -> bool:
    """Whether this is an integer (True and False are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


DEALT_YAKU = ("teshi", "kuttsuki")
PILE_YAKU = (
    *("gokou", "shikou", "ameshikou", "sankou", "hanami", "tsukimi", "inoshikacho", "akatan", "aotan", "akatan_aotan"),
    *("tane", "tan", "kasu", "tsukifuda", "teppou"),
)
POINTS = (*PILE_YAKU, *DEALT_YAKU)
CHOICES: dict[str, type[StrEnum | bool]] = {
    each.name: type(each.default) for each in fields(Options) if isinstance(each.default, StrEnum | bool)
}

SEED = Options()
PRESETS: dict[str, Options] = {
    "seed": SEED,
    "nintendo": Options(
        sankou_rain=False,
        tan_with_colour=Further.EXTEND,
        tane_with_inoshikacho=Further.EXTEND,
        seven_double=True,
        koikoi_limit=Limit.ROUND,
        dealt_yaku=DealtYaku.REDEAL,
        next_dealer=NextDealer.WINNER_SWITCH,
    ),
    "koikoi_japan": Options(
        sankou_rain=False,
        hanami=1,
        tsukimi=1,
        viewing=Viewing.CALLER,
        both_colours=BothColours.ON_TOP,
        koikoi_penalty=False,
        koikoi_bonus=Bonus.LADDER,
        exhaustion=Exhaustion.DEALER_ONE,
        dealt_yaku=DealtYaku.REDEAL,
        months=8,
        bank=Bank.THIRTY,
    ),
    "newhanafuda": Options(
        gokou=15,
        sankou=6,
        sankou_rain=False,
        both_colours=BothColours.APART,
        tsukifuda=4,
        koikoi_penalty=False,
        koikoi_bonus=Bonus.ALL_CALLS,
        exhaustion=Exhaustion.LAST_CALLER,
        bank=Bank.TEN_A_MONTH,
    ),
}
CUSTOM = "custom"


def preset_of(options: Options) -> str:
    """The name of the preset these options are, or "custom".

    >>> preset_of(Options()), preset_of(Options(months=3))
    ('seed', 'custom')
    """
    return next((name for name, each in PRESETS.items() if each == options), CUSTOM)


def with_changes(options: Options, changes: Mapping[str, object]) -> Options:
    """Options with some values changed, given as they are or as text (from a form, a file); OptionError if not so.

    >>> with_changes(SEED, {"months": "3", "seven_double": "yes"}).seven_double
    True
    """
    return replace(options, **{name: _value(name, value) for name, value in changes.items()})


def _value(name: str, value: object) -> Any:
    kind = CHOICES.get(name)
    if kind is None and name not in (*POINTS, "months"):
        raise OptionError(name, "There is no option “%(name)s”.", name=name)
    if not isinstance(value, str) or isinstance(value, StrEnum):
        return value
    if kind is bool:
        if value not in ("yes", "no"):
            raise OptionError(name, "%(name)s is yes or no, not “%(value)s”.", name=name, value=value)
        return value == "yes"
    if kind is not None:
        return kind(value) if value in [each.value for each in kind] else value
    return int(value) if value.isascii() and value.isdecimal() and len(value) <= len(str(MOST_POINTS)) else value


def changes_from(base: Options, options: Options) -> dict[str, str]:
    """The options that differ from `base`, as texts that `with_changes` reads.

    >>> changes_from(SEED, Options(months=3, seven_double=True))
    {'seven_double': 'yes', 'months': '3'}
    """
    names = (each.name for each in fields(Options))
    return {name: as_text(getattr(options, name)) for name in names if getattr(options, name) != getattr(base, name)}


def as_text(value: object) -> str:
    """A value of an option as `with_changes` reads it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class OptionText:
    """What an option is, in a sentence, and what each of its choices means (none: a number)."""

    option: str
    group: str
    sentence: str
    choices: tuple[tuple[str, str], ...] = ()


def _yes_no(yes: str, no: str) -> tuple[tuple[str, str], ...]:
    return (("yes", yes), ("no", no))


_POINT_SENTENCES = {
    "gokou": "Points for gokō, all five brights; 0 turns it off.",
    "shikou": "Points for shikō, four brights without the rain man; 0 turns it off.",
    "ameshikou": "Points for ame-shikō, four brights with the rain man; 0 turns it off, and they are a sankō.",
    "sankou": "Points for sankō, three brights; 0 turns it off.",
    "hanami": "Points for hanami, the curtain and the sake cup; 0 turns it off.",
    "tsukimi": "Points for tsukimi, the moon and the sake cup; 0 turns it off.",
    "inoshikacho": "Points for ino-shika-chō, the boar, the deer and the butterflies; 0 turns it off.",
    "akatan": "Points for akatan, the three red poem ribbons; 0 turns it off.",
    "aotan": "Points for aotan, the three blue ribbons; 0 turns it off.",
    "akatan_aotan": "Points for akatan and aotan together, where they have points of their own; 0 turns it off.",
    "tane": "Points for tane, five animals, with one more for each further animal; 0 turns it off.",
    "tan": "Points for tan, five ribbons, with one more for each further ribbon; 0 turns it off.",
    "kasu": "Points for kasu, ten chaff, with one more for each further chaff; 0 turns it off.",
    "tsukifuda": "Points for tsuki-fuda, the four cards of a month; 0 turns it off.",
    "teppou": "Points for teppō, the curtain, the moon and the sake cup together; 0 turns it off.",
    "teshi": "Points for teshi, a dealt hand with four of one month; 0 turns it off.",
    "kuttsuki": "Points for kuttsuki, a dealt hand of four pairs; 0 turns it off.",
}

TEXTS: tuple[OptionText, ...] = (
    *(OptionText(name, "points", sentence) for name, sentence in _POINT_SENTENCES.items()),
    OptionText(
        "sankou_rain",
        "yaku",
        "Whether the rain man can be one of the three brights of a sankō.",
        _yes_no("Any three brights are a sankō.", "The rain man does not count for a sankō."),
    ),
    OptionText(
        "both_colours",
        "yaku",
        "What akatan and aotan together are worth.",
        (
            ("instead", "One yaku with its own points, in place of the two."),
            ("apart", "Just the points of both."),
            ("on_top", "Its own points, on top of the points of both."),
        ),
    ),
    OptionText(
        "tan_with_colour",
        "yaku",
        "What further ribbons are worth to somebody with akatan or aotan.",
        (
            ("stack", "Tan counts beside the colour."),
            ("extend", "One point more for each further ribbon; tan does not count."),
            ("extend_and_stack", "One point more for each further ribbon, and tan counts as well."),
            ("none", "Nothing: tan does not count."),
        ),
    ),
    OptionText(
        "tane_with_inoshikacho",
        "yaku",
        "What further animals are worth to somebody with ino-shika-chō.",
        (
            ("stack", "Tane counts beside ino-shika-chō."),
            ("extend", "One point more for each further animal; tane does not count."),
            ("extend_and_stack", "One point more for each further animal, and tane counts as well."),
            ("none", "Nothing: tane does not count."),
        ),
    ),
    OptionText(
        "viewing",
        "yaku",
        "When hanami and tsukimi count.",
        (
            ("always", "Always."),
            ("limited", "Only together with another yaku."),
            ("none", "Never."),
            ("caller", "Always, and three times as much once you have called koi-koi yourself."),
            ("season", "Always, and hanami is doubled in March, tsukimi in August."),
        ),
    ),
    OptionText(
        "rain",
        "yaku",
        "Whether rain among your own captured cards spoils the viewing.",
        (
            ("off", "Rain spoils nothing."),
            ("hanami", "The rain man or the lightning cancels hanami."),
            ("both", "The rain man or the lightning cancels hanami and tsukimi."),
            ("willow", "Any willow card cancels hanami and tsukimi."),
        ),
    ),
    OptionText(
        "sake",
        "yaku",
        "What the sake cup counts as.",
        (
            ("animal_and_chaff", "An animal and a chaff."),
            ("animal", "An animal only."),
            ("animal_and_two_chaff", "An animal and two chaff."),
        ),
    ),
    OptionText(
        "tsukifuda_month",
        "yaku",
        "Which month's four cards are tsuki-fuda.",
        (("current", "The month being played."), ("any", "Any month, each on its own.")),
    ),
    OptionText(
        "seven_double",
        "multipliers",
        "Whether seven points of yaku or more are doubled.",
        _yes_no("Doubled from seven points on.", "Not doubled."),
    ),
    OptionText(
        "koikoi_penalty",
        "multipliers",
        "What you win when your opponent had called koi-koi.",
        _yes_no("Your points are doubled.", "Just your points."),
    ),
    OptionText(
        "koikoi_bonus",
        "multipliers",
        "What calls of koi-koi are worth to the winner.",
        (
            ("none", "Nothing."),
            ("plus_one", "One point more for each of your own calls."),
            (
                "ladder",
                "One to three points more for as many own calls; four to seven calls multiply by two to five.",
            ),
            ("all_calls", "Times one more than the calls of both players."),
        ),
    ),
    OptionText(
        "bright_multiplier",
        "multipliers",
        "Whether brights dealt to the floor multiply the points of the month.",
        _yes_no("Times the number of brights dealt to the floor, if there are any.", "They do not."),
    ),
    OptionText(
        "combine",
        "multipliers",
        "How several factors go together.",
        (("product", "All are multiplied."), ("max", "Only the greatest counts.")),
    ),
    OptionText(
        "koikoi_limit",
        "koikoi",
        "How often koi-koi may be called in a month.",
        (
            ("none", "As often as you like."),
            ("round", "Once a month, both players together."),
            ("player", "Once by each player."),
            ("player_doubled", "Once by each player; your next yaku ends the month and your points are doubled."),
        ),
    ),
    OptionText(
        "koikoi_empty_hand",
        "koikoi",
        "Whether koi-koi may be called with no card left in the hand.",
        (("forbidden", "No, the month ends."), ("allowed", "Yes, while the opponent still holds a card.")),
    ),
    OptionText(
        "exhaustion",
        "koikoi",
        "What happens when the hands run out and nobody has stopped.",
        (
            ("nagare", "Nagare: nobody scores."),
            ("dealer_one", "The dealer gets one point."),
            ("dealer_six", "The dealer gets six points."),
            ("higher", "The player whose yaku are worth more scores them; nobody if they are equal."),
            ("last_caller", "The last to have called koi-koi scores their yaku; nobody if nobody called."),
        ),
    ),
    OptionText(
        "floor_four",
        "deal",
        "What happens when four cards of one month are dealt to the floor.",
        (("redeal", "The cards are dealt again."), ("dealer_six", "The dealer wins the month with six points.")),
    ),
    OptionText(
        "floor_pairs",
        "deal",
        "What happens when four pairs are dealt to the floor.",
        (("play", "Play goes on."), ("redeal", "The cards are dealt again.")),
    ),
    OptionText(
        "floor_three",
        "deal",
        "What happens when three cards of one month are dealt to the floor.",
        (
            ("take_all", "Whoever plays or draws the fourth takes all four."),
            ("redeal", "The cards are dealt again."),
        ),
    ),
    OptionText(
        "dealt_yaku",
        "deal",
        "What a yaku in the dealt hand (teshi, kuttsuki) does.",
        (
            ("score", "It ends the month at once and scores."),
            ("redeal", "The cards are dealt again."),
            ("off", "Nothing, it is played on."),
        ),
    ),
    OptionText(
        "both_dealt",
        "deal",
        "What happens when both players are dealt a yaku.",
        (
            ("redeal", "The cards are dealt again."),
            ("dealer", "The dealer's counts."),
            ("cancel", "They cancel each other and play goes on."),
            ("both_paid", "Both are paid."),
        ),
    ),
    OptionText(
        "dealer_tie",
        "game",
        "Who deals first when both draw a card of the same month.",
        (("redraw", "Both draw again."), ("higher_card", "Whoever drew the more valuable card.")),
    ),
    OptionText(
        "next_dealer",
        "game",
        "Who deals the next month.",
        (
            ("winner_keep", "The winner; after a month without a winner the same dealer."),
            ("winner_switch", "The winner; after a month without a winner the other player."),
            ("alternate", "The players take turns."),
        ),
    ),
    OptionText("months", "game", "How many months are played, 1 to 12."),
    OptionText(
        "bank",
        "game",
        "What the players begin with. Out of a bank the loser pays the winner, and an empty bank ends the game.",
        (
            ("zero", "Nothing: points are only won."),
            ("thirty", "30 points each."),
            ("fifty", "50 points each."),
            ("ten_a_month", "10 points each for every month to be played."),
        ),
    ),
)
