"""`python manage.py promotions --club SLUG --on DATE [--json]`: who may be promoted, and by which results."""

import json
from datetime import date

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from clubs import promotions
from clubs.models import Club


def _day(text):
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"{text} is no day: write it as 2026-11-30.") from None


class Command(BaseCommand):
    help = "List the members of a club who may be promoted on a day. Promotes nobody: an organiser does, on the page."

    def add_arguments(self, parser):
        parser.add_argument("--club", required=True, help="the club's address, as in /clubs/ADDRESS/")
        parser.add_argument("--on", help="the day, YYYY-MM-DD (default: today)")
        parser.add_argument("--json", action="store_true", help="print a JSON list")

    def handle(self, *, club, on, **options):
        on = _day(on) if on else timezone.localdate()
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"There is no club at {club}.")
        rows = [candidate.as_row() for candidate in promotions.candidates_of(found, on)]
        if options["json"]:
            print(json.dumps(rows, ensure_ascii=False, indent=1))
            return
        for row in rows:
            print(f"{row['member']}: {row['from']} → {row['to']}, {row['dan']}-dan. {row['reason']}")
            for line in row["evidence"]:
                print(f"    {line}")
        if not rows:
            print(f"Nobody in {found.name} may be promoted on {on}.")
