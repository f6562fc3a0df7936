"""What the templates promise: they compile, extend and include what is there, and no text is left untranslated."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template

TEMPLATES = Path(__file__).parents[1] / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))

each_template = pytest.mark.parametrize("name", NAMES)

TAG = re.compile(
    r"{%\s*(blocktrans(?:late)?|comment)\b.*?{%\s*end\1\s*%}"
    r"|{%\s*block\s+\w+_class\s*%}.*?{%\s*endblock\s*%}|{%.*?%}|{{.*?}}|{#.*?#}",
    re.DOTALL,
)
# What people see or hear of an element beside its text.
SPOKEN = re.compile(r'\b(?:alt|title|aria-label|placeholder|aria-description)="([^"]*)"')
INVISIBLE = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<(?:code|kbd)\b.*?</(?:code|kbd)>", re.DOTALL)
# Said as it is in every language: names, and Japanese words that the page explains beside them.
NAMES_OF_THINGS = {
    *("Naniwazu", "English", "Tiếng", "Việt", "Tengudo", "FSRS", "SM", "Leitner", "Anki", "CSV", "JSON"),
    *("kimariji", "torifuda", "yomifuda", "joka", "chiha", "tihaya", "koromo", "saigyo", "Enter", "cm", "ms"),
}


def source(name):
    return (TEMPLATES / name).read_text(encoding="utf-8")


def words_outside_of_translations(text):
    """Latin words of two letters or more that would be the same on a Japanese page."""
    bare = INVISIBLE.sub(" ", TAG.sub(" ", text))
    seen = " ".join([*SPOKEN.findall(bare), re.sub(r"<[^>]*>", " ", bare)])
    words = re.findall(r"[A-Za-zÀ-ỹ]{2,}", re.sub(r"&\w+;", " ", seen))
    return [word for word in words if word not in NAMES_OF_THINGS]


@each_template
def test_it_compiles(name):
    get_template(name)


@each_template
def test_every_word_is_translated(name):
    assert words_outside_of_translations(source(name)) == []


def test_an_untranslated_word_would_be_seen():
    assert words_outside_of_translations('<p title="Hello">{% translate "Fine" %} there</p>') == ["Hello", "there"]


@each_template
def test_every_static_file_is_there(name):
    for file in re.findall(r"""{%\s*static\s+["']([^"']+)["']""", source(name)):
        assert finders.find(file), file


@each_template
def test_no_script_and_no_style_stands_in_the_page(name):
    """The content security policy would stop them, silently for whoever looks with an old page in the cache."""
    text = source(name)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"\son\w+\s*=", re.sub(TAG, " ", text))
    for attributes in re.findall(r"<script\b([^>]*)>", text):
        assert "src=" in attributes or "application/json" in attributes, attributes


@each_template
def test_posting_forms_carry_their_token(name):
    for form in re.findall(r'<form\b[^>]*method="post".*?</form>', source(name), re.DOTALL | re.IGNORECASE):
        assert "{% csrf_token %}" in form, form[:120]
