"""One verse, from its kana to the file: the bound is 0.8 s of processor time, so that what is asked for is heard soon.

    OPENBLAS_NUM_THREADS=1 python -m pytest benchmarks/test_reciter.py -o addopts= --benchmark-only

Measured on a lower verse, the longer kind; the voice's file is read before.
"""

import io
import os
from time import process_time

import pytest
import soundfile

from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.voice import Manner
from trainer.reciter.voices import VOICES

MOST_SECONDS = 0.8


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("key", VOICES)
def test_a_lower_verse(benchmark, key):
    if "OPENBLAS_NUM_THREADS" not in os.environ:
        pytest.skip("set OPENBLAS_NUM_THREADS=1 before NumPy is imported, as the renderer does: one core is measured")
    voice = VOICES[key]
    voice.recite(poem(1), Half.LOWER, Manner())
    recital = benchmark.pedantic(voice.recite, (poem(17), Half.LOWER, Manner()), rounds=7, iterations=1)
    with soundfile.SoundFile(io.BytesIO(recital.sound)) as file:
        assert file.frames == 24 * recital.times.length_ms
    if benchmark.stats:
        assert benchmark.stats["median"] < MOST_SECONDS
