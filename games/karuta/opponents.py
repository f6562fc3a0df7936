"""The computers at a table: the one place where matches of karuta ask for a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from games.bots.karuta.hearing import Hearing
from games.bots.karuta.levels import LEVELS
from games.bots.karuta.listener import Ghost, Listener, Switches
from games.bots.karuta.opponent import Opponent, PlannedTouch
from games.bots.karuta.persons import PERSONS, Person, of_class, somebody
from games.bots.karuta.sending import SPLITTER
from games.bots.karuta.sending import picks as picks_of
from games.karuta.players import Kind, Player
from games.models import KarutaMatch
from games.rules.karuta.events import Decline, Lay, Move, Send
from games.rules.karuta.play import View

__all__ = ["LEVELS", "PERSONS", "Person", "of_class", "opponent", "picks", "seated"]


class Nobody:
    """The cards of the other side lie there, and nobody touches them."""

    def layout(self, view: View, at_ms: int = 0) -> Lay | None:
        """Laid as somebody steady would."""
        return Listener(somebody(LEVELS["C"], Random(0))).layout(view, at_ms)  # noqa: S311

    def plan(self, view: View, hearing: Hearing, dice: Random) -> tuple[PlannedTouch, ...]:  # noqa: ARG002
        """Nothing."""
        return ()

    def send(self, view: View, at_ms: int = 0) -> Send | Decline | None:
        """Nothing, unless the match hangs on it."""
        if not view.owed or view.sender != view.side:
            return None
        return Send(view.seat, picks(view)[: view.owed], at_ms) if view.must_send else Decline(view.seat, at_ms)

    def place(self, view: View, at_ms: int = 0) -> tuple[Move, ...]:  # noqa: ARG002
        """Where they came down."""
        return ()

    def move(self, view: View, dice: Random, at_ms: int = 0) -> Move | None:  # noqa: ARG002
        """Nothing."""
        return None


def seated(match: KarutaMatch, players: Sequence[Player]) -> Iterator[tuple[int, Opponent]]:
    """Every seat that nobody at the device plays, with who plays it."""
    for seat, player in enumerate(players):
        if not player.is_person:
            yield seat, opponent(player, f"{match.seed}:{seat}")


@lru_cache(maxsize=256)
def opponent(player: Player, seed: str) -> Opponent:
    """Who plays a seat in one match; the seed gives them the form of their day."""
    if player.kind is Kind.NOBODY:
        return Nobody()
    person = PERSONS.get(player.who) or somebody(LEVELS[player.who], Random(seed))  # noqa: S311
    return Listener(person, seed, Switches(player.never_faults, player.never_hesitates))


def picks(view: View) -> tuple[int, ...]:
    """What a sound policy would send, first choice first."""
    return picks_of(view, SPLITTER)
