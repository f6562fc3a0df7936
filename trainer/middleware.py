"""What a person has chosen holds for the whole request: the language and the time zone."""

from zoneinfo import ZoneInfo

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect

from trainer.models import Person


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
