"""What a page loads is what its service worker keeps: every import, every url() and every file of the page."""

import re
from pathlib import Path

import pytest

from clubs.views.offline import SHELL as EVENING
from trainer.views.offline import SHELL

STATIC = Path(__file__).parents[1] / "static"
TEMPLATES = STATIC.parent / "templates"
LINKS = {
    ".js": re.compile(r"""^(?:import|export)\b[^;]*?from "(\.[^"]+)";""", re.MULTILINE),
    ".css": re.compile(r"url\(([^)]+)\)"),
}


def reached(name, found):
    if name in found:
        return
    found.add(name)
    path = STATIC / name
    links = LINKS.get(path.suffix)
    for link in links.findall(path.read_text(encoding="utf-8")) if links else ():
        reached(str((path.parent / link).resolve().relative_to(STATIC)), found)


PAGES = {
    "reading": (SHELL, ("base.html", "trainer/reading.html")),
    "evening": (EVENING, ("base.html", "clubs/base_club.html", "clubs/evening.html")),
}


@pytest.mark.parametrize(("shell", "pages"), PAGES.values(), ids=PAGES)
def test_the_shell_has_all_that_its_page_loads_and_nothing_else(shell, pages):
    found = set()
    for page in pages:
        for name in re.findall(r"""{% static "([^"]+)" %}""", (TEMPLATES / page).read_text(encoding="utf-8")):
            reached(name, found)
    assert set(shell) == found
    assert len(shell) == len(set(shell))
