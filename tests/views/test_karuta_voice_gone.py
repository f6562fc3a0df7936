"""A match whose voice has left the site (a setting was taken back) goes on by text, and can still be looked at."""

import json

import pytest
from django.urls import reverse
from django.utils import timezone

from games.karuta import matches
from games.karuta.players import Kind, Player
from games.models import KarutaMatch
from games.rules.karuta.events import Ready, Resign
from games.rules.karuta.variants import KYOGI, kyogi, replace


@pytest.fixture
def table(alice):
    """With one reading behind it, and in a voice that is none of today's."""
    setup = kyogi(replace(KYOGI, memorise_ms=0, swing_ms=0))
    now = timezone.now()
    players = (Player(), Player(Kind.NOBODY))
    match = matches.begin(person=alice, setup=setup, players=players, voice="gone", tempo="5-3-1-6", now=now, seed=2)
    begun = matches.load(match)
    begun = matches.act(begun, Ready(0), seen=len(begun.events), now=now)
    begun = matches.read(begun, seen=len(begun.events), now=now)
    return matches.close(begun, reading=1, ms=matches.closes_ms(begun), now=now)


def address(table, view):
    return reverse(f"karuta-{view}", kwargs={"key": table.match.key})


@pytest.mark.parametrize("view", ["match", "state"])
def test_it_is_there(alices_browser, table, view):
    assert alices_browser.get(address(table, view)).status_code == 200


def test_its_next_poem_is_read_by_text(alices_browser, table):
    message = json.dumps({"seen": len(table.events)})
    answer = alices_browser.post(address(table, "read"), message, content_type="application/json")
    assert answer.status_code == 200
    sealed = alices_browser.get(answer.json()["sound"]).content
    told = json.loads(sealed[4 : 4 + int.from_bytes(sealed[:4], "little")])
    assert told["upper"]["bytes"] == 0
    assert told["upper"]["morae"]


@pytest.mark.parametrize("query", ["", "?at=0"])
def test_its_score_sheet_is_there(alices_browser, table, query):
    matches.act(table, Resign(0), seen=len(table.events), now=timezone.now())
    assert KarutaMatch.objects.get().is_finished
    assert alices_browser.get(address(table, "replay") + query).status_code == 200
