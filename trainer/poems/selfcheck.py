"""The corpus counted again and held against what is known of the hundred poems, for anyone who doubts it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from trainer.poems import kimariji
from trainer.poems.kana import strip_voicing
from trainer.poems.poem import POEMS


@dataclass(frozen=True)
class Check:
    """One fact: its name (a slug for the page to put into words), what is known and what was counted."""

    name: str
    known: str
    counted: str

    @property
    def is_right(self) -> bool:
        """Whether the corpus agrees."""
        return self.known == self.counted


def run() -> tuple[Check, ...]:
    """Every check, counted now."""
    return tuple(Check(name, known, count()) for name, known, count in _FACTS)


def _lengths(texts: list[str], longest: int) -> str:
    counts = Counter(map(len, texts))
    return " ".join(str(counts[length]) for length in range(1, longest + 1))


def _kimariji_lengths() -> str:
    return _lengths(list(kimariji.originals().values()), 6)


def _printed_prefixes() -> str:
    return _lengths([kimariji.printed_prefix(each.number) for each in POEMS], 8)


def _torifuda_lengths() -> str:
    counts = Counter(len(each.torifuda) for each in POEMS)
    return " ".join(f"{length}×{counts[length]}" for length in sorted(counts))


def _sounds() -> str:
    return " ".join(f"{group.label}{group.per_sound}" for group in kimariji.sound_groups())


def _distinct_torifuda() -> str:
    return str(len({each.torifuda for each in POEMS}))


def _torifuda_as_printed() -> str:
    return str(sum(each.torifuda == strip_voicing(each.lower.historical) for each in POEMS))


def _extra_morae() -> str:
    return str(sum(_morae(each.upper.historical + each.lower.historical) - 31 for each in POEMS))


def _morae(kana: str) -> int:
    return len(kana) - sum(map(kana.count, "ゃゅょ"))


def _colours() -> str:
    return " ".join(map(str, sorted(Counter(each.toss for each in POEMS).values())))


_FACTS: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("poems", "100", lambda: str(len(POEMS))),
    ("kimariji-lengths", "7 42 37 6 2 6", _kimariji_lengths),
    ("first-sounds", "むすめふさほせ1 うつしもゆ2 いちひき3 はやよか4 み5 たこ6 おわ7 な8 あ16", _sounds),
    ("torifuda-lengths", "14×88 15×11 16×1", _torifuda_lengths),
    ("torifuda-distinct", "100", _distinct_torifuda),
    ("torifuda-as-printed", "100", _torifuda_as_printed),
    ("printed-prefixes", "9 44 31 8 2 0 4 2", _printed_prefixes),
    ("extra-morae", "35", _extra_morae),
    ("colours", "20 20 20 20 20", _colours),
)
