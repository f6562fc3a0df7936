"""A verse ready to be sung: what the voice says of each of its phones, and how many frames each state of it lasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from trainer.reciter.articulation import Articulation, Counts, even_states, natural_states
from trainer.reciter.htsvoice import Answers, Floats, HtsVoice
from trainer.reciter.labels import Phone, phones
from trainer.reciter.plan import FRAME_MS, Beat
from trainer.reciter.sounds import VOICELESS, Sound

Flags = npt.NDArray[np.bool_]
Number = TypeVar("Number", bound=np.generic)

LEAD_MS, TAIL_MS = 100, 200  # of silence; some browsers drop the last 40 ms of an MP3


@dataclass(frozen=True, slots=True)
class Part:
    """A phone as the voice has it; the arrays have a row for each of its states."""

    phone: Phone
    natural: Counts  # frames in plain speech
    spectra: Floats  # means, then variances
    low_passes: Floats  # taps
    voiced: Floats  # weights from 0 to 1, of voiceless consonants; 0 elsewhere

    @property
    def is_voiceless(self) -> bool:
        """Whether it is a consonant without a tone."""
        return self.phone.name in VOICELESS


@dataclass(frozen=True, slots=True)
class Score:
    """Beats, and the phones that they are sung with: `states` has the frames of each state of each part.

    `consonants` has the frames of each beat's consonant, 0 where it has none. The first and the last part are silence.
    """

    beats: tuple[Beat, ...]
    parts: tuple[Part, ...]
    states: tuple[Counts, ...]
    consonants: tuple[int, ...]

    @property
    def frames(self) -> int:
        """Of the whole, with the silence around."""
        return sum(int(states.sum()) for states in self.states)


def score(voice: HtsVoice, beats: tuple[Beat, ...], how: Articulation) -> Score:
    """Each consonant near its own length, the vowel with the rest of its beat."""
    parts = tuple(_part(voice, phone, how) for phone in phones(_phrases(beats)))
    states = [even_states(parts[0].natural, LEAD_MS // FRAME_MS)]
    consonants: list[int] = []
    for beat in beats:
        consonant, frames = beat.sound.consonant, 0
        if consonant:
            natural = parts[len(states)].natural
            frames = how.consonant_frames(consonant, int(natural.sum()), beat.frames)
            states.append(how.consonant_states(consonant, natural, frames))
        states.append(even_states(parts[len(states)].natural, beat.frames - frames))
        consonants.append(frames)
    states.append(even_states(parts[-1].natural, TAIL_MS // FRAME_MS))
    return Score(beats, parts, tuple(states), tuple(consonants))


def _phrases(beats: Sequence[Beat]) -> list[list[Sound]]:
    phrases: list[list[Sound]] = []
    for beat in beats:
        if beat.opens_phrase:
            phrases.append([])
        phrases[-1].append(beat.sound)
    return phrases


def _part(voice: HtsVoice, phone: Phone, how: Articulation) -> Part:
    answers, states = Answers(phone.label), range(voice.states)
    voiced = np.zeros(voice.states)
    if phone.name in VOICELESS - how.breathed:  # of all others it is known, and the trees for it are the largest
        voiced = np.array([voice.pitch.row(answers, state)[-1] for state in states])
    return Part(
        phone,
        natural_states(voice.durations.mean(answers)),
        np.stack([voice.spectra.row(answers, state) for state in states]),
        np.stack([voice.aperiodicity.mean(answers, state) for state in states]),
        voiced,
    )


def by_frame(rows: Sequence[npt.NDArray[Number]], states: Sequence[Counts]) -> npt.NDArray[Number]:
    """The row of each state of each part, as often as the state has frames."""
    return np.repeat(np.concatenate(rows), np.concatenate(states), axis=0)


def is_sounding(parts: Sequence[Part], states: Sequence[Counts]) -> Flags:
    """For each frame whether it is in the verse, not in the silence around it."""
    return by_frame([np.full(len(part.natural), not part.phone.is_silence) for part in parts], states)


def is_voiced(verse: Score) -> Flags:
    """For each frame whether it has a tone.

    Silence and voiceless consonants have none, but for the end of a consonant where the voice begins the vowel early.
    Vowels always have one: the whispered ones of plain speech (した, つき) are sung in a chant.
    """
    pieces: list[Flags] = []
    for part, states in zip(verse.parts, verse.states, strict=True):
        if part.is_voiceless:
            begun = np.repeat(part.voiced, states)[::-1] > 0.5
            pieces.append(np.logical_and.accumulate(begun)[::-1])
        else:
            pieces.append(np.full(int(states.sum()), not part.phone.is_silence))
    return np.concatenate(pieces)
