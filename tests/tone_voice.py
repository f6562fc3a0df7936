"""Voices for tests: a tone a verse, short and the same every time. Real MP3 files, real times."""

import io
import os
import signal
import time
from pathlib import Path

from trainer.reciter.mora import Half, MoraTime, VerseTimes
from trainer.reciter.voice import SAMPLE_RATE, CannotReciteError, Recital

SOUND_MS = 120


class ToneVoice:
    """A tone of its own for every verse. `broken` are poems it cannot recite; `recited` is what it was asked for."""

    def __init__(self, key="tone", version="1", broken=()):
        self.key, self.version, self.broken, self.recited = key, version, set(broken), []

    def recite(self, poem, half, manner):
        import numpy as np
        import soundfile as sf

        self.recited.append(f"{poem.number}-{half}")
        if poem.number in self.broken:
            raise CannotReciteError(f"{self.key} has no poem {poem.number}")
        length = SAMPLE_RATE * SOUND_MS // 1000
        hertz = 200 * manner.speed + 3 * poem.number + (half is Half.LOWER) + len(self.version)
        tone = 0.3 * np.sin(2 * np.pi * hertz * np.arange(length) / SAMPLE_RATE)
        file = io.BytesIO()
        sf.write(file, tone, SAMPLE_RATE, format="MP3", subtype="MPEG_LAYER_III")
        return Recital(file.getvalue(), _times(poem, half))


def _times(poem, half):
    verse = poem.upper if half is Half.UPPER else poem.lower
    return VerseTimes((MoraTime(verse.spoken[0], 0, 10.0, 20.0, 110.0, 90.0),), 10.0, 110.0, float(SOUND_MS))


class VerseVoice(ToneVoice):
    """A tone for each of the first kana, at known times: silence to 100 ms, then MORA_MS a kana, and silence again.

    Every tone swells from nothing within 4 ms, so that where one begins can be seen in the sound.
    """

    SILENCE_MS, MORA_MS, MORAE = 100, 200, 8

    def recite(self, poem, half, manner):
        import numpy as np
        import soundfile as sf

        self.recited.append(f"{poem.number}-{half}")
        verse = poem.upper if half is Half.UPPER else poem.lower
        per_mora = SAMPLE_RATE * self.MORA_MS // 1000
        t = np.arange(per_mora) / SAMPLE_RATE
        swell = np.clip(t / 0.004, 0, 1) * np.clip((t[-1] - t) / 0.01, 0, 1)
        lowest = 250 * manner.speed + poem.number
        tones = [0.3 * swell * np.sin(2 * np.pi * (lowest + 100 * place) * t) for place in range(self.MORAE)]
        silence = np.zeros(SAMPLE_RATE * self.SILENCE_MS // 1000)
        samples = np.concatenate([silence, *tones, silence, silence])
        file = io.BytesIO()
        sf.write(file, samples, SAMPLE_RATE, format="MP3", subtype="MPEG_LAYER_III")
        starts = [float(self.SILENCE_MS + self.MORA_MS * place) for place in range(self.MORAE)]
        morae = tuple(
            MoraTime(kana, 0, start, start + 30, start + self.MORA_MS, start + self.MORA_MS)
            for kana, start in zip(verse.spoken, starts, strict=False)
        )
        return Recital(
            file.getvalue(), VerseTimes(morae, starts[0], morae[-1].end_ms, len(samples) * 1000 / SAMPLE_RATE)
        )


class SlowVoice(ToneVoice):
    """Writes down in the file TONE_LOG what it begins and ends. TONE_CRASH names a verse that the process dies of."""

    def recite(self, poem, half, manner):
        self._note(f"begin {poem.number}-{half}")
        if os.environ.get("TONE_CRASH") == f"{poem.number}-{half}":
            os.kill(os.getpid(), signal.SIGKILL)
        recital = super().recite(poem, half, manner)
        time.sleep(0.05)
        self._note(f"end {poem.number}-{half}")
        return recital

    def _note(self, line):
        with Path(os.environ["TONE_LOG"]).open("a", encoding="utf-8") as log:
            log.write(f"{line}\n")


VOICES = {"tone": ToneVoice()}
SLOW = {"slow": SlowVoice("slow")}
