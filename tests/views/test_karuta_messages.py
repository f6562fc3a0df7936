"""What a page of a match posts and is told: by its owner, a stranger, and nobody; in time, late, and garbled."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.karuta import matches
from games.karuta.players import Kind, Player
from games.models import KarutaEvent
from games.rules.karuta.events import Ready
from games.rules.karuta.variants import KYOGI, kyogi, replace

TEMPO = "free-1000-400-600-1400"
POSTED = ("act", "read", "touch", "close", "void", "pause", "listen")


@pytest.fixture
def table(alice):
    setup = kyogi(replace(KYOGI, memorise_ms=0, swing_ms=0))
    players = (Player(), Player(Kind.BOT, who="E"))
    now = timezone.now() - timedelta(minutes=1)
    match = matches.begin(person=alice, setup=setup, players=players, voice="", tempo=TEMPO, now=now, seed=1)
    begun = matches.load(match)
    return matches.act(begun, Ready(0), seen=len(begun.events), now=now)


def url(table, view, **more):
    return reverse(f"karuta-{view}", kwargs={"key": table.match.key} | more)


def post(browser, table, name, **message):
    answer = browser.post(url(table, name), json.dumps(message), content_type="application/json")
    return answer.status_code, json.loads(answer.content)


def reading(browser, table):
    return post(browser, table, "read", seen=len(table.events))[1]


def test_the_match_is_told_without_what_is_to_come(alices_browser, table):
    told = alices_browser.get(url(table, "state")).json()
    assert told["phase"] == "joka"
    assert [side["count"] for side in told["sides"]] == [25, 25]
    assert not {"order", "poem", "seed"} & set(told)


def test_while_a_poem_is_read_nothing_that_is_told_names_it(alices_browser, table):
    begun = reading(alices_browser, table)
    poem = matches.load(table.match).state.poem
    assert begun["phase"] == "reading"
    told = json.dumps({key: value for key, value in begun.items() if key != "sides"})
    assert f'"poem": {poem}' not in told
    assert str(poem) not in begun["sound"].split("/")


def test_a_touch_is_kept_and_says_what_happened_up_to_it(alices_browser, table):
    begun = reading(alices_browser, table)
    own = begun["sides"][0]["groups"]
    card = next(group[0] for group in own if group)
    status, told = post(alices_browser, table, "touch", reading=1, touches=[{"seat": 0, "card": card, "ms": 1}])
    poem = matches.load(table.match).state.poem
    assert status == 200
    assert told["touches"] == [{"seat": 0, "card": card, "ms": 1}]
    assert told["upto"]["is_taken"] == (card == poem)
    assert told["upto"]["closes_ms"] == (1501 if card == poem else None)


def test_a_reading_is_judged_when_it_closes_and_not_before(alices_browser, table):
    reading(alices_browser, table)
    closes = matches.closes_ms(matches.load(table.match))
    status, told = post(alices_browser, table, "close", reading=1, ms=closes - 1)
    assert (status, told["phase"]) == (422, "reading")
    assert told["problem"]
    status, told = post(alices_browser, table, "close", reading=1, ms=closes)
    assert (status, told["last"]["reading"]) == (200, 1)
    assert told["last"]["sentence"]


@pytest.mark.parametrize("name", POSTED)
def test_a_garbled_message_changes_nothing(alices_browser, table, name):
    for body in (b"", b"[1]", b'{"reading": "1"}', b'{"seen": true}', b'{"reading": 1, "touches": [{"card": 101}]}'):
        answer = alices_browser.post(url(table, name), body, content_type="application/json")
        assert answer.status_code in (400, 409)  # a message may be whole and still be of no reading that goes on
    assert KarutaEvent.objects.count() == len(table.events)


def test_numbers_and_lists_beyond_all_bounds_are_garbled_too(alices_browser, table):
    endless = b'{"seen": %d, "seat": 0, "do": "send", "cards": [1e999]}' % len(table.events)
    for body in (endless, b"[" * 100_000):
        assert alices_browser.post(url(table, "act"), body, content_type="application/json").status_code == 400
    assert KarutaEvent.objects.count() == len(table.events)


@pytest.mark.parametrize("name", POSTED)
def test_nobody_acts_in_a_stranger_s_match(charlies_browser, table, name):
    message = json.dumps({"reading": 1, "ms": 0})
    assert charlies_browser.post(url(table, name), message, content_type="application/json").status_code == 404


def test_a_stranger_sees_neither_the_match_nor_hears_it(alices_browser, charlies_browser, nobodys_browser, table):
    sound = reading(alices_browser, table)["sound"]
    assert alices_browser.get(sound).status_code == 200
    for browser in (charlies_browser, nobodys_browser):
        assert browser.get(sound).status_code in (302, 404)
        assert browser.get(url(table, "state")).status_code in (302, 404)


def test_a_sound_is_there_only_once_its_reading_has_begun(alices_browser, table):
    assert alices_browser.get(url(table, "sound", name="0" * 32)).status_code == 404


def test_the_others_are_heard_of_when_they_move(alices_browser, table):
    reading(alices_browser, table)
    expected, closes = matches.expected(matches.load(table.match))
    if not expected:
        status, told = post(alices_browser, table, "listen", reading=1, ms=closes)
        assert (status, told["closes_ms"]) == (200, closes)
        return
    first = expected[0]
    status, told = post(alices_browser, table, "listen", reading=1, ms=first.ms - 1)
    assert status == 200
    assert told["touches"][0] == {"seat": 1, "card": first.card, "ms": first.ms}


def test_a_reading_that_is_over_is_not_listened_to(alices_browser, table):
    assert post(alices_browser, table, "listen", reading=7, ms=0)[0] == 409


def test_a_command_that_comes_late_is_answered_with_the_match_as_it_stands(alices_browser, table):
    status, told = post(alices_browser, table, "act", seen=1, do="resign", seat=0)
    assert (status, told["result"]) == (409, None)
    status, told = post(alices_browser, table, "act", seen=len(table.events), do="resign", seat=0)
    assert (status, told["result"]["how"]) == (200, "resigned")


def test_looking_lets_the_clock_do_nothing_and_posting_does(alices_browser, alice):
    setup = kyogi(replace(KYOGI, memorise_ms=60_000, swing_ms=10_000))
    players = (Player(), Player(Kind.BOT, who="E"))
    then = timezone.now() - timedelta(minutes=5)
    match = matches.begin(person=alice, setup=setup, players=players, voice="", tempo=TEMPO, now=then, seed=1)
    laid = matches.load(match)
    table = matches.act(laid, Ready(0), seen=len(laid.events), now=then)
    assert alices_browser.get(url(table, "state")).json()["phase"] == "memorise"
    assert post(alices_browser, table, "tick")[1]["phase"] == "joka"


def test_a_page_that_says_it_has_heard_all_is_told_no_more_than_can_have_sounded(alices_browser, table):
    begun = reading(alices_browser, table)
    card = next(group[0] for group in begun["sides"][0]["groups"] if group)
    told = post(alices_browser, table, "touch", reading=1, touches=[{"seat": 0, "card": card, "ms": 500_000}])[1]
    assert told["upto"]["others"] == []
    assert told["upto"]["closes_ms"] is None
