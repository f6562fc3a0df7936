"""What a person has chosen holds for the whole request: the language and the time zone. Who comes back stays in."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect

from trainer.models import Person

RENEWED_EVERY = timedelta(days=30)
RENEWED_AT = "renewed_at"


class PersonMiddleware:
    """After authentication: a person's own language wins over the browser's; clocks show the person's time."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        person = request.user
        if not person.is_authenticated:
            return self.get_response(request)
        if person.language:
            translation.activate(person.language)
            request.LANGUAGE_CODE = person.language
        _renew(request)
        with timezone.override(ZoneInfo(person.time_zone)):
            response = self.get_response(request)
        if person.language:
            response.headers["Content-Language"] = person.language
        patch_cache_control(response, private=True)  # no proxy keeps one person's page for another
        return response

    def process_exception(self, request, exception):
        """Another tab has signed the guest in, or deleted the account, while this request was on its way.

        Nothing is done to the session: the browser may hold the cookie of the new one by now.
        """
        if not isinstance(exception, ObjectDoesNotExist | IntegrityError) or not request.user.is_authenticated:
            return None
        if Person.objects.filter(pk=request.user.pk).exists():
            return None
        return HttpResponseClientRedirect(reverse("begin")) if request.htmx else redirect("begin")


def _renew(request):
    """Let the session begin anew once a month: its cookie is the only way to a guest's work, and it ends some day.

    Django counts a session's age from the last change in it, and a learner's visits change nothing there.
    """
    last, now = request.session.get(RENEWED_AT), timezone.now()
    begun = datetime.fromisoformat(last) if last else request.user.last_login or request.user.date_joined
    if now - begun >= RENEWED_EVERY:
        request.session[RENEWED_AT] = now.isoformat()
