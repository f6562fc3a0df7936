"""Who may see a page. Work needs a person (a guest is one); an account's pages need a name."""

from functools import wraps
from urllib.parse import urlencode

from django.contrib import messages
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect


def person_required(view):
    """Anonymous visitors are asked how to begin first, and come back here."""

    @wraps(view)
    def guarded(request, *args, **kwargs):
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        onward = request.get_full_path() if request.method in ("GET", "HEAD") else reverse("home")
        begin = f"{reverse('begin')}?{urlencode({'next': onward})}"
        # htmx would follow a plain redirect and lay the whole page into the part that it was to change.
        return HttpResponseClientRedirect(begin) if request.htmx else redirect(begin)

    return guarded


def account_required(view):
    """Guests are asked to sign up first: the page is about an account."""

    @wraps(view)
    @person_required
    def guarded(request, *args, **kwargs):
        if not request.user.is_guest:
            return view(request, *args, **kwargs)
        messages.info(request, _("This page needs an account. Signing up keeps all you have done."))
        if request.method not in ("GET", "HEAD"):
            return redirect("sign-up")
        return redirect(f"{reverse('sign-up')}?{urlencode({'next': request.get_full_path()})}")

    return guarded
