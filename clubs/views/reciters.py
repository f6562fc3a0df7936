"""Who recites for a club, the voices it shares, and its usual places."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import reciters, standing
from clubs.forms.members import Appointment
from clubs.models import Member
from clubs.refusals import RefusedError
from clubs.views.guards import full_member_required, organiser_required, posted_key
from games.karuta import places
from games.views.karuta_places import rows_of
from trainer import packs


@require_safe
@full_member_required
def page(request):
    """The reciters of the club, present and past, and the voices they have given it."""
    return _page(request, Appointment(_members(request.club)))


def _members(club):
    return club.members.present().exclude(role=Member.Role.GUEST).select_related("player")


def _page(request, form, status=200):
    rows = list(request.club.reciters.select_related("player", "appointed_by").order_by("-since"))
    standing.attach([row.player for row in rows])
    own = next((row for row in rows if row.until is None and row.player_id == request.member.player_id), None)
    given = request.club.voices.select_related("pack", "reciter__player").prefetch_related("pack__files")
    given = [(voice, packs.summary(voice.pack.files.all())) for voice in given]
    keys = {voice.pack_id for voice, _summary in given}
    context = {
        "form": form,
        "present": [row for row in rows if row.until is None],
        "past": [row for row in rows if row.until is not None],
        "own": own,
        "own_packs": [pack for pack in request.user.packs.all() if pack.pk not in keys] if own else [],
        "voices": given,
    }
    return render(request, "clubs/reciters.html", context, status=status)


@require_POST
@organiser_required
def appoint(request):
    """A member recites for the club from now on; refused with the reason if its rule does not allow it."""
    form = Appointment(_members(request.club), request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    given = form.cleaned_data
    try:
        reciters.appoint(given["member"], given["licence"], by=request.user, now=timezone.now())
    except RefusedError as refused:
        form.add_error("member", str(refused))
        return _page(request, form, status=422)
    messages.success(request, _("%(name)s recites for the club now.") % {"name": given["member"].player.name})
    return redirect("club-reciters", request.club.slug)


@require_POST
@organiser_required
def end(request, number):
    """An appointment ends."""
    reciter = get_object_or_404(request.club.reciters, pk=number)
    reciters.end(reciter, _("Ended by an organiser."), on=timezone.localdate())
    messages.success(request, _("The appointment has ended."))
    return redirect("club-reciters", request.club.slug)


@require_POST
@full_member_required
def publish(request):
    """An appointed reciter gives the club one of their own packs."""
    reciter = get_object_or_404(request.club.reciters, player=request.member.player, until=None)
    pack = get_object_or_404(request.user.packs, pk=posted_key(request.POST.get("pack")))
    reciters.publish(reciter, pack, now=timezone.now())
    messages.success(request, _("The members of the club may choose this voice now."))
    return redirect("club-reciters", request.club.slug)


@require_POST
@full_member_required
def unpublish(request, number):
    """A voice is the club's no longer: its reciter or an organiser says so."""
    voice = request.club.voices.select_related("reciter").filter(pk=number).first()
    if voice is None:
        messages.info(request, _("The club has this voice no longer."))
    elif voice.reciter.player_id != request.member.player_id and not request.member.runs_the_club:
        messages.error(request, _("Only its reciter or an organiser takes a voice back."))
    else:
        voice.delete()
        messages.success(request, _("The club has this voice no longer."))
    return redirect("club-reciters", request.club.slug)


# Usual places --------------------------------------------------------------------------------------------


@require_safe
@full_member_required
def usual_places(request):
    """Where beginners of this club lay their cards, to look at and to take over."""
    code = request.club.usual_places
    context = {
        "rows": rows_of(places.groups_of(code)) if code else [],
        "has_own": places.of(request.user) is not None,
    }
    return render(request, "clubs/places.html", context)


@require_POST
@organiser_required
def set_places(request):
    """The organiser's own places become the club's; or it has none any more."""
    own = places.of(request.user)
    if request.POST.get("do") == "clear":
        request.club.usual_places = ""
    elif own is None:
        messages.error(request, _("You have no places of your own yet: lay them first, then make them the club's."))
        return redirect("club-places", request.club.slug)
    else:
        request.club.usual_places = places.code_of(own)
    request.club.save(update_fields=["usual_places"])
    messages.success(request, _("Saved."))
    return redirect("club-places", request.club.slug)


@require_POST
@full_member_required
def take_places(request):
    """The club's places become one's own; not over others without a tick."""
    if not request.club.usual_places:
        messages.error(request, _("The club has no usual places."))
    elif places.of(request.user) is not None and request.POST.get("sure") != "yes":
        messages.error(request, _("You have places of your own. Tick the box if these are to replace them."))
    else:
        places.save(request.user, places.groups_of(request.club.usual_places), now=timezone.now())
        messages.success(request, _("These are your places now. New matches lay your cards by them."))
    return redirect("club-places", request.club.slug)
