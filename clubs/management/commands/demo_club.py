"""`python manage.py demo_club`: a club of invented people with a season behind it, to look around in."""

from datetime import timedelta
from secrets import token_urlsafe

from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug
from django.db import transaction
from django.utils import timezone, translation

from clubs import ratings
from clubs.demo import season, tournaments_made
from clubs.models import Club, Pool
from trainer.models import Person


class Command(BaseCommand):
    help = "Make a club of invented people with a season of practice and tournaments."

    def add_arguments(self, parser):
        parser.add_argument("--slug", default="demo", help="its address; a club that is there is never overwritten")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same people and evenings")
        parser.add_argument("--owner", help="the account that founds it; without it one is made, with a password")

    def handle(self, *, slug, seed, owner, **options):
        validate_slug(slug)
        if Club.objects.filter(slug=slug).exists():
            raise CommandError(f"The club {slug} is there already. Nothing was changed: choose another --slug.")
        with translation.override("en"), transaction.atomic():
            person, password = self._owner(slug, owner)
            demo = season.found(person, slug, seed, timezone.now())
            season.appoint(demo)
            season.practise(demo)
            spring, autumn = demo.today - timedelta(days=200), demo.today - timedelta(days=45)
            tournaments_made.played(demo, "Spring tournament", spring, "BD", (0, 1, 2))
            season.promote(demo, spring + timedelta(days=14))
            tournaments_made.played(demo, "Autumn tournament", autumn, "CE", (3, 4, 5, 6), final_uses_all=True)
            season.reach(demo, "逢坂 歩", demo.today - timedelta(days=18))
            tournaments_made.coming(demo)
            ratings.recompute(demo.club, Pool.BOARD)
        self.stdout.write(f"/clubs/{slug}/ belongs to {person.username}")
        if password:
            self.stdout.write(f"password: {password}")

    def _owner(self, slug, name):
        if name is None:
            person, password = Person(username=f"{slug}-owner"), token_urlsafe(9)
            if Person.objects.filter(username=person.username).exists():
                raise CommandError(f"The account {person.username} is there already: give it by --owner.")
            person.set_password(password)
            person.save()
            return person, password
        person = Person.objects.filter(username=name, is_guest=False).first()
        if person is None:
            raise CommandError(f"There is no account {name}.")
        return person, None
