"""When was it touched? Touches from outside the page against the audio thread's own account of what was heard.

The truth of a touch is the sample of a marker: the listener at the output finds it, and says when it was rendered.
Chromium's DevTools protocol sends real mouse, touch and key events with the time that the outside gives them.
"""

import time
from itertools import cycle
from typing import NamedTuple

import numpy as np
import pytest

from tests.browser.audio_bench import Heard, open_bench, say

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

EVERY_MS = 80
LATE_MS = 40
TOLERANCE_MS = 5
KINDS = ("mouse", "touch", "key", "all")

# Markers are single samples of half scale in one long part: nothing else sounds.
BEGIN = """async (bench, [markers, everyMs]) => {
  const { context } = bench.line;
  const length_ms = markers * everyMs + 500;
  const buffer = context.createBuffer(1, (length_ms * context.sampleRate) / 1000, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < markers; i += 1) samples[Math.round((i * everyMs * context.sampleRate) / 1000)] = 0.5;
  bench.unit = bench.line.play([{ buffer, times: { onset_ms: 0, end_ms: length_ms, length_ms }, kind: "markers" }]);
  await bench.heardUpTo(bench.unit.startsAt + 1.5);
  return parts.plan(bench.unit);
}"""
JAM = """async (bench) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const until = performance.now() + 45;
    while (performance.now() < until);
    setTimeout(() => channel.port2.postMessage(0), 5);
  };
  channel.port2.postMessage(0);
}"""


class Hand:
    """Sends events through the DevTools protocol; `at_ms` (Unix ms) is when they are said to have happened."""

    def __init__(self, page):
        self.devtools = page.context.new_cdp_session(page)

    def mouse(self, at_ms=None):
        point = {"x": 20, "y": 20, "button": "left", "clickCount": 1} | self._dated(at_ms)
        self.devtools.send("Input.dispatchMouseEvent", {"type": "mousePressed", **point})
        self.devtools.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **point})

    def touch(self, at_ms=None):
        dated = self._dated(at_ms)
        begin = {"type": "touchStart", "touchPoints": [{"x": 20, "y": 20}]}
        self.devtools.send("Input.dispatchTouchEvent", begin | dated)
        self.devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []} | dated)

    def key(self, at_ms=None):
        key = {"key": "a", "code": "KeyA", "text": "a"} | self._dated(at_ms)
        self.devtools.send("Input.dispatchKeyEvent", {"type": "keyDown", **key})
        self.devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})

    @staticmethod
    def _dated(at_ms):
        return {} if at_ms is None else {"timestamp": at_ms / 1000}


def now_ms():
    return time.time() * 1000


class Sent(NamedTuple):
    """A touch: when it is said to have happened (Unix ms), at which marker, and how much after it on purpose."""

    wall_ms: float
    marker: int
    late_ms: float


class Reading:
    """Markers on the line, and afterwards which of them the listener found at which frame."""

    def __init__(self, bench, markers):
        self.bench = bench
        self.plan = bench.run(BEGIN, [markers, EVERY_MS])
        self.marker_ms = [self.plan["parts"][0]["startMs"] + i * EVERY_MS for i in range(markers)]

    def aim(self):
        """When each marker will be heard, as far as the audio thread has told by now."""
        heard = self.bench.heard()
        first = self.plan["startsAt"] * self.bench.rate
        return [heard.wall_of(first + ms * self.bench.rate / 1000) for ms in self.marker_ms]

    def wait(self, wall_ms):
        """Until the ear has had this moment: the audio clock is waited for, and no timer of ours."""
        while now_ms() < wall_ms:
            newest = self.bench.run("async (bench) => bench.chunks.at(-1).from")
            self.bench.run("(bench, s) => bench.heardUpTo(s)", newest / self.bench.rate)

    def told(self, sent):
        """What the page made of each touch: the touch, its kind, and the unit ms that was heard."""
        touches = self.bench.run("async (bench) => bench.touches")
        pairs = list(zip(sent, touches, strict=True))
        assert max(abs(touch["wall"] - each.wall_ms) for each, touch in pairs) < 1
        return [(each, touch["pointer"] or "key", touch["heard"]) for each, touch in pairs]

    def frames(self):
        """The frame of every marker in what came out."""
        self.bench.run("(bench) => bench.heardUpTo(bench.unit.startsAt + bench.unit.lengthMs / 1000 - 0.2)")
        from_, samples = self.bench.recorded()
        found = np.flatnonzero(samples > 0.25) + from_
        assert len(found) == len(self.marker_ms)
        return found

    def truth(self, heard: Heard):
        """A function: unit ms that the ear has at a wall time, by the marker heard last before it."""
        frames = self.frames()
        walls = np.array([heard.wall_of(frame) for frame in frames])

        def unit_ms(wall_ms):
            last = max(0, int(np.searchsorted(walls, wall_ms)) - 1)
            return self.marker_ms[last] + wall_ms - walls[last]

        return unit_ms


def described(errors):
    low, first, middle, third, high = np.quantile(errors, (0.01, 0.25, 0.5, 0.75, 0.99))
    spread = f"quartiles {first:+.2f} {third:+.2f}, 1 % {low:+.2f}, 99 % {high:+.2f}"
    return f"n {len(errors)}, median {middle:+.2f}, {spread}"


@pytest.mark.parametrize(("markers", "jammed"), [(120, False), (60, True)], ids=["idle", "jammed"])
def test_touches_from_outside_are_timed_within_five_milliseconds(site, page, capsys, markers, jammed):
    bench = open_bench(page, site)
    reading = Reading(bench, markers)
    if jammed:
        bench.run(JAM)
    hand = Hand(page)
    aim = reading.aim()
    sent = []
    ways = cycle((hand.mouse, hand.touch, hand.key))
    for marker, late_ms in zip(range(20, markers), cycle((0, 0, 0, LATE_MS, LATE_MS, LATE_MS)), strict=False):
        reading.wait(aim[marker] + late_ms)
        next(ways)(aim[marker] + late_ms)
        sent.append(Sent(aim[marker] + late_ms, marker, late_ms))
    heard = bench.heard()
    truth = reading.truth(heard)
    told = reading.told(sent)
    errors = {kind: [at - truth(each.wall_ms) for each, way, at in told if kind in ("all", way)] for kind in KINDS}
    late = {
        meant: [at - reading.marker_ms[each.marker] for each, _, at in told if each.late_ms == meant]
        for meant in (0, LATE_MS)
    }
    source = bench.run("async (bench) => bench.line.clock.source")
    say(
        capsys,
        f"{'jammed' if jammed else 'idle'}: clock: {source}, buffers: {heard.latency_ms:.1f} ms; errors in ms",
        *(f"{kind}: {described(values)}" for kind, values in errors.items()),
        *(f"after the marker by {meant} ms: {described(values)}" for meant, values in late.items()),
    )
    assert np.quantile(np.abs(errors["all"]), 0.99) <= TOLERANCE_MS
    for meant, values in late.items():
        assert np.quantile(np.abs(np.array(values) - meant), 0.99) <= TOLERANCE_MS


def test_a_touch_that_nobody_dated_lies_between_sending_and_answer(site, page):
    bench = open_bench(page, site)
    reading = Reading(bench, 36)
    hand = Hand(page)
    sent = []
    for send in (hand.mouse, hand.touch, hand.key) * 12:
        before = now_ms()
        send()
        sent.append((before, now_ms()))
    truth = reading.truth(bench.heard())
    touches = bench.run("async (bench) => bench.touches")
    for touch, (before, after) in zip(touches, sent, strict=True):
        assert truth(before) - TOLERANCE_MS <= touch["heard"] <= truth(after) + TOLERANCE_MS


def test_a_calibrated_device_hears_so_much_later(site, page):
    bench = open_bench(page, site)
    bench.run("async (bench) => { bench.line.offsetMs = 180; }")
    reading = Reading(bench, 36)
    hand = Hand(page)
    aim = reading.aim()
    sent = []
    for marker in range(20, 36):
        reading.wait(aim[marker])
        hand.mouse(aim[marker])
        sent.append(Sent(aim[marker], marker, 0))
    truth = reading.truth(bench.heard())
    errors = [at - truth(each.wall_ms) for each, _, at in reading.told(sent)]
    assert max(abs(error + 180) for error in errors) <= TOLERANCE_MS
