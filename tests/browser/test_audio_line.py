"""The audio line in a real Chromium, heard by a listener in the audio thread at its output."""

import numpy as np
import pytest

from tests.browser.audio_bench import AUDIBLE, PAUSE_MS, Verse, open_bench, say

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

UNITS = 10
TOLERANCE_MS = 5

# Ten units, each laid behind the one before: the lead of 500 ms, a lower verse, the pause, an upper verse.
TEN_UNITS = """async (bench, count) => {
  const { Library, plan } = parts;
  const library = await Library.open("/audio-bench/manifest.json", { line: bench.line });
  const plans = [];
  let last = null;
  for (let i = 0; i < count; i += 1) {
    const [lower, upper] = await Promise.all([library.verse(`${i}-lower`), library.verse(`${i}-upper`)]);
    const unit = [
      { ...lower, kind: "lower", poem: i, afterMs: library.pauseMs },
      { ...upper, kind: "upper", poem: i },
    ];
    last = bench.line.play(unit, last ? { at: last.endsAt } : {});
    plans.push({ ...plan(last), lowerMs: lower.times.end_ms - lower.times.onset_ms });
  }
  await last.ended;
  await bench.heardUpTo(last.endsAt);
  return plans;
}"""


def ten_units(site, page, sound_ms=260):
    """Verses whose silences, lengths and pitches all differ, so that nothing comes out right by chance."""
    verses = []
    for i in range(UNITS):
        verses.append(Verse(f"{i}-lower", 140 + 7 * i, 88.3 + 3.7 * i, sound_ms + 9.1 * i))
        verses.append(Verse(f"{i}-upper", 150 + 9 * i, 131.9 - 4.3 * i, sound_ms - 7.7 * i))
    return open_bench(page, site, tuple(verses))


def onset_after(samples, frame):
    return frame + int(np.argmax(np.abs(samples[frame:]) >= AUDIBLE))


def test_ten_units_are_heard_with_a_pause_of_one_second(site, page, capsys):
    bench = ten_units(site, page)
    plans = bench.run(TEN_UNITS, UNITS)
    from_, samples = bench.recorded()
    ms = bench.rate / 1000
    pauses = []
    for plan in plans:
        begins = round(plan["startsAt"] * bench.rate) - from_
        lower = onset_after(samples, begins)
        end = lower + round(plan["lowerMs"] * ms)
        upper = onset_after(samples, end)
        pauses.append((upper - end) / ms)
        assert (lower - begins) / ms >= 500 - 1
        assert np.abs(samples[begins : lower - 1]).max() < AUDIBLE
        assert np.abs(samples[end:upper]).max() < AUDIBLE
    say(capsys, "pause, ms: " + " ".join(f"{pause:.2f}" for pause in pauses))
    assert len(pauses) == UNITS
    assert all(abs(pause - PAUSE_MS) <= TOLERANCE_MS for pause in pauses)
