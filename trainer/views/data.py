"""A person's data: taken along as files, brought back from one."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from trainer import accounts, anki, restore
from trainer import export as exports
from trainer.forms import BackupFile
from trainer.views.guards import person_required


@require_safe
@person_required
def data(request):
    """What there is, and the ways out and in."""
    return _page(request, BackupFile())


@require_safe
@person_required
def export(request, form):
    """One file with everything of the person who asks, in the form asked for."""
    now = timezone.now()
    person = request.user
    match form:
        case "json":
            content, kind, ending = exports.as_json(person, now), "application/json", "json"
        case "csv":
            content, kind, ending = exports.as_csv(person), "application/zip", "csv.zip"
        case "anki":
            content, kind, ending = anki.package(person, request.LANGUAGE_CODE, now), "application/zip", "apkg"
        case _:
            raise Http404
    name = f"naniwazu-{timezone.localdate(now)}.{ending}"
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
    )


@require_POST
@person_required
def bring_back(request):
    """Take a JSON file in again: all of it, or nothing with the reason."""
    form = BackupFile(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form, status=400)
    file = form.cleaned_data["file"]
    try:
        if file.size > restore.MOST_BYTES:
            raise restore.too_large()
        backup = restore.read(file.read(), timezone.now())
    except restore.BrokenFileError as error:
        form.add_error("file", str(error))
        return _page(request, form, status=400)
    new = restore.write(request.user, backup, with_settings=form.cleaned_data["with_settings"])
    if new:
        messages.success(
            request,
            _("Taken in: %(reviews)d answers, %(runs)d runs, %(mnemonics)d notes of your own.")
            % {"reviews": new.reviews, "runs": new.runs, "mnemonics": new.mnemonics},
        )
    else:
        messages.info(request, _("Everything in the file was here already. Nothing was doubled."))
    return redirect("data")


def _page(request, form, status=200):
    context = {"form": form, "has": accounts.belongings(request.user), "megabytes": restore.MOST_BYTES // 1024**2}
    return render(request, "trainer/data.html", context, status=status)
