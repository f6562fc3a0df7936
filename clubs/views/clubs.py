"""The clubs a person belongs to."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.models import Member
from trainer.views.guards import person_required


@require_safe
@person_required
def own(request):
    """The clubs of this person, by name."""
    members = Member.objects.of(request.user).present().select_related("club").order_by("club__name")
    return render(request, "clubs/own.html", {"members": members})
