"""A person's usual places: made by rules of thumb, moved card by card, passed on as a code, and tested."""

import secrets

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.karuta import places
from games.karuta.places import GROUPS, Groups
from games.rules.karuta.field import WINGS
from trainer.poems.kimariji import original
from trainer.poems.piles import parse_list
from trainer.poems.poem import poem
from trainer.views.guards import person_required

GROUP_NAMES = (
    gettext_lazy("Top row, left"),
    gettext_lazy("Top row, right"),
    gettext_lazy("Middle row, left"),
    gettext_lazy("Middle row, right"),
    gettext_lazy("Bottom row, left"),
    gettext_lazy("Bottom row, right"),
)


@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def editor(request) -> HttpResponse:
    """The six groups of the hundred. Posted: others, made by rule, from a code, or moved by hand."""
    if request.method != "POST":
        return _shown(request, places.of(request.user) or places.plain())
    try:
        groups = _posted(request.POST)
    except ValueError:  # no code, an entry that is no card, a card too many or too few
        problem = _WRONG.get(request.POST.get("do", ""), _WRONG["save"])
        return _shown(request, places.of(request.user) or places.plain(), error=str(problem), status=422)
    if request.POST.get("do") == "make":  # to look at first: saved ones are not overwritten by a throw of dice
        return _shown(request, groups, note=_("These are not saved yet. Save them, or make others."))
    places.save(request.user, groups, now=timezone.now())
    messages.success(request, _("Your places are saved. New matches lay your cards by them."))
    return redirect("karuta-places")


_WRONG = {
    "code": gettext_lazy("That is no code of places. Nothing was changed."),
    "save": gettext_lazy("Each of the hundred cards has to stand in one of the six groups, once. Nothing was changed."),
}


def _posted(post) -> Groups:
    match post.get("do"):
        case "make":
            is_left_handed, is_split = post.get("left") == "on", post.get("split") == "on"
            return places.made(is_left_handed=is_left_handed, is_split=is_split, seed=secrets.randbelow(10_000))
        case "code":
            return places.groups_of(post.get("code", "")[:400])
        case _:
            return _checked(tuple(parse_list(post.get(f"group-{at}", "")[:2000]) for at in range(GROUPS)))


def _checked(groups: Groups) -> Groups:
    places.code_of(groups)
    return groups


def _shown(request, groups: Groups, *, error: str = "", note: str = "", status: int = 200) -> HttpResponse:
    context = {
        "rows": rows_of(groups),
        "code": places.code_of(groups),
        "is_saved": places.of(request.user) is not None,
        "error": error,
        "note": note,
    }
    return render(request, "games/karuta/places.html", context, status=status)


def rows_of(groups: Groups) -> list[list[tuple[int, object, list[tuple[object, str]], str]]]:
    """The groups as a page shows them, row by row, left before right."""
    return [[_group_told(groups, row * WINGS + wing) for wing in range(WINGS)] for row in range(GROUPS // WINGS)]


def _group_told(groups: Groups, at: int) -> tuple[int, object, list[tuple[object, str]], str]:
    """A group with its name, its cards with their kimariji, and their numbers as they are typed."""
    cards = [(poem(card), original(card)) for card in groups[at]]
    return at, GROUP_NAMES[at], cards, " ".join(map(str, groups[at]))


@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def test(request) -> HttpResponse:
    """Twenty-five dealt cards: where does each belong? Posted: answers, held against the saved places or the rule's."""
    groups = places.of(request.user) or places.plain()
    seed = _seed(request.POST.get("seed")) if request.method == "POST" else secrets.randbelow(10**9)
    if seed is None:
        return redirect("karuta-laying-test")
    home = {card: at for at, group in enumerate(groups) for card in group}
    cards = [(poem(card), home[card], _group(request.POST.get(f"card-{card}"))) for card in places.dealt(seed)]
    context = {"seed": seed, "cards": cards, "names": list(enumerate(GROUP_NAMES))}
    if request.method == "POST":
        right = sum(home_at == said for _card, home_at, said in cards)
        rows = sum(said is not None and home_at // WINGS == said // WINGS for _card, home_at, said in cards)
        wrong = [
            (card, GROUP_NAMES[home_at], None if said is None else GROUP_NAMES[said])
            for card, home_at, said in cards
            if home_at != said
        ]
        context |= {"is_done": True, "right": right, "right_rows": rows, "wrong": wrong, "total": len(cards)}
    return render(request, "games/karuta/laying_test.html", context)


def _seed(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 11 else None


def _group(text: str | None) -> int | None:
    return int(text) if text in {str(at) for at in range(GROUPS)} else None
