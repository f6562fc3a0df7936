"""How much the coming days will ask: the real plan, played forward with every answer Good."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from trainer.srs.grading import Grade
from trainer.srs.memory import LONGEST_INTERVAL_DAYS, RETENTION, Answer, MemoryState, retrievability, review
from trainer.srs.session import Desk, Plan
from trainer.srs.skills import Item

DAYS = 30


@dataclass(frozen=True, slots=True)
class ForecastDay:
    """One day to come.

    `reviews` known items are asked, `beginnings` for the first time (`new_poems` of them new poems), and
    about `repeats` of all these again the same day; `backlog` items stay for later because of the daily most.
    """

    day: date
    reviews: int
    beginnings: int
    new_poems: int
    repeats: float
    backlog: int

    @property
    def questions(self) -> float:
        """The expected number of questions."""
        return self.reviews + self.beginnings + self.repeats


def forecast(
    desk: Desk,
    days: int = DAYS,
    *,
    retention: float = RETENTION,
    maximum_interval: int = LONGEST_INTERVAL_DAYS,
) -> tuple[ForecastDay, ...]:
    """The next `days` days, beginning with what is left of today.

    Deterministic: every item is answered Good on the first day the plan asks for it. That a share of them
    will be wrong is counted in `repeats` (one more question for each expected miss) and not played out, so
    the reviews of a learner who forgets more than the desired retention come out somewhat low.
    """
    foreseen: list[ForecastDay] = []
    for _ in range(days):
        plan = desk.plan
        foreseen.append(_one_day(desk, plan))
        coming = dict(desk.memories)
        for item in plan.due + plan.opening + plan.new:
            coming[item] = _after_good(
                desk.memories.get(item),
                item,
                desk.today,
                retention=retention,
                maximum_interval=maximum_interval,
            )
        desk = replace(desk, today=desk.today + timedelta(days=1), memories=coming, given=())
    return tuple(foreseen)


def _one_day(desk: Desk, plan: Plan) -> ForecastDay:
    misses = sum(1 - retrievability(desk.memories[item], desk.today) for item in plan.due)
    begun = plan.opening + plan.new
    firming = sum(desk.pace.rights_needed(item) - 1 for item in begun)
    return ForecastDay(
        day=desk.today,
        reviews=len(plan.due),
        beginnings=len(begun),
        new_poems=len(plan.new),
        repeats=misses + firming + len(plan.repeats),
        backlog=len(plan.backlog),
    )


def _after_good(
    state: MemoryState | None, item: Item, day: date, *, retention: float, maximum_interval: int
) -> MemoryState:
    return review(
        state,
        Answer(day, Grade.GOOD),
        target_ms=item.skill.target_ms,
        retention=retention,
        maximum_interval=maximum_interval,
    )
