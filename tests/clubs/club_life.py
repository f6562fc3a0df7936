"""A small club for tests: Alice founded it, Bob and Dora belong, Gus is a guest; and games."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

from clubs import results
from clubs.models import Club, Member, Player
from clubs.results import Said
from trainer.models import Person

NOW = datetime(2026, 11, 30, 19, 0, tzinfo=UTC)
TODAY = NOW.date()


def a_club(founder, *, slug="otsu", zone="UTC", **more):
    club = Club.objects.create(slug=slug, name=slug.title(), founded_at=NOW, time_zone=zone, **more)
    belongs(club, founder, role=Member.Role.FOUNDER)
    return club


def belongs(club, person=None, *, name=None, role=Member.Role.MEMBER):
    """A member of the club, with an account or without."""
    player = Player.objects.filter(person=person).first() if person else None
    player = player or Player.objects.create(person=person, name=name or person.username.title())
    return Member.objects.create(club=club, player=player, role=role, joined_on=date(2025, 4, 1))


def person(name):
    return Person.objects.create_user(name, f"{name}@example.org", "correct horse battery")


def said(winner, loser, margin=7, *, on=TODAY, **more):
    return Said(winner=winner.player, loser=loser.player, played_on=on, margin=margin, **more)


def record(by, winner, loser, margin=7, *, on=TODAY, at=NOW, key=None, is_another=True, **more):
    return results.record(
        by=by, key=key or uuid4(), said=said(winner, loser, margin, on=on, **more), now=at, is_another=is_another
    )


def season(by, members, *, days=6, first=TODAY - timedelta(days=60)):
    """Everybody against their neighbours on some days; the earlier in the list, the stronger."""
    made = []
    for day in range(days):
        on = first + timedelta(days=7 * day)
        step = 1 + day % (len(members) - 1)
        for place, one in enumerate(members):
            other = members[(place + step) % len(members)]
            winner, loser = (one, other) if members.index(one) < members.index(other) else (other, one)
            made.append(record(by, winner, loser, 4 + day % 5, on=on, at=NOW + timedelta(seconds=len(made))))
    return made
