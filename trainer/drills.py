"""Asking and answering: which question stands open, and one answer written as one transaction.

A question is kept when it is asked, with a key. Its answer takes that key, so a double click, a second tab, a
resend or a crash can neither count twice nor lose an answer.
"""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from random import SystemRandom
from uuid import UUID

from django.db import transaction

from trainer import hearing, piles
from trainer.models import Memory, Person, Question, Review
from trainer.poems.lessons import Lesson, met_with
from trainer.sittings import LessonSitting, Practice, Sitting
from trainer.srs import memory
from trainer.srs.asking import Asked, Judged, compose, course, judge
from trainer.srs.grading import SAMPLES_KEPT, SHORTEST_MS, Grade, grade, usable_ms
from trainer.srs.memory import Answer, MemoryState
from trainer.srs.practice import left_in_practice, next_in_practice
from trainer.srs.session import Course, Desk, Given, next_item
from trainer.srs.skills import ABOUT_PARTNERS, BY_EAR, FIRST_SKILL, Item, Skill

OPEN_FOR = timedelta(days=7)  # how long a forgotten tab may still be answered


# The day -------------------------------------------------------------------------------------------------


def day_of(person: Person, now: datetime) -> date:
    """The person's day; it never runs backwards, whatever happens to their time zone."""
    last = person.reviews.order_by("-day").values_list("day", flat=True).first()
    return memory.day_of(now, person.zone, not_before=last)


def desk_of(person: Person, now: datetime, *, quiet_on: str = "") -> Desk:
    """All that decides what today asks of a person. Three queries, and from the first way back on `heard_by`'s.

    `quiet_on`: a day (ISO) on which nothing may sound; on another day it means nothing.
    """
    today = day_of(person, now)
    memories = Memory.objects.filter(person=person).states()
    # Nothing by ear opens before the first way back does: who begins is spared a look at the files.
    may_hear = quiet_on != today.isoformat() and any(item.skill is not FIRST_SKILL for item in memories)
    return Desk(
        today,
        memories,
        tuple(each for each in _given_on(person, today) if each.item in memories),  # practice begins no unmet poem
        course(hearing.heard_by(person)) if may_hear else course(),
        person.pace,
        seed=person.pk,
    )


def _given_on(person: Person, day: date) -> tuple[Given, ...]:
    """The answers of a day as its review counts them, oldest first. Free practice stands beside the review.

    A card that was only practised is done for the day, since the first answer of a day is the one that counts; but
    no miss in practice is asked again, and no right answer there helps to firm up what is new.
    """
    answers = Review.objects.filter(person=person, day=day).order_by("answered_at", "pk")
    rows = answers.values_list("subject", "skill", "correct", "sitting")
    given = [
        (Given(Item(subject, Skill(skill)), right), sitting.startswith(Practice.prefix))
        for subject, skill, right, sitting in rows
    ]
    reviewed = {each.item for each, is_practice in given if not is_practice}
    return tuple(
        replace(each, right=True) if is_practice else each
        for each, is_practice in given
        if not (is_practice and each.item in reviewed)
    )


def lesson_desk(desk: Desk, lesson: Lesson, *, anyway: bool = False) -> Desk:
    """The desk with nothing on it but one lesson's cards. `anyway`: beyond the new poems of a day."""
    items = {Item(number, FIRST_SKILL) for number in lesson.poems}
    begun_elsewhere = sum(
        item.skill is FIRST_SKILL and item not in items and state.first_day == desk.today
        for item, state in desk.memories.items()
    )
    room = len(lesson.poems) if anyway else max(desk.pace.new_per_day - begun_elsewhere, 0)
    sets = tuple(each for each in course().partner_sets if set(each) <= set(lesson.poems))
    return replace(
        desk,
        memories={item: state for item, state in desk.memories.items() if item in items},
        given=tuple(each for each in desk.given if each.item in items),
        course=Course(lesson.poems, sets, {skill: frozenset() for skill in Skill if skill is not FIRST_SKILL}),
        pace=replace(desk.pace, new_per_day=room),
    )


def desk_in(sitting: Sitting, desk: Desk) -> Desk:
    """The part of the desk that a sitting sees: all of it but in a lesson."""
    return lesson_desk(desk, sitting.lesson, anyway=sitting.anyway) if isinstance(sitting, LessonSitting) else desk


def learnt(sitting: Sitting, desk: Desk) -> int:
    """How many cards of a lesson were begun today."""
    return desk_in(sitting, desk).plan.begun


def left_over(sitting: Sitting, desk: Desk) -> int:
    """How many cards of a lesson wait for another day, because today's new ones are enough."""
    if not isinstance(sitting, LessonSitting):
        return 0
    return sum(Item(number, FIRST_SKILL) not in desk.memories for number in sitting.lesson.poems)


# Asking --------------------------------------------------------------------------------------------------


def ask(person: Person, sitting: Sitting, desk: Desk, item: Item, now: datetime) -> Question:
    """The question about an item: the one that stands open in this sitting, or a new one."""
    heard = desk.course.heard | (sitting.heard if isinstance(sitting, Practice) else frozenset())
    standing = _standing(person, sitting, item, heard, now)
    if standing is not None:
        return standing
    with transaction.atomic():
        # A page looks ahead for the next sound while its reader may go on already: still only one question.
        Person.objects.select_for_update().only("pk").get(pk=person.pk)
        return _standing(person, sitting, item, heard, now) or _new_question(person, sitting, desk, item, heard, now)


def _standing(person: Person, sitting: Sitting, item: Item, heard: frozenset[int], now: datetime) -> Question | None:
    """The last open question about an item, but none by ear that cannot sound now."""
    open_ = person.questions.filter(sitting=sitting.code, subject=item.poem, skill=item.skill.value)
    newest_first = open_.filter(asked_at__gt=now - OPEN_FOR).order_by("-asked_at")
    return next((each for each in newest_first if not each.asked.by_ear or each.poem in heard), None)


def _new_question(
    person: Person, sitting: Sitting, desk: Desk, item: Item, heard: frozenset[int], now: datetime
) -> Question:
    person.questions.filter(asked_at__lt=now - OPEN_FOR).delete()
    asked = compose(item, SystemRandom(), heard)
    return Question.objects.create(
        person=person,
        sitting=sitting.code,
        skill=item.skill.value,
        subject=item.poem,
        poem=asked.poem,
        details=asked.details() | dict(zip(("done", "total"), count_of(person, sitting, desk), strict=True)),
        asked_at=now,
    )


def next_of(person: Person, sitting: Sitting, desk: Desk) -> Item | None:
    """The item a sitting comes to next."""
    if isinstance(sitting, Practice):
        given = person.reviews.filter(sitting=sitting.code).given()
        return next_in_practice(sitting.items, given, sitting.code)
    coming = next_item(desk_in(sitting, desk))
    return coming.item if coming else None


def to_meet(person: Person, sitting: Sitting, desk: Desk, item: Item) -> tuple[int, ...]:
    """The poems still to be shown before an item can be asked, in order.

    A new poem is met with those that come with it in this sitting (`met_with`), and only then is the first of them
    asked. Free practice asks about poems that have not been met.
    """
    if isinstance(sitting, Practice) or item.skill is not FIRST_SKILL or item in desk.memories:
        return ()
    new = {each.poem for each in desk_in(sitting, desk).plan.new}
    together = [number for number in met_with(item.poem) if number == item.poem or number in new]
    shown = set(person.memories.filter(skill=item.skill.value, poem__in=together).values_list("poem", flat=True))
    return tuple(number for number in together if number not in shown)


def show(person: Person, number: int) -> None:
    """Note that a poem has been shown; showing it twice changes nothing."""
    Memory.objects.get_or_create(person=person, poem=number, skill=FIRST_SKILL.value)


# Answering -----------------------------------------------------------------------------------------------


def answer(
    person: Person, key: UUID, text: str, now: datetime, *, elapsed_ms: int | None = None, hidden: bool = False
) -> Review:
    """Write one answer: the review, the memory, and the question is gone, all or nothing.

    Answered before (another tab, a double click): the review that was written then, unchanged.
    Question.DoesNotExist: no such question, or somebody else's. Unanswerable: nothing is changed.
    """
    with transaction.atomic():
        Person.objects.select_for_update().only("pk").get(pk=person.pk)  # one answer of a person at a time
        done = Review.objects.filter(person=person, key=key).first()
        if done is not None:
            return done
        question = Question.objects.get(person=person, key=key)
        judged = judge(question.asked, text)
        review = _write(person, question, judged, text.strip(), now, elapsed_ms=elapsed_ms, hidden=hidden)
        question.delete()
    return review


def _write(
    person: Person,
    question: Question,
    judged: Judged,
    text: str,
    now: datetime,
    *,
    elapsed_ms: int | None,
    hidden: bool,
) -> Review:
    asked: Asked = question.asked
    skill = asked.item.skill
    remembered = Memory.objects.filter(person=person, poem=asked.item.poem, skill=skill.value).first()
    state = remembered.state if remembered else None
    measured = _possible_ms(question, elapsed_ms, now)
    usable = usable_ms(measured, hidden=hidden)
    given = grade(
        judged.correct,
        usable,
        target_ms=skill.target_ms,
        recent_correct_ms=person.reviews.correct_times(skill, SAMPLES_KEPT, by_ear=asked.by_ear),
        previous_grade=state.last_grade if state else None,
        hidden=hidden,
    )
    today = day_of(person, now)
    # Free practice never begins a poem: that is the lessons' work, at the pace of the settings.
    begins = state is not None or not question.sitting.startswith(Practice.prefix)
    counted = begins and memory.feeds_memory(state, today)
    review = Review.objects.create(
        key=question.key,
        person=person,
        sitting=question.sitting,
        skill=skill.value,
        subject=asked.item.poem,
        poem=asked.poem,
        answered_at=now,
        day=today,
        day_fraction=memory.fraction_of_day(now, person.zone),
        answer=text,
        picked=judged.picked,
        correct=judged.correct,
        elapsed_ms=None if usable is None else round(usable),
        hidden=hidden,
        grade=given,
        counted=counted,
        details=question.details | _too_soon(asked, measured),
    )
    if counted:
        _remember(person, remembered, state, review)
    return review


def _too_soon(asked: Asked, measured: int | None) -> dict[str, int]:
    """By ear a time below the floor is kept beside the answer, to be told, and believed no more than elsewhere."""
    return {"heard_ms": measured} if asked.by_ear and measured is not None and measured < SHORTEST_MS else {}


def _possible_ms(question: Question, elapsed_ms: int | None, now: datetime) -> int | None:
    """What the browser measured, unless it is more than the time since the question was asked.

    By ear it counts from the deciding sound, may be negative, and is nothing that the sound has not been long enough
    on its way for.
    """
    if elapsed_ms is None:
        return None
    since_asked_ms = (now - question.asked_at) / timedelta(milliseconds=1)
    begun_ms = 0.0
    if question.asked.by_ear:
        sound = hearing.sound_of(question.person, question.asked)
        if sound is None:
            return None
        begun_ms = -sound.decided_ms
    return elapsed_ms if begun_ms <= elapsed_ms <= since_asked_ms + begun_ms else None


def _remember(person: Person, remembered: Memory | None, state: MemoryState | None, review: Review) -> None:
    row = remembered or Memory(person=person, poem=review.subject, skill=review.skill)
    row.state = memory.review(
        state, answer_of(review), target_ms=review.item.skill.target_ms, retention=person.retention
    )
    row.save()


def answer_of(review: Review) -> Answer:
    """A line of the log as the memory reads it."""
    return _answer(review.day, review.grade, review.elapsed_ms, review.day_fraction, review.answered_at)


def _answer(day: date, grade: int, elapsed_ms: int | None, day_fraction: float, answered_at: datetime) -> Answer:
    # The instant, in ms, decides what came first within a day.
    return Answer(day, Grade(grade), elapsed_ms, day_fraction, int(answered_at.timestamp() * 1000))


# From the log --------------------------------------------------------------------------------------------


def remember_anew(person: Person) -> None:
    """Make every memory of a person again from the counted reviews: after an import, a merge, a change of mind."""
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)  # an answer on its way waits, or misses its memory
        logs: dict[Item, list[Answer]] = {}
        rows = person.reviews.filter(counted=True).values_list(
            "subject", "skill", "day", "grade", "elapsed_ms", "day_fraction", "answered_at"
        )
        for subject, skill, day, grade_, elapsed_ms, day_fraction, answered_at in rows:
            answer_ = _answer(day, grade_, elapsed_ms, day_fraction, answered_at)
            logs.setdefault(Item(subject, Skill(skill)), []).append(answer_)
        shown = set(person.memories.filter(skill=FIRST_SKILL.value).values_list("poem", flat=True))
        person.memories.all().delete()
        memories = []
        for item, answers in logs.items():
            row = Memory(person=person, poem=item.poem, skill=item.skill.value)
            state = memory.fold(answers, target_ms=item.skill.target_ms, retention=person.retention)
            if state is not None:
                row.state = state
            memories.append(row)
            if item.skill is FIRST_SKILL:
                shown.discard(item.poem)
        memories += [Memory(person=person, poem=number, skill=FIRST_SKILL.value) for number in shown]
        Memory.objects.bulk_create(memories)


# Counting ------------------------------------------------------------------------------------------------


def count_of(person: Person, sitting: Sitting, desk: Desk) -> tuple[int, int]:
    """How many items of a sitting are done, and how many there are in all."""
    if isinstance(sitting, Practice):
        given = person.reviews.filter(sitting=sitting.code).given()
        left = len(left_in_practice(sitting.items, given))
        return len(set(sitting.items)) - left, len(set(sitting.items))
    desk = desk_in(sitting, desk)
    plan = desk.plan
    settled = {each.item for each in desk.given} - set(plan.repeats)
    return len(settled), len(settled) + plan.left


def set_aside(person: Person, sitting: Sitting) -> int:
    """How many items of a free practice were wrong so often that they were left."""
    if not isinstance(sitting, Practice):
        return 0
    given = person.reviews.filter(sitting=sitting.code).given()
    done = set(sitting.items) - set(left_in_practice(sitting.items, given))
    return len(done - {each.item for each in given if each.right})


_PRACTICE = re.compile(rf"{Practice.prefix}({'|'.join(skill.value for skill in Skill)})-([0-9a-f]{{8}})-(.{{1,60}})")


def practice_of(code: str, person: Person) -> Practice | None:
    """The free practice that a code names, None if it names none."""
    found = _PRACTICE.fullmatch(code)
    if found is None:
        return None
    try:
        pile = piles.resolve(found[3], person)
    except piles.UnknownPileError:
        return None
    skill = Skill(found[1])
    heard = hearing.heard_by(person) if skill in BY_EAR | ABOUT_PARTNERS else frozenset()
    return Practice(skill, pile.code, pile.poems, found[2], heard)
