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
    boards = []
    if tournament.published_at is not None:
        boards = [shown_board(division) for division in tournament.divisions.filter(drawn_at__isnull=False)]
    division = request.GET.get("class")
    if division is not None and division not in {str(each["division"]) for each in boards}:
        raise Http404
    chosen = next((each for each in boards if str(each["division"]) == division), boards[0] if boards else None)
    return render(
        request,
        "clubs/tournament_public.html",
        {"tournament": tournament, "boards": boards, "chosen": chosen, "is_outside": True},
    )
