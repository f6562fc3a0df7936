"""Who recites for a club: appointed by its rule, and no longer than the rule allows; the voices they give it."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from clubs import licences, standing
from clubs.grades import UNKNOWN, Grade
from clubs.licences import Allowed, Licence, LicenceRule, Refusal, Refused
from clubs.models import Club, ClubVoice, Member, Player, Reciter
from clubs.refusals import RefusedError
from trainer.models import Person, VoicePack


def licence_of(value: str) -> Licence | None:
    """What a stored licence is to clubs.licences."""
    return Licence(value) if value else None


def verdict(club: Club, player: Player, licence: str, on: date) -> Allowed | Refused:
    """Whether the club may appoint this player. A right rests on the class that an organiser has confirmed."""
    confirmed = standing.confirmed_of([player.pk], on).get(player.pk, UNKNOWN)
    found = licences.may_be_appointed(confirmed, licence_of(licence), rule=LicenceRule(club.reciter_rule))
    if isinstance(found, Refused) and found.reason is Refusal.CLASS_TOO_LOW:
        said = standing.of(player, on)
        if said.grade is Grade.A and not said.is_confirmed:
            return Refused(Refusal.CLASS_NOT_CONFIRMED, needs=Grade.A, has=said.grade)
    return found


def sentence(refused: Refused) -> str:
    """Why somebody is not, or no longer, a reciter."""
    match refused.reason:
        case Refusal.CLASS_TOO_LOW:
            return _("Only players of class %(needs)s may recite; the class here is %(has)s.") % {
                "needs": refused.needs.value if refused.needs else "A",
                "has": refused.has.value if refused.has else "E",
            }
        case Refusal.CLASS_NOT_CONFIRMED:
            return _("Only players of class A may recite, and this class A is declared and not confirmed.")
        case Refusal.NO_LICENCE:
            return _("This club goes by the licences of the association, and there is none.")
        case Refusal.TITLE_MATCH:
            return _("Title matches are recited by full reciters (専任読手) alone.")
        case Refusal.ROOM_TOO_HIGH:
            return _("A licence of grade B does not reach to class A or 4-dan.")


def refusal_of(reciter: Reciter, room: licences.Room, on: date) -> str:
    """Why this reciter may not recite in a room; "" if they may."""
    if reciter.until is not None:
        return _("This appointment has ended.")
    found = licences.may_recite(
        standing.confirmed_of([reciter.player_id], on).get(reciter.player_id, UNKNOWN),
        licence_of(reciter.licence),
        room,
        rule=LicenceRule(reciter.club.reciter_rule),
    )
    return sentence(found) if isinstance(found, Refused) else ""


def recites(person: Person) -> bool:
    """Whether somebody may recite for others on this site (settings.MAY_RECITE): a club has appointed them, or an
    organiser has confirmed that they are of class A."""
    player = Player.objects.filter(person=person).first()
    if player is None:
        return False
    if player.recites.filter(until=None).exists():
        return True
    return standing.confirmed_of([player.pk]).get(player.pk, UNKNOWN).grade is Grade.A


# Appointing and ending -----------------------------------------------------------------------------------


@transaction.atomic
def appoint(member: Member, licence: str, *, by: Person, now: datetime) -> Reciter:
    """Make a present member a reciter of the club. Refused with the reason; twice is once."""
    player = Player.objects.select_for_update().get(pk=member.player_id)
    if not Member.objects.present().filter(pk=member.pk).exists():
        raise RefusedError(_("Only members of the club recite for it."))
    found = verdict(member.club, player, licence, now.date())
    if isinstance(found, Refused):
        raise RefusedError(_("Not appointed. %(why)s") % {"why": sentence(found)})
    reciter, _made = Reciter.objects.update_or_create(
        club=member.club,
        player=player,
        until=None,
        defaults={"licence": licence},
        create_defaults={"licence": licence, "since": now.date(), "appointed_by": by},
    )
    return reciter


def end(reciter: Reciter, because: str, *, on: date) -> None:
    """The appointment ends, and the voices that rest on it are no longer the club's. Ended twice it ends once."""
    if Reciter.objects.filter(pk=reciter.pk, until=None).update(until=on, ended_because=because[:200]):
        reciter.voices.all().delete()
        for room in reciter.rooms.filter(tournament__finished_at=None):
            room.reciter = None
            room.save(update_fields=["reciter"])


def look_again(player: Player, *, now: datetime) -> None:
    """After a change of class: every appointment that the rule of its club no longer allows ends, with the reason."""
    for reciter in player.recites.filter(until=None).select_related("club"):
        _end_unless_allowed(reciter, player, now)


def look_again_at_club(club: Club, *, now: datetime) -> None:
    """After a change of the club's rule."""
    for reciter in club.reciters.filter(until=None).select_related("player", "club"):
        _end_unless_allowed(reciter, reciter.player, now)


def _end_unless_allowed(reciter: Reciter, player: Player, now: datetime) -> None:
    found = verdict(reciter.club, player, reciter.licence, now.date())
    if isinstance(found, Refused):
        with override(reciter.club.language or get_language()):
            end(reciter, sentence(found), on=now.date())


def end_of_membership(member: Member, *, on: date) -> None:
    """Who no longer belongs to the club does not recite for it."""
    for reciter in Reciter.objects.filter(club=member.club_id, player=member.player_id, until=None):
        end(reciter, _("No longer a member of the club."), on=on)


# Voices --------------------------------------------------------------------------------------------------


def publish(reciter: Reciter, pack: VoicePack, *, now: datetime) -> None:
    """A reciter's own pack becomes a voice of the club. Published twice it is there once."""
    if reciter.until is not None or pack.person_id != reciter.player.person_id:
        raise RefusedError(_("Only appointed reciters give a club their own voices."))
    ClubVoice.objects.get_or_create(club=reciter.club, pack=pack, defaults={"reciter": reciter, "published_at": now})
