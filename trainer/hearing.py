"""What a person can hear: whose voice, which upper verses are there, when a question is decided, what is missing."""

from collections.abc import Iterable
from dataclasses import dataclass

from trainer import audio, wishes
from trainer.audio import VerseName
from trainer.models import Person, Recording
from trainer.pack_voice import PackVoice
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.voice import Manner, Voice
from trainer.srs.asking import Asked, right_kimariji
from trainer.srs.skills import ABOUT_PARTNERS

MANNER = Manner()  # the drills are at the tempo of competitions


@dataclass(frozen=True, slots=True)
class Sound:
    """What a page must know to let a question sound, in ms from the first sample of the file; never which poem it is.

    `cut_ms`: where it falls silent, None if it does not before its end. `decided_ms` is the zero of the reaction.
    """

    digest: str
    suffix: str
    onset_ms: float
    end_ms: float
    length_ms: float
    decided_ms: float
    cut_ms: float | None = None


def voices_of(person: Person) -> tuple[Voice, ...]:
    """The voice that the person has chosen; after a pack of their own the site's first, which reads what it lacks."""
    chosen = audio.chosen_voice(person)
    return (chosen, audio.default_voice()) if isinstance(chosen, PackVoice) else (chosen,)


def heard_by(person: Person) -> frozenset[int]:
    """The poems whose upper verse is there for the person. One query a voice, and a look at each file."""
    return frozenset(number for voice in voices_of(person) for number in _recorded(voice))


def _recorded(voice: Voice) -> frozenset[int]:
    rows = Recording.objects.of(voice, MANNER).filter(half=Half.UPPER.value, poem__gt=0)
    return frozenset(row.poem for row in rows.defer("times_json") if row.is_there)


def sound_of(person: Person, asked: Asked) -> Sound | None:
    """The sound of a question by ear; None if its recording is gone, or does not say when it is decided."""
    recording = _recording_of(person, asked)
    if recording is None:
        return None
    times, deciding_kana = recording.times, len(right_kimariji(asked))
    try:
        deciding = times.deciding(deciding_kana)
    except ValueError:
        return None
    return Sound(
        recording.sha256,
        recording.suffix,
        times.onset_ms,
        times.end_ms,
        times.length_ms,
        times.decided_ms(deciding_kana),
        # Without the lengthening at the end of a phrase, which would tell that the phrase is over.
        min(deciding.end_ms, deciding.nominal_end_ms) if asked.is_cut else None,
    )


def _recording_of(person: Person, asked: Asked) -> Recording | None:
    """By one voice for all partners of a question, if one has them all: or a second voice would be an answer."""
    voices = voices_of(person)
    needed = asked.choices if asked.item.skill in ABOUT_PARTNERS and len(voices) > 1 else (asked.poem,)
    found = [{each: audio.find(poem(each), Half.UPPER, voice, MANNER) for each in needed} for voice in voices]
    found.sort(key=lambda of_voice: None in of_voice.values())
    return next((of_voice[asked.poem] for of_voice in found if of_voice[asked.poem]), None)


def wish_for(person: Person, poems: Iterable[int]) -> None:
    """Ask for the upper verses of these poems before all else: of the voice that can be made."""
    wishes.wish(person, voices_of(person)[-1], MANNER, [VerseName(number, Half.UPPER) for number in poems])
