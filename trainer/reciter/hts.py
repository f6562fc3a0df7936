"""A reader made of an HTS voice: a verse chanted at our durations and our pitch.

The voice lends its timbre (spectra and the lengths of its consonants); when a mora falls and how high it is comes from
`plan` and `melody` alone. A verse costs about a quarter of a second of one core. Whoever renders many sets
OPENBLAS_NUM_THREADS=1 before NumPy is imported: the products are small, and threads only wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from trainer.poems.poem import Poem
from trainer.reciter import encode, htsvoice
from trainer.reciter.articulation import Articulation, Counts, level_gain
from trainer.reciter.consonants import Consonants, Shaper
from trainer.reciter.htsvoice import Answers, Floats, HtsVoice
from trainer.reciter.melody import fade, pitch_hz
from trainer.reciter.mlpg import trajectory
from trainer.reciter.mora import Half, MoraTime, VerseTimes
from trainer.reciter.plan import FRAME_MS, Beat, plan
from trainer.reciter.score import LEAD_MS, Score, by_frame, is_sounding, is_voiced, score
from trainer.reciter.vocoder import Vocoder
from trainer.reciter.voice import SAMPLE_RATE, CannotReciteError, Manner, Recital

_BODY_MS = 800  # of the last mora that count for the loudness of the verse; the rest dies away
_PITCH_HZ = (60.0, 500.0)
_SPEED = (0.8, 1.3)
_FULL_SCALE = 32768  # of the numbers that HTS voices are trained on


@dataclass(frozen=True)
class HtsReader:
    """Chants with the voice in a .htsvoice file, read when it is first needed. `main_hz` is its own main tone."""

    path: Path
    main_hz: float
    how: Articulation = field(default_factory=Articulation)
    consonants: Consonants = field(default_factory=Consonants)

    def recite(self, poem: Poem, half: Half, manner: Manner) -> Recital:
        """The verse as MP3 with its times; CannotReciteError for a pitch or a speed no voice can be asked for."""
        main_hz = self.main_hz if manner.pitch_hz is None else manner.pitch_hz
        _check(main_hz, manner.speed)
        verse = score(self._voice, plan(poem, half, manner.tempo, manner.speed), self.how)
        wave = encode.halved(self._wave(verse, main_hz))
        sound = encode.mp3(encode.levelled(wave, _body_end(verse.beats)))
        onset_ms, length_ms = encode.heard_ms(sound)
        return Recital(sound, VerseTimes(_times(verse), onset_ms, _file_ms(verse.beats[-1].end), length_ms))

    @cached_property
    def _voice(self) -> HtsVoice:
        return htsvoice.read(self.path)

    @cached_property
    def _vocoder(self) -> Vocoder:
        voice = self._voice
        return Vocoder(
            sample_rate=voice.sample_rate,
            frame_samples=voice.frame_samples,
            order=voice.order,
            alpha=voice.alpha,
            taps=voice.aperiodicity.values,
        )

    def _wave(self, verse: Score, main_hz: float) -> Floats:
        """At the voice's own rate, levelled from vowel to vowel, faded at both ends."""
        rate, beats = self._voice.sample_rate, verse.beats
        middles_s = (np.arange(verse.frames) + 0.5) * FRAME_MS / 1000 - LEAD_MS / 1000
        f0_hz = np.where(is_voiced(verse), pitch_hz(beats, middles_s, main_hz), 0)
        low_passes = by_frame([part.low_passes for part in verse.parts], verse.states)
        wave = self._vocoder.wave(self._cepstra(verse), low_passes, f0_hz) / _FULL_SCALE
        wave *= level_gain(wave, beats, verse.consonants, LEAD_MS * rate // 1000, rate, self.how)
        wave *= fade(beats, np.arange(len(wave)) / rate - LEAD_MS / 1000)
        return wave

    def _cepstra(self, verse: Score) -> Floats:
        """Frames × coefficients, as lively as the voice's own speech."""
        voice = self._voice
        middle, scale = self._liveliness(verse)
        cepstra = self._smooth(verse, verse.states)
        sounding = is_sounding(verse.parts, verse.states)
        cepstra[sounding] = (cepstra[sounding] - middle) * scale + middle
        own = self._own(verse, middle, scale)
        return Shaper(self.consonants, voice.order, voice.alpha, voice.sample_rate).shaped(cepstra, own, verse)

    def _own(self, verse: Score, middle: Floats, scale: Floats) -> list[Floats]:
        """What each state of each part is by itself, states × coefficients, as lively as the rest."""
        return [(part.spectra[:, : self._voice.order] - middle) * scale + middle for part in verse.parts]

    def _liveliness(self, verse: Score) -> tuple[Floats, Floats]:
        """The middle of the smoothest course, and by how much to stretch it from there, for each coefficient.

        The smoothest course is too smooth. By how much is measured at the lengths of plain speech: in a chant the held
        vowels would stand for the whole.
        """
        natural = [part.natural for part in verse.parts]
        spoken = self._smooth(verse, natural)[is_sounding(verse.parts, natural)]
        wanted = self._voice.variance.mean(Answers(verse.parts[0].phone.label))
        return spoken.mean(axis=0), np.sqrt(wanted / spoken.var(axis=0))

    def _smooth(self, verse: Score, states: Sequence[Counts]) -> Floats:
        voice = self._voice
        rows = by_frame([part.spectra for part in verse.parts], states)
        means, variances = np.split(rows.reshape(len(rows), 2 * len(voice.windows), voice.order), 2, axis=1)
        return trajectory(means, variances, voice.windows)


def _check(main_hz: float, speed: float) -> None:
    if not _PITCH_HZ[0] <= main_hz <= _PITCH_HZ[1]:
        raise CannotReciteError(f"The main tone must be {_PITCH_HZ[0]:g} to {_PITCH_HZ[1]:g} Hz, not {main_hz:g}.")
    if not _SPEED[0] <= speed <= _SPEED[1]:
        raise CannotReciteError(f"The speed must be {_SPEED[0]:g} to {_SPEED[1]:g}, not {speed:g}.")


def _file_ms(frame: int) -> float:
    """The time in the file of a frame of the verse."""
    return float(LEAD_MS + frame * FRAME_MS)


def _body_end(beats: Sequence[Beat]) -> int:
    """The sample of the file up to which the loudness is measured."""
    last = beats[-1]
    ends_ms = min(_file_ms(last.start) + _BODY_MS, _file_ms(last.end))
    return int(ends_ms * SAMPLE_RATE / 1000)


def _times(verse: Score) -> tuple[MoraTime, ...]:
    return tuple(
        MoraTime(
            kana=beat.sound.kana,
            phrase=beat.phrase,
            start_ms=_file_ms(beat.start),
            vowel_ms=_file_ms(beat.start + consonant),
            end_ms=_file_ms(beat.end),
            nominal_end_ms=_file_ms(beat.start + beat.mora_frames),
        )
        for beat, consonant in zip(verse.beats, verse.consonants, strict=True)
    )
