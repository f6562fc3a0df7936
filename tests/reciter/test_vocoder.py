import numpy as np
import pytest

from trainer.reciter.vocoder import Vocoder

FRAMES, ORDER, TAPS = 200, 35, 31
SILENT_LOW_PASS = np.zeros((FRAMES, TAPS))


def voice():
    return Vocoder(sample_rate=48_000, frame_samples=240, order=ORDER, alpha=0.55, taps=TAPS)


def flat(log_gain=0.0):
    """Cepstra of a flat spectrum: only the 0th coefficient, the log of the gain."""
    cepstra = np.zeros((FRAMES, ORDER))
    cepstra[:, 0] = log_gain
    return cepstra


def open_low_pass():
    """A low-pass that lets all through: a single tap in its middle."""
    taps = np.zeros((FRAMES, TAPS))
    taps[:, TAPS // 2] = 1
    return taps


def voiceless():
    return np.zeros(FRAMES)


def test_noise_through_a_flat_spectrum_has_its_power():
    inner = slice(2_000, -2_000)
    assert np.var(voice().wave(flat(), SILENT_LOW_PASS, voiceless())[inner]) == pytest.approx(1, rel=0.05)
    assert np.var(voice().wave(flat(np.log(3)), SILENT_LOW_PASS, voiceless())[inner]) == pytest.approx(9, rel=0.05)


def test_the_same_seed_gives_the_same_noise_and_another_another():
    one = voice().wave(flat(), SILENT_LOW_PASS, voiceless(), seed=1)
    assert np.array_equal(one, voice().wave(flat(), SILENT_LOW_PASS, voiceless(), seed=1))
    assert not np.allclose(one, voice().wave(flat(), SILENT_LOW_PASS, voiceless(), seed=2))


def harmonics(wave, hz, count):
    """Amplitudes of the first harmonics of a wave of one second, of a pitch in whole Hz."""
    spectrum = np.abs(np.fft.rfft(wave * np.hanning(len(wave))))
    return np.array([spectrum[hz * number] for number in range(1, count + 1)])


@pytest.mark.parametrize("hz", [147, 247])
def test_pulses_come_at_the_pitch_to_a_part_of_a_sample(hz):
    """Evenly spaced pulses have harmonics of one height up to the top; pulses set to whole samples would not."""
    wave = voice().wave(flat(), open_low_pass(), np.full(FRAMES, float(hz)))
    heights = harmonics(wave, hz, 20_000 // hz)
    assert heights == pytest.approx(heights[0], rel=0.02)
    assert np.var(wave) == pytest.approx(1, rel=0.05)  # the power of the noise, whatever the pitch


def test_pulses_and_noise_share_the_power_between_them():
    """Half the amplitude in pulses leaves three quarters of the power to the noise."""
    half = 0.5 * open_low_pass()
    wave = voice().wave(flat(), half, np.full(FRAMES, 147.0))
    assert np.var(wave[2_000:-2_000]) == pytest.approx(1, rel=0.05)


def test_the_noise_of_a_voiced_sound_stays_above_the_tone():
    """A symmetric low-pass of 31 taps at 6 kHz: what of it came round in the transform would hiss below it."""
    offsets = np.arange(TAPS) - TAPS // 2
    taps = np.sinc(offsets / 4) / 4 * np.hanning(TAPS + 2)[1:-1]
    low_pass = np.tile(1.03 * taps / taps.sum(), (FRAMES, 1))  # a little above 1, as in the voices, and so clipped to 1
    never = np.full(FRAMES, 1e-6)  # Hz: voiced, but no pulse falls
    spectrum = np.abs(np.fft.rfft(voice().wave(flat(), low_pass, never) * np.hanning(48_000))) ** 2  # bins of 1 Hz
    assert 10 * np.log10(spectrum[500:3_000].mean() / spectrum[9_000:20_000].mean()) < -57


def test_a_pulse_leaves_no_echo():
    """The ringing before a pulse between two samples must not come round to the end of the transform."""
    wave = voice().wave(flat(), open_low_pass(), np.full(FRAMES, 61.3))
    peaks = np.flatnonzero(np.abs(wave) > 0.5 * np.abs(wave).max())
    far = np.min(np.abs(np.arange(len(wave))[:, None] - peaks[None]), axis=1) > 40
    assert np.abs(wave[far]).max() < 0.02 * np.abs(wave).max()


def test_cepstra_shape_the_spectrum_on_the_warped_axis():
    """log |H(ω)| = Σ cₘ cos mω̃ with ω̃ = ω + 2 atan(α sin ω / (1 − α cos ω)): Tokuda et al., ICSLP 1994."""
    hz, number = 200, np.arange(1, 101)
    angle = 2 * np.pi * hz * number / 48_000
    warped = angle + 2 * np.arctan(0.55 * np.sin(angle) / (1 - 0.55 * np.cos(angle)))
    shaped = flat()
    shaped[:, 1], shaped[:, 3] = 0.8, -0.3
    pitch = np.full(FRAMES, float(hz))
    gains = harmonics(voice().wave(shaped, open_low_pass(), pitch), hz, 100)
    gains /= harmonics(voice().wave(flat(), open_low_pass(), pitch), hz, 100)
    assert np.log(gains) == pytest.approx(0.8 * np.cos(warped) - 0.3 * np.cos(3 * warped), abs=0.02)


def power_between_frames(wave):
    """Mean power around the boundaries of frames, where two meet half and half."""
    boundaries = np.arange(10, FRAMES - 10) * 240
    return float(np.mean(wave[boundaries[:, None] + np.arange(-5, 6)] ** 2))


def test_between_two_frames_the_log_of_the_spectrum_is_halfway():
    cepstra = flat()
    cepstra[1::2, 0] = 4.0
    wave = voice().wave(cepstra, SILENT_LOW_PASS, voiceless())
    assert np.log(power_between_frames(wave)) / 2 == pytest.approx(2.0, abs=0.2)  # of linear ones: 3.3


def test_between_two_frames_the_share_of_noise_is_halfway():
    share = open_low_pass()
    share[1::2] = 0
    never = np.full(FRAMES, 1e-6)  # Hz: voiced, but no pulse falls into the second
    assert np.sqrt(power_between_frames(voice().wave(flat(), share, never))) == pytest.approx(0.5, abs=0.05)


def test_no_pulse_without_pitch():
    wave = voice().wave(flat(-20.0), open_low_pass(), voiceless())
    assert np.abs(wave).max() < 1e-7


def test_as_many_samples_as_frames_have():
    assert len(voice().wave(flat(), SILENT_LOW_PASS, voiceless())) == FRAMES * 240
