"""The sound of a reading at a table of people, for those who sit there."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.karuta import sealed, sounds
from games.live import called
from games.models import LiveTable
from trainer.views.guards import person_required


@never_cache
@require_safe
@person_required
def sound(request, key, name) -> HttpResponse:
    """The opaque sound of a reading that has been called, sealed at a rated table."""
    tables = LiveTable.objects.select_related("karuta")
    found = called.of(get_object_or_404(tables, pk=key, seats__person=request.user), name)
    if found is None:
        raise Http404
    if found.is_sealed:
        body = sealed.seal(found.match, found.reading, found.poem)
    else:
        body = sounds.envelope(found.match, found.poem)
    return HttpResponse(body, content_type="application/octet-stream")
