"""Halls in the pages: who may recite, how tables come in, and what nobody may once the first poem has been begun."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from games import halls, live_tables
from games.karuta import matches
from games.live_tables import Refused
from games.models import Hall, LiveTable
from games.rules.karuta.variants import THIRD, kyogi
from trainer import audio
from trainer.models import Person
from trainer.reciter.tempo import OFFICIAL

Status = LiveTable.Status


def recites(person):
    return person.username == "alice"


@pytest.fixture(autouse=True)
def _reciters(settings):
    settings.MAY_RECITE = f"{__name__}.recites"


def opened(reciter, key=None, **fields):
    terms = {"name": "Evening", "setup": kyogi(THIRD), "voice": "", "tempo": OFFICIAL.name} | fields
    return halls.open_hall(key=key or uuid4(), reciter=reciter, now=timezone.now(), **terms)


def table_of(hall, host):
    return halls.open_table(hall, key=uuid4(), host=host, name=live_tables.name_for(host), now=timezone.now())


def sit(table, person):
    name = live_tables.name_for(person)
    return live_tables.sit(table, person, number=None, name=name, now=timezone.now())


# Who recites ------------------------------------------------------------------------------------------------
def test_whom_the_site_lets_recite(alice, charlie, greta):
    assert [halls.may_recite(person) for person in (alice, charlie, greta)] == [True, False, False]
    with pytest.raises(Refused):
        opened(charlie)


def test_where_nobody_decides_on_it_an_account_is_enough(settings, charlie, greta):
    settings.MAY_RECITE = ""
    assert halls.may_recite(charlie)
    assert not halls.may_recite(greta)


def test_who_does_not_recite_finds_no_form(alices_browser, charlies_browser):
    assert 'name="voice"' in alices_browser.get(reverse("halls")).content.decode()
    assert 'name="voice"' not in charlies_browser.get(reverse("halls")).content.decode()
    posted = {"key": str(uuid4()), "name": "X", "game": "third", "voice": "tone", "tempo": OFFICIAL.name}
    charlies_browser.post(reverse("halls"), posted)
    assert not Hall.objects.exists()


def test_a_hall_is_opened_with_a_voice_that_can_be_heard(alices_browser, alice):
    posted = {"key": str(uuid4()), "name": "Evening", "game": "third", "tempo": OFFICIAL.name, "minutes": "2"}
    for voice in ("", "nobody"):
        assert alices_browser.post(reverse("halls"), posted | {"voice": voice}).status_code == 422
    lacking = alices_browser.post(reverse("halls"), posted | {"voice": audio.default_voice().key})
    assert lacking.status_code == 422  # its recordings are asked for first
    assert not Hall.objects.exists()


def test_the_same_form_twice_opens_one_hall(alice, charlie):
    key = uuid4()
    assert opened(alice, key) == opened(alice, key)
    with pytest.raises(Refused):
        opened(charlie, key)
    assert Hall.objects.count() == 1


def test_a_reciter_has_three_halls_at_most(alice):
    for _ in range(3):
        opened(alice)
    with pytest.raises(Refused):
        opened(alice)


# Tables in it -----------------------------------------------------------------------------------------------
def test_every_table_is_dealt_the_same_and_read_in_the_same_order(alice, charlie, greta):
    hall = opened(alice)
    first = sit(table_of(hall, charlie), greta)
    other = LiveTable.objects.create(
        host=greta, setup=first.setup, tempo=hall.tempo, hall=hall, opened_at=timezone.now()
    )
    for number, person in enumerate((greta, charlie)):
        other.seats.create(number=number, person=person, name=person.username, seen_at=timezone.now())
    other = live_tables.here(other, greta, now=timezone.now())
    states = [matches.load(each.karuta).state for each in (first, other)]
    assert states[0].order == states[1].order
    assert set(states[0].field.cards(0)) == set(states[1].field.cards(0))


def test_who_comes_by_the_link_opens_a_table_or_sits_down_at_one(
    alice, charlies_browser, gretas_browser, charlie, greta
):
    hall = opened(alice)
    address = reverse("hall", args=[hall.key])
    page = charlies_browser.get(address)
    charlies_browser.post(reverse("hall-table", args=[hall.key]), {"key": str(page.context["key"])})
    table = LiveTable.objects.get()
    assert (table.hall, table.host) == (hall, charlie)
    assert reverse("live-table", args=[table.key]) in charlies_browser.get(address).content.decode()
    ((listed, name),) = gretas_browser.get(address).context["waiting"]
    assert (listed, name) == (table, "charlie")
    gretas_browser.post(reverse("table-sit", args=[table.key]), {"name": "Greta"})
    table.refresh_from_db()
    assert (table.status, table.karuta.seed) == (Status.PLAYING, hall.seed)


def test_who_recites_does_not_play(alice, charlie):
    hall = opened(alice)
    with pytest.raises(Refused):
        table_of(hall, alice)
    with pytest.raises(Refused):
        sit(table_of(hall, charlie), alice)


def test_no_table_joins_once_the_first_poem_is_begun(alice, charlie, greta, gretas_browser):
    hall = opened(alice)
    waiting = table_of(hall, charlie)
    assert Hall.objects.begin_reading(hall.key, 1)
    assert not Hall.objects.begin_reading(hall.key, 1)
    hall.refresh_from_db()
    with pytest.raises(Refused):
        sit(LiveTable.objects.get(pk=waiting.pk), greta)
    assert not gretas_browser.get(reverse("hall", args=[hall.key])).context["waiting"]
    gretas_browser.post(reverse("hall-table", args=[hall.key]), {"key": str(uuid4())})
    assert LiveTable.objects.count() == 1


def test_there_is_no_rematch_with_an_order_that_is_known(alice, charlie, greta):
    table = sit(table_of(opened(alice), charlie), greta)
    LiveTable.objects.update(status=Status.OVER)
    with pytest.raises(Refused):
        live_tables.rematch(table, 0, now=timezone.now())


# Its page ---------------------------------------------------------------------------------------------------
def test_the_reciters_page_is_the_reciters(alices_browser, charlies_browser, nobodys_browser, alice):
    hall = opened(alice)
    address = reverse("hall", args=[hall.key])
    assert "data-next" in alices_browser.get(address).content.decode()
    assert "data-next" not in charlies_browser.get(address).content.decode()
    assert nobodys_browser.get(address).status_code == 302
    assert charlies_browser.post(reverse("hall-close", args=[hall.key])).status_code == 404


def test_closing_a_hall_closes_the_tables_that_wait(alices_browser, alice, charlie):
    hall = opened(alice)
    table = table_of(hall, charlie)
    for _ in range(2):
        assert alices_browser.post(reverse("hall-close", args=[hall.key])).status_code == 302
    table.refresh_from_db()
    hall.refresh_from_db()
    assert (table.status, hall.takes_tables) == (Status.CLOSED, False)
    assert not Hall.objects.begin_reading(hall.key, 1)


def test_the_order_of_poems_is_nobodys_while_another_table_of_the_hall_plays(alice, charlie, greta, charlies_browser):
    bob, dora = (Person.objects.create_user(name) for name in ("bob", "dora"))
    hall = opened(alice)
    first, second = (sit(table_of(hall, host), guest) for host, guest in ((charlie, greta), (bob, dora)))
    _resigned(first)
    address = reverse("karuta-notation", args=[first.karuta_id])
    assert charlies_browser.get(address).url == reverse("karuta-replay", args=[first.karuta_id])
    assert not charlie.seats.of_matches().exists()
    _resigned(second)
    assert not charlie.seats.of_matches().exists()  # others may still join
    halls.close(hall, alice, now=timezone.now())
    assert b"order" in charlies_browser.get(address).content
    assert charlie.seats.of_matches().exists()


def _resigned(table):
    played = matches.load(table.karuta)
    matches.act(played, matches.play.Resign(0), seen=len(played.events), now=timezone.now())
    live_tables.note_end(table, now=timezone.now())
