"""The settings: what they change at once, and what they refuse."""

from datetime import timedelta

import pytest
from histories import states, with_a_past

from trainer import folding
from trainer.models import Memory
from trainer.srs import memory

GOOD = {
    "language": "vi",
    "time_zone": "Asia/Ho_Chi_Minh",
    "theme": "dark",
    "percent": "90",
    "new_per_day": "7",
    "most_per_day": "80",
    "with_authors": "on",
}


def test_anonymous_visitors_begin_first(nobodys_browser):
    assert nobodys_browser.get("/settings/").url == "/begin/?next=%2Fsettings%2F"
    assert nobodys_browser.post("/settings/", GOOD).url.startswith("/begin/")


@pytest.mark.parametrize("who", ["alice", "greta"])
def test_accounts_and_guests_have_settings(who, request):
    person, browser = request.getfixturevalue(who), request.getfixturevalue(f"{who}s_browser")
    assert browser.get("/settings/").status_code == 200
    assert browser.post("/settings/", GOOD).url == "/settings/"
    person.refresh_from_db()
    assert (person.language, person.time_zone, person.theme) == ("vi", "Asia/Ho_Chi_Minh", "dark")
    assert (person.retention, person.new_per_day, person.most_per_day) == (0.9, 7, 80)
    assert (person.furigana, person.romaji, person.with_verses, person.with_authors) == (False, False, False, True)
    page = browser.get("/settings/")
    assert page.headers["Content-Language"] == "vi"
    assert 'data-theme="dark"' in page.content.decode()


@pytest.mark.parametrize(
    ("theme", "colours"),
    [
        ("light", ['content="#f7f2e4">']),
        ("dark", ['content="#171614">']),
        (
            "",
            [
                'content="#f7f2e4" media="(prefers-color-scheme: light)">',
                'content="#171614" media="(prefers-color-scheme: dark)">',
            ],
        ),
    ],
)
def test_the_browsers_own_frame_follows_the_theme(alice, alices_browser, theme, colours):
    alice.theme = theme
    alice.save()
    page = alices_browser.get("/settings/").content.decode()
    assert page.count('<meta name="theme-color"') == len(colours)
    assert all(f'<meta name="theme-color" {colour}' in page for colour in colours)


def test_each_sees_the_links_that_are_theirs(alices_browser, gretas_browser):
    hers, guests = (browser.get("/settings/").content.decode() for browser in (alices_browser, gretas_browser))
    assert "/account/password/" in hers
    assert "/account/password/" not in guests
    assert "/account/sign-up/" in guests
    for page in (hers, guests):
        assert "/settings/data/" in page
        assert "/settings/delete/" in page
        assert "/account/sign-out/" in page


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("percent", "79"),
        ("percent", "98"),
        ("percent", "ninety"),
        ("percent", ""),
        ("new_per_day", "0"),
        ("new_per_day", "21"),
        ("most_per_day", "9"),
        ("most_per_day", "601"),
        ("time_zone", "Mars/Olympus"),
        ("time_zone", ""),
        ("language", "xx"),
        ("theme", "neon"),
    ],
)
def test_what_is_out_of_bounds_changes_nothing(alice, alices_browser, field, value):
    page = alices_browser.post("/settings/", GOOD | {field: value})
    assert page.status_code == 200
    assert "errorlist" in page.content.decode()
    alice.refresh_from_db()
    assert (alice.language, alice.theme, alice.new_per_day, alice.retention) == ("", "", 5, 0.95)


def test_another_desired_retention_moves_every_due_day(alice, charlie, alices_browser):
    with_a_past(alice)
    with_a_past(charlie)
    Memory.objects.create(person=alice, poem=99, skill="tf-kj")  # shown only
    before, charlies = states(alice), states(charlie)
    alices_browser.post("/settings/", GOOD | {"percent": "80"})
    after = states(alice)
    for item, old in before.items():
        if old is None:
            assert after[item] is None
            continue
        days = memory.interval_days(old.stability, retention=0.80)
        assert after[item].due_on == old.last_day + timedelta(days=days)
        assert after[item].due_on > old.due_on
        assert after[item].stability == old.stability
    assert states(charlie) == charlies


def test_the_same_retention_moves_nothing(alice, alices_browser, monkeypatch):
    monkeypatch.setattr(folding, "reschedule", lambda _person: pytest.fail("nothing to move"))
    assert alices_browser.post("/settings/", GOOD | {"percent": "95"}).status_code == 302


def test_a_reschedule_that_fails_leaves_the_settings(alice, alices_browser, monkeypatch):
    def breaks(person):
        raise RuntimeError

    monkeypatch.setattr(folding, "reschedule", breaks)
    with pytest.raises(RuntimeError):
        alices_browser.post("/settings/", GOOD)
    alice.refresh_from_db()
    assert alice.retention == 0.95


def test_only_get_and_post(alices_browser):
    assert alices_browser.delete("/settings/").status_code == 405


def test_a_zone_that_is_not_in_the_list_stays(alice, alices_browser):
    alice.time_zone = "Etc/GMT-7"
    alice.save()
    assert alices_browser.post("/settings/", GOOD | {"time_zone": "Etc/GMT-7"}).status_code == 302


def test_the_language_switch_at_the_foot_is_kept_with_the_person(alice, alices_browser, nobodys_browser):
    assert alices_browser.post("/i18n/setlang/", {"language": "ja", "next": "/settings/"}).url == "/settings/"
    alice.refresh_from_db()
    assert alice.language == "ja"
    alices_browser.post("/i18n/setlang/", {"language": "xx"})
    alice.refresh_from_db()
    assert alice.language == "ja"
    assert nobodys_browser.post("/i18n/setlang/", {"language": "vi"}).cookies["django_language"].value == "vi"
    assert alices_browser.get("/i18n/setlang/").status_code == 405
    evil = alices_browser.post("/i18n/setlang/", {"language": "en", "next": "https://evil.example/"})
    assert evil.url == "/"


def test_few_questions_to_the_database(alice, alices_browser, django_assert_max_num_queries):
    with_a_past(alice)
    with django_assert_max_num_queries(3):
        alices_browser.get("/settings/")
