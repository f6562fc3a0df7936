"""A desk on a bench: a clock that is turned by hand, people who answer probes after as long as they are told to."""

import heapq
import itertools
import json
from datetime import UTC, datetime
from uuid import uuid4

from games.fairness.window import live
from games.karuta import matches
from games.karuta.players import Player, to_rows
from games.live import called, wire
from games.live.desk import Desk
from games.live.effects import (
    Append,
    Close,
    From,
    Joined,
    Keep,
    Left,
    Look,
    Prepare,
    Probe,
    RoundTrip,
    Show,
    Suspect,
    Tell,
)
from games.live.karuta import Karuta
from games.live.people import People
from games.models import KarutaMatch
from games.rules.karuta import play
from games.rules.karuta.events import Deal, Phase
from games.rules.karuta.log import setup_to_row
from games.rules.karuta.variants import KYOGI, kyogi, replace

TEMPO = "free-1000-400-600-1400"
EPOCH_MS = 1_900_000_000_000.0


def at_once(variant=KYOGI):
    """The rules of a live table without the minutes to memorise."""
    return live(replace(variant, memorise_ms=0, swing_ms=0))


class Bench:
    """One desk. `rtt_ms` is by seat; None: that seat answers no probe. `more` is the desk's."""

    def __init__(self, setup=None, *, players=None, is_rated=False, seed=1, rtt_ms=20.0, events=(), sits=None, **more):
        setup = setup or kyogi(at_once())
        self.players = players or tuple(Player(name=f"P{seat}") for seat in range(len(setup.seats)))
        match = KarutaMatch(
            person=None,
            setup=setup_to_row(setup),
            players=to_rows(self.players),
            seed=seed,
            voice="",
            tempo=TEMPO,
            clock_since=datetime.fromtimestamp(EPOCH_MS / 1000, UTC),
        )
        table = matches.Table(match, setup, self.players, tuple(events), play.replay(setup, events))
        if not events:
            table = matches.follow(table, [Deal(0)])
        self.persons = table.persons
        self.now = 0.0
        self.people = People(self.persons, is_rated=is_rated, now_ms=0.0)
        self.game = Karuta(table, self.people, epoch_ms=EPOCH_MS, is_rated=is_rated)
        self.desk = Desk(self.game, self.people, phrases=("hello",), is_rated=is_rated, **more)
        self.is_rated, self.key = is_rated, uuid4()
        self.rtt_ms = dict.fromkeys(self.persons, rtt_ms)
        self.told = {seat: [] for seat in (*self.persons, -1)}
        self.appended_at = []
        self.appended, self.flags, self.closed, self.kept, self.shows = [], [], [], [], 0
        self.does_arm = set(self.persons)
        self._coming, self._order, self._ids = [], itertools.count(), itertools.count(1)
        self._connections = {}
        self.does(self.desk.begin(0.0))
        for seat in self.persons if sits is None else sits:
            self.join(seat)

    # What comes in ---------------------------------------------------------------------------------------
    def join(self, seat):
        self._connections[seat] = f"{seat}-{next(self._order)}"
        self.does(self.desk.take(Joined(self._connections[seat], seat), self.now))
        return self._connections[seat]

    def leave(self, seat):
        self.does(self.desk.take(Left(self._connections[seat]), self.now))

    def say(self, seat, kind, *, arrived_ms=None, connection=None, **fields):
        """A message of a seat, as it would come over the wire; the answer, if it asks for one."""
        if kind in ("touch", "act", "say"):
            fields = {"id": f"i{next(self._ids)}"} | fields
        message = wire.read(json.dumps({"v": 1, "t": kind} | fields))
        arrived = self.now if arrived_ms is None else arrived_ms
        self.does(self.desk.take(From(connection or self._connections[seat], message, arrived), self.now))
        answers = [(kind, told) for _, kind, told in self.told[seat] if told.get("id") == fields.get("id")]
        return answers[-1] if answers and "id" in fields else None

    def act(self, seat, do, **fields):
        return self.say(seat, "act", do=do, **{"seen": self.game.count} | fields)

    def touch(self, seat, card, ms, *, late_ms, **fields):
        """A touch made `ms` after the first sound, as it says, that arrives `late_ms` after that."""
        arrives = self.zero_ms + ms + late_ms
        self.until(arrives)
        number = fields.pop("reading", self.state.number)
        return self.say(seat, "touch", reading=number, touches=[{"card": card, "ms": fields.pop("says", ms)}], **fields)

    # Time ------------------------------------------------------------------------------------------------
    def until(self, end_ms):
        """Let time pass."""
        while True:
            due = self.desk.due_ms(self.now)
            coming = self._coming[0][0] if self._coming else float("inf")
            if min(due, coming) > end_ms:
                break
            self.now = max(self.now, min(due, coming))
            if coming <= due:
                self.does(self.desk.take(heapq.heappop(self._coming)[2], self.now))
            else:
                self.does(self.desk.wake(self.now))
        self.now = max(self.now, end_ms)

    def wait(self, ms):
        self.until(self.now + ms)

    def until_told(self, seat, kind, most_ms=200_000):
        """Until the seat is told something of a kind: when, and what."""
        count, end = len(self.told[seat]), self.now + most_ms
        while self.now < end:
            for at, what, fields in self.told[seat][count:]:
                if what == kind:
                    return at, fields
            self.wait(1)
        raise AssertionError(f"nothing of the kind {kind}")

    # What goes out ---------------------------------------------------------------------------------------
    def does(self, effects):
        for effect in effects:
            _DOES[type(effect)](self, effect)

    def _append(self, effect):
        self.appended += effect.events
        self.appended_at += [self.now] * len(effect.events)

    def _show(self, _effect):
        self.shows += 1

    def _close(self, effect):
        self.closed.append((effect.connection, effect.code))

    def _prepare(self, effect):
        table = self.game.table
        self._come(1.0, called.prepare(self.key, table, effect.reading, effect.poem, is_sealed=self.is_rated))

    def _tell(self, effect):
        assert set(effect.fields) == set(wire.TO_CLIENT[effect.kind]) - {"n"}
        self.told[effect.to].append((self.now, effect.kind, dict(effect.fields)))
        if effect.kind == "arm" and effect.to in self.does_arm:
            message = wire.Message("armed", fields={"reading": effect.fields["reading"]})
            self._come(50.0, From(self._connections[effect.to], message, self.now + 50.0))

    def _probe(self, effect):
        rtt = self.rtt_ms[self.people.seat_of(effect.connection)]
        if rtt is not None:
            self._come(rtt, RoundTrip(effect.connection, rtt))

    def _come(self, in_ms, item):
        heapq.heappush(self._coming, (self.now + in_ms, next(self._order), item))

    # What stands -----------------------------------------------------------------------------------------
    @property
    def state(self):
        return self.game.table.state

    @property
    def zero_ms(self):
        """When the upper verse of the reading going on begins to sound."""
        return self._went + self._upper_in

    def kinds(self, seat):
        return [kind for _, kind, _ in self.told[seat]]

    def lying(self, side):
        """A card before a side."""
        return self.state.field.cards(side)[0]

    def read(self):
        """Lay and be ready if that is to be done, and go on to the next `go`."""
        for seat in self.persons:
            if self.state.phase is Phase.LAYOUT and seat not in self.state.ready:
                self.act(seat, "ready")
        seat = next(each for each in self.persons if self.people.is_there(each))
        self._went, told = self.until_told(seat, "go")
        self._upper_in = told["upper_in_ms"] + round(self.people.sitting[seat].probes.floor_ms / 2)
        return told

    def read_on_mat(self, *, side=None):
        """Go on to a reading whose card lies on the mat (before this side); the card."""
        while True:
            self.read()
            where = self.state.field.territory_of(self.state.poem)
            if where >= 0 and side in (None, where):
                return self.state.poem
            self.judged()

    def judged(self):
        """Go on to the verdict."""
        number = self.state.number
        while self.state.phase is Phase.READING and self.state.number == number:
            self.wait(10)
        return self.state.last


_DOES = {
    Append: Bench._append,
    Tell: Bench._tell,
    Show: Bench._show,
    Probe: Bench._probe,
    Close: Bench._close,
    Prepare: Bench._prepare,
    Suspect: lambda bench, effect: bench.flags.append(effect),
    Keep: lambda bench, effect: bench.kept.append(effect),
    Look: lambda _bench, _effect: None,
}
