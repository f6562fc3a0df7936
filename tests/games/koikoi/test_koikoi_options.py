"""The options: presets exactly as published, what may be set, and a sentence for everything."""

from dataclasses import fields

import pytest

from games.rules.koikoi.options import (
    CHOICES,
    PRESETS,
    SEED,
    TEXTS,
    OptionError,
    Options,
    changes_from,
    preset_of,
    with_changes,
)

POINTS = "gokou shikou ameshikou sankou hanami tsukimi inoshikacho akatan aotan akatan_aotan tane tan kasu tsukifuda"
# The rules, part 3: the preset, its points in the order of POINTS, and everything else as text.
PUBLISHED = {
    "seed": (
        (10, 8, 7, 5, 5, 5, 5, 5, 5, 10, 1, 1, 1, 0),
        {
            "sankou_rain": "yes",
            "viewing": "always",
            "tane_with_inoshikacho": "stack",
            "tan_with_colour": "stack",
            "both_colours": "instead",
            "sake": "animal_and_chaff",
            "seven_double": "no",
            "koikoi_penalty": "yes",
            "koikoi_bonus": "none",
            "koikoi_limit": "none",
            "exhaustion": "nagare",
            "dealt_yaku": "score",
            "both_dealt": "redeal",
            "floor_four": "redeal",
            "floor_three": "take_all",
            "months": "12",
            "bank": "zero",
            "next_dealer": "winner_keep",
        },
    ),
    "nintendo": (
        (10, 8, 7, 5, 5, 5, 5, 5, 5, 10, 1, 1, 1, 0),
        {
            "sankou_rain": "no",
            "viewing": "always",
            "tane_with_inoshikacho": "extend",
            "tan_with_colour": "extend",
            "both_colours": "instead",
            "sake": "animal_and_chaff",
            "seven_double": "yes",
            "koikoi_penalty": "yes",
            "koikoi_bonus": "none",
            "koikoi_limit": "round",
            "exhaustion": "nagare",
            "dealt_yaku": "redeal",
            "floor_four": "redeal",
            "floor_three": "take_all",
            "months": "12",
            "bank": "zero",
            "next_dealer": "winner_switch",
        },
    ),
    "koikoi_japan": (
        (10, 8, 7, 5, 1, 1, 5, 5, 5, 10, 1, 1, 1, 0),
        {
            "sankou_rain": "no",
            "viewing": "caller",
            "tane_with_inoshikacho": "stack",
            "tan_with_colour": "stack",
            "both_colours": "on_top",
            "sake": "animal_and_chaff",
            "seven_double": "no",
            "koikoi_penalty": "no",
            "koikoi_bonus": "ladder",
            "koikoi_limit": "none",
            "exhaustion": "dealer_one",
            "dealt_yaku": "redeal",
            "floor_four": "redeal",
            "floor_three": "take_all",
            "months": "8",
            "bank": "thirty",
            "next_dealer": "winner_keep",
        },
    ),
    "newhanafuda": (
        (15, 8, 7, 6, 5, 5, 5, 5, 5, 10, 1, 1, 1, 4),
        {
            "sankou_rain": "no",
            "viewing": "always",
            "tane_with_inoshikacho": "stack",
            "tan_with_colour": "stack",
            "both_colours": "apart",
            "sake": "animal_and_chaff",
            "seven_double": "no",
            "koikoi_penalty": "no",
            "koikoi_bonus": "all_calls",
            "koikoi_limit": "none",
            "exhaustion": "last_caller",
            "dealt_yaku": "score",
            "both_dealt": "redeal",
            "floor_four": "redeal",
            "floor_three": "take_all",
            "months": "12",
            "bank": "ten_a_month",
            "tsukifuda_month": "current",
            "next_dealer": "winner_keep",
        },
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_preset_is_what_is_published(name):
    points, others = PUBLISHED[name]
    expected = dict(zip(POINTS.split(), map(str, points), strict=True)) | others
    assert changes_from(with_changes(PRESETS[name], expected), PRESETS[name]) == {}


def test_the_default_is_the_seed():
    assert Options() == SEED == PRESETS["seed"]
    assert list(PRESETS) == list(PUBLISHED)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_preset_knows_its_name(name):
    assert preset_of(PRESETS[name]) == name
    assert preset_of(with_changes(PRESETS[name], {"teppou": 5})) == "custom"


def test_every_option_and_every_choice_has_a_sentence():
    assert [each.option for each in TEXTS] == [each.name for each in fields(Options)] or {
        each.option for each in TEXTS
    } == {each.name for each in fields(Options)}
    assert len(TEXTS) == len(fields(Options))
    for each in TEXTS:
        kind = CHOICES.get(each.option)
        values = () if kind is None else ("yes", "no") if kind is bool else tuple(str(value) for value in kind)
        assert tuple(value for value, _ in each.choices) == values, each.option
        assert each.sentence.endswith(".")
        assert all(sentence.endswith(".") for _, sentence in each.choices)


def test_every_choice_of_every_option_can_be_set_and_written():
    for each in TEXTS:
        for value in [value for value, _ in each.choices] or ["1"]:
            options = with_changes(SEED, {each.option: value})
            assert with_changes(SEED, changes_from(SEED, options)) == options


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("months", 0, "1 to 12 months"),
        ("months", "13", "1 to 12 months"),
        ("months", True, "1 to 12 months"),
        ("months", "9" * 5000, "1 to 12 months"),
        ("gokou", -1, "0 to 99"),
        ("gokou", "100", "0 to 99"),
        ("gokou", "ten", "0 to 99"),
        ("gokou", None, "0 to 99"),
        ("viewing", "sometimes", "not a choice of viewing"),
        ("viewing", 3, "not a choice of viewing"),
        ("seven_double", "perhaps", "yes or no"),
        ("seven_double", 1, "not a choice of seven_double"),
        ("colour", "red", "no option"),
    ],
)
def test_a_value_that_cannot_be_is_refused_in_a_sentence(option, value, says):
    with pytest.raises(OptionError, match=says) as refused:
        with_changes(SEED, {option: value})
    assert refused.value.option == option


def test_rules_without_any_yaku_are_refused():
    with pytest.raises(OptionError, match="At least one yaku"):
        with_changes(SEED, dict.fromkeys([*POINTS.split(), "teppou"], 0))


@pytest.mark.parametrize(
    ("bank", "months", "purse"), [("zero", 12, 0), ("thirty", 8, 30), ("fifty", 6, 50), ("ten_a_month", 6, 60)]
)
def test_what_the_players_begin_with(bank, months, purse):
    assert with_changes(SEED, {"bank": bank, "months": months}).purse == purse
