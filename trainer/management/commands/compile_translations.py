"""Compiles every .po into the .mo beside it, in plain Python: a bare machine has no msgfmt."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile the translations (.po) into what Django reads (.mo)."

    def handle(self, *, verbosity, **options):
        for place in settings.LOCALE_PATHS:
            for po in sorted(Path(place).glob("*/LC_MESSAGES/*.po")):
                mo = po.with_suffix(".mo")
                if mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime:
                    continue
                with po.open("rb") as source:
                    catalogue = read_po(source, locale=po.parent.parent.name)
                half = mo.with_suffix(f".mo.{os.getpid()}")
                with half.open("wb") as target:
                    write_mo(target, catalogue)
                half.replace(mo)  # whoever reads meanwhile has the old file or the new one
                if verbosity:
                    print(f"compiled {po.parent.parent.name}")
