"""Zips of recordings for tests: short real sounds in every format that a pack may hold."""

import array
import io
import math
import wave
import zipfile
from functools import cache

RATE = 24_000


def swelling(seconds=0.8, hertz=147.0, loud=0.3, rate=RATE):
    """Samples from -1 to 1 of something like a voice: harmonics that swell three times a second, silence around."""
    lead, count = rate // 10, int(seconds * rate)
    samples = [0.0] * count
    for i in range(lead, count - lead):
        t = i / rate
        tone = sum(math.sin(2 * math.pi * hertz * k * t) / k for k in (1, 2, 3, 5))
        samples[i] = loud * tone * (0.6 + 0.4 * math.sin(2 * math.pi * 3 * t)) / 2
    return samples


def wav(samples, rate=RATE):
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(rate)
        out.writeframes(array.array("h", [round(32767 * max(-1, min(1, each))) for each in samples]).tobytes())
    return file.getvalue()


@cache
def voice(seconds=0.8, hertz=147.0):
    """A WAV file that will do for any verse."""
    return wav(swelling(seconds, hertz))


def encoded(samples, form, codec, rate=48_000):
    """The same in a format that PyAV writes: ("ipod", "aac"), ("ogg", "libopus") …"""
    import av
    import numpy as np

    file = io.BytesIO()
    with av.open(file, "w", format=form) as out:
        stream = out.add_stream(codec, rate=rate, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.array([samples], dtype=np.float32), format="flt", layout="mono")
        frame.sample_rate = RATE
        fitting = av.AudioResampler(
            format=stream.codec_context.format,
            layout="mono",
            rate=rate,
            frame_size=stream.codec_context.frame_size or 1024,
        )
        for each in fitting.resample(frame) + fitting.resample(None):
            out.mux(stream.encode(each))
        out.mux(stream.encode(None))
    return file.getvalue()


def written(samples, form, subtype):
    """The same in a format that soundfile writes: ("MP3", "MPEG_LAYER_III"), ("OGG", "VORBIS")."""
    import soundfile

    file = io.BytesIO()
    soundfile.write(file, samples, RATE, format=form, subtype=subtype)
    return file.getvalue()


def zipped(files, compression=zipfile.ZIP_DEFLATED):
    """A zip of (name, content) pairs or of a dict; names may be ZipInfo, and may come twice."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as out:
        for name, content in files.items() if isinstance(files, dict) else files:
            out.writestr(name, content)
    return file.getvalue()
