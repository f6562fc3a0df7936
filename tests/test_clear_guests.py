"""Guests who left nothing behind go, after a while; nobody else does."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command

from tests.games.koikoi_laid import laid_match
from trainer.models import Person

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


def test_a_young_guest_and_an_old_account_stay(greta, alice):
    Person.objects.filter(pk=alice.pk).update(date_joined=LONG_AGO)
    call_command("clear_guests")
    assert Person.objects.count() == 2
