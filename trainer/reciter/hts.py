"""The product's own voices: a verse chanted by an HTS voice at our durations and our pitch.

The voice lends its timbre (spectra and the lengths of its consonants); when a mora falls and how high it is comes from
`plan` and `melody` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from trainer.poems.poem import Poem
from trainer.reciter import encode, htsvoice
from trainer.reciter.articulation import (
    Articulation,
    Counts,
    even_states,
    level_gain,
    natural_states,
)
from trainer.reciter.htsvoice import Answers, HtsVoice
from trainer.reciter.labels import Phone, phones
from trainer.reciter.melody import fade, pitch_hz
from trainer.reciter.mlpg import trajectory
from trainer.reciter.mora import Half, MoraTime, VerseTimes
from trainer.reciter.plan import FRAME_MS, Beat, plan
from trainer.reciter.sounds import VOICELESS, Sound
from trainer.reciter.vocoder import Vocoder
from trainer.reciter.voice import SAMPLE_RATE, CannotReciteError, Manner, Recital

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Number = TypeVar("Number", bound=np.generic)

LEAD_MS, TAIL_MS = 100, 200  # of silence; some browsers drop the last 40 ms of an MP3
_BODY_MS = 800  # of the last mora that count for the loudness of the verse; the rest dies away
_PITCH_HZ = (60.0, 500.0)
_SPEED = (0.5, 2.0)
_FULL_SCALE = 32768  # of the numbers that HTS voices are trained on
# Changes whenever the sound of the voices does: stored recordings are known by it.
SOUND_VERSION = "1"


@dataclass(frozen=True, slots=True)
class _Part:
    """A phone with what the voice says of it: rows for each of its states."""

    phone: Phone
    natural: Counts
    spectra: Floats  # states × numbers: means, then variances
    low_passes: Floats  # states × taps
    voiced: Floats  # weight of each state

    @property
    def is_voiceless(self) -> bool:
        return self.phone.name in VOICELESS


@dataclass(frozen=True, slots=True)
class _Score:
    """A verse ready to be sung: its beats, its phones, how many frames each state lasts and each consonant has."""

    beats: tuple[Beat, ...]
    parts: tuple[_Part, ...]
    states: tuple[Counts, ...]
    consonants: tuple[int, ...]

    @property
    def frames(self) -> int:
        return sum(int(states.sum()) for states in self.states)


@dataclass(frozen=True)
class HtsReader:
    """A reader made of an HTS voice; implements `voice.Voice`. `main_hz` is the main tone when none is asked for."""

    key: str
    path: Path
    main_hz: float
    how: Articulation = Articulation()

    @property
    def version(self) -> str:
        """Of the sound: the same version, poem, half and manner give the same recording."""
        return SOUND_VERSION

    def recite(self, poem: Poem, half: Half, manner: Manner) -> Recital:
        """The verse as MP3 with its times; CannotReciteError for a pitch or a speed no voice can be asked for."""
        main_hz = self.main_hz if manner.pitch_hz is None else manner.pitch_hz
        _check(main_hz, manner.speed)
        beats = plan(poem, half, manner.tempo, manner.speed)
        score = self._score(beats)
        samples = encode.levelled(encode.halved(self._wave(score, main_hz)), _body_end(beats))
        sound = encode.mp3(samples)
        onset_ms, length_ms = encode.heard_ms(sound)
        return Recital(sound, VerseTimes(_times(score), onset_ms, LEAD_MS + beats[-1].end * FRAME_MS, length_ms))

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

    def _score(self, beats: tuple[Beat, ...]) -> _Score:
        parts = tuple(self._part(phone) for phone in phones(_phrases(beats)))
        states = [even_states(parts[0].natural, LEAD_MS // FRAME_MS)]
        consonants: list[int] = []
        at = 1
        for beat in beats:
            consonant = beat.sound.consonant
            frames = 0
            if consonant:
                natural = parts[at].natural
                frames = self.how.consonant_frames(consonant, int(natural.sum()), beat.frames)
                states.append(self.how.consonant_states(consonant, natural, frames))
                at += 1
            states.append(even_states(parts[at].natural, beat.frames - frames))
            consonants.append(frames)
            at += 1
        states.append(even_states(parts[-1].natural, TAIL_MS // FRAME_MS))
        return _Score(beats, parts, tuple(states), tuple(consonants))

    def _part(self, phone: Phone) -> _Part:
        voice, answers = self._voice, Answers(phone.label)
        states = range(voice.states)
        voiced = np.zeros(voice.states)
        if phone.name in VOICELESS:  # of all others it is known, and the pitch trees are the largest
            voiced = np.array([voice.pitch.row(answers, state)[-1] for state in states])
        return _Part(
            phone,
            natural_states(voice.durations.mean(answers)),
            np.stack([voice.spectra.row(answers, state) for state in states]),
            np.stack([voice.aperiodicity.mean(answers, state) for state in states]),
            voiced,
        )

    def _wave(self, score: _Score, main_hz: float) -> Floats:
        """At the voice's own rate, levelled from vowel to vowel, faded at the end."""
        voice, beats = self._voice, score.beats
        middles_s = (np.arange(score.frames) + 0.5) * FRAME_MS / 1000 - LEAD_MS / 1000
        f0_hz = np.where(_is_voiced(score), pitch_hz(beats, middles_s, main_hz), 0)
        low_passes = _by_frame([part.low_passes for part in score.parts], score.states)
        wave = self._vocoder.wave(self._cepstra(score), low_passes, f0_hz) / _FULL_SCALE
        lead = LEAD_MS * voice.sample_rate // 1000
        wave *= level_gain(wave, beats, score.consonants, lead, voice.sample_rate, self.how)
        wave *= fade(beats, np.arange(len(wave)) / voice.sample_rate - LEAD_MS / 1000)
        return wave

    def _cepstra(self, score: _Score) -> Floats:
        """Frames × coefficients, as lively as the voice's own speech.

        The smoothest course is too smooth. How much is missing is measured at the lengths of plain speech: in a chant
        the held vowels would stand for the whole.
        """
        natural = [part.natural for part in score.parts]
        spoken = self._smooth(score, natural)[_by_frame(_sounding(score), natural)]
        wanted = self._voice.variance.mean(Answers(score.parts[0].phone.label))
        middle, scale = spoken.mean(axis=0), np.sqrt(wanted / spoken.var(axis=0))
        cepstra = self._smooth(score, score.states)
        sounding = _by_frame(_sounding(score), score.states)
        cepstra[sounding] = (cepstra[sounding] - middle) * scale + middle
        return cepstra

    def _smooth(self, score: _Score, states: Sequence[Counts]) -> Floats:
        voice = self._voice
        rows = _by_frame([part.spectra for part in score.parts], states)
        shape = (len(rows), len(voice.windows), voice.order)
        means, variances = np.split(rows, 2, axis=1)
        return trajectory(means.reshape(shape), variances.reshape(shape), voice.windows)


def _check(main_hz: float, speed: float) -> None:
    if not _PITCH_HZ[0] <= main_hz <= _PITCH_HZ[1]:
        raise CannotReciteError(f"The main tone must be {_PITCH_HZ[0]:g} to {_PITCH_HZ[1]:g} Hz, not {main_hz:g}.")
    if not _SPEED[0] <= speed <= _SPEED[1]:
        raise CannotReciteError(f"The speed must be {_SPEED[0]:g} to {_SPEED[1]:g}, not {speed:g}.")


def _phrases(beats: tuple[Beat, ...]) -> list[list[Sound]]:
    phrases: list[list[Sound]] = []
    for beat in beats:
        if beat.opens_phrase:
            phrases.append([])
        phrases[-1].append(beat.sound)
    return phrases


def _sounding(score: _Score) -> list[Flags]:
    """For each state of each phone whether it is a sound: silence has its own spectra and keeps them."""
    return [np.full(len(part.natural), not part.phone.is_silence) for part in score.parts]


def _by_frame(rows: Sequence[npt.NDArray[Number]], states: Sequence[Counts]) -> npt.NDArray[Number]:
    """The row of each state, as often as it has frames."""
    return np.repeat(np.concatenate(rows), np.concatenate(states), axis=0)


def _is_voiced(score: _Score) -> Flags:
    """All but silence and voiceless consonants, and of these the end where the voice says that the vowel has begun."""
    pieces: list[Flags] = []
    for part, states in zip(score.parts, score.states, strict=True):
        frames = int(states.sum())
        if part.is_voiceless:
            weights = np.repeat(part.voiced, states)
            pieces.append(np.logical_and.accumulate(weights[::-1] > 0.5)[::-1])
        else:
            pieces.append(np.full(frames, not part.phone.is_silence))
    return np.concatenate(pieces)


def _body_end(beats: tuple[Beat, ...]) -> int:
    """The sample of the finished file up to which the loudness is measured."""
    last = beats[-1]
    ends_ms = LEAD_MS + min(last.start * FRAME_MS + _BODY_MS, last.end * FRAME_MS)
    return ends_ms * SAMPLE_RATE // 1000


def _times(score: _Score) -> tuple[MoraTime, ...]:
    return tuple(
        MoraTime(
            kana=beat.sound.kana,
            phrase=beat.phrase,
            start_ms=LEAD_MS + beat.start * FRAME_MS,
            vowel_ms=LEAD_MS + (beat.start + consonant) * FRAME_MS,
            end_ms=LEAD_MS + beat.end * FRAME_MS,
            nominal_end_ms=LEAD_MS + (beat.start + beat.mora_frames) * FRAME_MS,
        )
        for beat, consonant in zip(score.beats, score.consonants, strict=True)
    )
