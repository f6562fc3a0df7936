"""A club with a tournament in it, for the tests."""

from datetime import UTC, date, datetime

from clubs import drawing, tournaments
from clubs.models import Club, Division, Entry, Member, Player, Tournament

OPENED = datetime(2026, 10, 1, 9, tzinfo=UTC)
DAY = date(2026, 12, 6)
ON_THE_DAY = datetime(2026, 12, 6, 1, tzinfo=UTC)  # ten in the morning at Otsu


def club_of(person, slug="otsu"):
    club = Club.objects.create(slug=slug, name="Otsu Karuta Club", founded_at=OPENED, time_zone="Asia/Tokyo")
    member(club, "Alice", person=person, role=Member.Role.FOUNDER)
    return club


def member(club, name, person=None, role=Member.Role.MEMBER):
    player = Player.objects.create(name=name, person=person)
    return Member.objects.create(club=club, player=player, role=role, joined_on=OPENED.date())


def tournament_of(club, **more):
    return Tournament.objects.create(
        club=club, **({"name": "Winter tournament", "held_on": DAY, "opened_at": OPENED, "seed": 3} | more)
    )


def division_of(tournament, grade="D", **more):
    return Division.objects.create(tournament=tournament, grade=grade, **more)


def enter(division, count, *, person=None, affiliations=(), now=OPENED):
    found = []
    for number in range(count):
        affiliation = affiliations[number % len(affiliations)] if affiliations else ""
        player = Player.objects.create(name=f"Player {number + 1}")
        found.append(
            tournaments.enter(
                division=division,
                player=player,
                affiliation=affiliation,
                person=person,
                is_organiser=True,
                now=now,
            )
        )
    return found


def drawn(division, now=OPENED):
    """The division with its draw published."""
    drawing.draw(division=division, now=now)
    drawing.publish(tournament=division.tournament, now=now)
    division.refresh_from_db()
    return division


def open_bouts(division):
    return list(division.bouts.filter(ended="").order_by("number", "place"))


def present(division):
    return division.entries.filter(state=Entry.State.ENTERED)
