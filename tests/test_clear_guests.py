"""Guests who left nothing behind go, after a while; nobody else does."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command

from games.karuta import matches, places
from games.karuta.players import Kind, Player
from games.rules.karuta.variants import KYOGI, kyogi
from tests.games.koikoi_laid import laid_match
from tests.games.live_tables.meeting import opened, sit
from trainer.management.commands.clear_guests import WORK
from trainer.models import Person

NO_WORK = ("questions", "wishes", "challenges", "looked_flags")
LONG_AGO = datetime.now(UTC) - timedelta(days=40)


@pytest.fixture
def old_guest(greta):
    Person.objects.filter(pk=greta.pk).update(date_joined=LONG_AGO)
    return greta


def test_a_guest_without_any_work_goes_after_thirty_days(old_guest):
    call_command("clear_guests")
    assert not Person.objects.exists()


def test_a_guest_with_a_single_card_shown_stays(old_guest):
    old_guest.memories.create(poem=1, skill="tf-kj")
    call_command("clear_guests")
    assert Person.objects.exists()


def test_a_guest_with_a_game_of_koikoi_stays(old_guest):
    laid_match(old_guest)
    call_command("clear_guests")
    assert Person.objects.exists()


def test_a_guest_with_a_match_of_karuta_stays(old_guest):
    setup, players = kyogi(KYOGI), (Player(), Player(Kind.BOT, who="E"))
    matches.begin(person=old_guest, setup=setup, players=players, voice="", tempo="5-3-1-6", now=LONG_AGO)
    call_command("clear_guests")
    assert Person.objects.exists()


def test_a_guest_who_has_laid_out_their_places_stays(old_guest):
    places.save(old_guest, places.plain(), now=LONG_AGO)
    call_command("clear_guests")
    assert Person.objects.exists()


def test_a_guest_who_has_sat_at_a_table_stays(old_guest, alice):
    table = opened(alice)
    sit(table, old_guest)
    call_command("clear_guests")
    assert Person.objects.filter(pk=old_guest.pk).exists()


def test_a_guest_who_has_opened_a_table_and_left_it_stays(old_guest):
    opened(old_guest).seats.update(person=None)
    call_command("clear_guests")
    assert Person.objects.exists()


def test_whatever_hangs_on_a_person_is_work_or_is_named_here_as_none():
    """A question stands open, a wish asks for recordings that stay, and others' rows point at whom they challenge, look
    at: no guest misses any of them."""
    ours = ("trainer", "games", "clubs")
    hanging = {each.name for each in Person._meta.related_objects if each.related_model._meta.app_label in ours}
    assert hanging == {*WORK, *NO_WORK}


def test_a_young_guest_and_an_old_account_stay(greta, alice):
    Person.objects.filter(pk=alice.pk).update(date_joined=LONG_AGO)
    call_command("clear_guests")
    assert Person.objects.count() == 2
