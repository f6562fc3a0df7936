"""Prints how long the current kimariji is when a poem is read, over many random readings."""

import json
from random import Random

from django.core.management.base import BaseCommand, CommandError

from trainer.poems import kimariji


class Command(BaseCommand):
    help = "Print the mean number of poems by the length of their current kimariji when read (1 to 6 kana)."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("-n", "--readings", type=int, default=2000, help="readings of all hundred poems")
        parser.add_argument("--seed", type=int, default=None, help="the same seed gives the same figures")

    def handle(self, *, readings, seed, **options):
        if readings < 1:
            raise CommandError("there is no mean over no readings: give -n 1 or more")
        means = kimariji.mean_by_length(readings, Random(seed))  # noqa: S311
        figures = {"readings": readings, "mean_by_length": [round(mean, 1) for mean in means]}
        self.stdout.write(json.dumps(figures))
