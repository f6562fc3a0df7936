"""What organisers print of a tournament: the draw, score sheets, certificates, the cards of a round. PDF."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubs.models import Division
from clubs.papers import facts
from clubs.views.draws import MOST_ROUNDS
from clubs.views.guards import organiser_required
from clubs.views.tournaments import tournament_of


def _press():
    from clubs.papers import press  # noqa: PLC0415 (the library loads NumPy: with the first paper, not with the site)

    return press


def _division(request, key, number) -> Division:
    tournament = tournament_of(request, key)
    rows = Division.objects.select_related("tournament__club", "room").filter(drawn_at__isnull=False)
    return get_object_or_404(rows, tournament=tournament, pk=number)


def _answer(request, sheet, name) -> HttpResponse:
    """The file; what could not be written is told on the next page."""
    if sheet.missing:
        count, signs = len(sheet.missing), " ".join(sorted(sheet.missing))
        text = ngettext(
            "The paper has 〓 for a character that its fonts lack: %(signs)s",
            "The paper has 〓 for characters that its fonts lack: %(signs)s",
            count,
        )
        messages.warning(request, text % {"signs": signs})
    answer = HttpResponse(sheet.output(), content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="{name}.pdf"'
    return answer


@require_safe
@organiser_required
def draw(request, key, division):
    """The draw of a class, and what has been reported by now."""
    row = _division(request, key, division)
    press = _press()
    sheet = press.draw_of(row, size=press.size_of(request.club, request.GET.get("size", "")))
    return _answer(request, sheet, f"draw-{row}")


@require_safe
@organiser_required
def slips(request, key, division):
    """The score sheets of a round, `?round=2`; without it of the first that is still to be played."""
    row = _division(request, key, division)
    wanted = request.GET.get("round", "")
    number = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 else facts.next_round(row)
    if not 1 <= number <= facts.rounds(row):
        raise Http404
    press = _press()
    sheet = press.slips_of(row, number, size=press.size_of(request.club, request.GET.get("size", "")))
    if sheet is None:
        messages.info(request, _("Nobody is to play in this round."))
        return redirect("club-board", request.club.slug, key, division)
    return _answer(request, sheet, f"score-sheets-{row}-{number}")


@require_safe
@organiser_required
def certificates(request, key, division):
    """The certificates of a class that is decided."""
    row = _division(request, key, division)
    press = _press()
    sheet = press.certificates_of(row, size=press.size_of(request.club, request.GET.get("size", "")))
    if sheet is None:
        messages.info(request, _("No place of this class is decided yet."))
        return redirect("club-board", request.club.slug, key, division)
    return _answer(request, sheet, f"certificates-{row}")


@require_safe
@organiser_required
def cards(request, key, number):
    """The cards of a round, by their first kana."""
    tournament = tournament_of(request, key)
    division = tournament.divisions.filter(drawn_at__isnull=False).first()
    if division is None or not 1 <= number <= MOST_ROUNDS:
        raise Http404
    press = _press()
    sheet = press.cards_of(division, number, size=press.size_of(request.club, request.GET.get("size", "")))
    return _answer(request, sheet, f"cards-{number}")
