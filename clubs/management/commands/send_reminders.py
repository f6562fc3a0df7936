"""Sends the mails that remind of the deadlines of tournaments. To be run once an hour; twice sends nothing twice."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from clubs import reminders


class Command(BaseCommand):
    help = "send the mails that are due before the deadlines of tournaments"

    def handle(self, **options) -> None:
        count = reminders.send_due(timezone.now())
        self.stdout.write(f"sent {count}")
