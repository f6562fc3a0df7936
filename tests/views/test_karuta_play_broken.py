"""Messages that no page would send: whatever they are, they are answered as garbled, and nothing is kept of them."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from games.karuta import matches
from games.karuta.players import Kind, Player
from games.models import KarutaEvent, KarutaMatch
from games.rules.karuta.events import Ready
from games.rules.karuta.variants import KYOGI, kyogi, replace
from games.views.karuta_play import MOST_OF_A_READING, MOST_TOUCHES

POSTED = ("act", "read", "touch", "close", "void", "pause", "listen")


@pytest.fixture
def table(alice):
    setup = kyogi(replace(KYOGI, memorise_ms=0, swing_ms=0))
    now = timezone.now()
    players = (Player(), Player(Kind.NOBODY))
    match = matches.begin(person=alice, setup=setup, players=players, voice="", tempo="5-3-1-6", now=now, seed=1)
    begun = matches.load(match)
    return matches.act(begun, Ready(0), seen=len(begun.events), now=now)


def status(browser, table, name, body):
    address = reverse(f"karuta-{name}", kwargs={"key": table.match.key})
    return browser.post(address, body, content_type="application/json").status_code


@pytest.mark.parametrize("name", POSTED)
@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 100_000])
def test_a_message_as_deep_as_a_well_is_garbled(alices_browser, table, name, body):
    assert status(alices_browser, table, name, body) == 400


@pytest.mark.parametrize(
    "message",
    [
        '{"do": "lay", "groups": [[1e999], [], [], [], [], []]}',
        '{"do": "send", "cards": [1e999]}',
        '{"do": "move", "card": 1, "place": [-1e999, 0, 0]}',
    ],
)
def test_an_endless_number_is_garbled(alices_browser, table, message):
    body = message.replace("{", f'{{"seen": {len(table.events)}, "seat": 0, ', 1)
    assert status(alices_browser, table, "act", body) == 400


@pytest.mark.parametrize("touch", [1, "a", None, [1], True])
def test_a_touch_that_is_no_object_is_garbled(alices_browser, table, touch):
    status(alices_browser, table, "read", json.dumps({"seen": len(table.events)}))
    body = json.dumps({"reading": 1, "touches": [touch]})
    assert status(alices_browser, table, "touch", body) == 400
    assert not matches.load(table.match).state.touches


@pytest.mark.parametrize("said", ["true", 1, None, "no", []])
def test_a_pause_that_says_neither_yes_nor_no_leaves_the_clock_alone(alices_browser, table, said):
    matches.pause(table.match, now=timezone.now())
    assert status(alices_browser, table, "pause", json.dumps({"is_paused": said})) == 400
    assert KarutaMatch.objects.get().clock_since is None


def test_nobody_fills_a_reading_with_touches_for_ever(alices_browser, table):
    status(alices_browser, table, "read", json.dumps({"seen": len(table.events)}))
    card = matches.load(table.match).state.field.cards(0)[0]
    answers = []
    for first_ms in range(-MOST_OF_A_READING - MOST_TOUCHES, 0, MOST_TOUCHES):  # each another one, and before any sound
        touches = [{"seat": 0, "card": card, "ms": first_ms + more} for more in range(MOST_TOUCHES)]
        answers.append(status(alices_browser, table, "touch", json.dumps({"reading": 1, "touches": touches})))
    assert answers == [200] * (len(answers) - 1) + [400]
    assert KarutaEvent.objects.filter(row__event="Touched").count() <= MOST_OF_A_READING
