import io

import numpy as np
import pytest
import soundfile

from trainer.reciter import encode
from trainer.reciter.loudness import integrated_lufs, true_peak_db


def tone(hz, rate, seconds, amplitude=0.5):
    return amplitude * np.sin(2 * np.pi * hz * np.arange(int(rate * seconds)) / rate)


def decoded(sound):
    return soundfile.read(io.BytesIO(sound))


def test_half_the_rate_keeps_what_fits_and_drops_what_does_not():
    inner = slice(200, -200)
    assert encode.halved(tone(1_000, 48_000, 1))[inner] == pytest.approx(tone(1_000, 24_000, 1)[inner], abs=1e-4)
    assert np.abs(encode.halved(tone(15_000, 48_000, 1))[inner]).max() < 1e-3
    assert len(encode.halved(np.zeros(481))) == 240


def test_half_the_rate_is_every_second_sample_of_the_filtered_wave():
    wave = np.random.default_rng(1).normal(size=2_000)
    offsets = np.arange(-63, 64)
    taps = np.sinc(offsets / 2) / 2 * np.kaiser(127, 8.0)
    expected = np.convolve(wave, taps / taps.sum(), "same")[::2]
    assert encode.halved(wave) == pytest.approx(expected, abs=1e-4)


def test_the_body_is_set_to_minus_20_and_the_rest_follows():
    wave = np.concatenate((tone(997, 24_000, 3, 0.01), tone(997, 24_000, 1, 0.02)))
    samples = encode.levelled(wave, 72_000) / 32767
    assert integrated_lufs(samples[:72_000], 24_000) == pytest.approx(-20, abs=0.01)
    assert np.abs(samples[80_000:]).max() == pytest.approx(2 * np.abs(samples[:70_000]).max(), rel=0.01)


def test_a_peak_is_held_below_the_ceiling():
    wave = tone(997, 24_000, 3, 0.1)
    wave[30_000:30_060] *= 15
    samples = encode.levelled(wave, 72_000) / 32767
    assert true_peak_db(samples) < -1.4


def test_an_mp3_begins_where_its_samples_do():
    """A click's place before and after: without the LAME header it would come 46 ms later."""
    samples = np.zeros(48_000, dtype=np.int16)
    samples[12_000:12_240] = (tone(2_000, 24_000, 0.01) * 32767).astype(np.int16)
    sound = encode.mp3(samples)
    assert b"LAME" in sound[:400]
    wave, rate = decoded(sound)
    assert (len(wave), rate) == (48_000, 24_000)
    assert abs(int(np.argmax(np.abs(np.convolve(wave, np.ones(240) / 240, "same") ** 2 + wave**2))) - 12_120) < 140


def test_the_same_samples_give_the_same_bytes():
    samples = (tone(330, 24_000, 1) * 32767).astype(np.int16)
    assert encode.mp3(samples) == encode.mp3(samples)


@pytest.mark.parametrize("starts_s", [0.25, 1.75], ids=["in the first second", "after it"])
def test_where_a_recording_is_first_heard(starts_s):
    samples = np.zeros(60_000, dtype=np.int16)
    start = int(starts_s * 24_000)
    samples[start:] = (tone(500, 24_000, (60_000 - start) / 24_000) * 32767).astype(np.int16)
    sound = encode.mp3(samples)
    onset_ms, length_ms = encode.heard_ms(sound)
    wave, _ = decoded(sound)
    assert onset_ms == next(index for index, sample in enumerate(wave) if abs(sample) >= 0.003) / 24
    assert onset_ms == pytest.approx(starts_s * 1000, abs=30)  # the encoder lets a sudden sound ring before it
    assert length_ms == 2500


def test_silence_is_never_heard():
    assert encode.heard_ms(encode.mp3(np.zeros(24_000, dtype=np.int16))) == (1000, 1000)


def test_a_file_without_the_header_is_refused(monkeypatch):
    monkeypatch.setattr(encode.soundfile, "write", lambda file, *_, **__: file.write(b"\xff\xfb" + bytes(998)))
    with pytest.raises(encode.NoHeaderError):
        encode.mp3(np.zeros(10, dtype=np.int16))


def test_silence_is_levelled_without_a_complaint():
    assert not encode.levelled(np.zeros(24_000), 24_000).any()
