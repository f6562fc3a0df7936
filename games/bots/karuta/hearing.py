"""What reaches a listener's ear: kana after kana of the upper verse, and when each can be told.

Times are those of touches: milliseconds from the first sound of the upper verse. A listener goes through the kana in
their order and may use none before its time (`Listener.plan`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trainer.poems.poem import poem
from trainer.reciter.mora import HEARD_AFTER_MS, VerseTimes
from trainer.reciter.tempo import OFFICIAL, Tempo

MORA_MS = 200  # a mora of a verse that may still be another: the same at all official tempos
PHRASE_END_MS = 100  # the end of a phrase is held so much longer while the verse is undecided
MORAE = 17


@dataclass(frozen=True, slots=True)
class Hearing:
    """The kana of an upper verse as spoken, and when each can be told (`VerseTimes.decided_ms`, from the onset)."""

    kana: str
    told_ms: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.kana) != len(self.told_ms):
            raise ValueError("every kana has its time")


def recorded(times: VerseTimes) -> Hearing:
    """What is heard of a recording. The two kana of one mora (きょ) are told together."""
    kana, told = "", list[int]()
    for mora in times.morae:
        kana += mora.kana
        told += [round(mora.start_ms + HEARD_AFTER_MS - times.onset_ms)] * len(mora.kana)
    return Hearing(kana, tuple(told))


@lru_cache(maxsize=512)
def modelled(number: int, tempo: Tempo = OFFICIAL) -> Hearing:
    """What is heard of a poem without a recording: every mora as long as while it is undecided.

    That is right up to the deciding sound, and nobody listens further. A free tempo too quick for 200 ms a mora has
    shorter ones.

    >>> modelled(22).kana[:3], modelled(22).told_ms[:3], modelled(31).told_ms[5]
    ('ふくか', (60, 260, 460), 1160)
    """
    mora_ms = min(MORA_MS, tempo.upper_ms // MORAE)
    told: list[int] = []
    start_ms = 0
    for phrase in poem(number).upper.phrases:
        for _ in phrase.spoken:
            told.append(start_ms + HEARD_AFTER_MS)
            start_ms += mora_ms
        start_ms += PHRASE_END_MS * mora_ms // MORA_MS
    return Hearing(poem(number).upper.spoken, tuple(told))
