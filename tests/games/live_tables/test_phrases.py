"""What may be said at a table, and by whom."""

import pytest
from meeting import opened, person, playing, sit

from games import live_tables, phrases
from games.rules.karuta.variants import GENPEI, teams
from trainer.models import Person


@pytest.fixture
def bob(db):
    return person("bob")


def of_age(*people):
    Person.objects.filter(pk__in=[each.pk for each in people]).update(is_adult=True)


def test_a_phrase_may_be_said_by_whoever_sits_there(alice, greta):
    table = playing(alice, greta)
    assert phrases.may_say(table, 1, phrase="please") == ""
    assert phrases.may_say(table, 2, phrase="please") == "Only who sits at the table speaks."
    assert phrases.may_say(table, 1, phrase="rude") == "There is no such phrase."
    assert phrases.may_say(table, 1) == "Choose a phrase."
    assert phrases.may_say(table, 1, phrase="please", words="hello") == "Choose a phrase."


def test_words_of_ones_own_want_everybody_of_age(alice, bob):
    table = playing(alice, bob)
    of_age(alice)
    assert phrases.may_say(table, 0, words="hello").startswith("Free words are for tables")
    of_age(bob)
    assert phrases.has_free_words(table)
    assert phrases.may_say(table, 0, words="hello") == ""
    assert "At most 200" in phrases.may_say(table, 0, words="x" * 201)


def test_a_guest_is_never_of_age(alice, greta):
    of_age(alice, greta)
    assert not phrases.has_free_words(playing(alice, greta))


def test_computers_have_no_age_and_who_has_left_is_of_none(alice, bob):
    of_age(alice, bob)
    table = opened(alice, teams(GENPEI, 2))
    sit(table, bob)
    begun = live_tables.begin(table, alice, fill="E", now=table.opened_at)
    assert phrases.has_free_words(begun)
    begun.seats.get(person=bob).forget()
    assert not phrases.has_free_words(begun)


def test_every_phrase_has_a_key_that_a_row_holds():
    assert all(len(key) <= 20 and str(text) for key, text in phrases.PHRASES.items())
