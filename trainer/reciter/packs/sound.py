"""What is in a file of a pack: decoded by what its first bytes say it is, never by its name.

The kind is found here and named to the decoder, which therefore never tries its other two hundred formats: some of
those are lists that make it open further files and addresses.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from trainer.reciter.packs.problems import LONGEST_S, SHORTEST_S, BrokenPackError, Problem
from trainer.reciter.voice import SAMPLE_RATE

CODECS = frozenset({"mp3", "mp3float", "aac", "alac", "vorbis", "opus", "libopus", "libvorbis", "flac"})
LOWEST_RATE, HIGHEST_RATE = 8_000, 192_000
MOST_CHANNELS = 8
CUT_OFF_BELOW = 0.9  # of what the file promises; a tenth is more than rounding and the delay of encoders come to
UNKNOWN_BYTES = 0x7FFF0000  # and more is what a recorder writes that does not know yet how long a WAV will be
MOST_BROKEN = 0.02  # of the packets

Samples = NDArray[np.float64]


def kind_of(content: bytes) -> str:
    """The decoder's name for a kind of file that a pack may hold: mp3, mp4, ogg or wav; BrokenPackError for others.

    >>> kind_of(b"OggS" + bytes(40))
    'ogg'
    """
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        return "wav"
    if content[:4] == b"OggS":
        return "ogg"
    if content[4:8] == b"ftyp":
        return "mp4"
    # A tag, or the eleven set bits that an MPEG frame begins with, of layer III.
    if content[:3] == b"ID3" or (len(content) > 1 and content[0] == 0xFF and content[1] & 0xE6 == 0xE2):
        return "mp3"
    raise BrokenPackError(Problem.NO_SOUND_FILE)


def decoded(content: bytes) -> Samples:
    """Mono samples at SAMPLE_RATE, full scale 1; BrokenPackError if it is no sound, broken, too short or too long."""
    kind = kind_of(content)
    if kind == "wav" and len(content) < CUT_OFF_BELOW * _riff_bytes(content) < CUT_OFF_BELOW * UNKNOWN_BYTES:
        raise BrokenPackError(Problem.CUT_OFF)
    try:
        with av.open(io.BytesIO(content), format=kind, metadata_errors="replace") as container:
            if not container.streams.audio:
                raise BrokenPackError(Problem.NO_SOUND_FILE)
            stream = container.streams.audio[0]
            _check(stream)
            duration_s = float(stream.duration * stream.time_base) if stream.duration and stream.time_base else 0.0
            samples = _read(container, stream)
    except (av.FFmpegError, ValueError, ArithmeticError, OSError, EOFError) as error:
        if isinstance(error, BrokenPackError):
            raise
        raise BrokenPackError(Problem.NOT_DECODED) from error
    seconds = len(samples) / SAMPLE_RATE
    if kind == "mp4" and seconds < CUT_OFF_BELOW * duration_s:  # of the other kinds the decoder only guesses
        raise BrokenPackError(Problem.CUT_OFF)
    if seconds < SHORTEST_S:
        raise BrokenPackError(Problem.TOO_SHORT)
    return samples


def _riff_bytes(content: bytes) -> int:
    return 8 + int.from_bytes(content[4:8], "little")


def _check(stream: Any) -> None:
    codec = stream.codec_context
    if not (codec.name in CODECS or codec.name.startswith("pcm_")):
        raise BrokenPackError(Problem.NO_SOUND_FILE)
    if not LOWEST_RATE <= codec.sample_rate <= HIGHEST_RATE or not 1 <= codec.channels <= MOST_CHANNELS:
        raise BrokenPackError(Problem.NOT_DECODED)


def _read(container: Any, stream: Any) -> Samples:
    """All of it, or BrokenPackError as soon as it is longer than a verse can be."""
    resampler = av.AudioResampler(format="flt", layout="mono", rate=SAMPLE_RATE)
    pieces: list[NDArray[np.float32]] = []
    length = 0
    for frame in _frames(container, stream):
        frame.pts = None  # its own count may have gaps, which the resampler would fill
        for piece in resampler.resample(frame):
            pieces.append(piece.to_ndarray()[0])
            length += piece.samples
        if length > LONGEST_S * SAMPLE_RATE:
            raise BrokenPackError(Problem.TOO_LONG)
    pieces += [piece.to_ndarray()[0] for piece in resampler.resample(None)]
    samples = np.concatenate(pieces).astype(np.float64) if pieces else np.zeros(0)
    return np.clip(np.nan_to_num(samples, nan=0.0, posinf=0.0, neginf=0.0), -4.0, 4.0)


def _frames(container: Any, stream: Any) -> Iterator[Any]:
    """The frames. A packet that is none (a tag at the end of an MP3) is passed over; many are a broken file."""
    read = broken = 0
    for packet in container.demux(stream):
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            broken += 1
            continue
        read += 1
        yield from frames
    if broken > max(1, MOST_BROKEN * read):
        raise BrokenPackError(Problem.NOT_DECODED)
