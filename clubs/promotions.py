"""Who may be promoted in a club, by the rules of the day and its own; an organiser says yes (docs/promotions.md)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import candidates, grades, grading, standing
from clubs.candidates import Promotion
from clubs.grades import UNKNOWN
from clubs.models import Club, GradeEntry, Member, Placing, Player
from clubs.promotion_rules import Measure, Route, RuleSet, Title, in_force, read_tightenings, tightened
from clubs.refusals import RefusedError
from trainer.models import Person


@dataclass(frozen=True, slots=True)
class Candidate:
    """A member who may be promoted, by one way or several, with the results that say so."""

    member: Member
    promotion: Promotion  # the first of the ways
    reasons: tuple[str, ...]
    evidence: tuple[Placing, ...]

    def as_row(self) -> dict[str, object]:
        """As the command prints it."""
        return {
            "member": self.member.player.name,
            "from": self.promotion.from_grade.value,
            "to": self.promotion.to_grade.value,
            "dan": self.promotion.to_dan,
            "reason": "; ".join(self.reasons),
            "evidence": [told(each) for each in self.evidence],
        }


def rules_of(club: Club, on: date) -> RuleSet:
    """The rules of a day as this club applies them. What it has tightened in another set of rules is passed over."""
    rules = in_force(on)
    keys, asked = {route.key for route in rules.routes}, read_tightenings(club.strictness)
    return tightened(rules, {key: how for key, how in asked.items() if key in keys})


def result_of(placing: Placing) -> candidates.Result:
    """A recorded placing as the rules count it. The words of both are the same."""
    return candidates.Result(
        ref=str(placing.pk),
        on=placing.held_on,
        grade=grades.Grade(placing.grade),
        placing=None if placing.place == Placing.Place.NONE else grades.Placing(placing.place),
        match_wins=placing.wins,
        is_sanctioned=placing.is_sanctioned,
        is_team=placing.is_team,
        title=None if placing.event == Placing.Event.OPEN else Title(placing.event),
    )


# Finding -------------------------------------------------------------------------------------------------


def candidates_of(club: Club, on: date) -> list[Candidate]:
    """The members who may be promoted on a day, the highest class first. Three queries."""
    found = _told(_ways(_who_may_rise(club), rules_of(club, on), on))
    return sorted(found, key=lambda each: (-each.promotion.to_dan, each.member.player.kana, each.member.player.name))


def how_many(club: Club, on: date) -> int:
    """How many they are, without the words."""
    return sum(1 for _ in _ways(_who_may_rise(club), rules_of(club, on), on))


def _who_may_rise(club: Club) -> list[Member]:
    """Members with a placing at all: who has none cannot."""
    members = club.members.present().exclude(role=Member.Role.GUEST).select_related("player")
    return list(members.filter(Exists(Placing.objects.filter(player=OuterRef("player")))))


Ways = tuple[Member, list[Promotion], dict[str, Placing]]


def _ways(members: list[Member], rules: RuleSet, on: date) -> Iterator[Ways]:
    """Who may rise, by which ways, with their placings by key."""
    players = [member.player_id for member in members]
    now = standing.standing_of(players, on)
    placings: dict[UUID, dict[str, Placing]] = {key: {} for key in players}
    for placing in Placing.objects.filter(player__in=players, held_on__lte=on):
        placings[placing.player_id][str(placing.pk)] = placing
    for member in members:
        own = placings[member.player_id]
        results = [result_of(each) for each in own.values()]
        ways = candidates.candidates(now.get(member.player_id, UNKNOWN), results, on, rules)
        if ways:
            yield member, ways, own


def _told(found: Iterable[Ways]) -> list[Candidate]:
    rows = []
    for member, ways, own in found:
        refs = dict.fromkeys(ref for way in ways for ref in way.evidence)
        reasons = tuple(reason_of(way.route, way.count) for way in ways)
        rows.append(Candidate(member, ways[0], reasons, tuple(own[ref] for ref in refs)))
    return rows


@transaction.atomic
def confirm(member: Member, *, to_dan: int, on: date, by: Person, now: datetime) -> GradeEntry | None:
    """Promote a candidate from a day on. None if that dan is reached already: confirmed twice is once."""
    Player.objects.select_for_update().get(pk=member.player_id)
    found = _told(_ways([member], rules_of(member.club, on), on))
    if not found or found[0].promotion.to_dan != to_dan:
        if standing.of(member.player, max(on, now.date())).dan >= to_dan:
            return None
        raise RefusedError(_("The results do not say so any more. Nothing was changed."))
    candidate = found[0]
    return grading.enter(
        member.player,
        grade=candidate.promotion.to_grade.value,
        dan=to_dan,
        since=on,
        reason=GradeEntry.Reason.PLACING,
        evidence="\n".join((*candidate.reasons, *map(told, candidate.evidence))),
        club=member.club,
        by=by,
        now=now,
        placing=candidate.evidence[-1],
    )


# Words ---------------------------------------------------------------------------------------------------


def told(placing: Placing) -> str:
    """A placing in one line."""
    return _("%(day)s, %(name)s, class %(grade)s: %(place)s") % {
        "day": date_format(placing.held_on, "DATE_FORMAT"),
        "name": placing.name,
        "grade": placing.grade,
        "place": placing.get_place_display(),
    }


def reason_of(route: Route, count: int) -> str:
    """Why a route is open: what was asked for, in words."""
    asked = capfirst(way_of(route))
    return asked if count == route.needed else _("%(asked)s (there: %(count)d)") % {"asked": asked, "count": count}


def way_of(route: Route) -> str:
    """What a route asks for."""
    grade = route.grade.value if route.grade else ""
    match route.measure:
        case Measure.PLACINGS if route.placing is grades.Placing.FIRST:
            return ngettext("A win in class %(grade)s", "%(n)d wins in class %(grade)s", route.needed) % {
                "n": route.needed,
                "grade": grade,
            }
        case Measure.PLACINGS:
            return ngettext(
                "%(place)s or better in class %(grade)s",
                "%(n)d times %(place)s or better in class %(grade)s",
                route.needed,
            ) % {"n": route.needed, "grade": grade, "place": _place_names()[route.placing or grades.Placing.BEST_4]}
        case Measure.POINTS:
            return _("%(n)d points in class %(grade)s") % {"n": route.needed, "grade": grade}
        case Measure.MATCH_WINS:
            return _("%(n)d matches won in class %(grade)s") % {"n": route.needed, "grade": grade}
        case _:
            title = _title_names()[route.title, route.placing] if route.title else ""
            return title if route.needed == 1 else _("%(title)s, %(n)d times") % {"title": title, "n": route.needed}


def _place_names() -> Mapping[grades.Placing, str]:
    return {
        grades.Placing.FIRST: _("winner"),
        grades.Placing.SECOND: _("runner-up"),
        grades.Placing.BEST_4: _("best four"),
        grades.Placing.BEST_8: _("best eight"),
    }


def _title_names() -> Mapping[tuple[Title, grades.Placing | None], str]:
    first, second = grades.Placing.FIRST, grades.Placing.SECOND
    return {
        (Title.MEIJIN, first): _("Meijin (名人)"),
        (Title.QUEEN, first): _("Queen (クイーン)"),
        (Title.MEIJIN, second): _("Runner-up for Meijin (準名人)"),
        (Title.QUEEN, second): _("Runner-up for Queen (準クイーン)"),
        (Title.SENSHUKEN, first): _("National champion (選手権)"),
        (Title.SENBATSU, first): _("Winner of the selected players (選抜)"),
    }
