"""The hundred poems and the joka as values, read once from `poems.json` and checked on the way in.

The words are data (docs/corpus.md says where each decision comes from); what can be computed from them,
above all the kimariji, is computed and never stored.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from trainer.poems.kana import is_hiragana, strip_voicing

POEMS_FILE = Path(__file__).with_name("poems.json")
UPPER_PHRASES = 3
LOWER_PHRASES = 2
COLUMN_LENGTH = 5
SMALL_KANA = "ゃゅょ"


class CorpusError(ValueError):
    """The corpus file breaks its own rules; the message names the poem and the field."""


class Figure(StrEnum):
    """What the portrait on the yomifuda shows."""

    EMPEROR = "emperor"
    COURTIER = "courtier"
    LADY = "lady"
    MONK = "monk"
    HOODED = "hooded"


class Toss(StrEnum):
    """The five sets of twenty of the TOSS five-colour deck."""

    BLUE = "青"
    PINK = "桃"
    YELLOW = "黄"
    GREEN = "緑"
    ORANGE = "橙"


class Season(StrEnum):
    """The season a poem speaks of."""

    SPRING = "spring"
    SUMMER = "summer"
    AUTUMN = "autumn"
    WINTER = "winter"
    NONE = "none"


class Theme(StrEnum):
    """The division of its source anthology that a poem stands in."""

    LOVE = "love"
    SEASON = "season"
    PARTING = "parting"
    TRAVEL = "travel"
    MISCELLANEOUS = "miscellaneous"


class Certainty(StrEnum):
    """Whether a mark of the recitation is known from readers or only derived (docs/recitation.md)."""

    KNOWN = "known"
    ASSUMED = "assumed"


@dataclass(frozen=True)
class Wording:
    """One text in the languages of the site."""

    en: str
    vi: str
    ja: str

    def text(self, language: str) -> str:
        """The text for a language code (`vi`, `ja`, `en-gb`), in English where there is none."""
        return {"ja": self.ja, "vi": self.vi}.get(language.partition("-")[0], self.en)


@dataclass(frozen=True)
class Author:
    """A poet as named on the yomifuda."""

    kanji: str
    kana: str
    romaji: str
    en: str
    vi: str
    figure: Figure
    dais: bool = False

    def name(self, language: str) -> str:
        """The name for a language code, in English where there is none."""
        return {"ja": self.kanji, "vi": self.vi}.get(language.partition("-")[0], self.en)


@dataclass(frozen=True)
class Ruby:
    """A piece of text with the reading that stands beside it, None for kana, which need none."""

    base: str
    reading: str | None = None


@dataclass(frozen=True)
class Phrase:
    """One of the five phrases. `text` carries furigana in braces: 今{いま}来{こ}むと.

    `breaks` are places in `spoken`; a reader shortly lengthens the kana before each: 2 is わが｜ころもでわ.
    """

    text: str
    historical: str
    modern: str
    spoken: str
    romaji: str
    breaks: tuple[int, ...] = ()
    certainty: Certainty | None = None  # of the breaks; None where there are none

    @cached_property
    def ruby(self) -> tuple[Ruby, ...]:
        """The text in pieces.

        >>> Phrase("春{はる}の", "はるの", "はるの", "はるの", "haru no").ruby
        (Ruby(base='春', reading='はる'), Ruby(base='の', reading=None))
        """
        return parse_ruby(self.text)

    @cached_property
    def written(self) -> str:
        """The text without its furigana."""
        return "".join(piece.base for piece in self.ruby)


@dataclass(frozen=True)
class Verse:
    """The upper (three phrases) or the lower verse (two), in each spelling."""

    phrases: tuple[Phrase, ...]

    @cached_property
    def ruby(self) -> tuple[Ruby, ...]:
        """The pieces of all phrases in order."""
        return tuple(piece for phrase in self.phrases for piece in phrase.ruby)

    @cached_property
    def written(self) -> str:
        """Kanji and kana, no furigana."""
        return self._joined(lambda phrase: phrase.written)

    @cached_property
    def historical(self) -> str:
        """Historical kana with voicing marks."""
        return self._joined(lambda phrase: phrase.historical)

    @cached_property
    def modern(self) -> str:
        """Modern kana; the particles は, を and へ keep their spelling."""
        return self._joined(lambda phrase: phrase.modern)

    @cached_property
    def spoken(self) -> str:
        """What the reciter says; as many kana as `modern`."""
        return self._joined(lambda phrase: phrase.spoken)

    @cached_property
    def romaji(self) -> str:
        """Hepburn, a space between words."""
        return self._joined(lambda phrase: phrase.romaji, " ")

    @cached_property
    def spellings(self) -> tuple[str, ...]:
        """Every kana spelling an answer may use: as spoken, in modern and in historical kana."""
        return tuple(dict.fromkeys((self.spoken, self.modern, self.historical)))

    def _joined(self, spelling: Callable[[Phrase], str], between: str = "") -> str:
        return between.join(spelling(phrase) for phrase in self.phrases)


@dataclass(frozen=True)
class Poem:
    """A poem of the Ogura Hyakunin Isshu (1–100), or the joka (0)."""

    number: int
    author: Author
    upper: Verse
    lower: Verse
    torifuda_columns: tuple[str, ...]
    toss: Toss | None
    tengudo: str | None
    season: Season
    theme: Theme
    literal: Wording
    plain: Wording
    note: Wording
    mnemonics: tuple[Wording, ...]

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The five phrases."""
        return self.upper.phrases + self.lower.phrases

    @property
    def torifuda(self) -> str:
        """What the torifuda prints: the lower verse in historical kana without voicing marks."""
        return "".join(self.torifuda_columns)

    @property
    def initial(self) -> str:
        """The first kana heard."""
        return self.upper.spoken[0]

    def __str__(self) -> str:
        return f"{self.number} {self.upper.written} {self.lower.written}"


_RUBY = re.compile(r"(?P<base>[一-鿿々〆ヶ]+)\{(?P<reading>[ぁ-ゖー]+)\}|(?P<kana>[ぁ-ゖー]+)")


def parse_ruby(text: str) -> tuple[Ruby, ...]:
    """Split `今{いま}来{こ}むと` into its pieces; ValueError if a kanji has no reading or a brace is astray.

    >>> parse_ruby("山{やま}風{かぜ}を")[1]
    Ruby(base='風', reading='かぜ')
    """
    pieces: list[Ruby] = []
    position = 0
    for match in _RUBY.finditer(text):
        if match.start() != position:
            break
        pieces.append(Ruby(match["kana"] or match["base"], match["reading"]))
        position = match.end()
    if position != len(text) or not text:
        raise ValueError(
            f"“{text}” cannot be read at character {position + 1}: every kanji takes its reading in braces"
        )
    return tuple(pieces)


def load(path: Path = POEMS_FILE) -> tuple[Poem, ...]:
    """Read and check a corpus file: a JSON list of the joka and the hundred poems, in any order.

    Returns 101 poems, index = number. Raises CorpusError with the poem and the field at fault.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise CorpusError(f"{path.name} is not JSON: {error}") from error
    if not isinstance(entries, list):
        raise CorpusError(f"{path.name} must hold one list of poems")
    poems = sorted((_Entry(entry).poem() for entry in entries), key=lambda poem: poem.number)
    numbers = [poem.number for poem in poems]
    if numbers != list(range(101)):
        raise CorpusError(f"numbers must be 0 to 100, once each; wrong at {_first_gap(numbers)}")
    return tuple(poems)


def _first_gap(numbers: list[int]) -> int:
    return next((i for i, number in enumerate(numbers) if i != number), len(numbers))


Choice = TypeVar("Choice", bound=StrEnum)

_WORDINGS = {"literal", "plain", "note", "mnemonics"}
_KEYS = {"number", "author", "upper", "lower", "torifuda", "colours", "season", "theme"} | _WORDINGS


class _Entry:
    """One object of the corpus file on its way to a Poem."""

    def __init__(self, entry: Any) -> None:
        if not isinstance(entry, dict) or not isinstance(entry.get("number"), int):
            raise CorpusError(f"every poem is an object with a number, not {str(entry)[:40]!r}")
        self.entry: dict[str, Any] = entry
        self.number: int = entry["number"]

    def poem(self) -> Poem:
        self._check_keys("the poem", self.entry, _KEYS)
        colours = self.entry["colours"]
        self._check_keys("colours", colours, {"toss", "tengudo"})
        poem = Poem(
            number=self.number,
            author=self._author(self.entry["author"]),
            upper=self._verse("upper", UPPER_PHRASES),
            lower=self._verse("lower", LOWER_PHRASES),
            torifuda_columns=tuple(self.entry["torifuda"]),
            toss=None if colours["toss"] is None else self._member(Toss, "colours.toss", colours["toss"]),
            tengudo=colours["tengudo"],
            season=self._member(Season, "season", self.entry["season"]),
            theme=self._member(Theme, "theme", self.entry["theme"]),
            literal=self._wording("literal", self.entry["literal"]),
            plain=self._wording("plain", self.entry["plain"]),
            note=self._wording("note", self.entry["note"]),
            mnemonics=tuple(self._wording("mnemonics", entry) for entry in self.entry["mnemonics"]),
        )
        self._check_torifuda(poem)
        if self.number and poem.toss is None:
            self._refuse("colours.toss", "is missing")
        return poem

    def _author(self, entry: Mapping[str, Any]) -> Author:
        names = {"kanji", "kana", "romaji", "en", "vi"}
        self._check_keys("author", entry, names | {"figure"}, {"dais"})
        texts = {name: self._text(f"author.{name}", entry[name]) for name in sorted(names)}
        figure = self._member(Figure, "author.figure", entry["figure"])
        return Author(**texts, figure=figure, dais=bool(entry.get("dais", False)))

    def _verse(self, field: str, length: int) -> Verse:
        entries = self.entry[field]
        if len(entries) != length:
            self._refuse(field, f"has {len(entries)} phrases, not {length}")
        return Verse(tuple(self._phrase(f"{field}[{i}]", entry) for i, entry in enumerate(entries)))

    def _phrase(self, field: str, entry: Mapping[str, Any]) -> Phrase:
        names = ("text", "historical", "modern", "spoken", "romaji")
        self._check_keys(field, entry, frozenset(names), {"breaks", "certainty"})
        breaks, certainty = self._breaks(field, entry)
        texts = {name: self._text(f"{field}.{name}", entry[name]) for name in names}
        phrase = Phrase(**texts, breaks=breaks, certainty=certainty)
        for name in ("historical", "modern", "spoken"):
            if not is_hiragana(entry[name]):
                self._refuse(f"{field}.{name}", f"“{entry[name]}” is not hiragana")
        if len(phrase.modern) != len(phrase.spoken):
            self._refuse(field, f"modern “{phrase.modern}” and spoken “{phrase.spoken}” differ in length")
        try:
            parse_ruby(phrase.text)
        except ValueError as error:
            self._refuse(f"{field}.text", str(error))
        return phrase

    def _breaks(self, field: str, entry: Mapping[str, Any]) -> tuple[tuple[int, ...], Certainty | None]:
        if ("breaks" in entry) != ("certainty" in entry):
            self._refuse(field, "has breaks without their certainty, or the other way round")
        if "breaks" not in entry:
            return (), None
        breaks, spoken = entry["breaks"], entry["spoken"]
        if not isinstance(breaks, list) or not breaks or any(type(place) is not int for place in breaks):
            self._refuse(f"{field}.breaks", "is not a list of places")
        if breaks != sorted(set(breaks)) or not 0 < breaks[0] <= breaks[-1] < len(spoken):
            self._refuse(f"{field}.breaks", f"{breaks} do not lie in order inside “{spoken}”")
        if any(spoken[place] in SMALL_KANA for place in breaks):
            self._refuse(f"{field}.breaks", f"{breaks} cut a sound of “{spoken}” in two")
        return tuple(breaks), self._member(Certainty, f"{field}.certainty", entry["certainty"])

    def _check_torifuda(self, poem: Poem) -> None:
        printed = strip_voicing(poem.lower.historical)
        if poem.torifuda != printed:
            self._refuse("torifuda", f"“{poem.torifuda}” is not the lower verse as printed, “{printed}”")
        if poem.torifuda_columns != columns(printed):
            self._refuse("torifuda", f"has columns {'/'.join(poem.torifuda_columns)}, not 5/5/rest")

    def _wording(self, field: str, entry: Mapping[str, Any]) -> Wording:
        self._check_keys(field, entry, {"en", "vi", "ja"})
        return Wording(**{name: self._text(f"{field}.{name}", entry[name]) for name in entry})

    def _text(self, field: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            self._refuse(field, "is empty")
        return value

    def _member(self, choices: type[Choice], field: str, value: Any) -> Choice:
        try:
            return choices(value)
        except ValueError:
            self._refuse(field, f"“{value}” is not one of {', '.join(choices)}")

    def _check_keys(self, field: str, entry: Any, needed: Iterable[str], allowed: Iterable[str] = ()) -> None:
        if not isinstance(entry, dict):
            self._refuse(field, "is not an object")
        missing = set(needed) - set(entry)
        unknown = set(entry) - set(needed) - set(allowed)
        if missing or unknown:
            self._refuse(field, f"lacks {sorted(missing)}" if missing else f"has unknown {sorted(unknown)}")

    def _refuse(self, field: str, reason: str) -> NoReturn:
        raise CorpusError(f"poem {self.number}: {field} {reason}")


def columns(printed: str) -> tuple[str, ...]:
    """Break a torifuda's text into its three columns, right to left: five, five and the rest.

    >>> columns("ありあけのつきをまちいてつるかな")
    ('ありあけの', 'つきをまち', 'いてつるかな')
    """
    second = 2 * COLUMN_LENGTH
    return printed[:COLUMN_LENGTH], printed[COLUMN_LENGTH:second], printed[second:]


_ALL = load()
JOKA: Poem = _ALL[0]
POEMS: tuple[Poem, ...] = _ALL[1:]


def poem(number: int) -> Poem:
    """The poem with this number, 0 for the joka; KeyError if there is none."""
    if not 0 <= number < len(_ALL):
        raise KeyError(number)
    return _ALL[number]
