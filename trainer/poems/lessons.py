"""The learning path: a few poems at a time, in the order of the sounds, partners together."""

from dataclasses import dataclass
from functools import cache

from trainer.poems.kimariji import SoundGroup, sound_groups, stem_group

# A lesson takes whole stem groups until it has this many poems. The largest stem group has six.
ENOUGH = 5
FEWEST = 3
MOST_MET = 3


@dataclass(frozen=True)
class Lesson:
    """Some poems to learn together. `index` counts from 1; `group` is the label of their sound group."""

    index: int
    group: str
    poems: tuple[int, ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons in order; every poem is in exactly one of them, and the division never changes."""
    parts = [(group.label, part) for group in sound_groups() for part in _divide(group)]
    return tuple(Lesson(index, label, part) for index, (label, part) in enumerate(parts, start=1))


def lesson_of(number: int) -> Lesson:
    """The lesson a poem belongs to; KeyError for a number outside 1–100."""
    for lesson in lessons():
        if number in lesson.poems:
            return lesson
    raise KeyError(number)


def met_with(number: int) -> tuple[int, ...]:
    """The poems shown together before any of them is asked, two or three, so that an answer is no mere echo.

    Partners are not parted, unless there are more than three of them.

    >>> met_with(87), met_with(65)
    ((87, 18, 57), (74, 65))
    """
    return next(meeting for meeting in _meetings(lesson_of(number)) if number in meeting)


@cache
def _meetings(lesson: Lesson) -> tuple[tuple[int, ...], ...]:
    meetings: list[tuple[int, ...]] = [()]
    for stems in dict.fromkeys(stem_group(number) for number in lesson.poems):
        if len(meetings[-1]) + len(stems) > MOST_MET:
            meetings.append(())
        meetings[-1] += stems
    return tuple(part[start : start + MOST_MET] for part in meetings for start in range(0, len(part), MOST_MET))


def _divide(group: SoundGroup) -> list[tuple[int, ...]]:
    parts: list[tuple[int, ...]] = [()]
    for stems in dict.fromkeys(stem_group(number) for number in group.poems):
        if len(parts[-1]) >= ENOUGH or (len(parts[-1]) >= FEWEST and len(parts[-1]) + len(stems) > ENOUGH + 1):
            parts.append(())
        parts[-1] += stems
    if len(parts) > 1 and len(parts[-1]) < FEWEST:
        last = parts.pop()
        parts[-1] += last
    return parts
