"""The order of a day's questions, from nothing but the memories and today's log.

Everything is a pure function of a `Desk`, so a reload, a second tab or a crash shows the same next item,
and nothing about a sitting is stored. "Today" is the person's day (`memory.day_of`); all sittings of a day
are one log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cached_property
from zlib import crc32

from trainer.srs.memory import MemoryState, retrievability
from trainer.srs.skills import (
    BOTH_DIRECTIONS,
    EXTRAS,
    FIRST_SKILL,
    OPENING_STABILITY_DAYS,
    PRACTISED_ONLY,
    Item,
    Skill,
    has_opened,
)

NEW_PER_DAY = 5
MOST_REVIEWS = 100

OTHERS_BEFORE_REPEAT = 3  # between a wrong answer and the same item again
MOST_WRONG = 5  # wrong answers to one item in a sitting: a sixth would only tire (docs/srs.md)
OTHERS_BEFORE_FIRMING = 6  # between a right answer to a new item and the same item again
OTHERS_BETWEEN_PARTNERS = 5
SIBLING_DAY_STABILITY = 21.0
PATIENCE_DAYS = 2  # an item put off for a sibling this long comes on the same day after all
RIGHTS_FOR_NEW = 1  # a second right answer on the first day cost time and held nothing (docs/srs.md)
WARM_UP = 3  # due items before the first new one


@dataclass(frozen=True, slots=True)
class Course:
    """What there is to learn, the same for everybody with the same path and recordings.

    `path` is the poems in the order they are taught, `partner_sets` the sets of partner cards (each in any
    order, its first poem being the subject of discrimination); `can_ask` names, for a skill, the poems it
    can be asked about (no entry: all of the path; discrimination: the first poems of the sets).
    """

    path: tuple[int, ...]
    partner_sets: tuple[tuple[int, ...], ...] = ()
    can_ask: Mapping[Skill, frozenset[int]] = field(default_factory=dict)

    @property
    def heard(self) -> frozenset[int]:
        """The poems whose recording is there, and may sound now."""
        return self.can_ask.get(Skill.AUDIO_TO_TORIFUDA, frozenset())

    def partners(self, poem: int) -> frozenset[int]:
        """The partners of `poem`, without itself."""
        return frozenset(other for each in self.partner_sets if poem in each for other in each) - {poem}

    def asks(self, item: Item) -> bool:
        """Whether there is such a question at all."""
        if item.skill is Skill.DISCRIMINATION and all(each[0] != item.poem for each in self.partner_sets):
            return False
        allowed = self.can_ask.get(item.skill)
        return allowed is None or item.poem in allowed

    def poems_of(self, item: Item) -> frozenset[int]:
        """The poems an item touches: one, or for discrimination the whole set."""
        if item.skill is Skill.DISCRIMINATION:
            return self.partners(item.poem) | {item.poem}
        return frozenset({item.poem})


@dataclass(frozen=True, slots=True)
class Pace:
    """The person's settings: new poems a day (1-20), most reviews a day, the extra skills switched on, and
    how many right answers a new poem needs on its first day.
    """

    new_per_day: int = NEW_PER_DAY
    most_reviews: int = MOST_REVIEWS
    extras: frozenset[Skill] = frozenset()
    rights_for_new: int = RIGHTS_FOR_NEW

    def rights_needed(self, item: Item) -> int:
        """How many right answers settle `item` on the day it begins; later days need one."""
        return self.rights_for_new if item.skill is FIRST_SKILL else 1


@dataclass(frozen=True, slots=True)
class Given:
    """One answer of today's log: which item, and whether it was right."""

    item: Item
    right: bool


@dataclass(frozen=True)
class Desk:
    """All that decides the next question: the memories as they are now and today's answers, oldest first."""

    today: date
    memories: Mapping[Item, MemoryState]
    given: tuple[Given, ...]
    course: Course
    pace: Pace = field(default_factory=Pace)
    seed: int = 0

    @cached_property
    def plan(self) -> Plan:
        """What is left of today (see `Plan`)."""
        return _plan(self)


@dataclass(frozen=True, slots=True)
class Plan:
    """What today still holds. The tuples are in order of preference and share no item.

    `repeats`: answered wrong (but not yet MOST_WRONG times), or new and not yet right often enough,
    `due`: to be reviewed, weakest first, `opening`: first questions of further skills, `new`: first
    questions of new poems, `put_off`: due, but a sibling comes today, `backlog`: due beyond the most
    reviews a day. `reviewed` and `begun` count the items already answered today that were known before
    and that began today.
    """

    repeats: tuple[Item, ...]
    due: tuple[Item, ...]
    opening: tuple[Item, ...]
    new: tuple[Item, ...]
    put_off: tuple[Item, ...]
    backlog: tuple[Item, ...]
    reviewed: int
    begun: int

    @property
    def left(self) -> int:
        """How many items are still to come today, each counted once."""
        return len(self.repeats) + len(self.due) + len(self.opening) + len(self.new)


class Why(StrEnum):
    """Why an item is asked."""

    NEW_POEM = "new-poem"
    NEW_SKILL = "new-skill"
    DUE = "due"
    LATE = "late"
    WRONG_TODAY = "wrong"
    NEW_TODAY = "firm-up"
    NOT_DUE = "not-due"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an item is asked, with the numbers a page can put into a sentence.

    `recall` is the estimated chance (0-1) of a right answer at the middle of today, `interval_days` the
    days between the last counted answer and the day it was due; both None for an item never met.
    """

    why: Why
    last_day: date | None = None
    due_on: date | None = None
    days_late: int = 0
    interval_days: int | None = None
    recall: float | None = None
    stability_days: float | None = None
    lapses: int = 0
    wrong_today: int = 0


@dataclass(frozen=True, slots=True)
class Next:
    """The next question and why it is asked; the first question of a new poem is preceded by its lesson."""

    item: Item
    reason: Reason


def next_item(desk: Desk) -> Next | None:
    """The next question of today, or None when nothing is left.

    Of all that is left the item that breaks the fewest wishes is chosen, in this order of weight: it does
    not touch a poem of the question before; it leaves room to keep siblings apart later; a repeat has others
    in between; partner cards are apart; a repeat waits for its partner if that is due; then repeats, and due
    and new mixed (`_in_turn`).
    """
    turn = _in_turn(desk)
    if not turn:
        return None
    pressing = _pressing(desk, turn)
    best = min(range(len(turn)), key=lambda place: (*_wishes_broken(desk, turn[place], pressing), place))
    return Next(turn[best], why_due(desk, turn[best]))


def why_due(desk: Desk, item: Item) -> Reason:
    """Why `item` is asked today (or that it is not due), for the page that says so."""
    state = desk.memories.get(item)
    wrong_today = sum(each.item == item and not each.right for each in desk.given)
    if state is None:
        return Reason(Why.NEW_POEM if item.skill is FIRST_SKILL else Why.NEW_SKILL, wrong_today=wrong_today)
    return Reason(
        _why(desk, item, state),
        last_day=state.last_day,
        due_on=state.due_on,
        days_late=max((desk.today - state.due_on).days, 0),
        interval_days=(state.due_on - state.last_day).days,
        recall=_recall(desk, item),
        stability_days=state.stability,
        lapses=state.lapses,
        wrong_today=wrong_today,
    )


def sitting_if_all_right(desk: Desk) -> Iterator[Item]:
    """The items still to come today, in order, if every answer is right. For previews and tests.

    Memories are not advanced: an item answered today is not due today again anyway.
    """
    while (coming := next_item(desk)) is not None:
        yield coming.item
        desk = replace(desk, given=(*desk.given, Given(coming.item, right=True)))


def _why(desk: Desk, item: Item, state: MemoryState) -> Why:
    last = _last_answer(desk, item)
    if last is not None and not last.right:
        return Why.WRONG_TODAY
    if last is not None and _unsettled(desk, item):
        return Why.NEW_TODAY
    if last is not None or state.due_on > desk.today:
        return Why.NOT_DUE
    return Why.LATE if state.due_on < desk.today else Why.DUE


def _plan(desk: Desk) -> Plan:
    answered = {each.item for each in desk.given}
    reviewed = sum(not _began_today(desk, item) for item in answered)
    coming, put_off = _without_siblings(desk, _due(desk, answered), answered)
    room = max(desk.pace.most_reviews - reviewed, 0)
    due, backlog = coming[:room], coming[room:]
    # On a day with a backlog nothing new is begun: it would only make the backlog longer.
    opening = () if backlog else _without_siblings(desk, _opening(desk, answered), answered | set(due))[0]
    taken = answered | set(due) | set(opening)
    return Plan(
        repeats=tuple(item for item in dict.fromkeys(each.item for each in desk.given) if _unsettled(desk, item)),
        due=due,
        opening=opening,
        new=() if backlog else _without_siblings(desk, _new(desk, answered), taken)[0],
        put_off=put_off,
        backlog=backlog,
        reviewed=reviewed,
        begun=len(answered) - reviewed,
    )


def _due(desk: Desk, answered: set[Item]) -> tuple[Item, ...]:
    """Due and not yet answered today, the one most likely forgotten first."""
    due = (
        item
        for item, state in desk.memories.items()
        if state.due_on <= desk.today and item not in answered and desk.course.asks(item) and _is_on(desk, item)
    )
    return tuple(sorted(due, key=lambda item: (_recall(desk, item), _lot(desk, item))))


def _opening(desk: Desk, answered: set[Item]) -> tuple[Item, ...]:
    """Further skills that may begin today: of each skill no more than the new poems of a day."""
    firm = [poem for poem in desk.course.path if _is_firm(desk, poem)]
    found: list[Item] = []
    for skill in Skill:
        if skill is FIRST_SKILL or not desk.course.can_ask.get(skill, firm):
            continue
        room = desk.pace.new_per_day - _begun_today(desk, skill, answered)
        subjects = firm
        if skill is Skill.DISCRIMINATION:
            subjects = [each[0] for each in desk.course.partner_sets]
        ready = [item for poem in subjects if _may_open(desk, item := Item(poem, skill), answered)]
        found += ready[: max(room, 0)]
    return tuple(found)


def _new(desk: Desk, answered: set[Item]) -> tuple[Item, ...]:
    room = desk.pace.new_per_day - _begun_today(desk, FIRST_SKILL, answered)
    unmet = (Item(poem, FIRST_SKILL) for poem in desk.course.path)
    return tuple(i for i in unmet if i not in desk.memories and i not in answered)[: max(room, 0)]


def _is_firm(desk: Desk, poem: int) -> bool:
    """Whether any further skill could open: without the first skill none does."""
    first = desk.memories.get(Item(poem, FIRST_SKILL))
    return first is not None and first.stability >= OPENING_STABILITY_DAYS


def _may_open(desk: Desk, item: Item, answered: set[Item]) -> bool:
    if item in desk.memories or item in answered or not desk.course.asks(item):
        return False
    if item.skill is not Skill.DISCRIMINATION:
        return has_opened(item.skill, _stabilities(desk, item.poem), desk.pace.extras)
    # Two cards of the set must be known, whichever they are: with fewer there is nothing to tell apart.
    poems = desk.course.poems_of(item)
    return sum(has_opened(item.skill, _stabilities(desk, poem)) for poem in poems) >= 2


def _stabilities(desk: Desk, poem: int) -> dict[Skill, float]:
    known = ((skill, desk.memories.get(Item(poem, skill))) for skill in BOTH_DIRECTIONS)
    return {skill: state.stability for skill, state in known if state is not None}


def _is_on(desk: Desk, item: Item) -> bool:
    """An extra that was switched off again is not asked; its memory is kept."""
    return item.skill not in PRACTISED_ONLY and (item.skill not in EXTRAS or item.skill in desk.pace.extras)


def _without_siblings(
    desk: Desk, items: tuple[Item, ...], taken: set[Item]
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The items that may come today beside `taken`, and those put off because a sibling comes today."""
    skills_today: dict[int, set[Skill]] = {}
    for item in taken:
        skills_today.setdefault(item.poem, set()).add(item.skill)
    kept: list[Item] = []
    put_off: list[Item] = []
    for item in items:
        siblings = skills_today.setdefault(item.poem, set()) - {item.skill}
        if any(_too_close(desk, item, Item(item.poem, skill)) for skill in siblings):
            put_off.append(item)
        else:
            kept.append(item)
            skills_today[item.poem].add(item.skill)
    return tuple(kept), tuple(put_off)


def _too_close(desk: Desk, item: Item, sibling: Item) -> bool:
    state, other = desk.memories.get(item), desk.memories.get(sibling)
    if state is not None and (desk.today - state.due_on).days >= PATIENCE_DAYS:
        return False
    return min(each.stability if each else 0.0 for each in (state, other)) < SIBLING_DAY_STABILITY


def _in_turn(desk: Desk) -> tuple[Item, ...]:
    """All that is left today, the preferred first: repeats, then due and new mixed, then the rest."""
    plan = desk.plan
    fresh = plan.opening + plan.new
    if fresh and not _has_late(desk, plan) and _is_turn_of_fresh(plan, len(fresh)):
        return plan.repeats + fresh + plan.due
    wanted = {partner for item in plan.repeats for partner in desk.course.partners(item.poem)}
    partners_first = sorted(plan.due, key=lambda item: item.poem not in wanted)
    return plan.repeats + tuple(partners_first) + fresh


def _has_late(desk: Desk, plan: Plan) -> bool:
    """Whether something left over from an earlier day still waits: it comes before anything new.

    Who stops early every day would otherwise go on beginning poems and lose them again (docs/srs.md).
    """
    return any(desk.memories[item].due_on < desk.today for item in plan.due)


def _is_turn_of_fresh(plan: Plan, fresh_left: int) -> bool:
    """Spread what is new evenly between a warm-up of due items and two thirds of the sitting.

    So the day starts with something known, and what is new comes early enough to be asked again.
    """
    due_total = plan.reviewed + len(plan.due)
    fresh_total = plan.begun + fresh_left
    warm_up = min(WARM_UP, due_total)
    span = max(2 * due_total / 3 - warm_up, 0.0)
    return plan.reviewed >= warm_up + span * plan.begun / fresh_total


def _pressing(desk: Desk, items: tuple[Item, ...]) -> frozenset[int]:
    """The poems that more than half of `items` touch: unless one comes now, siblings meet in the end."""
    counts = Counter(poem for item in items for poem in desk.course.poems_of(item))
    return frozenset(poem for poem, times in counts.items() if 2 * times > len(items))


def _wishes_broken(desk: Desk, item: Item, pressing: frozenset[int]) -> tuple[int, int, int, int, int]:
    course, given = desk.course, desk.given
    poems = course.poems_of(item)
    touches_last = bool(given) and bool(poems & course.poems_of(given[-1].item))
    return (
        int(touches_last),
        int(bool(pressing) and not poems & pressing),
        _repeat_too_soon(desk, item),
        _partner_too_near(desk, item),
        int(_waits_for_partner(desk, item)),
    )


def _repeat_too_soon(desk: Desk, item: Item) -> int:
    """How many others are missing before the item comes again."""
    for others, each in enumerate(reversed(desk.given)):
        if each.item == item:
            return max((OTHERS_BEFORE_FIRMING if each.right else OTHERS_BEFORE_REPEAT) - others, 0)
    return 0


def _partner_too_near(desk: Desk, item: Item) -> int:
    """How many others are missing since a partner card, while either is being learnt."""
    if item.skill not in BOTH_DIRECTIONS:
        return 0
    partners = desk.course.partners(item.poem)
    for others, each in enumerate(reversed(desk.given[-OTHERS_BETWEEN_PARTNERS:])):
        if each.item.skill in BOTH_DIRECTIONS and each.item.poem in partners:
            return OTHERS_BETWEEN_PARTNERS - others
    return 0


def _waits_for_partner(desk: Desk, item: Item) -> bool:
    last = _last_answer(desk, item)
    if last is None or last.right:
        return False
    partners = desk.course.partners(item.poem)
    return any(due.poem in partners and due.skill in BOTH_DIRECTIONS for due in desk.plan.due)


def _last_answer(desk: Desk, item: Item) -> Given | None:
    return next((each for each in reversed(desk.given) if each.item == item), None)


def _unsettled(desk: Desk, item: Item) -> bool:
    answers = [each.right for each in desk.given if each.item == item]
    if answers.count(False) >= MOST_WRONG:
        return False
    needed = desk.pace.rights_needed(item) if _began_today(desk, item) else 1
    return not answers[-1] or sum(answers) < needed


def _began_today(desk: Desk, item: Item) -> bool:
    state = desk.memories.get(item)
    return state is None or state.first_day == desk.today


def _begun_today(desk: Desk, skill: Skill, answered: set[Item]) -> int:
    return sum(item.skill is skill and _began_today(desk, item) for item in answered)


def _recall(desk: Desk, item: Item) -> float:
    # At the middle of the day whatever the hour, or a reload could change the order under one's hands.
    return retrievability(desk.memories[item], desk.today)


def _lot(desk: Desk, item: Item) -> int:
    """A lot that is the same on every machine and in every process, unlike `hash`."""
    # The 0 only keeps the order with which docs/srs.md was measured.
    return crc32(f"{desk.seed} {desk.today} {item} 0".encode())
