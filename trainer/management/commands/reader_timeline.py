"""Prints when every verse of a reading is heard, and mixes the reading to a file."""

import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from trainer import audio
from trainer.poems.piles import own
from trainer.poems.poem import poem
from trainer.reciter.mix import as_wav, decoded, mixed
from trainer.reciter.script import Choices, Order, Pattern, parse_order, verses, write
from trainer.reciter.tempo import PRESETS, tempo
from trainer.reciter.timeline import placed, timeline
from trainer.reciter.voice import CannotReciteError, Manner


class Command(BaseCommand):
    help = (
        "Print the time line of a reading: when each verse begins to be heard and when it ends (a lower verse: when "
        "its yoin does), in ms. What is not recorded yet is recorded first."
    )

    def add_arguments(self, parser):
        parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same order (default: 0)")
        parser.add_argument("--tempo", default="5-3-1-6", help=f"{' or '.join(PRESETS)} (default: 5-3-1-6), or free-…")
        parser.add_argument("--poems", nargs="+", metavar="1,5,10-20", help="these poems, in this order")
        parser.add_argument("--cards", default="all", help="all, match, or a pile such as colour-blue (default: all)")
        parser.add_argument("--karafuda", type=int, default=0, metavar="PERCENT", help="how many of the rest are read")
        parser.add_argument("--order", choices=[order.value for order in Order if order is not Order.LIST])
        parser.add_argument("--pattern", choices=[*map(str, Pattern)], default=str(Pattern.MATCH))
        parser.add_argument("-n", type=int, metavar="N", help="only the joka and the first N units after it")
        parser.add_argument("--voice", help="the key of a voice (default: the default voice)")
        parser.add_argument("--json", action="store_true", help="as JSON: a list of events")
        parser.add_argument("--wav", type=Path, metavar="FILE", help="mix the reading to this file as well")

    def handle(self, *, n, voice, wav, **options):
        try:
            reading = write(_choices(options))
            units = reading.units if n is None else reading.units[: reading.opening + _at_least_one(n)]
            recordings = self._recorded(units, _voice(voice), Manner(reading.choices.tempo))
            times = {verse: recording.times for verse, recording in recordings.items()}
            if wav:
                sounds = {verse: decoded(recording.path.read_bytes()) for verse, recording in recordings.items()}
                wav.write_bytes(as_wav(mixed(placed(units, times), sounds, times)))
        except (ValueError, CannotReciteError, OSError) as error:
            raise CommandError(str(error)) from error
        self._print(timeline(units, times), options["json"])

    def _recorded(self, units, voice, manner):
        needed = verses(units)
        recordings = {}
        for done, (number, half) in enumerate(needed, start=1):
            recordings[number, half] = audio.ensure_recording(poem(number), half, voice, manner)
            if self.stderr.isatty():
                self.stderr.write(f"\r{done} of {len(needed)} verses", ending="")
        return recordings

    def _print(self, events, is_json):
        if is_json:
            self.stdout.write(json.dumps([event.as_json() for event in events]))
            return
        for event in events:
            name = event.kind if event.poem is None else f"{event.kind} {event.poem}"
            self.stdout.write(f"{event.start_ms:12.1f} {event.end_ms:12.1f}  {name}")


def _choices(options):
    chosen = {
        "karafuda_percent": options["karafuda"],
        "tempo": tempo(options["tempo"]),
        "pattern": Pattern(options["pattern"]),
        "seed": options["seed"],
    }
    if options["poems"] is None:
        return Choices(cards=options["cards"], order=Order(options["order"] or Order.SHUFFLE), **chosen)
    numbers = parse_order(" ".join(options["poems"]))
    if options["order"] is None:
        return Choices(order=Order.LIST, numbers=numbers, **chosen)
    return Choices(cards=own(numbers), order=Order(options["order"]), **chosen)


def _voice(key):
    try:
        return audio.voice(key) if key else audio.default_voice()
    except KeyError:
        raise ValueError(f"There is no voice “{key}”. There are: {', '.join(audio.voices())}.") from None


def _at_least_one(n):
    if n < 1:
        raise ValueError("Give -n 1 or more.")
    return n
