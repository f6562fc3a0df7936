"""The reciter's own recordings on the line: what the browser decodes of them, at every speed."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from tests.browser.audio_bench import AUDIBLE, PAUSE_MS, floats, open_bench, say
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.tempo import free
from trainer.reciter.voice import Manner
from trainer.reciter.voices import VOICES

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

RATE = 48_000
MANNER = Manner(free(lower_ms=2500, yoin_ms=1500, pause_ms=PAUSE_MS, upper_ms=3000))
MAIN_TONE_HZ = 147
UNIT = """async (bench, [rate, speed]) => {
  const { Library, Line, base64, plan } = parts;
  const context = new OfflineAudioContext(1, 16 * rate, rate);
  const line = new Line({ context });
  const library = await Library.open("/audio-bench/manifest.json", { line, speed });
  const [lower, upper] = await Promise.all([library.verse("17-lower"), library.verse("44-upper")]);
  const unit = line.play([{ ...lower, afterMs: library.pauseMs }, upper]);
  const rendered = await context.startRendering();
  return { samples: base64(rendered.getChannelData(0)), lower: lower.times, upper: upper.times, ...plan(unit) };
}"""


@dataclass(frozen=True)
class Recited:
    name: str
    file: bytes
    times: dict[str, object]


@cache
def recited():
    voice = VOICES["m001"]
    both = [(17, Half.LOWER), (44, Half.UPPER)]
    recitals = {f"{number}-{half}": voice.recite(poem(number), half, MANNER) for number, half in both}
    return tuple(Recited(name, each.sound, each.times.as_json()) for name, each in recitals.items())


def tone_hz(samples):
    """The fundamental near the main tone, by autocorrelation of a held vowel."""
    samples = samples - samples.mean()
    power = np.fft.irfft(np.abs(np.fft.rfft(samples, 2 * len(samples))) ** 2)[: len(samples)]
    power /= np.arange(len(samples), 0, -1)
    low, high = round(RATE / MAIN_TONE_HZ / 1.2), round(RATE / MAIN_TONE_HZ * 1.2)
    return RATE / (low + int(np.argmax(power[low:high])))


@pytest.mark.parametrize("speed", [0.8, 1, 1.3])
def test_a_unit_of_the_reciter_at_this_speed(site, page, capsys, speed):
    bench = open_bench(page, site, recited(), listens=False)
    told = bench.run(UNIT, [RATE, speed])
    samples = floats(told["samples"])
    frame = lambda ms: round((told["startsAt"] + ms / 1000) * RATE)  # noqa: E731
    first, second = told["parts"]
    assert np.abs(samples[: frame(first["startMs"]) - 48]).max() < AUDIBLE
    end = frame(first["startMs"]) + round((told["lower"]["end_ms"] - told["lower"]["onset_ms"]) * RATE / 1000)
    onset = end + int(np.argmax(np.abs(samples[end:]) >= AUDIBLE))
    pause_ms = (onset - end) * 1000 / RATE
    yoin = told["lower"]["morae"][-1]
    begin = frame(first["fileMs"] + yoin["vowel_ms"] + 100)
    tone = tone_hz(samples[begin : begin + RATE // 3])
    cents = 1200 * np.log2(tone / MAIN_TONE_HZ)
    say(capsys, f"{speed}: pause {pause_ms:.2f} ms, yoin at {tone:.1f} Hz ({cents:+.0f} cents)")
    assert abs(pause_ms - PAUSE_MS) <= 5
    assert np.abs(samples[end:onset]).max() < AUDIBLE
    assert abs(cents) <= 25
    plain = {each.name: each.times for each in recited()}["17-lower"]
    for mora, before in zip(told["lower"]["morae"], plain["morae"], strict=True):
        assert mora["kana"] == before["kana"]
        assert abs(mora["start_ms"] - before["start_ms"] / speed) <= 12
    assert second["startMs"] - first["endMs"] == pytest.approx(PAUSE_MS)
