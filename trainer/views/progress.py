"""How it goes: the plots of one's own history, and what is due today with the reason for each card."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from random import Random
from urllib.parse import urlencode

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from trainer import figures, reasons, statistics
from trainer.models import Mnemonic, Person
from trainer.poems.kimariji import as_written, partners
from trainer.poems.lookalike import confusable
from trainer.poems.piles import SOUNDS, own
from trainer.poems.poem import Poem, poem
from trainer.srs.confusion import Confused, Pair, confusion_matrix, is_leech, most_confused, taken_for
from trainer.srs.forecast import ForecastDay, forecast
from trainer.srs.memory import MemoryState
from trainer.srs.session import Desk, Plan, why_due
from trainer.srs.skills import FIRST_SKILL, Item, Skill
from trainer.srs.standing import Standing
from trainer.views import quiet
from trainer.views.guards import person_required

RETENTION_WEEKS = 26
HEALTH_DAYS = 30
REACTION_DAYS = 30
CONFUSION_DAYS = 90
STREAK_DAYS = 14
YEAR_WEEKS = 53
DAILY_UP_TO = 60  # days of history that are drawn day by day; a longer one week by week
PAIRS_SHOWN = 6
MATRIX_POEMS = 8
WEAK_SHOWN = 3
SOUND_PILES = {sound: f"sound-{name}" for name, sound in SOUNDS.items()}


# --- progress -------------------------------------------------------------------------------------------


@person_required
@require_safe
def progress(request):
    """Every plot of the person's own history; before the first answer, what will be here."""
    desk = quiet.desk_of(request)
    days = statistics.days_of_work(request.user)
    if not days:
        return render(request, "trainer/progress_empty.html", {"target_ms": FIRST_SKILL.target_ms})
    context = {
        "today": desk.today,
        **_practised(days, desk.today),
        **_learned(request.user, days[0].day, desk.today),
        **_retention(request.user, desk.today),
        **_reaction(request.user, desk.today),
        **_confusions(request.user, desk.today),
        **_coming(request.user, desk),
        **_health(days, desk),
    }
    return render(request, "trainer/progress.html", context)


def _practised(days, today: date) -> dict[str, object]:
    recent = [each for each in days if each.day > today - timedelta(days=STREAK_DAYS)]
    # A beginner's third day is "3 of 3", not "3 of 14": days before the first one were not missed.
    of = min((today - days[0].day).days + 1, STREAK_DAYS)
    return {"practised": len(recent), "practised_of": of, "year": figures.year(days, today, YEAR_WEEKS)}


def _learned(person: Person, begun: date, today: date) -> dict[str, object]:
    is_daily = (today - begun).days < DAILY_UP_TO
    step = 1 if is_daily else 7
    # From the first answer on: before it there is nothing to see.
    weeks = min((today - begun).days // step, YEAR_WEEKS)
    shown = [today - timedelta(days=step * back) for back in range(weeks, -1, -1)]
    history = tuple(statistics.standings(person, shown))
    return {"learned": figures.over_time(history), "is_daily": is_daily, "sure": history[-1][1][Standing.SURE]}


def _retention(person: Person, today: date) -> dict[str, object]:
    by_day = statistics.recalls_by_day(person, since=today - timedelta(days=7 * RETENTION_WEEKS))
    weeks = statistics.by_week(by_day, until=today, most=RETENTION_WEEKS)
    recent = sum(
        (recalls for day, recalls in by_day.items() if day > today - timedelta(days=HEALTH_DAYS)), statistics.Recalls()
    )
    missed = None if recent.share is None else 1 - recent.share
    low, high = figures.HEALTHY_AGAIN
    return {
        "retention": figures.retention(weeks, person.retention) if weeks else None,
        "reviews": figures.reviews_by_week(weeks) if weeks else None,
        "recent": recent,
        "recent_share": figures.as_percent(recent.share),
        "missed_share": figures.as_percent(missed),
        "desired": figures.as_percent(person.retention),
        "again": figures.again(recent) if recent.reviews else None,
        "again_is": None if missed is None else "low" if missed < low else "high" if missed > high else "well",
        "says_little": recent.reviews < figures.FEW,
    }


def _reaction(person: Person, today: date) -> dict[str, object]:
    target_ms = FIRST_SKILL.target_ms
    groups = statistics.reaction_by_group(person, until=today, days=REACTION_DAYS)
    if not any(each.now or each.before for each in groups):
        return {"by_group": None}
    sounds = statistics.reaction_by_sound(person, until=today, days=REACTION_DAYS)
    weak = statistics.slowest(sounds, target_ms=target_ms, at_least=figures.FEW, most=WEAK_SHOWN)
    known = [each for each in sounds if each.now or each.before]
    half = -(-len(known) // 2)
    drawn = partial(
        figures.reaction,
        target_ms=target_ms,
        days=REACTION_DAYS,
        scale=figures.seconds_scale((*groups, *known), target_ms),
    )
    return {
        "by_group": drawn("groups", _("Sounds"), groups),
        "by_sound": [
            drawn(f"sounds-{place}", _("Sound"), part)
            for place, part in enumerate((known[:half], known[half:]))
            if part
        ],
        "weak": [
            (each.sounds, figures.as_seconds(each.now.median_ms), practise(FIRST_SKILL, SOUND_PILES[each.sounds]))
            for each in weak
        ],
        "target": figures.as_seconds(target_ms),
        "reaction_days": REACTION_DAYS,
    }


@dataclass(frozen=True)
class MixedUp:
    """Two cards taken for each other: how often the first was asked and the second answered, and the other way."""

    first: Poem
    second: Poem
    there: int
    back: int
    asked: int
    link: str

    @property
    def times(self) -> int:
        return self.there + self.back


def _confusions(person: Person, today: date) -> dict[str, object]:
    pairs = statistics.answered_pairs(person, since=today - timedelta(days=CONFUSION_DAYS))
    worst = most_confused(pairs, PAIRS_SHOWN)
    poems = list(dict.fromkeys(number for each in worst for number in each.poems))[:MATRIX_POEMS]
    return {
        "mixed_up": [_mixed_up(each, pairs) for each in worst],
        "confusions": figures.confusions(confusion_matrix(pairs, poems)) if worst else None,
        "confusion_days": CONFUSION_DAYS,
    }


def _mixed_up(found: Confused, pairs: tuple[Pair, ...]) -> MixedUp:
    first, second = found.poems
    # Only partner sets are told apart by their sounds; for any other pair the cards themselves are chosen between.
    skill = Skill.DISCRIMINATION if second in partners(first) else Skill.KIMARIJI_TO_TORIFUDA
    return MixedUp(
        poem(first),
        poem(second),
        there=pairs.count((first, second)),
        back=pairs.count((second, first)),
        asked=found.asked,
        link=practise(skill, own(found.poems)),
    )


def _coming(person: Person, desk: Desk) -> dict[str, object]:
    foreseen = forecast(desk, retention=person.retention)
    over = [each for each in foreseen if each.backlog]
    busiest = max(foreseen, key=_load)
    return {
        "coming": figures.coming(foreseen, person.most_per_day),
        "days_over": len(over),
        "most_waiting": max((each.backlog for each in over), default=0),
        "busiest": busiest.day,
        "busiest_load": _load(busiest),
        "most_per_day": person.most_per_day,
    }


def _load(day: ForecastDay) -> int:
    return day.reviews + day.beginnings


def _health(days, desk: Desk) -> dict[str, object]:
    recent = [each for each in days if each.day > desk.today - timedelta(days=HEALTH_DAYS)]
    spent_ms = sum(each.answering_ms for each in recent)
    return {
        "minutes": figures.minutes(days, desk.today, HEALTH_DAYS),
        "minutes_a_day": spent_ms / figures.MINUTE_MS / len(recent) if recent else 0,
        "untimed": sum(each.answers - each.timed for each in recent),
        "fluent": statistics.fluent(desk.memories),
        "items": len(desk.memories),
        "health_days": HEALTH_DAYS,
    }


# --- what is due and why --------------------------------------------------------------------------------


@dataclass(frozen=True)
class DueItem:
    """One item with the cards to show and the sentences that say why it is here."""

    item: Item
    poems: tuple[Poem, ...]
    skill: str
    sentences: tuple[str, ...]
    lapses: int = 0

    @property
    def is_leech(self) -> bool:
        return is_leech(self.lapses)


@dataclass(frozen=True)
class Leech:
    """An item that does not stick, beside the card it is taken for."""

    poem: Poem
    skill: str
    lapses: int
    beside: Poem
    is_mixed_up: bool
    mnemonics: tuple[str, ...]


@person_required
@require_safe
def due(request):
    """What today asks and why, what waits and why, and the items that do not stick. Seven or eight queries."""
    desk = quiet.desk_of(request)
    if not desk.memories:
        return render(request, "trainer/due_empty.html")
    plan = desk.plan
    context = {
        "plan": plan,
        "repeats": _due_items(desk, plan.repeats),
        "due": _due_items(desk, plan.due),
        "beginning": _due_items(desk, plan.opening + plan.new),
        "put_off": _due_items(desk, plan.put_off),
        "backlog": _due_items(desk, plan.backlog),
        "leeches": _leeches(request.user, desk),
        "next_day": _next_day(desk, plan),
        "most_per_day": request.user.most_per_day,
    }
    return render(request, "trainer/due.html", context)


def _due_items(desk: Desk, items: tuple[Item, ...]) -> list[DueItem]:
    return [_due_item(desk, item) for item in items]


def _due_item(desk: Desk, item: Item) -> DueItem:
    reason = why_due(desk, item)
    return DueItem(
        item,
        tuple(poem(number) for number in sorted(desk.course.poems_of(item), key=as_written)),
        reasons.SKILL_NAMES[item.skill],
        reasons.in_words(reason, desk.today),
        reason.lapses,
    )


def _next_day(desk: Desk, plan: Plan) -> date | None:
    """The first later day on which something falls due, for those who have nothing left today."""
    if plan.left:
        return None
    return min((state.due_on for state in desk.memories.values() if state.due_on > desk.today), default=None)


def _leeches(person: Person, desk: Desk) -> list[Leech]:
    """The items forgotten four times and more, the worst first. Two queries, none without leeches."""
    found = {item: state for item, state in desk.memories.items() if is_leech(state.lapses)}
    if not found:
        return []
    pairs = statistics.answered_pairs(person, since=desk.today - timedelta(days=CONFUSION_DAYS))
    own: dict[int, list[str]] = {}
    for number, text in Mnemonic.objects.filter(person=person).values_list("poem", "text"):
        own.setdefault(number, []).append(text)
    worst_first = sorted(found.items(), key=lambda each: (-each[1].lapses, str(each[0])))
    return [_leech(item, state, pairs, own) for item, state in worst_first]


def _leech(item: Item, state: MemoryState, pairs: tuple[Pair, ...], own: dict[int, list[str]]) -> Leech:
    mixed_up = taken_for(pairs, item.poem)
    # Never mixed up with one card: then the one it looks and sounds most like; the dice only break ties.
    beside = mixed_up or confusable(item.poem, Random(item.poem), 1)[0]  # noqa: S311
    return Leech(
        poem(item.poem),
        reasons.SKILL_NAMES[item.skill],
        state.lapses,
        poem(beside),
        mixed_up is not None,
        tuple(own.get(item.poem, ())),
    )


def practise(skill: Skill, pile: str) -> str:
    """The address of a free practice of a pile in one skill."""
    return f"{reverse('practise')}?{urlencode({'skill': skill.value, 'pile': pile})}"
