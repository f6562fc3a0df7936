"""A recital from somebody else's sound file: prepared like one of ours, its times taken over from one of ours."""

import io

import soundfile

from trainer.reciter.alignment import times_of
from trainer.reciter.mora import VerseTimes
from trainer.reciter.packs.levelling import levelled
from trainer.reciter.packs.sound import decoded
from trainer.reciter.voice import Recital


def recital_of(content: bytes, model: Recital) -> Recital:
    """A sound file of the verse that `model` recites; BrokenPackError if it cannot be used.

    The times have no morae where the two are not alike enough to be laid on each other: such a verse can be listened
    to, and nothing can be measured by it.
    """
    verse = levelled(decoded(content))
    span = verse.onset_ms, verse.end_ms
    samples, _rate = soundfile.read(io.BytesIO(model.sound))
    times = times_of(verse.samples, span, samples, model.times) if model.times.morae else None
    return Recital(verse.sound, times or VerseTimes((), *span, verse.length_ms))
