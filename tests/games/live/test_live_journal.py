"""The journal: what is written together, by whom, and what becomes of what cannot be."""

import asyncio
from types import SimpleNamespace
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from django.db import IntegrityError
from django.utils import timezone

from games.karuta import matches
from games.live import journal, tables
from games.live.journal import Entry, Fenced, Writer
from games.models import Flag, KarutaEvent, KarutaMatch, LiveTable
from games.rules.karuta.events import Finish, Ready, Resign
from tests.games.live.tables_for_tests import open_for_tests

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, charlie):
    return open_for_tests([alice, charlie])


def entry(table, *commands, fence=None, **more):
    before = matches.load(KarutaMatch.objects.get(pk=table.karuta_id))
    after = matches.follow(before, commands)
    row = LiveTable.objects.get(pk=table.pk)
    return Entry(row.pk, row.fence if fence is None else fence, timezone.now(), after, len(before.events), **more)


def count(table):
    return KarutaEvent.objects.filter(match=table.karuta).count()


def test_events_are_written_behind_those_that_are_there(table):
    assert journal.write([entry(table, Ready(0), Ready(1))]) == [None]
    assert matches.load(KarutaMatch.objects.get()).state.phase == "joka"


def test_an_older_fence_writes_nothing(table):
    tables.open_table(table.pk, "another", is_alone=True)
    (wrong,) = journal.write([entry(table, Ready(0), fence=0)])
    assert isinstance(wrong, Fenced)
    assert count(table) == 1


def test_a_table_that_is_gone_writes_nothing(table):
    wanted = entry(table, Ready(0))
    (wrong,) = journal.write([Entry(uuid4(), 0, wanted.at, wanted.after, wanted.count)])
    assert isinstance(wrong, Fenced)


def test_the_trouble_of_one_table_is_not_that_of_another(table, greta, alice):
    other = open_for_tests([greta, alice])
    twice = entry(table, Ready(0))
    found = journal.write([twice, twice, entry(other, Ready(1))])
    assert found[0] is None
    assert isinstance(found[1], IntegrityError)
    assert found[2] is None
    assert (count(table), count(other)) == (2, 2)


def test_what_no_database_can_keep_is_the_trouble_of_one_table_too(table, greta, alice):
    other = open_for_tests([greta, alice])
    broken = entry(table, Ready(0), sayings=((0, "", "half \ud800 a letter"),))
    (wrong, right) = journal.write([broken, entry(other, Ready(1))])
    assert wrong is not None
    assert right is None
    assert (count(table), count(other)) == (1, 2)


def test_the_end_of_a_match_is_written_with_its_last_event(table):
    assert journal.write([entry(table, Resign(1))]) == [None]
    match = KarutaMatch.objects.get()
    assert (match.ending, match.is_won, match.margin) == (Finish.RESIGNED.value, True, None)
    assert match.clock_since is None
    over = LiveTable.objects.get()
    assert over.status == LiveTable.Status.OVER
    assert [seat.is_won for seat in over.seats.all()] == [True, False]


def test_whoever_wants_to_know_of_the_end_hears_of_it_once(table, settings):
    settings.MATCH_ENDED = [f"{__name__}.ended"]
    heard.clear()
    journal.write([entry(table, Resign(1))])
    assert heard == [table.pk]


heard = []


def ended(over):
    heard.append(over.pk)


def test_a_flag_of_one_kind_is_raised_once_a_seat(table):
    flags = ((0, "ceiling", {"touches": 20}),)
    journal.write([entry(table, Ready(0), flags=flags)])
    journal.write([entry(table, Ready(1), flags=flags)])
    flag = Flag.objects.get()
    assert (flag.seat.number, flag.kind, flag.evidence) == (0, "ceiling", {"touches": 20})


def test_the_clock_is_written_when_it_is_stopped_and_started(table):
    journal.write([entry(table, clock={"clock_ms": 4_000, "clock_since": None})])
    match = KarutaMatch.objects.get()
    assert (match.clock_ms, match.clock_since) == (4_000, None)


def test_what_waits_is_written_together_and_everybody_hears_of_their_own(monkeypatch, table):
    """The thread, without its database: who waits meanwhile goes along in the next round."""
    groups = []

    def write(entries):
        groups.append(len(entries))
        return [None if each.count else Fenced() for each in entries]

    monkeypatch.setattr(journal, "write", write)
    monkeypatch.setattr(journal, "connection", SimpleNamespace(close=lambda: None))
    good, bad = entry(table, Ready(0)), entry(table)
    bad = Entry(bad.table, bad.fence, bad.at, bad.after, 0)

    async def run():
        writer = Writer()
        done = await asyncio.gather(*(writer.append(each) for each in (good, bad, good)), return_exceptions=True)
        writer.stop()
        return done

    done = async_to_sync(run)()
    assert [type(each) for each in done] == [type(None), Fenced, type(None)]
    assert sum(groups) == 3


def test_a_database_that_fails_is_told_to_all_who_waited(monkeypatch, table):
    monkeypatch.setattr(journal, "connection", SimpleNamespace(close=lambda: None))

    def write(_entries):
        raise OSError("gone")

    monkeypatch.setattr(journal, "write", write)
    wanted = entry(table, Ready(0))

    async def run():
        writer = Writer()
        with pytest.raises(OSError, match="gone"):
            await writer.append(wanted)
        writer.stop()

    async_to_sync(run)()
