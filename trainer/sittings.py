"""What a question belongs to: the review of today, a lesson, or a free practice. Each has a code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from trainer.poems.kimariji import stem_group
from trainer.poems.lessons import Lesson, lessons
from trainer.srs.asking import course
from trainer.srs.skills import ABOUT_PARTNERS, Item, Skill


@dataclass(frozen=True)
class Today:
    """Everything that is due, then what is new."""

    code: ClassVar[str] = "today"


@dataclass(frozen=True)
class LessonSitting:
    """One lesson of the path; `anyway`: beyond the number of new poems of a day."""

    lesson: Lesson
    anyway: bool = False

    @property
    def code(self) -> str:
        return f"lesson-{self.lesson.index}{'-anyway' if self.anyway else ''}"


@dataclass(frozen=True)
class Practice:
    """A skill, a pile of poems, and a mark that tells one practice from the next.

    `heard`: the poems whose recording is there, where the skill can be asked by ear.
    """

    prefix: ClassVar[str] = "practise-"
    skill: Skill
    pile: str
    poems: tuple[int, ...]
    mark: str
    heard: frozenset[int] = frozenset()

    @property
    def code(self) -> str:
        return f"{self.prefix}{self.skill.value}-{self.mark}-{self.pile}"

    @property
    def items(self) -> tuple[Item, ...]:
        """What can be asked of the pile: for the discrimination of partners, of the sets that it touches."""
        subjects = self.poems
        if self.skill in ABOUT_PARTNERS:
            subjects = tuple(dict.fromkeys(stem_group(number)[0] for number in self.poems))
        items = (Item(number, self.skill) for number in subjects)
        return tuple(item for item in items if course(self.heard).asks(item))


Sitting = Today | LessonSitting | Practice

_LESSON = re.compile(r"lesson-(\d{1,3})(-anyway)?")


def lesson_sitting(code: str) -> LessonSitting | None:
    """The lesson that a code names; None if it names none."""
    found = _LESSON.fullmatch(code)
    if found is None or not 1 <= int(found[1]) <= len(lessons()):
        return None
    return LessonSitting(lessons()[int(found[1]) - 1], anyway=found[2] is not None)
