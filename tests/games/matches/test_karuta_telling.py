"""What the page says about a match: to the one who plays it."""

import pytest

from games.karuta.telling import addressed
from games.rules.karuta.judge import UNKNOWN, Reading, Touched, adjudicate
from games.rules.karuta.reasons import reason
from games.rules.karuta.variants import KYOGI

OWN, ACROSS = 0, 1  # where the read card lies, seen from seat 0


def said(territory, *touches):
    verdict = adjudicate(KYOGI, Reading(17, (0, 1), (25, 25), territory, touches))
    return addressed(reason(verdict, KYOGI, ("You", "Momo")))


@pytest.mark.parametrize(
    ("territory", "touches", "sentence"),
    [
        (OWN, [Touched(0, 300, 17, 0)], "You took the card on your own side, and nothing is sent."),
        (ACROSS, [Touched(0, 300, 17, 1)], "You took the card from Momo's side, and you send one card."),
        (OWN, [Touched(1, 300, 17, 0)], "Momo took the card from your side, and Momo sends one card."),
        (
            OWN,
            [Touched(1, 300, 17, 0), Touched(0, 310, UNKNOWN, 1)],
            "Momo took the card from your side, you touched a side where the card was not, and Momo sends two cards.",
        ),
        (
            OWN,
            [],
            "Nobody touched the card until its lower verse had been read, so it is yours, and nothing is sent.",
        ),
    ],
)
def test_whoever_plays_is_spoken_to(territory, touches, sentence):
    assert said(territory, *touches) == sentence


def test_who_has_no_name_is_written_small_inside_a_sentence():
    verdict = adjudicate(KYOGI, Reading(17, (0, 1), (25, 25), 0, (Touched(1, 300, 17, 0),)))
    sentence = addressed(reason(verdict, KYOGI, ("You", "The opponent")))
    assert sentence == "The opponent took the card from your side, and the opponent sends one card."
