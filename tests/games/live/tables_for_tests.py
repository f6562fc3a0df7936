"""A table with people at it, made without the lobby."""

from django.utils import timezone

from games.fairness.window import live
from games.karuta import matches
from games.karuta.players import Player
from games.models import LiveTable, Seat
from games.rules.karuta.log import setup_to_row
from games.rules.karuta.variants import KYOGI, kyogi, replace

TEMPO = "free-1000-400-600-1400"


def open_for_tests(people, *, setup=None, players=None, voice="", tempo=TEMPO, seed=1, has_joka=True, **fields):
    """A table that is played at, with these persons at its first seats, and nothing to memorise."""
    setup = setup or kyogi(live(replace(KYOGI, memorise_ms=0, swing_ms=0, has_joka=has_joka)))
    players = players or tuple(Player(name=person.username) for person in people)
    now = timezone.now()
    match = matches.begin(person=None, setup=setup, players=players, voice=voice, tempo=tempo, now=now, seed=seed)
    table = LiveTable.objects.create(
        host=people[0],
        setup=setup_to_row(setup),
        voice=voice,
        tempo=tempo,
        status=LiveTable.Status.PLAYING,
        opened_at=now,
        started_at=now,
        karuta=match,
        **fields,
    )
    for number, player in enumerate(players):
        person = people[number] if player.is_person else None
        Seat.objects.create(table=table, number=number, person=person, name=player.name, who=player.who, taken_at=now)
    return table
