"""Draws the 48 hanafuda faces anew."""

from django.conf import settings
from django.core.management.base import BaseCommand

from games.faces import faces


class Command(BaseCommand):
    help = "Write the 48 hanafuda faces to static/cards/hanafuda."

    def handle(self, *, verbosity, **options):
        folder = settings.BASE_DIR / "static" / "cards" / "hanafuda"
        folder.mkdir(parents=True, exist_ok=True)
        drawn = faces()
        for name, svg in drawn.items():
            (folder / name).write_text(svg, encoding="utf-8")
        if verbosity:
            sizes = [len(svg.encode()) for svg in drawn.values()]
            print(f"{len(drawn)} faces, {sum(sizes)} bytes, the largest {max(sizes)}")
