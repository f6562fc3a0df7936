"""Lines that are added to a player's log of class and dan. Nothing here changes or removes one.

Whatever is added, appointments that rest on the class are looked at again in the same transaction.
"""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from clubs import reciters, standing
from clubs.models import Club, GradeEntry, Placing, Player
from clubs.promotion_rules import in_force
from clubs.refusals import RefusedError
from trainer.models import Person

Reason = GradeEntry.Reason


@transaction.atomic
def declare(player: Player, *, grade: str, dan: int, since: date, evidence: str, by: Person, now: datetime) -> None:
    """What a person says of their own class; it is shown as that until an organiser confirms it."""
    Player.objects.select_for_update().get(pk=player.pk)
    was = standing.of(player, now.date())
    if was.since is not None and (was.grade.value, was.dan) == (grade, dan):
        return  # said already, or a button pressed twice
    GradeEntry.objects.create(
        player=player,
        grade=grade,
        dan=dan,
        since=since,
        reason=Reason.DECLARED,
        evidence=evidence,
        recorded_by=by,
        recorded_at=now,
    )


@transaction.atomic
def confirm(entry: GradeEntry, *, club: Club, evidence: str, by: Person, now: datetime) -> None:
    """An organiser vouches for a line: the same once more, confirmed. Of two organisers the second finds it done."""
    Player.objects.select_for_update().get(pk=entry.player_id)
    if entry.is_confirmed or entry.amendments.exists():
        return
    GradeEntry.objects.create(
        player_id=entry.player_id,
        grade=entry.grade,
        dan=entry.dan,
        since=entry.since,
        reason=Reason.CONFIRMED,
        evidence=evidence or entry.evidence,
        is_confirmed=True,
        amends=entry,
        club=club,
        recorded_by=by,
        recorded_at=now,
    )
    reciters.look_again(entry.player, now=now)


@transaction.atomic
def enter(
    player: Player,
    *,
    grade: str,
    dan: int,
    since: date,
    reason: str,
    evidence: str,
    club: Club,
    by: Person,
    now: datetime,
    amends: GradeEntry | None = None,
    placing: Placing | None = None,
) -> GradeEntry:
    """What an organiser enters: another class from a day on, or a correction of the line `amends`."""
    Player.objects.select_for_update().get(pk=player.pk)
    if reason == Reason.RECOGNITION and dan > (most := in_force(since).recognition_up_to_dan):
        raise RefusedError(_("By recognition a club's head gives up to %(dan)d-dan, no more.") % {"dan": most})
    if amends is not None and amends.amendments.exists():
        raise RefusedError(_("This line has been amended meanwhile. Look at the log again."))
    entry = GradeEntry.objects.create(
        player=player,
        grade=grade,
        dan=dan,
        since=since,
        reason=reason,
        evidence=evidence,
        is_confirmed=True,
        amends=amends,
        placing=placing,
        club=club,
        recorded_by=by,
        recorded_at=now,
    )
    reciters.look_again(player, now=now)
    return entry
