"""Voices that clubs share: who may hear which pack (settings.PACK_AUDIENCES)."""

from typing import Any

from django.db.models import QuerySet

from clubs.models import Member
from trainer.models import VoicePack


def shared_with(person: Any) -> QuerySet[VoicePack]:
    """The packs that appointed reciters have given to the clubs of this person."""
    clubs = Member.objects.of(person).present().values("club")
    return VoicePack.objects.filter(clubs__club__in=clubs, clubs__reciter__until=None).distinct()
