"""The lobby of tables where people meet: those of one's own, challenges, open ones; and opening one."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import agreed, live_tables, own_rules
from games.forms import (
    CIRCLES,
    DELAYS_S,
    GAMES,
    KOIKOI,
    MINUTES,
    MONTHS,
    TABLE_GAMES,
    TEAMS,
    TEMPOS,
    WITH_HANDICAP,
    OpenTable,
)
from games.karuta.sounds import BY_TEXT
from games.live_tables import OPEN_FOR, SEEN_FOR, Refused
from games.matches import rules_name
from games.models import LiveTable
from games.naming import PRESET_NAMES
from games.rules.karuta.variants import CHIRASHI, FIVE_COLOURS, GENPEI, KYOGI, MINUTE_MS, Setup
from games.rules.koikoi.options import PRESETS, Options, preset_of
from games.views.karuta_lobby import is_recorded
from trainer import audio, throttle
from trainer.forms import TOO_OFTEN
from trainer.poems.poem import Toss
from trainer.views.guards import person_required
from trainer.voice_names import name_of, name_of_key

LISTED = 30  # of each kind
PLAYED_FOR = timedelta(hours=6)  # a match that goes on longer has been forgotten


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request) -> HttpResponse:
    """The page; asked for by itself every few seconds, only its lists."""
    if request.method == "POST":
        return _open(request)
    if request.htmx:
        return part(request, "games/live/lists.html", _lists(request.user, timezone.now()))
    return render(request, "games/live/lobby.html", _lobby(request, _fresh(request)))


def part(request, template: str, context: dict[str, object]) -> HttpResponse:
    """A part of a page that asks for it every few seconds; nothing while it is as the page has it.

    So nobody loses the button they are about to press, and no screen reader says the same again and again.
    """
    sent = request.POST if request.method == "POST" else request.GET
    return HttpResponse(status=204) if sent.get("mark") == context["mark"] else render(request, template, context)


def mark_of(*shown: object) -> str:
    """Another one whenever something else is shown."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def _fresh(request) -> OpenTable:
    """An empty form; ?challenge=name asks somebody to play."""
    initial: dict[str, Any] = {"voice": audio.chosen_voice(request.user).key}
    if challenged := request.GET.get("challenge", ""):
        initial |= {"audience": LiveTable.Audience.INVITED, "invited": challenged}
    return OpenTable(initial=initial, person=request.user)


@person_required
def _open(request) -> HttpResponse:
    form = OpenTable(request.POST, person=request.user)
    if form.is_valid() and is_recorded(request, form) and _may_try(request, form):
        try:
            table = live_tables.open_table(
                key=form.cleaned_data["key"],
                host=request.user,
                name=live_tables.name_for(request.user, form.cleaned_data["name"]),
                terms=form.terms(),
                now=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("live-table", key=table.key)
    return render(request, "games/live/lobby.html", _lobby(request, form), status=422)


def _may_try(request, form: OpenTable) -> bool:
    if throttle.may_try(throttle.tables(request)):
        return True
    form.add_error(None, TOO_OFTEN)
    return False


# The lists -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list: who sits there, and what is played."""

    table: LiveTable
    names: list[str]
    free: int
    terms: list[str]
    is_waiting: bool
    reason: str = ""  # why this person may not sit there

    @property
    def with_whom(self) -> str:
        """Everybody who sits there."""
        return ", ".join(self.names) or _("Nobody yet")


def _listed(table: LiveTable, person: Any) -> Listed:
    seats = list(table.seats.all())
    return Listed(
        table,
        [seat.name for seat in seats if seat.person_id and seat.person_id != person.pk],
        sum(not seat.person_id and not seat.who for seat in seats),
        terms_of(table),
        table.status == LiveTable.Status.OPEN,
        live_tables.why_not(table, person) if person.is_authenticated else "",
    )


def _lists(person: Any, now: datetime) -> dict[str, object]:
    tables = LiveTable.objects.prefetch_related("seats").order_by("-opened_at", "key")
    own, challenges = LiveTable.objects.none(), LiveTable.objects.none()
    joinable, watchable = tables.joinable(now - SEEN_FOR), tables.watchable(now - PLAYED_FOR)
    if person.is_authenticated:
        young = tables.filter(opened_at__gt=now - OPEN_FOR)
        own = (young.waiting() | young.playing()).filter(pk__in=LiveTable.objects.of(person).values("pk"))
        challenges = tables.challenging(person, now - OPEN_FOR)
        joinable, watchable = (each.exclude(pk__in=own.values("pk")) for each in (joinable, watchable))
    lists = {
        "own": [_listed(table, person) for table in own[:LISTED]],
        "challenges": [_listed(table, person) for table in challenges[:LISTED]],
        "open": [_listed(table, person) for table in joinable[:LISTED]],
        "watchable": [_listed(table, person) for table in watchable[:LISTED]],
    }
    shown = [(each.table.pk, each.names, each.free, each.is_waiting) for rows in lists.values() for each in rows]
    return {**lists, "mark": mark_of(get_language(), [len(rows) for rows in lists.values()], shown)}


def terms_of(table: LiveTable) -> list[str]:
    """What is played at a table, in a few words each."""
    setup = agreed.of(table)
    words = _koikoi_terms(setup) if isinstance(setup, Options) else _karuta_terms(table, setup)
    if table.has_spectators:
        words.append(_("others may watch"))
    return words


def _koikoi_terms(options: Options) -> list[str]:
    months = ngettext("%(n)s month", "%(n)s months", options.months) % {"n": options.months}
    return [_("Koi-Koi"), str(PRESET_NAMES[rules_name(options)]), months]


def _karuta_terms(table: LiveTable, setup: Setup) -> list[str]:
    variant = setup.variant
    words = [str(dict(GAMES)[variant.key]).partition(":")[0]]
    if setup.dealt:
        words.append(_("handicap %(cards)s") % {"cards": "–".join(map(str, setup.dealt))})
    if variant.sides is None:
        words.append(ngettext("%(n)s player", "%(n)s players", len(setup.seats)) % {"n": len(setup.seats)})
    elif len(setup.seats) > variant.sides:
        words.append("–".join(str(setup.seats.count(side)) for side in range(variant.sides)))
    words.append(_("rated") if table.is_rated else _("friendly"))
    if variant.memorise_ms:
        minutes = variant.memorise_ms // MINUTE_MS
        words.append(ngettext("%(n)s minute to memorise", "%(n)s minutes to memorise", minutes) % {"n": minutes})
    words.append(_("by text") if table.voice == BY_TEXT else name_of_key(table.voice))
    words.append(str(dict(TEMPOS).get(table.tempo, table.tempo)).partition(",")[0].partition(":")[0])
    return words


def _lobby(request, form: OpenTable) -> dict[str, object]:
    return {
        "form": form,
        "games": TABLE_GAMES,
        "presets": [(key, PRESET_NAMES[key]) for key in PRESETS],
        "own_preset": preset_of(own_rules.of(request.user)),
        "months": MONTHS,
        "karuta_games": " ".join(key for key, _name in GAMES),
        "koikoi": KOIKOI,
        "teams": TEAMS,
        "circles": CIRCLES,
        "colours": list(Toss),
        "audiences": LiveTable.Audience.choices,
        "tempos": TEMPOS,
        "minutes": MINUTES,
        "delays": DELAYS_S,
        "voices": [(key, name_of(voice)) for key, voice in audio.voices_for(request.user).items()],
        "genpei": GENPEI.key,
        "chirashi": CHIRASHI.key,
        "five_colours": FIVE_COLOURS.key,
        "kyogi": KYOGI.key,
        "with_handicap": " ".join(WITH_HANDICAP),
        **_lists(request.user, timezone.now()),
    }
