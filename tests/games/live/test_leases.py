"""One process decides at a table: who has it, when it is anybody's, and what the one that lost it may still write."""

import os
import signal
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from games.live import leases
from games.models import LiveTable

pytestmark = pytest.mark.both

LESSEE = str(Path(__file__).with_name("lessee.py"))
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def after(seconds):
    return NOON + timedelta(seconds=seconds)


@pytest.fixture
def table(db):
    return LiveTable.objects.create(setup={}, status=LiveTable.Status.PLAYING, opened_at=NOON).key


def test_a_free_table_is_taken_and_its_fence_counts_up(table):
    assert leases.acquire(table, "one", now=NOON) == 1
    assert leases.owner_of(table, now=after(2.9)) == "one"
    assert LiveTable.objects.get().lease_until == after(3)


def test_nobody_takes_a_table_before_its_lease_is_over(table):
    leases.acquire(table, "one", now=NOON)
    assert leases.acquire(table, "two", now=after(2.999)) is None
    assert LiveTable.objects.get().owner == "one"
    assert leases.acquire(table, "two", now=after(3)) == 2
    assert leases.owner_of(table, now=after(3)) == "two"


def test_a_renewed_lease_lasts_three_more_seconds(table):
    leases.acquire(table, "one", now=NOON)
    assert leases.renew("one", now=after(2)) == {table: 1}
    assert leases.acquire(table, "two", now=after(4.9)) is None
    assert leases.acquire(table, "two", now=after(5)) == 2


def test_a_lease_that_ran_out_and_that_nobody_took_goes_on(table):
    leases.acquire(table, "one", now=NOON)
    assert leases.renew("one", now=after(60)) == {table: 1}
    assert leases.acquire(table, "two", now=after(62)) is None


def test_what_was_taken_over_is_not_renewed(table):
    leases.acquire(table, "one", now=NOON)
    leases.acquire(table, "two", now=after(4))
    assert leases.renew("one", now=after(4)) == {}
    assert LiveTable.objects.get().lease_until == after(7)


def test_a_table_at_rest_is_anybodys_at_once_and_no_orphan(table):
    leases.acquire(table, "one", now=NOON)
    leases.release("two", table)
    assert leases.owner_of(table, now=NOON) == "one"
    leases.release("one", table)
    assert leases.owner_of(table, now=NOON) == ""
    assert leases.adopt("two", now=after(60)) == []
    assert leases.acquire(table, "two", now=NOON) == 2


def test_tables_that_are_handed_over_are_orphans_at_once(table):
    leases.acquire(table, "one", now=NOON)
    leases.hand_over("two", now=after(1))
    assert leases.adopt("two", now=after(1)) == []
    leases.hand_over("one", now=after(1))
    assert leases.adopt("two", now=after(1)) == [table]
    assert LiveTable.objects.get().fence == 2


def test_an_owner_takes_its_own_table_anew(table):
    """After trouble with the database: what it wrote before then carries an older fence."""
    assert leases.acquire(table, "one", now=NOON) == 1
    assert leases.acquire(table, "one", now=after(1)) == 2


def test_who_is_alone_takes_what_a_dead_process_has_left(table):
    leases.acquire(table, "one", now=NOON)
    assert leases.acquire(table, "two", is_alone=True, now=after(0.1)) == 2


def test_tables_that_play_and_whose_lease_is_over_are_adopted(table):
    assert leases.adopt("two", now=NOON) == []  # nobody has come yet
    leases.acquire(table, "one", now=NOON)
    assert leases.adopt("two", now=after(2.9)) == []
    assert leases.adopt("two", now=after(3)) == [table]
    assert leases.adopt("three", is_alone=True, now=NOON) == [table]
    LiveTable.objects.filter(pk=table).update(status=LiveTable.Status.OVER)
    assert leases.adopt("two", now=after(3)) == []


def test_without_a_given_time_the_database_tells_it(table):
    """Whichever clock this process sees: the row's time is the database's, a few seconds ahead of it."""
    assert leases.acquire(table, "one") == 1
    assert leases.acquire(table, "two") is None
    assert leases.owner_of(table) == "one"
    assert leases.renew("one") == {table: 1}
    assert leases.adopt("two") == []


# Processes -----------------------------------------------------------------------------------------------
@pytest.fixture
def lessee(house):
    """lessee(words…): a process. None outlives the test."""
    started = []

    def start(*words):
        started.append(house.start(LESSEE, *words))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=10)


def said(process):
    return process.communicate(timeout=60)[0].split("\n")[:-1]


def test_processes_that_ask_at_once_never_get_the_same_table(lessee, tmp_path):
    keys = said(lessee("open", "60"))
    assert len(keys) == 60
    racers = [lessee("race", name, str(tmp_path / "go"), *keys) for name in ("one", "two", "three")]
    for racer in racers:
        assert racer.stdout.readline() == "ready\n"
    (tmp_path / "go").touch()
    taken = [line for racer in racers for line in said(racer)]
    assert sorted(line.split()[0] for line in taken) == sorted(keys)
    assert {line.split()[1] for line in taken} == {"1"}


def test_a_table_whose_owner_is_killed_has_another_within_five_seconds(lessee):
    (key,) = said(lessee("open", "1"))
    owner = lessee("hold", "one", key)
    assert owner.stdout.readline() == "1\n"
    heir = lessee("wait", "two", key)
    for _ in range(5):  # longer than a lease lasts
        assert owner.stdout.readline() == "renewed\n"
    assert heir.poll() is None
    began = time.monotonic()
    os.killpg(owner.pid, signal.SIGKILL)
    assert said(heir) == ["2"]
    assert time.monotonic() - began < 5


def test_writers_that_take_a_table_from_each_other_lose_nothing(lessee):
    (key,) = said(lessee("open", "1"))
    writers = [lessee("write", name, key, "40") for name in ("one", "two")]
    assert [said(writer) for writer in writers] == [[], []]
    assert said(lessee("delay", key)) == [str(30 + 40 + 40)]
