"""Draws the spectrograms of docs/recitation.md: the start of an upper verse, its consonants plain and shaped.

    python benchmarks/spectrograms.py [--voice m001] 17 42 10

Writes docs/recitation/<voice>-<number>.png. Above: the smooth course of the spectra as it is, as the prototype had it;
below: shaped (trainer/reciter/consonants.py). Time runs from the start of the file, 1.2 s in all; frequency from 0 to
10 kHz, a faint line every 2 kHz; a bright line where a mora starts, a dim one where its vowel does.
"""

import argparse
import io
import os
import struct
import sys
import zlib
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402
import soundfile  # noqa: E402

from trainer.poems.poem import poem  # noqa: E402
from trainer.reciter.articulation import Articulation  # noqa: E402
from trainer.reciter.consonants import Consonants  # noqa: E402
from trainer.reciter.mora import Half  # noqa: E402
from trainer.reciter.voice import Manner  # noqa: E402
from trainer.reciter.voices import VOICES  # noqa: E402

SECONDS, HIGHEST_HZ = 1.2, 10_000
WIDTH, HEIGHT, GAP = 720, 150, 8
RANGE_DB = 70
SHADES = 20  # few, or the noise makes the file large
# Dark blue over red to light yellow: dark is quiet, in print too.
ANCHORS = ((0, 0, 4), (60, 15, 110), (140, 41, 129), (222, 73, 104), (254, 159, 109), (252, 253, 191))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--voice", choices=sorted(VOICES), default="m001")
    parser.add_argument("poems", nargs="+", type=int)
    asked = parser.parse_args()
    shaped = VOICES[asked.voice]._reader  # noqa: SLF001 (a voice has no other use for being asked to sing plainly)
    plain = replace(shaped, how=Articulation(), consonants=Consonants())
    folder = ROOT / "docs" / "recitation"
    folder.mkdir(exist_ok=True)
    for number in asked.poems:
        panels = [panel(reader.recite(poem(number), Half.UPPER, Manner())) for reader in (plain, shaped)]
        gap = np.full((GAP, WIDTH), 255, dtype=np.uint8)
        file = folder / f"{asked.voice}-{number}.png"
        file.write_bytes(png(np.concatenate([panels[0], gap, panels[1]])))
        print(f"{file.relative_to(ROOT)} {file.stat().st_size} bytes")


def panel(recital):
    """The spectrogram as rows of palette indices, the highest frequency first."""
    wave, rate = soundfile.read(io.BytesIO(recital.sound))
    window = int(0.006 * rate)
    at = np.linspace(0, SECONDS * rate, WIDTH, endpoint=False).astype(int)
    pieces = np.pad(wave, window)[at[:, None] + np.arange(window // 2, window // 2 + window)]
    power = np.abs(np.fft.rfft(pieces * np.hanning(window), 1024)) ** 2
    # Consonants lie high and are weak: 3 dB an octave make up for what a voice loses there.
    hz = np.fft.rfftfreq(1024, 1 / rate)
    level = 10 * np.log10(power * np.maximum(hz, 200) + 1e-9)
    rows = np.linspace(HIGHEST_HZ, 0, HEIGHT)
    picture = np.stack([level[:, int(row * 1024 / rate)] for row in rows])
    shades = np.clip((picture - picture.max() + RANGE_DB) / RANGE_DB * SHADES, 0, SHADES).round()
    indices = (shades * (254 / SHADES)).astype(np.uint8)
    for khz in (2, 4, 6, 8):
        indices[int((1 - khz * 1000 / HIGHEST_HZ) * (HEIGHT - 1)), ::6] = 120
    for mora in recital.times.morae:
        for ms, shade, step in ((mora.start_ms, 255, 2), (mora.vowel_ms, 160, 5)):
            if ms / 1000 < SECONDS:
                indices[::step, int(ms / 1000 / SECONDS * WIDTH)] = shade
    return indices


def png(indices):
    """A PNG with a palette (colour type 3, PNG specification 11.2)."""
    height, width = indices.shape
    steps = np.linspace(0, len(ANCHORS) - 1, 255)
    palette = np.stack([np.interp(steps, range(len(ANCHORS)), colour) for colour in zip(*ANCHORS, strict=True)], axis=1)
    colours = np.vstack([palette, [255, 255, 255]]).astype(np.uint8)
    rows = np.pad(indices, ((0, 0), (1, 0)))  # filter 0 before each row
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", colours.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


if __name__ == "__main__":
    main()
