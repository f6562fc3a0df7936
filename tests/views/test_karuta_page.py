"""The page of a match: what its source says, to whom, and what it does not."""

import json
import re
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from games.karuta import matches, sounds
from games.karuta.players import Kind, Player
from games.rules.karuta.events import Ready
from games.rules.karuta.variants import CHIRASHI, KYOGI, everybody, kyogi, replace
from trainer.poems.poem import poem

TEMPO = "free-1000-400-600-1400"
BOT = Player(Kind.BOT, who="E")


def begin(person, setup=None, players=None, voice="", seed=1):
    setup = setup or kyogi(replace(KYOGI, memorise_ms=0, swing_ms=0))
    players = players or (Player(), BOT)
    now = timezone.now() - timedelta(minutes=1)
    match = matches.begin(person=person, setup=setup, players=players, voice=voice, tempo=TEMPO, now=now, seed=seed)
    table = matches.load(match)
    if setup.variant.sides:
        table = matches.act(table, Ready(0), seen=len(table.events), now=now)
    return table


def page(browser, table):
    return browser.get(reverse("karuta-match", kwargs={"key": table.match.key})).content.decode()


def told(source, name):
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', source, re.DOTALL)
    return json.loads(found[1])


def heard_before(source):
    return re.search(r'data-heard-before="([^"]*)"', source)[1]


def read(table):
    return matches.read(table, seen=len(table.events), now=timezone.now())


def judged(table):
    return matches.close(table, reading=table.state.number, ms=matches.closes_ms(table), now=timezone.now())


def test_the_faces_are_those_of_the_cards_on_the_mat_and_no_others(alice, alices_browser):
    table = begin(alice)
    cards = told(page(alices_browser, table), "cards")
    field = table.state.field
    assert list(cards) == [str(card) for card in sorted((*field.cards(0), *field.cards(1)))]
    assert cards[str(field.cards(0)[0])]["columns"] == list(poem(field.cards(0)[0]).torifuda_columns)


def test_scattered_cards_have_faces_too(alice, alices_browser):
    table = begin(alice, everybody(CHIRASHI, 3), (Player(), BOT, BOT))
    source = page(alices_browser, table)
    assert len(told(source, "cards")) == 100
    assert 'data-territory="all"' in source
    assert "Give the match up" not in source  # there are no two sides


def test_while_a_karafuda_is_read_the_source_does_not_have_it(alice, alices_browser):
    table = begin(alice)
    while (table := read(table)).state.field.territory_of(table.state.poem) >= 0:
        table = judged(table)
        table = matches.tick(table, now=timezone.now() + timedelta(seconds=30))
        assert not table.state.owed
    source = page(alices_browser, table)
    assert str(table.state.poem) not in told(source, "cards")
    assert told(source, "told")["phase"] == "reading"
    assert not any(column in source for column in poem(table.state.poem).torifuda_columns)


def test_the_lower_verse_of_the_last_judged_poem_can_be_heard_again(alice, alices_browser):
    table = begin(alice)
    assert heard_before(page(alices_browser, table)) == ""
    table = judged(read(table))
    address = heard_before(page(alices_browser, table))
    assert address.endswith(f"/sound/{sounds.name(table.match, 1)}/")
    assert alices_browser.get(address).status_code == 200


def test_what_was_broken_off_is_not_heard_again(alice, alices_browser):
    table = begin(alice)
    table = matches.void(read(table), reading=1, now=timezone.now())
    assert heard_before(page(alices_browser, table)) == ""


def test_a_voice_without_a_recording_is_read_as_text(alice, alices_browser):
    """The envelope of a poem that is not recorded yet has its sounds as text."""
    table = read(begin(alice, voice="tone"))
    sealed = alices_browser.get(sounds.address(table.match, 1)).content
    length = int.from_bytes(sealed[:4], "little")
    head = json.loads(sealed[4 : 4 + length])
    assert head["upper"]["bytes"] == 0
    assert "".join(mora["kana"] for mora in head["upper"]["morae"]) == poem(table.state.poem).upper.spoken
