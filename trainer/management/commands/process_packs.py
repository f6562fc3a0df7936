"""Prepares what waits in packs of recordings, here and now. The renderer and the workers do the same beside the app."""

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from trainer import packs
from trainer.models import VoicePack


class Command(BaseCommand):
    help = (
        "Prepare the files of uploaded packs that wait. What is done is skipped; after Ctrl-C the same command goes on."
    )

    def add_arguments(self, parser):
        parser.add_argument("--pack", help="the key of one pack (default: all)")

    def handle(self, *, pack, **options):
        packs.sweep()
        try:
            chosen = [VoicePack.objects.get(pk=pack)] if pack else list(VoicePack.objects.all())
        except (VoicePack.DoesNotExist, ValidationError):
            raise CommandError(f"there is no pack {pack}") from None
        for each in chosen:
            self._process(each)

    def _process(self, pack):
        found = packs.summary(packs.process_pack(pack).files.all())
        missing, broken = found.counts["missing"], found.counts["broken"]
        print(f"{pack.key}: {found.usable} verses ready, {broken} broken, {missing} missing")
