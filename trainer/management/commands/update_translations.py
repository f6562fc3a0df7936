"""Collects every text of the site into the .po files, in plain Python: Babel for the code, Django for the templates.

Translations that are there stay; texts that are gone from the site go; nothing is guessed (no fuzzy entries).
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.template import Engine  # noqa: F401 (templatize wants the template engine loaded)
from django.utils.module_loading import import_string
from django.utils.translation.template import templatize

KEYWORDS: dict[str, Any] = {
    "_": None,
    "_lazy": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    # The referees say in English what may not be; the site says it in the page's language.
    "IllegalMove": (1,),
    "OptionError": (2,),
    "Reason": (1,),
}
HEADER = """\
# Naniwazu in another language. `python manage.py update_translations` adds and removes texts; only msgstr is written.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

"""  # neither Japanese nor Vietnamese has a plural


class Command(BaseCommand):
    help = "Collect the texts of code and templates into karuta_site/locale."

    def handle(self, *, verbosity, **options):
        for language, _name in settings.LANGUAGES:
            if language == settings.LANGUAGE_CODE:
                continue
            path = po_file(language)
            catalogue = updated(language)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as target:
                # No line numbers and no dates: two branches that add texts must merge in peace.
                target.write(HEADER.format(language=language).encode())
                write_po(target, catalogue, width=0, omit_header=True, sort_output=True, no_location=True)
            if verbosity:
                open_texts = sum(not is_translated(message) for message in catalogue if message.id)
                print(f"{language}: {len(catalogue)} texts, {open_texts} to translate")


def po_file(language: str) -> Path:
    """Where the translations into a language lie."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def is_translated(message) -> bool:
    """Whether every form of a text has a translation."""
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return bool(forms) and all(forms)


def updated(language: str) -> Catalog:
    """The catalogue of a language with exactly the texts that the site has now."""
    path = po_file(language)
    known = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as source:
            known = read_po(source, locale=language)
    catalogue = Catalog(locale=language, fuzzy=False)
    for ids, context in sorted(set(texts()), key=str):
        message = known.get(ids if isinstance(ids, str) else ids[0], context)
        string: Any = message.string if message else ""
        plural = not isinstance(ids, str)
        if plural and not isinstance(string, tuple):
            string = (string,)
        elif not plural and isinstance(string, tuple):
            string = string[0]
        flags = ["python-format"] if "%(" in str(ids) else []
        catalogue.add(ids, string, context=context, flags=flags)
    return catalogue


def texts() -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """Every text of the site: the message, or its singular and plural, and its context."""
    for path in sorted(settings.BASE_DIR.glob("templates/**/*.html")) + sorted(
        settings.BASE_DIR.glob("templates/**/*.txt")
    ):
        # In brackets, for the indentation of a template is none to Python.
        yield from _extracted(f"({templatize(path.read_text(encoding='utf-8'), origin=str(path))}\n)")
    for app in ("karuta_site", "trainer", "games", "clubs"):
        for path in sorted((settings.BASE_DIR / app).glob("**/*.py")):
            yield from _extracted(path.read_text(encoding="utf-8"))
    for table in settings.TABLES_OF_TEXTS:
        yield from ((text, None) for text in import_string(table)())


def _extracted(source: str) -> Iterator[tuple[Any, str | None]]:
    for _line, ids, _comments, context in extract("python", BytesIO(source.encode()), keywords=KEYWORDS):
        yield ids, context
