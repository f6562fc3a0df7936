"""What is heard, when, and how chance is drawn."""

from random import Random

import pytest

from games.bots.karuta.chance import Luck, ex_gaussian, exponential, luck, normal
from games.bots.karuta.hearing import Hearing, modelled, recorded
from games.bots.karuta.sounds import ALL, first_told, length, poems_of, set_of
from trainer.poems.kimariji import Reading
from trainer.poems.poem import POEMS
from trainer.reciter.mora import MoraTime, VerseTimes
from trainer.reciter.tempo import FORMER, OFFICIAL, free


@pytest.mark.parametrize(
    ("poem", "kana", "told_ms"),
    [
        (22, 1, 60),  # ふ
        (2, 3, 460),  # はるす
        (42, 4, 660),  # ちぎりき
        (83, 5, 860),  # よのなかよ
        (31, 6, 1160),  # あさぼらけ, held 100 ms, あ
        (76, 6, 1160),  # わたのはら, held 100 ms, こ
    ],
)
@pytest.mark.parametrize("tempo", [OFFICIAL, FORMER], ids=lambda tempo: tempo.name)
def test_without_a_recording_a_mora_lasts_a_fifth_of_a_second_and_is_told_60_ms_in(poem, kana, told_ms, tempo):
    assert modelled(poem, tempo).told_ms[kana - 1] == told_ms


def test_a_tempo_too_quick_for_that_has_shorter_morae():
    quick = free(lower_ms=1000, yoin_ms=200, pause_ms=300, upper_ms=1700)
    assert modelled(74, quick).told_ms[:2] == (60, 160)


def test_a_recording_is_heard_from_its_onset():
    morae = (
        MoraTime("きょ", 0, 90.0, 140.0, 300.0, 290.0),
        MoraTime("う", 0, 300.0, 300.0, 500.0, 500.0),
    )
    hearing = recorded(VerseTimes(morae, onset_ms=100.4, end_ms=500.0, length_ms=600.0))
    assert hearing == Hearing("きょう", (50, 50, 260))  # 90 + 60 - 100.4, rounded


def test_every_kana_has_its_time():
    with pytest.raises(ValueError, match="its time"):
        Hearing("うか", (60,))


def test_sets_of_poems_agree_with_the_kimariji_of_the_corpus():
    dice, order = Random(5), [each.number for each in POEMS]
    dice.shuffle(order)
    reading, unread = Reading(), ALL
    for number in order:
        for other in poems_of(unread):
            assert length(other, unread) == reading.length(other)
            assert first_told(POEMS[other - 1].upper.spoken, unread) == (other, reading.length(other))
        reading.read(number)
        unread &= ~set_of([number])
    assert unread == 0


def test_chance_has_the_quantiles_of_the_tables():
    assert normal(0.5) == 0
    assert normal(0.975) == pytest.approx(1.959964, abs=1e-6)
    assert exponential(0.5) == pytest.approx(0.693147, abs=1e-6)
    assert exponential(0.95) == pytest.approx(2.995732, abs=1e-6)
    assert normal(0.0) < -8
    assert exponential(1.0) > 36  # dice may fall on the very edge


def test_the_ex_gaussian_has_its_mean_and_variance():
    """Mean mu + tau, variance sigma² + tau², skewness 2 tau³ / (sigma² + tau²)^1.5; bounds of four standard errors."""
    dice, n = Random(11), 40_000
    times = [ex_gaussian(200, 80, 100, dice.random(), dice.random()) for _ in range(n)]
    mean = sum(times) / n
    variance = sum((each - mean) ** 2 for each in times) / n
    skewness = sum((each - mean) ** 3 for each in times) / n / variance**1.5
    assert mean == pytest.approx(300, abs=4 * (16_400 / n) ** 0.5)
    assert variance == pytest.approx(80**2 + 100**2, rel=0.06)
    assert skewness == pytest.approx(2 * 100**3 / (80**2 + 100**2) ** 1.5, abs=0.12)


def test_luck_is_always_as_many_throws():
    dice, same = Random(3), Random(3)
    drawn = luck(dice)
    assert list(drawn) == [same.random() for _ in Luck._fields]
    assert dice.getstate() == same.getstate()
