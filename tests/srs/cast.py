"""Desks to test with: courses, memories, and a sitting played to its end."""

from dataclasses import replace
from datetime import date, timedelta

from trainer.srs.grading import Grade
from trainer.srs.memory import Answer, MemoryState, review
from trainer.srs.session import Course, Desk, Given, next_item
from trainer.srs.skills import Item, Skill

TODAY = date(2026, 4, 20)
FIRST, REVERSE, AUDIO, DISC, CHANGE = (
    Skill.TORIFUDA_TO_KIMARIJI,
    Skill.KIMARIJI_TO_TORIFUDA,
    Skill.AUDIO_TO_TORIFUDA,
    Skill.DISCRIMINATION,
    Skill.KIMARIJI_CHANGE,
)
FURTHER = tuple(skill for skill in Skill if skill is not FIRST)


def course(poems, sets=(), *, skills=()):
    """Poems 1..n in order; only the first skill and `skills` exist."""
    closed = {skill: frozenset() for skill in FURTHER if skill not in skills}
    return Course(tuple(range(1, poems + 1)), tuple(sets), closed)


def known(stability=30.0, *, due_in=0, last=10, first=100, lapses=0):
    """A memory made `first` days ago, last asked `last` days ago, due in so many days."""
    return MemoryState(
        stability=stability,
        difficulty=5.0,
        first_day=TODAY - timedelta(days=first),
        last_day=TODAY - timedelta(days=last),
        due_on=TODAY + timedelta(days=due_in),
        reviews=3,
        lapses=lapses,
        last_grade=Grade.GOOD,
    )


def desk(memories, given=(), course_=None, **more):
    return Desk(TODAY, memories, tuple(given), course_ or course(0), **more)


def answer(at, item, *, right=True):
    """The desk after an answer, its memory moved on as the drill would."""
    grade = Grade.GOOD if right else Grade.AGAIN
    state = review(at.memories.get(item), Answer(at.today, grade), target_ms=item.skill.target_ms)
    return replace(at, memories={**at.memories, item: state}, given=(*at.given, Given(item, right)))


def always(_item, _nth):
    return True


def play(at, is_right=always, most=400):
    """Every item of a sitting in order, answering by `is_right(item, how often it was asked before)`."""
    asked = []
    while (coming := next_item(at)) is not None and len(asked) < most:
        right = is_right(coming.item, asked.count(coming.item))
        asked.append(coming.item)
        at = answer(at, coming.item, right=right)
    return asked


def firsts(*poems):
    return [Item(poem, FIRST) for poem in poems]
