"""The pages for people gone astray: they look like the site, and lead on."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.views import defaults


@pytest.mark.parametrize("who", ["alices_browser", "gretas_browser", "nobodys_browser"])
def test_a_page_that_is_not_here_leads_on(who, request):
    page = request.getfixturevalue(who).get("/nowhere/")
    assert page.status_code == 404
    assert "not on the mat" in page.content.decode()
    assert 'href="/"' in page.content.decode()


def test_a_page_that_is_not_yours(alice, rf):
    request = rf.get("/")
    request.user = alice
    page = defaults.permission_denied(request, PermissionDenied())
    assert page.status_code == 403
    assert "not yours to open" in page.content.decode()


def test_a_form_without_its_token():
    page = Client(enforce_csrf_checks=True).post("/account/sign-in/")
    assert page.status_code == 403
    assert "load the page again" in page.content.decode()


@pytest.mark.parametrize(
    ("handler", "status", "says"),
    [(defaults.server_error, 500, "our fault"), (defaults.bad_request, 400, "makes no sense")],
)
def test_a_broken_site_still_has_a_page(handler, status, says):
    """No database, no context: pytest-django forbids the one, and the handler gives none of the other."""
    page = handler(RequestFactory().get("/"), *([ValueError()] if status == 400 else []))
    assert page.status_code == status
    text = page.content.decode()
    assert says in text
    assert 'href="/"' in text
    assert "/static/css/account.css" in text
    assert connection.connection is None or not connection.in_atomic_block


def test_the_broken_page_needs_no_list_of_files(settings):
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    }
    assert "Something broke" in get_template("500.html").render()


def test_an_unexpected_error_shows_it(alice, monkeypatch):
    def breaks(*args):
        raise RuntimeError

    monkeypatch.setattr("trainer.accounts.belongings", breaks)
    browser = Client(raise_request_exception=False)
    browser.force_login(alice)
    page = browser.get("/settings/data/")
    assert page.status_code == 500
    assert "our fault" in page.content.decode()
