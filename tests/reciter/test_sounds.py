import re

import pytest

from trainer.poems.poem import JOKA, POEMS
from trainer.reciter.sounds import TABLE, sounds

ALL_POEMS = (JOKA, *POEMS)
LONG = str.maketrans({"ō": "oo", "ū": "uu"})
# What the romaji of the corpus spells as it is written, and a reader says otherwise (docs/corpus.md).
SAID_OTHERWISE = {"iu": "yuu", "shizugokoro": "shizukokoro"}


def heard_in(romaji):
    """The phones that Hepburn romaji spells: the other column of the corpus, written by other rules."""
    words = (SAID_OTHERWISE.get(word, word) for word in romaji.lower().translate(LONG).split())
    marked = re.sub(r"n(?![aiueoy])", "N", " ".join(words))
    return re.findall(r"[aiueoN]|[^aiueoN]+", re.sub("[^a-zN]", "", marked))


@pytest.mark.parametrize("poem", ALL_POEMS, ids=lambda poem: str(poem.number))
def test_every_phrase_sounds_as_its_romaji_says(poem):
    for phrase in poem.phrases:
        heard = [phone for sound in sounds(phrase.spoken) for phone in sound.phones]
        assert heard == heard_in(phrase.romaji), phrase.spoken


def test_the_kana_of_the_morae_join_up_to_the_phrase():
    for phrase in (phrase for poem in ALL_POEMS for phrase in poem.phrases):
        assert "".join(sound.kana for sound in sounds(phrase.spoken)) == phrase.spoken


@pytest.mark.parametrize(
    ("spoken", "phones"),
    [
        ("きょうおかぎりの", "ky o o o k a g i r i n o"),  # 今日を: a long o, then the particle
        ("おうさかのせき", "o o s a k a n o s e k i"),  # 逢坂
        ("おうこともがな", "o o k o t o m o g a n a"),  # 逢ふこと
        ("くもいにまごう", "k u m o i n i m a g o o"),  # まがふ
        ("あわんとぞおもう", "a w a N t o z o o m o u"),  # 思ふ: the う of a verb
        ("なおうらめしき", "n a o u r a m e sh i k i"),  # なお うらめし: two words
        ("もみじふみわけ", "m o m i j i f u m i w a k e"),
        ("つゆにぬれつつ", "ts u y u n i n u r e ts u ts u"),
    ],
)
def test_a_phrase_by_hand(spoken, phones):
    assert [phone for sound in sounds(spoken) for phone in sound.phones] == phones.split()


def test_a_mora_may_be_two_kana():
    assert [sound.kana for sound in sounds("こいすちょう")] == ["こ", "い", "す", "ちょ", "う"]


@pytest.mark.parametrize("text", ["らーめん", "kana", "あった", "思う"])
def test_what_is_no_kana_of_the_poems_is_refused(text):
    with pytest.raises(KeyError):
        sounds(text)


def test_the_table_has_every_mora_of_the_poems_and_small_kana_only_after_the_i_row():
    assert len(TABLE) == 65 + 6 + 12 * 3
    assert TABLE["じょ"] == ("j", "o")
    assert TABLE["ぎゃ"] == ("gy", "a")
