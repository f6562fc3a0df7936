"""The corpus against what is known of the hundred poems and their cards."""

import re
from collections import Counter

import pytest

from trainer.poems.kana import strip_voicing
from trainer.poems.kimariji import as_written
from trainer.poems.poem import JOKA, POEMS, Figure, Season, Theme, poem

METRE = (5, 7, 5, 7, 7)
# Phrases with a kana too many: (poem, phrase), phrases counted from 1.
HYPERMETRIC = {
    *((1, 3), (4, 1), (4, 2), (9, 1), (11, 3), (15, 2), (16, 3), (20, 5), (21, 4), (21, 5), (22, 5), (23, 5)),
    *((24, 2), (25, 1), (26, 3), (28, 5), (29, 1), (31, 2), (38, 5), (40, 2), (48, 1), (49, 5), (55, 1), (57, 1)),
    *((70, 2), (73, 5), (74, 3), (75, 1), (76, 2), (77, 5), (79, 4), (80, 5), (85, 2), (92, 3), (99, 4)),
}
FIFTEEN_KANA = {20, 22, 23, 28, 38, 49, 73, 77, 79, 80, 99}
NOTHING_TO_UNVOICE = {10, 27, 31, 34, 38, 46, 47, 49, 53, 61, 65, 66, 67, 69, 75, 85, 91, 92, 94, 99, 100}
IROHA = "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"


def morae(kana):
    return len(kana) - sum(kana.count(small) for small in "ゃゅょ")


def where(condition):
    return {each.number for each in POEMS if condition(each)}


def test_a_hundred_poems_and_the_joka():
    assert [each.number for each in POEMS] == list(range(1, 101))
    assert JOKA.number == 0
    assert poem(0) is JOKA
    with pytest.raises(KeyError):
        poem(101)


def test_metre_is_5_7_5_7_7_but_for_the_known_phrases():
    too_long = {
        (each.number, place): morae(phrase.historical) - metre
        for each in POEMS
        for place, (phrase, metre) in enumerate(zip(each.phrases, METRE, strict=True), start=1)
        if morae(phrase.historical) != metre
    }
    assert set(too_long) == HYPERMETRIC
    assert set(too_long.values()) == {1}


def test_every_spelling_of_a_phrase_has_as_many_morae():
    for each in (JOKA, *POEMS):
        for phrase in each.phrases:
            assert morae(phrase.historical) == morae(phrase.modern) == morae(phrase.spoken), phrase


def test_torifuda_lengths():
    assert Counter(len(each.torifuda) for each in POEMS) == {14: 88, 15: 11, 16: 1}
    assert where(lambda each: len(each.torifuda) == 15) == FIFTEEN_KANA
    assert where(lambda each: len(each.torifuda) == 16) == {21}


@pytest.mark.parametrize(
    ("number", "columns"),
    [
        (1, "わかころも てはつゆに ぬれつつ"),
        (2, "ころもほす てふあまの かくやま"),
        (17, "からくれな ゐにみつく くるとは"),
        (20, "みをつくし てもあはむ とそおもふ"),
        (21, "ありあけの つきをまち いてつるかな"),
        (99, "よをおもふ ゆゑにもの おもふみは"),
        (100, "なほあまり あるむかし なりけり"),
    ],
)
def test_torifuda_columns_right_to_left(number, columns):
    assert poem(number).torifuda_columns == tuple(columns.split())


def test_all_torifuda_differ_even_though_nothing_is_voiced():
    assert len({each.torifuda for each in POEMS}) == 100
    assert all(strip_voicing(each.torifuda) == each.torifuda for each in POEMS)
    assert where(lambda each: each.torifuda == each.lower.historical) == NOTHING_TO_UNVOICE


def test_the_cards_need_every_kana_of_the_iroha_and_no_n():
    assert set("".join(each.torifuda for each in POEMS)) == set(IROHA)
    assert where(lambda each: "ゐ" in each.torifuda) == {17, 76}
    assert where(lambda each: "ゑ" in each.torifuda) == {5, 42, 77, 99}
    assert len(where(lambda each: "を" in each.torifuda)) == 24
    assert where(lambda each: "けふ" in each.torifuda) == {54, 61}
    assert where(lambda each: "てふ" in each.torifuda) == {2, 13}  # in 13 by chance: つもり「てふ」ち


def test_columns_that_are_the_same_on_two_cards():
    right = Counter(each.torifuda_columns[0] for each in POEMS)
    middle = Counter(each.torifuda_columns[1] for each in POEMS)
    left = Counter(each.torifuda_columns[2] for each in POEMS)
    assert {column for column, cards in right.items() if cards > 1} == {"わかころも", "みをつくし", "いまひとた"}
    assert middle.most_common(1)[0][1] == 1
    assert left["なりけり"] == 5


def test_the_five_colours_have_twenty_cards_each():
    assert sorted(Counter(each.toss for each in POEMS).values()) == [20] * 5
    assert JOKA.toss is None


def test_the_traditional_divisions():
    assert Counter(each.theme for each in POEMS) == {
        Theme.LOVE: 43,
        Theme.SEASON: 32,
        Theme.MISCELLANEOUS: 20,
        Theme.TRAVEL: 4,
        Theme.PARTING: 1,
    }
    seasons = Counter(each.season for each in POEMS if each.theme is Theme.SEASON)
    assert seasons == {Season.SPRING: 6, Season.SUMMER: 4, Season.AUTUMN: 16, Season.WINTER: 6}


def test_who_sits_for_the_portraits():
    assert where(lambda each: each.author.figure is Figure.EMPEROR) == {1, 13, 15, 68, 77, 99, 100}
    assert where(lambda each: each.author.figure is Figure.LADY) == (
        {2, 9, 19, 38, 53, 54, 56, 57, 58, 59, 60, 61, 62, 65, 67, 72, 80, 88, 89, 90, 92}
    )
    assert where(lambda each: each.author.figure is Figure.MONK) == {8, 12, 21, 47, 66, 69, 70, 82, 85, 86, 87, 95}
    assert where(lambda each: each.author.figure is Figure.HOODED) == {10}
    assert where(lambda each: each.author.dais) == {2}


@pytest.mark.parametrize(
    ("number", "spelling", "text"),
    [
        (1, "modern", "あきのたのかりおのいおのとまをあらみ"),
        (10, "spoken", "これやこのゆくもかえるもわかれてわ"),
        (17, "modern", "ちはやぶるかみよもきかずたつたがわ"),
        (44, "modern", "おおことのたえてしなくはなかなかに"),
        (44, "spoken", "おおことのたえてしなくわなかなかに"),
        (49, "historical", "みかきもりゑじのたくひのよるはもえ"),
        (50, "spoken", "きみがためおしからざりしいのちさえ"),
        (74, "historical", "うかりけるひとをはつせのやまおろしよ"),
        (93, "spoken", "よのなかわつねにもがもななぎさこぐ"),
    ],
)
def test_decided_readings_of_the_upper_verse(number, spelling, text):
    assert getattr(poem(number).upper, spelling) == text


@pytest.mark.parametrize(
    ("number", "spelling", "text"),
    [
        (0, "modern", "いまをはるべとさくやこのはな"),
        (21, "historical", "ありあけのつきをまちいでつるかな"),
        (33, "modern", "しずごころなくはなのちるらん"),
        (56, "modern", "いまひとたびのおうこともがな"),
        (57, "modern", "くもがくれにしよわのつきかな"),
        (70, "historical", "いづこもおなじあきのゆふぐれ"),
        (76, "spoken", "くもいにまごうおきつしらなみ"),
        (89, "historical", "しのぶることのよわりもぞする"),
        (92, "historical", "ひとこそしらねかわくまもなし"),
    ],
)
def test_decided_readings_of_the_lower_verse(number, spelling, text):
    assert getattr(poem(number).lower, spelling) == text


def test_words_are_there_in_every_language():
    for each in (JOKA, *POEMS):
        for wording in (each.literal, each.plain, each.note, *each.mnemonics):
            assert len({wording.text(language) for language in ("en", "vi", "ja")}) == 3, each
        assert each.author.name("ja") == each.author.kanji
    assert all(len(each.mnemonics) >= 2 for each in POEMS)


@pytest.mark.parametrize("each", [JOKA, *POEMS], ids=lambda each: str(each.number))
def test_the_japanese_renderings_are_one_or_two_sentences_of_pure_japanese(each):
    for rendering in (each.literal.ja, each.plain.ja):
        assert re.fullmatch("[ぁ-ゖ一-鿿々、。「」（）]+。", rendering)
        assert 1 <= rendering.count("。") <= 2
        assert rendering.count("「") == rendering.count("」")
        assert rendering.count("（") == rendering.count("）")


def test_a_japanese_rendering_is_modern():
    """No historical kana, no ending that only the old language has, and not the poem over again."""
    old = re.compile("[ゐゑ]|にけり|りけり|りける|らむ|けむ|まじ|なむ|かも[、。]|てふ|べき|べし|ぬる|つつ")
    for each in (JOKA, *POEMS):
        assert not old.search(each.plain.ja), each.plain.ja
        assert each.lower.written not in each.plain.ja
    assert len({each.plain.ja for each in POEMS} | {each.literal.ja for each in POEMS}) == 200


@pytest.mark.parametrize(
    ("number", "sense"),
    [
        (8, "そうだ"),  # いふなり: hearsay, not “it is”
        (22, "荒ら"),  # 嵐 and 荒し
        (28, "離れ、草も枯れ"),  # かれ: 離れ and 枯れ
        (42, "決して変わるまい"),  # 波越さじ
        (44, "恨まずにいられるだろうに"),  # なくは … まし
        (58, "忘れはしない"),  # やは
        (74, "祈らなかった"),
        (86, "物思いをさせるのだろうか。いや"),  # やは … する: causative, and no
        (89, "かもしれない"),  # もぞ: a fear
    ],
)
def test_a_japanese_rendering_keeps_the_grammar(number, sense):
    assert sense in poem(number).plain.ja


@pytest.mark.parametrize("language", ["en", "ja", "vi"])
def test_a_mnemonic_leads_from_the_torifuda_to_the_kimariji(language):
    for each in POEMS:
        for mnemonic in each.mnemonics:
            quoted = re.findall(r"[「“\"]([ぁ-ゖ]+)", mnemonic.text(language))
            assert as_written(each.number) in quoted, mnemonic
            assert any(each.torifuda.startswith(kana) for kana in quoted), mnemonic


def test_furigana_reads_as_the_phrase_does():
    folded = str.maketrans("はひふへほをゐゑぢづむ", "わいうえおおいえじずん")
    otherwise = {(2, 4), (41, 1), (44, 1), (61, 4), (76, 4)}  # てふ, けふ and the chanted おお, ごう are not folded
    for each in (JOKA, *POEMS):
        for place, phrase in enumerate(each.phrases, start=1):
            read = "".join(piece.reading or piece.base for piece in phrase.ruby).translate(folded)
            assert (read == phrase.modern.translate(folded)) is ((each.number, place) not in otherwise), phrase
