"""What a recording is like, measured from its sound: tone, lengths, loudness, and where its morae end.

Nothing here is taken from the synthesiser. The times that come with a recording say only where to look; the pitch, the
ends of the morae and the releases of the consonants are found in the wave as a player would decode it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import soundfile

from trainer.reciter.loudness import integrated_lufs, true_peak_db
from trainer.reciter.mora import Half, MoraTime, VerseTimes
from trainer.reciter.sounds import VOICELESS, Sound, sounds
from trainer.reciter.tempo import OFFICIAL, Tempo

Floats = npt.NDArray[np.float64]

IN_TUNE_CENTS = 50.0
_EDGE_MS = 30.0  # of a vowel, at each end, where the tone may glide
_STEP_MS = 5.0
_WINDOW_MS = 40.0
_YOIN_LEVEL_SHARE, _UPPER_LEVEL_SHARE = 2 / 3, 3 / 4  # of the last mora; after that it fades
_BODY_MS = 800  # of the last mora that count for the loudness
_AUDIBLE = 0.003  # of full scale
_FULL_SCALE = 32767 / 32768
RELEASED = frozenset({"k", "ky", "t", "ch", "ts", "p", "py"})


@dataclass(frozen=True, slots=True)
class Release:
    """A voiceless stop: how quiet it is while shut and how loud when it opens (dB against its vowel, above 1 kHz).

    `rise_ms`: how long the release takes from 30 to 10 dB below that loudest 2 ms.
    """

    consonant: str
    opens_verse: bool
    closure_db: float
    burst_db: float
    rise_ms: float


@dataclass(frozen=True, slots=True)
class VerseFigures:
    """One recording, measured. `said_ms` of a lower verse ends where its last mora starts, of an upper verse with it.

    `name` is the number of the poem and the half: 17 upper.
    """

    name: str
    half: Half
    frames: int
    frames_in_tune: int
    said_ms: float
    yoin_ms: float
    lufs: float
    true_peak_db: float
    clipped: int
    silence_ms: float
    has_lame_header: bool
    end_errors_ms: tuple[float, ...]
    releases: tuple[Release, ...]
    cpu_s: float

    @property
    def in_tune(self) -> float:
        """The share of vowel frames within 50 cents of the main tone."""
        return self.frames_in_tune / max(1, self.frames)


def measure(
    name: str, half: Half, phrases: Sequence[str], sound: bytes, times: VerseTimes, main_hz: float, cpu_s: float = 0.0
) -> VerseFigures:
    """The figures of one recording. `phrases` are its phrases as spoken; ValueError if `times` has other morae."""
    said = tuple(each for phrase in phrases for each in sounds(phrase))
    if [each.kana for each in said] != [mora.kana for mora in times.morae]:
        raise ValueError(f"{name}: the times are those of another verse")
    with soundfile.SoundFile(io.BytesIO(sound)) as file:
        rate, wave = file.samplerate, file.read(dtype="float64")
    fade_ms = _fade_begins_ms(times.morae[-1], half)
    cents = cents_off(wave, rate, times.morae, fade_ms, main_hz)
    first, last = times.morae[0], times.morae[-1]
    is_lower = half is Half.LOWER
    body_ms = min(last.start_ms + _BODY_MS, last.end_ms)
    loud = np.flatnonzero(np.abs(wave) >= _AUDIBLE)
    return VerseFigures(
        name=name,
        half=half,
        frames=len(cents),
        frames_in_tune=int((np.abs(cents) <= IN_TUNE_CENTS).sum()),
        said_ms=(last.start_ms if is_lower else last.end_ms) - first.start_ms,
        yoin_ms=last.end_ms - last.start_ms if is_lower else 0.0,
        lufs=integrated_lufs(wave[: int(body_ms * rate / 1000)], rate),
        true_peak_db=true_peak_db(wave),
        clipped=int((np.abs(wave) >= _FULL_SCALE).sum()),
        silence_ms=(len(wave) - 1 - (loud[-1] if len(loud) else -1)) * 1000 / rate,
        has_lame_header=b"LAME" in sound[:400],
        end_errors_ms=end_errors_ms(wave, rate, times.morae, said),
        releases=releases(wave, rate, times.morae, said),
        cpu_s=cpu_s,
    )


def _fade_begins_ms(last: MoraTime, half: Half) -> float:
    share = _YOIN_LEVEL_SHARE if half is Half.LOWER else _UPPER_LEVEL_SHARE
    return last.start_ms + share * (last.end_ms - last.start_ms)


# --- tone ---------------------------------------------------------------------------------------------------


def cents_off(wave: Floats, rate: int, morae: Sequence[MoraTime], fade_ms: float, main_hz: float) -> Floats:
    """How far the tone is from the main tone (cents), every 5 ms of the vowels of morae 2 and later.

    30 ms at either edge of a vowel and what fades are left out.
    """
    at_ms: list[float] = []
    for mora in morae[1:]:
        at_ms += np.arange(mora.vowel_ms + _EDGE_MS, min(mora.end_ms - _EDGE_MS, fade_ms), _STEP_MS).tolist()
    if not at_ms:
        return np.zeros(0)
    cents: Floats = 1200 * np.log2(pitch_hz(wave, rate, at_ms, main_hz) / main_hz)
    return cents


def pitch_hz(wave: Floats, rate: int, at_ms: Sequence[float], near_hz: float) -> Floats:
    """F0 at these times by autocorrelation, freed of the window's own (Boersma 1993), within a sixth of `near_hz`.

    Beyond that a tone counts as a sixth off, so that it cannot pass for in tune.
    """
    size = int(_WINDOW_MS * rate / 1000)
    first = (np.asarray(at_ms) * rate / 1000).astype(np.intp) - size // 2
    padded = np.pad(wave, size)
    pieces = padded[size + first[:, None] + np.arange(size)]
    window = np.hanning(size)
    likeness = _autocorrelation((pieces - pieces.mean(axis=1, keepdims=True)) * window)
    own = _autocorrelation(window[None])
    shortest, longest = int(rate / near_hz * 2 ** (-1 / 3)), int(rate / near_hz * 2 ** (1 / 3)) + 1
    lags = slice(shortest - 1, longest + 2)
    found = likeness[:, lags] / own[:, lags]
    best = np.clip(found.argmax(axis=1), 1, found.shape[1] - 2)
    rows = np.arange(len(found))
    left, middle, right = found[rows, best - 1], found[rows, best], found[rows, best + 1]
    bend = left - 2 * middle + right
    shift = np.where(bend < 0, (left - right) / np.where(bend < 0, 2 * bend, 1), 0)
    hz: Floats = rate / (shortest - 1 + best + np.clip(shift, -1, 1))
    return hz


def _autocorrelation(pieces: Floats) -> Floats:
    size = 1 << (2 * pieces.shape[1] - 1).bit_length()
    found: Floats = np.fft.irfft(np.abs(np.fft.rfft(pieces, size)) ** 2)[:, : pieces.shape[1]]
    return found


# --- where morae end ----------------------------------------------------------------------------------------

_VOICE_HZ = (100.0, 1200.0)
_FALL_DB = 10.0  # below its vowel: a vowel has ended before a voiceless consonant
_FLUX_STEP_MS, _FLUX_WINDOW_MS = 2.5, 20.0
_FLUX_REACH = 3  # steps on either side that are compared


def end_errors_ms(wave: Floats, rate: int, morae: Sequence[MoraTime], said: Sequence[Sound]) -> tuple[float, ...]:
    """How far each mora that a consonant follows ends from where its times say, in ms; later is positive.

    Before a voiceless consonant the end is where the vowel (100 to 1,200 Hz) has fallen by 10 dB, before a voiced one
    where the spectrum changes most; both are looked for within some tens of ms of the time. A vowel that another vowel
    follows has no end in the wave.
    """
    energy, flux = _energy_db(wave, rate), _flux(wave, rate)
    errors: list[float] = []
    for mora, following, sound in zip(morae, morae[1:], said[1:], strict=False):
        if sound.consonant in VOICELESS:
            fallen = _falls(energy, rate, mora.end_ms)
            errors += [] if fallen is None else [fallen]
        elif sound.consonant:
            errors.append(_changes_most(flux, mora.end_ms, (mora.end_ms + following.vowel_ms) / 2))
    return tuple(errors)


def _falls(energy_db: Floats, rate: int, end_ms: float) -> float | None:
    def at(ms: float) -> int:
        return int((end_ms + ms) * rate / 1000)

    level = float(np.median(energy_db[at(-110) : at(-40)]))
    piece = energy_db[at(-70) : at(70)]
    down = np.flatnonzero((piece[1:] < level - _FALL_DB) & (piece[:-1] >= level - _FALL_DB))
    return (at(-70) + int(down[0])) * 1000 / rate - end_ms if len(down) else None


def _changes_most(flux: Floats, end_ms: float, until_ms: float) -> float:
    first, last = int((end_ms - 45) / _FLUX_STEP_MS), int(until_ms / _FLUX_STEP_MS) + 1
    return (first + int(flux[first:last].argmax())) * _FLUX_STEP_MS - end_ms


def _energy_db(wave: Floats, rate: int) -> Floats:
    """The voice's energy over time: a Butterworth band of order four, forwards and backwards, over 10 ms."""
    low, high = (np.tan(np.pi * hz / rate) for hz in _VOICE_HZ)
    size = 1 << (len(wave) + rate // 2).bit_length()
    turn = np.tan(np.pi * np.minimum(np.fft.rfftfreq(size), 0.4999))
    with np.errstate(divide="ignore", over="ignore"):
        gain = 1 / (1 + ((turn**2 - low * high) / ((high - low) * turn)) ** 8)
    voice = np.fft.irfft(np.fft.rfft(wave, size) * gain, size)[: len(wave)]
    kernel = np.hanning(rate // 100)
    energy: Floats = 10 * np.log10(np.convolve(voice**2, kernel / kernel.sum(), "same") + 1e-9)
    return energy


def _flux(wave: Floats, rate: int) -> Floats:
    """How much the spectrum (24 mel bands, 80 to 9,000 Hz, dB) changes about each step of 2.5 ms."""
    step, window = int(_FLUX_STEP_MS * rate / 1000), int(_FLUX_WINDOW_MS * rate / 1000)
    cuts = np.lib.stride_tricks.sliding_window_view(np.pad(wave, window // 2), window)[::step]
    power = np.abs(np.fft.rfft(cuts * np.hanning(window), 1024)) ** 2
    levels = 10 * np.log10(power @ _mel_bands(rate, 1024).T + 1e-7)
    flux = np.zeros(len(levels))
    flux[_FLUX_REACH:-_FLUX_REACH] = np.sqrt(
        ((levels[2 * _FLUX_REACH :] - levels[: -2 * _FLUX_REACH]) ** 2).mean(axis=1)
    )
    return flux


def _mel_bands(rate: int, size: int, count: int = 24, low_hz: float = 80.0, high_hz: float = 9000.0) -> Floats:
    hz = np.linspace(0, rate / 2, size // 2 + 1)
    low, high = (2595 * np.log10(1 + edge / 700) for edge in (low_hz, high_hz))
    edges = 700 * (10 ** (np.linspace(low, high, count + 2) / 2595) - 1)
    rising = (hz[None] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - hz[None]) / (edges[2:] - edges[1:-1])[:, None]
    bands: Floats = np.maximum(0, np.minimum(rising, falling))
    return bands


# --- consonants ---------------------------------------------------------------------------------------------

_ABOVE_HZ, _EDGE_HZ = 1000.0, 400.0
_BURST_MS = 2.0


def releases(wave: Floats, rate: int, morae: Sequence[MoraTime], said: Sequence[Sound]) -> tuple[Release, ...]:
    """Every k, t, ch, ts and p: closure, burst and rise."""
    width = int(_BURST_MS * rate / 1000)
    # A wall at 1 kHz would ring through the closures; an edge of 400 Hz rings for 3 ms.
    edge = np.clip((np.fft.rfftfreq(len(wave), 1 / rate) - _ABOVE_HZ) / _EDGE_HZ + 0.5, 0, 1)
    high = np.fft.irfft(np.fft.rfft(wave) * np.sin(edge * np.pi / 2) ** 2, len(wave))
    power = np.convolve(high**2, np.full(width, 1 / width), "same")
    level = 10 * np.log10(power + 1e-10)
    found: list[Release] = []
    for index, (mora, sound) in enumerate(zip(morae, said, strict=True)):
        if sound.consonant in RELEASED:
            start, vowel, end = (int(ms * rate / 1000) for ms in (mora.start_ms, mora.vowel_ms, mora.end_ms))
            loud = 10 * np.log10(power[vowel : min(end, vowel + rate // 10)].mean() + 1e-10)
            found.append(_release(sound.consonant, index == 0, level[start : vowel - width] - loud, rate))
    return tuple(found)


def _release(consonant: str, opens_verse: bool, level_db: Floats, rate: int) -> Release:
    """From the levels of a consonant against its vowel. The shut half of it is its quietest half."""
    loudest = int(level_db[len(level_db) // 4 :].argmax()) + len(level_db) // 4
    burst = float(level_db[loudest])
    shut = float(np.median(np.sort(level_db[: max(1, loudest)])[: max(1, loudest // 2)]))
    quietest = int(level_db[: loudest + 1].argmin())
    reached = quietest + int(np.argmax(level_db[quietest : loudest + 1] >= burst - 10))
    quiet = np.flatnonzero(level_db[:reached] <= burst - 30)
    rise = (reached - (int(quiet[-1]) if len(quiet) else quietest)) * 1000 / rate
    return Release(consonant, opens_verse, shut, burst, rise)


# --- a set and its bounds -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bound:
    """A promise about a set: what was measured, what is promised, whether it holds, and the verse that is worst."""

    name: str
    measured: str
    promised: str
    holds: bool
    worst: str = ""


WHOLE_SET = 202


def bounds(verses: Sequence[VerseFigures], *, same_twice: bool | None, tempo: Tempo = OFFICIAL) -> tuple[Bound, ...]:
    """Every promise about recordings, held against these; ValueError if there are none.

    `same_twice`: whether rendering again gave the same bytes; None if nobody tried.
    """
    if not verses:
        raise ValueError("there is nothing to measure")
    return (
        *_tone_bounds(verses),
        *_length_bounds(verses, tempo),
        *_sound_bounds(verses, same_twice),
        *_ends(verses),
        *_cpu(verses),
    )


Figure = Callable[[VerseFigures], float]


def _worst(verses: Iterable[VerseFigures], badness: Figure) -> VerseFigures:
    return max(verses, key=badness)


def _tone_bounds(verses: Sequence[VerseFigures]) -> tuple[Bound, ...]:
    share = sum(each.frames_in_tune for each in verses) / max(1, sum(each.frames for each in verses))
    worst = _worst(verses, lambda each: -each.in_tune)
    return (
        Bound("vowel frames within 50 cents", f"{share:.2%}", "at least 99 %", share >= 0.99),
        Bound("the same, worst verse", f"{worst.in_tune:.2%}", "at least 97 %", worst.in_tune >= 0.97, worst.name),
    )


_GRID_MS = 2.5  # half a frame of the synthesiser: what lengths are rounded to


def _length_bounds(verses: Sequence[VerseFigures], tempo: Tempo) -> tuple[Bound, ...]:
    upper = [each for each in verses if each.half is Half.UPPER]
    lower = [each for each in verses if each.half is Half.LOWER]
    found: list[Bound] = []
    if upper:
        # 5.3 to 6.3 s at 5-3-1-6, where a regular verse takes 5.9 s.
        least, most = tempo.upper_ms - 600, tempo.upper_ms + 400
        off = _worst(upper, lambda each: abs(each.said_ms - tempo.upper_ms))
        lengths = [each.said_ms for each in upper]
        fits = least - _GRID_MS <= min(lengths) and max(lengths) <= most + _GRID_MS
        found.append(Bound("upper verse", _range_s(lengths), f"{least / 1000:.1f}–{most / 1000:.1f} s", fits, off.name))
    if lower:
        said, yoins = [each.said_ms for each in lower], [each.yoin_ms for each in lower]
        found.append(_exact("lower verse to its last mora", lower, said, tempo.lower_ms))
        found.append(_exact("yoin", lower, yoins, tempo.yoin_ms))
    return tuple(found)


def _exact(name: str, verses: Sequence[VerseFigures], lengths_ms: Sequence[float], wanted_ms: float) -> Bound:
    off = np.abs(np.asarray(lengths_ms) - wanted_ms)
    fits = bool(off.max() <= _GRID_MS)
    return Bound(name, _range_s(lengths_ms), f"{wanted_ms / 1000:.2f} s", fits, verses[int(off.argmax())].name)


def _range_s(lengths_ms: Sequence[float]) -> str:
    return f"{min(lengths_ms) / 1000:.3f}–{max(lengths_ms) / 1000:.3f} s"


def _sound_bounds(verses: Sequence[VerseFigures], same_twice: bool | None) -> tuple[Bound, ...]:
    lufs = [each.lufs for each in verses]
    off = _worst(verses, lambda each: abs(each.lufs + 20))
    peak = _worst(verses, lambda each: each.true_peak_db)
    clipped = _worst(verses, lambda each: each.clipped)
    short = _worst(verses, lambda each: -each.silence_ms)
    headless = [each.name for each in verses if not each.has_lame_header]
    return (
        Bound(
            "loudness of the body",
            f"{min(lufs):.2f} to {max(lufs):.2f} LUFS",
            "−20 ± 0.5 LUFS",
            abs(off.lufs + 20) <= 0.5,
            off.name,
        ),
        Bound("true peak", f"{peak.true_peak_db:.2f} dBTP", "at most −1 dBTP", peak.true_peak_db <= -1, peak.name),
        Bound("clipped samples", f"{sum(each.clipped for each in verses)}", "none", clipped.clipped == 0, clipped.name),
        Bound(
            "silence at the end", f"{short.silence_ms:.0f} ms", "at least 150 ms", short.silence_ms >= 150, short.name
        ),
        Bound("LAME header", f"missing in {len(headless)}", "in all", not headless, headless[0] if headless else ""),
        *([] if same_twice is None else [Bound("same bytes twice", "yes" if same_twice else "no", "yes", same_twice)]),
    )


def _ends(verses: Sequence[VerseFigures]) -> tuple[Bound, ...]:
    errors = np.abs([error for each in verses for error in each.end_errors_ms])
    if not len(errors):
        return ()
    near = float((errors <= 30).mean())
    worst = _worst(verses, lambda each: float(np.mean(np.abs(each.end_errors_ms or (0.0,)))))
    return (
        Bound(
            "mora ends against the wave, mean",
            f"{errors.mean():.1f} ms of {len(errors)}",
            "at most 8 ms",
            bool(errors.mean() <= 8),
            worst.name,
        ),
        Bound("mora ends within 30 ms", f"{near:.2%}", "at least 99 %", near >= 0.99),
    )


def _cpu(verses: Sequence[VerseFigures]) -> tuple[Bound, ...]:
    slowest, total = _worst(verses, lambda each: each.cpu_s), sum(each.cpu_s for each in verses)
    if not total:  # not rendered now
        return ()
    one = Bound("CPU of one verse", f"{slowest.cpu_s:.2f} s", "at most 0.8 s", slowest.cpu_s <= 0.8, slowest.name)
    if len(verses) < WHOLE_SET:
        return (one,)
    return one, Bound("CPU of the whole set", f"{total:.0f} s", "at most 130 s", total <= 130)
