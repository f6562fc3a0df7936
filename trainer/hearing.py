"""What a person can hear: whose voice, which upper verses are there, when a question is decided, what is missing."""

from collections.abc import Iterable
from dataclasses import dataclass

from trainer import audio, wishes
from trainer.audio import VerseName
from trainer.models import Person, Recording
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.voice import Manner, Voice
from trainer.srs.asking import Asked, right_kimariji

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


def voice_of(person: Person) -> Voice:
    """The voice that the person has chosen, if there is such a choice and the voice is still there; else the first."""
    try:
        return audio.voice(getattr(person, "voice", ""))
    except KeyError:
        return audio.default_voice()


def heard_by(person: Person) -> frozenset[int]:
    """The poems whose upper verse is there in the person's voice. One query, and a look at each file."""
    rows = Recording.objects.of(voice_of(person), MANNER).filter(half=Half.UPPER.value, poem__gt=0)
    return frozenset(row.poem for row in rows.defer("times_json") if row.is_there)


def sound_of(person: Person, asked: Asked) -> Sound | None:
    """The sound of a question by ear; None if its recording is gone, or does not say when it is decided."""
    recording = audio.find(poem(asked.poem), Half.UPPER, voice_of(person), MANNER)
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


def wish_for(person: Person, poems: Iterable[int]) -> None:
    """Ask for the upper verses of these poems before all else."""
    wishes.wish(person, voice_of(person), MANNER, [VerseName(number, Half.UPPER) for number in poems])
