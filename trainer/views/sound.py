"""Sound: is it heard, on which side, how loud; and how late, measured by tapping to a beat, for each device."""

from django import forms
from django.conf import settings as site
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from trainer import calibrations
from trainer.calibrations import FEWEST_TAPS, LEAST_MS, MOST_MS, MOST_SPREAD_MS, MOST_TAPS, Measured
from trainer.models import Calibration
from trainer.views.account import where_to
from trainer.views.guards import person_required

COOKIE = "device"


class MeasuredForm(forms.Form):
    """What the page measured. People do not fill it in, so one sentence answers whatever is wrong with it."""

    offset_ms = forms.FloatField(min_value=LEAST_MS, max_value=MOST_MS)
    spread_ms = forms.FloatField(min_value=0, max_value=MOST_SPREAD_MS)
    taps = forms.IntegerField(min_value=FEWEST_TAPS, max_value=MOST_TAPS)


def device_of(request: HttpRequest) -> str:
    """The key of this browser; empty if it has none, or one that we did not give."""
    key = request.COOKIES.get(COOKIE, "")
    return key if calibrations.is_device(key) else ""


def calibration_of(request: HttpRequest) -> Calibration | None:
    """What this person has measured on this device."""
    device = device_of(request)
    return calibrations.of(request.user, device) if device and request.user.is_authenticated else None


def late_ms(request: HttpRequest) -> float:
    """For a page with a line: how much later than its browser believes this device is heard; 0 if nobody measured."""
    calibration = calibration_of(request)
    return calibration.late_ms if calibration else 0.0


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def sound(request: HttpRequest) -> HttpResponse:
    onward = where_to(request, "")
    if request.method != "POST":
        return render(request, "trainer/sound.html", _context(request, onward))
    if "forget" in request.POST:
        return _forget(request, onward)
    form = MeasuredForm(request.POST)
    if form.is_valid():
        return _keep(request, onward, Measured(**form.cleaned_data))
    messages.error(request, _("That was no measurement: nothing was kept. Tap to the beat once more."))
    return render(request, "trainer/sound.html", _context(request, onward), status=422)


def _context(request: HttpRequest, onward: str) -> dict[str, object]:
    return {
        "calibration": calibration_of(request),
        "onward": onward,
        "least_ms": LEAST_MS,
        "most_ms": MOST_MS,
        "spread_ms": MOST_SPREAD_MS,
    }


def _keep(request: HttpRequest, onward: str, measured: Measured) -> HttpResponse:
    device = device_of(request) or calibrations.new_device()
    calibrations.keep(request.user, device, measured, now=timezone.now())
    messages.success(request, _("Kept for this device. Reactions are now counted from when you hear."))
    response = _back(onward)
    response.set_cookie(
        COOKIE,
        device,
        max_age=site.SESSION_COOKIE_AGE,
        httponly=True,
        secure=site.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


def _forget(request: HttpRequest, onward: str) -> HttpResponse:
    if calibrations.forget(request.user, device_of(request)):
        messages.success(request, _("Forgotten. Reactions on this device are counted from what the browser says."))
    return _back(onward)


def _back(onward: str) -> HttpResponse:
    """To where the person was on the way to, or to this page again."""
    return redirect(onward or reverse("sound"))
