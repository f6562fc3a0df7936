"""Who may rise, by which rule and which results; an organiser confirms it."""

from datetime import date

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs import promotions
from clubs.candidates import window
from clubs.models import Member
from clubs.refusals import RefusedError
from clubs.results import EARLIEST
from clubs.views.guards import organiser_required, posted_key, present_in


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_required
def page(request):
    """The candidates of a day (`?on=`); posted, one of them is promoted from that day on."""
    today = timezone.localdate()
    on = min(_day(request.POST.get("on") or request.GET.get("on")) or today, today)
    if request.method == "POST":
        return _confirmed(request, on)
    rules = promotions.rules_of(request.club, on)
    context = {
        "on": on,
        "today": today,
        "candidates": promotions.candidates_of(request.club, on),
        "rules": rules,
        "ways": [
            (route.to_dan, rules.grade_of(route.to_dan).value, promotions.way_of(route)) for route in rules.routes
        ],
        "window": window(on, rules),
        "is_stricter": bool(request.club.strictness),
    }
    return render(request, "clubs/promotions.html", context)


def _confirmed(request, on):
    member = present_in(request, posted_key(request.POST.get("member")))
    to_dan = request.POST.get("to_dan", "")
    try:
        if not (to_dan.isascii() and to_dan.isdecimal() and len(to_dan) < 3):
            raise RefusedError(_("The results do not say so any more. Nothing was changed."))
        entry = promotions.confirm(member, to_dan=int(to_dan), on=on, by=request.user, now=timezone.now())
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        if entry is None:
            messages.info(request, _("This was confirmed already."))
        else:
            messages.success(request, promoted(member, entry))
    return redirect("club-promotions", request.club.slug)


def promoted(member: Member, entry) -> str:
    return _("%(name)s is of class %(grade)s and %(dan)d-dan now.") % {
        "name": member.player.name,
        "grade": entry.grade,
        "dan": entry.dan,
    }


def _day(text: str | None) -> date | None:
    try:
        day = date.fromisoformat(text or "")
    except ValueError:
        return None
    return day if day >= EARLIEST else None
