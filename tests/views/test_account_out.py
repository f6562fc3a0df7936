"""Signing out, and leaving for good."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from histories import ran, with_a_past

from games.karuta import places
from trainer import accounts
from trainer.models import Memory, Mnemonic, Person, Question, Review, Run, Turn

PASSWORD = "correct horse battery"


def is_signed_in(browser):
    return "_auth_user_id" in browser.session


# Sign out


def test_an_account_signs_out_and_keeps_everything(alice, alices_browser):
    with_a_past(alice)
    assert alices_browser.post("/account/sign-out/").url == "/"
    assert not is_signed_in(alices_browser)
    assert alice.reviews.count() == 5


def test_a_guest_with_work_is_warned_first(greta, gretas_browser):
    with_a_past(greta)
    page = gretas_browser.post("/account/sign-out/")
    assert page.status_code == 200
    assert "lose your work" in page.content.decode()
    assert "/account/sign-up/" in page.content.decode()
    assert is_signed_in(gretas_browser)
    assert greta.reviews.count() == 5


def test_places_laid_out_and_matches_of_karuta_are_work_and_are_called_so(greta, gretas_browser):
    places.save(greta, places.plain(), now=greta.date_joined)
    assert "Usual places" in gretas_browser.post("/account/sign-out/").content.decode()
    gretas_browser.post("/karuta/", {"game": "kyogi", "who": "E", "voice": ""})
    had = accounts.belongings(greta)
    assert (had.places, had.karuta_matches, had.matches) == (1, 1, 0)
    assert "Matches of karuta" in gretas_browser.post("/account/sign-out/").content.decode()
    assert is_signed_in(gretas_browser)


def test_a_warned_guest_who_is_sure_is_gone(greta, gretas_browser):
    with_a_past(greta)
    assert gretas_browser.post("/account/sign-out/", {"sure": "yes"}).url == "/"
    assert not is_signed_in(gretas_browser)
    assert not Person.objects.exists()
    assert not Review.objects.exists()


def test_a_guest_without_work_needs_no_warning(greta, gretas_browser):
    assert gretas_browser.post("/account/sign-out/").url == "/"
    assert not Person.objects.exists()


def test_a_link_signs_nobody_out(alices_browser):
    assert alices_browser.get("/account/sign-out/").status_code == 405
    assert is_signed_in(alices_browser)


def test_signing_out_twice_is_no_error(alices_browser, nobodys_browser):
    alices_browser.post("/account/sign-out/")
    assert alices_browser.post("/account/sign-out/").url == "/"
    assert nobodys_browser.post("/account/sign-out/").url == "/"


# Delete


def test_anonymous_visitors_have_nothing_to_delete(nobodys_browser):
    assert nobodys_browser.get("/settings/delete/").url == "/begin/?next=%2Fsettings%2Fdelete%2F"
    assert nobodys_browser.post("/settings/delete/", {"password": "x", "sure": "on"}).status_code == 302


def test_the_page_says_what_would_go(alice, alices_browser):
    with_a_past(alice)
    page = alices_browser.get("/settings/delete/").content.decode()
    assert '<dd class="num">5</dd>' in page
    assert 'type="password"' in page


def test_an_account_goes_with_its_password_and_nothing_is_left(alice, charlie, alices_browser):
    with_a_past(alice)
    with_a_past(charlie)
    Question.objects.create(
        person=alice, sitting="today", skill="tf-kj", subject=1, poem=1, asked_at="2026-03-01T10:00:00Z"
    )
    second_browser = Client()
    second_browser.force_login(alice)
    page = alices_browser.post("/settings/delete/", {"password": PASSWORD}, follow=True)
    text = page.content.decode()
    assert "5 answers" in text
    assert "2 cards" in text
    assert "1 runs" in text
    assert not is_signed_in(alices_browser)
    assert second_browser.get("/settings/").status_code == 302, "her other browsers are signed out"
    assert list(Person.objects.all()) == [charlie]
    for model in (Review, Memory, Run, Mnemonic):
        assert model.objects.exists()
        assert set(model.objects.values_list("person", flat=True)) == {charlie.pk}
    assert Turn.objects.count() == 2
    assert not Question.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"password": ""}, {"password": "wrong"}, {"sure": "on"}])
def test_without_the_password_nothing_goes(alice, alices_browser, sent):
    with_a_past(alice)
    page = alices_browser.post("/settings/delete/", sent)
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()
    assert alice.reviews.count() == 5
    assert is_signed_in(alices_browser)


def test_the_password_cannot_be_guessed_here_either(alice, alices_browser):
    for _ in range(6):
        alices_browser.post("/settings/delete/", {"password": "wrong"})
    page = alices_browser.post("/settings/delete/", {"password": PASSWORD})
    assert "Wait a quarter of an hour" in page.content.decode()
    assert Person.objects.filter(pk=alice.pk).exists()


def test_a_guest_ticks_a_box(greta, gretas_browser):
    ran(greta)
    assert "Tick the box" in gretas_browser.post("/settings/delete/", {}).content.decode()
    assert Person.objects.exists()
    assert gretas_browser.post("/settings/delete/", {"sure": "on"}).url == "/"
    assert not Person.objects.exists()
    assert not Session.objects.filter(session_key=gretas_browser.session.session_key).exists()


def test_deleting_twice_is_no_error(greta, gretas_browser):
    gretas_browser.post("/settings/delete/", {"sure": "on"})
    assert gretas_browser.post("/settings/delete/", {"sure": "on"}).status_code == 302


def test_a_link_deletes_nothing(greta, gretas_browser):
    gretas_browser.get("/settings/delete/?sure=on")
    assert gretas_browser.delete("/settings/delete/").status_code == 405
    assert Person.objects.filter(pk=greta.pk).exists()
