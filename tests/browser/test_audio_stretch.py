"""A recitation at another speed: the pitch stays, and every sound is where the map says."""

import base64

import numpy as np
import pytest

from tests.browser.audio_bench import floats, open_bench, say

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

RATE = 48_000
VOWEL_MS, CLOSURE_MS = 160, 45
TOLERANCE_MS = 5
STRETCH = """async (bench, [text, sampleRate, speed]) => {
  const { stretch } = await import("/static/js/audio/stretch.js");
  const { base64 } = parts;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const samples = new Float32Array(bytes.buffer);
  const before = performance.now();
  const { samples: out, map } = stretch(samples, { sampleRate, speed });
  return { out: base64(out), old: [...map.old], now: [...map.now], tookMs: performance.now() - before };
}"""


def chanted(pitch_hz, morae=24):
    """Vowels on one tone with closures and bursts between, as か た き…; and the frame at which each burst begins."""
    rng = np.random.default_rng(5)
    t = np.arange(round(RATE * (0.1 + morae * (VOWEL_MS + CLOSURE_MS) / 1000 + 0.2))) / RATE
    tone = sum(np.sin(2 * np.pi * pitch_hz * k * t + k) / k for k in range(1, 12)) * 0.15
    loud = np.zeros_like(t)
    bursts = []
    for mora in range(morae):
        begin = round(RATE * (0.1 + mora * (VOWEL_MS + CLOSURE_MS) / 1000))
        end = begin + round(RATE * VOWEL_MS / 1000)
        bursts.append(begin)
        loud[begin:end] = np.clip(np.arange(end - begin) / (0.003 * RATE), 0, 1)
        loud[end - 480 : end] *= np.linspace(1, 0, 480)
    sound = tone * loud
    for begin in bursts:
        sound[begin : begin + 240] += rng.uniform(-0.3, 0.3, 240)
    return sound.astype(np.float32), np.array(bursts)


def stretched(bench, samples, speed, rate=RATE):
    text = base64.b64encode(samples.astype("<f4").tobytes()).decode()
    told = bench.run(STRETCH, [text, rate, speed])
    return floats(told["out"]), np.array(told["old"]), np.array(told["now"]), told["tookMs"]


def pitch(samples, near_hz):
    """By autocorrelation, the peak between two samples by a parabola."""
    samples = samples - samples.mean()
    power = np.fft.irfft(np.abs(np.fft.rfft(samples, 2 * len(samples))) ** 2)[: len(samples)]
    power /= np.arange(len(samples), 0, -1)
    low, high = round(RATE / near_hz / 1.3), round(RATE / near_hz * 1.3)
    peak = low + int(np.argmax(power[low:high]))
    before, there, after = power[peak - 1 : peak + 2]
    return RATE / (peak + 0.5 * (before - after) / (before - 2 * there + after))


@pytest.mark.parametrize("pitch_hz", [147, 247], ids=["man", "woman"])
@pytest.mark.parametrize("speed", [0.8, 0.9, 1.1, 1.3])
def test_every_sound_is_where_the_map_says_and_keeps_its_pitch(site, page, capsys, speed, pitch_hz):
    bench = open_bench(page, site, listens=False)
    samples, bursts = chanted(pitch_hz)
    out, old, now, took_ms = stretched(bench, samples, speed)
    assert abs(len(out) - len(samples) / speed) <= 1
    assert (np.diff(old) > 0).all()
    assert (np.diff(now) > 0).all()
    expected = np.interp(bursts, old, now)
    closure = round(CLOSURE_MS / speed * RATE / 1000)
    errors, cents = [], []
    for at in expected:
        near = round(at) - closure // 2
        heard = near + int(np.argmax(np.abs(out[near:]) >= 0.02))
        errors.append((heard - at) * 1000 / RATE)
        vowel = out[round(at) + round(0.02 * RATE) : round(at) + round(0.11 * RATE)]
        cents.append(1200 * np.log2(pitch(vowel, pitch_hz) / pitch_hz))
    say(
        capsys,
        f"{speed} at {pitch_hz} Hz: onsets {np.min(errors):+.2f} to {np.max(errors):+.2f} ms, "
        f"pitch {np.min(cents):+.1f} to {np.max(cents):+.1f} cents; "
        f"{took_ms:.0f} ms of work for {len(samples) / RATE:.1f} s",
    )
    assert np.max(np.abs(errors)) <= TOLERANCE_MS
    assert np.max(np.abs(cents)) <= 5
    linear = bursts / speed
    assert np.abs(expected - linear).max() * 1000 / RATE <= 12  # nothing is taken from far away
