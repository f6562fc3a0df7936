import pytest
from processes import DATABASE, Site


@pytest.fixture(scope="session")
def migrated(tmp_path_factory):
    """A database with all its tables: making one takes seconds, copying it none."""
    site = Site(tmp_path_factory.mktemp("migrated"))
    site.manage("migrate", "--verbosity", "0")
    return site.folder / DATABASE


@pytest.fixture
def site(tmp_path, migrated):
    return Site(tmp_path, migrated)
