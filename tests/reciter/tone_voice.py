"""A voice for tests: every verse is one tone, quick to make, whose onset and end the test knows without measuring."""

import io

import numpy as np
import soundfile

from trainer.reciter.mora import Half, MoraTime, VerseTimes
from trainer.reciter.voice import SAMPLE_RATE, Manner, Recital

BEHIND_MS = 200


class ToneVoice:
    """147 Hz; `ring_ms` of it beyond the end that it names, which a voice must not do."""

    version = "1"

    def __init__(self, key="tone", ring_ms=0):
        self.key = key
        self.ring_ms = ring_ms

    def recite(self, poem, half, manner=Manner()):  # noqa: B008 - frozen
        tempo = manner.tempo
        before = 100 + poem.number % 7  # ms of silence: another onset for every poem
        length = tempo.upper_ms if half is Half.UPPER else tempo.lower_ms + tempo.yoin_ms
        tone = 0.2 * np.cos(2 * np.pi * 147 / SAMPLE_RATE * np.arange(_samples(length + self.ring_ms)))
        sound = np.concatenate([np.zeros(_samples(before)), tone, np.zeros(_samples(BEHIND_MS - self.ring_ms))])
        verse = poem.upper if half is Half.UPPER else poem.lower
        times = VerseTimes(_morae(verse, before, length), before, before + length, before + length + BEHIND_MS)
        return Recital(_wav(sound), times, "wav")


def _samples(ms):
    return ms * SAMPLE_RATE // 1000


def _wav(sound):
    file = io.BytesIO()
    soundfile.write(file, sound, SAMPLE_RATE, format="WAV", subtype="PCM_16")
    return file.getvalue()


def _morae(verse, before, length):
    """Every kana a mora, all equally long."""
    kana = [(sign, phrase) for phrase, words in enumerate(verse.phrases) for sign in words.spoken]
    each = length / len(kana)
    starts = [before + each * place for place in range(len(kana))]
    return tuple(
        MoraTime(sign, phrase, start, start + 50, start + each, start + 200)
        for (sign, phrase), start in zip(kana, starts, strict=True)
    )


VOICES = {"tone": ToneVoice(), "ringing": ToneVoice("ringing", ring_ms=40)}
