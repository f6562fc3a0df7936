"""The sound of a reading at a table of people: what a script can find out about the poem before `go`: nothing."""

from base64 import b64decode
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.utils import timezone

from games.karuta import matches, sealed, sounds
from games.karuta.matches import HOST
from games.live import called
from games.live.hearing import Sounds
from games.models import Hall, KarutaEvent, KarutaMatch
from games.rules.karuta.events import Ready
from tests.games.live.tables_for_tests import TEMPO, open_for_tests
from trainer import audio
from trainer.poems.poem import poem
from trainer.reciter.mora import Half

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, charlie):
    return open_for_tests([alice, charlie], is_rated=True, voice="tone")


def address(table, number=1):
    return sealed.address(table.pk, table.karuta, number)


def begun(table):
    """The first reading has begun."""
    match = KarutaMatch.objects.get(pk=table.karuta_id)
    played = matches.load(match)
    for seat in (0, 1):
        played = matches.act(played, Ready(seat), seen=len(played.events), now=timezone.now())
    return matches.read(played, seen=len(played.events), now=timezone.now())


def recorded(table, number):
    for half in Half:
        audio.ensure_recording(poem(number), half, audio.voices()["tone"], sounds.manner(table.karuta))


def test_the_sound_of_the_reading_that_is_called_is_there_for_the_seats_alone(
    table, alices_browser, charlies_browser, gretas_browser, nobodys_browser
):
    for browser in (alices_browser, charlies_browser):
        answer = browser.get(address(table))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
    assert gretas_browser.get(address(table)).status_code == 404
    assert nobodys_browser.get(address(table)).status_code == 404


def test_the_address_of_a_sound_says_nothing_of_its_poem(table, alices_browser):
    names = {sounds.name(table.karuta, number) for number in range(1, 101)}
    assert len(names) == 100
    assert alices_browser.get(address(table, 2)).status_code == 404
    assert alices_browser.get(address(table, 1).replace(sounds.name(table.karuta, 1), "0" * 32)).status_code == 404


def test_the_names_of_another_table_with_the_same_cards_are_others(alice, charlie, greta):
    first = open_for_tests([alice, charlie])
    second = open_for_tests([greta, charlie])
    assert first.karuta.seed == second.karuta.seed
    assert sounds.name(first.karuta, 1) != sounds.name(second.karuta, 1)


def test_what_is_sealed_is_of_one_size_for_every_poem(table):
    recorded(table, 17)
    match = table.karuta
    sizes = {len(sealed.seal(match, 1, sounds.contents(match, number))) for number in (1, 17, 42, 100)}
    assert sizes == {sealed.SEALED}


def test_the_same_poem_is_sealed_otherwise_every_time(table, alices_browser):
    first, second = alices_browser.get(address(table)).content, alices_browser.get(address(table)).content
    assert len(first) == len(second) == sealed.SEALED
    assert sum(one == other for one, other in zip(first, second, strict=True)) < len(first) / 100


def test_it_opens_with_the_key_that_comes_with_go_and_with_no_other(table, alices_browser):
    content = alices_browser.get(address(table)).content
    nonce, box = content[: sealed.NONCE], content[sealed.NONCE :]
    opened = AESGCM(b64decode(called.told_key(table.karuta, 1))).decrypt(nonce, box, None)
    assert len(opened) == sounds.ENVELOPE
    assert b'"pause_ms"' in opened[:200]
    with pytest.raises(InvalidTag):
        AESGCM(b64decode(called.told_key(table.karuta, 2))).decrypt(nonce, box, None)


def test_the_sound_of_a_rated_table_is_sealed_until_go(table, alices_browser):
    content = alices_browser.get(address(table)).content
    for word in (b"pause_ms", b"OggS", b"RIFF", b"morae"):
        assert word not in content


def test_a_friendly_table_of_a_hall_has_it_sealed_whoever_hands_it_out(alice, charlie, greta, alices_browser):
    hall = Hall.objects.create(reciter=greta, name="Hall", voice="tone", tempo=TEMPO, seed=1, opened_at=timezone.now())
    table = open_for_tests([alice, charlie], voice="tone", hall=hall)
    before = alices_browser.get(address(table)).content
    begun(table)
    assert [len(before), len(alices_browser.get(address(table)).content)] == [sealed.SEALED] * 2


def test_a_friendly_table_has_it_unsealed_and_padded(alice, charlie, alices_browser):
    table = open_for_tests([alice, charlie])
    assert len(alices_browser.get(address(table)).content) == sounds.ENVELOPE


def test_a_reading_before_is_there_for_who_has_come_back(table, alices_browser):
    begun(table)
    assert alices_browser.get(address(table)).status_code == 200
    assert alices_browser.get(address(table, 2)).status_code == 404


def test_who_looks_on_hears_a_reading_when_it_is_old_enough(alice, charlie, gretas_browser):
    table = open_for_tests([alice, charlie], has_spectators=True, delay_s=30)
    assert gretas_browser.get(address(table)).status_code == 404
    begun(table)
    assert gretas_browser.get(address(table)).status_code == 404
    KarutaEvent.objects.update(happened_at=timezone.now() - timedelta(seconds=31))
    assert gretas_browser.get(address(table)).status_code == 200


def test_before_the_first_poem_the_joka_is_read_and_later_the_last_lower_verse(table):
    played = matches.load(table.karuta)
    for seat in (HOST, 1):
        played = matches.follow(played, [Ready(seat)])
    first = called.prepare(table.pk, played, 1, played.state.order[0], is_sealed=True)
    assert first.before == {"kind": "joka"}
    lengths = [sounds.times(table.karuta, poem(0), half) for half in Half]
    upper, lower = (round(each.end_ms - each.onset_ms) for each in lengths)
    assert first.before_ms == upper + 2 * lower + 3 * 600  # the pause of this tempo


@pytest.mark.parametrize("is_sealed", [True, False])
def test_the_call_names_an_address_a_size_and_nothing_of_the_poem(table, is_sealed):
    played = matches.load(table.karuta)
    found = called.prepare(table.pk, played, 1, 17, is_sealed=is_sealed)
    assert found.sound == {
        "url": address(table),
        "bytes": sealed.SEALED if is_sealed else sounds.ENVELOPE,
    }
    assert (found.key is not None) is is_sealed


# The short way -------------------------------------------------------------------------------------------
def asked(table, session, *, name=None, path=None, method="GET", is_called=True):
    """What the application answers without a page: None, if it leaves that to the pages."""
    played = matches.load(table.karuta)
    if is_called:
        called.prepare(table.pk, played, 1, played.state.order[0], is_sealed=table.is_rated)
    scope = {
        "type": "http",
        "method": method,
        "path": path or f"/tables/{table.pk}/sound/{name or sounds.name(table.karuta, 1)}/",
        "headers": [(b"cookie", f"a=b; sessionid={session}".encode())],
    }
    sent = []

    async def ask():
        async def pages(_scope, _receive, _send):
            sent.append(None)

        async def send(message):
            sent.append(message)

        await Sounds(pages)(scope, None, send)

    async_to_sync(ask)()
    return sent


def test_whose_socket_is_open_here_gets_the_sound_by_the_short_way(table):
    called.listens("mine", table.pk)
    try:
        begin, body = asked(table, "mine")
        assert begin["status"] == 200
        assert (b"cache-control", b"max-age=0, no-cache, no-store, must-revalidate, private") in begin["headers"]
        assert len(body["body"]) == sealed.SEALED
        assert asked(table, "mine")[1] != body
        assert asked(table, "another") == [None]
        assert asked(table, "") == [None]
        assert asked(table, "mine", name="0" * 32) == [None]
        assert asked(table, "mine", method="POST") == [None]
        assert asked(table, "mine", path="/tables/") == [None]
        assert asked(table, "mine", path=f"/tables/{'-' * 36}/sound/{'0' * 32}/") == [None]
    finally:
        called.leaves("mine", table.pk)
    assert asked(table, "mine") == [None]


def test_with_the_last_socket_of_a_table_what_was_called_there_is_forgotten(table):
    for session in ("one", "other"):
        called.listens(session, table.pk)
    played = matches.load(table.karuta)
    called.prepare(table.pk, played, 1, 17, is_sealed=False)
    name = sounds.name(table.karuta, 1)
    called.leaves("one", table.pk)
    assert called.of(table.pk, name) is not None
    called.leaves("other", table.pk)
    assert called.of(table.pk, name) is None


def test_what_was_called_for_sockets_elsewhere_is_forgotten_with_the_table(table):
    called.prepare(table.pk, matches.load(table.karuta), 1, 17, is_sealed=False)
    called.forget(table.pk)
    assert called.of(table.pk, sounds.name(table.karuta, 1)) is None
