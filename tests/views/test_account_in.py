"""Beginning as a guest, signing up, signing in, and a guest's work on its way into an account."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth import get_user
from django.test import Client
from histories import answered, noted, ran, states, with_a_past

from games import own_rules
from games.models import Flag, Hall, KarutaMatch, LiveTable, Match, OwnRules, Seat, UsualPlaces
from games.rules.koikoi.options import Options
from tests.games.koikoi_laid import laid_match
from trainer import accounts
from trainer.drills import remember_anew
from trainer.models import (
    Attempt,
    Calibration,
    Memory,
    Mnemonic,
    Person,
    Question,
    Recitation,
    Review,
    Run,
    VoicePack,
    Wish,
)
from trainer.srs import memory
from trainer.srs.grading import Grade
from trainer.srs.skills import Skill

PASSWORD = "correct horse battery"
NEW = {"username": "daisy", "email": "", "password1": "eleven wild geese", "password2": "eleven wild geese"}


def whoever(browser):
    """Who is signed in there, or None."""
    request = type("Request", (), {"session": browser.session})()
    person = get_user(request)
    return person if person.is_authenticated else None


# Begin


def test_anybody_is_asked_how_to_begin(nobodys_browser):
    page = nobodys_browser.get("/begin/?next=/learn/3/")
    assert page.status_code == 200
    assert b'value="/learn/3/"' in page.content
    assert b"/account/sign-in/?next=%2Flearn%2F3%2F" in page.content


def test_a_guest_begins_in_the_time_zone_of_the_browser_and_goes_on(nobodys_browser):
    page = nobodys_browser.post("/begin/", {"next": "/learn/3/", "time_zone": "Asia/Saigon"})
    assert (page.status_code, page.url) == (302, "/learn/3/")
    guest = whoever(nobodys_browser)
    assert guest.is_guest
    assert guest.time_zone == "Asia/Saigon"


def test_whoever_comes_back_once_a_month_is_never_sent_away(nobodys_browser, time_machine):
    """The cookie is the only way to a guest's work, and browsers keep none longer than 400 days."""
    begun = datetime(2026, 3, 1, 12, tzinfo=UTC)
    time_machine.move_to(begun, tick=False)
    nobodys_browser.post("/begin/", {})
    guest = whoever(nobodys_browser)
    renewed = 0
    for days in range(10, 810, 10):
        time_machine.move_to(begun + timedelta(days=days), tick=False)
        renewed += "sessionid" in nobodys_browser.get("/").cookies
        assert whoever(nobodys_browser) == guest, days
    assert renewed == 26  # every 30 days, and no more: each is a row to write


@pytest.mark.parametrize("said", ["", "Mars/Olympus", "../../etc/passwd", "x" * 300])
def test_a_time_zone_that_there_is_not_becomes_utc(nobodys_browser, said):
    nobodys_browser.post("/begin/", {"time_zone": said})
    assert whoever(nobodys_browser).time_zone == "UTC"


@pytest.mark.parametrize("path", ["/begin/", "/account/sign-up/", "/account/sign-in/"])
@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example",
        "javascript:alert(1)",
        "/\\evil.example",
        "nowhere",
        "lesson",
        "0",
        "a\0",
    ],
)
def test_no_door_leads_astray(alices_browser, nobodys_browser, path, target):
    assert alices_browser.get(path, {"next": target}).url == "/"
    answer = nobodys_browser.post(path, NEW | {"username": "alice", "password": PASSWORD, "next": target})
    assert answer.get("Location", "/") == "/"


def test_who_is_here_already_is_sent_on(alices_browser, gretas_browser):
    assert alices_browser.get("/begin/?next=/poems/").url == "/poems/"
    assert gretas_browser.post("/begin/").url == "/"
    assert Person.objects.count() == 2
    assert alices_browser.get("/account/sign-up/").url == "/"
    assert alices_browser.post("/account/sign-up/", NEW).url == "/"
    assert not Person.objects.filter(username="daisy").exists()


@pytest.mark.parametrize("path", ["/begin/", "/account/sign-up/", "/account/sign-in/"])
def test_only_get_and_post(nobodys_browser, path):
    assert nobodys_browser.delete(path).status_code == 405
    assert nobodys_browser.head(path).status_code == 200


# Sign up


def test_a_guests_row_becomes_the_account(greta, gretas_browser):
    with_a_past(greta)
    before = states(greta)
    assert gretas_browser.post("/account/sign-up/", NEW | {"email": "d@example.org"}).url == "/"
    daisy = Person.objects.get(username="daisy")
    assert daisy.pk == greta.pk
    assert not daisy.is_guest
    assert daisy.email == "d@example.org"
    assert daisy.check_password("eleven wild geese")
    assert states(daisy) == before
    assert (daisy.reviews.count(), daisy.runs.count(), daisy.mnemonics.count()) == (5, 1, 1)
    assert whoever(gretas_browser) == daisy, "the session goes on"


def test_somebody_anonymous_gets_a_new_account(nobodys_browser):
    nobodys_browser.post("/account/sign-up/", NEW | {"time_zone": "Europe/Paris", "next": "/poems/"})
    daisy = whoever(nobodys_browser)
    assert (daisy.username, daisy.is_guest, daisy.time_zone) == ("daisy", False, "Europe/Paris")


@pytest.mark.parametrize("name", ["daisy duck", "daisy!", "デイジー　ダック"])
def test_a_name_of_two_words_is_told_plainly_that_it_must_be_one(nobodys_browser, name):
    page = nobodys_browser.post("/account/sign-up/", NEW | {"username": name}).content.decode()
    assert "No spaces: a name is one word" in page
    assert not Person.objects.exists()


@pytest.mark.parametrize(
    ("taken", "wished"), [("alice", "Alice"), ("Đức", "đức"), ("straße", "STRASSE"), ("alice", "ａｌｉｃｅ")]
)
def test_names_that_differ_only_by_case_are_one_name(nobodys_browser, alice, taken, wished):
    Person.objects.filter(pk=alice.pk).delete()
    Person.objects.create_user(taken, "", PASSWORD)
    page = nobodys_browser.post("/account/sign-up/", NEW | {"username": wished})
    assert page.status_code == 200
    assert "is taken" in page.content.decode()
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"username": ""}, "This field is required"),
        ({"username": "two words"}, "No spaces: a name is one word"),
        ({"username": "x" * 151}, "at most 150 characters"),
        ({"email": "not an address"}, "valid email address"),
        ({"password2": "eleven wild ducks"}, "didn’t match"),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password1", "password2": "password1"}, "too common"),
        ({"password1": "daisy-daisy", "password2": "daisy-daisy", "username": "daisy-daisy"}, "too similar"),
    ],
)
def test_a_wrong_form_says_what_is_wrong_and_changes_nothing(greta, gretas_browser, wrong, says):
    page = gretas_browser.post("/account/sign-up/", NEW | wrong)
    assert page.status_code == 200
    assert says in page.content.decode()
    greta.refresh_from_db()
    assert greta.is_guest
    assert Person.objects.count() == 1


def test_the_form_sent_twice_makes_one_account_and_ends_signed_in(nobodys_browser):
    nobodys_browser.post("/account/sign-up/", NEW)
    second_click = Client()  # it left before the answer to the first brought the cookie
    assert second_click.post("/account/sign-up/", NEW).url == "/"
    assert Person.objects.count() == 1
    assert whoever(second_click).username == "daisy"


def test_a_taken_name_with_another_password_stays_out(alice, gretas_browser, greta):
    page = gretas_browser.post("/account/sign-up/", NEW | {"username": "alice"})
    assert page.status_code == 200
    assert whoever(gretas_browser) == greta
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_a_row_is_claimed_once(greta):
    accounts.claim(greta, username="first", email="", password="x")
    with pytest.raises(accounts.NotAGuestError):
        accounts.claim(greta, username="second", email="", password="y")
    assert Person.objects.get(pk=greta.pk).username == "first"


# Sign in


def test_signing_in_does_not_ask_for_capitals(alice, nobodys_browser):
    assert nobodys_browser.post("/account/sign-in/", {"username": "ALICE", "password": PASSWORD}).url == "/"
    assert whoever(nobodys_browser) == alice


def test_signing_in_goes_on_to_where_one_was_going(alice, nobodys_browser):
    sent = {"username": "alice", "password": PASSWORD, "next": "/poems/7/"}
    assert nobodys_browser.post("/account/sign-in/", sent).url == "/poems/7/"


@pytest.mark.parametrize("username", ["alice", "nobody-of-that-name"])
def test_a_wrong_password_and_a_wrong_name_get_the_same_answer(alice, nobodys_browser, username):
    page = nobodys_browser.post("/account/sign-in/", {"username": username, "password": "wrong"})
    assert page.status_code == 200
    assert "This name and password do not belong together" in page.content.decode()
    assert whoever(nobodys_browser) is None


def test_a_guest_cannot_be_signed_in_to(greta, nobodys_browser):
    nobodys_browser.post("/account/sign-in/", {"username": greta.username, "password": ""})
    nobodys_browser.post("/account/sign-in/", {"username": greta.username, "password": "!"})
    assert whoever(nobodys_browser) is None


def test_after_six_wrong_passwords_even_the_right_one_waits(alice, nobodys_browser, time_machine):
    time_machine.move_to("2026-03-01 12:00:00Z", tick=False)
    for _ in range(6):
        assert nobodys_browser.post("/account/sign-in/", {"username": "Alice", "password": "x"}).status_code == 200
    right = {"username": "alice", "password": PASSWORD}
    page = nobodys_browser.post("/account/sign-in/", right)
    assert page.status_code == 429
    assert "Wait a quarter of an hour" in page.content.decode()
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert elsewhere.post("/account/sign-in/", right).status_code == 302, "Alice herself is not locked out"
    time_machine.move_to("2026-03-01 12:14:00Z", tick=False)
    for _ in range(6):
        assert nobodys_browser.post("/account/sign-in/", right).status_code == 429, "refused, and not counted"
    time_machine.move_to("2026-03-01 12:15:01Z", tick=False)
    assert nobodys_browser.post("/account/sign-in/", right).status_code == 302


def test_one_address_cannot_try_many_names(alice, nobodys_browser):
    for number in range(60):
        nobodys_browser.post("/account/sign-in/", {"username": f"name{number}", "password": "x"})
    page = nobodys_browser.post("/account/sign-in/", {"username": "alice", "password": PASSWORD})
    assert page.status_code == 429


def test_an_ipv6_sender_has_one_address_however_many_it_makes_up(alice):
    for number in range(6):
        browser = Client(REMOTE_ADDR=f"2001:db8:1:2::{number}")
        browser.post("/account/sign-in/", {"username": "alice", "password": "x"})
    last = Client(REMOTE_ADDR="2001:db8:1:2:ffff::1")
    assert last.post("/account/sign-in/", {"username": "alice", "password": PASSWORD}).status_code == 429


def test_tries_name_nobody(alice, nobodys_browser):
    nobodys_browser.post("/account/sign-in/", {"username": "alice", "password": "x"})
    kept = " ".join(Attempt.objects.values_list("key", flat=True))
    assert len(kept) == 3 * 64 + 2
    assert "alice" not in kept
    assert "127.0.0.1" not in kept


# A guest's work into an account


def sign_in(browser, username="alice", password=PASSWORD):
    return browser.post("/account/sign-in/", {"username": username, "password": password})


def test_a_guests_work_comes_along(alice, greta, gretas_browser):
    with_a_past(greta)
    answered(alice, 57, day=0)
    remember_anew(alice)
    memories = states(alice) | states(greta)
    assert sign_in(gretas_browser).url == "/"
    assert whoever(gretas_browser) == alice
    assert not Person.objects.filter(pk=greta.pk).exists()
    assert states(alice) == memories
    assert (alice.reviews.count(), alice.runs.count(), alice.mnemonics.count()) == (6, 1, 1)
    assert alice.runs.get().turns.count() == 2


def test_a_day_on_which_both_answered_counts_once_and_the_earlier_answer_counts(alice, greta, gretas_browser):
    answered(alice, 74, day=0, hour=9, grade=3)
    answered(alice, 74, day=2, hour=18, grade=3)
    answered(greta, 74, day=0, hour=15, grade=1)  # later that day: does not count
    answered(greta, 74, day=2, hour=8, grade=1)  # earlier that day: counts, and Alice's no longer does
    answered(greta, 74, day=5, hour=8, grade=3)
    remember_anew(alice)
    remember_anew(greta)
    sign_in(gretas_browser)

    uninterrupted = None
    for line in alice.reviews.order_by("answered_at"):
        if (line.day.day, line.answered_at.hour) in {(1, 9), (3, 8), (6, 8)}:
            uninterrupted = memory.review(
                uninterrupted,
                memory.Answer(line.day, Grade(line.grade), line.elapsed_ms, line.day_fraction),
                target_ms=Skill.TORIFUDA_TO_KIMARIJI.target_ms,
            )
    assert states(alice) == {(74, "tf-kj"): uninterrupted}
    assert alice.reviews.count() == 5, "nothing is lost from the log"
    assert alice.reviews.filter(counted=True).count() == 3


def test_the_memories_follow_the_accounts_desired_retention(alice, greta):
    answered(greta, 74, day=0, grade=4)
    remember_anew(greta)
    Person.objects.filter(pk=alice.pk).update(retention=0.80)
    before = greta.memories.get().due_on
    accounts.merge(guest=greta, into=alice)
    assert alice.memories.get().due_on > before, "less sure: later"


def test_equal_notes_are_not_doubled_and_shown_poems_come_along(alice, greta):
    noted(alice, 87, "mist")
    noted(greta, 87, "mist")
    noted(greta, 87, "evening in autumn")
    Memory.objects.create(person=greta, poem=18, skill="tf-kj")
    Memory.objects.create(person=alice, poem=57, skill="tf-kj")
    Memory.objects.create(person=greta, poem=57, skill="tf-kj")
    accounts.merge(guest=greta, into=alice)
    assert sorted(alice.mnemonics.values_list("text", flat=True)) == ["evening in autumn", "mist"]
    assert states(alice) == {(18, "tf-kj"): None, (57, "tf-kj"): None}


def test_an_open_question_comes_along_unless_that_sitting_has_one(alice, greta, django_user_model):
    def asked(person, sitting):
        return Question.objects.create(
            person=person, sitting=sitting, skill="tf-kj", subject=1, poem=1, asked_at="2026-03-01T10:00:00Z"
        )

    asked(alice, "today")
    asked(greta, "today")
    asked(greta, "lesson-1")
    accounts.merge(guest=greta, into=alice)
    assert sorted(alice.questions.values_list("sitting", flat=True)) == ["lesson-1", "today"]
    assert Question.objects.count() == 2


def test_a_merge_that_fails_changes_nothing(alice, greta, gretas_browser, monkeypatch):
    with_a_past(greta)
    before = states(greta)

    def breaks(person):
        raise RuntimeError

    monkeypatch.setattr("trainer.folding.fold_together", breaks)
    with pytest.raises(RuntimeError):
        sign_in(gretas_browser)
    assert states(greta) == before
    assert greta.reviews.count() == 5
    assert alice.reviews.count() == 0
    assert whoever(gretas_browser) == greta


def test_signing_in_twice_at_once_merges_once(alice, greta, gretas_browser):
    with_a_past(greta)
    second_click = Client()
    second_click.cookies = gretas_browser.cookies.copy()
    sign_in(gretas_browser)
    assert sign_in(second_click).status_code == 302
    assert alice.reviews.count() == 5


def test_a_guest_who_signed_up_in_another_tab_meanwhile_is_not_merged(alice, greta, gretas_browser, monkeypatch):
    with_a_past(greta)
    merge = accounts.merge

    def too_late(*, guest, into):
        accounts.claim(guest, username="greta", email="", password=PASSWORD)
        return merge(guest=guest, into=into)

    monkeypatch.setattr(accounts, "merge", too_late)
    assert sign_in(gretas_browser).url == "/"
    assert whoever(gretas_browser) == alice
    assert Person.objects.get(username="greta").reviews.count() == 5


def test_only_a_guest_is_merged_and_only_into_an_account(alice, charlie, greta):
    with_a_past(charlie)
    for guest, into in ((charlie, alice), (greta, greta), (alice, greta)):
        with pytest.raises(accounts.NotAGuestError):
            accounts.merge(guest=guest, into=into)
    assert charlie.reviews.count() == 5


def test_the_other_peoples_work_stays_theirs(alice, charlie, greta, gretas_browser):
    with_a_past(charlie)
    with_a_past(greta)
    before = states(charlie)
    sign_in(gretas_browser)
    assert states(charlie) == before
    assert (charlie.reviews.count(), charlie.runs.count()) == (5, 1)


def test_a_guests_games_and_rules_come_along(alice, greta, gretas_browser):
    match = laid_match(greta)
    own_rules.save(greta, Options(gokou=15))
    sign_in(gretas_browser)
    assert alice.matches.get() == match
    assert match.events.count() == 2
    assert own_rules.of(alice) == Options(gokou=15)


def test_the_accounts_own_rules_win(alice, greta, gretas_browser):
    own_rules.save(alice, Options(gokou=12))
    own_rules.save(greta, Options(gokou=15))
    laid_match(greta)
    sign_in(gretas_browser)
    assert own_rules.of(alice) == Options(gokou=12)


def test_all_that_hangs_on_a_person_is_known_to_the_merge():
    """A new table with a person must be moved too: add it to accounts.merge, then here."""
    ours = ("trainer", "games")
    hanging = {
        each.related_model for each in Person._meta.related_objects if each.related_model._meta.app_label in ours
    }
    games = {Match, OwnRules, KarutaMatch, UsualPlaces, LiveTable, Seat, Hall}
    games |= {Flag}  # whoever looks at one is no guest
    assert hanging == {Memory, Question, Review, Mnemonic, Run, Recitation, Wish, Calibration, VoicePack} | games


def test_a_guest_with_nothing_just_signs_in(alice, greta, gretas_browser):
    page = gretas_browser.post("/account/sign-in/", {"username": "alice", "password": PASSWORD}, follow=True)
    assert "as a guest" not in page.content.decode()
    assert not Person.objects.filter(pk=greta.pk).exists()


def test_the_sign_in_page_tells_a_guest_that_the_work_comes_along(greta, gretas_browser, nobodys_browser):
    ran(greta)
    assert "comes along" in gretas_browser.get("/account/sign-in/").content.decode()
    assert "comes along" not in nobodys_browser.get("/account/sign-in/").content.decode()
