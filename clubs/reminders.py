"""Mails before the deadlines of a tournament: three days ahead, to those whom it concerns, each once.

Before the club's deadline every member is told who has not entered yet; before the one of payment, who has not paid;
before the official one and the draw, the organisers.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.mail import send_mail
from django.db.models import F
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from clubs.models import Entry, Member, Reminder, Tournament
from clubs.tournaments import tournament_entries

logger = logging.getLogger(__name__)
AHEAD = timedelta(days=3)
CLUB, OFFICIAL, DRAW, PAYMENT = "club", "official", "draw", "payment"


@dataclass(frozen=True)
class Due:
    """A mail that is to be sent."""

    tournament: Tournament
    member: Member
    deadline: str
    day: date

    @property
    def address(self) -> str:
        """Where to: as the club knows it, else as the account has it; empty: nowhere."""
        return self.member.email or getattr(self.member.player.person, "email", "")


def due(now: datetime) -> Iterator[Due]:
    """What is to be sent now and has not been."""
    running = Tournament.objects.filter(opened_at__isnull=False, finished_at__isnull=True)
    for tournament in running.select_related("club"):
        today = now.astimezone(ZoneInfo(tournament.club.time_zone)).date()
        sent = set(tournament.reminders.values_list("member", "deadline"))
        for deadline, day in _deadlines(tournament):
            if not today <= day <= today + AHEAD:
                continue
            for member in _concerned(tournament, deadline):
                if (member.pk, deadline) not in sent:
                    yield Due(tournament, member, deadline, day)


def _deadlines(tournament: Tournament) -> list[tuple[str, date]]:
    days = (
        (CLUB, tournament.club_deadline),
        (OFFICIAL, tournament.official_deadline),
        (DRAW, tournament.draw_on),
        (PAYMENT, tournament.payment_deadline),
    )
    return [(name, day) for name, day in days if day is not None]


def _concerned(tournament: Tournament, deadline: str) -> list[Member]:
    members = tournament.club.members.present().select_related("player__person")
    if deadline in (OFFICIAL, DRAW):
        return list(members.organisers()) if tournament.published_at is None else []
    entries = tournament_entries(tournament)
    if deadline == CLUB:
        asked = members.exclude(role=Member.Role.GUEST).exclude(player__in=entries.values("player"))
        return [] if tournament.is_team else list(asked.exclude(player__person=None, email=""))
    unpaid = entries.filter(state__in=[Entry.State.ENTERED, Entry.State.LATE], paid__lt=F("fee"))
    return list(members.filter(player__in=unpaid.values("player")))


def send_due(now: datetime) -> int:
    """Send what is due; how many were sent. Two that send at once send each mail once: the row comes first.

    No transaction is open while a mail is on its way: a slow mail server would keep everybody from writing.
    """
    return sum(_sent(each, now) for each in due(now) if each.address)


def _sent(each: Due, now: datetime) -> bool:
    row, is_new = Reminder.objects.get_or_create(
        tournament=each.tournament, member=each.member, deadline=each.deadline, defaults={"sent_at": now}
    )
    if not is_new:
        return False  # another has sent it
    try:
        _send(each)
    except OSError:  # the next run tries again; the others' mails do not wait for it
        logger.exception("the reminder for %s could not be sent", each.tournament.pk)
        row.delete()
        return False
    return True


def _send(each: Due) -> None:
    person = each.member.player.person
    language = (person.language if person else "") or each.tournament.club.language or "en"
    with translation.override(language):
        facts = {"tournament": each.tournament.name, "club": each.tournament.club.name, "day": date_format(each.day)}
        subject, text = TEXTS[each.deadline]
        send_mail(str(subject) % facts, f"{str(text) % facts}\n\n{facts['club']}\n", None, [each.address])


TEXTS = {
    CLUB: (
        _("%(tournament)s: enter by %(day)s"),
        _("You have not entered %(tournament)s yet. Entries are taken until the end of %(day)s."),
    ),
    OFFICIAL: (
        _("%(tournament)s: the list closes on %(day)s"),
        _("The official list of %(tournament)s closes at the end of %(day)s. Look through the entries before."),
    ),
    DRAW: (
        _("%(tournament)s: the draw is on %(day)s"),
        _("The draw of %(tournament)s is to be made by the end of %(day)s."),
    ),
    PAYMENT: (
        _("%(tournament)s: pay by %(day)s"),
        _("The fee for %(tournament)s is to be paid by the end of %(day)s. If you have paid, tell an organiser."),
    ),
}
