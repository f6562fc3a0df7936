"""Why: a name and a sentence in each language, with a key that stays."""

import re
from dataclasses import replace
from itertools import product

import pytest

from games.rules.karuta.judge import MIDDLE, NO_TERRITORY, Name, Reading, Touched, adjudicate
from games.rules.karuta.reasons import EFFECTS, FAULTS, LANGUAGES, NAMES, TAKES, name_of, reason, reason_key
from games.rules.karuta.variants import CHIRASHI, GENPEI, KYOGI, Penalty

SIDES = ("Alice", "Bob")


def verdict(territory, *touches, variant=KYOGI, held=(25, 25), **more):
    read = [Touched(seat, ms, card, where) for seat, ms, card, where in touches]
    return adjudicate(variant, Reading(17, (0, 1), held, territory, read, **more))


def english(given, variant=KYOGI):
    return reason(given, variant, SIDES)


def test_sentences_in_english():
    assert english(verdict(0, (0, 300, 17, 0))) == "Alice took the card on their own side, and nothing is sent."
    assert english(verdict(1, (0, 300, 17, 1))) == "Alice took the card from Bob's side, and Alice sends one card."
    assert english(verdict(NO_TERRITORY)) == "The card was not on the mat, and nothing is sent."
    assert english(verdict(NO_TERRITORY, (0, 9, 1, 0), (0, 9, 2, 1))) == (
        "The card was not on the mat, Alice touched both sides, and Bob sends two cards."
    )
    assert english(verdict(NO_TERRITORY, (0, 9, 1, 0), (0, 9, 2, 1), held=(1, 1))) == (
        "The card was not on the mat, Alice touched both sides, and Bob sends one card, the last one, of the two due."
    )


def test_the_same_in_japanese_and_vietnamese():
    double = verdict(0, (1, 300, 17, 0), (0, 310, 1, 1))
    assert reason(double, KYOGI, SIDES, language="ja") == (
        "BobがAlice陣の札を取り、Aliceが札のない陣に触れてお手つきし、Bobが二枚送る。"
    )
    assert reason(double, KYOGI, SIDES, language="vi") == (
        "Bob lấy lá bài bên Alice, Alice chạm vào bên không có lá bài, và Bob gửi hai lá."
    )
    assert [name_of(double.name, language) for language in LANGUAGES] == ["Double", "ダブ", "Lỗi đôi"]


@pytest.mark.parametrize(
    ("given", "key"),
    [
        (verdict(0, (0, 300, 17, 0)), "own+none+nothing"),
        (verdict(0, (0, 300, 17, 0), (1, 300, 17, 0)), "equal+none+nothing"),
        (verdict(0, (1, 300, 17, 0), (0, 310, 1, 1)), "across+one+send_2"),
        (verdict(0, (0, 300, 17, 0), (1, 310, 1, 1), held=(1, 4)), "own+one+none_left"),
        (verdict(0, is_lost=True), "lost+none+send_1"),
        (verdict(0), "time+none+nothing"),
        (verdict(NO_TERRITORY, (0, 1, 1, 0), (1, 1, 1, 0)), "karafuda+both+nothing"),
        (verdict(NO_TERRITORY, (0, 1, 1, 0), (1, 1, 1, 0), (1, 1, 2, 1)), "karafuda+both_rest+send_1"),
    ],
)
def test_keys_that_stay(given, key):
    assert reason_key(given, KYOGI) == key


def test_a_wrong_card_is_called_one_in_genpei():
    given = verdict(0, (0, 300, 17, 0), (1, 310, 1, 0), variant=GENPEI)
    assert english(given, GENPEI) == (
        "Alice took the card on their own side, Bob touched a wrong card, and Alice sends one card."
    )


@pytest.mark.parametrize(
    ("penalty", "effect"),
    [
        (Penalty.SIT_OUT, "Bob sits out the next reading"),
        (Penalty.GIVE_BACK, "Bob gives back one card if they have one"),
        (Penalty.NONE, "that costs nothing"),
    ],
)
def test_what_a_fault_costs_in_chirashi(penalty, effect):
    rules = replace(CHIRASHI, penalty=penalty)
    given = verdict(MIDDLE, (0, 300, 17, MIDDLE), (1, 310, 1, MIDDLE), variant=rules, held=(0, 0))
    assert english(given, rules) == f"Alice took the card first, Bob touched a wrong card, and {effect}."


def test_every_name_and_clause_is_in_every_language_with_the_same_places():
    assert set(NAMES) == set(Name)
    for table, language in product((NAMES, TAKES, FAULTS, EFFECTS), LANGUAGES):
        for key, clause in table.items():
            places = [set(re.findall(r"%\((\w+)\)s", getattr(clause, each))) for each in LANGUAGES]
            assert getattr(clause, language), key
            if table is not TAKES:  # who lost the card may go without saying
                assert places[0] == places[1] == places[2], key


def test_an_unknown_language_is_english():
    given = verdict(0, (0, 300, 17, 0))
    assert reason(given, KYOGI, SIDES, language="fr") == english(given)
    assert reason(given, KYOGI, SIDES, language="ja-JP") == reason(given, KYOGI, SIDES, language="ja")
