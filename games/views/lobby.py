"""Koi-Koi's first page: go on, or begin; and what belongs to the game: rules, record, history."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import history, matches, opponents, own_rules, statistics
from games.matches import rules_name
from games.models import LEVEL_NAMES, LEVELS, Match
from games.naming import GROUP_NAMES, PRESET_NAMES, PRESET_SENTENCES, sentence
from games.rules.koikoi.cards import CARDS
from games.rules.koikoi.options import (
    PRESETS,
    SEED,
    TEXTS,
    OptionError,
    Options,
    as_text,
    preset_of,
    with_changes,
)
from games.rules.koikoi.yaku import Row, rows
from trainer.views.guards import person_required

OWN = "own"  # the rules a person has saved
HOT_SEAT = "two"
MONTHS_OFFERED = ("1", "3", "6", "12")
LISTED = 20  # games a page of either list


@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request) -> HttpResponse:
    if request.method == "POST":
        return _begin(request)
    return render(request, "games/lobby.html", _lobby(request))


@person_required
def _begin(request) -> HttpResponse:
    level, rules, months = (request.POST.get(name, "") for name in ("opponent", "rules", "months"))
    error = ""
    if level not in (HOT_SEAT, *map(str, LEVELS)):
        error = _("Choose who plays against you.")
    elif rules not in (OWN, *PRESETS):
        error = _("Choose the rules.")
    elif months and months not in MONTHS_OFFERED:
        error = _("Choose how many months are played.")
    if error:
        return render(request, "games/lobby.html", _lobby(request) | {"error": error}, status=422)
    options = own_rules.of(request.user) if rules == OWN else PRESETS[rules]
    options = with_changes(options, {"months": months} if months else {})
    match = matches.begin(
        person=request.user,
        level=None if level == HOT_SEAT else int(level),
        options=options,
        now=timezone.now(),
    )
    return redirect("koikoi-match", key=match.key)


def _lobby(request) -> dict[str, object]:
    person, pages = request.user, request.GET
    none = Match.objects.none()
    own = Match.objects.filter(person=person) if person.is_authenticated else none
    played = Match.objects.of(person).prefetch_related("table__seats") if person.is_authenticated else none
    finished = Paginator(played.finished().order_by("-finished_at", "key"), LISTED).get_page(pages.get("page"))
    return {
        "open": Paginator(own.open().order_by("-moved_at", "key"), LISTED).get_page(pages.get("open")),
        "finished": finished,
        "finished_listed": [_listed(match, person) for match in finished],
        "levels": [(level.number, LEVEL_NAMES[level.number], level.sentence) for level in opponents.LEVELS],
        "presets": [(key, PRESET_NAMES[key], PRESET_SENTENCES[key]) for key in PRESETS],
        "own_preset": preset_of(own_rules.of(person)),
        "months": MONTHS_OFFERED,
        "fan": ("1.bright.1", "3.bright.1", "8.bright.1", "11.bright.1", "12.bright.1"),
    }


@dataclass(frozen=True, slots=True)
class Listed:
    """A finished match in the list of one who played it."""

    match: Match
    against: str
    own: int
    other: int


def _listed(match: Match, person) -> Listed:
    if not match.is_among_people:
        return Listed(match, match.opponent, match.own_score, match.other_score)
    seat, scores = match.seat_of(person), (match.own_score, match.other_score)
    return Listed(match, match.names()[1 - seat] or _("Former player"), scores[seat], scores[1 - seat])


@require_POST
@person_required
def delete(request, key) -> HttpResponse:
    """Give up an open match: it is gone, and counts for nothing."""
    match = get_object_or_404(Match, person=request.user, key=key)
    if match.is_finished:
        messages.info(request, _("This game is finished. It stays in your record."))
    else:
        match.delete()
        messages.info(request, _("The game is given up. It counts for nothing."))
    return redirect("koikoi")


# The rules ------------------------------------------------------------------------------------------------


@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def options(request) -> HttpResponse:
    """A person's own rules: a preset, or each option by itself."""
    current = own_rules.of(request.user)
    if request.method != "POST":
        return render(request, "games/options.html", _options(current))
    wanted = request.POST.get("preset")
    if wanted is not None and wanted not in PRESETS:
        error = _("There is no such set of rules. Nothing was changed.")
        return render(request, "games/options.html", _options(current) | {"error": error}, status=422)
    try:
        changed = PRESETS[wanted] if wanted is not None else own_rules.changed(current, request.POST.dict())
    except OptionError as problem:
        context = _options(current, request.POST) | {"problem": problem.option, "error": sentence(problem)}
        return render(request, "games/options.html", context, status=422)
    own_rules.save(request.user, changed)
    messages.success(request, _("Your rules are saved. They hold for the games you begin from now on."))
    return redirect("koikoi-options")


def _options(current: Options, given=None) -> dict[str, object]:
    values = {text.option: as_text(getattr(current, text.option)) for text in TEXTS}
    if given is not None:
        values |= {name: given[name] for name in values if name in given}
    return {
        "groups": [
            (title, [(text, values[text.option]) for text in TEXTS if text.group == group])
            for group, title in GROUP_NAMES.items()
        ],
        "preset": preset_of(current),
        "presets": [(key, PRESET_NAMES[key], PRESET_SENTENCES[key]) for key in PRESETS],
    }


@require_safe
def rules(request) -> HttpResponse:
    """The rules in words, drawn from the tables that the referee plays by."""
    chosen = request.GET.get("rules", "")
    if chosen not in (OWN, *PRESETS):
        chosen = OWN if request.user.is_authenticated else "seed"
    options = own_rules.of(request.user) if chosen == OWN else PRESETS[chosen]
    if "match" in request.GET:
        chosen, options = "", _rules_of_match(request)
    texts = [(text, _in_force(text, options)) for text in TEXTS if text.group != "points"]
    return render(
        request,
        "games/rules.html",
        {
            "chosen": chosen,
            "chosen_name": PRESET_NAMES[rules_name(options)],
            "presets": [(key, PRESET_NAMES[key]) for key in PRESETS],
            "yaku": [(row, _is_choice(row), _pictures(row)) for row in rows(options)],
            "groups": [
                (title, [each for each in texts if each[0].group == group])
                for group, title in GROUP_NAMES.items()
                if group != "points"
            ],
        },
    )


def _rules_of_match(request) -> Options:
    """The rules a match is played by: one of the person's own, or one that others may watch."""
    try:
        key = UUID(request.GET["match"])
    except ValueError:
        raise Http404 from None
    match = get_object_or_404(Match.objects.select_related("table"), key=key)
    if match.seat_of(request.user) is None and not match.is_watched:
        raise Http404
    return with_changes(SEED, match.options)


def _in_force(text, options: Options) -> str:
    """What the chosen value of an option means: a sentence, or a number."""
    value = as_text(getattr(options, text.option))
    return dict(text.choices).get(value, value)


def _is_choice(row: Row) -> bool:
    """Whether some cards of a longer list make the yaku, and not each one named."""
    return row.cards.bit_count() > row.need and row.key != "tsukifuda"


MOST_PICTURES = 10


def _pictures(row: Row) -> list[object]:
    """The cards of a yaku; of a long list the first ones."""
    if row.key == "tsukifuda":
        return list(CARDS[:4])
    found = [card for card in CARDS if row.cards >> card.number & 1]
    return found if len(found) <= MOST_PICTURES else found[: row.need]


# The record, the history ----------------------------------------------------------------------------------


@person_required
@require_safe
def record(request) -> HttpResponse:
    """What the finished games tell."""
    found = statistics.records(request.user)
    return render(
        request,
        "games/record.html",
        {
            "all": found.all,
            "levels": [(LEVEL_NAMES[level], each) for level, each in found.by_level.items()],
            "presets": [(PRESET_NAMES[preset], each) for preset, each in found.by_preset.items()],
        },
    )


@require_safe
def past(request) -> HttpResponse:
    """How karuta came to hanafuda."""
    return render(request, "games/history.html", {"months": history.months()})
