"""Mails before deadlines: to those whom they concern, three days ahead, once."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core import mail
from tournament_kit import OPENED, club_of, division_of, member, tournament_of

from clubs import reminders, tournaments
from clubs.models import Member, Reminder

pytestmark = pytest.mark.django_db
CLUB_DAY, OFFICIAL_DAY, DRAW_DAY, PAYMENT_DAY = (date(2026, 11, day) for day in (1, 10, 15, 20))


@pytest.fixture
def tournament(alice):
    club = club_of(alice)
    for name in ("Bob", "Momo"):
        row = member(club, name)
        Member.objects.filter(pk=row.pk).update(email=f"{name.lower()}@example.org")
    return tournament_of(
        club,
        club_deadline=CLUB_DAY,
        official_deadline=OFFICIAL_DAY,
        draw_on=DRAW_DAY,
        payment_deadline=PAYMENT_DAY,
        fee=1500,
    )


def at(day, hour=12):
    """An hour of that day at the club."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(hours=hour - 9)


def sent():
    return sorted((address, each.subject) for each in mail.outbox for address in each.to)


def test_members_who_have_not_entered_are_told_once(tournament):
    bob = tournament.club.members.get(player__name="Bob")
    tournaments.enter(division=division_of(tournament), player=bob.player, person=None, is_organiser=True, now=OPENED)
    reminders.send_due(at(CLUB_DAY - timedelta(days=4)))
    assert sent() == []
    for _ in range(2):
        reminders.send_due(at(CLUB_DAY - timedelta(days=3)))
    assert sent() == [
        ("alice@example.org", "Winter tournament: enter by 1 Nov 2026"),
        ("momo@example.org", "Winter tournament: enter by 1 Nov 2026"),
    ]
    reminders.send_due(at(CLUB_DAY, 23))
    assert len(mail.outbox) == 2


@pytest.mark.parametrize("day", [OFFICIAL_DAY, DRAW_DAY])
def test_the_list_and_the_draw_are_the_organisers_business(tournament, day):
    reminders.send_due(at(day, 0))
    assert {address for address, _subject in sent()} == {"alice@example.org"}


def test_who_has_not_paid_is_reminded_of_it(tournament):
    division = division_of(tournament)
    for row in tournament.club.members.exclude(role=Member.Role.FOUNDER):
        entry = tournaments.enter(division=division, player=row.player, person=None, is_organiser=True, now=OPENED)
        if row.player.name == "Bob":
            tournaments.pay(entry=entry, amount=1500, now=OPENED)
    reminders.send_due(at(PAYMENT_DAY))
    assert sent() == [("momo@example.org", "Winter tournament: pay by 20 Nov 2026")]


def test_after_the_deadline_nobody_is_reminded(tournament):
    reminders.send_due(at(PAYMENT_DAY + timedelta(days=1)))
    assert mail.outbox == []


def test_a_mail_that_cannot_be_sent_is_sent_the_next_time(tournament, monkeypatch):
    def broken(*words):
        raise OSError("no mail today")

    monkeypatch.setattr(reminders, "send_mail", broken)
    assert reminders.send_due(at(OFFICIAL_DAY)) == 0
    monkeypatch.undo()
    assert not Reminder.objects.exists()
    assert reminders.send_due(at(OFFICIAL_DAY)) == 1


def test_who_has_no_address_gets_nothing(tournament):
    Member.objects.update(email="")
    reminders.send_due(at(CLUB_DAY))
    assert [address for address, _subject in sent()] == ["alice@example.org"]


def test_in_the_language_of_the_person(tournament, alice):
    alice.language = "ja"
    alice.save()
    reminders.send_due(at(OFFICIAL_DAY))
    assert "2026年11月10日" in mail.outbox[0].body
