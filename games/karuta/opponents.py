"""The computers at a table: the one place where matches of karuta ask for a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from games.bots.karuta.ghost import Ghost, Nobody, remember
from games.bots.karuta.levels import LEVELS
from games.bots.karuta.listener import Listener, Switches
from games.bots.karuta.opponent import Opponent
from games.bots.karuta.persons import PERSONS, Person, of_class, somebody
from games.bots.karuta.sending import SPLITTER
from games.bots.karuta.sending import picks as picks_of
from games.karuta import sounds
from games.karuta.players import Kind, Player
from games.models import KarutaMatch
from games.rules.karuta.log import from_row, setup_from_row
from games.rules.karuta.play import View
from trainer.models import Person as Somebody

__all__ = ["LEVELS", "PERSONS", "Person", "of_class", "picks", "seated"]


def seated(match: KarutaMatch, players: Sequence[Player]) -> Iterator[tuple[int, Opponent]]:
    """Every seat that nobody at the device plays, with who plays it."""
    for seat, player in enumerate(players):
        if player.kind is Kind.GHOST:
            yield seat, _ghost(player.ghost, match.person_id)
        elif not player.is_person:
            yield seat, _computer(player, f"{match.seed}:{seat}")


@lru_cache(maxsize=256)
def _computer(player: Player, seed: str) -> Opponent:
    """Who plays a seat in one match; the seed gives them the form of their day."""
    if player.kind is Kind.NOBODY:
        return Nobody()
    person = PERSONS.get(player.who) or somebody(LEVELS[player.who], Random(seed))  # noqa: S311 (dice of a game)
    return Listener(person, seed, Switches(player.never_faults, player.never_hesitates))


@lru_cache(maxsize=64)
def _ghost(key: str, person: int) -> Opponent:
    """The person of a finished match as they played it; nobody, if it is gone or somebody else's."""
    of = Somebody.objects.filter(pk=person).first()
    match = KarutaMatch.objects.finished().of(of).filter(key=key).first() if of else None
    seat = match.seat_of(of) if match else None
    if match is None or seat is None:
        return Nobody()
    events = [from_row(row) for row in match.events.order_by("place").values_list("row", flat=True)]
    return Ghost(remember(setup_from_row(match.setup), events, seat, sounds.told(match)))


def picks(view: View) -> tuple[int, ...]:
    """What a sound policy would send, first choice first."""
    return picks_of(view, SPLITTER)
