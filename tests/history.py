"""A person's past made up by rule: what a diligent learner with a few weak sounds and mixed-up partners leaves behind.

The plan of each day is the real one; who answers is a die with a seed. Nothing here is an expected value.
"""

import uuid
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from math import exp
from random import Random

from django.utils import timezone

from trainer.models import Memory, Review
from trainer.poems.kimariji import original, partners
from trainer.srs.asking import course
from trainer.srs.grading import Grade
from trainer.srs.memory import Answer, MemoryState, review
from trainer.srs.session import Desk, Pace
from trainer.srs.skills import Item, Skill

WEAK_SOUNDS = "なあわ"
PRACTICE_DAY = 0.88  # the share of days on which the learner sits down


def live(person, *, days, until, seed=1, extra_per_day=0, pace=None):
    """Give the person `days` days of history that end on the day before `until`. Returns the number of reviews."""
    dice = Random(seed)
    memories: dict[Item, MemoryState] = {}
    rows: list[Review] = []
    for offset in range(days, 0, -1):
        today = until - timedelta(days=offset)
        if dice.random() > PRACTICE_DAY:
            continue
        plan = Desk(today, memories, (), course(), pace or Pace(most_reviews=person.most_per_day)).plan
        items = [*plan.due, *plan.opening, *plan.new]
        clock = datetime.combine(today, time(18), tzinfo=timezone.get_default_timezone())
        for item in items:
            clock += timedelta(seconds=dice.uniform(4, 9))
            row = _answer(person, item, memories.get(item), today, clock, dice, offset)
            rows.append(row)
            memories[item] = review(
                memories.get(item),
                Answer(today, Grade(row.grade), row.elapsed_ms, row.day_fraction),
                target_ms=item.skill.target_ms,
                retention=person.retention,
            )
        known = list(memories)
        for item in dice.choices(known, k=extra_per_day) if known else ():
            clock += timedelta(seconds=dice.uniform(3, 6))
            row = _answer(person, item, memories[item], today, clock, dice, offset)
            row.counted, row.sitting = False, "practise"
            rows.append(row)
    Review.objects.bulk_create(rows, batch_size=2000)
    Memory.objects.bulk_create([remember(person, item, state) for item, state in memories.items()], batch_size=500)
    return len(rows)


def remember(person, item, state):
    """The row that keeps this state."""
    return Memory(
        person=person,
        poem=item.poem,
        skill=item.skill.value,
        stability=state.stability,
        difficulty=state.difficulty,
        first_day=state.first_day,
        last_day=state.last_day,
        last_day_fraction=state.last_day_fraction,
        due_on=state.due_on,
        reviews=state.reviews,
        lapses=state.lapses,
        last_grade=int(state.last_grade),
        speed=state.speed,
        fluent_days=state.fluent_days,
    )


def _answer(person, item, state, today, clock, dice, days_ago):
    chance = 0.9 if state is None else min(0.97, 0.91 + state.reviews * 0.01)
    is_right = dice.random() < chance - (0.05 if original(item.poem)[0] in WEAK_SOUNDS else 0)
    slow = 1.5 if original(item.poem)[0] in WEAK_SOUNDS else 1.0
    usual_ms = item.skill.target_ms * slow * (0.75 + 1.6 * exp(-(state.reviews if state else 0) / 6)) + days_ago * 0.4
    ms = round(usual_ms * exp(dice.gauss(0, 0.3)))
    mates = partners(item.poem)
    picked = None
    if not is_right and mates and dice.random() < 0.7:
        picked = mates[0] if dice.random() < 0.7 else dice.choice(mates)
    return past(
        person,
        item,
        today,
        answered_at=clock,
        correct=is_right,
        picked=picked,
        elapsed_ms=ms,
    )


def past(person, item, day, *, answered_at=None, correct=True, picked=None, elapsed_ms=900, counted=True, grade=None):
    """One answer, not saved yet."""
    default = Grade.GOOD if correct else Grade.AGAIN
    return Review(
        key=uuid.uuid4(),
        person=person,
        sitting="today",
        skill=item.skill.value,
        subject=item.poem,
        poem=item.poem,
        answered_at=answered_at or datetime.combine(day, time(18), tzinfo=timezone.get_default_timezone()),
        day=day,
        day_fraction=0.6,
        picked=None if correct else picked,
        correct=correct,
        elapsed_ms=elapsed_ms,
        grade=int(grade or default),
        counted=counted,
    )


def known(person, poem, *, today, skill=Skill.TORIFUDA_TO_KIMARIJI, due_in=0, **changes):
    """A saved memory that falls due `due_in` days from today; `changes` are fields of MemoryState."""
    state = MemoryState(
        stability=10.0,
        difficulty=5.0,
        first_day=today - timedelta(days=30),
        last_day=today + timedelta(days=due_in - 8),
        due_on=today + timedelta(days=due_in),
        reviews=4,
        lapses=0,
        last_grade=Grade.GOOD,
    )
    row = remember(person, Item(poem, skill), replace(state, **changes))
    row.save()
    return row


def day(text):
    """A day from its ISO text."""
    return date.fromisoformat(text)
