"""Search by number, sounds, kanji and poet."""

import pytest

from trainer.poems.poem import POEMS, Season, Theme
from trainer.poems.search import Match, plain_letters, search


def numbers(query):
    return [found.number for found in search(query)]


@pytest.mark.parametrize("query", ["17", " １７ ", "017"])
def test_by_number(query):
    assert numbers(query) == [17]


@pytest.mark.parametrize("query", ["", "  ", "101", "xyzzy", "%"])
def test_nothing_found(query):
    assert numbers(query) == []


@pytest.mark.parametrize(
    ("query", "number"),
    [
        *[
            ("つくばね", 13),
            ("tsukubane", 13),
            ("tukubane", 13),
            ("ツクバネ", 13),
            ("tsukub", 13),
            ("tsukubaneno m", 13),
        ],
        *[("naniwa e", 88), ("nanihae", 88), ("なにはえ", 88), ("なにわえ", 88)],
        *[("あふことの", 44), ("おおことの", 44), ("oukotono", 44), ("ōkoto no", 44), ("ookotono", 44)],
        *[("をぐら", 26), ("ogura", 26), ("wogura", 26)],
        *[("ひさかたの", 33), ("awaji", 78), ("awadi", 78), ("ahadi", 78), ("あはぢ", 78)],
        *[("yū sareba", 71), ("yuusareba", 71), ("ゆふされば", 71)],
    ],
)
def test_the_upper_verse_in_any_spelling(query, number):
    assert numbers(query)[0] == number


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("からくれな", 17),
        ("karakure", 17),
        ("fujinotakane", 4),
        ("hujino", 4),
        ("ふしのたかねに", 4),
        ("kyoukokonoe", 61),
    ],
)
def test_the_lower_verse_also_as_printed(query, number):
    assert search(query)[0].number == number
    assert search(query)[0].match is Match.LOWER_START


def test_torifuda_that_begin_alike_come_together():
    assert numbers("わかころもて") == [1, 15]


def test_a_whole_kimariji_stands_above_longer_beginnings():
    found = search("みち")
    assert found[0].number == 14
    assert found[0].match is Match.KIMARIJI


def test_a_verse_without_its_voicing_marks():
    assert numbers("ちはやふる") == [17]


def test_within_a_verse():
    assert numbers("さねかづら") == numbers("sanekazura") == [25]


@pytest.mark.parametrize("query", ["猿丸", "さるまる", "sarumaru", "SARUMARU"])
def test_by_the_poet(query):
    assert numbers(query)[0] == 5


def test_by_kanji():
    assert numbers("龍田川") == numbers("竜田川") or 17 in numbers("神代")
    assert 69 in numbers("三室")


ENGLISH = {Season.AUTUMN: "Autumn", Theme.SEASON: "The seasons", Theme.LOVE: "Love"}
VIETNAMESE = {Season.AUTUMN: "Mùa thu", Season.SUMMER: "Mùa hạ", Theme.LOVE: "Tình yêu"}
AUTUMN = {each.number for each in POEMS if each.season is Season.AUTUMN}


def test_what_begins_so_is_told_from_what_only_holds_it():
    found = search("tsu")
    assert [each.number for each in found if each.begins_so] == [13, 23]  # the two poems of つ
    assert not search("karakure")[0].begins_so  # a lower verse
    assert search("17")[0].begins_so


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("autumn", ENGLISH),
        ("Autu", ENGLISH),
        ("mùa thu", VIETNAMESE),
        ("thu", VIETNAMESE),
        ("秋", {Season.AUTUMN: "秋"}),
    ],
)
def test_by_the_season_in_a_language(query, names):
    assert {each.number for each in search(query, names) if each.match is Match.SUBJECT} == AUTUMN


def test_a_sound_stays_first_beside_a_season_of_the_same_letters():
    found = search("ha", VIETNAMESE)
    assert {each.number for each in found if each.begins_so} == {2, 9, 67, 96}  # the poems of は
    assert {2, 36, 81, 98} <= {each.number for each in found}  # the poems of summer


def test_by_the_theme():
    love = [each.number for each in POEMS if each.theme is Theme.LOVE]
    assert [each.number for each in search("love", ENGLISH)] == love
    assert 1 in [each.number for each in search("seasons", ENGLISH)]


def test_without_names_no_season_is_found():
    assert numbers("autumn") == []


def test_half_typed_letters_find_what_they_may_become():
    n = set(numbers("n"))
    assert {19, 25, 36, 53, 80, 84, 86, 88} <= n
    assert set(numbers("na")) <= n
    assert 9 in numbers("han")
    assert 18 in numbers("s")[:20]


def test_results_are_ranked_and_stable():
    found = search("おお")
    assert [each.number for each in found[:3]] == [44, 60, 95]
    assert list(found) == sorted(found, key=lambda each: (each.match, each.number))
    assert len({each.number for each in found}) == len(found)


def test_plain_letters():
    assert plain_letters("Hōshi ĐẾ") == "hoshi de"
