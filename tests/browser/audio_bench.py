"""A page with a Line and nothing else, and a listener at its output: the bench on which sound and touches are measured.

    bench = open_bench(page, site, verses=[Verse(…)])     # verses: files and manifest of a reader made here
    bench.run("async (bench) => …")                       # JavaScript with the Bench of audio_bench.js
    bench.recorded()                                      # what came out, as one row of samples

The truth about touches is the audio thread's own: at which wall time which frame was rendered (`Heard`).
"""

import base64
import io
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import soundfile

HERE = Path(__file__).parent
FILE_RATE = 24_000
PAUSE_MS = 1000
AUDIBLE = 0.003  # of full scale: where a verse begins for the ear
PAGE = """<!doctype html><html lang="en"><title>Bench</title><link rel="icon" href="data:,"><body>
<script type="module">
  import * as parts from "/audio-bench/bench.js";
  Object.assign(window, { parts, bench: new parts.Bench() });
</script>"""


@dataclass(frozen=True)
class Verse:
    """A tone with overtones that begins like a verse, after some silence, and dies away before its end.

    `sound_ms` from onset to `end_ms`; at least 150 ms of silence after it, as in the recordings.
    """

    name: str
    pitch_hz: float = 147.0
    silence_ms: float = 100.0
    sound_ms: float = 350.0

    @property
    def samples(self) -> np.ndarray:
        length = round((self.silence_ms + self.sound_ms + 160) * FILE_RATE / 1000)
        t = np.arange(length) / FILE_RATE - self.silence_ms / 1000
        tone = sum(np.sin(2 * np.pi * self.pitch_hz * k * t) / k for k in (1, 2, 3, 4, 5))
        left = self.sound_ms / 1000 - t
        loud = np.clip(t / 0.004, 0, 1) * np.clip((left - 0.03) / 0.05, 0, 1)
        return (0.2 * tone * loud).astype(np.float32)

    @property
    def file(self) -> bytes:
        """The MP3, as the reciter writes them."""
        file = io.BytesIO()
        soundfile.write(
            file,
            self.samples,
            FILE_RATE,
            format="MP3",
            subtype="MPEG_LAYER_III",
            bitrate_mode="VARIABLE",
            compression_level=0.6,
        )
        return file.getvalue()

    @property
    def times(self) -> dict[str, object]:
        """The onset as another decoder than the browser's finds it."""
        decoded, rate = soundfile.read(io.BytesIO(self.file))
        onset_ms = np.argmax(np.abs(decoded) >= AUDIBLE) * 1000 / rate
        start, end = self.silence_ms, self.silence_ms + self.sound_ms
        middle = (start + end) / 2
        morae = [["な", 0, start, start + 20, middle, middle], ["に", 0, middle, middle, end, end]]
        return {"onset_ms": onset_ms, "end_ms": end, "length_ms": len(decoded) * 1000 / rate, "morae": morae}


@dataclass
class Bench:
    """The open page; `rate` is the context's."""

    page: object
    rate: float = 0
    asked: list[str] = field(default_factory=list)

    def run(self, script: str, argument: object = None):
        """Call an async function (bench, argument) in the page."""
        return self.page.evaluate(f"(argument) => ({script})(bench, argument)", argument)

    def recorded(self) -> tuple[int, np.ndarray]:
        """The context frame of the first sample that was heard, and all samples since."""
        told = self.run("async (bench) => bench.recorded()")
        return told["from"], floats(told["base64"])

    def heard(self) -> "Heard":
        walls, latencies = self.run("async (bench) => [bench.walls, bench.latenciesMs]")
        return Heard(np.array(walls, dtype=float), self.rate, *latencies)


class Heard:
    """Which frame the ear has at a wall time, by the audio thread alone: neither Clock nor time stamps come into it.

    A callback renders a block of the device, many quanta at once, when the device asks for it; the first of them is in
    time, the rest are early. `Date.now()` counts whole ms, so half of one is added. Ear: as much later as the browser
    says its buffers are long; Chromium rounds that to 8 ms against fingerprints, but the device has whole buffers.
    """

    def __init__(self, walls: np.ndarray, rate: float, base_ms: float, output_ms: float) -> None:
        latency_ms = base_ms * (1 + round(output_ms / base_ms))
        frames, wall_ms = walls[:, 0], walls[:, 1] + 0.5
        ahead = frames * 1000 / rate - wall_ms
        self.rate = rate
        self.latency_ms = latency_ms
        self.at_zero_ms = float(np.quantile(ahead, 0.995)) - latency_ms

    def wall_of(self, frame: float) -> float:
        """Unix ms at which this frame is heard."""
        return frame * 1000 / self.rate - self.at_zero_ms


def say(capsys, *lines: str) -> None:
    """Figures are shown in every run, and not only where the test fails."""
    with capsys.disabled():
        print("", *lines, sep="\n  ", end=" ")  # noqa: T201


def floats(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), dtype="<f4")


def open_bench(page, site: str, verses: tuple[Verse, ...] = (), *, listens: bool = True) -> Bench:
    """Open the page, and the line in it unless it is to do without the audio hardware."""
    bench = Bench(page)
    files = {f"/audio-bench/{verse.name}.mp3": (verse.file, "audio/mpeg") for verse in verses}
    entries = {verse.name: {"url": f"{verse.name}.mp3", "bytes": 0, **verse.times} for verse in verses}
    manifest = {"voice": "bench", "tempo": "bench", "pause_ms": PAUSE_MS, "missing": 0, "verses": entries}
    files |= {
        "/audio-bench/": (PAGE, "text/html"),
        "/audio-bench/bench.js": ((HERE / "audio_bench.js").read_text(), "text/javascript"),
        "/audio-bench/tap.js": ((HERE / "audio_tap.js").read_text(), "text/javascript"),
        "/audio-bench/manifest.json": (json.dumps(manifest), "application/json"),
    }

    def answer(route):
        path = route.request.url.removeprefix(site)
        bench.asked.append(path)
        body, kind = files.get(path, ("", "text/plain"))
        route.fulfill(status=200 if path in files else 404, body=body, content_type=kind)

    page.route(f"{site}/audio-bench/**", answer)
    page.goto(f"{site}/audio-bench/")
    page.wait_for_function("window.bench")
    if listens:
        bench.rate = bench.run("async (bench) => bench.open()")
    return bench
