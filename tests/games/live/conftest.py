import os
from urllib.parse import quote

import pytest
from django.db import connection

from tests.recordings.processes import DATABASE, Site


@pytest.fixture(autouse=True)
def _connections_stay(monkeypatch):
    """Tables ask in this thread, on the connection whose transaction is the test's own."""
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)


@pytest.fixture(scope="session")
def _tables_made(tmp_path_factory):
    """An SQLite file with all its tables: making one takes seconds, copying it none."""
    site = Site(tmp_path_factory.mktemp("migrated"))
    site.manage("migrate", "--verbosity", "0")
    return site.folder / DATABASE


@pytest.fixture
def house(request, tmp_path, transactional_db):
    """Where processes of their own share a database, of the kind that the tests run on."""
    if not os.environ.get("DATABASE_URL"):
        return Site(tmp_path, request.getfixturevalue("_tables_made"), DJANGO_SETTINGS_MODULE="karuta_site.settings")
    told = connection.settings_dict
    host = quote(told["OPTIONS"].get("host", told["HOST"]), safe="/")
    address = f"postgres://{told['USER']}@/{told['NAME']}?host={host}"
    return Site(tmp_path, DATABASE_URL=address, DJANGO_SETTINGS_MODULE="karuta_site.settings")
