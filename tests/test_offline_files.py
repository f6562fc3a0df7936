"""What the reader loads is what its service worker keeps: every import, every url() and every file of its page."""

import re
from pathlib import Path

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


def test_the_shell_has_all_that_a_reading_loads_and_nothing_else():
    found = set()
    for page in ("base.html", "trainer/reading.html"):
        for name in re.findall(r"""{% static "([^"]+)" %}""", (TEMPLATES / page).read_text(encoding="utf-8")):
            reached(name, found)
    assert set(SHELL) == found
    assert len(SHELL) == len(set(SHELL))
