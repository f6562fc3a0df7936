"""python manage.py recompute_ratings [--club SLUG]: strengths anew from the results."""

from django.core.management.base import BaseCommand, CommandError

from clubs import ratings
from clubs.models import Club, Pool


class Command(BaseCommand):
    help = "Make the strengths of all clubs and pools anew from their results."

    def add_arguments(self, parser):
        parser.add_argument("--club", help="only over the board in this club")

    def handle(self, *_args, club, **_options):
        if club is None:
            counts = ratings.recompute_everything()
        else:
            counts = {club: ratings.recompute(self._club(club), Pool.BOARD)}
        for name, count in counts.items():
            self.stdout.write(f"{name}: {count}")

    def _club(self, slug):
        try:
            return Club.objects.get(slug=slug)
        except Club.DoesNotExist:
            raise CommandError(f"There is no club “{slug}”.") from None
