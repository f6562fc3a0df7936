"""Cards, yaku and rules in the language of the page."""

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games import opponents
from games.rules.engine import IllegalMove
from games.rules.karuta import play as karuta
from games.rules.koikoi import play as koikoi
from games.rules.koikoi.cards import CARDS, Kind, Names, card
from games.rules.koikoi.options import TEXTS, OptionError
from games.rules.koikoi.yaku import NAMES

PRESET_NAMES = {
    "seed": _("Source text"),
    "nintendo": _("Nintendo"),
    "koikoi_japan": _("KoiKoi-Japan"),
    "newhanafuda": _("New Hanafuda"),
    "custom": _("Own rules"),
}
PRESET_SENTENCES = {
    "seed": _("The rules of the source text, to the letter: any three brights are a sankō, calls have no limit."),
    "nintendo": _("As printed by a well-known maker of cards: seven points double, one koi-koi a month."),
    "koikoi_japan": _("Eight months out of a bank of 30; your own calls make you richer."),
    "newhanafuda": _("Bigger brights, four cards of the month count, every call multiplies."),
}
KIND_NAMES = {
    Kind.BRIGHT: _("Brights"),
    Kind.ANIMAL: _("Animals"),
    Kind.RIBBON: _("Ribbons"),
    Kind.CHAFF: _("Chaff"),
}
KIND_SIGNS = {Kind.BRIGHT: "光", Kind.ANIMAL: "タネ", Kind.RIBBON: "タン", Kind.CHAFF: "カス"}
GROUP_NAMES = {
    "points": _("Points of the yaku"),
    "yaku": _("What counts for a yaku"),
    "multipliers": _("Factors"),
    "koikoi": _("Koi-koi and the end of a month"),
    "deal": _("The deal"),
    "game": _("The game"),
}
FACTOR_NAMES = {
    "seven": _("seven points or more"),
    "opponent_called": _("the other had called koi-koi"),
    "own_calls": _("own calls of koi-koi"),
    "all_calls": _("calls of koi-koi by both"),
    "brights": _("brights dealt to the floor"),
    "second_yaku": _("a second yaku after koi-koi"),
}


def sentences_of_options() -> set[str]:
    """Every sentence of the table of options, for the translators."""
    return {text.sentence for text in TEXTS} | {means for text in TEXTS for _value, means in text.choices}


def sentences_of_referees() -> set[str]:
    """What each phase of a game waits for, said when something else is tried; for the translators."""
    return {*koikoi.AWAITED.values(), *karuta.AWAITED.values()}


def sentences_of_levels() -> set[str]:
    """What is said about each opponent, for the translators."""
    return {level.sentence for level in opponents.LEVELS}


def name(names: Names) -> str:
    """The one of the three names that the page speaks."""
    return getattr(names, (get_language() or "en")[:2], names.en)


def card_name(number: int) -> str:
    return name(CARDS[number].names)


def yaku_name(key: str) -> str:
    return name(NAMES[key])


def short_yaku_name(key: str) -> str:
    """The yaku's Japanese word: in kanji, or in the brackets of the longer name."""
    whole = yaku_name(key)
    return whole.rpartition("(")[2].removesuffix(")") if "(" in whole else whole


def sentence(problem: IllegalMove | OptionError) -> str:
    """Why not, in the page's language; cards by their names."""
    facts = {key: _as_name(value) for key, value in problem.facts.items()}
    return gettext(problem.sentence) % facts


def _as_name(value: str | int) -> str | int:
    try:
        return card_name(card(value)) if isinstance(value, str) else value
    except ValueError:
        return value
