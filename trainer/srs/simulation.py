"""A simulated year of study under several schedules, by learners whose memory is not FSRS (`mind.py`)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from statistics import fmean, stdev

from trainer.srs.mind import DAY_S, Constants, Mind, Spread
from trainer.srs.rivals import Leitner, Naniwazu, Schedule, Sm2
from trainer.srs.session import Pace

FIRST_DAY = date(2026, 1, 1)
MAKERS: dict[str, Callable[[Sequence[int], Pace, int], Schedule]] = {
    Naniwazu.name: lambda path, pace, seed: Naniwazu(path, pace, seed=seed),
    Leitner.name: lambda path, pace, _seed: Leitner(path, pace.new_per_day),
    Sm2.name: lambda path, pace, _seed: Sm2(path, pace.new_per_day),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """What is the same for every schedule: poems, pace, the daily limit and what a question costs in time."""

    poems: int = 100
    days: int = 365
    pace: Pace = field(default_factory=Pace)
    minutes_per_day: float = 15.0
    lesson_s: float = 10.0  # reading a new poem's card
    turn_s: float = 1.5  # from an answer to the next question
    correction_s: float = 4.0  # reading the right answer after a wrong one
    skipped_days: float = 0.1  # the share of days a learner does not come


@dataclass(frozen=True, slots=True)
class Year:
    """One learner's year under one schedule.

    `retained` and `retained_30`: the expected number of poems recalled the day after the last and 30 days
    later; `mean_retained` the same on an average day before study; `right_first` the share of right first
    answers of a day to known poems.
    """

    retained: float
    retained_30: float
    mean_retained: float
    minutes: float
    questions: int
    met: int
    right_first: float
    usual_ms: float

    @property
    def retained_per_minute(self) -> float:
        return self.retained / self.minutes

    @property
    def mean_retained_per_minute(self) -> float:
        return self.mean_retained / self.minutes


@dataclass(frozen=True, slots=True)
class Summary:
    """The means over all learners, and the standard error of retained poems per minute."""

    name: str
    learners: int
    mean: Year
    error: float
    mean_error: float


class _Day:
    """The counters of a run."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.questions = 0
        self.first: list[bool] = []
        self.met: set[int] = set()
        self.times_ms: list[float] = []


def simulate_year(
    make: Callable[[Sequence[int], Pace, int], Schedule],
    seed: int,
    rules: Rules,
    constants: Constants | None = None,
    spread: Spread | None = None,
) -> Year:
    """One learner (`seed`) for `rules.days` days; the same seed is the same person under every schedule."""
    mind = Mind(seed, constants or Constants(), spread or Spread())
    diligence = Random(f"days {seed}")  # noqa: S311
    path = list(range(1, rules.poems + 1))
    schedule = make(path, rules.pace, seed)
    tally = _Day()
    known: list[float] = []
    for number in range(rules.days):
        known.append(sum(mind.recall(poem) for poem in tally.met))
        spent_s = 0.0
        if diligence.random() >= rules.skipped_days:
            spent_s = _study(schedule, mind, FIRST_DAY + timedelta(days=number), rules, tally)
        tally.seconds += spent_s
        mind.pass_time(DAY_S - spent_s, away=True)
    felt_month_s = 30 * DAY_S * mind.constants.away_rate
    return Year(
        retained=sum(mind.recall(poem) for poem in tally.met),
        retained_30=sum(mind.recall(poem, after_s=felt_month_s) for poem in tally.met),
        mean_retained=fmean(known),
        minutes=tally.seconds / 60,
        questions=tally.questions,
        met=len(tally.met),
        right_first=fmean(tally.first) if tally.first else 0.0,
        usual_ms=fmean(tally.times_ms[-200:]) if tally.times_ms else 0.0,
    )


def _study(schedule: Schedule, mind: Mind, today: date, rules: Rules, tally: _Day) -> float:
    """One day's sitting; the seconds it took."""
    schedule.begin(today)
    spent_s = 0.0
    asked: set[int] = set()
    while spent_s < rules.minutes_per_day * 60 and (coming := schedule.next_poem()) is not None:
        poem, is_new = coming
        took_s = rules.turn_s
        if is_new:
            mind.meet(poem)
            mind.pass_time(rules.lesson_s)
            took_s += rules.lesson_s
        is_right, elapsed_ms = mind.answer(poem)
        mind.pass_time(elapsed_ms / 1000)
        mind.meet(poem)
        after_s = rules.turn_s + (0 if is_right else rules.correction_s)
        mind.pass_time(after_s)
        took_s += elapsed_ms / 1000 + after_s - rules.turn_s
        schedule.take(poem, is_right=is_right, elapsed_ms=elapsed_ms)
        if poem not in asked and poem in tally.met:
            tally.first.append(is_right)
            if is_right:
                tally.times_ms.append(elapsed_ms)
        asked.add(poem)
        tally.met.add(poem)
        tally.questions += 1
        spent_s += took_s
    return spent_s


def compare(
    learners: int, rules: Rules, constants: Constants | None = None, names: Sequence[str] = tuple(MAKERS)
) -> tuple[Summary, ...]:
    """Every schedule with the same learners."""
    return tuple(
        summarise(name, [simulate_year(MAKERS[name], seed, rules, constants) for seed in range(learners)])
        for name in names
    )


def summarise(name: str, years: Sequence[Year]) -> Summary:
    """The means of many learners' years."""

    def mean(column: Callable[[Year], float]) -> float:
        return fmean(column(year) for year in years)

    def error(column: Callable[[Year], float]) -> float:
        return stdev(map(column, years)) / len(years) ** 0.5 if len(years) > 1 else 0.0

    return Summary(
        name,
        len(years),
        Year(
            retained=mean(lambda year: year.retained),
            retained_30=mean(lambda year: year.retained_30),
            mean_retained=mean(lambda year: year.mean_retained),
            minutes=mean(lambda year: year.minutes),
            questions=round(mean(lambda year: year.questions)),
            met=round(mean(lambda year: year.met)),
            right_first=mean(lambda year: year.right_first),
            usual_ms=mean(lambda year: year.usual_ms),
        ),
        error(lambda year: year.retained_per_minute),
        error(lambda year: year.mean_retained_per_minute),
    )
