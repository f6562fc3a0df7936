"""Every address of a club and who may come there: tests/clubs/test_roles.py tries each as everybody, with every verb.

A new address needs its line, and its place among those who may: founder, organiser, member, guest (of an evening).
"""

from collections.abc import Callable
from dataclasses import dataclass

from clubs.models import Club
from tests import a_club

READ = ("GET", "HEAD")
FORM = ("GET", "HEAD", "POST")
POST = ("POST",)

FOUNDER = ("founder",)
ORGANISERS = ("founder", "organiser")
MEMBERS = ("founder", "organiser", "member")
EVERYBODY = ("founder", "organiser", "member", "guest")


@dataclass(frozen=True)
class Line:
    """`more` fills in the rest of the address, `form` is what is posted; both are made in the club that is tried."""

    name: str
    verbs: tuple[str, ...]
    may: tuple[str, ...]
    more: Callable[[Club], dict[str, object]] = lambda _: {}
    form: Callable[[Club], dict[str, object]] = lambda _: {}

    def __str__(self) -> str:
        return self.name


def _member(club):
    return {"key": a_club.recorded(club).pk}


def _declared(club):
    member = a_club.recorded(club)
    line = member.player.grades.first() or a_club.of_class(member, "D", 1)
    type(line).objects.filter(pk=line.pk).update(is_confirmed=False)
    return {"entry": str(line.pk)}


def _placing(club):
    member = a_club.recorded(club)
    return {"placing": str((member.player.placings.first() or a_club.placed(member, "D", 3)).pk)}


def _reciter(club):
    return {"number": a_club.reciter_in(club, a_club.founder_of(club)).pk}


def _voice(club):
    return {"number": a_club.voice_in(club, a_club.founder_of(club)).pk}


def _pack(club):
    founder = a_club.founder_of(club)
    a_club.reciter_in(club, founder)
    return {"pack": str(a_club.pack_of(founder).pk)}


def _upload(club):
    return {"key": a_club.uploaded(club).pk}


def _evening(club):
    return {"day": a_club.evening_of(club).held_on.isoformat()}


def _result(club):
    return {"key": a_club.result_in(club).pk}


def _player(club):
    return {"player": a_club.recorded(club).player_id}


def _tournament(club):
    return {"key": a_club.tournament_in(club).pk}


def _division(club):
    tournament = a_club.tournament_in(club)
    return {"key": tournament.pk, "division": tournament.divisions.get(grade="D").pk}


def _decided(club):
    tournament = a_club.tournament_in(club)
    return {"key": tournament.pk, "division": tournament.divisions.get(grade="B").pk}


def _round(club):
    return _tournament(club) | {"number": 1}


def _entry(club):
    tournament = a_club.tournament_in(club)
    return {"key": tournament.pk, "entry": tournament.divisions.get(grade="D").entries.earliest("pk").pk}


def _team(club):
    entry = a_club.team_in(club)
    return {"key": entry.division.tournament_id, "entry": entry.pk}


def _bout(club):
    tournament = a_club.tournament_in(club)
    return {"key": tournament.pk, "bout": tournament.divisions.get(grade="D").bouts.earliest("place").pk}


def _kind(_club):
    return {"kind": "members"}


LINES = (
    Line("club", READ, EVERYBODY),
    Line("club-leave", POST, EVERYBODY),
    Line("club-settings", FORM, ORGANISERS),
    Line("club-strictness", FORM, ORGANISERS),
    Line("club-invitation", POST, ORGANISERS),
    Line("club-hand-over", POST, FOUNDER),
    Line("club-close", POST, FOUNDER),
    Line("club-members", READ, MEMBERS),
    Line("member-new", FORM, ORGANISERS),
    Line("member", READ, MEMBERS, _member),
    Line("member-edit", FORM, ORGANISERS, _member),
    Line("member-answer", POST, ORGANISERS, _member),
    Line("member-role", POST, ORGANISERS, _member),
    Line("member-remove", POST, ORGANISERS, _member),
    Line("member-link", POST, ORGANISERS, _member),
    Line("member-confirm", POST, ORGANISERS, _member, _declared),
    Line("member-grade", FORM, ORGANISERS, _member),
    Line("member-placing", FORM, ORGANISERS, _member),
    Line("member-placing-delete", POST, ORGANISERS, _member, _placing),
    Line("club-promotions", FORM, ORGANISERS, form=lambda club: {"member": str(a_club.recorded(club).pk)}),
    Line("club-reciters", READ, MEMBERS),
    Line("reciter-appoint", POST, ORGANISERS),
    Line("reciter-end", POST, ORGANISERS, _reciter),
    Line("voice-publish", POST, FOUNDER, form=_pack),  # the founder is the one who recites
    Line("voice-unpublish", POST, MEMBERS, _voice),
    Line("club-places", READ, MEMBERS),
    Line("club-places-set", POST, ORGANISERS),
    Line("club-places-take", POST, MEMBERS),
    # Practice
    Line("club-evening", READ, EVERYBODY),
    Line("club-evenings", READ, MEMBERS),
    Line("club-day", READ, MEMBERS, _evening),  # and guests who were there
    Line("club-attend", POST, EVERYBODY, _evening),
    Line("club-pair", POST, ORGANISERS, _evening, lambda _club: {"do": "draw", "round": "1"}),
    Line("club-record", POST, EVERYBODY),
    Line("club-queue", POST, EVERYBODY),
    Line("club-results", READ, MEMBERS),
    Line("club-results-export", READ, MEMBERS),
    Line("club-result", FORM, MEMBERS, _result, lambda _club: {"do": "withdraw"}),  # and guests whose evening it was
    Line("club-ranking", READ, MEMBERS),
    Line("club-strength", READ, MEMBERS),
    Line("club-course", READ, MEMBERS, _player),
    Line("club-book", READ, MEMBERS, _player),
    Line("club-cross", READ, MEMBERS),
    # Tournaments
    Line("club-tournaments", READ, EVERYBODY),
    Line("club-tournament-new", FORM, ORGANISERS),
    Line("club-tournament", READ, EVERYBODY, _tournament),
    Line("club-tournament-edit", FORM, ORGANISERS, _tournament),
    Line("club-tournament-open", POST, ORGANISERS, _tournament),
    Line("club-tournament-finish", POST, ORGANISERS, _tournament),
    Line("club-tournament-classes", FORM, ORGANISERS, _tournament, lambda _club: {"do": "class", "letter": "C"}),
    Line("club-tournament-enter", POST, EVERYBODY, _tournament, lambda club: {"division": _division(club)["division"]}),
    Line("club-tournament-withdraw", POST, ORGANISERS, _entry),  # and who has entered
    Line("club-tournament-entries", FORM, ORGANISERS, _tournament),
    Line("club-tournament-listed", READ, ORGANISERS, _tournament),
    Line("club-tournament-entry", POST, ORGANISERS, _entry, lambda _club: {"do": "note", "note": "late"}),
    Line("club-tournament-squad", FORM, ORGANISERS, _team),
    Line("club-tournament-draw", POST, ORGANISERS, _tournament),
    Line("club-tournament-publish", POST, ORGANISERS, _tournament),
    Line("club-tournament-cards", READ, ORGANISERS, _round),
    Line("club-tournament-rooms", READ, EVERYBODY, _tournament),
    Line("club-board", READ, EVERYBODY, _division),
    Line("club-bout", FORM, ORGANISERS, _bout),  # and who plays
    Line("club-bout-back", POST, ORGANISERS, _bout),
    Line("club-papers-draw", READ, ORGANISERS, _division),
    Line("club-papers-slips", READ, ORGANISERS, _division),
    Line("club-papers-certificates", READ, ORGANISERS, _decided),
    Line("club-papers-cards", READ, ORGANISERS, _round),
    Line("club-files", READ, ORGANISERS),
    Line("club-import", POST, ORGANISERS, _kind),
    Line("club-import-look", FORM, ORGANISERS, _upload),
    Line("club-export", READ, ORGANISERS, _kind),
)

# Addresses of the app that belong to no club's own pages: open ones, one's own, and links that are keys themselves.
NOT_OF_ONE_CLUB = {
    "clubs",
    "clubs-listed",
    "club-found",
    "club-me",
    "club-declare",
    "club-join",
    "club-claim",
    "club-ask",
    "club-worker",
    "book",
    "book-export",
    "tournament-public",
}
