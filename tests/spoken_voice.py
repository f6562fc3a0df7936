"""A voice for tests of matches: a tone as long as the verse, with the times its tempo gives it. Real MP3 files."""

import io
from functools import lru_cache

from trainer.reciter.mora import Half
from trainer.reciter.silence import unheard
from trainer.reciter.voice import SAMPLE_RATE, Recital


@lru_cache
def _file(length_ms, onset_ms, end_ms, hertz):
    import numpy as np
    import soundfile as sf

    at_ms = np.arange(round(length_ms * SAMPLE_RATE / 1000)) * 1000 / SAMPLE_RATE
    tone = 0.3 * np.sin(2 * np.pi * hertz * at_ms / 1000) * ((at_ms >= onset_ms) & (at_ms < end_ms))
    file = io.BytesIO()
    sf.write(file, tone, SAMPLE_RATE, format="MP3", subtype="MPEG_LAYER_III")
    return file.getvalue()


class SpokenVoice:
    """Upper verses hum higher than lower ones. Nothing of the poem is heard but its length."""

    key, version = "spoken", "1"

    def recite(self, poem, half, manner):
        times = unheard(poem, half, manner.tempo)
        hertz = 330 if half is Half.UPPER else 220
        return Recital(_file(times.length_ms, times.onset_ms, times.end_ms, hertz), times)


VOICES = {"spoken": SpokenVoice()}
