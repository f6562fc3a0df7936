"""Usual places: made, moved, passed on as a code, laid in a match, and tested."""

from itertools import pairwise
from random import Random

import pytest
from django.urls import reverse

from games.karuta import matches, places
from games.models import KarutaMatch, UsualPlaces

EDITOR, TEST = reverse("karuta-places"), reverse("karuta-laying-test")


def shuffled(seed):
    cards = list(range(1, 101))
    Random(seed).shuffle(cards)
    cuts = (0, 10, 25, 40, 60, 80, 100)
    return tuple(tuple(cards[start:end]) for start, end in pairwise(cuts))


def as_form(groups):
    return {"do": "save"} | {f"group-{at}": " ".join(map(str, group)) for at, group in enumerate(groups)}


@pytest.mark.parametrize("seed", range(5))
def test_a_code_is_its_places(seed):
    groups = shuffled(seed)
    assert places.groups_of(places.code_of(groups)) == groups


@pytest.mark.parametrize("code", ["", "…", "AAAA", "AQID", "A" * 150, places.code_of(places.plain())[:-4]])
def test_what_is_no_code_is_refused(alices_browser, code):
    answer = alices_browser.post(EDITOR, {"do": "code", "code": code})
    assert (answer.status_code, UsualPlaces.objects.count()) == (422, 0)
    assert answer.context["error"]


def test_places_moved_by_hand_are_kept(alices_browser, alice):
    assert alices_browser.post(EDITOR, as_form(shuffled(1))).status_code == 302
    assert places.of(alice) == shuffled(1)


def test_a_card_that_is_missing_or_twice_there_changes_nothing(alices_browser, alice):
    alices_browser.post(EDITOR, as_form(shuffled(1)))
    short = (*shuffled(2)[:5], shuffled(2)[5][1:])
    assert alices_browser.post(EDITOR, as_form(short)).status_code == 422
    assert places.of(alice) == shuffled(1)


def test_places_by_rules_of_thumb_and_another_s_code(alices_browser, charlies_browser, alice, charlie):
    code = alices_browser.post(EDITOR, {"do": "make", "left": "on"}).context["code"]
    assert not UsualPlaces.objects.exists()  # only shown: nothing is overwritten by a throw of dice
    alices_browser.post(EDITOR, {"do": "code", "code": code})
    charlies_browser.post(EDITOR, {"do": "code", "code": code[:60] + "\n" + code[60:]})
    assert places.of(charlie) == places.of(alice)


def test_one_sound_cards_lie_in_the_bottom_row():
    """むすめふさほせ at the edges of the bottom row is what clubs teach."""
    bottom = {*places.plain()[4], *places.plain()[5]}
    assert {87, 18, 57, 22, 70, 81, 77} <= bottom


def test_a_new_match_lays_the_cards_at_their_places(alices_browser, alice):
    places.save(alice, shuffled(3), now=alice.date_joined)
    alices_browser.post(reverse("karuta"), {"game": "kyogi", "who": "E", "voice": ""})
    table = matches.load(KarutaMatch.objects.get())
    home = {card: at for at, group in enumerate(shuffled(3)) for card in group}
    territory = table.state.field.territories[0]
    assert sum(card in group for at, group in enumerate(territory) for card in group if home[card] == at) == 25


def test_who_has_no_places_is_tested_on_those_of_the_rule(alices_browser):
    home = {card: at for at, group in enumerate(places.plain()) for card in group}
    said = {f"card-{card}": str(home[card]) for card in places.dealt(5)}
    assert alices_browser.post(TEST, {"seed": "5"} | said).context["right"] == 25


def test_the_test_counts_what_lies_right(alices_browser, alice):
    places.save(alice, shuffled(4), now=alice.date_joined)
    home = {card: at for at, group in enumerate(shuffled(4)) for card in group}
    cards = places.dealt(77)
    said = {f"card-{card}": str(home[card]) for card in cards}
    answer = alices_browser.post(TEST, {"seed": "77"} | said)
    assert (answer.context["right"], answer.context["wrong"]) == (25, [])
    said[f"card-{cards[0]}"] = str((home[cards[0]] + 2) % 6)  # the same wing in another row
    del said[f"card-{cards[1]}"]
    answer = alices_browser.post(TEST, {"seed": "77"} | said)
    assert (answer.context["right"], answer.context["right_rows"], len(answer.context["wrong"])) == (23, 23, 2)


def test_a_garbled_test_begins_anew(alices_browser, alice):
    places.save(alice, shuffled(4), now=alice.date_joined)
    assert alices_browser.post(TEST, {"seed": "x"})["Location"] == TEST
    assert alices_browser.post(TEST, {"seed": "5", "card-1": "9"}).context["right"] == 0
