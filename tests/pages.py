"""Every address of the site, what it answers, and to whom. A new one needs its line; tests/test_pages.py tries it.

`anonymous`, `guest` and `account` say what GET brings: a status, or the name of the address it redirects to.
What belongs to one person is asked for with that person's own key; a stranger then gets 404.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.tokens import default_token_generator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from clubs.models import Club
from games.karuta import sounds
from games.models import Hall, LiveTable
from tests import a_club
from tests.clubs.roles import LINES as CLUB_LINES
from tests.games.live_tables import meeting
from tests.zipped import voice, zipped
from trainer import audio, packs, recitations, rooms
from trainer.models import Person
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.script import Choices
from trainer.reciter.tempo import OFFICIAL

READ = ("GET", "HEAD")
FORM = ("GET", "HEAD", "POST")
POST = ("POST",)


@dataclass(frozen=True)
class Address:
    """One line of the table. `query` and `arguments` fill in the address for the person whose things it shows."""

    name: str
    verbs: tuple[str, ...]
    anonymous: int | str = 200
    guest: int | str = 200
    account: int | str = 200
    arguments: Callable[[Person], dict[str, object]] = lambda _: {}
    query: str = ""
    is_own: bool = False
    is_page: bool = True  # an HTML page to look at, and not a file or a redirect

    def __str__(self) -> str:
        return f"{self.name}{self.query}"

    def url(self, person: Person) -> str:
        return reverse(self.name, kwargs=self.arguments(person)) + self.query


def open_to_all(name: str, verbs: tuple[str, ...] = READ, **more) -> Address:
    return Address(name, verbs, **more)


def for_persons(name: str, verbs: tuple[str, ...] = READ, **more) -> Address:
    """Work: who has not begun is asked to begin."""
    return Address(name, verbs, **({"anonymous": "begin"} | more))


def for_accounts(name: str, verbs: tuple[str, ...] = READ, **more) -> Address:
    """An account's own: a guest is asked to sign up."""
    return Address(name, verbs, **({"anonymous": "begin", "guest": "sign-up"} | more))


def to_do(name: str, **more) -> Address:
    """Only posted to: nothing to see."""
    return Address(name, POST, anonymous=405, guest=405, account=405, is_page=False, **more)


def number(of: int) -> Callable[[Person], dict[str, object]]:
    return lambda _: {"number": of}


def _open_question(person: Person) -> dict[str, object]:
    return {"key": person.questions.latest("asked_at").key}


def _given_answer(person: Person) -> dict[str, object]:
    return {"key": person.reviews.latest("answered_at").key}


def _finished_run(person: Person) -> dict[str, object]:
    return {"key": person.runs.filter(finished_at__isnull=False).latest("started_at").key}


def _open_run(person: Person) -> dict[str, object]:
    return {"key": person.runs.filter(finished_at__isnull=True).latest("started_at").key}


def _reading(person: Person) -> dict[str, object]:
    return {"key": person.recitations.latest("begun_at").key}


def _room(person: Person) -> dict[str, object]:
    """Of the person's reading; whoever has its code may come in."""
    now = timezone.now()
    row = person.recitations.order_by("-begun_at").first()
    if row is None:
        row = recitations.begin(person=person, choices=Choices(), voice="tone", auto_next_s=None, now=now)
    return {"code": rooms.open_room(row, now).code}


def _open_match(person: Person) -> dict[str, object]:
    return {"key": person.matches.filter(finished_at=None, level=1).latest("started_at").key}


def _open_hot_seat(person: Person) -> dict[str, object]:
    return {"key": person.matches.filter(finished_at=None, level=None).latest("started_at").key}


def _finished_match(person: Person) -> dict[str, object]:
    return {"key": person.matches.filter(finished_at__isnull=False).latest("started_at").key}


def _recording(_person: Person) -> dict[str, object]:
    """One of the tests' own voice (tests/tone_voice.py)."""
    recording = audio.ensure_recording(poem(17), Half.UPPER, audio.voice("tone"))
    return {"digest": recording.sha256, "suffix": recording.suffix}


def _pack(person: Person) -> dict[str, object]:
    """A pack of two verses, of which nothing has been looked at yet."""
    files = {"1_upper.wav": voice(), "17_lower.wav": voice()}
    pack = person.packs.first() or packs.take_in(
        person, title="Grandmother", licence="She read them for me.", upload=SimpleUploadedFile("g.zip", zipped(files))
    )
    return {"key": pack.pk}


def _open_karuta(person: Person) -> dict[str, object]:
    return {"key": person.karuta_matches.open().latest("started_at").key}


def _karuta_sound(person: Person) -> dict[str, object]:
    match = person.karuta_matches.open().latest("started_at")
    return {"key": match.key, "name": sounds.name(match, 1)}


def _finished_karuta(person: Person) -> dict[str, object]:
    return {"key": person.karuta_matches.finished().latest("started_at").key}


def _rival() -> Person:
    """Whom a person plays with."""
    found = Person.objects.filter(username="rival").first()
    return found or Person.objects.create_user("rival", "rival@example.org", "a rival's password")


def _table(status: str, **terms) -> Callable[[Person], dict[str, object]]:
    """A table of the person, made when it is first asked for: waiting, playing or over; and whom it is for."""

    def arguments(person: Person) -> dict[str, object]:
        known = person.hosted_tables.filter(status=status, **terms).first()
        if known is None:
            rival = _rival() if terms["audience"] == "invited" or status != "open" else None
            invited = rival if terms["audience"] == "invited" else None
            table = meeting.opened(person, now=timezone.now(), invited=invited, **terms)
            if status != "open":
                table = meeting.sit(table, rival, now=timezone.now())
            known = meeting.ended(table) if status == "over" else table
        return {"key": known.key}

    return arguments


def _hall(person: Person) -> dict[str, object]:
    """A hall in which the person recites; whoever has its link may come in."""
    found = person.halls.first() or Hall.objects.create(
        reciter=person, name="Sunday", voice="tone", tempo=OFFICIAL.name, seed=1, opened_at=timezone.now()
    )
    return {"key": found.key}


def _table_sound(person: Person) -> dict[str, object]:
    key = _table("playing", audience="invited", has_spectators=False)(person)["key"]
    return {"key": key, "name": sounds.name(LiveTable.objects.get(pk=key).karuta, 1)}


_challenge = _table("open", audience="invited", has_spectators=False)


def _match_of_people(person: Person) -> dict[str, object]:
    table = _table("over", audience="invited", has_spectators=False)(person)["key"]
    return {"key": person.hosted_tables.get(key=table).karuta_id}


def _club(person: Person) -> dict[str, object]:
    """The club that the person leads, with a member of every kind of standing."""
    club = a_club.club_of(person)
    a_club.reciter_in(club, person)
    return {"slug": club.slug}


def _in_club(line) -> Callable[[Person], dict[str, object]]:
    """What fills in an address of tests/clubs/roles.py."""
    return lambda person: _club(person) | line.more(a_club.club_of(person))


def _others_club(**given: object) -> Club:
    """A club that none of the cast belongs to."""
    leader = Person.objects.filter(username="leader").first() or a_club.somebody("leader")
    club = a_club.club_of(leader)
    Club.objects.filter(pk=club.pk).update(**given)
    return club


def _listed_club(_person: Person) -> dict[str, object]:
    return {"slug": _others_club(is_listed=True, takes_requests=True).slug}


def _invitation(_person: Person) -> dict[str, object]:
    return {"token": _others_club().invitation}


def _public_tournament(_person: Person) -> dict[str, object]:
    return {"token": a_club.tournament_in(_others_club()).public_token}


def _claim(_person: Person) -> dict[str, object]:
    return {"token": a_club.link_to(a_club.recorded(_others_club()))}


def _letter(person: Person) -> dict[str, object]:
    return {
        "uidb64": urlsafe_base64_encode(force_bytes(person.pk)),
        "token": default_token_generator.make_token(person),
    }


ADDRESSES = (
    open_to_all("home"),
    Address("begin", FORM, guest="home", account="home"),
    # learning and drilling
    open_to_all("learn"),
    Address("lesson", READ, anonymous="drill", guest="drill", account="drill", arguments=number(1), is_page=False),
    for_persons("practise"),
    for_persons("drill", FORM),
    for_persons("drill", FORM, query="?sitting=lesson-1"),
    for_persons("drill", FORM, query="?sitting=lesson-9"),
    for_persons("answer", FORM, guest="drill", account="drill", arguments=_open_question, is_own=True, is_page=False),
    for_persons("answer", FORM, arguments=_given_answer, is_own=True),
    to_do("without-sound"),
    for_persons("due"),
    # fuda-nagashi
    for_persons("flow", FORM),
    for_persons("flow-run", FORM, arguments=_open_run, is_own=True),
    for_persons("flow-run", FORM, arguments=_finished_run, is_own=True),
    to_do("flow-turns", arguments=_open_run, is_own=True),
    to_do("flow-delete", arguments=_finished_run, is_own=True),
    # reader
    for_persons("reader", FORM),
    open_to_all("reader-timer"),
    for_persons("reading", arguments=_reading, is_own=True),
    to_do("reading-moves", arguments=_reading, is_own=True),
    to_do("reading-wish", arguments=_reading, is_own=True),
    to_do("reading-delete", arguments=_reading, is_own=True),
    for_persons("reading-room", FORM, arguments=_reading, is_own=True, is_page=False),
    Address("reading-presses", READ, anonymous=401, arguments=_reading, is_own=True, is_page=False),
    open_to_all("room-door", FORM),
    open_to_all("room", arguments=_room),
    open_to_all("room-sights", arguments=_room, is_page=False),
    Address("room-remote", READ, anonymous=403, guest=403, account=403, arguments=_room, is_page=False),
    to_do("room-press", arguments=_room),
    open_to_all("service-worker", is_page=False),
    # poems
    open_to_all("poems"),
    open_to_all("poems", query="?q=zzz"),
    open_to_all("poem", arguments=number(0)),
    open_to_all("poem", arguments=number(74)),
    to_do("furigana", arguments=number(74)),
    to_do("mnemonic", arguments=number(74)),
    open_to_all("corpus"),
    # recordings
    open_to_all("recordings"),
    to_do("recordings-ask"),
    open_to_all("recordings-progress", is_page=False),
    open_to_all("recordings-list", arguments=lambda _: {"voice": "tone", "tempo": "5-3-1-6"}, is_page=False),
    open_to_all("recording", arguments=_recording, is_page=False),
    # voices
    open_to_all("voices"),
    to_do("voices-choose"),
    for_persons("pack-upload", FORM),
    for_persons("pack", arguments=_pack, is_own=True),
    for_persons("pack-original", arguments=_pack, is_own=True, is_page=False),
    to_do("pack-again", arguments=_pack, is_own=True),
    to_do("pack-delete", arguments=_pack, is_own=True),
    # progress
    for_persons("progress"),
    # sound
    for_persons("sound", FORM),
    # account and data
    Address("sign-up", FORM, account="home"),
    Address("sign-in", FORM, account="home"),
    to_do("sign-out"),
    for_accounts("email", FORM),
    for_accounts("password", FORM),
    open_to_all("password-reset", FORM),
    open_to_all("password-reset-sent"),
    Address(
        "password-reset-confirm",
        FORM,
        anonymous="password-reset-confirm",
        guest="password-reset-confirm",
        account="password-reset-confirm",
        arguments=_letter,
    ),
    for_persons("settings", FORM),
    for_persons("data"),
    for_persons("export", arguments=lambda _: {"form": "json"}, is_page=False),
    for_persons("export", arguments=lambda _: {"form": "csv"}, is_page=False),
    for_persons("export", arguments=lambda _: {"form": "anki"}, is_page=False),
    to_do("import"),
    for_persons("delete-account", FORM),
    to_do("set_language"),
    # Clubs
    for_persons("clubs"),
    open_to_all("clubs-listed"),
    for_accounts("club-found", FORM),
    for_accounts("club-me", FORM),
    for_accounts("club-declare", FORM),
    for_accounts("club-join", FORM, arguments=_invitation),
    for_accounts("club-claim", FORM, arguments=_claim),
    to_do("club-ask", arguments=_listed_club),
    for_persons("club", anonymous="begin", arguments=_club, is_own=True),
    open_to_all("club", arguments=_listed_club),
    *(
        for_persons(
            line.name,
            line.verbs,
            arguments=_in_club(line),
            is_own=True,
            is_page=not line.name.endswith(("-export", "-listed")) and "-papers-" not in line.name,
        )
        if "GET" in line.verbs
        else to_do(line.name, arguments=_in_club(line), is_own=True)
        for line in CLUB_LINES
        if line.name != "club"
    ),
    for_persons("book"),
    for_persons("book-export", is_page=False),
    open_to_all("club-worker", is_page=False),
    open_to_all("tournament-public", arguments=_public_tournament),
    # Koi-Koi
    open_to_all("karuta", FORM),
    open_to_all("karuta-tutorial", FORM),
    open_to_all("karuta-tutorial", FORM, query="?step=7"),
    open_to_all("karuta-tutorial", FORM, query="?step=9"),
    for_persons("karuta-places", FORM),
    for_persons("karuta-laying-test", FORM),
    for_persons("karuta-match", arguments=_open_karuta, is_own=True),
    for_persons("karuta-match", arguments=_finished_karuta, is_own=True),
    for_persons("karuta-state", arguments=_open_karuta, is_own=True, is_page=False),
    *(
        to_do(f"karuta-{name}", arguments=_open_karuta, is_own=True)
        for name in ("tick", "act", "read", "touch", "listen", "close", "void", "pause", "delete")
    ),
    for_persons("karuta-sound", arguments=_karuta_sound, is_own=True, is_page=False),
    for_persons("karuta-replay", anonymous=404, arguments=_finished_karuta, is_own=True),
    for_persons("karuta-replay", anonymous=404, arguments=_finished_karuta, query="?at=3", is_own=True),
    for_persons("karuta-notation", anonymous=404, arguments=_finished_karuta, is_own=True, is_page=False),
    to_do("karuta-share", arguments=_finished_karuta, is_own=True),
    # tables where people meet; of those that are playing the browser tests of tables look at the page
    open_to_all("tables", FORM),
    for_persons("live-table", arguments=_challenge, is_own=True),
    open_to_all("live-table", arguments=_table("open", audience="link", has_spectators=False)),
    for_persons(
        "live-table",
        anonymous=404,
        arguments=_table("playing", audience="invited", has_spectators=False),
        is_own=True,
        is_page=False,
    ),
    open_to_all("live-table", arguments=_table("playing", audience="link", has_spectators=True), is_page=False),
    *(
        to_do(f"table-{name}", arguments=_challenge, is_own=True)
        for name in ("sit", "leave", "here", "begin", "close", "again")
    ),
    for_persons("table-sound", anonymous=404, arguments=_table_sound, is_own=True, is_page=False),
    for_persons("karuta-replay", anonymous=404, arguments=_match_of_people, is_own=True),
    # halls
    for_persons("halls", FORM),
    for_persons("hall", arguments=_hall),
    to_do("hall-table", arguments=_hall),
    to_do("hall-close", arguments=_hall, is_own=True),
    Address("table-flags", READ, anonymous=404, guest=404, account=404, is_page=False),
    to_do("table-flag", arguments=number(1)),
    open_to_all("koikoi", FORM),
    open_to_all("koikoi-rules"),
    open_to_all("koikoi-rules", query="?rules=newhanafuda"),
    open_to_all("koikoi-history"),
    for_persons("koikoi-options", FORM),
    for_persons("koikoi-record"),
    for_persons("koikoi-match", FORM, arguments=_open_match, is_own=True),
    for_persons("koikoi-match", FORM, arguments=_open_hot_seat, is_own=True),
    for_persons("koikoi-match", FORM, arguments=_open_hot_seat, query="?seat=0", is_own=True),
    for_persons("koikoi-match", FORM, arguments=_finished_match, is_own=True),
    for_persons("koikoi-advice", FORM, arguments=_open_match, is_own=True),
    to_do("koikoi-delete", arguments=_open_match, is_own=True),
    for_persons("koikoi-replay", anonymous=404, arguments=_finished_match, is_own=True),
    for_persons("koikoi-notation", anonymous=404, arguments=_finished_match, is_own=True, is_page=False),
    # reading
    open_to_all("about"),
    open_to_all("credits"),
    open_to_all("how-to-play"),
    open_to_all("robots", is_page=False),
)
