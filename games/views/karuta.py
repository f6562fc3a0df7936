"""The page on which a match of karuta is played. What happens there goes through karuta_play."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.karuta import matches, sounds, telling
from games.karuta.matches import Table
from games.models import KarutaMatch
from games.rules.karuta.events import Phase, ReadingBegun
from games.rules.karuta.variants import Layout, ReadingOrder
from trainer.poems import kimariji
from trainer.poems.poem import JOKA, poem
from trainer.reciter.mora import Half
from trainer.reciter.silence import unheard
from trainer.views.guards import person_required
from trainer.views.sound import late_ms

TYPED_KANA = 6  # the longest kimariji


@never_cache
@require_safe
@person_required
def match(request, key) -> HttpResponse:
    """The mat, drawn by the page itself from what it is told: here are the words, the faces and the addresses."""
    table = matches.load(get_object_or_404(KarutaMatch, person=request.user, key=key))
    context = drawn_from(table, late_ms(request)) | {
        "told": telling.told(table, timezone.now()),
        "heard_before": _heard_before(table),
    }
    return render(request, "games/karuta/match.html", context)


def drawn_from(table: Table, heard_late_ms: float) -> dict[str, Any]:
    """What a page draws a match from, whoever sits where: the rules in force, the faces, the opening poem as text.

    For who is told it later, take the match as it was dealt: the faces are those that lie on the mat.
    """
    variant = table.setup.variant
    return {
        "match": table.match,
        "variant": variant,
        "is_scattered": variant.layout is Layout.SCATTERED,
        "is_alternating": variant.reading_order is ReadingOrder.LOWER_THEN_NEXT,
        "is_patient": telling.is_patient(table),
        "is_by_text": table.match.voice == sounds.BY_TEXT,
        "tempo": sounds.manner(table.match).tempo,
        "late_ms": round(heard_late_ms),
        "cards": {number: _card(number) for number in _on_mat(table)},
        "joka": _joka(table.match),
    }


def _on_mat(table: Table) -> list[int]:
    """The cards that lie there, in the order of their numbers: a page's source says no more than the mat does."""
    field = table.state.field
    lying = [card for side in range(len(field.territories)) for card in field.cards(side)]
    return sorted((*lying, *(each.card for each in field.scattered)))


def _card(number: int) -> dict[str, Any]:
    """The face of a card, and what somebody types who plays by keyboard."""
    return {
        "columns": list(poem(number).torifuda_columns),
        "kimariji": kimariji.original(number),
        "begins": poem(number).upper.spoken[:TYPED_KANA],
    }


def _joka(match: KarutaMatch) -> dict[str, Any]:
    """The opening poem as text, for who does not hear it."""
    tempo = sounds.manner(match).tempo
    return {half.value: unheard(JOKA, half, tempo).as_json() for half in Half}


def _heard_before(table: Table) -> str:
    """Where the sound of the last judged poem is, whose lower verse comes before the next upper verse; or nothing.

    A reading that was broken off is never it: nobody is to hear again what will come again.
    """
    done = telling.judgements(table)
    if not done or table.state.phase is Phase.OVER:
        return ""
    begun = [event for event in table.events if isinstance(event, ReadingBegun)]
    if done[-1].number not in [event.number for event in begun[-2:]]:
        return ""
    return reverse("karuta-sound", kwargs={"key": table.match.key, "name": sounds.name(table.match, done[-1].number)})
