"""Seats of karuta as bots meet them: matches between opponents played to a reading, and sharp listeners to try."""

from dataclasses import replace
from random import Random

from games.bots.karuta.levels import LEVELS
from games.bots.karuta.listener import AS_PEOPLE_ARE, Listener
from games.bots.karuta.persons import Person, somebody
from games.bots.karuta.selfplay import Match
from games.rules.karuta import play
from games.rules.karuta.events import Deal, Phase, Ready
from games.rules.karuta.variants import kyogi


def match(level="C", seed=1, readings=0, setup=None, tempo=None):
    """A match of anybody of a class, so many readings on (or to its end)."""
    setup, dice = setup or kyogi(), Random(seed)
    players = [Listener(somebody(LEVELS[level], dice), f"{seed} {seat}") for seat in range(len(setup.seats))]
    table = Match(setup, players, dice, *(() if tempo is None else (tempo,)))
    table.do(Deal())
    table.lay()
    while table.state.phase in (Phase.LAYOUT, Phase.MEMORISE, Phase.SWING):
        for seat in range(len(setup.seats)):
            table.do(Ready(seat, table.state.since_ms))
    for _ in range(readings):
        if table.state.result is None:
            table.read_one()
    return table


def view_after(readings, seed=1, seat=0, level="C", setup=None):
    """What a seat sees after so many readings, or before the last of a shorter match; and the poems to come."""
    table = match(level, seed, setup=setup)
    state = table.state
    for _ in range(readings):
        state = table.state
        table.read_one()
        if table.state.result is not None:
            break
        state = table.state
    return play.view(state, seat), state.order[state.at :]


def person(level="C", **changes):
    """A plain person of a class; `changes` are those of its class or of itself."""
    own = {name: value for name, value in changes.items() if name in Person.__dataclass_fields__ and name != "level"}
    of_class = {name: value for name, value in changes.items() if name not in own}
    return Person("x", "X", "X", replace(LEVELS[level], **of_class), **own)


def listener(level="C", seed=1, switches=AS_PEOPLE_ARE, **changes):
    """A listener that is such a person."""
    return Listener(person(level, **changes), seed, switches)
