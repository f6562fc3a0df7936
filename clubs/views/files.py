"""Tables in and out of a club: uploaded, looked at row by row, taken in; and exported."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs import exporting, importing, result_rows
from clubs.forms.files import TableFile
from clubs.importing import State
from clubs.member_rows import MEMBERS
from clubs.result_rows import RESULTS
from clubs.views.file_faults import sentence
from clubs.views.guards import organiser_required

FORM = ["GET", "HEAD", "POST"]
KINDS = {MEMBERS.key: MEMBERS, RESULTS.key: RESULTS}  # what can be taken in, by its name in the address
EXPORTS = {"members": (exporting.MEMBERS, exporting.members), "results": (result_rows.COLUMNS, result_rows.lines)}
MOST_SHOWN = 300  # rows of a preview; what is wrong or undecided comes first


@require_safe
@organiser_required
def page(request):
    """What can be taken in and out."""
    return render(request, "clubs/files.html", {"kinds": [(kind, TableFile()) for kind in KINDS.values()]})


@require_http_methods(["POST"])
@organiser_required
def upload(request, kind):
    """A file is kept for a day, and looked at."""
    if kind not in KINDS:
        raise Http404
    form = TableFile(request.POST, request.FILES)
    if not form.is_valid():
        kinds = [(each, form if each.key == kind else TableFile()) for each in KINDS.values()]
        return render(request, "clubs/files.html", {"kinds": kinds}, status=422)
    upload = importing.keep(KINDS[kind], request.club, form.content(), by=request.user, now=timezone.now())
    return redirect("club-import-look", request.club.slug, upload.pk)


@require_http_methods(FORM)
@organiser_required
def look(request, key):
    """What would become of a file, row by row. Posted: decided upon (`do=look`), or taken in (`do=write`)."""
    upload = importing.waiting(request.club, key, now=timezone.now())
    if upload is None:
        messages.info(request, _("This file has been taken in already, or it has waited for more than a day."))
        return redirect("club-files", request.club.slug)
    kind = KINDS[upload.kind]
    decisions = _decisions(request.POST)
    if request.POST.get("do") == "write":
        plan = importing.take_in(kind, upload, decisions, by=request.user, now=timezone.now())
        if plan.can_be_written:
            messages.success(request, _taken_in(plan))
            return redirect("club-files", request.club.slug)
    else:
        plan = importing.plan(kind, upload, decisions)
    shown = sorted(plan.rows, key=lambda row: (ORDER[row.state], not row.options))[:MOST_SHOWN]
    lines = {row.line for row in shown}
    context = {
        "kind": kind,
        "upload": upload,
        "plan": plan,
        "errors": [(error.line, sentence(error)) for error in plan.errors[:MOST_SHOWN]],
        "rows": shown,
        "new": plan.counts[State.NEW],
        "known": plan.counts[State.KNOWN],
        "undecided": plan.counts[State.UNDECIDED],
        "wrong": plan.counts[State.WRONG] + len(plan.errors),
        "hidden": max(0, len(plan.rows) - MOST_SHOWN),
        "decided": [row for row in plan.rows if row.chosen and row.line not in lines],
    }
    return render(request, "clubs/import.html", context, status=422 if request.POST.get("do") == "write" else 200)


ORDER = {State.WRONG: 0, State.UNDECIDED: 1, State.NEW: 2, State.KNOWN: 3}


def _decisions(post) -> dict[int, str]:
    """What was chosen, by line."""
    found = {}
    for name, value in post.items():
        number = name.removeprefix("line-")
        if name.startswith("line-") and number.isascii() and number.isdecimal() and len(number) < 7:
            found[int(number)] = value
    return found


def _taken_in(plan) -> str:
    new, known = plan.counts[State.NEW], plan.counts[State.KNOWN]
    if not new:
        return _("All of this was there already. Nothing was changed.")
    return ngettext("One row was taken in", "%(n)d rows were taken in", new) % {"n": new} + (
        ngettext(", one was there already.", ", %(n)d were there already.", known) % {"n": known} if known else "."
    )


@require_safe
@organiser_required
def export(request, kind):
    """A table of the club as CSV, which can be taken in again."""
    if kind not in EXPORTS:
        raise Http404
    columns, rows = EXPORTS[kind]
    content = exporting.as_csv(columns, rows(request.club))
    name = f"{request.club.slug}-{kind}.csv"
    headers = {"Content-Disposition": content_disposition_header(True, name), "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)
