"""Karuta's first page: go on, or begin; and giving an open match up."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from games.forms import ALONE, GAMES, MINUTES, TEMPOS, NewMatch, OpenTable
from games.karuta import matches, opponents, telling
from games.karuta.players import from_rows
from games.karuta.sounds import BY_TEXT
from games.live_tables import OPEN_FOR
from games.models import KarutaMatch, LiveTable
from games.rules.karuta.variants import CHIRASHI, FIVE_COLOURS, GENPEI
from games.views import karuta_tutorial
from trainer import audio, packs, throttle, wishes
from trainer.audio import ALL_VERSES
from trainer.forms import TOO_OFTEN
from trainer.models import Person
from trainer.poems.poem import Toss
from trainer.reciter.tempo import tempo
from trainer.reciter.voice import Manner
from trainer.views.guards import person_required
from trainer.voice_names import name_of

LISTED = 20  # matches a page of either list


@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request) -> HttpResponse:
    if request.method == "POST":
        return _begin(request)
    form = NewMatch(initial={"voice": audio.chosen_voice(request.user).key})
    return render(request, "games/karuta/lobby.html", _lobby(request, form))


@person_required
def _begin(request) -> HttpResponse:
    form = NewMatch(request.POST, person=request.user)
    if form.is_valid() and is_recorded(request, form):
        match = matches.begin(
            person=request.user,
            setup=form.setup(),
            players=form.players(),
            voice=form.cleaned_data["voice"],
            tempo=form.cleaned_data["tempo"],
            now=timezone.now(),
        )
        return redirect("karuta-match", key=match.key)
    return render(request, "games/karuta/lobby.html", _lobby(request, form), status=422)


def is_recorded(request, form: NewMatch | OpenTable) -> bool:
    """Whether all that the match needs is recorded, or it is played by text. If not it is asked for, and the form says
    so."""
    if form.cleaned_data["voice"] == BY_TEXT:
        return True
    voice, manner = audio.voice(form.cleaned_data["voice"]), Manner(tempo(form.cleaned_data["tempo"]))
    lacking = wishes.lacking(voice, manner)
    if not lacking:
        return True
    if never := packs.never_there(voice, lacking):
        form.add_error("voice", _never_there(len(never)))
    elif throttle.may_try(throttle.wishes(request)):
        wishes.wish(request.user, voice, manner)
        form.add_error("voice", _still_made(len(lacking)))
    else:
        form.add_error("voice", TOO_OFTEN)
    return False


def _never_there(count: int) -> str:
    return ngettext(
        "This voice lacks %(count)s verse: a match needs them all.",
        "This voice lacks %(count)s verses: a match needs them all.",
        count,
    ) % {"count": count}


def _still_made(lacking: int) -> str:
    return _(
        "%(there)s of %(all)s recordings of this reader at this tempo are there, and the others have been asked for. "
        "Wait for them, or play by text meanwhile."
    ) % {"there": len(ALL_VERSES) - lacking, "all": len(ALL_VERSES)}


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list: against whom, and how it went for this person."""

    match: KarutaMatch
    game: str
    against: str
    is_won: bool | None
    is_among_people: bool


def _listed(match: KarutaMatch, person: Person) -> Listed:
    game = str(dict(GAMES)[match.setup["variant"]])
    players = from_rows(match.players)
    if match.is_among_people:
        own = match.seat_of(person)
        names = telling.names_of(match, players, own)
        seats = {seat.number: seat for seat in match.table.seats.all()}
        others = [name for seat, name in enumerate(names) if seat != own]
        return Listed(match, game, ", ".join(others), seats[own].is_won, is_among_people=True)
    others = [
        " ".join(part for part in (telling.name_of(player, seat), telling.level_name(player)) if part)
        for seat, player in enumerate(players)
        if seat != matches.HOST
    ]
    return Listed(match, game, ", ".join(dict.fromkeys(others)), match.is_won, is_among_people=False)


def _challenges(person) -> int:
    """How many tables wait for this person."""
    if not person.is_authenticated or person.is_guest:
        return 0
    return LiveTable.objects.challenging(person, timezone.now() - OPEN_FOR).count()


def _lobby(request, form: NewMatch) -> dict[str, object]:
    person, pages = request.user, request.GET
    own = KarutaMatch.objects.of(person) if person.is_authenticated else KarutaMatch.objects.none()
    own = own.select_related("table").prefetch_related("table__seats")
    going = Paginator(own.open().order_by("-moved_at", "key"), LISTED).get_page(pages.get("open"))
    done = Paginator(own.finished().order_by("-finished_at", "key"), LISTED).get_page(pages.get("page"))
    return {
        "form": form,
        "is_tutorial_offered": karuta_tutorial.is_offered(
            request, has_played=bool(going.paginator.count or done.paginator.count)
        ),
        "challenges": _challenges(person),
        "going": going,
        "going_listed": [_listed(match, person) for match in going],
        "done": done,
        "done_listed": [_listed(match, person) for match in done],
        "classes": [
            (level.key, telling.LEVEL_NAMES[level.key], opponents.of_class(level))
            for level in opponents.LEVELS.values()
        ],
        "games": GAMES,
        "alone": ALONE,
        "tempos": TEMPOS,
        "minutes": MINUTES,
        "colours": list(Toss),
        "voices": [(key, name_of(voice)) for key, voice in audio.voices_for(request.user).items()],
        "chirashi": CHIRASHI.key,
        "genpei": GENPEI.key,
        "five_colours": FIVE_COLOURS.key,
    }


@require_POST
@person_required
def delete(request, key) -> HttpResponse:
    """Give up an open match: it is gone, and counts for nothing. (Resigning, on its page, counts.)"""
    match = get_object_or_404(KarutaMatch, person=request.user, key=key)
    if match.is_finished:
        messages.info(request, _("This match is finished. It stays in your record."))
    else:
        match.delete()
        messages.info(request, _("The match is given up. It counts for nothing."))
    return redirect("karuta")
