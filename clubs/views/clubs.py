"""A club as a whole: founding, its home, its settings, coming and going, handing over and closing."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import clubs, members, promotions, reciters, roles, standing
from clubs.forms.club import ClubSettings, NewClub, Strictness, TypedName
from clubs.models import Club, Member
from clubs.promotion_rules import in_force
from clubs.refusals import RefusedError
from clubs.views.guards import founder_required, member_of, member_required, organiser_required, posted_key
from trainer.views.guards import account_required, person_required

FORM = ["GET", "HEAD", "POST"]
# What other parts of a club show on its home and on a member's page, where they are there.
SLOTS = {
    "practice": ("clubs/_next_practice.html", "clubs/_nothing.html"),
    "results": ("clubs/_latest_results.html", "clubs/_nothing.html"),
    "member": ("clubs/_member_results.html", "clubs/_nothing.html"),
}


# All clubs -----------------------------------------------------------------------------------------------


@require_safe
@person_required
def own(request):
    """The clubs of this person, by name, and those that wait for an answer."""
    rows = Member.objects.of(request.user).select_related("club").order_by("club__name")
    return render(request, "clubs/own.html", {"members": rows.present(), "asking": rows.asking()})


@require_safe
def listed(request):
    """The clubs that strangers may find."""
    return render(request, "clubs/listed.html", {"clubs": Club.objects.filter(is_listed=True)})


@require_http_methods(FORM)
@account_required
def found(request):
    """A new club."""
    form = NewClub(request.POST or None)
    if request.method == "POST" and form.is_valid():
        club = clubs.found(request.user, now=timezone.now(), time_zone=request.user.time_zone, **form.cleaned_data)
        messages.success(
            request, _("“%(name)s” is founded. Hand on its invitation link, or record members.") % {"name": club.name}
        )
        return redirect("club", club.slug)
    return render(request, "clubs/found.html", {"form": form})


# One club ------------------------------------------------------------------------------------------------


@require_safe
def home(request, slug):
    """The club's home for members; for others what it says of itself, if it is listed."""
    club = Club.objects.filter(slug=slug).first()
    member = member_of(club, request.user) if club else None
    if club and member and member.is_present:
        request.club, request.member = club, member
        return _inside(request, club, member)
    if club and club.is_listed:
        return render(request, "clubs/public.html", {"club": club, "member": member})
    return _nowhere(request)


@person_required
def _nowhere(_request):
    """Nobody in particular may be a member who has not signed in: asked to begin. Everybody else learns of no club."""
    raise Http404


def _inside(request, club, member):
    rows = []
    if member.role != Member.Role.GUEST:
        rows = list(club.members.present().select_related("player"))
        standing.attach([row.player for row in rows])
    context = {
        "slots": SLOTS,
        "classes": by_class(rows),
        "count": len(rows),
        "asking": club.members.asking().count() if member.runs_the_club else 0,
        "candidates": promotions.how_many(club, timezone.localdate()) if member.runs_the_club else 0,
        "is_declared": standing.of(member.player).since is not None,
        "link": request.build_absolute_uri(invitation_path(club)) if member.runs_the_club else "",
        "founders": club.members.present().filter(role=Member.Role.FOUNDER).select_related("player"),
    }
    return render(request, "clubs/home.html", context)


def invitation_path(club):
    """The address of the invitation link."""
    return reverse("club-join", args=[club.invitation])


def by_class(rows):
    """Members with their standing attached, class by class from A on: (letter, members); "" for those not known."""
    found = {letter: [] for letter in ("A", "B", "C", "D", "E", "")}
    for row in rows:
        now = row.player.standing
        found["" if now.since is None else now.grade.value].append(row)
    return [(letter, people) for letter, people in found.items() if people]


@require_http_methods(FORM)
@organiser_required
def settings(request):
    """What organisers set; another rule for reciters is applied to those appointed at once."""
    form = ClubSettings(request.POST if request.method == "POST" else None, instance=request.club)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            form.save()
            if "reciter_rule" in form.changed_data:
                reciters.look_again_at_club(request.club, now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("club-settings", request.club.slug)
    context = {"form": form, "heirs": heirs(request.club), "closing": TypedName()}
    request.club.refresh_from_db(fields=["name"])
    return render(request, "clubs/settings.html", context)


def heirs(club):
    """To whom a club may be handed over."""
    rows = club.members.present().exclude(role=Member.Role.FOUNDER).exclude(role=Member.Role.GUEST)
    return rows.filter(player__person__isnull=False).select_related("player")


@require_http_methods(FORM)
@organiser_required
def strictness(request):
    """Where the club asks for more than the association before somebody rises."""
    club, rules = request.club, in_force(timezone.localdate())
    form = Strictness(rules, club.strictness, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        club.strictness = form.strictness()
        club.save(update_fields=["strictness"])
        messages.success(request, _("Saved. Who may rise is counted by these rules from now on."))
        return redirect("club-promotions", club.slug)
    return render(request, "clubs/strictness.html", {"form": form, "rules": rules})


@require_POST
@organiser_required
def invitation(request):
    """Another invitation link."""
    clubs.renew_invitation(request.club)
    messages.success(request, _("There is a new link. The old one leads nowhere from now on."))
    return redirect("club", request.club.slug)


# Coming --------------------------------------------------------------------------------------------------


@require_http_methods(FORM)
@account_required
def join(request, token):
    """Where an invitation link leads: what one joins; posted, one has joined."""
    club = get_object_or_404(Club, invitation=token)
    member = member_of(club, request.user)
    if member and member.is_present:
        return redirect("club", club.slug)
    if request.method == "POST":
        try:
            members.join(club, request.user, now=timezone.now())
        except RefusedError as refused:
            messages.error(request, str(refused))
            return redirect("clubs")
        messages.success(request, _("You belong to “%(name)s” now.") % {"name": club.name})
        return redirect("club", club.slug)
    return render(request, "clubs/join.html", {"club": club})


@require_POST
@account_required
def ask(request, slug):
    """A stranger's request to join a club that is listed and takes requests."""
    club = get_object_or_404(Club, slug=slug, is_listed=True)
    try:
        members.ask(club, request.user)
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("You have asked to join. An organiser of the club will answer."))
    return redirect("club", club.slug)


# Going ---------------------------------------------------------------------------------------------------


@require_POST
@member_required
def leave(request):
    """Out of the club; one's results stay."""
    if request.POST.get("sure") != "yes":
        messages.error(request, _("Tick the box if you want to leave. Nothing was changed."))
        return redirect("club", request.club.slug)
    try:
        members.end(request.member, now=timezone.now(), is_removed=False)
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("club", request.club.slug)
    messages.success(request, _("You have left “%(name)s”.") % {"name": request.club.name})
    return redirect("clubs")


@require_POST
@founder_required
def hand_over(request):
    """Another founder."""
    to = heirs(request.club).filter(pk=posted_key(request.POST.get("member"))).first()
    try:
        if to is None:
            raise RefusedError(_("Choose somebody who belongs to the club and has an account."))
        roles.hand_over(request.club, to)
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("club-settings", request.club.slug)
    messages.success(request, _("%(name)s leads the club now; you are an organiser.") % {"name": to.player.name})
    return redirect("club", request.club.slug)


@require_POST
@founder_required
def close(request):
    """The club goes, with all that it has kept."""
    name = request.club.name
    try:
        clubs.close(request.club, typed_name=request.POST.get("name", ""))
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("club-settings", request.club.slug)
    messages.success(request, _("“%(name)s” is closed, and nothing of it is left.") % {"name": name})
    return redirect("clubs")
