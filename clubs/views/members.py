"""The people of a club: who they are, recording those without an account, roles, links to claim, going."""

from django.contrib import messages
from django.db import transaction
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import claims, grading, members, roles, standing
from clubs.forms.members import MemberDetails, NewMember, OwnPlayer
from clubs.models import GradeEntry, Member, Player
from clubs.refusals import RefusedError
from clubs.views.clubs import SLOTS, by_class
from clubs.views.guards import full_member_required, member_in, organiser_required, present_in
from trainer.views.guards import account_required

FORM = ["GET", "HEAD", "POST"]


@require_safe
@full_member_required
def roll(request):
    """Everybody in the club by class; for organisers also who asks and who has left."""
    rows = list(request.club.members.present().select_related("player"))
    standing.attach([row.player for row in rows])
    context = {"classes": by_class(rows), "count": len(rows), "asking": (), "former": ()}
    if request.member.runs_the_club:
        others = request.club.members.select_related("player")
        context["asking"] = others.asking()
        context["former"] = others.filter(joined_on__isnull=False, left_on__isnull=False).exclude(player__name="")
    return render(request, "clubs/members.html", context)


@require_safe
@full_member_required
def one(request, key):
    """A member: class with its history, placings; for organisers what the club keeps of them."""
    member = member_in(request, key)
    player = member.player
    standing.attach([player])
    link = request.build_absolute_uri(reverse("club-claim", args=[member.claim])) if member.claim else ""
    context = {
        "slots": SLOTS,
        "one": member,
        "log": log_of(player),
        "placings": player.placings.order_by("-held_on"),
        "recites": request.club.reciters.filter(player=player).order_by("-since"),
        "roles": [(role, Member.Role(role).label) for role in roles.may_give(request.member)],
        "may_change_role": member.is_present and member.role in roles.may_give(request.member),
        "link": link if request.member.runs_the_club else "",
    }
    return render(request, "clubs/member.html", context)


def log_of(player):
    """The lines of a player's log, the newest first, with what has amended them."""
    rows = player.grades.select_related("club", "recorded_by__player", "amends").prefetch_related("amendments")
    lines = sorted(rows, key=lambda row: (row.since, row.recorded_at), reverse=True)
    for line in lines:
        line.is_replaced = bool(line.amendments.all())
    return lines


# Recording -----------------------------------------------------------------------------------------------


@require_http_methods(FORM)
@organiser_required
def new(request):
    """A member without an account. Where a name is there already, somebody has to say that it is somebody else."""
    form = NewMember(request.POST if request.method == "POST" else None)
    alike = []
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        known = request.club.members.filter(pk=given["key"]).exists()  # the button pressed twice
        alike = [] if known else members.alike(request.club, given["name"], given["kana"])
        if not alike or given["is_somebody_else"]:
            return _recorded(request, form)
    return render(request, "clubs/member_new.html", {"form": form, "alike": alike}, status=422 if alike else 200)


def _recorded(request, form):
    given, now = form.cleaned_data, timezone.now()
    try:
        with transaction.atomic():
            member = members.record(
                request.club, given["key"], of_player=form.of_player(), of_member=form.of_member(), now=now
            )
            if given["grade"] and not member.player.grades.exists():
                grading.enter(
                    member.player,
                    grade=given["grade"],
                    dan=given["dan"],
                    since=member.joined_on,
                    reason=GradeEntry.Reason.CONFIRMED,
                    evidence="",
                    club=request.club,
                    by=request.user,
                    now=now,
                )
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("member-new", request.club.slug)
    messages.success(request, _("%(name)s is recorded.") % {"name": member.player.name})
    return redirect("member", request.club.slug, member.pk)


@require_http_methods(FORM)
@organiser_required
def edit(request, key):
    """What the club keeps of a member; of somebody without an account also the name."""
    member = present_in(request, key)
    has_account = member.player.person_id is not None
    initial = {name: getattr(member.player, name) for name in MemberDetails.OF_PLAYER}
    initial |= {name: getattr(member, name) for name in MemberDetails.OF_MEMBER}
    form = MemberDetails(request.POST if request.method == "POST" else None, initial=initial, has_account=has_account)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            of_player = form.of_player()
            if of_player:  # an account may have claimed the player meanwhile: then the name is theirs
                Player.objects.filter(pk=member.player_id, person=None).update(**of_player)
            of_member = form.of_member()
            of_member["joined_on"] = of_member["joined_on"] or member.joined_on
            Member.objects.filter(pk=member.pk).update(**of_member)
        messages.success(request, _("Saved."))
        return redirect("member", request.club.slug, member.pk)
    return render(request, "clubs/member_edit.html", {"form": form, "one": member})


# Answers, roles, going -----------------------------------------------------------------------------------


@require_POST
@organiser_required
def answer(request, key):
    """Accept or decline who has asked."""
    member, now = member_in(request, key), timezone.now()
    try:
        if request.POST.get("do") == "accept":
            members.accept(member, now=now)
            messages.success(request, _("%(name)s belongs to the club now.") % {"name": member.player.name})
        elif request.POST.get("do") == "decline":
            members.decline(member, now=now)
            messages.info(request, _("The request of %(name)s is declined.") % {"name": member.player.name})
        else:
            messages.error(request, _("Accept or decline. Nothing was changed."))
    except RefusedError as refused:
        messages.error(request, str(refused))
    return redirect("club-members", request.club.slug)


@require_POST
@organiser_required
def role(request, key):
    """Another role for a member."""
    member = member_in(request, key)
    try:
        roles.give(member, request.POST.get("role", ""), by=request.member)
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Saved."))
    return redirect("member", request.club.slug, member.pk)


@require_POST
@organiser_required
def remove(request, key):
    """Somebody is a former member from now on. Organisers are removed by the founder alone."""
    member = member_in(request, key)
    if request.POST.get("sure") != "yes":
        messages.error(request, _("Tick the box if this member is to be removed. Nothing was changed."))
        return redirect("member", request.club.slug, member.pk)
    try:
        if member.is_present and member.role not in roles.may_give(request.member):
            raise RefusedError(_("You cannot remove this member."))
        members.end(member, now=timezone.now(), is_removed=True)
    except RefusedError as refused:
        messages.error(request, str(refused))
        return redirect("member", request.club.slug, member.pk)
    messages.success(request, _("%(name)s is a former member now. The results stay.") % {"name": member.player.name})
    return redirect("club-members", request.club.slug)


# Links to claim ------------------------------------------------------------------------------------------


@require_POST
@organiser_required
def link(request, key):
    """A link by which the owner claims a recorded member; or none any more."""
    member = member_in(request, key)
    try:
        if request.POST.get("do") == "withdraw":
            claims.withdraw_link(member)
            messages.success(request, _("The link leads nowhere from now on."))
        else:
            claims.make_link(member)
            messages.success(request, _("There is a link now. Give it to nobody but its owner."))
    except RefusedError as refused:
        messages.error(request, str(refused))
    return redirect("member", request.club.slug, member.pk)


@require_http_methods(FORM)
@account_required
def claim(request, token):
    """Where such a link leads: who is claimed, and what becomes of it; posted, it has."""
    member = claims.offered(token)
    if member is None:
        messages.error(request, _("This link has been used already, or an organiser has withdrawn it."))
        return redirect("clubs")
    own = Player.objects.filter(person=request.user).first()
    against = claims.reasons_against(member.player, own) if own else []
    if request.method == "POST":
        try:
            claimed = claims.claim(token, request.user, now=timezone.now())
        except RefusedError as refused:
            messages.error(request, str(refused))
            return redirect("clubs")
        messages.success(request, _("This is you now, in “%(name)s”.") % {"name": claimed.club.name})
        return redirect("club", claimed.club.slug)
    context = {"one": member, "own": own, "against": against, "counts": claims.counts(member.player)}
    return render(request, "clubs/claim.html", context)


# Oneself -------------------------------------------------------------------------------------------------


@require_http_methods(FORM)
@account_required
def oneself(request):
    """How one appears in one's clubs, and to everybody else; and one's log of class and dan."""
    player = Player.objects.filter(person=request.user).first()
    shown = player or Player(name=request.user.username)
    if request.method == "POST":
        shown = members.player_of(request.user)
        form = OwnPlayer(request.POST, instance=shown)
        if form.is_valid():
            form.save()
            messages.success(request, _("Saved."))
            return redirect("club-me")
    else:
        form = OwnPlayer(instance=shown)
    if player:
        standing.attach([player])
    context = {"form": form, "player": player, "log": log_of(player) if player else []}
    return render(request, "clubs/me.html", context)
