"""Small pasts for the people of the tests: answers, runs and notes written straight into the tables."""

import uuid
from datetime import UTC, date, datetime, time, timedelta

from trainer.drills import remember_anew
from trainer.models import Mnemonic, Review, Run, Turn

FIRST_DAY = date(2026, 3, 1)


def answered(person, poem, *, day=0, hour=10, grade=3, skill="tf-kj", counted=True, key=None, **more):
    """One answer, `day` days after the first day, at `hour` o'clock UTC."""
    on = FIRST_DAY + timedelta(days=day)
    given = {
        "sitting": "today",
        "subject": poem,
        "answer": "う",
        "correct": grade > 1,
        "elapsed_ms": 1500,
        "details": {"choices": [], "read": []},
    }
    return Review.objects.create(
        key=key or uuid.uuid4(),
        person=person,
        skill=skill,
        poem=poem,
        answered_at=datetime.combine(on, time(hour), tzinfo=UTC),
        day=on,
        day_fraction=(hour - 4) / 24,
        grade=grade,
        counted=counted,
        **given | more,
    )


def ran(person, *, poems=(87, 18), hour=12):
    """One run of fuda-nagashi."""
    start = datetime.combine(FIRST_DAY, time(hour), tzinfo=UTC)
    run = Run.objects.create(
        person=person,
        mode="said",
        facing="upright",
        pile="all",
        started_at=start,
        finished_at=start + timedelta(minutes=1),
        total_ms=60_000,
    )
    for place, poem in enumerate(poems):
        Turn.objects.create(run=run, place=place, poem=poem, inverted=False, elapsed_ms=900, answer="", correct=True)
    return run


def noted(person, poem, text="mist rises"):
    """One note of their own."""
    return Mnemonic.objects.create(
        person=person, poem=poem, text=text, written_at=datetime.combine(FIRST_DAY, time(13), tzinfo=UTC)
    )


def with_a_past(person):
    """Answers to two poems on three days, a run and a note; the memories are what follows from the answers."""
    for day, grade in ((0, 3), (1, 1), (4, 3)):
        answered(person, 87, day=day, grade=grade)
    answered(person, 18, day=1)
    answered(person, 18, day=1, hour=11, counted=False)
    ran(person)
    noted(person, 87)
    remember_anew(person)
    return person


def states(person):
    """What a person remembers, by poem and skill."""
    return {(row.poem, row.skill): row.state for row in person.memories.all()}
