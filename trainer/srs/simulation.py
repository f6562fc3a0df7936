"""A simulated year of study under several schedules, by learners whose memory is not FSRS (`mind.py`)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from statistics import fmean, stdev

from trainer.srs.memory import RETENTION
from trainer.srs.mind import DAY_S, Constants, Mind, Spread
from trainer.srs.rivals import Leitner, Naniwazu, Schedule, Sm2
from trainer.srs.session import Pace

FIRST_DAY = date(2026, 1, 1)


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
    retention: float = RETENTION  # desired by ours; the others know no such thing


Maker = Callable[[Sequence[int], Rules, int], Schedule]

MAKERS: dict[str, Maker] = {
    Naniwazu.name: lambda path, rules, seed: Naniwazu(path, rules.pace, seed=seed, retention=rules.retention),
    Leitner.name: lambda path, rules, _seed: Leitner(path, rules.pace.new_per_day),
    Sm2.name: lambda path, rules, _seed: Sm2(path, rules.pace.new_per_day),
}


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
    """The means over all learners' years, with standard errors."""

    name: str
    retained: float
    retained_error: float
    retained_30: float
    mean_retained: float
    minutes: float
    questions: float
    right_first: float
    usual_ms: float
    retained_per_minute: float
    retained_per_minute_error: float
    mean_per_minute: float
    mean_per_minute_error: float


@dataclass(frozen=True, slots=True)
class Lead:
    """How much more per minute the same learners retained under `name` than under `rival`, with errors.

    `retained` is of the year's end, `mean` of the average day; `ahead` counts the learners better off.
    """

    name: str
    rival: str
    retained: float
    retained_error: float
    mean: float
    mean_error: float
    ahead: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several schedules with the same learners; the leads are those of the first over each of the others."""

    learners: int
    days: int
    summaries: tuple[Summary, ...]
    leads: tuple[Lead, ...]


class _Day:
    """The counters of a run."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.questions = 0
        self.first: list[bool] = []
        self.met: set[int] = set()
        self.times_ms: list[float] = []


def simulate_year(
    make: Maker,
    seed: int,
    rules: Rules,
    constants: Constants | None = None,
    spread: Spread | None = None,
) -> Year:
    """One learner (`seed`) for `rules.days` days; the same seed is the same person under every schedule."""
    mind = Mind(seed, constants or Constants(), spread or Spread())
    diligence = Random(f"days {seed}")  # noqa: S311
    path = list(range(1, rules.poems + 1))
    schedule = make(path, rules, seed)
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
) -> Comparison:
    """Every schedule with the same learners."""
    years = {name: [simulate_year(MAKERS[name], seed, rules, constants) for seed in range(learners)] for name in names}
    return Comparison(
        learners,
        rules.days,
        tuple(summarise(name, of_name) for name, of_name in years.items()),
        tuple(lead(names[0], years[names[0]], rival, years[rival]) for rival in names[1:]),
    )


def summarise(name: str, years: Sequence[Year]) -> Summary:
    """The means of many learners' years under one schedule."""
    retained = [year.retained for year in years]
    per_minute = [year.retained_per_minute for year in years]
    mean_per_minute = [year.mean_retained_per_minute for year in years]
    return Summary(
        name=name,
        retained=fmean(retained),
        retained_error=_error(retained),
        retained_30=fmean(year.retained_30 for year in years),
        mean_retained=fmean(year.mean_retained for year in years),
        minutes=fmean(year.minutes for year in years),
        questions=fmean(year.questions for year in years),
        right_first=fmean(year.right_first for year in years),
        usual_ms=fmean(year.usual_ms for year in years),
        retained_per_minute=fmean(per_minute),
        retained_per_minute_error=_error(per_minute),
        mean_per_minute=fmean(mean_per_minute),
        mean_per_minute_error=_error(mean_per_minute),
    )


def lead(name: str, years: Sequence[Year], rival: str, others: Sequence[Year]) -> Lead:
    """The paired differences: the same learner under both schedules."""
    pairs = list(zip(years, others, strict=True))
    retained = [one.retained_per_minute - two.retained_per_minute for one, two in pairs]
    mean = [one.mean_retained_per_minute - two.mean_retained_per_minute for one, two in pairs]
    return Lead(
        name, rival, fmean(retained), _error(retained), fmean(mean), _error(mean), sum(each > 0 for each in retained)
    )


def _error(values: Sequence[float]) -> float:
    """The standard error of their mean; 0 for one value."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
