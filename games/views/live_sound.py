"""The sound of a reading at a table of people: opaque, of one size, and sealed where the match is rated."""

from datetime import timedelta

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import live_tables
from games.live import called
from games.models import LiveTable


@never_cache
@require_safe
def sound(request, key, name) -> HttpResponse:
    """For the seats as soon as the reading is called; for those who look on as much later as they are told all else."""
    table = get_object_or_404(LiveTable.objects.select_related("karuta"), pk=key, karuta__isnull=False)
    if live_tables.seat_of(table, request.user) is not None:
        found = called.of(key, name) or called.found(table, name)
    elif live_tables.may_watch(table, request.user):
        found = called.begun(table, name, before=timezone.now() - timedelta(seconds=table.delay_s))
    else:
        raise Http404
    if found is None:
        raise Http404
    return HttpResponse(found.body(), content_type="application/octet-stream")
