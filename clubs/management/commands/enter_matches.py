"""python manage.py enter_matches: matches on this site that are not in the book of their players yet; again is safe."""

from django.core.management.base import BaseCommand

from clubs import app_matches


class Command(BaseCommand):
    help = "Enter finished matches of this site into the books of their players."

    def handle(self, *_args, **_options):
        self.stdout.write(str(app_matches.enter_all()))
