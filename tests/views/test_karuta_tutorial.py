"""The tutorial's pages as forms: what is touched is judged, what cannot be read is refused, and nothing is kept."""

import re

import pytest
from django.urls import reverse

from games.karuta.tutorial import SITUATIONS
from games.models import KarutaMatch
from games.views.karuta_tutorial import SEEN
from trainer.audio import default_voice, ensure_recording
from trainer.poems.poem import poem
from trainer.reciter.mora import Half

TUTORIAL, LOBBY = reverse("karuta-tutorial"), reverse("karuta")
STEPS = range(1, len(SITUATIONS) + 1)


def step(number):
    return f"{TUTORIAL}?step={number}"


def texts(answer):
    """The page as one reads it."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def buttons(answer, name):
    return {int(value) for value in re.findall(rf'name="{name}" value="(\d+)" data-card', answer.content.decode())}


@pytest.mark.parametrize("number", STEPS)
def test_every_card_on_the_mat_can_be_touched(nobodys_browser, number):
    situation = SITUATIONS[number - 1]
    on_mat = {card for side in (situation.own, situation.other) for group in side for card in group}
    assert buttons(nobodys_browser.get(step(number)), "touched") == on_mat
    for card in on_mat:
        assert nobodys_browser.post(step(number), {"touched": card}).status_code == 200


def test_a_card_taken_is_judged_with_the_referees_sentence(nobodys_browser):
    answer = nobodys_browser.post(step(1), {"touched": "87"})
    assert "Own take You took the card on your own side, and nothing is sent." in texts(answer)
    assert buttons(answer, "touched") == set()


def test_a_card_is_sent_and_lies_on_the_other_side(nobodys_browser):
    answer = nobodys_browser.post(step(2), {"touched": "18"})
    assert "and you send one card" in texts(answer)
    own = {card for group in SITUATIONS[1].own for card in group}
    assert buttons(answer, "sent") == own
    after = nobodys_browser.post(step(2), {"touched": "18", "wait": "1", "sent": "22"})
    theirs = after.content.decode().partition('class="terr opp"')[2].partition("</section>")[0]
    assert "sent over" in theirs
    assert [after.context["sides"][side][1] for side in (0, 1)] == [3, 4]


def test_two_are_chosen_one_after_the_other(nobodys_browser):
    one = nobodys_browser.post(step(7), {"touched": "77", "sent": "22"})
    assert one.context["left"] == 1
    assert 22 not in buttons(one, "sent")
    both = nobodys_browser.post(step(7), {"touched": "77", "sent": ["22", "87"]})
    assert (both.context["left"], both.context["course"].is_reached) == (0, True)


def test_to_touch_nothing_is_an_answer(nobodys_browser):
    assert "the card was not on the mat" in texts(nobodys_browser.post(step(3), {"wait": "1"})).lower()


def test_a_wrong_card_beside_the_right_one_is_kept_while_the_reading_goes_on(nobodys_browser):
    first = nobodys_browser.post(step(5), {"touched": "37"})
    assert "The reading goes on." in texts(first)
    assert '<input type="hidden" name="touched" value="37">' in first.content.decode()
    second = nobodys_browser.post(step(5), {"touched": ["37", "40"], "ms": ["1000"]})
    assert second.context["course"].is_reached


def test_the_page_tells_how_early_a_hand_was(nobodys_browser):
    late = nobodys_browser.post(step(2), {"touched": "18", "ms": "4700"})
    assert "Aoki Momo took the card on their own side" in texts(late)


@pytest.mark.parametrize(
    "garbled",
    [
        {"touched": "0"},
        {"touched": "101"},
        {"touched": "-3"},
        {"touched": "む"},
        {"touched": "١"},
        {"touched": "9" * 400},
        {"touched": "87", "ms": "-1"},
        {"touched": "87", "ms": "1.5"},
        {"touched": "87", "ms": "99999999"},
        {"touched": "87", "sent": "x"},
        {"wait": "yes please"},
        {"touched": ["87"] * 13},
        {"touched": "57"},  # not on this mat
        {"touched": "87", "sent": "22"},  # nothing is to be sent
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence_and_the_step_begins_anew(nobodys_browser, garbled):
    answer = nobodys_browser.post(step(1), garbled)
    assert answer.status_code == 422
    assert re.search(r'role="alert"[^>]*>[A-Z][^<]+\.<', answer.content.decode())
    assert answer.context["hands"] == ()


@pytest.mark.parametrize("unknown", ["0", "10", "-1", "x", "٣", "1.0", "", "9" * 400])
def test_there_is_no_other_step(nobodys_browser, unknown):
    assert nobodys_browser.get(step(unknown)).status_code == 404
    assert nobodys_browser.post(step(unknown), {"touched": "87"}).status_code == 404


def test_it_begins_at_the_first_step(nobodys_browser):
    assert nobodys_browser.get(TUTORIAL).context["step"] == 1


# Seen, and offered -----------------------------------------------------------------------------------------
def offers(browser):
    return "For the first time?" in browser.get(LOBBY).content.decode()


def test_looking_keeps_nothing_and_touching_only_that_it_was_seen(nobodys_browser):
    nobodys_browser.get(TUTORIAL)
    assert SEEN not in nobodys_browser.session
    nobodys_browser.post(TUTORIAL, {"touched": "87"})
    assert dict(nobodys_browser.session) == {SEEN: True}


def test_it_is_offered_until_it_has_been_seen(nobodys_browser):
    assert offers(nobodys_browser)
    nobodys_browser.post(TUTORIAL, {"touched": "87"})
    assert not offers(nobodys_browser)
    assert TUTORIAL in nobodys_browser.get(LOBBY).content.decode()


def test_whoever_has_played_needs_no_offer(alices_browser):
    assert offers(alices_browser)
    alices_browser.post(LOBBY, {"game": "kyogi", "who": "E", "voice": ""})
    assert KarutaMatch.objects.count() == 1
    assert not offers(alices_browser)


def test_the_rules_lead_to_it(nobodys_browser):
    assert TUTORIAL in nobodys_browser.get(reverse("how-to-play")).content.decode()


# The end ----------------------------------------------------------------------------------------------------
def test_the_end_leads_to_a_match_against_class_e(alices_browser):
    page = alices_browser.get(step(9)).content.decode()
    form = dict(re.findall(r'type="hidden" name="(game|who|tempo)" value="([^"]*)"', page))
    voice = re.search(r'<button class="btn go" name="voice" value="([^"]*)"', page)[1]
    begun = alices_browser.post(LOBBY, form | {"voice": voice})
    match = KarutaMatch.objects.get()
    assert begun["Location"] == reverse("karuta-match", kwargs={"key": match.key})
    assert (match.players[1]["who"], match.setup["variant"]) == ("E", "kyogi")
    assert reverse("learn") in page


def test_who_has_not_begun_begins_as_a_guest(nobodys_browser):
    page = nobodys_browser.get(step(9)).content.decode()
    assert f'<input type="hidden" name="next" value="{LOBBY}">' in page


# Sound -------------------------------------------------------------------------------------------------------
def test_it_is_heard_where_there_is_a_recording(nobodys_browser):
    assert nobodys_browser.get(step(1)).context["sound"] == ""
    recording = ensure_recording(poem(87), Half.UPPER, default_voice())
    heard = nobodys_browser.get(step(1)).context
    assert nobodys_browser.get(heard["sound"]).status_code == 200
    assert heard["upper"] == recording.times.as_json()
    assert nobodys_browser.get(step(2)).context["sound"] == ""


def test_a_page_costs_one_query(nobodys_browser, django_assert_num_queries):
    with django_assert_num_queries(1):
        nobodys_browser.get(step(3))
