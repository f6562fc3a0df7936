"""Class and dan: what people declare of themselves, what organisers confirm, enter and correct; results elsewhere."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import grading, members, standing
from clubs.forms.members import EnteredClass, OwnClass, PlacingForm
from clubs.models import Player
from clubs.refusals import RefusedError
from clubs.views.guards import organiser_required, posted_key, present_in
from trainer.views.guards import account_required

FORM = ["GET", "HEAD", "POST"]


@require_http_methods(FORM)
@account_required
def declare(request):
    """One's own class, shown as declared until an organiser confirms it."""
    player = Player.objects.filter(person=request.user).first()
    now = standing.of(player) if player else None
    initial = {"since": timezone.localdate()}
    if now and now.since:
        initial |= {"grade": now.grade.value, "dan": now.dan}
    form = OwnClass(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        grading.declare(members.player_of(request.user), by=request.user, now=timezone.now(), **form.cleaned_data)
        messages.success(request, _("Written down. Your clubs see it as declared until an organiser confirms it."))
        return redirect("club-me")
    return render(request, "clubs/declare.html", {"form": form})


@require_POST
@organiser_required
def confirm(request, key):
    """An organiser vouches for a line of a member's log."""
    member = present_in(request, key)
    entry = get_object_or_404(member.player.grades, pk=posted_key(request.POST.get("entry")))
    evidence = request.POST.get("evidence", "").strip()[:500]
    grading.confirm(entry, club=request.club, evidence=evidence, by=request.user, now=timezone.now())
    messages.success(request, _("Confirmed."))
    return redirect("member", request.club.slug, member.pk)


@require_http_methods(FORM)
@organiser_required
def enter(request, key):
    """Another class from a day on; with `?amends=` a correction of one line, which stays in the log."""
    member = present_in(request, key)
    line = _line(member, request.POST.get("amends") or request.GET.get("amends"))
    form = EnteredClass(
        request.POST if request.method == "POST" else None,
        is_amendment=line is not None,
        initial=_initial(member, line),
    )
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data | {"amends": line}
        try:
            grading.enter(member.player, club=request.club, by=request.user, now=timezone.now(), **given)
        except RefusedError as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Written into the log."))
            return redirect("member", request.club.slug, member.pk)
    return render(request, "clubs/member_grade.html", {"form": form, "one": member, "line": line})


def _line(member, key):
    """The line to be amended: one of this player's that nothing has amended yet; 404 for another's."""
    return get_object_or_404(member.player.grades, pk=posted_key(key), amendments=None) if key else None


def _initial(member, line):
    if line is not None:
        return {"grade": line.grade, "dan": line.dan, "since": line.since, "amends": line.pk}
    now = standing.of(member.player)
    return {"grade": now.grade.value, "dan": now.dan, "since": timezone.localdate()}


@require_http_methods(FORM)
@organiser_required
def placing(request, key):
    """A result of an event elsewhere."""
    member = present_in(request, key)
    form = PlacingForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        row = form.save(commit=False)
        same = member.player.placings.filter(name=row.name, held_on=row.held_on, grade=row.grade, is_team=row.is_team)
        if not same.exists():  # the button pressed twice, or two organisers
            row.player, row.club = member.player, request.club
            row.recorded_by, row.recorded_at = request.user, timezone.now()
            row.save()
        messages.success(request, _("Recorded."))
        return redirect("member", request.club.slug, member.pk)
    return render(request, "clubs/member_placing.html", {"form": form, "one": member})


@require_POST
@organiser_required
def placing_delete(request, key):
    """Take back a result that this club has recorded, unless a class rests on it."""
    member = present_in(request, key)
    own = member.player.placings.filter(club=request.club, entry=None)
    row = own.filter(pk=posted_key(request.POST.get("placing"))).first()
    if row is None:
        messages.info(request, _("This result is not there any more."))
    elif row.grades.exists():
        messages.error(request, _("A class rests on this result: correct the log first. Nothing was changed."))
    else:
        row.delete()
        messages.success(request, _("Taken back."))
    return redirect("member", request.club.slug, member.pk)
