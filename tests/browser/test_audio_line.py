"""The audio line in a real Chromium, heard by a listener in the audio thread at its output."""

import re
from itertools import pairwise

import numpy as np
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage

from tests.browser.audio_bench import AUDIBLE, PAUSE_MS, Verse, floats, open_bench, say

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


def ten_units(site, page, *, sound_ms=260, listens=True):
    """Verses whose silences, lengths and pitches all differ, so that nothing comes out right by chance."""
    verses = []
    for i in range(UNITS):
        verses.append(Verse(f"{i}-lower", 140 + 7 * i, 88.3 + 3.7 * i, sound_ms + 9.1 * i))
        verses.append(Verse(f"{i}-upper", 150 + 9 * i, 131.9 - 4.3 * i, sound_ms - 7.7 * i))
    return open_bench(page, site, tuple(verses), listens=listens)


def onset_after(samples, frame):
    return frame + int(np.argmax(np.abs(samples[frame:]) >= AUDIBLE))


# The same, many times as fast as it sounds: an offline context renders what a real one plays.
OFFLINE = """async (bench, [count, rate]) => {
  const { Library, Line, base64, plan } = parts;
  const context = new OfflineAudioContext(1, rate * 3 * count, rate);
  const line = new Line({ context });
  const library = await Library.open("/audio-bench/manifest.json", { line });
  const plans = [];
  let last = null;
  for (let i = 0; i < count; i += 1) {
    const lower = await library.verse(`${i % 10}-lower`);
    const upper = await library.verse(`${(7 * i + 3) % 10}-upper`);
    const unit = [
      { ...lower, kind: "lower", poem: i, afterMs: library.pauseMs },
      { ...upper, kind: "upper", poem: i },
    ];
    last = line.play(unit, last ? { at: last.endsAt, leadMs: 500 + 0.37 * i } : {});
    plans.push({ ...plan(last), lowerMs: lower.times.end_ms - lower.times.onset_ms });
  }
  const rendered = await context.startRendering();
  return [plans, base64(rendered.getChannelData(0))];
}"""


def pauses_in(samples, plans, rate):
    """The pause of each unit in ms, from the lower verse's end by plan to the first audible sample after it."""
    pauses = []
    for plan in plans:
        begins = round(plan["startsAt"] * rate)
        lower = onset_after(samples, begins)
        end = lower + round(plan["lowerMs"] * rate / 1000)
        upper = onset_after(samples, end)
        pauses.append((upper - end) * 1000 / rate)
        assert (lower - begins) * 1000 / rate >= 500 - 1
        assert np.abs(samples[begins : lower - 1]).max() < AUDIBLE
        assert np.abs(samples[end:upper]).max() < AUDIBLE
    return pauses


@pytest.mark.parametrize("rate", [44_100, 48_000])
def test_eighty_units_have_a_pause_of_one_second(site, page, capsys, rate):
    bench = ten_units(site, page, listens=False)
    plans, text = bench.run(OFFLINE, [80, rate])
    pauses = pauses_in(floats(text), plans, rate)
    say(capsys, f"{rate} Hz, pause of {len(pauses)} units: {min(pauses):.2f} to {max(pauses):.2f} ms")
    assert len(pauses) == 80
    assert all(abs(pause - PAUSE_MS) <= 1 for pause in pauses)


def test_ten_units_are_heard_with_a_pause_of_one_second(site, page, capsys):
    bench = ten_units(site, page)
    plans = bench.run(TEN_UNITS, UNITS)
    from_, samples = bench.recorded()
    assert from_ <= plans[0]["startsAt"] * bench.rate
    pauses = pauses_in(np.concatenate([np.zeros(from_), samples]), plans, bench.rate)
    say(capsys, "pause, ms: " + " ".join(f"{pause:.2f}" for pause in pauses))
    assert len(pauses) == UNITS
    assert all(abs(pause - PAUSE_MS) <= TOLERANCE_MS for pause in pauses)


# --- what a page does with the line ----------------------------------------------------------------------

A_TONE = """
  const { line } = bench;
  const tone = (ms, level = 0.5) => {
    const { sampleRate } = line.context;
    const samples = Float32Array.from({ length: (ms * sampleRate) / 1000 }, (_, i) => level * Math.cos(i * 0.1));
    return bench.part([...samples], { onset_ms: 0, end_ms: ms, length_ms: ms }, { kind: "tone" });
  };
"""


def test_a_stop_fades_within_ten_milliseconds_and_is_told(site, page):
    bench = open_bench(page, site)
    how, stopped_at, again = bench.run(
        f"""async (bench) => {{
          {A_TONE}
          const unit = line.play([tone(3000)], {{ leadMs: 20 }});
          await bench.heardUpTo(unit.startsAt + 0.5);
          const at = line.context.currentTime;
          unit.stop();
          unit.stop();
          const how = await unit.ended;
          await bench.heardUpTo(at + 0.5);
          return [how, at, unit.isOver];
        }}"""
    )
    from_, samples = bench.recorded()
    assert (how, again) == ("stopped", True)
    last = from_ + np.flatnonzero(np.abs(samples) > 1e-4)[-1]
    # The audio thread takes the order in its next block of the device, and fades from there.
    assert 0 < last / bench.rate - stopped_at < 0.060
    end = last - from_
    loud = np.abs(samples[: end + 1])
    half = np.flatnonzero(loud > 0.45)[-1]
    assert 0 < (end - half) * 1000 / bench.rate <= 10, "it fades, and not for long"
    steps = np.abs(np.diff(samples[half : end + 200]))
    assert steps.max() < 0.06, "no click: the tone's own steps are 0.05"


def test_the_next_unit_can_be_laid_right_behind(site, page):
    bench = open_bench(page, site)
    plans, hows = bench.run(
        f"""async (bench) => {{
          {A_TONE}
          const first = line.play([tone(300)], {{ leadMs: 50 }});
          const second = line.play([tone(300)], {{ leadMs: 100, at: first.endsAt }});
          const hows = [await first.ended, await second.ended];
          await bench.heardUpTo(second.endsAt);
          return [[parts.plan(first), parts.plan(second)], hows];
        }}"""
    )
    assert hows == ["ended", "ended"]
    assert abs(plans[1]["startsAt"] - plans[0]["endsAt"]) <= 1 / bench.rate
    from_, samples = bench.recorded()
    second = onset_after(samples, round(plans[0]["endsAt"] * bench.rate) - from_ + 2)
    assert abs((second + from_) / bench.rate - plans[1]["startsAt"] - 0.1) <= 1.5 / bench.rate


def test_volume_mute_and_side(site, page):
    bench = open_bench(page, site)
    bench.run(
        f"""async (bench) => {{
          {A_TONE}
          line.volume = 0.5;
          const unit = line.play([tone(1500)], {{ leadMs: 20 }});
          await bench.heardUpTo(unit.startsAt + 0.4);
          line.isMuted = true;
          await bench.heardUpTo(unit.startsAt + 0.9);
          line.isMuted = false;
          await bench.heardUpTo(unit.startsAt + 1.4);
          window.startsAt = unit.startsAt;
        }}"""
    )
    from_, samples = bench.recorded()
    begins = round(page.evaluate("startsAt") * bench.rate) - from_

    def level(from_ms, to_ms):
        low, high = (begins + round(ms * bench.rate / 1000) for ms in (from_ms, to_ms))
        return np.abs(samples[low:high]).max()

    # Half of the slider is a quarter of the amplitude.
    before, muted, after = level(100, 350), level(600, 850), level(1200, 1350)
    assert muted < 1e-4
    assert before == pytest.approx(after, rel=0.02)
    assert before == pytest.approx(0.5 * 0.25, rel=0.02)


def test_a_lead_that_is_too_short_for_the_file_is_refused(site, page):
    bench = open_bench(page, site)
    told = bench.run(
        """async (bench) => {
          const part = bench.part([0, 0.5], { onset_ms: 120, end_ms: 300, length_ms: 400 }, {});
          const refused = [];
          for (const [unit, leadMs] of [[[part], 100], [[], 500]]) {
            try { bench.line.play(unit, { leadMs }); } catch (error) { refused.push(error.name); }
          }
          return refused;
        }"""
    )
    assert told == ["RangeError", "RangeError"]


def test_progress_is_shown_in_unit_time(site, page):
    bench = open_bench(page, site)
    told = bench.run(
        f"""async (bench) => {{
          {A_TONE}
          const seen = [];
          const unit = line.play([tone(500)], {{ leadMs: 100, onProgress: (ms) => seen.push(ms) }});
          await unit.ended;
          await new Promise(requestAnimationFrame);
          const count = seen.length;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          return [seen, count, seen.length, unit.lengthMs];
        }}"""
    )
    seen, count, later, length_ms = told
    assert count >= 5
    assert count == later, "nothing is drawn any more once it is over"
    assert all(before <= after + 1 for before, after in pairwise(seen))
    assert seen[0] < 100
    assert seen[-1] < length_ms + 100


# --- the library -----------------------------------------------------------------------------------------

LIBRARY = """
  const { Library } = parts;
  const library = await Library.open("/audio-bench/manifest.json", { line: bench.line });
"""


def test_a_verse_at_another_speed_keeps_the_pause_and_says_where_its_sounds_are(site, page):
    bench = open_bench(page, site, (Verse("1-lower", 147, 100, 900), Verse("1-upper", 147, 131.7, 900)))
    told = bench.run(
        f"""async (bench) => {{
          {LIBRARY}
          const plain = await library.verse("1-lower");
          library.speed = 1.3;
          const [lower, upper] = await Promise.all([library.verse("1-lower"), library.verse("1-upper")]);
          const unit = bench.line.play([{{ ...lower, afterMs: library.pauseMs }}, upper]);
          await unit.ended;
          await bench.heardUpTo(unit.endsAt);
          return {{ plain: plain.times, times: lower.times, ...parts.plan(unit) }};
        }}"""
    )
    plain, quick = told["plain"], told["times"]
    for name in ("end_ms", "length_ms"):
        assert quick[name] == pytest.approx(plain[name] / 1.3, abs=12)
    assert [mora["kana"] for mora in quick["morae"]] == ["な", "に"]
    assert quick["morae"][1]["start_ms"] == pytest.approx(plain["morae"][1]["start_ms"] / 1.3, abs=12)
    from_, samples = bench.recorded()
    lower, upper = told["parts"]
    frames = [round(part["startsAt"] * bench.rate) - from_ for part in (lower, upper)]
    for frame in frames:
        assert abs(onset_after(samples, frame - 2000) - frame) * 1000 / bench.rate <= 1
    assert upper["startMs"] - lower["endMs"] == pytest.approx(PAUSE_MS)


def test_the_next_verses_come_ahead_and_nothing_is_fetched_twice(site, page):
    verses = tuple(Verse(f"{i}-lower", sound_ms=100) for i in range(8))
    bench = open_bench(page, site, verses)
    bench.run(
        f"""async (bench) => {{
          {LIBRARY}
          library.prefetch(["0-lower", "1-lower", "2-lower", "3-lower", "4-lower", "99-lower"]);
          await library.verse("7-lower");
          await library.verse("0-lower");
          await Promise.all([library.verse("3-lower"), library.verse("3-lower"), library.verse("4-lower")]);
        }}"""
    )
    asked = [path.rpartition("/")[2] for path in bench.asked if path.endswith(".mp3")]
    assert sorted(asked) == sorted(f"{i}-lower.mp3" for i in (0, 1, 2, 3, 4, 7))
    assert asked.index("7-lower.mp3") == 3, "what is waited for goes before what may be wanted; three are under way"


def test_what_is_kept_is_heard_without_a_network(site, page, context):
    verses = tuple(Verse(f"{i}-lower", sound_ms=100) for i in range(6))
    bench = open_bench(page, site, verses)
    steps = bench.run(
        f"""async (bench) => {{
          {LIBRARY}
          globalThis.kept = library;
          const steps = [];
          await library.keep(library.names.concat("99-upper"), {{ onProgress: (...step) => steps.push(step) }});
          return [...steps, library.bytesOf(["1-lower", "99-upper"])];
        }}"""
    )
    sizes = [len(verse.file) for verse in verses]
    assert steps[-1] == sizes[1]
    assert steps[-2] == [sum(sizes), sum(sizes)]
    assert len(steps) == 7
    context.set_offline(True)
    page.unroute_all()
    names = bench.run(
        "async () => Promise.all([0, 1, 2, 3, 4, 5].map(async (at) => (await kept.verse(`${at}-lower`)).name))"
    )
    assert names == [verse.name for verse in verses]


def answering(status):
    return lambda route: route.fulfill(status=status, body="no")


def test_what_cannot_be_heard_says_why_and_can_be_asked_for_again(site, page, trouble):
    bench = open_bench(page, site, (Verse("1-lower", sound_ms=100), Verse("2-lower", sound_ms=100)))
    answers = {"gone": 404, "angry": 503, "broken": 200}
    told = {}
    for name, status in answers.items():
        page.route(f"{site}/audio-bench/1-lower.mp3", answering(status))
        told[name] = bench.run(
            f"""async (bench) => {{
              {LIBRARY}
              globalThis.kept = library;
              return library.verse("1-lower").catch((error) => [error.name, error.reason, error.verse, error.status]);
            }}"""
        )
        page.unroute(f"{site}/audio-bench/1-lower.mp3")
    page.route(f"{site}/audio-bench/2-lower.mp3", lambda route: route.abort())
    told["offline"] = bench.run("async () => kept.verse('2-lower').catch((error) => error.reason)")
    page.unroute(f"{site}/audio-bench/2-lower.mp3")
    told["unknown"] = bench.run("async () => kept.verse('3-lower').catch((error) => error.reason)")
    assert told == {
        "gone": ["LibraryError", "missing", "1-lower", 404],
        "angry": ["LibraryError", "refused", "1-lower", 503],
        "broken": ["LibraryError", "broken", "1-lower", None],
        "offline": "offline",
        "unknown": "missing",
    }
    assert bench.run("async () => (await kept.verse('1-lower')).name") == "1-lower"
    assert bench.run("async () => (await kept.verse('2-lower')).name") == "2-lower"
    assert all("Failed to load resource" in text for text in trouble)
    trouble.clear()


def test_the_stretch_works_in_a_worker_of_the_deployed_site(site, page):
    """Under the site's own policy, and by the addresses with a hash, of which an old copy can never be in a cache."""
    page.goto(f"{site}/about/")
    workers = []
    page.on("worker", lambda worker: workers.append(worker.url))
    seconds, frames = page.evaluate(
        """async (address) => {
          const { stretched } = await import(address);
          const context = new OfflineAudioContext(1, 48_000, 48_000);
          const buffer = context.createBuffer(1, 48_000, 48_000);
          buffer.getChannelData(0).forEach((_, at, samples) => (samples[at] = Math.sin(at / 50)));
          const times = { onset_ms: 0, end_ms: 900, length_ms: 1000, morae: [] };
          const quick = await stretched({ buffer, times }, 1.25, context);
          const plain = await stretched({ buffer, times }, 1, context);
          return [quick.buffer.duration, plain.buffer.length];
        }""",
        staticfiles_storage.url("js/audio/stretcher.js"),
    )
    assert (seconds, frames) == (0.8, 48_000)
    assert workers == [site + staticfiles_storage.url("js/audio/stretch-worker.js")]
    assert re.search(r"stretch-worker\.[0-9a-f]{12}\.js$", workers[0])


# --- the device ------------------------------------------------------------------------------------------


def test_a_lost_loudspeaker_holds_the_line_and_the_page_is_told(site, page):
    bench = open_bench(page, site)
    told = bench.run(
        f"""async (bench) => {{
          {A_TONE}
          const {{ watchDevices }} = await import("/static/js/audio/devices.js");
          const said = [];
          let told = () => {{}};
          const next = () => new Promise((resolve) => (told = resolve));
          const say = (word) => {{ said.push(word); told(); }};
          const watch = watchDevices(line, {{ onLost: say, onBack: () => say("back") }});
          const unit = line.play([tone(2000)]);
          await bench.heardUpTo(unit.startsAt + 0.6);

          let word = next();
          await line.context.suspend();            // what the system does at a call
          await word;
          said.push(line.isHeld);
          word = next();
          await line.resume();
          await word;

          word = next();
          navigator.mediaDevices.enumerateDevices = async () => [{{ kind: "audiooutput", deviceId: "other" }}];
          navigator.mediaDevices.dispatchEvent(new Event("devicechange"));
          await word;
          said.push(line.isHeld);
          word = next();
          await line.resume();
          await word;

          await line.hold();                       // one's own hold is no loss
          await line.resume();
          const how = await unit.ended;
          watch.release();
          return [said, how];
        }}"""
    )
    assert told == [["interrupted", True, "back", "device", True, "back"], "ended"]


def test_the_screen_stays_on_and_again_after_the_page_was_out_of_sight(site, page):
    bench = open_bench(page, site, listens=False)
    told = bench.run(
        """async () => {
          const { keepAwake } = await import("/static/js/audio/devices.js");
          const said = [];
          Object.defineProperty(navigator, "wakeLock", {
            value: { request: async (kind) => (said.push(kind), { release: async () => said.push("released") }) },
          });
          const awake = keepAwake();
          await 0;
          document.dispatchEvent(new Event("visibilitychange"));
          await 0;
          awake.release();
          document.dispatchEvent(new Event("visibilitychange"));
          await 0;
          return said;
        }"""
    )
    assert told == ["screen", "screen", "released"]
