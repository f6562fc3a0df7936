"""A verse that nobody recites: its times alone, for matches played by text and for recordings not there yet."""

from __future__ import annotations

from trainer.poems.poem import Poem
from trainer.reciter.mora import Half, MoraTime, VerseTimes
from trainer.reciter.plan import FRAME_MS, plan
from trainer.reciter.tempo import OFFICIAL, Tempo

LEAD_MS = 100  # of silence before the verse, as in a recording
TAIL_MS = 150
CONSONANT_MS = 60


def unheard(poem: Poem, half: Half, tempo: Tempo = OFFICIAL, speed: float = 1.0) -> VerseTimes:
    """When each mora would fall. A consonant is taken to last 60 ms, or half of its mora if that is less.

    >>> from trainer.poems.poem import poem
    >>> unheard(poem(17), Half.LOWER).end_ms
    7800
    """
    morae: list[MoraTime] = []
    for beat in plan(poem, half, tempo, speed):
        start_ms, end_ms = LEAD_MS + beat.start * FRAME_MS, LEAD_MS + beat.end * FRAME_MS
        nominal_ms = start_ms + beat.mora_frames * FRAME_MS
        consonant_ms = min(CONSONANT_MS, (nominal_ms - start_ms) // 2) if beat.sound.consonant else 0
        morae.append(MoraTime(beat.sound.kana, beat.phrase, start_ms, start_ms + consonant_ms, end_ms, nominal_ms))
    last_ms = morae[-1].end_ms
    return VerseTimes(tuple(morae), onset_ms=LEAD_MS, end_ms=last_ms, length_ms=last_ms + TAIL_MS)
