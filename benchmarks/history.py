"""Learners with a past, invented but plausible, for measuring: the log is played through the real memory."""

from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from trainer.models import Memory, Person, Review
from trainer.srs import memory
from trainer.srs.asking import course
from trainer.srs.grading import Grade
from trainer.srs.memory import Answer
from trainer.srs.skills import Item, Skill

States = dict[Item, memory.MemoryState]

SKILLS = (Skill.TORIFUDA_TO_KIMARIJI, Skill.KIMARIJI_TO_TORIFUDA, Skill.KIMARIJI_CHANGE)
RIGHT = 0.92


def learner(name: str, now: datetime, *, days: int = 365, seed: int = 1) -> Person:
    """A person who has come on most of the last `days` days, five poems a day until all are begun."""
    random = Random(f"{name} {seed}")
    person = Person.objects.create(username=name)
    states: States = {}
    reviews: list[Review] = []
    for back in range(days, 0, -1):
        if random.random() < 0.12:
            continue
        instant = (now - timedelta(days=back)).replace(hour=random.randint(7, 21))
        for item in [*_due(states, instant), *_new(states)]:
            instant += timedelta(seconds=random.randint(4, 15))
            reviews.append(_review(person, item, states, instant, random))
            if not reviews[-1].correct:
                instant += timedelta(seconds=40)
                reviews.append(_review(person, item, states, instant, random))
    Review.objects.bulk_create(reviews, batch_size=500)
    rows = []
    for item, state in states.items():
        row = Memory(person=person, poem=item.poem, skill=item.skill.value)
        row.state = state
        rows.append(row)
    Memory.objects.bulk_create(rows)
    return person


def _due(states: States, instant: datetime) -> list[Item]:
    return [item for item, state in states.items() if state.due_on <= instant.date()]


def _new(states: States) -> list[Item]:
    for skill in SKILLS:
        left = [Item(number, skill) for number in course().path if Item(number, skill) not in states]
        if left:
            return [item for item in left[:5] if course().asks(item)]
    return []


def _review(person: Person, item: Item, states: States, now: datetime, random: Random) -> Review:
    correct = random.random() < RIGHT
    state = states.get(item)
    grade = (Grade.EASY if random.random() < 0.1 else Grade.GOOD) if correct else Grade.AGAIN
    counted = memory.feeds_memory(state, now.date())
    elapsed_ms = int(random.lognormvariate(7.3, 0.4))
    if counted:
        answer = Answer(now.date(), grade, elapsed_ms)
        states[item] = memory.review(state, answer, target_ms=item.skill.target_ms)
    return Review(
        key=UUID(int=random.getrandbits(128), version=4),
        person=person,
        sitting="today",
        skill=item.skill.value,
        subject=item.poem,
        poem=item.poem,
        answered_at=now,
        day=now.date(),
        day_fraction=0.5,
        correct=correct,
        picked=None if correct or random.random() < 0.5 else random.randint(1, 100),
        elapsed_ms=elapsed_ms,
        grade=grade,
        counted=counted,
    )
