"""The cast: Alice owns, Bob belongs, Charlie is a stranger; Greta is a guest; nobody is anonymous."""

import pytest
from django.test import Client

from trainer.models import Person


@pytest.fixture(autouse=True)
def _quick_passwords(settings):
    """Hashing a password for real takes longer than most tests."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


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
