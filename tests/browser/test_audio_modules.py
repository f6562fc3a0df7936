"""The arithmetic of the line's modules, called in the page: nothing of it needs a loudspeaker."""

import numpy as np
import pytest

from tests.browser.audio_bench import open_bench

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def call(site, page):
    """call("clock", "fitted", argument, …): one function of a module under static/js/audio."""
    page.goto(f"{site}/about/")

    def call(module, function, *arguments):
        script = "async ([path, name, given]) => (await import(path))[name](...given)"
        return page.evaluate(script, [f"/static/js/audio/{module}.js", function, list(arguments)])

    return call


# --- the clock -------------------------------------------------------------------------------------------


def heard(fit, page_ms):
    return fit["heard"] + fit["slope"] * (page_ms - fit["page"])


def test_the_clock_follows_two_clocks_that_drift_apart_and_is_not_led_astray(call):
    rng = np.random.default_rng(3)
    drift, begin = 1.0001, 37.5
    pages = np.arange(32) * 125.0 + 1000
    pairs = [[page, begin + drift * page + jitter] for page, jitter in zip(pages, rng.normal(0, 0.1, 32), strict=True)]
    for lost in (3, 9, 17, 22, 28):
        pairs[lost][1] += (-1) ** lost * 80
    fit = call("clock", "fitted", pairs)
    for page in (pages[0], pages[-1], pages[-1] + 1000):
        assert abs(heard(fit, page) - (begin + drift * page)) < 0.4


def test_one_pair_is_enough_for_a_line_and_short_rows_have_no_slope_of_their_own(call):
    assert call("clock", "fitted", [[100, 50]]) == {"slope": 1, "page": 100, "heard": 50}
    fit = call("clock", "fitted", [[100, 50], [110, 63], [120, 71]])
    assert fit["slope"] == 1


def test_after_a_jump_only_what_came_after_it_counts(call):
    before = [[page, page - 40] for page in range(0, 2000, 125)]
    after = [[page, page - 140 + wobble] for page, wobble in ((2000, 0.1), (2125, -0.1), (2250, 0.05))]
    assert call("clock", "recent", [*before, *after]) == after
    assert call("clock", "recent", [*before, after[0]]) == [*before, after[0]], "one alone may be a slip"
    assert call("clock", "recent", [*before, *after[:2]]) == [*before, *after[:2]]


def test_old_pairs_are_dropped(call):
    pairs = [[page, page] for page in range(0, 10_000, 125)]
    kept = call("clock", "recent", pairs)
    assert kept == pairs[-32:]
    assert call("clock", "recent", [[0, 0], [1000, 1000], [9000, 9000]]) == [[9000, 9000]]


@pytest.mark.parametrize(
    ("stamp", "is_true"),
    [
        ({"contextTime": 9.96, "performanceTime": 5000}, True),
        ({"contextTime": 9.70, "performanceTime": 4980}, True),
        ({"contextTime": 0, "performanceTime": 0}, False),
        ({"contextTime": 9.96, "performanceTime": 0}, False),
        ({"contextTime": 9.96, "performanceTime": 1.7e12}, False),
        ({"contextTime": 10.5, "performanceTime": 5000}, False),
        ({"contextTime": 3.0, "performanceTime": 5000}, False),
    ],
)
def test_which_output_time_stamps_are_believed(call, stamp, is_true):
    assert call("clock", "isPlausible", stamp, {"currentTime": 10, "now": 5001}) is is_true


WITHOUT_STAMPS = """async ([stamp, waitMs]) => {
  const { Clock } = await import("/static/js/audio/clock.js");
  const started = performance.now();
  const context = {
    state: "running", baseLatency: 0.01, outputLatency: 0.03,
    get currentTime() { return 2 + (performance.now() - started) / 1000; },
    ...(stamp ? { getOutputTimestamp: () => stamp } : {}),
  };
  const clock = new Clock(context, { offsetMs: 25 });
  for (let at = 0; at < 20; at += 1) {
    clock.sample();
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  const now = performance.now();
  const late = clock.pageToHeard(now) * 1000 - (2000 + now - started);
  return [clock.source, late, clock.heardToPage(clock.pageToHeard(500))];
}"""


@pytest.mark.parametrize("stamp", [None, {"contextTime": 0, "performanceTime": 0}], ids=["none", "nonsense"])
def test_without_time_stamps_the_latencies_must_do(site, page, stamp):
    page.goto(f"{site}/about/")
    source, late_ms, there_and_back = page.evaluate(WITHOUT_STAMPS, [stamp, 51])
    assert source == "latency"
    assert abs(late_ms + 10 + 30 + 25) < 1
    assert there_and_back == pytest.approx(500)


# --- calibration -----------------------------------------------------------------------------------------

PERIOD_MS = 750
BEATS = [500 + PERIOD_MS * beat for beat in range(24)]


def tapped(offsets):
    return [beat + offset for beat, offset in zip(BEATS, offsets, strict=False)]


@pytest.mark.parametrize("late_ms", [-90, -30, 0, 160, 260, 470])
def test_a_steady_hand_tells_how_late_the_device_is(call, late_ms):
    wobble = np.random.default_rng(late_ms + 100).normal(0, 8, 24)
    offsets = call("calibration", "matched", tapped(late_ms + wobble), BEATS)
    result = call("calibration", "summary", offsets)
    assert result["verdict"] == "good"
    assert result["taps"] >= 22
    assert abs(result["offsetMs"] - late_ms) < 6
    assert 4 < result["spreadMs"] < 13


def test_single_slips_do_not_count(call):
    offsets = [150, 152, 149, 151, 150, 148, 153, 150, 151, 149, 150, 152, 150, 380, -60, 290]
    result = call("calibration", "summary", offsets)
    assert (result["offsetMs"], result["taps"], result["verdict"]) == (150, 13, "good")
    assert result["spreadMs"] == pytest.approx(1.4826)
    assert sorted(result["kept"]) == sorted(offsets[:13])


def test_two_taps_at_one_beat_are_one_and_a_tap_between_beats_is_none(call):
    assert call("calibration", "matched", [520, 560, 1250 + 501, 2000 - 100, 2000 + 730], BEATS) == [20, -100, -20]
    assert call("calibration", "matched", [100, 399], BEATS) == []


def test_too_few_or_too_uneven_says_nothing(call):
    assert call("calibration", "summary", [])["verdict"] == "few"
    assert call("calibration", "summary", [100.0] * 11)["verdict"] == "few"
    assert call("calibration", "summary", [100.0] * 12)["verdict"] == "good"
    uneven = list(np.linspace(-80, 300, 24))
    assert call("calibration", "summary", uneven)["verdict"] == "uneven"


# --- what the library makes of a manifest ----------------------------------------------------------------

MORA = ["ち", 0, 100.0, 165.0, 300.0, 300.0]
TIMES = {"onset_ms": 112.5, "end_ms": 5900.0, "length_ms": 6150.0, "morae": [MORA]}


def test_morae_as_lists_and_as_objects_are_the_same(call):
    names = ("kana", "phrase", "start_ms", "vowel_ms", "end_ms", "nominal_end_ms")
    named = dict(zip(names, MORA, strict=True))
    assert call("library", "timesOf", TIMES | {"url": "x", "bytes": 3}) == TIMES | {"morae": [named]}
    assert call("library", "timesOf", TIMES | {"morae": [named]}) == TIMES | {"morae": [named]}


ALIGNED = """async ([times, rate, onsetFrame]) => {
  const { aligned, timesOf } = await import("/static/js/audio/library.js");
  const samples = new Float32Array(rate);
  samples.fill(0.1, onsetFrame);
  return aligned({ sampleRate: rate, getChannelData: () => samples }, timesOf(times));
}"""


@pytest.mark.parametrize(("late_ms", "moved_ms"), [(0, 0), (1, 0), (46, 46), (-20, -20), (300, 0)])
def test_a_decoder_that_keeps_the_padding_moves_every_mark(site, page, late_ms, moved_ms):
    page.goto(f"{site}/about/")
    times = page.evaluate(ALIGNED, [TIMES, 48_000, round((112.5 + late_ms) * 48)])
    assert times["onset_ms"] == 112.5 + moved_ms
    assert times["end_ms"] == 5900 + moved_ms
    assert times["morae"][0]["start_ms"] == 100 + moved_ms
    assert times["morae"][0]["nominal_end_ms"] == 300 + moved_ms


# --- units -----------------------------------------------------------------------------------------------


def test_where_the_parts_of_a_unit_lie(call):
    lower = {
        "kind": "lower",
        "poem": 17,
        "afterMs": 1000,
        "times": {"onset_ms": 110, "end_ms": 7800, "length_ms": 7950},
    }
    upper = {"kind": "upper", "poem": 44, "times": {"onset_ms": 130, "end_ms": 6000, "length_ms": 6160}}
    first, second = call("line", "laid", [lower, upper], 500)
    assert (first["startMs"], first["fileMs"], first["endMs"]) == (500, 390, 8190)
    assert (second["startMs"], second["fileMs"], second["endMs"]) == (9190, 9060, 15060)


# --- devices ---------------------------------------------------------------------------------------------


def outputs(*names):
    return [{"kind": "audioinput", "deviceId": "microphone"}] + [
        {"kind": "audiooutput", "deviceId": name} for name in names
    ]


@pytest.mark.parametrize(
    ("before", "after", "is_other"),
    [
        (outputs("a"), outputs("a"), False),
        (outputs("a", "b"), outputs("a"), True),
        (outputs("a"), outputs("a", "b"), True),
        (outputs(""), outputs(""), True),  # unnamed: it may be another
    ],
)
def test_when_the_loudspeaker_may_be_another(call, before, after, is_other):
    assert call("devices", "hasOtherOutputs", before, after) is is_other


def test_what_the_lock_screen_says_is_what_it_was_given_and_no_more(site, page):
    bench = open_bench(page, site, listens=False)
    told = bench.run(
        """async () => {
          const { mediaKeys } = await import("/static/js/audio/devices.js");
          const keys = mediaKeys({ title: "Reading", artist: "Naniwazu", onPlay() {}, onPause() {} });
          keys.playing(true);
          const { title, artist, album, artwork } = navigator.mediaSession.metadata;
          const during = navigator.mediaSession.playbackState;
          keys.release();
          return [title, artist, album, artwork.length, during, navigator.mediaSession.metadata];
        }"""
    )
    assert told == ["Reading", "Naniwazu", "", 0, "playing", None]


def test_the_volume_and_the_sound_check_are_remembered(site, page):
    page.goto(f"{site}/about/")
    remembered = """async () => {
      const { soundCheck, storedVolume } = await import("/static/js/audio/devices.js");
      return [soundCheck.isDone(), storedVolume()];
    }"""
    assert page.evaluate(remembered) == [False, 0.8]
    page.evaluate(
        """async () => {
          const { soundCheck, storeVolume } = await import("/static/js/audio/devices.js");
          soundCheck.done();
          storeVolume(0.35);
        }"""
    )
    page.reload()
    assert page.evaluate(remembered) == [True, 0.35]
    other = page.context.new_page()
    other.goto(f"{site}/about/")
    assert other.evaluate(remembered) == [False, 0.35], "another tab is another session, at the same volume"
