"""A corpus file that breaks its rules is refused with the poem and the field."""

import json
from copy import deepcopy

import pytest

from trainer.poems.poem import POEMS_FILE, CorpusError, Ruby, columns, load, parse_ruby

ENTRIES = json.loads(POEMS_FILE.read_text(encoding="utf-8"))


@pytest.fixture
def entries():
    return deepcopy(ENTRIES)


@pytest.fixture
def refused(tmp_path):
    def refusal(entries):
        path = tmp_path / "poems.json"
        path.write_text(json.dumps(entries), encoding="utf-8")
        with pytest.raises(CorpusError) as error:
            load(path)
        return str(error.value)

    return refusal


def test_the_file_is_one_list_in_any_order(tmp_path, entries):
    path = tmp_path / "poems.json"
    path.write_text(json.dumps(entries[::-1]), encoding="utf-8")
    assert load(path) == load()


def test_broken_json_is_named(tmp_path):
    path = tmp_path / "poems.json"
    path.write_text("[{", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"poems\.json is not JSON"):
        load(path)


def test_a_missing_poem_is_named(entries, refused):
    assert "wrong at 42" in refused(entries[:42] + entries[43:])


def test_a_poem_twice_is_refused(entries, refused):
    assert "once each" in refused([*entries, entries[7]])


def spoil(entry, path, value):
    for step in path[:-1]:
        entry = entry[step]
    entry[path[-1]] = value


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (["upper", 0, "text"], "秋の田{た}の", "upper[0].text “秋の田{た}の” cannot be read"),
        (["upper", 0, "text"], "秋{あき の田{た}の", "cannot be read"),
        (["upper", 1, "historical"], "カリホノ", "“カリホノ” is not hiragana"),
        (["upper", 1, "spoken"], "かりおの", "differ in length"),
        (["lower", 1, "romaji"], " ", "lower[1].romaji is empty"),
        (["lower"], [], "lower has 0 phrases, not 2"),
        (["torifuda", 2], "ぬれつゝ", "is not the lower verse as printed, “わかころもてはつゆにぬれつつ”"),
        (["torifuda"], ["わかころもては", "つゆに", "ぬれつつ"], "not 5/5/rest"),
        (["colours", "toss"], "red", "“red” is not one of 青, 桃, 黄, 緑, 橙"),
        (["colours", "toss"], None, "colours.toss is missing"),
        (["season"], "rainy", "season “rainy” is not one of"),
        (["author", "figure"], "warrior", "author.figure “warrior”"),
        (["author", "born"], 626, "author has unknown ['born']"),
        (["literal"], {"en": "x", "vi": "x"}, "literal lacks ['ja']"),
        (["plain"], {"en": "x", "ja": "あ。"}, "plain lacks ['vi']"),
        (["plain"], {"en": "x", "vi": "x"}, "plain lacks ['ja']"),
        (["plain", "ja"], " ", "plain.ja is empty"),
        (["plain", "fr"], "x", "plain has unknown ['fr']"),
        (["mnemonics", 1], {"en": "x", "vi": "x"}, "mnemonics lacks ['ja']"),
        (["note"], "x", "note is not an object"),
    ],
)
def test_a_spoilt_field_is_refused_with_its_name(entries, refused, path, value, reason):
    spoil(entries[1], path, value)
    message = refused(entries)
    assert message.startswith("poem 1: ")
    assert reason in message


def test_pieces_of_a_text():
    assert parse_ruby("山{やま}風{かぜ}を") == (Ruby("山", "やま"), Ruby("風", "かぜ"), Ruby("を"))
    assert parse_ruby("瀬々{せぜ}の")[0] == Ruby("瀬々", "せぜ")


def test_columns_take_five_and_five_and_the_rest():
    assert columns("ひとにはつけよあまのつりふね") == ("ひとにはつ", "けよあまの", "つりふね")
