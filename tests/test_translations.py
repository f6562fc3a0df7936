"""Every text of the site is there in Japanese and in Vietnamese, with the same placeholders and the same tags."""

import re
from collections import Counter

import pytest
from babel.messages.pofile import read_po

from trainer.management.commands.update_translations import po_file, texts

LANGUAGES = ("ja", "vi")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
TAG = re.compile(r"<[^>]*>")

each_language = pytest.mark.parametrize("language", LANGUAGES)


def catalogue(language):
    with po_file(language).open("rb") as source:
        return [message for message in read_po(source, locale=language) if message.id]


def forms(message):
    """(original, translation) of every form; Japanese and Vietnamese have one, which stands for the plural."""
    if isinstance(message.id, tuple):
        translations = message.string if isinstance(message.string, tuple) else (message.string,)
        return [(message.id[1], translation) for translation in translations]
    return [(message.id, message.string)]


def key(ids, context):
    return (ids if isinstance(ids, str) else ids[0]), context


@each_language
def test_no_text_is_missing_and_none_is_left_over(language):
    """`python manage.py update_translations` mends this."""
    wanted = {key(ids, context) for ids, context in texts()}
    assert len(wanted) > 100
    there = {key(message.id, message.context) for message in catalogue(language)}
    assert wanted - there == set(), "new texts"
    assert there - wanted == set(), "texts that are gone"


@each_language
def test_every_text_is_translated(language):
    empty = [original for message in catalogue(language) for original, text in forms(message) if not text.strip()]
    assert empty == []


@each_language
def test_nothing_is_guessed(language):
    assert [message.id for message in catalogue(language) if message.fuzzy] == []


@each_language
def test_placeholders_are_the_same(language):
    for message in catalogue(language):
        for original, text in forms(message):
            if text:
                assert Counter(PLACEHOLDER.findall(text)) == Counter(PLACEHOLDER.findall(original)), original


@each_language
def test_tags_are_the_same(language):
    for message in catalogue(language):
        for original, text in forms(message):
            if text:
                assert Counter(TAG.findall(text)) == Counter(TAG.findall(original)), original


@each_language
def test_there_is_one_form_for_one_and_many(language):
    with po_file(language).open("rb") as source:
        assert read_po(source, locale=language).num_plurals == 1


def test_a_page_speaks_the_language_that_was_asked_for(nobodys_browser):
    for language in ("en", *LANGUAGES):
        page = nobodys_browser.get("/", headers={"accept-language": language})
        assert f'<html lang="{language}"' in page.content.decode()
