"""Two well-known schedules to be measured against: a fixed Leitner box and SM-2. For the simulation only."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Protocol

from trainer.srs.grading import Grade, grade
from trainer.srs.memory import RETENTION, Answer, MemoryState, review
from trainer.srs.session import Course, Desk, Given, Pace, next_item
from trainer.srs.skills import FIRST_SKILL, Item, Skill

LEITNER_DAYS = (1, 2, 4, 8, 16)
SM2_FIRST_DAYS = (1, 6)
SM2_LEAST_EASE = 1.3
SM2_QUALITY = {Grade.AGAIN: 1, Grade.HARD: 3, Grade.GOOD: 4, Grade.EASY: 5}


class Schedule(Protocol):
    """Decides which poem is asked next; all schedules learn one skill of the same poems."""

    name: str

    def begin(self, today: date) -> None:
        """A day of study begins."""

    def next_poem(self) -> tuple[int, bool] | None:
        """The next poem and whether it is new (its lesson comes first), or None when the day is done."""

    def take(self, poem: int, *, is_right: bool, elapsed_ms: float) -> None:
        """The answer to the poem just asked."""


@dataclass
class Grader:
    """The grades of grading.py, remembered per poem, so that all schedules judge an answer alike."""

    times_ms: list[float] = field(default_factory=list)
    last: dict[int, Grade] = field(default_factory=dict)

    def __call__(self, poem: int, is_right: bool, elapsed_ms: float) -> Grade:
        given = grade(
            is_right,
            elapsed_ms,
            target_ms=FIRST_SKILL.target_ms,
            recent_correct_ms=self.times_ms,
            previous_grade=self.last.get(poem),
        )
        if is_right:
            self.times_ms = [*self.times_ms[-199:], elapsed_ms]
        self.last[poem] = given
        return given


class Naniwazu:
    """The schedule of this app, through its own grading, memory and order of a day."""

    name = "Naniwazu"

    def __init__(
        self,
        path: Sequence[int],
        pace: Pace,
        *,
        seed: int,
        retention: float = RETENTION,
        maximum_interval: int = 60,
    ) -> None:
        nothing: frozenset[int] = frozenset()
        course = Course(tuple(path), can_ask={skill: nothing for skill in Skill if skill is not FIRST_SKILL})
        self.desk = Desk(date.min, {}, (), course, pace, seed)
        self.grades = Grader()
        self.retention, self.maximum_interval = retention, maximum_interval

    def begin(self, today: date) -> None:
        self.desk = replace(self.desk, today=today, given=())

    def next_poem(self) -> tuple[int, bool] | None:
        coming = next_item(self.desk)
        if coming is None:
            return None
        return coming.item.poem, coming.item not in self.desk.memories

    def take(self, poem: int, *, is_right: bool, elapsed_ms: float) -> None:
        item = Item(poem, FIRST_SKILL)
        before: MemoryState | None = self.desk.memories.get(item)
        answer = Answer(self.desk.today, self.grades(poem, is_right, elapsed_ms), elapsed_ms)
        after = review(
            before,
            answer,
            target_ms=FIRST_SKILL.target_ms,
            retention=self.retention,
            maximum_interval=self.maximum_interval,
        )
        self.desk = replace(
            self.desk,
            memories={**self.desk.memories, item: after},
            given=(*self.desk.given, Given(item, is_right)),
        )


class _Queue:
    """What the two rivals share: due poems in the order they fell due, then new ones; wrong ones again."""

    def __init__(self, path: Sequence[int], new_per_day: int) -> None:
        self.unmet = deque(path)
        self.new_per_day = new_per_day
        self.due: dict[int, date] = {}
        self.today = date.min
        self.queue: deque[int] = deque()

    def begin(self, today: date) -> None:
        self.today = today
        late = sorted((due, poem) for poem, due in self.due.items() if due <= today)
        self.queue = deque(poem for _, poem in late)
        self.queue.extend(list(self.unmet)[: self.new_per_day])

    def next_poem(self) -> tuple[int, bool] | None:
        return (self.queue[0], self.queue[0] not in self.due) if self.queue else None

    def _answered(self, poem: int, due: date, *, again: bool) -> None:
        self.queue.popleft()
        if poem not in self.due:
            self.unmet.remove(poem)
        self.due[poem] = due
        if again:
            self.queue.append(poem)


class Leitner(_Queue):
    """Five boxes of 1, 2, 4, 8 and 16 days: a right answer moves a card on, a wrong one to the first box."""

    name = "Leitner"

    def __init__(self, path: Sequence[int], new_per_day: int) -> None:
        super().__init__(path, new_per_day)
        self.box: dict[int, int] = {}
        self.seen_today: set[int] = set()

    def begin(self, today: date) -> None:
        super().begin(today)
        self.seen_today = set()

    def take(self, poem: int, *, is_right: bool, elapsed_ms: float) -> None:  # noqa: ARG002
        if poem not in self.seen_today:  # a repeat within the day does not move the card
            last = len(LEITNER_DAYS) - 1
            self.box[poem] = min(self.box.get(poem, -1) + 1, last) if is_right else 0
        self.seen_today.add(poem)
        self._answered(poem, self.today + timedelta(days=LEITNER_DAYS[self.box[poem]]), again=not is_right)


class Sm2(_Queue):
    """SuperMemo's SM-2 (P. A. Wozniak, 1990): 1 day, 6 days, then the last interval times the ease.

    Quality below 3 begins again at 1 day with the ease kept; all below 4 are repeated the same day until
    they reach it. The quality comes from the same grade as ours: Again 1, Hard 3, Good 4, Easy 5.
    """

    name = "SM-2"

    def __init__(self, path: Sequence[int], new_per_day: int) -> None:
        super().__init__(path, new_per_day)
        self.grades = Grader()
        self.ease: dict[int, float] = {}
        self.run: dict[int, int] = {}
        self.days: dict[int, int] = {}
        self.seen_today: set[int] = set()

    def begin(self, today: date) -> None:
        super().begin(today)
        self.seen_today = set()

    def take(self, poem: int, *, is_right: bool, elapsed_ms: float) -> None:
        quality = SM2_QUALITY[self.grades(poem, is_right, elapsed_ms)]
        if poem not in self.seen_today:
            self._move(poem, quality)
        self.seen_today.add(poem)
        self._answered(poem, self.today + timedelta(days=self.days[poem]), again=quality < SM2_QUALITY[Grade.GOOD])

    def _move(self, poem: int, quality: int) -> None:
        if quality < SM2_QUALITY[Grade.HARD]:
            self.run[poem], self.days[poem] = 0, SM2_FIRST_DAYS[0]
            return
        run = self.run[poem] = self.run.get(poem, 0) + 1
        ease = self.ease.get(poem, 2.5)
        if run <= len(SM2_FIRST_DAYS):
            self.days[poem] = SM2_FIRST_DAYS[run - 1]
        else:
            self.days[poem] = round(self.days[poem] * ease)
        missing = SM2_QUALITY[Grade.EASY] - quality
        self.ease[poem] = max(ease + 0.1 - missing * (0.08 + missing * 0.02), SM2_LEAST_EASE)
