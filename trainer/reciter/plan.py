"""When each mora of a verse begins and how long it lasts: the tempo, the lengthenings and the yoin.

Facts about how competition verses are read and where they come from: docs/recitation.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from trainer.poems.kimariji import original
from trainer.poems.poem import Poem
from trainer.reciter.mora import Half
from trainer.reciter.sounds import Sound, sounds
from trainer.reciter.tempo import OFFICIAL, Tempo

FRAME_MS = 5

_UPPER_MORAE, _LOWER_MORAE = 17, 14  # of a regular verse, 5-7-5 and 7-7
_UPPER_MORA_MS, _LOWER_MORA_MS = 200.0, 250.0
# Of a verse's time no more than this much are its morae when it is quick; the rest lengthens its phrase ends.
_MOST_SAID = 0.75
# How what is left is shared among the ends of the three upper phrases: 0.65, 0.65 and 1.20 s of 2.50 s.
_SHARES = (0.26, 0.26, 0.48)
# The end of the first lower phrase is lengthened by at least this many morae; an inner break by one.
_LEAST_END_MORAE = 1.8
# What an undecided phrase end lost goes to the end of the next phrase, but no more than half a mora of it.
_CAUGHT_UP_MORAE = 0.5


class Held(Enum):
    """Why a mora is longer than one; the value is the depth of its vibrato in semitones."""

    BREAK = 0.05
    PHRASE_END = 0.10
    YOIN = 0.18


@dataclass(frozen=True, slots=True)
class Beat:
    """One mora in its time, in frames of 5 ms from the start of the verse. `phrase` counts from 0 within the poem.

    `mora_frames` is one mora of the tempo: what `frames` has beyond it is lengthening.
    """

    sound: Sound
    phrase: int
    start: int
    frames: int
    mora_frames: int
    opens_phrase: bool
    held: Held | None = None

    @property
    def end(self) -> int:
        """The frame after its last."""
        return self.start + self.frames


def inner_breaks(poem: Poem) -> frozenset[tuple[int, int]]:
    """The places inside phrases that are lengthened: (phrase of the poem, number of its kana before the break)."""
    return frozenset((number, place) for number, phrase in enumerate(poem.phrases) for place in phrase.breaks)


@dataclass(frozen=True, slots=True)
class _Place:
    """A mora by its place: where it stands in the verse, and what ends with it."""

    sound: Sound
    phrase: int
    opens_phrase: bool
    ends_phrase: bool
    is_break: bool
    kana_so_far: int


def plan(poem: Poem, half: Half, tempo: Tempo = OFFICIAL, speed: float = 1.0) -> tuple[Beat, ...]:
    """The morae of a verse in time. `speed` divides every length.

    In a lower verse the last mora starts at exactly `tempo.lower_ms` and lasts `tempo.yoin_ms`; an upper verse of
    seventeen morae whose phrase ends are all lengthened takes `tempo.upper_ms`.
    """
    places = _places(poem, half)
    if half is Half.UPPER:
        mora_ms = _upper_mora_ms(tempo)
        lengths = _upper_lengths(poem, places, tempo, mora_ms)
    else:
        mora_ms = _lower_mora_ms(places, tempo)
        lengths = _lower_lengths(places, tempo, mora_ms)
    beats: list[Beat] = []
    passed_ms, start = 0.0, 0
    for place, (length_ms, held) in zip(places, lengths, strict=True):
        passed_ms += length_ms
        end = round(passed_ms / speed / FRAME_MS)
        mora_frames = round(mora_ms / speed / FRAME_MS)
        beats.append(Beat(place.sound, place.phrase, start, end - start, mora_frames, place.opens_phrase, held))
        start = end
    return tuple(beats)


def _places(poem: Poem, half: Half) -> tuple[_Place, ...]:
    phrases = poem.upper.phrases if half is Half.UPPER else poem.lower.phrases
    first = 0 if half is Half.UPPER else len(poem.upper.phrases)
    breaks = inner_breaks(poem)
    places: list[_Place] = []
    verse_kana = 0
    for number, phrase in enumerate(phrases, start=first):
        morae, kana = sounds(phrase.spoken), 0
        for index, sound in enumerate(morae):
            kana += len(sound.kana)
            is_last, is_break = index == len(morae) - 1, (number, kana) in breaks
            places.append(_Place(sound, number, index == 0, is_last, is_break and not is_last, verse_kana + kana))
        verse_kana += kana
    return tuple(places)


Lengths = list[tuple[float, Held | None]]


def _upper_mora_ms(tempo: Tempo) -> float:
    """0.2 s at both presets; less where the time would not do for it, more where everything is slower."""
    usual_ms = _UPPER_MORA_MS * max(1, tempo.upper_ms / OFFICIAL.upper_ms)
    return min(usual_ms, _MOST_SAID * tempo.upper_ms / _UPPER_MORAE)


def _upper_lengths(poem: Poem, places: tuple[_Place, ...], tempo: Tempo, mora_ms: float) -> Lengths:
    """Nothing is lengthened before the sound that decides the poem is out: its reader must not give it away."""
    spare_ms = tempo.upper_ms - _UPPER_MORAE * mora_ms
    deciding = len(original(poem.number)) if poem.number else 0
    caught_up_ms = 0.0
    lengths: Lengths = []
    for place in places:
        is_decided = place.kana_so_far >= deciding
        if place.ends_phrase and is_decided:
            lengths.append((mora_ms + spare_ms * _SHARES[place.phrase] + caught_up_ms, Held.PHRASE_END))
            caught_up_ms = 0.0
        elif place.ends_phrase:
            lengths.append((mora_ms, None))
            caught_up_ms = min(_CAUGHT_UP_MORAE * mora_ms, spare_ms * _SHARES[place.phrase])
        elif place.is_break and is_decided:
            lengths.append((2 * mora_ms, Held.BREAK))
        else:
            lengths.append((mora_ms, None))
    return lengths


def _lower_mora_ms(places: tuple[_Place, ...], tempo: Tempo) -> float:
    """0.25 s at 5-3-1-6; less where the morae before the last, the breaks and a phrase end would not fit."""
    usual_ms = _LOWER_MORA_MS * max(1, tempo.lower_ms / OFFICIAL.lower_ms)
    breaks = sum(place.is_break for place in places)
    fitting_ms = tempo.lower_ms / (len(places) - 1 + breaks + _LEAST_END_MORAE)
    return min(usual_ms, _MOST_SAID * tempo.lower_ms / (_LOWER_MORAE - 1), fitting_ms)


def _lower_lengths(places: tuple[_Place, ...], tempo: Tempo, mora_ms: float) -> Lengths:
    """The end of the first phrase takes what is left, so that the last mora starts when the tempo says."""
    body = places[:-1]
    breaks = sum(place.is_break for place in body)
    end_ms = tempo.lower_ms - mora_ms * (len(body) - 1 + breaks)
    lengths: Lengths = []
    for place in body:
        if place.ends_phrase:
            lengths.append((end_ms, Held.PHRASE_END))
        elif place.is_break:
            lengths.append((2 * mora_ms, Held.BREAK))
        else:
            lengths.append((mora_ms, None))
    return [*lengths, (float(tempo.yoin_ms), Held.YOIN)]
