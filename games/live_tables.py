"""Tables where people meet, before a match and after it: open one, sit down, begin, and the same again.

Every change locks the row of its table first and looks at it then: of two people who want the last seat one sits, and
the other is `Refused` with a sentence. What is asked for twice is done once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from games import agreed, hooks
from games import matches as koikoi
from games.karuta import matches, opponents
from games.karuta.players import Kind, Player
from games.models import Hall, KarutaMatch, LiveTable, Seat
from games.rules.karuta.events import Judged
from games.rules.karuta.log import setup_from_row, setup_to_row
from games.rules.karuta.variants import KYOGI, Setup
from games.rules.koikoi.options import Options
from trainer.models import Person, name_key

Audience, Status = LiveTable.Audience, LiveTable.Status

CLASSES = "ABCDE"
# A page that waits says so every few seconds; in the background a browser lets it speak once a minute.
SEEN_FOR = timedelta(seconds=75)
OPEN_FOR = timedelta(days=7)  # a link and a challenge
MOST_WAITING = 8  # tables of one host
MOST_NAME = 24  # letters of a guest's name


class Refused(Exception):  # noqa: N818 (nothing is broken: somebody may not, or was too late)
    """Nothing has changed; the message is a sentence for whoever asked."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed on before a match. A `voice` may be a pack of the host's own; Koi-Koi has none, and no tempo."""

    setup: Setup | Options
    voice: str = ""
    tempo: str = ""
    audience: str = Audience.LINK
    invited: Person | None = None
    is_rated: bool = False
    has_spectators: bool = False
    delay_s: int = 30
    hall: Hall | None = None


# Who may -------------------------------------------------------------------------------------------------
def class_of(person: Any) -> str:
    """The class somebody is taken for: whoever has none yet is a beginner, and so is a guest."""
    return hooks.grade_of(person) or CLASSES[-1]


def seat_of(table: LiveTable, person: Any) -> int | None:
    """The number of the seat where this person sits; None if they do not."""
    if not person.is_authenticated:
        return None
    return next((seat.number for seat in table.seats.all() if seat.person_id == person.pk), None)


def may_watch(table: LiveTable, person: Any) -> bool:
    """Whether somebody who does not sit there may look on."""
    return table.has_spectators and table.status in (Status.PLAYING, Status.OVER) and person is not None


def may_know(table: LiveTable, person: Any) -> bool:
    """Whether the table is there for this person at all."""
    if person.is_authenticated and person.pk in (table.host_id, table.invited_id):
        return True
    if seat_of(table, person) is not None:
        return True
    if table.status == Status.OPEN:
        return table.audience != Audience.INVITED
    return may_watch(table, person)


def why_not(table: LiveTable, person: Any) -> str:
    """The reason why somebody who knows of the table may not sit down there; nothing if they may."""
    if table.hall is not None and (reason := _why_not_in(table.hall, person)):
        return reason
    if table.is_rated and person.is_guest:
        return _("A rated match needs an account. Signing up keeps all you have done.")
    if table.audience == Audience.INVITED and person.pk not in (table.host_id, table.invited_id):
        return _("This seat is kept for somebody else.")
    if table.audience == Audience.CLASS and person.pk != table.host_id and not _is_near(table, person):
        return _("This table is for players up to one class from class %(grade)s.") % {"grade": table.host_class}
    return ""


def _why_not_in(hall: Hall, person: Any) -> str:
    if person.pk == hall.reciter_id:
        return _("Who recites does not play.")
    return "" if hall.takes_tables else _("The reciter has begun, or has closed this hall.")


def _is_near(table: LiveTable, person: Any) -> bool:
    own, host = (CLASSES.index(each) for each in (class_of(person), table.host_class or CLASSES[-1]))
    return abs(own - host) <= 1


def has_free_seat(table: LiveTable) -> bool:
    """Whether somebody may still sit down there."""
    return any(_is_free(seat) for seat in table.seats.all())


def is_here(seat: Seat, now: datetime) -> bool:
    """Whether somebody has been at the table's page just now."""
    return seat.seen_at is not None and now - seat.seen_at < SEEN_FOR


# Before the match ----------------------------------------------------------------------------------------
def open_table(*, key: UUID, host: Person, name: str, terms: Terms, now: datetime) -> LiveTable:
    """A new table with its host at seat 0. `key` comes with the form: the same form sent twice opens one table."""
    known = LiveTable.objects.filter(key=key).first()
    if known is None:
        _may_open(host, terms, now)
        try:
            return _opened(key, host, name, terms, now)
        except IntegrityError:  # the first of two clicks was quicker
            known = LiveTable.objects.get(key=key)
    if known.host_id != host.pk:
        raise Refused(_("This form was sent before. Open the page again."))
    return known


def _may_open(host: Person, terms: Terms, now: datetime) -> None:
    if terms.is_rated and host.is_guest:
        raise Refused(_("A rated match needs an account. Signing up keeps all you have done."))
    if terms.is_rated and not (isinstance(terms.setup, Setup) and terms.setup.variant.key == KYOGI.key):
        raise Refused(_("Only kyōgi karuta is rated."))
    if LiveTable.objects.waiting().filter(host=host, opened_at__gt=now - OPEN_FOR).count() >= MOST_WAITING:
        raise Refused(_("You have %(most)s tables waiting already. Close one first.") % {"most": MOST_WAITING})


@transaction.atomic
def _opened(key: UUID, host: Person, name: str, terms: Terms, now: datetime, **more: Any) -> LiveTable:
    table = LiveTable.objects.create(
        key=key,
        host=host,
        host_class=class_of(host),
        voice=terms.voice,
        tempo=terms.tempo,
        audience=terms.audience,
        invited=terms.invited,
        is_rated=terms.is_rated,
        has_spectators=terms.has_spectators,
        delay_s=terms.delay_s,
        hall=terms.hall,
        opened_at=now,
        **agreed.columns(terms.setup),
        **more,
    )
    seats = [Seat(table=table, number=number) for number, _side in enumerate(agreed.sides_of(terms.setup))]
    seats[0].person, seats[0].name, seats[0].taken_at, seats[0].seen_at = host, name, now, now
    Seat.objects.bulk_create(seats)
    return table


def name_for(person: Person, wished: str = "") -> str:
    """What the others read: the name of an account; a guest's as wished. Refused if it is somebody else's."""
    if not person.is_guest:
        return person.username
    name = " ".join(wished.split())[:MOST_NAME]
    if name and Person.objects.filter(name_key=name_key(name)).exists():
        raise Refused(_("Somebody has an account of this name. Choose another one."))
    return name or _("Guest")


@transaction.atomic
def sit(table: LiveTable, person: Person, *, number: int | None, name: str, now: datetime) -> LiveTable:
    """Take a seat, or another one than before; without a number the first that is free. A full table for two begins."""
    table = _waiting(table)
    if reason := why_not(table, person):
        raise Refused(reason)
    seats = list(table.seats.all())
    own = next((seat for seat in seats if seat.person_id == person.pk), None)
    if own is not None and number in (None, own.number):
        return table
    free = [seat for seat in seats if _is_free(seat) and number in (None, seat.number)]
    if not free:
        raise Refused(_("Somebody else was quicker: this seat is taken."))
    if own is not None:
        name = own.name
        _leave(own)
    elif name_key(name) in {name_key(seat.name) for seat in seats if seat.name}:
        raise Refused(_("Somebody at this table has this name. Choose another one."))
    seat = free[0]
    seat.person, seat.name, seat.taken_at, seat.seen_at = person, name, now, now
    seat.save(update_fields=["person", "name", "taken_at", "seen_at"])
    return _begun_if_all_are_here(table, now)


def _is_free(seat: Seat) -> bool:
    return seat.person_id is None and not seat.who


def _leave(seat: Seat) -> None:
    seat.person, seat.name, seat.taken_at, seat.seen_at = None, "", None, None
    seat.save(update_fields=["person", "name", "taken_at", "seen_at"])


@transaction.atomic
def here(table: LiveTable, person: Person, *, now: datetime) -> LiveTable:
    """The page of somebody who sits at a waiting table is open; the table begins if that was all it waited for."""
    table = _locked(table)
    if table.status != Status.OPEN:
        return table
    table.seats.filter(person=person).update(seen_at=now)
    return _begun_if_all_are_here(table, now)


@transaction.atomic
def leave(table: LiveTable, person: Person) -> LiveTable:
    """Stand up before the match begins. The host leaves by closing the table."""
    table = _waiting(table)
    for seat in table.seats.filter(person=person):
        if seat.person_id == table.host_id:
            raise Refused(_("You have opened this table: close it, and everybody is free."))
        _leave(seat)
    return table


@transaction.atomic
def close(table: LiveTable, person: Person) -> LiveTable:
    """The host closes a table before it has begun. A second time changes nothing."""
    table = _locked(table)
    if table.host_id != person.pk:
        raise Refused(_("Only who has opened a table closes it."))
    if table.status in (Status.PLAYING, Status.OVER):
        raise Refused(_("The match has begun."))
    table.status = Status.CLOSED
    table.save(update_fields=["status"])
    return table


def _locked(table: LiveTable) -> LiveTable:
    return LiveTable.objects.select_for_update().get(pk=table.pk)


def _waiting(table: LiveTable) -> LiveTable:
    """The table, locked; Refused if it waits for nobody any more."""
    table = _locked(table)
    if table.status == Status.CLOSED:
        raise Refused(_("This table has been closed."))
    if table.status != Status.OPEN:
        raise Refused(_("The match at this table has begun already."))
    return table


# Beginning -----------------------------------------------------------------------------------------------
def _begun_if_all_are_here(table: LiveTable, now: datetime) -> LiveTable:
    """Two who sit opposite each other begin at once; where more sit, the host says when."""
    if table.hall is not None and not table.hall.takes_tables:
        return table
    seats = list(table.seats.all())
    if len(seats) == 2 and all(seat.person_id and is_here(seat, now) for seat in seats):
        return _begun(table, seats, now)
    return table


@transaction.atomic
def begin(table: LiveTable, person: Person, *, fill: str, now: datetime) -> LiveTable:
    """The host begins. Free seats are played by computers of the class `fill`; without one they are left out.

    A second time changes nothing. Refused if too few would play.
    """
    table = _locked(table)
    if table.status in (Status.PLAYING, Status.OVER):
        return table
    table = _waiting(table)
    if table.host_id != person.pk:
        raise Refused(_("Only who has opened the table begins."))
    seats = list(table.seats.all())
    free = [seat for seat in seats if _is_free(seat)]
    if sum(seat.person_id is not None for seat in seats) < 2:
        raise Refused(_("Nobody else sits here yet."))
    if free and fill:
        _fill(free, fill)
    elif free:
        seats = _without(table, seats, free)
    return _begun(table, seats, now)


def _fill(free: Iterable[Seat], grade: str) -> None:
    if grade not in opponents.LEVELS:
        raise Refused(_("There is no such class."))
    for seat in free:
        seat.who = grade
        seat.save(update_fields=["who"])


def _without(table: LiveTable, seats: Sequence[Seat], free: Sequence[Seat]) -> list[Seat]:
    """The seats without those that nobody wants, numbered anew."""
    kept = [seat for seat in seats if seat not in free]
    setup = setup_from_row(table.setup)
    sides = tuple(setup.seats[seat.number] for seat in kept)
    try:
        setup = replace(setup, seats=sides if setup.variant.sides else tuple(range(len(kept))))
    except ValueError:
        raise Refused(_("Too few sit here. Wait, or let computers take the free seats.")) from None
    table.setup = setup_to_row(setup)
    table.seats.filter(pk__in=[seat.pk for seat in free]).delete()
    for number, seat in enumerate(kept):  # upwards: nobody gets a number that somebody still has
        seat.number = number
        seat.save(update_fields=["number"])
    return kept


def _begun(table: LiveTable, seats: Sequence[Seat], now: datetime) -> LiveTable:
    """The match of a table that is locked, dealt; in karuta with everybody's cards at their usual places."""
    setup = agreed.of(table)
    if isinstance(setup, Options):
        table.koikoi = koikoi.begin(person=None, level=None, options=setup, now=now)
    else:
        table.karuta = _begun_karuta(table, seats, now)
    table.status, table.started_at = Status.PLAYING, now
    table.save(update_fields=["karuta", "koikoi", "status", "started_at", "setup"])
    return table


def _begun_karuta(table: LiveTable, seats: Sequence[Seat], now: datetime) -> KarutaMatch:
    sitting = {seat.number: seat.person for seat in seats if seat.person_id is not None}
    return matches.begin(
        person=None,
        setup=setup_from_row(table.setup),
        players=[_player(seat) for seat in seats],
        voice=table.voice,
        tempo=table.tempo,
        now=now,
        sitting=sitting,
        seed=None if table.hall is None else table.hall.seed,
    )


def _player(seat: Seat) -> Player:
    return Player(Kind.BOT, who=seat.who) if seat.who else Player(name=seat.name)


# After the match -----------------------------------------------------------------------------------------
def note_end(table: LiveTable, played: matches.Table | koikoi.Game | None = None, *, now: datetime) -> None:
    """Write down how the match of a table went for each seat, and tell whoever wants to know.

    To be called in the transaction of its last event; `played` is the match as it is by then, if it is at hand. A
    second time changes nothing.
    """
    over = LiveTable.objects.filter(pk=table.pk).exclude(status=Status.OVER)
    if not over.update(status=Status.OVER, finished_at=now):
        return
    table.refresh_from_db()
    if table.koikoi is not None:
        _note_winner(table, played if isinstance(played, koikoi.Game) else koikoi.load(table.koikoi))
    elif table.karuta is not None:
        _note_seats(table, played if isinstance(played, matches.Table) else matches.load(table.karuta))
    hooks.match_ended(table)


def _note_seats(table: LiveTable, played: matches.Table) -> None:
    state, sides = played.state, played.setup.seats
    faults = [event.verdict.faults for event in played.events if isinstance(event, Judged)]
    winners = () if state.result is None else state.result.winners
    for seat in table.seats.all():
        side = sides[seat.number]
        seat.taken = len(state.taken[seat.number])
        seat.faults = sum(each[side] for each in faults)
        seat.is_won = side in winners if len(winners) == 1 else None
        seat.save(update_fields=["taken", "faults", "is_won"])


def _note_winner(table: LiveTable, played: koikoi.Game) -> None:
    winner = None if played.outcome is None else played.outcome.winner
    for seat in table.seats.all():
        seat.is_won = None if winner is None else seat.number == winner
        seat.save(update_fields=["is_won"])


@transaction.atomic
def show(match: KarutaMatch, number: int, *, is_shown: bool) -> None:
    """Let others see a match, or not. They do as soon as everybody who played, and is still here, wants it."""
    table = _locked(match.table)
    table.seats.filter(number=number).update(is_shown=is_shown)
    match.is_public = not table.seats.filter(person__isnull=False, is_shown=False).exists()
    match.save(update_fields=["is_public"])


@transaction.atomic
def rematch(table: LiveTable, number: int, *, now: datetime) -> LiveTable:
    """The next table for the same people, on each other's side; whoever asks second gets the table of the first.

    It begins when all of them have come there.
    """
    table = _locked(table)
    if table.status != Status.OVER:
        raise Refused(_("The match is not over yet."))
    if table.hall is not None:  # its order of poems is known by now
        raise Refused(_("In a hall the reciter opens the next round."))
    known = LiveTable.objects.filter(rematch_of=table).first()
    if known is not None and known.status != Status.CLOSED:
        return known
    seats = list(table.seats.all())
    asking = next((seat.person for seat in seats if seat.number == number), None)
    if asking is None:
        raise Refused(_("Only who has played asks for another match."))
    if known is not None:  # who had asked first has thought better of it, and somebody asks anew
        known.rematch_of = None
        known.save(update_fields=["rematch_of"])
    order, setup = agreed.turned(agreed.of(table))
    again = LiveTable.objects.create(
        host=asking,
        host_class=class_of(asking),
        **agreed.columns(setup),
        is_rated=table.is_rated,
        voice=table.voice,
        tempo=table.tempo,
        has_spectators=table.has_spectators,
        delay_s=table.delay_s,
        rematch_of=table,
        opened_at=now,
    )
    before = {seat.number: seat for seat in seats}
    Seat.objects.bulk_create(_again(again, new, before[old], asking, now) for new, old in enumerate(order))
    return again


def _again(table: LiveTable, number: int, before: Seat, asking: Person, now: datetime) -> Seat:
    is_asking = before.person_id == asking.pk
    return Seat(
        table=table,
        number=number,
        person=before.person,
        name=before.name if before.person_id else "",
        who=before.who,
        taken_at=now if before.person_id else None,
        seen_at=now if is_asking else None,
    )
