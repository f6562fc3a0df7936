"""A tournament for everybody who has its link: draw and results, under the names that players show outside."""

from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from clubs.models import Tournament
from clubs.views.bouts import shown_board


@require_safe
def public(request, token):
    """All classes of a tournament that is shown to everybody."""
    rows = Tournament.objects.filter(is_public=True, opened_at__isnull=False).select_related("club")
    tournament = get_object_or_404(rows, public_token=token)
    divisions = []
    if tournament.published_at is not None:
        divisions = list(tournament.divisions.filter(drawn_at__isnull=False).select_related("tournament"))
    name = request.GET.get("class")
    chosen = next((each for each in divisions if name in (None, str(each))), None)
    if chosen is None and name is not None:
        raise Http404
    context = {
        "tournament": tournament,
        "divisions": divisions,
        "chosen": chosen,
        "told": shown_board(chosen) if chosen else None,
        "is_outside": True,
    }
    return render(request, "clubs/tournament_public.html", context)
