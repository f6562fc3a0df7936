"""An evening of practice: who is there, who meets whom next, and whose game is most likely to be recorded now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.db.models import Avg, Count
from django.utils.translation import gettext as _

from clubs import pairing, ratings, standing
from clubs.models import Attendance, Club, Member, Pairing, Player, Pool, PracticeDay, Rating, Result
from clubs.refusals import RefusedError
from clubs.results import practice_day

USUAL_DAYS = 90  # who has met lately is likely to meet again
SAT_OUT_DAYS = 120  # so far back it counts who had to sit out


# Who is there --------------------------------------------------------------------------------------------
@transaction.atomic
def note(club: Club, day: date, player: Player, *, state: str, by: Member) -> None:
    """Write down that somebody is there ("here"), has gone home ("away") or has not come ("not"). Again is the same.

    Organisers do so for everybody, others for themselves. RefusedError otherwise, and for "not" of who has played.
    """
    if not by.runs_the_club and player.pk != by.player_id:
        raise RefusedError(_("Only organisers note who else is there."))
    if not club.members.present().filter(player=player).exists():
        raise RefusedError(_("They do not belong to the club."))
    evening = practice_day(club, day, by.player.person)
    if state == "not":
        if Result.objects.filter(day=evening, withdrawn_at__isnull=True).of(player).exists():
            raise RefusedError(_("There are games of theirs on this day. They have gone home, or have been here."))
        Attendance.objects.filter(day=evening, player=player).delete()
    else:
        Attendance.objects.update_or_create(day=evening, player=player, defaults={"is_away": state == "away"})


# Whose game ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whose name may be tapped. `met`: how often the two have played tonight."""

    player: Player
    is_here: bool
    is_next: bool = False  # the pairing says so and no result is there yet
    met: int = 0


def opponents(
    club: Club, day: date, evening: PracticeDay | None, player: Player | None, people: Iterable[Player]
) -> list[Opponent]:
    """All these people but the player, most likely first: the pairing's opponent, then who is here
    and has not met them tonight, then who has, then who is not here; among these who has met them often lately."""
    here = dict(evening.attendances.values_list("player", "is_away")) if evening else {}
    met, lately = _met(club, day, player)
    upcoming = next_opponent(evening, player)
    found = [
        Opponent(
            player=each,
            is_here=here.get(each.pk) is False,
            is_next=each.pk == upcoming,
            met=met[each.pk],
        )
        for each in people
        if player is None or each.pk != player.pk
    ]
    return sorted(found, key=lambda each: (not each.is_next, not each.is_here, each.met, -lately[each.player.pk]))


def _met(club: Club, day: date, player: Player | None) -> tuple[Counter, Counter]:
    """How often the player has met whom tonight, and lately."""
    met: Counter = Counter()
    lately: Counter = Counter()
    if player is None:
        return met, lately
    recent = Result.objects.filter(
        club=club, withdrawn_at__isnull=True, played_on__range=(day - timedelta(days=USUAL_DAYS), day)
    )
    for winner, loser, on in recent.of(player).values_list("winner", "loser", "played_on"):
        other = loser if winner == player.pk else winner
        lately[other] += 1
        met[other] += on == day
    return met, lately


def next_opponent(evening: PracticeDay | None, player: Player | None):
    """The key of whom the player meets in the latest round, while no result of it is there; None for nobody."""
    if evening is None or player is None:
        return None
    latest = evening.pairings.order_by("-number").values_list("number", flat=True).first()
    if latest is None:
        return None
    for first, second in evening.pairings.filter(number=latest, second__isnull=False).values_list("first", "second"):
        if player.pk in (first, second):
            other = second if player.pk == first else first
            games = Result.objects.filter(day=evening, withdrawn_at__isnull=True).of(player)
            return None if games.filter(winner__in=(first, second), loser__in=(first, second)).exists() else other
    return None


# Who meets whom ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Round:
    """A round as it is shown: each pair with its result, or None; and who sits out."""

    number: int
    pairs: tuple[tuple[Player, Player, Result | None], ...]
    sits_out: tuple[Player, ...]
    repeats: int  # pairs that had met before on this evening
    is_last: bool

    @property
    def players(self) -> list[Player]:
        return [player for first, second, _result in self.pairs for player in (first, second)] + list(self.sits_out)


def rounds(evening: PracticeDay | None) -> list[Round]:
    """The rounds of an evening, the latest first."""
    if evening is None:
        return []
    games = list(
        Result.objects.filter(day=evening, withdrawn_at__isnull=True, winner__isnull=False, loser__isnull=False)
        .select_related("winner", "loser")
        .order_by("recorded_at")
    )
    by_pair: dict[frozenset, list[Result]] = {}
    for game in games:
        by_pair.setdefault(frozenset((game.winner_id, game.loser_id)), []).append(game)
    seats: dict[int, list[Pairing]] = {}
    for seat in evening.pairings.select_related("first", "second").order_by("number", "pk"):
        seats.setdefault(seat.number, []).append(seat)
    found: list[Round] = []
    met: set[frozenset] = set()
    for number, round_ in sorted(seats.items()):
        pairs = [(seat.first, seat.second) for seat in round_ if seat.second is not None]
        keys = [frozenset((first.pk, second.pk)) for first, second in pairs]
        results = [by_pair[key].pop(0) if by_pair.get(key) else None for key in keys]
        found.append(
            Round(
                number=number,
                pairs=tuple((*pair, result) for pair, result in zip(pairs, results, strict=True)),
                sits_out=tuple(seat.first for seat in round_ if seat.second is None),
                repeats=sum(key in met for key in keys),
                is_last=number == max(seats),
            )
        )
        met |= set(keys)
    return found[::-1]


@transaction.atomic
def draw_round(evening: PracticeDay, number: int, *, may_repeat: bool = False) -> None:
    """Pair those who are there for round `number`. A second click finds it drawn, and nothing happens.

    RefusedError if a round before it is missing or nobody could play.
    """
    Club.objects.select_for_update().get(pk=evening.club_id)
    last = evening.pairings.order_by("-number").values_list("number", flat=True).first() or 0
    if number <= last:
        return
    if number != last + 1:
        raise RefusedError(_("That round is not the next one. Look at the page again."))
    drawn = pairing.pair(
        _present(evening),
        days_since_met=_days_since_met(evening),
        met_tonight=_met_tonight(evening),
        may_repeat=may_repeat,
        seed=f"{evening.pk} {number}",
    )
    if not drawn.pairs:
        raise RefusedError(_("Nobody is left who could play without meeting the same opponent again."))
    pairs = [(first, second) for first, second in drawn.pairs] + [(key, None) for key in drawn.sits_out]
    Pairing.objects.bulk_create(
        Pairing(day=evening, number=number, first_id=first, second_id=second) for first, second in pairs
    )


def _present(evening: PracticeDay) -> list[pairing.Present]:
    players = list(evening.attendances.filter(is_away=False).values_list("player", flat=True))
    strength = strengths(evening.club, players)
    tonight = Counter(evening.pairings.filter(second__isnull=True).values_list("first", flat=True))
    earlier = dict(
        Pairing.objects.filter(
            day__club=evening.club,
            day__held_on__lt=evening.held_on,
            day__held_on__gte=evening.held_on - timedelta(days=SAT_OUT_DAYS),
            second__isnull=True,
        )
        .order_by("day__held_on")
        .values_list("first", "day__held_on")
    )
    return [
        pairing.Present(
            key=str(player),
            strength=strength[player],
            sat_out=tonight[player],
            days_since_sat_out=(evening.held_on - earlier[player]).days if player in earlier else None,
        )
        for player in players
    ]


def strengths(club: Club, players: Sequence) -> dict:
    """How strong each of these players is over the board in this club; whoever has not played yet, as their class."""
    known = dict(Rating.objects.filter(club=club, pool=Pool.BOARD, player__in=players).values_list("player", "mu"))
    new = [player for player in players if player not in known]
    classes = standing.standing_of(new) if new else {}
    return known | {player: ratings.of_class(classes.get(player)) for player in new}


def _met_tonight(evening: PracticeDay) -> set[frozenset[str]]:
    pairs = evening.pairings.filter(second__isnull=False).values_list("first", "second")
    games = Result.objects.filter(
        day=evening, withdrawn_at__isnull=True, winner__isnull=False, loser__isnull=False
    ).values_list("winner", "loser")
    return {_two(*pair) for pair in (*pairs, *games)}


def _days_since_met(evening: PracticeDay) -> dict[frozenset[str], int]:
    since = evening.held_on - timedelta(days=pairing.RECENT_DAYS)
    games = Result.objects.filter(
        club=evening.club,
        withdrawn_at__isnull=True,
        winner__isnull=False,
        loser__isnull=False,
        played_on__gte=since,
        played_on__lt=evening.held_on,
    ).order_by("played_on")
    return {
        _two(winner, loser): (evening.held_on - on).days
        for winner, loser, on in games.values_list("winner", "loser", "played_on")
    }


def _two(one, other) -> frozenset[str]:
    return frozenset((str(one), str(other)))


@transaction.atomic
def swap(evening: PracticeDay, number: int, one, other) -> None:
    """Let two players of a round change places. RefusedError if they are not both in it."""
    Club.objects.select_for_update().get(pk=evening.club_id)
    seats = list(evening.pairings.filter(number=number))
    there = {player for seat in seats for player in (seat.first_id, seat.second_id)}
    if one == other or not {one, other} <= there - {None}:
        raise RefusedError(_("Choose two different players of this round."))
    other_way = {one: other, other: one}
    changed = [
        Pairing(
            day=evening,
            number=number,
            first_id=other_way.get(seat.first_id, seat.first_id),
            second_id=other_way.get(seat.second_id, seat.second_id),
        )
        for seat in seats
    ]
    evening.pairings.filter(number=number).delete()
    Pairing.objects.bulk_create(changed)


@transaction.atomic
def take_back_round(evening: PracticeDay, number: int) -> None:
    """Forget the last round. A second click, or one for an earlier round, changes nothing."""
    Club.objects.select_for_update().get(pk=evening.club_id)
    last = evening.pairings.order_by("-number").values_list("number", flat=True).first()
    if number == last:
        evening.pairings.filter(number=number).delete()


# Attendance over time ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Counted:
    """How often somebody came, of so many evenings since they joined, and the last time."""

    player: Player
    came: int
    of: int
    last_on: date | None

    @property
    def percent(self) -> int:
        """Of the evenings."""
        return round(100 * self.came / self.of) if self.of else 0


@dataclass(frozen=True, slots=True)
class Day:
    """One evening in numbers."""

    held_on: date
    there: int
    games: int
    margin: float | None  # the mean one


def days(club: Club, since: date, until: date) -> list[Day]:
    """The evenings of a period, the latest first."""
    held = club.days.filter(held_on__range=(since, until)).annotate(there=Count("attendances")).order_by("-held_on")
    counted = {
        on: (games, margin)
        for on, games, margin in Result.objects.filter(
            club=club, pool=Pool.BOARD, withdrawn_at__isnull=True, played_on__range=(since, until)
        )
        .order_by()
        .values_list("played_on")
        .annotate(games=Count("pk"), margin=Avg("margin"))
    }
    return [Day(each.held_on, each.there, *counted.get(each.held_on, (0, None))) for each in held]


def attendance(club: Club, since: date, until: date, members: Iterable[Member]) -> list[Counted]:
    """Who came how often in a period, those who came most first."""
    days = list(club.days.filter(held_on__range=(since, until)).values_list("held_on", flat=True))
    came: Counter = Counter()
    last: dict = {}
    rows = Attendance.objects.filter(day__club=club, day__held_on__range=(since, until)).order_by("day__held_on")
    for player, on in rows.values_list("player", "day__held_on"):
        came[player] += 1
        last[player] = on
    found = [
        Counted(
            player=member.player,
            came=came[member.player_id],
            of=max(sum(day >= (member.joined_on or day) for day in days), came[member.player_id]),
            last_on=last.get(member.player_id),
        )
        for member in members
    ]
    return sorted(found, key=lambda each: (-each.came, each.player.kana, each.player.name))
