"""What was noticed at tables, for the staff alone: looked at one by one, with a note. It bans nobody."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import flags
from games.models import Flag

LISTED = 30
MOST_NOTE = 2000


def _for_staff(request) -> None:
    """For everybody else there is nothing here."""
    if not (request.user.is_authenticated and request.user.is_staff):
        raise Http404


@dataclass(frozen=True, slots=True)
class Noticed:
    """A flag as it is listed."""

    flag: Flag
    name: str
    evidence: str


@require_safe
def listed(request) -> HttpResponse:
    """Those that nobody has looked at come first, the latest first."""
    _for_staff(request)
    rows = Flag.objects.select_related("seat__table__karuta", "looked_by")
    open_, done = rows.filter(looked_at=None), rows.filter(looked_at__isnull=False)
    pages = {
        "open": Paginator(open_.order_by("-raised_at", "pk"), LISTED).get_page(request.GET.get("open")),
        "done": Paginator(done.order_by("-looked_at", "pk"), LISTED).get_page(request.GET.get("page")),
    }
    noticed = {f"{name}_flags": [_noticed(flag) for flag in page] for name, page in pages.items()}
    return render(request, "games/live/flags.html", {**pages, **noticed, "most_note": MOST_NOTE})


def _noticed(flag: Flag) -> Noticed:
    return Noticed(flag, flags.name_of(flag), flags.evidence_of(flag))


@require_POST
def look(request, number) -> HttpResponse:
    """Somebody of the staff has looked at it; a note may be changed later."""
    _for_staff(request)
    flag = get_object_or_404(Flag, pk=number)
    note = request.POST.get("note", "").strip()
    if len(note) > MOST_NOTE:
        messages.error(request, _("A note has at most %(most)s letters. Nothing was changed.") % {"most": MOST_NOTE})
        return redirect("table-flags")
    flag.look(request.user, note, timezone.now())
    return redirect("table-flags")
