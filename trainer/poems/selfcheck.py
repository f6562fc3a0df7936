"""The corpus held against what is known of it: every fact counted anew, beside what it must be.

The expected figures come from karuta references (the lengths and groups of kimariji that every club teaches,
the printed torifuda), not from this program. Kimariji are compared by the definition, prefix against prefix,
so that the check does not lean on the trie that it checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from trainer.poems.kana import strip_voicing
from trainer.poems.kimariji import SOUND_ORDER, Reading, Trie, prefixes
from trainer.poems.poem import COLUMN_LENGTH, JOKA, POEMS, Poem, Toss


class Fact(Enum):
    """What is checked, in the order in which it is shown."""

    NUMBERS = "numbers"
    KIMARIJI_LENGTHS = "kimariji-lengths"
    SOUND_GROUPS = "sound-groups"
    KIMARIJI_DECIDE = "kimariji-decide"
    KIMARIJI_CHANGE = "kimariji-change"
    TORIFUDA_TEXT = "torifuda-text"
    TORIFUDA_LENGTHS = "torifuda-lengths"
    COLUMNS = "columns"
    DISTINCT = "distinct"
    PRINTED_PREFIXES = "printed-prefixes"
    METRE = "metre"
    MODERNISED = "modernised"
    HEARD = "heard"
    COLOURS = "colours"
    JOKA = "joka"


@dataclass(frozen=True)
class Finding:
    """One fact: what it must be, what it is, and the numbers of the poems that break it (if single poems do)."""

    fact: Fact
    expected: str
    found: str
    wrong: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the corpus is as it must be."""
        return self.expected == self.found and not self.wrong


def check(poems: Sequence[Poem] = POEMS, joka: Poem = JOKA) -> tuple[Finding, ...]:
    """Every fact about these hundred poems; some ten milliseconds of work."""
    findings = (Finding(fact, expected, *found(poems)) for fact, (expected, found) in _FACTS.items())
    return (*findings, Finding(Fact.JOKA, _JOKA, f"{joka.upper.historical} {joka.lower.historical}"))


Found = tuple[str, tuple[int, ...]]


def _figures(counts: Mapping[int, int]) -> str:
    """`7 / 42 / …`: how many have length 1, 2, … up to the longest."""
    return " / ".join(str(counts.get(length, 0)) for length in range(1, max(counts, default=0) + 1))


def _named(counts: Mapping[int, int]) -> str:
    return " · ".join(f"{name}×{count}" for name, count in sorted(counts.items(), key=str))


def _each(poems: Sequence[Poem], is_right: Callable[[Poem], bool]) -> Found:
    """How many poems pass a test, and which do not."""
    wrong = tuple(each.number for each in poems if not is_right(each))
    return str(len(poems) - len(wrong)), wrong


def _numbers(poems: Sequence[Poem]) -> Found:
    numbers = [each.number for each in poems]
    unexpected = tuple(number for number in numbers if not 1 <= number <= 100 or numbers.count(number) > 1)
    return str(len(numbers)), unexpected


# --- kimariji, by the definition ------------------------------------------------------------------------


def _shortest_alone(verse: str, others: Iterable[str]) -> str:
    """The shortest beginning of a verse that none of the others has; all of it if there is none."""
    rivals = list(others)
    for prefix in prefixes(verse):
        rivals = [rival for rival in rivals if rival.startswith(prefix)]
        if not rivals:
            return prefix
    return verse


def _kimariji(poems: Sequence[Poem]) -> dict[int, str]:
    return {
        each.number: _shortest_alone(each.upper.spoken, (other.upper.spoken for other in poems if other is not each))
        for each in poems
    }


def _kimariji_lengths(poems: Sequence[Poem]) -> Found:
    return _figures(Counter(map(len, _kimariji(poems).values()))), ()


def _sound_groups(poems: Sequence[Poem]) -> Found:
    begins = Counter(each.upper.spoken[0] for each in poems)
    known = set("".join(SOUND_ORDER))
    strange = tuple(each.number for each in poems if each.upper.spoken[0] not in known)
    groups = (
        f"{label}×{'/'.join(str(count) for count in sorted({begins[sound] for sound in label}))}"
        for label in SOUND_ORDER
    )
    return " · ".join(groups), strange


def _trie(poems: Sequence[Poem]) -> Trie:
    return Trie({each.number: each.upper.spoken for each in poems})


def _kimariji_decide(poems: Sequence[Poem]) -> Found:
    by_definition, by_trie = _kimariji(poems), Reading(trie=_trie(poems)).all_kimariji()
    return _each(poems, lambda each: by_trie.get(each.number) == by_definition[each.number])


# Poems 1 to 100 are read in this step and order: 37 and 100 have no common divisor, so each comes once.
_STRIDE = 37
_STOPS = frozenset(range(10, 100, 10))


def _kimariji_change(poems: Sequence[Poem]) -> Found:
    """At nine moments of one reading: does the trie still agree with the definition about every unread poem?"""
    order = [poems[place * _STRIDE % len(poems)] for place in range(len(poems))]
    reading, trie_is_right, wrong = Reading(trie=_trie(poems)), 0, set[int]()
    for place, each in enumerate(order, start=1):
        if each.number in reading.unread:  # a number that comes twice is another fact's matter
            reading.read(each.number)
        if place in _STOPS:
            by_definition, by_trie = _kimariji(order[place:]), reading.all_kimariji()
            differing = {number for number, sounds in by_definition.items() if by_trie.get(number) != sounds}
            trie_is_right += len(by_definition) - len(differing)
            wrong |= differing
    return str(trie_is_right), tuple(sorted(wrong))


# --- torifuda -------------------------------------------------------------------------------------------


def _torifuda_text(poems: Sequence[Poem]) -> Found:
    return _each(poems, lambda each: each.torifuda == strip_voicing(each.lower.historical))


def _torifuda_lengths(poems: Sequence[Poem]) -> Found:
    return _named(Counter(len(each.torifuda) for each in poems)), ()


def _columns(poems: Sequence[Poem]) -> Found:
    return _each(poems, lambda each: [len(part) for part in each.torifuda_columns[:-1]] == [COLUMN_LENGTH] * 2)


def _distinct(poems: Sequence[Poem]) -> Found:
    cards = Counter(each.torifuda for each in poems)
    uppers = Counter(each.upper.spoken for each in poems)
    return _each(poems, lambda each: cards[each.torifuda] == 1 and uppers[each.upper.spoken] == 1)


def _printed_prefixes(poems: Sequence[Poem]) -> Found:
    lengths = (
        len(_shortest_alone(each.torifuda, (other.torifuda for other in poems if other is not each))) for each in poems
    )
    return _figures(Counter(lengths)), ()


# --- spellings ------------------------------------------------------------------------------------------

_METRE = (5, 7, 5, 7, 7)
_SMALL = "ゃゅょ"
# What a kana of the old spelling may become in the new one; most stay as they are.
_MODERN = {
    "は": "わ",
    "ひ": "い",
    "ふ": "うお",
    "へ": "え",
    "ほ": "お",
    "む": "ん",
    "ゐ": "い",
    "ゑ": "え",
    "を": "お",
    "ぢ": "じ",
    "づ": "ず",
    "あ": "お",  # あふ, said おう: 逢坂, 逢ふこと
    "が": "ご",  # まがふ, said まごう: 76
}
_CONTRACTED = (("けふ", "きょう"), ("てふ", "ちょう"))
# What a kana of the new spelling may be to the ear: the particles は, へ and を, 言う, and ぢ and づ.
_HEARD = {"は": "わ", "へ": "え", "を": "お", "い": "ゆ", "ぢ": "じ", "づ": "ず"}
# Poem 33 is edited しづごころ and recited しずこころ (the association's reading text has no voicing there).
_RECITED = {33: ("ごころ", "こころ")}


def _becomes(before: str, after: str, changes: Mapping[str, str]) -> bool:
    """Whether each kana stays or changes only as it may."""
    return len(before) == len(after) and all(
        new == old or new in changes.get(old, "") for old, new in zip(before, after, strict=True)
    )


def _is_modernised(each: Poem) -> bool:
    return all(
        any(
            _becomes(old, _recited(each, phrase.modern), _MODERN)
            for old in _contracted(_recited(each, phrase.historical))
        )
        for phrase in each.phrases
    )


def _is_heard(each: Poem) -> bool:
    return all(_becomes(_recited(each, phrase.modern), phrase.spoken, _HEARD) for phrase in each.phrases)


def _contracted(old: str) -> tuple[str, ...]:
    """The old spelling, and with its けふ or てふ as one sound."""
    return old, *(old.replace(before, after) for before, after in _CONTRACTED if before in old)


def _recited(each: Poem, kana: str) -> str:
    return kana.replace(*_RECITED[each.number]) if each.number in _RECITED else kana


def _metre(poems: Sequence[Poem]) -> Found:
    """The 500 phrases by how many sounds they have beyond five or seven; ゃ, ゅ and ょ are no sounds of their own."""
    beyond = Counter(
        sum(kana not in _SMALL for kana in phrase.modern) - regular
        for each in poems
        for phrase, regular in zip(each.phrases, _METRE, strict=True)
    )
    return _named(beyond), ()


def _modernised(poems: Sequence[Poem]) -> Found:
    return _each(poems, _is_modernised)


def _heard(poems: Sequence[Poem]) -> Found:
    return _each(poems, _is_heard)


def _colours(poems: Sequence[Poem]) -> Found:
    counts = Counter(each.toss for each in poems)
    return " · ".join(f"{colour}×{counts[colour]}" for colour in Toss), ()


# --- what must be so ------------------------------------------------------------------------------------

_JOKA = "なにはづにさくやこのはなふゆごもり いまをはるべとさくやこのはな"
_FACTS: Mapping[Fact, tuple[str, Callable[[Sequence[Poem]], Found]]] = {
    Fact.NUMBERS: ("100", _numbers),
    Fact.KIMARIJI_LENGTHS: ("7 / 42 / 37 / 6 / 2 / 6", _kimariji_lengths),
    Fact.SOUND_GROUPS: (
        "むすめふさほせ×1 · うつしもゆ×2 · いちひき×3 · はやよか×4 · み×5 · たこ×6 · おわ×7 · な×8 · あ×16",
        _sound_groups,
    ),
    Fact.KIMARIJI_DECIDE: ("100", _kimariji_decide),
    Fact.KIMARIJI_CHANGE: ("450", _kimariji_change),  # 90 + 80 + … + 10 unread poems
    Fact.TORIFUDA_TEXT: ("100", _torifuda_text),
    Fact.TORIFUDA_LENGTHS: ("14×88 · 15×11 · 16×1", _torifuda_lengths),
    Fact.COLUMNS: ("100", _columns),
    Fact.DISTINCT: ("100", _distinct),
    Fact.PRINTED_PREFIXES: ("9 / 44 / 31 / 8 / 2 / 0 / 4 / 2", _printed_prefixes),
    Fact.METRE: ("0×465 · 1×35", _metre),
    Fact.MODERNISED: ("100", _modernised),
    Fact.HEARD: ("100", _heard),
    Fact.COLOURS: ("青×20 · 桃×20 · 黄×20 · 緑×20 · 橙×20", _colours),
}
