"""Renders recordings ahead of play: here and now, or (--follow) whatever is wanted, as long as somebody serves."""

import os
import sys
from collections.abc import Sequence

from django.core.management.base import BaseCommand, CommandError

from trainer import audio, renderer, wishes
from trainer.audio import ALL_VERSES, VerseName
from trainer.reciter import tempo as tempi
from trainer.reciter.mora import Half
from trainer.reciter.tempo import OFFICIAL
from trainer.reciter.voice import Manner
from trainer.wishes import Wanted

INTERRUPTED = 130
BAR = 30


class Command(BaseCommand):
    help = (
        "Render the recordings of a voice at a tempo. What is there is skipped; after Ctrl-C the same command goes on."
    )

    def add_arguments(self, parser):
        parser.add_argument("--voice", help="the key of a voice (default: the first)")
        parser.add_argument("--tempo", default=OFFICIAL.name, help=f"a tempo's name (default: {OFFICIAL.name})")
        parser.add_argument("--poems", default="0-100", help="numbers and ranges, 0 the joka: 1,17,30-40")
        parser.add_argument("--halves", default="upper,lower", help="upper, lower, or both with a comma")
        parser.add_argument("--queue", action="store_true", help="hand over to the Celery workers instead")
        parser.add_argument("--follow", action="store_true", help="render what is wanted, and wait for more")
        parser.add_argument("--parent", type=int, help="with --follow: end when this process, its parent, has gone")

    def handle(self, *, follow, parent, queue, **options):
        # One verse keeps one core busy; read by NumPy when a voice loads it, which is later.
        for library in ("OMP", "OPENBLAS", "MKL"):
            os.environ.setdefault(f"{library}_NUM_THREADS", "1")
        try:
            if follow:
                renderer.follow(parent, self._say)
                return
            asked = self._asked(**options)
            if queue:
                self._hand_over(asked)
            else:
                self._render(asked)
        except KeyboardInterrupt:
            self.stdout.write("\nstopped; the same command goes on from here")
            sys.exit(INTERRUPTED)

    def _say(self, sentence):
        self.stdout.write(sentence)
        self.stdout.flush()

    def _asked(self, *, voice, tempo, poems, halves, **_options) -> list[Wanted]:
        try:
            manner = Manner(tempi.tempo(tempo))
            of_voice = audio.voice(voice) if voice else audio.default_voice()
            numbers, wanted_halves = _numbers(poems), {Half(half) for half in halves.split(",")}
        except KeyError:
            raise CommandError(f"{voice} is no voice: there are {', '.join(audio.voices())}") from None
        except ValueError as error:
            raise CommandError(str(error)) from None
        verses = [verse for verse in ALL_VERSES if verse.poem in numbers and verse.half in wanted_halves]
        return [Wanted(verse, of_voice, manner) for verse in verses]

    def _hand_over(self, asked: list[Wanted]) -> None:
        voice, manner = asked[0].voice, asked[0].manner
        missing = wishes.lacking(voice, manner, [each.verse for each in asked])
        if not wishes.hand_over(missing, voice, manner):
            raise CommandError("the broker cannot be reached: is CELERY_BROKER_URL right, and is it running?")
        self.stdout.write(f"{len(missing)} of {len(asked)} verses are asked of the workers; the others are there")

    def _render(self, asked: list[Wanted]) -> None:
        audio.sweep()
        rendered, failed = 0, []
        for place, wanted in enumerate(asked, start=1):
            before = wishes.is_there(wanted)
            try:
                recording = wishes.fulfil(wanted)
            except wishes.NotRecordedError as error:
                failed.append((wanted.verse, error))
                self._step(place, len(asked), wanted.verse, "failed")
            else:
                rendered += not before
                self._step(place, len(asked), wanted.verse, "was there" if before else f"{recording.size} bytes")
        self._finish(len(asked), rendered, failed)

    def _step(self, place: int, total: int, verse: VerseName, what: str) -> None:
        if self.stdout.isatty():
            done = BAR * place // total
            self.stdout.write(f"\r[{'#' * done}{'.' * (BAR - done)}] {place}/{total} {verse} {what:14}", ending="")
            self.stdout.flush()
        elif what != "was there":
            self.stdout.write(f"{place}/{total} {verse} {what}")

    def _finish(self, total: int, rendered: int, failed: Sequence[tuple[VerseName, Exception]]) -> None:
        if self.stdout.isatty():
            self.stdout.write("")
        there = total - rendered - len(failed)
        self.stdout.write(f"{rendered} rendered, {there} were there, {len(failed)} failed")
        if failed:
            lines = [f"  {verse}: {reason}" for verse, reason in failed]
            raise CommandError("\n".join(["not recorded:", *lines]), returncode=1)


def _numbers(text: str) -> set[int]:
    """1,17,30-40 as numbers; ValueError names the part that is none."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if not first.isdecimal() or not (last or first).isdecimal():
            raise ValueError(f"“{part}” is neither a poem's number nor a range like 30-40")
        numbers |= set(range(int(first), int(last or first) + 1))
    if not numbers or not numbers <= set(range(101)):
        raise ValueError("the poems are 1 to 100, and 0 is the joka")
    return numbers
