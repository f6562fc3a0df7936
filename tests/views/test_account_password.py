"""Another password, another e-mail address, and the letter when the password is forgotten."""

import re
import threading
from urllib.parse import quote

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from trainer.models import Person

PASSWORD = "correct horse battery"
CHANGE = {"old_password": PASSWORD, "new_password1": "eleven wild geese", "new_password2": "eleven wild geese"}
ACCOUNT_PAGES = ["/account/password/", "/account/email/"]


def letters():
    """The letters sent so far; they leave in threads of their own."""
    for thread in threading.enumerate():
        if thread.name == "letter":
            thread.join(timeout=10)
    return mail.outbox


def link_in(letter):
    return re.search(r"https?://testserver(/\S+)", letter.body)[1]


# Changing


@pytest.mark.parametrize("path", ACCOUNT_PAGES)
def test_these_pages_need_an_account(alices_browser, gretas_browser, nobodys_browser, path):
    assert alices_browser.get(path).status_code == 200
    assert gretas_browser.get(path).url == f"/account/sign-up/?next={quote(path, safe='')}"
    assert gretas_browser.post(path, CHANGE).url == "/account/sign-up/"
    assert nobodys_browser.get(path).url.startswith("/begin/?next=")
    assert nobodys_browser.post(path, CHANGE).url.startswith("/begin/")
    assert alices_browser.delete(path).status_code == 405


def test_a_new_password_signs_out_all_other_browsers(alice, alices_browser):
    other = Client()
    other.force_login(alice)
    assert alices_browser.post("/account/password/", CHANGE).url == "/settings/"
    alice.refresh_from_db()
    assert alice.check_password("eleven wild geese")
    assert alices_browser.get("/settings/").status_code == 200
    assert other.get("/settings/").status_code == 302


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"old_password": "guess"}, "This is not your password"),
        ({"new_password2": "another"}, "didn’t match"),
        ({"new_password1": "12345678", "new_password2": "12345678"}, "too common"),
        ({"new_password1": ""}, "required"),
    ],
)
def test_a_wrong_change_changes_nothing(alice, alices_browser, wrong, says):
    page = alices_browser.post("/account/password/", CHANGE | wrong)
    assert says in page.content.decode()
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_the_old_password_cannot_be_guessed(alice, alices_browser):
    for _ in range(6):
        alices_browser.post("/account/password/", CHANGE | {"old_password": "guess"})
    assert "Wait a quarter of an hour" in alices_browser.post("/account/password/", CHANGE).content.decode()
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_the_address_changes_with_the_password_only(alice, alices_browser):
    page = alices_browser.post("/account/email/", {"email": "thief@example.org", "password": "guess"})
    assert "This is not your password" in page.content.decode()
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    assert (
        alices_browser.post("/account/email/", {"email": "new@example.org", "password": PASSWORD}).url == "/settings/"
    )
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    alices_browser.post("/account/email/", {"email": "", "password": PASSWORD})
    alice.refresh_from_db()
    assert alice.email == ""


# Forgotten


def test_a_letter_leads_to_a_new_password(alice, nobodys_browser):
    assert nobodys_browser.post("/account/reset/", {"email": "ALICE@example.org"}).url == "/account/reset/sent/"
    (letter,) = letters()
    assert letter.to == ["alice@example.org"]
    assert letter.subject == "A new password for Naniwazu"
    page = nobodys_browser.get(link_in(letter), follow=True)
    form = page.redirect_chain[-1][0]
    sent = {"new_password1": "eleven wild geese", "new_password2": "eleven wild geese"}
    assert nobodys_browser.post(form, sent).url == "/account/sign-in/"
    alice.refresh_from_db()
    assert alice.check_password("eleven wild geese")
    again = Client().get(link_in(letter), follow=True)
    assert "no longer works" in again.content.decode(), "a link works once"


def test_the_letter_is_in_the_persons_language(alice, nobodys_browser, monkeypatch):
    Person.objects.filter(pk=alice.pk).update(language="vi")
    monkeypatch.setattr("trainer.forms.loader.render_to_string", lambda *_args: str(translation.get_language()))
    nobodys_browser.post("/account/reset/", {"email": "alice@example.org"})
    (letter,) = letters()
    assert (letter.subject, letter.body) == ("vi", "vi")


def test_nobody_learns_whether_an_address_has_an_account(alice, nobodys_browser):
    known = nobodys_browser.post("/account/reset/", {"email": "alice@example.org"})
    unknown = nobodys_browser.post("/account/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert len(letters()) == 1


def test_three_letters_and_no_more(alice, nobodys_browser):
    for _ in range(3):
        nobodys_browser.post("/account/reset/", {"email": "alice@example.org"})
    page = nobodys_browser.post("/account/reset/", {"email": "Alice@example.org"})
    assert "Wait a quarter of an hour" in page.content.decode()
    assert len(letters()) == 3


def test_a_guest_has_no_letter(greta, nobodys_browser):
    Person.objects.filter(pk=greta.pk).update(email="greta@example.org")
    nobodys_browser.post("/account/reset/", {"email": "greta@example.org"})
    assert letters() == []


def test_no_address_is_no_address(nobodys_browser):
    page = nobodys_browser.post("/account/reset/", {"email": "no address"})
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()


@pytest.mark.parametrize(
    "path", ["/account/reset/MQ/abc-123/", "/account/reset/!!/x/", "/account/reset/OTk5OQ/set-password/"]
)
def test_an_invented_link_says_so(nobodys_browser, path):
    page = nobodys_browser.get(path)
    assert page.status_code in (200, 404)
    if page.status_code == 200:
        assert "no longer works" in page.content.decode()


def test_the_pages_of_the_letter(nobodys_browser, gretas_browser, alices_browser):
    for browser in (nobodys_browser, gretas_browser, alices_browser):
        assert browser.get("/account/reset/").status_code == 200
        assert browser.get("/account/reset/sent/").status_code == 200
    assert nobodys_browser.post("/account/reset/sent/").status_code == 405
