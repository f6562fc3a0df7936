"""Against labels written by hand from the description of the format (HTS_TTS_JPN: an example of the HTS demo for
Japanese, lab_format): a two-phrase utterance はる / の, accent type 0 in both.
"""

from trainer.reciter.labels import phones
from trainer.reciter.sounds import sounds

PHRASES = [sounds("はる"), sounds("の")]


def by_name(name):
    return next(phone for phone in phones(PHRASES) if phone.name == name)


def test_the_phones_stand_between_two_silences_and_know_their_mora():
    assert [(phone.name, phone.mora) for phone in phones(PHRASES)] == [
        ("sil", None),
        ("h", 0),
        ("a", 0),
        ("r", 1),
        ("u", 1),
        ("n", 2),
        ("o", 2),
        ("sil", None),
    ]


def test_a_vowel_in_the_first_mora_of_the_first_phrase():
    assert by_name("a").label == (
        "sil^h-a+r=u"
        "/A:-1+1+2"  # the first of two morae; type 0 has its fall after the last
        "/B:xx-xx_xx/C:02_xx+xx/D:xx+xx_xx"
        "/E:xx_xx!xx_xx-xx"  # no phrase before
        "/F:2_0#0_xx@1_2|1_3"  # two morae; first of two phrases; begins at the first of three morae
        "/G:1_0%0_xx_1"  # the next phrase: one mora
        "/H:xx_xx/I:2-3@1+1&1-2|1+3/J:xx_xx/K:1+2-3"
    )


def test_a_consonant_in_the_second_phrase():
    assert by_name("n").label == (
        "r^u-n+o=sil"
        "/A:0+1+1"
        "/B:xx-xx_xx/C:02_xx+xx/D:xx+xx_xx"
        "/E:2_0!0_xx-1"  # the phrase before: two morae, no pause between
        "/F:1_0#0_xx@2_1|3_1"
        "/G:xx_xx%xx_xx_xx"
        "/H:xx_xx/I:2-3@1+1&1-2|1+3/J:xx_xx/K:1+2-3"
    )


def test_the_silences_know_only_what_is_on_their_other_side():
    first, *_, last = phones(PHRASES)
    nothing = "/A:xx+xx+xx/B:xx-xx_xx/C:xx_xx+xx/D:xx+xx_xx"
    assert first.label == (
        f"xx^xx-sil+h=a{nothing}/E:xx_xx!xx_xx-xx/F:xx_xx#xx_xx@xx_xx|xx_xx/G:2_0%0_xx_xx"
        "/H:xx_xx/I:xx-xx@xx+xx&xx-xx|xx+xx/J:2_3/K:1+2-3"
    )
    assert last.label == (
        f"n^o-sil+xx=xx{nothing}/E:1_0!0_xx-xx/F:xx_xx#xx_xx@xx_xx|xx_xx/G:xx_xx%xx_xx_xx"
        "/H:2_3/I:xx-xx@xx+xx&xx-xx|xx+xx/J:xx_xx/K:1+2-3"
    )
    assert first.is_silence
    assert last.is_silence
