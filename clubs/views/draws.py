"""The draw: made class by class, looked at, published; and the cards of a round."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from clubs import bouts, drawing
from clubs.models import Division
from clubs.refusals import RefusedError
from clubs.views.guards import organiser_required, posted_number
from clubs.views.tournaments import tournament_of
from trainer.poems.poem import poem


@require_POST
@organiser_required
def draw(request, key):
    """Draw one class, or all that are not drawn yet (`division` empty)."""
    tournament = tournament_of(request, key)
    rows = tournament.divisions.order_by("grade", "block")
    if number := request.POST.get("division"):
        rows = [get_object_or_404(Division, tournament=tournament, pk=posted_number(number))]
    else:
        rows = [row for row in rows.filter(drawn_at__isnull=True) if row.entries.in_().exists()]
    for division in rows:
        try:
            drawn = drawing.draw(division=division, now=timezone.now())
        except RefusedError as no:
            messages.error(request, _("Class %(name)s: %(why)s") % {"name": division, "why": no})
            continue
        if drawn.collisions:
            count = len(drawn.collisions)
            messages.warning(
                request,
                ngettext(
                    "Class %(name)s: %(count)d first-round bout is between two of one club; it cannot be helped.",
                    "Class %(name)s: %(count)d first-round bouts are between two of one club; it cannot be helped.",
                    count,
                )
                % {"name": division.grade, "count": count},
            )
    return redirect("club-tournament", request.club.slug, key)


@require_POST
@organiser_required
def publish(request, key):
    """The draw is there to be read."""
    try:
        drawing.publish(tournament=tournament_of(request, key), now=timezone.now())
    except RefusedError as no:
        messages.error(request, str(no))
    return redirect("club-tournament", request.club.slug, key)


@require_safe
@organiser_required
def cards(request, key, number):
    """The cards of a round, for whoever sorts them out: the same at every table. Organisers alone see which."""
    tournament = tournament_of(request, key)
    division = tournament.divisions.filter(drawn_at__isnull=False).first()
    if division is None or not 1 <= number <= MOST_ROUNDS:
        raise Http404
    used = bouts.cards(division, number)
    return render(
        request,
        "clubs/tournament_cards.html",
        {
            "tournament": tournament,
            "number": number,
            "poems": [poem(each) for each in used],
            "left_out": 100 - len(used),
        },
    )


MOST_ROUNDS = 12
