"""The tournaments of the demo club: two that were played, one to come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from clubs import bouts, drawing, standing, tournaments
from clubs.demo.cast import CLASS_STRENGTH, STRANGERS
from clubs.demo.season import Demo, play
from clubs.models import Bout, Division, Entry, Member, Player, Reciter, Room, Tournament


def played(demo: Demo, name: str, on: date, classes: Sequence[str], strangers: Sequence[int], **more: object) -> None:
    """A tournament from its opening to its end, on a day that has passed."""
    tournament = _opened(demo, name, on, is_sanctioned=True, **more)
    entered = demo.moment(on - timedelta(days=40))
    for turn, grade in enumerate(classes):
        division = _division(demo, tournament, grade)
        for member in _of_class(demo, grade):
            _enter(demo, division, member.player, demo.club.name, entered, is_paid=True)
        for number in strangers[turn :: len(classes)]:  # nobody plays in two classes of a tournament
            who, club = STRANGERS[number]
            _enter(demo, division, _stranger(demo, who, grade), club, entered, is_paid=True)
        drawing.draw(division=division, now=demo.moment(on - timedelta(days=10)))
    drawing.publish(tournament=tournament, now=demo.moment(on - timedelta(days=9)))
    for division in tournament.divisions.all():
        _play(demo, division, on)
    Tournament.objects.filter(pk=tournament.pk).update(finished_at=demo.moment(on, 18))


def coming(demo: Demo) -> None:
    """Entries are open; one class is full, some have paid."""
    on = demo.today + timedelta(days=27)
    tournament = _opened(demo, "Year-end tournament", on, is_sanctioned=False, is_public=True, final_uses_all=True)
    now = demo.moment(demo.today - timedelta(days=3))
    for grade in "CDE":
        entering = _of_class(demo, grade)
        cap = len(entering) if grade == "D" else None  # the founder comes too late
        division = _division(demo, tournament, grade, cap)
        for number, member in enumerate(entering):
            _enter(demo, division, member.player, "", now + timedelta(minutes=number), is_paid=number % 3 != 1)
        if cap is not None:
            _enter(demo, division, demo.founder.player, "", now + timedelta(minutes=90), is_paid=False)


def _opened(demo: Demo, name: str, on: date, **more: object) -> Tournament:
    return Tournament.objects.create(
        club=demo.club,
        name=name,
        held_on=on,
        venue="Community hall, great room",
        club_deadline=on - timedelta(days=21),
        official_deadline=on - timedelta(days=14),
        draw_on=on - timedelta(days=9),
        payment_deadline=on - timedelta(days=7),
        fee=1500,
        seed=demo.dice.getrandbits(62),
        opened_at=demo.moment(min(on, demo.today) - timedelta(days=45)),
        **more,
    )


def _division(demo: Demo, tournament: Tournament, grade: str, cap: int | None = None) -> Division:
    reciter = Reciter.objects.filter(club=demo.club, until=None).order_by("pk")["ABCDE".index(grade) % 2]
    room, _is_new = Room.objects.get_or_create(
        tournament=tournament, name=f"Room {grade}", defaults={"reciter": reciter}
    )
    return Division.objects.create(tournament=tournament, grade=grade, cap=cap, block_cap=32, room=room)


def _of_class(demo: Demo, grade: str) -> list[Member]:
    known = standing.standing_of([member.player_id for member in demo.members.values()], demo.today)
    return [
        member
        for member in demo.members.values()
        if member.role != Member.Role.GUEST and known[member.player_id].grade.value == grade
    ]


def _stranger(demo: Demo, name: str, grade: str) -> Player:
    player = Player.objects.create(name=name)
    demo.strength[player.pk] = CLASS_STRENGTH[grade] + demo.dice.gauss(0, 0.12)
    return player


def _enter(demo: Demo, division: Division, player: Player, affiliation: str, now: datetime, *, is_paid: bool) -> None:
    entry = tournaments.enter(
        division=division, player=player, affiliation=affiliation, person=demo.person, is_organiser=True, now=now
    )
    if is_paid:
        tournaments.pay(entry=entry, amount=entry.fee, now=now + timedelta(days=1))


def _play(demo: Demo, division: Division, on: date) -> None:
    """All rounds; the first bout of the second table was not played."""
    is_first_round = True
    while waiting := list(
        division.bouts.filter(ended="").select_related("first__player", "second__player").order_by("number", "place")
    ):
        for bout in waiting:
            first, second = bout.first, bout.second
            if first is None or second is None or first.player is None or second.player is None:
                continue
            now = demo.moment(on, 9 + bout.number, bout.place)
            if is_first_round and bout.table == 2:
                _report(bout, first, None, Bout.Ended.WALKOVER, demo, now)
                continue
            winner, _loser, margin = play(demo, first.player, second.player)
            side = first if winner == first.player else second
            _report(bout, side, margin, Bout.Ended.PLAYED, demo, now)
        is_first_round = False


def _report(bout: Bout, winner: Entry, margin: int | None, ended: str, demo: Demo, now: datetime) -> None:
    bouts.report(bout=bout, winner=winner, margin=margin, ended=ended, person=demo.person, now=now)
