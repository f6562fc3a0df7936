"""Prints the hundred poems as data for other programs."""

import csv
import json

from django.core.management.base import BaseCommand

from trainer.poems import kimariji
from trainer.poems.poem import JOKA, POEMS


class Command(BaseCommand):
    help = "Print the hundred poems as JSON or CSV (docs/corpus.md explains the fields)."
    requires_system_checks = ()

    def add_arguments(self, parser):
        parser.add_argument("--format", choices=["json", "csv"], default="json")
        parser.add_argument("--joka", action="store_true", help="begin with the joka, number 0")

    def handle(self, *, format, joka, **options):  # noqa: A002
        rows = [row(each) for each in ((JOKA,) if joka else ()) + POEMS]
        if format == "json":
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
            return
        writer = csv.DictWriter(self.stdout, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows(each | {"torifuda_columns": "/".join(each["torifuda_columns"])} for each in rows)


def row(poem):
    """One poem under the names of the exchange format; the joka has no kimariji and no colour."""
    deciding = kimariji.as_written(poem.number) if poem.number else None
    return {
        "number": poem.number,
        "author": poem.author.kanji,
        "author_kana": poem.author.kana,
        "kami_kanji": poem.upper.written,
        "shimo_kanji": poem.lower.written,
        "kami_kana": poem.upper.modern,
        "shimo_kana": poem.lower.modern,
        "kami_kana_hist": poem.upper.historical,
        "shimo_kana_hist": poem.lower.historical,
        "torifuda": poem.torifuda,
        "torifuda_columns": list(poem.torifuda_columns),
        "kimariji": deciding,
        "kimariji_length": len(deciding) if deciding else None,
        "colour": poem.toss,
    }
