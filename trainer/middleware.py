"""What a person has chosen holds for the whole request: the language and the time zone."""

from zoneinfo import ZoneInfo

from django.utils import timezone, translation


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
        return response
