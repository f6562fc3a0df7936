"""Kimariji: the first sounds that tell a poem from every poem not yet read.

Everything is computed from the upper verses as spoken (karuta rules, part F). What counts is which poems have
been read, karafuda included and the joka not; what lies on the mat changes nothing.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from trainer.poems.kana import Comparison, compare, sound_key, to_kana
from trainer.poems.poem import JOKA, POEMS, poem

# The order in which everybody learns the sounds: by the number of poems that begin with one, 1 to 16.
SOUND_ORDER = ("むすめふさほせ", "うつしもゆ", "いちひき", "はやよか", "み", "たこ", "おわ", "な", "あ")
LONGEST = 6


class Trie:
    """Verses by number, and where each parts from the others. Never changes; Reading walks it.

    `paths[number]` holds the nodes of a verse from its first kana to the first one it has to itself.
    A node counts the verses through it and adds up their numbers: when one is left, the sum names it.
    """

    def __init__(self, verses: Mapping[int, str]) -> None:
        self.verses = dict(verses)
        nodes: dict[str, int] = {}
        self.counts: list[int] = []
        self.sums: list[int] = []
        for number, verse in verses.items():
            for prefix in prefixes(verse):
                node = nodes.setdefault(prefix, len(nodes))
                if node == len(self.counts):
                    self.counts.append(0)
                    self.sums.append(0)
                self.counts[node] += 1
                self.sums[node] += number
        self.paths = {number: self._path(verse, nodes) for number, verse in verses.items()}

    def _path(self, verse: str, nodes: Mapping[str, int]) -> tuple[int, ...]:
        path = [nodes[prefix] for prefix in prefixes(verse)]
        own = next((i for i, node in enumerate(path) if self.counts[node] == 1), len(path) - 1)
        return tuple(path[: own + 1])


def prefixes(verse: str) -> Iterable[str]:
    """Every beginning of a verse, the shortest first."""
    return (verse[:length] for length in range(1, len(verse) + 1))


@cache
def _upper_trie() -> Trie:
    return Trie({each.number: each.upper.spoken for each in POEMS})


class Reading:
    """One reading of the poems as it goes on: which are unread, and what decides each of them now.

    >>> reading = Reading()
    >>> reading.kimariji(74)
    'うか'
    >>> reading.read(65)
    >>> reading.kimariji(74)
    'う'
    """

    def __init__(self, read: Iterable[int] = (), trie: Trie | None = None) -> None:
        self._trie = trie or _upper_trie()
        self._counts = self._trie.counts.copy()
        self._sums = self._trie.sums.copy()
        self._lengths = {number: len(path) for number, path in self._trie.paths.items()}
        for number in read:
            self.read(number)

    def read(self, number: int) -> None:
        """Take a poem out of the unread; KeyError if it has been read. At most six steps."""
        del self._lengths[number]
        path = self._trie.paths[number]
        for depth in range(len(path), 0, -1):  # the longest first, so that the shortest prefix stays written
            node = path[depth - 1]
            self._counts[node] -= 1
            self._sums[node] -= number
            if self._counts[node] == 1:
                self._lengths[self._sums[node]] = depth

    @property
    def unread(self) -> frozenset[int]:
        """The numbers of the poems not yet read."""
        return frozenset(self._lengths)

    def length(self, number: int) -> int:
        """How many kana decide an unread poem now; KeyError if it has been read."""
        return self._lengths[number]

    def kimariji(self, number: int) -> str:
        """What decides an unread poem now, as spoken; KeyError if it has been read."""
        return self._trie.verses[number][: self._lengths[number]]

    def all_kimariji(self) -> dict[int, str]:
        """The same for every unread poem, by number."""
        verses = self._trie.verses
        return {number: verses[number][:length] for number, length in self._lengths.items()}


@cache
def originals() -> Mapping[int, str]:
    """The kimariji of all hundred before anything is read, as spoken, by number."""
    return Reading().all_kimariji()


def original(number: int) -> str:
    """The kimariji of a poem before anything is read, as spoken.

    >>> original(93), original(44), original(50)
    ('よのなかわ', 'おおこ', 'きみがためお')
    """
    return originals()[number]


def current(number: int, read: Collection[int] = ()) -> str:
    """What decides a poem once these have been read, as spoken; KeyError if it is among them.

    >>> current(2, read=[67, 9, 96])
    'は'
    """
    return Reading(set(read)).kimariji(number)


def all_current(read: Collection[int] = ()) -> dict[int, str]:
    """What decides each poem not among the read ones, by number."""
    return Reading(set(read)).all_kimariji()


@dataclass(frozen=True)
class Change:
    """A kimariji shorter than the original one, as spoken, and the poems that must have been read for it."""

    kimariji: str
    read: tuple[int, ...]


def changes(number: int) -> tuple[Change, ...]:
    """How the kimariji of a poem shrinks as others are read: step by step, the longest first.

    >>> changes(74)
    (Change(kimariji='う', read=(65,)),)
    """
    shorter: dict[tuple[int, ...], str] = {}
    for prefix in reversed(list(prefixes(original(number)[:-1]))):
        rivals = tuple(each.number for each in POEMS if each.number != number and each.upper.spoken.startswith(prefix))
        shorter[rivals] = prefix  # with the same poems read, the shorter of two decides
    return tuple(Change(prefix, read) for read, prefix in shorter.items())


def shortened_by(number: int, read: Collection[int]) -> tuple[int, ...]:
    """The read poems because of which less decides a poem now, in the order of their sounds; KeyError if it is read.

    >>> shortened_by(53, read=[36, 86])
    (86,)
    """
    return tuple(other for other in _begun_alike(number, current(number, read)) if other in read)


def held_up_by(number: int, read: Collection[int]) -> tuple[int, ...]:
    """The unread poems because of which one kana less does not decide a poem, in the order of their sounds.

    None if a single kana decides it; KeyError if it has been read.

    >>> held_up_by(74, read=[]), held_up_by(74, read=[65])
    ((65,), ())
    """
    shorter = current(number, read)[:-1]
    return tuple(other for other in _begun_alike(number, shorter) if other not in read) if shorter else ()


def _begun_alike(number: int, prefix: str) -> tuple[int, ...]:
    others = (each.number for each in POEMS if each.number != number and each.upper.spoken.startswith(prefix))
    return tuple(sorted(others, key=original))


def stem(number: int) -> str:
    """The original kimariji without its last kana: empty for むすめふさほせ."""
    return original(number)[:-1]


@cache
def _stem_groups() -> Mapping[str, tuple[int, ...]]:
    groups: dict[str, tuple[int, ...]] = {}
    for number in sorted(originals(), key=original):
        groups[stem(number)] = (*groups.get(stem(number), ()), number)
    return groups


def stem_group(number: int) -> tuple[int, ...]:
    """The poem and its partners (友札) in the order of their sounds; the poem alone if it has none.

    >>> stem_group(44)
    (60, 95, 44)
    """
    return _stem_groups()[stem(number)] if stem(number) else (number,)


def partners(number: int) -> tuple[int, ...]:
    """The other poems with the same stem: one for うか, five for た, none for む."""
    return tuple(other for other in stem_group(number) if other != number)


@dataclass(frozen=True)
class SoundGroup:
    """The sounds with which equally many poems begin, and those poems in the order of their sounds."""

    label: str
    poems: tuple[int, ...]

    @property
    def per_sound(self) -> int:
        """How many poems begin with each of these sounds."""
        return len(self.poems) // len(self.label)


@cache
def sound_groups() -> tuple[SoundGroup, ...]:
    """The nine groups, in the order in which they are learnt."""
    return tuple(SoundGroup(label, _begin_with(label)) for label in SOUND_ORDER)


def _begin_with(label: str) -> tuple[int, ...]:
    return tuple(n for sound in label for n in sorted(originals(), key=original) if original(n)[0] == sound)


def sound_group(number: int) -> SoundGroup:
    """The group a poem belongs to."""
    return next(group for group in sound_groups() if number in group.poems)


def safe_prefix(number: int, read: Collection[int] = (), territory_of: Mapping[int, Hashable] | None = None) -> str:
    """The shortest prefix at which a player may already swing without risking a fault, as spoken.

    `territory_of` gives the territory of every card on the mat. All other unread poems that begin so must
    lie in the same territory as this one: a touch there is no fault when one of them is read. An unread poem
    that is not on the mat is a karafuda: when it is read every touch is a fault, so it must be ruled out.
    Without a field no card is known to lie beside this one, and the answer is the current kimariji.
    KeyError if the poem has been read or is not on the mat.

    >>> safe_prefix(61, territory_of={61: "own", 21: "own", 63: "own"})
    'い'
    """
    if territory_of is None:
        return current(number, read)
    if number in read or number not in territory_of:
        raise KeyError(number)
    verse = poem(number).upper.spoken
    abroad = [
        other.upper.spoken
        for other in POEMS
        if other.number not in {number, *read} and territory_of.get(other.number) != territory_of[number]
    ]
    return next(prefix for prefix in prefixes(verse) if not any(other.startswith(prefix) for other in abroad))


# --- the way back: what the torifuda shows --------------------------------------------------------------


@cache
def _printed_trie() -> Trie:
    return Trie({each.number: each.torifuda for each in POEMS})


@cache
def _spoken_lower_trie() -> Trie:
    return Trie({each.number: each.lower.spoken for each in POEMS})


def printed_prefix(number: int) -> str:
    """The shortest beginning of the torifuda that no other torifuda has, as printed.

    >>> printed_prefix(57)
    'くもか'
    """
    trie = _printed_trie()
    return trie.verses[number][: len(trie.paths[number])]


def spoken_lower_prefix(number: int) -> str:
    """The same for the lower verse as it is heard."""
    trie = _spoken_lower_trie()
    return trie.verses[number][: len(trie.paths[number])]


# --- how it is read ---------------------------------------------------------------------------------------


def is_decided_by_phrase(number: int, phrase: int) -> bool:
    """Whether a poem is told from all others when a phrase (0, 1, 2) of its upper verse ends; the joka always is.

    A reader lengthens no phrase end before that: the last sound of the kimariji must not be held back.

    >>> is_decided_by_phrase(50, 0), is_decided_by_phrase(50, 1), is_decided_by_phrase(17, 0)
    (False, True, True)
    """
    if number == JOKA.number:
        return True
    read = sum(len(each.spoken) for each in poem(number).upper.phrases[: phrase + 1])
    return read >= len(original(number))


@cache
def read_through() -> tuple[int, ...]:
    """The poems whose first phrase runs into the second without lengthening (大山札).

    >>> read_through()
    (11, 15, 31, 50, 64, 76)
    """
    return tuple(each.number for each in POEMS if not is_decided_by_phrase(each.number, 0))


# --- showing and asking ---------------------------------------------------------------------------------


def as_written(number: int, prefix: str | None = None) -> str:
    """A spoken prefix of the upper verse (the original kimariji if none is given) in modern spelling.

    >>> as_written(93), as_written(50), as_written(48, "かぜお")
    ('よのなかは', 'きみがためお', 'かぜを')
    """
    return poem(number).upper.modern[: len(original(number) if prefix is None else prefix)]


def spellings(number: int, prefix: str | None = None) -> tuple[str, ...]:
    """A spoken prefix of the upper verse (the original kimariji if none is given) in every kana spelling.

    >>> spellings(88)
    ('なにわえ', 'なにはえ')
    """
    # Up to its kimariji every verse has as many kana in each spelling: the first けふ or てふ comes later.
    length = len(original(number) if prefix is None else prefix)
    return tuple(dict.fromkeys(verse[:length] for verse in poem(number).upper.spellings))


def compare_kimariji(answer: str, number: int, read: Collection[int] = ()) -> Comparison:
    """Hold a typed answer, kana or romaji, against what decides a poem once these have been read."""
    return compare(answer, *spellings(number, current(number, read)))


def decided_by(answer: str, read: Collection[int] = ()) -> int | None:
    """The poem whose kimariji an answer (kana or romaji) is once these have been read; None if it is nobody's.

    >>> decided_by("ura"), decided_by("u"), decided_by("u", read=[74])
    (65, None, 65)
    """
    sounds = to_kana(answer)
    return _owners(frozenset(read)).get(sound_key(sounds)) if sounds else None


@lru_cache(maxsize=64)
def _owners(read: frozenset[int]) -> Mapping[str, int]:
    return {
        sound_key(spelling): number
        for number, prefix in all_current(read).items()
        for spelling in spellings(number, prefix)
    }


# --- how often a kimariji changes -----------------------------------------------------------------------


def mean_by_length(readings: int, random: Random) -> tuple[float, ...]:
    """The mean number of poems whose current kimariji had 1, 2 … 6 kana when they were read."""
    totals = [0] * LONGEST
    order = [each.number for each in POEMS]
    for _ in range(readings):
        random.shuffle(order)
        reading = Reading()
        for number in order:
            totals[reading.length(number) - 1] += 1
            reading.read(number)
    return tuple(total / readings for total in totals)
