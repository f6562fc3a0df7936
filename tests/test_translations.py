"""Everything the site says, it says in Japanese and Vietnamese too."""

import re

import pytest

from trainer.management.commands.update_translations import is_translated, po_file, texts, updated

LANGUAGES = ("ja", "vi")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}")
TAG = re.compile(r"<[^>]+>")


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param


def messages(language):
    return [message for message in updated(language) if message.id]


def test_the_texts_are_found():
    found = {ids for ids, _context in texts()}
    assert "Today" in found  # from a template
    assert "Main" in found  # with a context
    assert any(isinstance(ids, tuple) for ids in found)  # with a plural
    assert "“%(name)s” is not a time zone." in found  # from code


def test_every_text_is_translated(language):
    assert [message.id for message in messages(language) if not is_translated(message)] == []


def test_the_file_holds_what_the_site_says_and_nothing_else(language):
    """`manage.py update_translations` would change nothing."""
    written = po_file(language).read_text(encoding="utf-8")
    assert "#, fuzzy" not in written
    assert "#~" not in written
    assert written.count("\nmsgid ") - 1 == len(messages(language))


def forms(message):
    """The source (the plural, where there is one) and its translations."""
    source = message.id if isinstance(message.id, str) else message.id[1]
    return source, message.string if isinstance(message.string, tuple) else (message.string,)


@pytest.mark.parametrize("part", [PLACEHOLDER, TAG], ids=["placeholders", "tags"])
def test_a_translation_keeps_what_is_filled_in_and_marked_up(language, part):
    for message in messages(language):
        source, translations = forms(message)
        for translation in translations:
            assert sorted(part.findall(translation)) == sorted(part.findall(source)), source


def test_a_page_speaks_the_language_asked_for(nobodys_browser):
    page = nobodys_browser.get("/", headers={"accept-language": "vi"})
    assert "Học" in page.content.decode()
    assert page.headers["Content-Language"] == "vi"
    page = nobodys_browser.get("/", headers={"accept-language": "ja"})
    assert "百人一首" in page.content.decode()
