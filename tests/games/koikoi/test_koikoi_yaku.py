"""What a pile is worth: known piles under known rules, and every option about yaku."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from koikoi_recount import recount
from koikoi_table import pile

from games.rules.koikoi import cards
from games.rules.koikoi.options import PRESETS, SEED, with_changes
from games.rules.koikoi.yaku import NAMES, dealt_yaku, rows, scorer, yaku_of

BASIC = with_changes(SEED, {"sankou_rain": "no"})
KASU_9 = "1.chaff.1 1.chaff.2 2.chaff.1 2.chaff.2 3.chaff.1 3.chaff.2 4.chaff.1 4.chaff.2 5.chaff.1"
SIX = "1.ribbon.1 2.ribbon.1 3.ribbon.1 6.ribbon.1 9.ribbon.1 10.ribbon.1"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("1.bright.1 3.bright.1 8.bright.1", {"sankou": 5}),
        ("1.bright.1 3.bright.1", {}),
        ("1.bright.1 3.bright.1 8.bright.1 11.bright.1", {"ameshikou": 7}),
        ("1.bright.1 3.bright.1 8.bright.1 12.bright.1", {"shikou": 8}),
        ("1.bright.1 3.bright.1 8.bright.1 11.bright.1 12.bright.1", {"gokou": 10}),
        ("9.animal.1", {}),
        ("3.bright.1 9.animal.1", {"hanami": 5}),
        ("8.bright.1 9.animal.1", {"tsukimi": 5}),
        ("1.bright.1 3.bright.1 8.bright.1 9.animal.1 12.bright.1", {"shikou": 8, "hanami": 5, "tsukimi": 5}),
        ("2.animal.1 4.animal.1 5.animal.1 8.animal.1", {}),
        ("2.animal.1 4.animal.1 5.animal.1 8.animal.1 9.animal.1", {"tane": 1}),
        ("2.animal.1 4.animal.1 5.animal.1 8.animal.1 9.animal.1 11.animal.1", {"tane": 2}),
        ("7.animal.1 10.animal.1", {}),
        ("6.animal.1 7.animal.1 10.animal.1", {"inoshikacho": 5}),
        ("2.animal.1 6.animal.1 7.animal.1 8.animal.1 10.animal.1", {"inoshikacho": 5, "tane": 1}),
        ("4.ribbon.1 5.ribbon.1 7.ribbon.1 11.ribbon.1", {}),
        ("1.ribbon.1 4.ribbon.1 5.ribbon.1 7.ribbon.1 11.ribbon.1", {"tan": 1}),
        ("1.ribbon.1 2.ribbon.1", {}),
        ("6.ribbon.1 9.ribbon.1 10.ribbon.1", {"aotan": 5}),
        ("1.ribbon.1 2.ribbon.1 3.ribbon.1 4.ribbon.1 5.ribbon.1", {"akatan": 5, "tan": 1}),
        (SIX, {"akatan-aotan": 10, "tan": 2}),
        (f"{SIX} 4.ribbon.1 5.ribbon.1 7.ribbon.1 11.ribbon.1", {"akatan-aotan": 10, "tan": 6}),
        (KASU_9, {}),
        (f"{KASU_9} 9.animal.1", {"kasu": 1}),
        (f"{KASU_9} 5.chaff.2 6.chaff.1", {"kasu": 2}),
        (f"{KASU_9} 11.chaff.1", {"kasu": 1}),
        ("8.bright.1 8.animal.1 8.chaff.1 8.chaff.2", {}),
    ],
)
def test_known_piles(words, expected):
    """Worth the same with and without the rain man in a sankō."""
    assert dict(yaku_of(SEED, pile(words), month=8)) == expected
    assert dict(yaku_of(BASIC, pile(words), month=8)) == expected


EVERYTHING = {
    "seed": (62, "gokou 10, inoshikacho 5, tane 5, akatan-aotan 10, tan 6, kasu 16, hanami 5, tsukimi 5"),
    "nintendo": (61, "gokou 10, inoshikacho 11, akatan-aotan 14, kasu 16, hanami 5, tsukimi 5"),
    "koikoi_japan": (
        64,
        "gokou 10, inoshikacho 5, tane 5, akatan-aotan 10, akatan 5, aotan 5, tan 6, kasu 16, hanami 1, tsukimi 1",
    ),
    "newhanafuda": (
        71,  # 15 + 10 + 10 + 6 + 16 + 10, and the month's cards 4
        "gokou 15, inoshikacho 5, tane 5, akatan 5, aotan 5, tan 6, kasu 16, hanami 5, tsukimi 5, tsukifuda 4",
    ),
}


@pytest.mark.parametrize("name", EVERYTHING)
def test_all_48_cards(name):
    points, words = EVERYTHING[name]
    made = yaku_of(PRESETS[name], cards.ALL, month=5)
    assert {f"{key} {worth}" for key, worth in made} == set(words.split(", "))
    assert sum(worth for _, worth in made) == points


RAINY_SANKOU = "1.bright.1 11.bright.1 12.bright.1"
VIEWING = "3.bright.1 8.bright.1 9.animal.1"
FIVE_RIBBONS = "1.ribbon.1 2.ribbon.1 3.ribbon.1 4.ribbon.1 5.ribbon.1"
FIVE_ANIMALS = "2.animal.1 6.animal.1 7.animal.1 8.animal.1 10.animal.1"


@pytest.mark.parametrize(
    ("changes", "words", "expected"),
    [
        # sankō and the rain man
        ({"sankou_rain": "yes"}, RAINY_SANKOU, {"sankou": 5}),
        ({"sankou_rain": "no"}, RAINY_SANKOU, {}),
        # ame-shikō off: three brights and the rain man are a sankō
        ({"ameshikou": 0, "sankou_rain": "no"}, "1.bright.1 3.bright.1 8.bright.1 11.bright.1", {"sankou": 5}),
        ({"gokou": 0}, "1.bright.1 3.bright.1 8.bright.1 11.bright.1 12.bright.1", {"shikou": 8}),
        # one bright yaku counts, the one worth most
        ({"shikou": 12}, "1.bright.1 3.bright.1 8.bright.1 11.bright.1 12.bright.1", {"shikou": 12}),
        # both colours
        ({"both_colours": "instead"}, SIX, {"akatan-aotan": 10, "tan": 2}),
        ({"both_colours": "apart"}, SIX, {"akatan": 5, "aotan": 5, "tan": 2}),
        ({"both_colours": "on_top"}, SIX, {"akatan-aotan": 10, "akatan": 5, "aotan": 5, "tan": 2}),
        # ribbons beside a colour
        ({"tan_with_colour": "stack"}, FIVE_RIBBONS, {"akatan": 5, "tan": 1}),
        ({"tan_with_colour": "extend"}, FIVE_RIBBONS, {"akatan": 7}),
        ({"tan_with_colour": "extend_and_stack"}, FIVE_RIBBONS, {"akatan": 7, "tan": 1}),
        ({"tan_with_colour": "none"}, FIVE_RIBBONS, {"akatan": 5}),
        ({"tan_with_colour": "extend"}, f"{SIX} 4.ribbon.1", {"akatan-aotan": 11}),
        ({"tan_with_colour": "extend", "both_colours": "apart"}, f"{SIX} 4.ribbon.1", {"akatan": 6, "aotan": 5}),
        ({"tan_with_colour": "extend"}, "1.ribbon.1 2.ribbon.1 4.ribbon.1 5.ribbon.1 6.ribbon.1", {"tan": 1}),
        # animals beside ino-shika-chō
        ({"tane_with_inoshikacho": "stack"}, FIVE_ANIMALS, {"inoshikacho": 5, "tane": 1}),
        ({"tane_with_inoshikacho": "extend"}, FIVE_ANIMALS, {"inoshikacho": 7}),
        ({"tane_with_inoshikacho": "extend_and_stack"}, FIVE_ANIMALS, {"inoshikacho": 7, "tane": 1}),
        ({"tane_with_inoshikacho": "none"}, FIVE_ANIMALS, {"inoshikacho": 5}),
        # viewings
        ({"viewing": "always"}, VIEWING, {"hanami": 5, "tsukimi": 5}),
        ({"viewing": "none"}, VIEWING, {}),
        ({"viewing": "limited"}, VIEWING, {}),
        ({"viewing": "limited"}, f"{VIEWING} 1.bright.1", {"sankou": 5, "hanami": 5, "tsukimi": 5}),
        # rain
        ({"rain": "off"}, f"{VIEWING} 11.chaff.1", {"hanami": 5, "tsukimi": 5}),
        ({"rain": "hanami"}, f"{VIEWING} 11.chaff.1", {"tsukimi": 5}),
        ({"rain": "both"}, f"{VIEWING} 11.chaff.1", {}),
        ({"rain": "both"}, "3.bright.1 9.animal.1 11.bright.1", {}),
        ({"rain": "both"}, f"{VIEWING} 11.animal.1", {"hanami": 5, "tsukimi": 5}),
        ({"rain": "willow"}, f"{VIEWING} 11.animal.1", {}),
        ({"rain": "willow"}, f"{VIEWING} 11.ribbon.1", {}),
        # the sake cup
        ({"sake": "animal_and_chaff"}, f"{KASU_9} 9.animal.1", {"kasu": 1}),
        ({"sake": "animal"}, f"{KASU_9} 9.animal.1", {}),
        ({"sake": "animal_and_two_chaff"}, f"{KASU_9} 9.animal.1", {"kasu": 2}),
        # cards of the month, here August
        ({"tsukifuda": 4}, "8.bright.1 8.animal.1 8.chaff.1 8.chaff.2", {"tsukifuda": 4}),
        ({"tsukifuda": 4}, "1.bright.1 1.ribbon.1 1.chaff.1 1.chaff.2", {}),
        ({"tsukifuda": 4, "tsukifuda_month": "any"}, "1.bright.1 1.ribbon.1 1.chaff.1 1.chaff.2", {"tsukifuda": 4}),
        # teppō
        ({"teppou": 5}, VIEWING, {"hanami": 5, "tsukimi": 5, "teppou": 5}),
        ({"teppou": 5}, "3.bright.1 9.animal.1", {"hanami": 5}),
        # points are free, 0 is off
        ({"hanami": 3, "tsukimi": 0}, VIEWING, {"hanami": 3}),
        ({"kasu": 2}, f"{KASU_9} 5.chaff.2 6.chaff.1", {"kasu": 3}),
    ],
)
def test_an_option_about_yaku(changes, words, expected):
    options = with_changes(SEED, changes)
    assert dict(yaku_of(options, pile(words), month=8)) == expected
    assert scorer(options, 8).points(pile(words)) == sum(expected.values())


def test_viewings_are_worth_three_times_as_much_to_a_caller():
    options = PRESETS["koikoi_japan"]
    assert dict(yaku_of(options, pile(VIEWING))) == {"hanami": 1, "tsukimi": 1}
    assert dict(yaku_of(options, pile(VIEWING), has_called=True)) == {"hanami": 3, "tsukimi": 3}
    assert dict(yaku_of(SEED, pile(VIEWING), has_called=True)) == {"hanami": 5, "tsukimi": 5}


def test_viewings_are_doubled_in_their_season():
    options = with_changes(SEED, {"viewing": "season"})
    assert dict(yaku_of(options, pile(VIEWING), month=3)) == {"hanami": 10, "tsukimi": 5}
    assert dict(yaku_of(options, pile(VIEWING), month=8)) == {"hanami": 5, "tsukimi": 10}
    assert dict(yaku_of(options, pile(VIEWING), month=1)) == {"hanami": 5, "tsukimi": 5}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("1.bright.1 1.ribbon.1 1.chaff.1 1.chaff.2 2.animal.1 3.bright.1 4.animal.1 5.animal.1", (("teshi", 6),)),
        ("12.bright.1 12.chaff.1 12.chaff.2 12.chaff.3 2.animal.1 3.bright.1 4.animal.1 5.animal.1", (("teshi", 6),)),
        ("1.bright.1 1.ribbon.1 1.chaff.1 1.chaff.2 2.animal.1 2.ribbon.1 3.bright.1 3.ribbon.1", (("teshi", 6),)),
        ("1.bright.1 1.ribbon.1 2.animal.1 2.ribbon.1 3.bright.1 3.ribbon.1 4.animal.1 4.ribbon.1", (("kuttsuki", 6),)),
        ("1.bright.1 1.ribbon.1 1.chaff.1 2.animal.1 2.ribbon.1 2.chaff.1 3.bright.1 3.ribbon.1", ()),
        ("1.bright.1 1.ribbon.1 2.animal.1 2.ribbon.1 3.bright.1 3.ribbon.1 4.animal.1 5.ribbon.1", ()),
    ],
)
def test_yaku_of_a_dealt_hand(words, expected):
    assert dealt_yaku(SEED, pile(words)) == expected
    assert dealt_yaku(with_changes(SEED, {"teshi": 0, "kuttsuki": 0}), pile(words)) == ()


def test_the_table_shows_what_is_on_and_extended():
    seed = {row.key: row for row in rows(SEED)}
    nintendo = {row.key: row for row in rows(PRESETS["nintendo"])}
    assert "tsukifuda" not in seed
    assert "teppou" not in seed
    assert {row.key for row in rows(PRESETS["newhanafuda"])} >= {"tsukifuda"}
    assert (seed["akatan"].each, nintendo["akatan"].each) == (0, 1)
    assert seed["sankou"].cards == cards.BRIGHTS
    assert nintendo["sankou"].cards == cards.BRIGHTS & ~cards.RAIN_MAN
    assert all(row.names.en and row.names.ja and row.names.vi for row in rows(SEED))
    assert set(NAMES) >= set(seed)


def options_of(random):
    """Options drawn at random, points small."""
    points = {name: random.randrange(0, 12) for name in ("gokou", "ameshikou", "akatan", "aotan", "akatan_aotan")}
    points |= {"tsukifuda": random.choice([0, 4]), "teppou": random.choice([0, 5]), "kasu": random.choice([0, 1])}
    words = {
        "sankou_rain": "yes no",
        "both_colours": "instead apart on_top",
        "tan_with_colour": "stack extend extend_and_stack none",
        "tane_with_inoshikacho": "stack extend extend_and_stack none",
        "viewing": "always limited none caller season",
        "rain": "off hanami both willow",
        "sake": "animal_and_chaff animal animal_and_two_chaff",
        "tsukifuda_month": "current any",
    }
    return with_changes(SEED, points | {name: random.choice(each.split()) for name, each in words.items()})


RICH = (
    cards.RIBBONS,
    cards.ANIMALS,
    cards.BRIGHTS | cards.SAKE_CUP | cards.WILLOWS,
    cards.CURTAIN | cards.MOON | cards.SAKE_CUP | cards.WILLOWS | cards.MONTH[1],
    cards.CHAFF | cards.SAKE_CUP,
    cards.MONTH[6] | cards.MONTH[7] | cards.MONTH[8],
    cards.ALL & ~cards.CHAFF,
    cards.ALL,
)


def pile_of(random):
    """A pile of any size from cards that make yaku together: every card alike would seldom make one."""
    group = cards.cards_of(random.choice(RICH))
    return cards.mask_of(random.sample(group, random.randint(1, len(group))))


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.integers(0, 12), st.booleans())
def test_points_are_those_of_an_independent_count(seed, month, has_called):
    random = Random(seed)
    options = options_of(random)
    for _ in range(8):
        mask = pile_of(random)
        words = {cards.text(each) for each in cards.cards_of(mask)}
        expected = recount(words, options, month, has_called)
        assert dict(yaku_of(options, mask, month=month, has_called=has_called)) == expected
        assert scorer(options, month, has_called).points(mask) == sum(expected.values())


@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_piles_of_one_tally_have_one_value(seed):
    """Counting by tally: the scorer that has seen many piles says of each what a new count says."""
    random = Random(seed)
    options = options_of(random)
    month, has_called = random.randrange(13), random.random() < 0.5
    count = scorer(options, month, has_called)
    for _ in range(200):
        mask = pile_of(random)
        tally = sum(count.weights[each] for each in cards.cards_of(mask))
        fresh = sum(worth for _, worth in yaku_of(options, mask, month=month, has_called=has_called))
        assert count.tally(mask) == tally
        assert count.points(mask) == count.by_tally(tally, mask) == fresh


@pytest.mark.parametrize("rain", ["off", "hanami", "both", "willow"])
def test_the_scorer_tells_rain_from_other_cards(rain):
    """Every pile of these ten: rain has a partner of the same kind beside it, which must not be taken for it."""
    options = with_changes(SEED, {"rain": rain})
    some = cards.cards_of(pile("3.bright.1 8.bright.1 9.animal.1 11.bright.1 11.animal.1 11.ribbon.1 11.chaff.1"))
    some += cards.cards_of(pile("2.animal.1 2.ribbon.1 2.chaff.1"))
    for chosen in range(1 << len(some)):
        mask = cards.mask_of(each for at, each in enumerate(some) if chosen >> at & 1)
        words = {cards.text(each) for each in cards.cards_of(mask)}
        assert scorer(options).points(mask) == sum(recount(words, options).values())
