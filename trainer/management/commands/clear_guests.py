"""Removes guests who left nothing behind: a double click on Begin, a visitor who only looked. To be run by a timer."""

from datetime import timedelta

from django.core.management.base import BaseCommand
from django.utils import timezone

from trainer.models import Person

# What hangs on a person and took them some time. A test holds it against the models.
WORK = (
    "reviews",
    "memories",
    "runs",
    "mnemonics",
    "recitations",
    "packs",
    "calibrations",
    "matches",
    "own_rules",
    "karuta_matches",
    "usual_places",
    "seats",
    "hosted_tables",
    "halls",
    "player",
)


class Command(BaseCommand):
    help = "Remove guests without any work, after some days."

    def add_arguments(self, parser):
        parser.add_argument("--days", type=int, default=30, help="how long they are kept (default: 30)")

    def handle(self, *, days, **options):
        idle = Person.objects.filter(is_guest=True, date_joined__lt=timezone.now() - timedelta(days=days))
        empty = idle.filter(**dict.fromkeys(WORK))
        removed, _rows = empty.count(), empty.delete()
        print(f"removed {removed} guests who had done nothing in {days} days")
