"""A club as tests need it: its founder, everybody with a role in it, and what hangs on them."""

from datetime import date
from uuid import uuid4

from django.utils import timezone

from clubs import bouts, claims, drawing, grading, importing, members, reciters, results, tournaments
from clubs import clubs as founding
from clubs.member_rows import MEMBERS
from clubs.models import Attendance, Club, ClubVoice, GradeEntry, Member, Placing, Reciter, Result
from trainer.models import Person, VoicePack

TABLE = "name,reading,class\nMember X,めんばー,D\n".encode()


def club_of(person, **given):
    """The club that this person has founded."""
    of = Club.objects.filter(members__player__person=person, members__role=Member.Role.FOUNDER).first()
    return of or founding.found(person, now=timezone.now(), name=f"Club {person.pk}", **given)


def somebody(name):
    return Person.objects.create_user(name, f"{name}@example.org", "staple wagon nine")


def joined(club, person, role=Member.Role.MEMBER):
    """The person in the club, with this role."""
    member = members.join(club, person, now=timezone.now())
    Member.objects.filter(pk=member.pk).update(role=role)
    member.refresh_from_db()
    return member


def recorded(club, name="Member R", **of_player):
    """A member without an account, the one of this name."""
    known = club.members.filter(player__name=name).first()
    given = {"name": name} | of_player
    return known or members.record(club, uuid4(), of_player=given, of_member={}, now=timezone.now())


def of_class(member, grade, dan=0, *, since=date(2025, 4, 1), reason=GradeEntry.Reason.CONFIRMED, amends=None):
    """A line that the founder of the club has entered in the member's log."""
    return grading.enter(
        member.player,
        grade=grade,
        dan=dan,
        since=since,
        reason=reason,
        evidence="seen",
        club=member.club,
        by=founder_of(member.club),
        now=timezone.now(),
        amends=amends,
    )


def placed(member, grade, place, *, on=date(2026, 10, 11), **more):
    """What a member reached at an event elsewhere."""
    return Placing.objects.create(
        player=member.player,
        club=member.club,
        name=more.pop("name", f"Tournament of {on}"),
        held_on=on,
        grade=grade,
        place=place,
        recorded_at=timezone.now(),
        **more,
    )


def founder_of(club):
    return club.members.get(role=Member.Role.FOUNDER).player.person


def reciter_in(club, person):
    """The person as an appointed reciter of the club."""
    member = club.members.get(player__person=person)
    known = Reciter.objects.filter(club=club, player=member.player, until=None).first()
    if known is None:
        of_class(member, "A", 4)
        known = reciters.appoint(member, "", by=person, now=timezone.now())
    return known


def pack_of(person, title="Their voice"):
    """A pack of recordings of the person, without any files."""
    known = person.packs.filter(title=title).first()
    return known or VoicePack.objects.create(
        key=uuid4(),
        person=person,
        title=title,
        licence="CC BY",
        file_name="v.zip",
        sha256=f"{person.pk:064x}",
        uploaded_at=timezone.now(),
        size=1,
        refused=[],
    )


def voice_in(club, person):
    """A voice that the person, an appointed reciter, has given to the club."""
    reciter, pack = reciter_in(club, person), pack_of(person)
    known = ClubVoice.objects.filter(club=club, pack=pack).first()
    return known or ClubVoice.objects.create(club=club, pack=pack, reciter=reciter, published_at=timezone.now())


def uploaded(club, content=TABLE):
    return importing.keep(MEMBERS, club, content, by=founder_of(club), now=timezone.now())


def tournament_in(club):
    """A tournament of the club whose draw is published: class D is to be played, B is decided."""
    known = club.tournaments.filter(is_team=False).first()
    return known or _drawn(_opened(club, name="Winter tournament", is_public=True))


def _opened(club, **given):
    return club.tournaments.create(held_on=date(2027, 12, 5), opened_at=timezone.now(), seed=3, **given)


def _drawn(tournament):
    for grade, count in (("D", 4), ("B", 2)):
        division = tournament.divisions.create(grade=grade)
        for number in range(1, count + 1):
            player = recorded(tournament.club, f"Member {grade}{number}").player
            tournaments.enter(division=division, player=player, person=None, is_organiser=True, now=timezone.now())
        drawing.draw(division=division, now=timezone.now())
    drawing.publish(tournament=tournament, now=timezone.now())
    final = division.bouts.get()
    bouts.report(bout=final, winner=final.first, margin=7, person=None, now=timezone.now())
    return tournament


def team_in(club):
    """A team that has entered a tournament of the club, its players not named yet."""
    tournament = club.tournaments.filter(is_team=True).first() or _opened(club, name="Teams", is_team=True, boards=3)
    division, _made = tournament.divisions.get_or_create(grade="E")
    return tournaments.enter(division=division, team="Ise", person=None, is_organiser=True, now=timezone.now())


def evening_of(club, held_on=date(2026, 11, 4)):
    """A past evening of the club, at which a recorded member was."""
    day = results.practice_day(club, held_on, founder_of(club))
    Attendance.objects.get_or_create(day=day, player=recorded(club).player)
    return day


def result_in(club):
    """A game between the founder and a recorded member, which the founder has recorded."""
    known = Result.objects.filter(club=club).first()
    if known is not None:
        return known
    founder, day = club.members.get(role=Member.Role.FOUNDER), evening_of(club)
    said = results.Said(winner=founder.player, loser=recorded(club).player, played_on=day.held_on, margin=7)
    return results.record(by=founder, key=uuid4(), said=said, now=timezone.now())


def link_to(member):
    """The token of the link by which a recorded member is claimed."""
    return member.claim or claims.make_link(member)
