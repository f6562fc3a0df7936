"""A table of Koi-Koi with two people at it, made without the lobby; and a desk for it whose clock is turned by hand."""

import json
from dataclasses import replace

from django.utils import timezone

from games import agreed
from games import matches as koikoi
from games.live import wire
from games.live.desk import Desk
from games.live.effects import Append, From, Joined, Left
from games.live.koikoi import SEATS, Koikoi
from games.live.people import People
from games.models import LiveTable, Seat
from games.rules.koikoi import play
from games.rules.koikoi.events import Play, Stop, Take
from games.rules.koikoi.options import SEED
from games.rules.koikoi.play import Phase

EPOCH_MS = 1_900_000_000_000.0


def open_koikoi_for_tests(people, *, months=1, seed=1, **fields):
    """A table of Koi-Koi that these two play at, by the rules of the source text."""
    now = timezone.now()
    options = replace(SEED, months=months)
    match = koikoi.begin(person=None, level=None, options=options, now=now, seed=seed)
    table = LiveTable.objects.create(
        host=people[0],
        status=LiveTable.Status.PLAYING,
        opened_at=now,
        started_at=now,
        koikoi=match,
        **agreed.columns(options),
        **fields,
    )
    for number, person in enumerate(people):
        Seat.objects.create(table=table, number=number, person=person, name=person.username, taken_at=now)
    return table


class Board:
    """A desk for a game of Koi-Koi, and two seats at it. `now` is the steady clock in ms."""

    def __init__(self, *, months=1, seed=1, match=None, sits=(0, 1)):
        self.match = match or koikoi.begin(
            person=None, level=None, options=replace(SEED, months=months), now=timezone.now(), seed=seed
        )
        self.now, self.ids, self.connections = 0.0, 0, {}
        self.people = People(SEATS, is_rated=False, now_ms=0.0)
        self.game = Koikoi(koikoi.load(self.match), self.people, names=("Ann", "Ben"), epoch_ms=EPOCH_MS)
        self.desk = Desk(self.game, self.people)
        self.effects = list(self.desk.begin(0.0))
        for seat in sits:
            self.join(seat)

    @property
    def state(self):
        return self.game.table.state

    def join(self, seat):
        self.ids += 1
        self.connections[seat] = f"c{self.ids}"
        self.effects += self.desk.take(Joined(self.connections[seat], seat), self.now)

    def leave(self, seat):
        self.effects += self.desk.take(Left(self.connections[seat]), self.now)

    def act(self, seat, do, *, seen=None, name=None, **fields):
        """What a seat wants done: the kind of the answer, and the answer."""
        self.ids += 1
        told = {"id": name or f"m{self.ids}", "seen": self.game.count if seen is None else seen, "do": do, **fields}
        message = wire.read(json.dumps({"v": 1, "t": "act", **told}))
        self.effects += self.desk.take(From(self.connections[seat], message, self.now), self.now)
        answer = self.effects[-1]
        return answer.kind, answer.fields

    def wait(self, ms):
        """Let time pass. Everybody who is connected gives signs of life."""
        end = self.now + ms
        while self.now < end:
            self.now = min(end, self.now + 500)
            for seat, connection in self.connections.items():
                if self.people.seat_of(connection) is not None:
                    self.people.heard(seat, self.now)
            if self.desk.due_ms(self.now) <= self.now:
                self.effects += self.desk.wake(self.now)

    def move(self):
        """The first thing that whoever is to move may do; stops at the first yaku."""
        command = play.moves(self.state)[0]
        names = {Play: "play", Take: "take", Stop: "stop"}
        fields = {"flower": command.card} if hasattr(command, "card") else {}
        assert self.act(command.seat, names[type(command)], **fields)[0] == "ack"

    def play_month(self):
        """Until the month is over."""
        while self.state.phase not in (Phase.DEAL, Phase.OVER):
            self.move()

    def html(self, seat):
        return self.desk.view(seat, self.now)["html"]

    def appended(self):
        return [event for effect in self.effects if isinstance(effect, Append) for event in effect.events]
