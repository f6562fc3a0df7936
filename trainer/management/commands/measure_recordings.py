"""Measures what the reciter sings, against what the product promises of its recordings."""

import json
import os

# Before NumPy is imported: the synthesiser's products are small, and threads only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from dataclasses import asdict
from statistics import mean, median
from time import process_time

from django.core.management.base import BaseCommand, CommandError

from trainer import audio
from trainer.poems.poem import poem
from trainer.reciter import measure
from trainer.reciter.mora import Half
from trainer.reciter.tempo import OFFICIAL, PRESETS
from trainer.reciter.voice import Manner
from trainer.reciter.voices import DEFAULT, VOICES

# The synthesiser is asked twice for this many verses of a set; what differs once in a set differs in the first already.
ASKED_TWICE = 2
FIGURES = ("closure_db", "burst_db", "rise_ms")


class Command(BaseCommand):
    help = "Render verses, measure them and print the figures; exit code 1 if a promise is broken (docs/recitation.md)."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("--voice", choices=sorted(VOICES), default=DEFAULT.key)
        parser.add_argument("--poems", metavar="1,17", help="poem numbers, 0 is the joka; all 101 if not given")
        parser.add_argument("--tempo", choices=sorted(PRESETS), default=OFFICIAL.name)
        parser.add_argument("--stored", action="store_true", help="measure the recordings kept here; render nothing")
        parser.add_argument("--json", action="store_true", help="print the figures of every verse as JSON")

    def handle(self, *, voice, poems, tempo, **options):
        manner = Manner(PRESETS[tempo])
        if options["stored"]:
            figures, same_twice = stored(VOICES[voice], numbers(poems), manner), None
        else:
            figures, same_twice = rendered(VOICES[voice], numbers(poems), manner)
        promises = measure.bounds(figures, same_twice=same_twice, tempo=PRESETS[tempo])
        if options["json"]:
            self.stdout.write(as_json(voice, tempo, figures, promises))
        else:
            self.stdout.write("\n".join(table(voice, tempo, figures, promises)))
        if not all(promise.holds for promise in promises):
            raise SystemExit(1)


def numbers(text):
    """The poems asked for; CommandError names what is none."""
    if text is None:
        return range(101)
    words = [word.strip() for word in text.split(",")]
    wrong = [word for word in words if not (word.isascii() and word.isdigit() and int(word) <= 100)]
    if wrong:
        raise CommandError(f"“{wrong[0]}” is no poem: numbers are 0 to 100, with commas between.")
    return [int(word) for word in words]


def rendered(voice, poems, manner):
    """The figures of both verses of each poem, and whether what was rendered twice came out the same."""
    voice.recite(poem(0), Half.UPPER, manner)  # the voice is read once; no verse should pay for it
    figures, same_twice = [], True
    for number in poems:
        for half in Half:
            before = process_time()
            recital = voice.recite(poem(number), half, manner)
            cpu_s = process_time() - before
            if len(figures) < ASKED_TWICE:
                same_twice &= voice.recite(poem(number), half, manner).sound == recital.sound
            figures.append(measured(voice, number, half, manner, recital.sound, recital.times, cpu_s))
    return figures, same_twice


def stored(voice, poems, manner):
    """The figures of those verses that are kept; CommandError if none is."""
    kept = audio.recordings_of(voice, manner)
    verses = [(name, recording) for name, recording in kept.items() if name.poem in poems]
    if not verses:
        raise CommandError(
            f"No recording of {voice.title} is kept here: python manage.py render_recordings makes them."
        )
    return [
        measured(voice, name.poem, name.half, manner, recording.path.read_bytes(), recording.times)
        for name, recording in verses
    ]


def measured(voice, number, half, manner, sound, times, cpu_s=0.0):
    """The figures of one recording."""
    verse = poem(number).upper if half is Half.UPPER else poem(number).lower
    phrases = [phrase.spoken for phrase in verse.phrases]
    return measure.measure(f"{number} {half}", half, phrases, sound, times, manner.pitch_hz or voice.main_hz, cpu_s)


def table(voice, tempo, figures, promises):
    """Lines for a person."""
    yield f"{len(figures)} verses, voice {voice}, tempo {tempo}, {sum(each.cpu_s for each in figures):.1f} CPU seconds"
    for promise in promises:
        holds = "ok    " if promise.holds else "BROKEN"
        worst = f"  worst: {promise.worst}" if promise.worst else ""
        yield f"{holds} {promise.name:<36} {promise.measured:<22} {promise.promised}{worst}"
    yield "voiceless stops, medians: closure and burst against the vowel above 1 kHz; rise from −30 to −10 dB"
    for name, found in releases(figures).items():
        shut, burst, rise = (median(getattr(each, key) for each in found) for key in FIGURES)
        yield f"  {name:<14} {len(found):>4}  closure {shut:>6.1f} dB  burst {burst:>6.1f} dB  rise {rise:>5.1f} ms"


def releases(figures):
    """The releases of a set by consonant, those that open a verse apart."""
    found = {}
    for each in sorted(
        (each for verse in figures for each in verse.releases), key=lambda each: (not each.opens_verse, each.consonant)
    ):
        found.setdefault(f"{each.consonant} first" if each.opens_verse else each.consonant, []).append(each)
    return found


def as_json(voice, tempo, figures, promises):
    """The same for a program, verse by verse."""
    verses = [asdict(each) | {"in_tune": each.in_tune} for each in figures]
    return json.dumps(
        {
            "voice": voice,
            "tempo": tempo,
            "holds": all(promise.holds for promise in promises),
            "bounds": [asdict(promise) for promise in promises],
            "releases": {
                name: {key: mean(getattr(each, key) for each in found) for key in FIGURES}
                for name, found in releases(figures).items()
            },
            "verses": verses,
        },
        ensure_ascii=False,
        indent=1,
        default=bool,  # NumPy's own truth values
    )
