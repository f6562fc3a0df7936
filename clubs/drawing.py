"""The draw of a class: blocks, the first round with its byes, tables; and its publication."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs import draws, standing
from clubs.entries import Step
from clubs.grades import Grade
from clubs.licences import Room
from clubs.models import Bout, Division, Entry, Tournament
from clubs.refusals import RefusedError
from clubs.tournaments import allowed, move_up

_NOT_OPEN = _("This tournament takes no entries yet.")
_PUBLISHED = _("The draw is published: it stays as it is.")


@dataclass(frozen=True)
class Drawn:
    """What a draw has come to: its divisions, and who of one club meet in the first round."""

    divisions: tuple[Division, ...]
    collisions: tuple[tuple[Entry, Entry], ...]


def draw(*, division: Division, now: datetime) -> Drawn:
    """Draw a class, in blocks where it is larger than one. RefusedError below two entries, or once a bout is decided.

    Before a bout is decided it may be drawn anew, until the draw is published: with new dice, in the same blocks.
    """
    with transaction.atomic():
        tournament = _held(division.tournament)
        if Step.DRAW not in allowed(tournament, now, is_organiser=True):
            raise RefusedError(_NOT_OPEN if tournament.opened_at is None else _PUBLISHED)
        blocks = _gathered(division)
        move_up(division)
        entries = list(division.entries.in_())
        if len(entries) < 2:
            raise RefusedError(_("A draw needs two entries."))
        if not tournament.is_team and len(entries) > (division.block_cap or len(entries)):
            blocks = _in_blocks(division, entries)
        for block in blocks:
            _draw_one(block, now)
        met = [pair for block in blocks for pair in collisions(block)]
    return Drawn(tuple(blocks), tuple(met))


def _held(tournament: Tournament) -> Tournament:
    """The tournament as it is now; nobody else draws or publishes it until the transaction ends."""
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def _gathered(division: Division) -> list[Division]:
    """The class before its draw: what an earlier draw has dealt to blocks is in one place again."""
    family = Division.objects.select_for_update().filter(tournament=division.tournament, grade=division.grade)
    if division.pk not in {each.pk for each in family}:
        raise RefusedError(_("This class has just been drawn by somebody else: look at it again."))
    bouts = Bout.objects.filter(division__in=family)
    if bouts.exclude(ended__in=["", Bout.Ended.BYE]).exists():
        raise RefusedError(_("A bout of this class has been decided: it is not drawn again."))
    bouts.delete()
    Entry.objects.filter(division__in=family).update(division=division)
    family.exclude(pk=division.pk).delete()
    division.block, division.drawn_at = 0, None
    division.save(update_fields=["block", "drawn_at"])
    return [division]


def _in_blocks(division: Division, entries: Sequence[Entry]) -> list[Division]:
    """The class as D1, D2 …: as few blocks as the cap allows, each club spread over them."""
    shares = draws.divide(len(entries), division.block_cap or len(entries), secrets.randbits(62), _clubs(entries))
    blocks = []
    for number, share in enumerate(shares, start=1):
        if number == 1:
            block = division
            block.block = 1
            block.save(update_fields=["block"])
        else:
            block = Division.objects.create(
                tournament=division.tournament,
                grade=division.grade,
                block=number,
                form=division.form,
                cap=division.cap,
                block_cap=division.block_cap,
                room=division.room,
            )
        Entry.objects.filter(pk__in=[entries[place - 1].pk for place in share]).update(division=block)
        blocks.append(block)
    return blocks


def _draw_one(division: Division, now: datetime) -> None:
    entries = list(division.entries.in_())
    division.drawn_at = now
    division.save(update_fields=["drawn_at"])
    if division.form == Division.Format.GROUP:
        _everybody_meets(division, entries)
        return
    drawn = draws.draw(len(entries), secrets.randbits(62), _clubs(entries))
    table = 0
    bouts = []
    for place, (first, second) in enumerate(drawn.pairs):
        is_bye = second is None
        table += not is_bye
        bouts.append(
            Bout(
                division=division,
                number=1,
                place=place,
                table=None if is_bye else table,
                first=entries[first - 1],
                second=None if second is None else entries[second - 1],
                winner=entries[first - 1] if is_bye else None,
                ended=Bout.Ended.BYE if is_bye else "",
            )
        )
    Bout.objects.bulk_create(bouts)


def _clubs(entries: Sequence[Entry]) -> dict[int, str]:
    return {number: entry.affiliation for number, entry in enumerate(entries, start=1) if entry.affiliation}


def _everybody_meets(division: Division, entries: Sequence[Entry]) -> None:
    """A group: in every round everybody once, by the circle method; the odd one out rests."""
    order: list[Entry | None] = [*entries, *([None] if len(entries) % 2 else [])]
    bouts = []
    for number in range(1, len(order)):
        half = len(order) // 2
        pairs = [(one, other) for one, other in zip(order[:half], reversed(order[half:]), strict=True) if one and other]
        for place, (one, other) in enumerate(pairs):
            bouts.append(Bout(division=division, number=number, place=place, table=place + 1, first=one, second=other))
        order = [order[0], order[-1], *order[1:-1]]
    Bout.objects.bulk_create(bouts)


def collisions(division: Division) -> list[tuple[Entry, Entry]]:
    """Who of one club meet in the first round of a class that is drawn: to be shown to who publishes it."""
    bouts = division.bouts.filter(number=1).select_related("first__player", "second__player")
    return [
        (bout.first, bout.second)
        for bout in bouts
        if bout.first and bout.second and bout.first.affiliation and bout.first.affiliation == bout.second.affiliation
    ]


def publish(*, tournament: Tournament, now: datetime) -> None:
    """The draw is there to be read, and withdrawals count from now on. Twice is once."""
    if not tournament.divisions.filter(drawn_at__isnull=False).exists():
        raise RefusedError(_("Nothing has been drawn yet."))
    with transaction.atomic():
        if _held(tournament).published_at is None:
            for division in tournament.divisions.select_for_update():
                _is_ready(division)
            Tournament.objects.filter(pk=tournament.pk).update(published_at=now)
    tournament.refresh_from_db()


def _is_ready(division: Division) -> None:
    """RefusedError unless a class is drawn as it is entered: who withdrew meanwhile is nobody's opponent."""
    there = set(division.entries.in_().values_list("pk", flat=True))
    if division.drawn_at is None:
        if there:
            raise RefusedError(_("Class %(name)s has not been drawn yet.") % {"name": division})
        return
    pairs = division.bouts.values_list("first", "second")
    if {key for pair in pairs for key in pair if key is not None} != there:
        raise RefusedError(
            _("Somebody has withdrawn from class %(name)s since it was drawn: draw it anew.") % {"name": division}
        )


def played_in(divisions: Sequence[Division], on: date) -> Room:
    """What is played in a room, for who is to recite there: its classes and the highest dan of their entries."""
    entries = Entry.objects.in_().filter(division__in=divisions, player__isnull=False)
    now = standing.standing_of(entries.values("player"), on)
    return Room(
        grades=frozenset(Grade(division.grade) for division in divisions),
        highest_dan=max((each.dan for each in now.values()), default=0),
    )
