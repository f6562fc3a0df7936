"""The direction of imports, and what every file, command and name in the environment owes the reader.

pure packages ← models ← what writes and counts (drills, runs, accounts …) ← views, forms, tags, commands
trainer ← games ← clubs
"""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).parents[1]
APPS = ("trainer", "games", "clubs")  # each may import those before it
PURE = (
    "trainer.poems",
    "trainer.srs",
    "trainer.plots",
    "trainer.reciter",
    "games.rules",
    "games.bots",
    "games.fairness",
    "clubs.bracket",
    "clubs.candidates",
    "clubs.csv_rows",
    "clubs.csv_table",
    "clubs.draws",
    "clubs.entries",
    "clubs.grades",
    "clubs.licences",
    "clubs.pairing",
    "clubs.promotion_rules",
    "clubs.race",
    "clubs.rating",
    "clubs.seasons",
    "clubs.teams",
)
UPPER = ("views", "forms", "templatetags", "management", "urls", "middleware", "tasks", "live")
# The workplace that a text must not name, in pieces, so that this file does not name it either.
ELSEWHERE = ("/wo" + "rk/", "../sha" + "red", "." + "library", "files.pythonhosted" + ".org", "registry.npmjs" + ".org")


def name_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {name_of(path): path for app in APPS for path in sorted((ROOT / app).rglob("*.py"))}


def is_pure(name):
    return any(name == pure or name.startswith(f"{pure}.") for pure in PURE)


def layer(name):
    """0 pure, 1 models, 2 what writes and counts, 3 what faces the world."""
    if is_pure(name):
        return 0
    parts = name.split(".")
    if len(parts) > 1 and parts[1] in ("models", "migrations", "apps"):
        return 1
    return 3 if len(parts) > 1 and parts[1] in UPPER else 2


def imported(path):
    """The full names of all that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            for alias in node.names:
                longer = f"{node.module}.{alias.name}"
                yield longer if longer in SOURCES else node.module


def git(*words):
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    return done.stdout.split("\0")


@pytest.mark.parametrize("name", SOURCES)
def test_nothing_imports_upwards(name):
    app = name.split(".")[0]
    for other in imported(SOURCES[name]):
        if other.split(".")[0] not in APPS:
            continue
        assert APPS.index(other.split(".")[0]) <= APPS.index(app), f"{name} imports {other}"
        if other in SOURCES and "." in other and not name.endswith("urls"):
            assert layer(other) <= layer(name), f"{name} imports {other}"


def test_the_site_is_imported_by_no_app():
    for name, path in SOURCES.items():
        assert not any(other.startswith("karuta_site") for other in imported(path)), name


def test_pure_packages_work_where_there_is_no_django():
    pure = [name for name in SOURCES if is_pure(name)]
    assert len(pure) > 20
    lines = ["import sys", "sys.modules['django'] = None", *(f"import {name}" for name in pure)]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_who_serves_pages_loads_nothing_that_renders():
    """NumPy and its kind are the renderer's; Celery is there only where a broker is set."""
    lines = [
        "import sys, karuta_site.asgi",
        "from django.urls import get_resolver",
        "get_resolver().url_patterns",
        "from trainer import audio; audio.default_voice().version",
        "print(*sorted({'numpy', 'soundfile', 'av', 'celery', 'kombu', 'gtts'} & set(sys.modules)))",
    ]
    environment = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "karuta_site.settings"}
    for name in ("DATA_DIR", "HOME"):
        if name in os.environ:
            environment[name] = os.environ[name]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", [name for name in SOURCES if is_pure(name)])
def test_a_pure_file_says_what_it_is_about(name):
    source = SOURCES[name].read_text(encoding="utf-8")
    assert not source.strip() or ast.get_docstring(ast.parse(source)), f"{name} has no docstring"


def test_every_file_has_a_subject():
    nameless = {"utils.py", "util.py", "helpers.py", "helper.py", "misc.py", "common.py"}
    assert not [path for path in SOURCES.values() if path.name in nameless]


def test_nothing_names_the_workplace():
    for name in filter(None, git("ls-files", "-z")):
        path = ROOT / name
        try:
            text = path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue
        for word in ELSEWHERE:
            assert word not in text, f"{name} names {word}"


def names_in_the_environment():
    settings = (ROOT / "karuta_site" / "settings.py").read_text(encoding="utf-8")
    found = set(re.findall(r'env\.\w+\(\s*"(\w+)"|"(\w+)" in env', settings))
    return {first or second for first, second in found}


def test_every_name_in_the_environment_is_documented():
    documented = set(re.findall(r"^\| `(\w+)` \|", (ROOT / "docs" / "deployment.md").read_text("utf-8"), re.MULTILINE))
    scripts = {"HOST", "PORT", "PYTHON", "RENDER", "SETUP_ONLY", "CHROMIUM", "FULL_TEMPO"}
    assert len(names_in_the_environment()) > 8
    assert documented == names_in_the_environment() | scripts


def test_the_test_command_forgets_what_the_shell_has_set():
    script = (ROOT / "test").read_text(encoding="utf-8")
    unset = set(re.search(r"^unset (ALLOWED_HOSTS.*)$", script.replace("\\\n", " "), re.MULTILINE)[1].split())
    assert names_in_the_environment() - {"DATA_DIR"} <= unset


def test_every_command_is_documented():
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))]
    own = {name for name, app in get_commands().items() if app in APPS}
    undocumented = {name for name in own if not any(f"manage.py {name}" in text for text in texts)}
    assert undocumented <= {"compile_translations"}  # ./run and ./test call it
    assert "kimariji_stats" in own


def test_every_dependency_has_its_reasons():
    decisions = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8").lower()
    for file in ("requirements.in", "requirements-dev.in"):
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
            package = re.match(r"[a-z][a-z0-9-]*", line)
            if package:
                assert f"**{package[0]}**" in decisions, f"{package[0]} is not in docs/decisions.md"
