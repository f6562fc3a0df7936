"""What reaches a listener's ear: kana after kana of the upper verse, and when each can be told.

Times are those of touches: milliseconds from the first sound of the upper verse. A listener goes through the kana in
their order and may use none before its time (`Listener.plan`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trainer.poems.poem import poem
from trainer.reciter.mora import HEARD_AFTER_MS, Half, VerseTimes
from trainer.reciter.plan import FRAME_MS, plan
from trainer.reciter.tempo import OFFICIAL, Tempo


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
def modelled(number: int, tempo: Tempo = OFFICIAL, speed: float = 1.0) -> Hearing:
    """What is heard of a poem without a recording, as the reciter plans it: 200 ms a mora until the poem is decided.

    >>> modelled(22).kana[:3], modelled(22).told_ms[:2], modelled(31).told_ms[5]
    ('ふくか', (60, 260), 1060)
    """
    kana, told = "", list[int]()
    for beat in plan(poem(number), Half.UPPER, tempo, speed):
        kana += beat.sound.kana
        told += [beat.start * FRAME_MS + HEARD_AFTER_MS] * len(beat.sound.kana)
    return Hearing(kana, tuple(told))
