"""Members from a table: what each row would become, who may be meant, and the rows written (clubs.importing)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs import csv_rows, exporting, grading, importing, similar, standing
from clubs.csv_rows import MemberRow
from clubs.csv_table import Table
from clubs.grades import UNKNOWN, Standing
from clubs.importing import Option, Plan, Planned, State
from clubs.models import Club, GradeEntry, Member, Player
from trainer.models import Person

SOMEBODY_NEW = "new"
ADULT_AT = 18
LONGEST_NAME = 80  # clubs.models.Player


@dataclass(frozen=True, slots=True)
class Meant:
    """What `write` needs of a row: the row, its digest, and the member it is (None: a new one)."""

    row: MemberRow
    digest: str
    member: UUID | None


class Members:
    """The kind of table that holds members."""

    key = "members"
    title = _lazy("Members")
    about = _lazy(
        "One line a member. Only the name is needed; there may be: reading (kana), class, dan, e-mail, the days of "
        "joining and birth, a note. Of the birthday only whether somebody is a minor is kept."
    )
    example = "name,reading,class,dan,email,joined,note\nMember A,めんばー えい,C,2,,2025-04-01,\n"

    @property
    def heads(self) -> tuple[str, ...]:
        return _("Name"), _("Kana"), _("Class"), _("Dan"), _("E-mail"), _("Joined on"), _("Note")

    def read(self, content: bytes) -> Table[MemberRow]:
        return csv_rows.read_members(content)

    def plan(self, club: Club, rows: Sequence[MemberRow], decisions: Mapping[int, str]) -> Plan:
        digests = importing.digests(rows)
        known = importing.made_before(self, club, digests)
        by_name = _by_name(club)
        by_key = {str(each.pk): each for each in club.members.all()}
        held = standing.standing_of([each.player_id for each in by_key.values()])
        planned = []
        before: defaultdict[str, list[int]] = defaultdict(list)  # names of this file, with their lines
        for row, digest in zip(rows, digests, strict=True):
            told = _told(row)
            keys = list(similar.keys((row.name, row.reading)))
            if digest in known:
                planned.append(Planned(row.line, told, State.KNOWN))
            elif problems := _problems(row):
                planned.append(Planned(row.line, told, State.WRONG, problems))
            else:
                alike = {each.pk: each for key in keys for each in by_name.get(key, ())}
                if any(_says_the_same(row, each, held.get(each.player_id, UNKNOWN)) for each in alike.values()):
                    planned.append(Planned(row.line, told, State.KNOWN))
                    continue
                twins = sorted({line for key in keys for line in before[key]})
                planned.append(_decided(row, digest, told, list(alike.values()), twins, decisions, by_key))
            for key in keys:
                before[key].append(row.line)
        return Plan.of(_each_once(planned))

    def write(self, club: Club, plan: Plan, *, by: Person, now: datetime) -> None:
        made = {}
        for planned in plan.in_state(State.NEW):
            meant: Meant = planned.what
            made[meant.digest] = _write_one(club, meant, by=by, now=now)
        importing.remember(self, club, made, now=now)


MEMBERS = Members()


def _by_name(club: Club) -> dict[str, list[Member]]:
    """Members of the club, former ones too, by what spellings of one name share."""
    found: defaultdict[str, list[Member]] = defaultdict(list)
    for member in club.members.exclude(player__name="").select_related("player"):
        for key in set(similar.keys((member.player.name, member.player.kana))):
            found[key].append(member)
    return found


def _says_the_same(row: MemberRow, member: Member, held: Standing) -> bool:
    """Whether a row is a member as they are exported: then there is nothing to take in, and nobody to ask about."""
    own = (
        (row.name, member.player.name),
        (row.reading, member.player.kana),
        (row.email, member.email),
        (row.note, member.note),
    )
    known = (None, None) if held.since is None else (held.grade, held.dan)
    same_class = (row.grade, row.dan if row.grade is None else row.dan or 0) == known
    return (
        same_class
        and row.joined == member.joined_on
        and all(given in (kept, exporting.safe(kept)) for given, kept in own)
    )


def _told(row: MemberRow) -> tuple[str, ...]:
    return (
        row.name,
        row.reading,
        row.grade.value if row.grade else "",
        "" if row.dan is None else str(row.dan),
        row.email,
        row.joined.isoformat() if row.joined else "",
        row.note,
    )


def _problems(row: MemberRow) -> tuple[str, ...]:
    found = []
    if len(row.name) > LONGEST_NAME or len(row.reading) > LONGEST_NAME:
        found.append(_("A name has at most %(most)d letters.") % {"most": LONGEST_NAME})
    if row.dan is not None and row.grade is None:
        found.append(_("A dan needs a class beside it."))
    return tuple(found)


def _decided(
    row: MemberRow,
    digest: str,
    told: tuple[str, ...],
    alike: list[Member],
    twins: list[int],
    decisions: Mapping[int, str],
    members: Mapping[str, Member],
) -> Planned:
    """A row by what somebody has said of it; undecided where a name is there already, or stands in the file twice."""
    if not alike and not twins:
        return Planned(row.line, told, State.NEW, what=Meant(row, digest, None))
    options = [Option(SOMEBODY_NEW, _("Somebody else of this name: add them"))]
    options += [Option(str(each.pk), _("This is %(who)s") % {"who": _described(each)}) for each in alike]
    chosen = decisions.get(row.line, "")
    if chosen not in {option.value for option in options}:
        why = (
            _("There is somebody of this name in the club.")
            if alike
            else _("The name stands in line %(line)d, too.") % {"line": twins[0]}
        )
        return Planned(row.line, told, State.UNDECIDED, (why,), tuple(options))
    member = members.get(chosen)
    meant = Meant(row, digest, member.pk if member else None)
    return Planned(row.line, told, State.NEW, (), tuple(options), chosen, meant)


def _described(member: Member) -> str:
    parts = [member.player.name, member.player.kana, member.email]
    if member.left_on:
        parts.append(_("former member"))
    return ", ".join(filter(None, parts))


def _each_once(planned: list[Planned]) -> list[Planned]:
    """Two rows cannot both be one member: the second is asked about again."""
    taken: dict[UUID, int] = {}
    found = []
    for row in planned:
        member = row.what.member if isinstance(row.what, Meant) else None
        if member is not None and member in taken:
            why = _("Line %(line)d is said to be this member already.") % {"line": taken[member]}
            found.append(Planned(row.line, row.told, State.UNDECIDED, (why,), row.options))
            continue
        if member is not None:
            taken[member] = row.line
        found.append(row)
    return found


def _write_one(club: Club, meant: Meant, *, by: Person, now: datetime) -> UUID:
    """A new member, or what is not known yet of one who is there; what is known is not overwritten."""
    row = meant.row
    if meant.member is None:
        is_minor = row.born is not None and _age(row, now) < ADULT_AT
        player = Player.objects.create(name=row.name, kana=row.reading, is_minor=is_minor)
        member = Member.objects.create(
            club=club, player=player, joined_on=row.joined or now.date(), email=row.email, note=row.note
        )
    else:
        member = club.members.select_related("player").get(pk=meant.member)
        member.email, member.note = member.email or row.email, member.note or row.note
        member.save(update_fields=["email", "note"])
        if not member.player.kana and row.reading:
            Player.objects.filter(pk=member.player_id).update(kana=row.reading)
    if row.grade is not None:
        _write_grade(club, member.player, row, by=by, now=now)
    return member.pk


def _write_grade(club: Club, player: Player, row: MemberRow, *, by: Person, now: datetime) -> None:
    if row.grade is None or player.grades.exists():  # a log that has begun is gone on with by hand
        return
    grading.enter(
        player,
        grade=row.grade.value,
        dan=row.dan or 0,
        since=min(row.joined or now.date(), now.date()),
        reason=GradeEntry.Reason.IMPORTED,
        evidence="",
        club=club,
        by=by,
        now=now,
    )


def _age(row: MemberRow, now: datetime) -> int:
    born, today = row.born, now.date()
    return 0 if born is None else today.year - born.year - ((today.month, today.day) < (born.month, born.day))
