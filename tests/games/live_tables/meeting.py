"""Tables where Alice, Bob and others meet, for the tests: opened, joined, begun, played to an end."""

from datetime import UTC, datetime
from uuid import uuid4

from games import live_tables
from games.karuta import matches
from games.live_tables import Terms
from games.models import LiveTable
from games.rules.karuta.events import Resign
from games.rules.karuta.variants import KYOGI, kyogi, replace
from trainer.models import Person

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
QUICK = kyogi(replace(KYOGI, memorise_ms=0, swing_ms=0))
TEMPO = "5-3-1-6"


def person(name):
    return Person.objects.create_user(name, f"{name}@example.org", "correct horse battery")


def opened(host, setup=QUICK, *, key=None, now=NOW, **terms):
    """A table that this host has opened, by text."""
    return live_tables.open_table(
        key=key or uuid4(),
        host=host,
        name=live_tables.name_for(host),
        terms=Terms(setup=setup, voice="", tempo=TEMPO, **terms),
        now=now,
    )


def sit(table, who, number=None, now=NOW, name=""):
    """The table after somebody sat down."""
    return live_tables.sit(table, who, number=number, name=live_tables.name_for(who, name), now=now)


def playing(host, other, setup=QUICK, **terms):
    """A table for two that has begun."""
    return sit(opened(host, setup, **terms), other)


def over(host, other, *, resigns=1, **terms):
    """The same with the match lost by the seat that resigns."""
    return ended(playing(host, other, **terms), resigns)


def ended(table, resigns=1):
    """A table at which a seat has resigned."""
    played = matches.load(table.karuta)
    matches.act(played, Resign(resigns), seen=len(played.events), now=NOW)
    live_tables.note_end(table, now=NOW)
    return LiveTable.objects.get(pk=table.pk)
