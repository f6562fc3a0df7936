"""Against ITU-R BS.1770-4 and EBU Tech 3341: what a meter must show for signals that need no recording."""

import math

import numpy as np
import pytest

from trainer.reciter.loudness import head_shelf, integrated_lufs, limited, low_cut, true_peak_db

RATES = (24_000, 44_100, 48_000)


def sine(hz, rate, seconds, db=0.0, phase=0.0):
    return 10 ** (db / 20) * np.sin(2 * np.pi * hz * np.arange(int(rate * seconds)) / rate + phase)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize(("db", "lufs"), [(0, -3.01), (-20, -23.01), (-33, -36.01)])
def test_a_tone_of_997_hz(rate, db, lufs):
    """BS.1770-4, annex 1: 0 dBFS at 997 Hz in one channel reads −3.01."""
    assert integrated_lufs(sine(997, rate, 5, db), rate) == pytest.approx(lufs, abs=0.03)


def test_the_filters_at_48_khz_are_the_tables_of_the_standard():
    """BS.1770-4, annex 1, tables 1 and 2."""
    above, below = head_shelf(48_000)
    assert above == pytest.approx((1.53512485958697, -2.69169618940638, 1.19839281085285), abs=1e-8)
    assert below == pytest.approx((1.0, -1.69065929318241, 0.73248077421585), abs=1e-8)
    above, below = low_cut(48_000)
    assert above == (1.0, -2.0, 1.0)
    assert below == pytest.approx((1.0, -1.99004745483398, 0.99007225036621), abs=1e-8)


def test_quiet_parts_do_not_count():
    """After EBU Tech 3341, case 3, for one channel: −36, −23 and −36 LUFS in turn read −23."""
    # a tone of 997 Hz stands 3.01 dB above its loudness
    tones = [sine(997, 48_000, seconds, level + 3.01) for seconds, level in ((5, -36), (20, -23), (5, -36))]
    assert integrated_lufs(np.concatenate(tones), 48_000) == pytest.approx(-23, abs=0.1)


def test_silence_has_no_loudness():
    assert integrated_lufs(np.zeros(48_000), 48_000) == -math.inf
    assert integrated_lufs(sine(997, 48_000, 3, -75), 48_000) == -math.inf
    assert integrated_lufs(sine(997, 48_000, 0.39), 48_000) == -math.inf, "shorter than a block"


@pytest.mark.parametrize(("hz", "phase", "db"), [(12_000, 45, -6), (8_000, 60, -6), (6_000, 0, -6)])
def test_a_peak_between_two_samples(hz, phase, db):
    """EBU Tech 3341, cases 15 to 18: tones of −6 dBFS whose samples miss their crests; within +0.2 and −0.4 dB."""
    tone = sine(hz, 48_000, 0.5, db, math.radians(phase))
    tone *= np.clip(np.minimum(np.arange(24_000), np.arange(24_000)[::-1]) / 2_400, 0, 1)  # no click at the ends
    assert -0.4 <= true_peak_db(tone) - db <= 0.2


def test_silence_has_a_peak_too():
    assert true_peak_db(np.zeros(100)) == -180


def test_the_limiter_turns_down_what_is_too_high_and_nothing_else():
    quiet, loud = sine(220, 24_000, 1, -12), sine(220, 24_000, 0.2, 2)
    wave = np.concatenate((quiet, loud, quiet))
    held = limited(wave, 24_000, -1.5)
    assert true_peak_db(held) == pytest.approx(-1.5, abs=0.1)
    assert true_peak_db(held) <= -1.45
    assert np.array_equal(held[:20_000], wave[:20_000])
    assert limited(quiet, 24_000, -1.5) is quiet
