"""The cast: Alice owns, Bob belongs, Charlie is a stranger; Greta is a guest; nobody is anonymous."""

import fcntl

import hypothesis
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone, translation

from tests.two_weeks import learn
from trainer import renderer
from trainer.models import Person

# How long an example takes is the machine's business: speed is measured by benchmarks.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

# What a page answers to whom is the same on both: there the database is only read, by Django's own queries.
ONE_IS_ENOUGH = ("tests/test_pages.py", "tests/clubs/test_roles.py", "tests/views/", "tests/browser/", "tests/reciter/")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Whatever else asks for the database runs on both: nobody has to think of it."""
    for item in items:
        if item.nodeid.startswith(ONE_IS_ENOUGH) and "test_account" not in item.nodeid:
            continue
        in_process = {"db", "transactional_db"} & set(getattr(item, "fixturenames", ()))
        if in_process or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.both)


@pytest.fixture(scope="session", autouse=True)
def _compiled_translations():
    call_command("compile_translations", verbosity=0)


@pytest.fixture(autouse=True)
def _english():
    """A request leaves its language behind in the thread; the next test begins as the site does."""
    translation.activate("en")


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """Hashing a password for real takes longer than most tests."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _recordings_of_a_tone(settings, tmp_path):
    """Tests record in a folder of their own, with a voice that takes no time; and no broker hears of it."""
    settings.RECORDINGS_DIR = tmp_path / "recordings"
    settings.RECORDINGS_DIR.mkdir()
    settings.PACKS_DIR = tmp_path / "packs"
    settings.PACKS_DIR.mkdir()
    settings.VOICES = "tests.tone_voice.VOICES"
    settings.CELERY_BROKER_URL = ""
    settings.CHORES = []


@pytest.fixture
def somebody_renders(settings, _recordings_of_a_tone):
    """As if a renderer were at work in the folder, though nothing comes of it."""
    with (settings.RECORDINGS_DIR / renderer.LOCK).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _signed_in(person):
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def alice(db):
    return Person.objects.create_user("alice", "alice@example.org", "correct horse battery")


@pytest.fixture
def charlie(db):
    return Person.objects.create_user("charlie", "charlie@example.org", "staple wagon nine")


@pytest.fixture
def greta(db):
    return Person.objects.create_guest()


@pytest.fixture
def alices_browser(alice):
    return _signed_in(alice)


@pytest.fixture
def charlies_browser(charlie):
    return _signed_in(charlie)


@pytest.fixture
def gretas_browser(greta):
    return _signed_in(greta)


@pytest.fixture
def nobodys_browser(db):
    return Client()


@pytest.fixture
def greta_with_history(greta):
    """The guest after two weeks of work."""
    learn(greta, timezone.now())
    return greta


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request, tmp_path_factory):
    """Browser tests use a database file: a server in another thread cannot share one that lives in memory."""
    if any(item.get_closest_marker("e2e") for item in request.session.items):
        settings.DATABASES["default"]["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
