"""A match of karuta behind a desk: what its seats may do, its clock, its readings, and what everybody sees of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_noop

from games.bots.karuta.opponent import Opponent
from games.fairness.lag import refilled
from games.fairness.suspicion import Observed
from games.karuta import matches, opponents, telling
from games.karuta.sounds import Heard
from games.live.effects import WATCHERS, Append, Effect, Prepare, Prepared, Show, Suspect, Tell
from games.live.people import People
from games.live.reading import ARM_MS, GO_MS, MOST_TOUCHES, Reading
from games.live.wire import Message
from games.matches import Stale
from games.rules.engine import IllegalMove
from games.rules.karuta import play
from games.rules.karuta.events import (
    Close,
    Command,
    Decline,
    Judged,
    Lay,
    LowerHand,
    Move,
    Phase,
    PhaseBegun,
    RaiseHand,
    Read,
    ReadingBegun,
    ReadingVoided,
    Ready,
    Resign,
    Send,
    Tick,
    Touch,
    Void,
    WalkOver,
)
from games.rules.karuta.field import Place
from games.rules.karuta.judge import Touched
from trainer.poems import kimariji

NEXT_MS = 1_000.0  # from a verdict to the call for the next poem
PLACING_MS = 6_000.0  # the same with a received card to be placed
LONGEST_MS = 120_000.0  # a card that nobody takes is waited for so long, and comes again later
RETRY_MS = 5_000.0  # until a sound that could not be found is asked for again
_NEVER = float("inf")

SENTENCES = {
    "absent": gettext_noop("Nobody of the other side has been missing long enough for that."),
    "paused": gettext_noop("The match is paused."),
    "rated": gettext_noop("In a rated match you can raise your hand between two readings, but not pause."),
    "running": gettext_noop("The match is not paused."),
    "reader": gettext_noop("The next poem comes by itself."),
    "flood": gettext_noop("These are too many touches for one reading."),
}


class Karuta:
    """One match. `epoch_ms`: what the wall shows when the steady clock shows 0."""

    def __init__(
        self, table: matches.Table, people: People, *, epoch_ms: float, is_rated: bool, by_hand: bool = False
    ) -> None:
        self.table = table
        self._people = people
        self._epoch_ms = epoch_ms
        self._is_rated = is_rated
        self._by_hand = by_hand  # a person begins every reading
        self._is_wanted = False
        self.reading: Reading | None = None
        self._asked_for = 0  # the number of the reading whose sound is being looked for
        self._rest_ms = 0.0
        self._raising: set[int] = set()
        self._lower_ms = 0
        self._computers: list[tuple[int, Opponent]] = list(opponents.seated(table.match, table.players))

    # What stands -----------------------------------------------------------------------------------------
    @property
    def count(self) -> int:
        """How many events there are."""
        return len(self.table.events)

    @property
    def state(self) -> play.State:
        """The match as it stands."""
        return self.table.state

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state.result is not None

    @property
    def is_paused(self) -> bool:
        """Whether the match's clock stands still."""
        return self.table.match.clock_since is None and not self.is_over

    def wall(self, now_ms: float) -> datetime:
        """A moment of the steady clock on the wall."""
        return datetime.fromtimestamp((self._epoch_ms + now_ms) / 1000, UTC)

    def _at_ms(self, now_ms: float) -> int:
        return max(self.table.clock_ms(self.wall(now_ms)), self.state.since_ms)

    def told(self, seat: int, now_ms: float) -> dict[str, Any]:
        """All that a seat may know."""
        armed = sorted(self.reading.armed) if self.reading else []
        return telling.told(self.table, self.wall(now_ms), seat) | {"armed": armed}

    def picture(self) -> Callable[[float], dict[str, Any]]:
        """The same for somebody who looks on, of this moment, whenever they are shown it."""
        table = self.table

        def told(now_ms: float) -> dict[str, Any]:
            nobodys = {"seat": None, "side": None, "touches": [], "armed": []}
            return telling.told(table, self.wall(now_ms), 0) | nobodys

        return told

    # Beginning -------------------------------------------------------------------------------------------
    def begin(self, now_ms: float) -> list[Effect]:
        """The match is taken up, perhaps from where a server has left it: what was being read is read again later."""
        self._rest_ms = now_ms + NEXT_MS
        if self.state.phase is Phase.READING:
            return self._do([Void(at_ms=self._at_ms(now_ms))], now_ms)
        return []

    # Commands --------------------------------------------------------------------------------------------
    def act(self, seat: int, message: Message, now_ms: float) -> list[Effect]:
        """What a seat wants done. IllegalMove or Stale say why not."""
        do = message["do"]
        if do in _OWN:
            return _OWN[do](self, seat, now_ms)
        if self.is_paused and do != "resign":
            raise IllegalMove(SENTENCES["paused"])
        if message["seen"] < self._settled_at():
            raise Stale
        if do == "raise" and (self.state.phase in (Phase.READING, Phase.JOKA) or self.reading):
            return self._raise_soon(seat, now_ms)
        if do == "lower":
            self._raising.discard(seat)
        command = _command(seat, message, self._at_ms(now_ms))
        return self._do([*self._due(now_ms), command], now_ms)

    def _settled_at(self) -> int:
        """How many events somebody has to have seen who acts now: all up to the last verdict or phase."""
        for place in reversed(range(self.count)):
            if isinstance(self.table.events[place], Judged | ReadingVoided | PhaseBegun):
                return place + 1
        return 0

    def _raise_soon(self, seat: int, now_ms: float) -> list[Effect]:
        """A hand goes up while a poem is called or read: the reciter waits after it."""
        if self.reading and not self.reading.is_begun:
            self.reading = None
            if self.state.phase is Phase.RESOLVE:
                return self._do([RaiseHand(seat, self._at_ms(now_ms))], now_ms)
        self._raising.add(seat)
        return [Show()]

    def _due(self, now_ms: float) -> list[Command]:
        at_ms, due = self._at_ms(now_ms), play.clock(self.state)
        return [Tick(at_ms, matches.picks(self.state))] if due and due.due_ms <= at_ms and not self.is_paused else []

    def _claim(self, seat: int, now_ms: float) -> list[Effect]:
        """The other side has been missing for long: the match is this side's."""
        side = self.table.setup.seats[seat]
        others = [each for each in self.table.persons if self.table.setup.seats[each] != side]
        if not others or not all(self._people.is_given_up(each, now_ms) for each in others):
            raise IllegalMove(SENTENCES["absent"])
        at_ms = self._at_ms(now_ms)
        command: Command = Resign(others[0], at_ms) if self.state.number else WalkOver(others[0], at_ms)
        return self._do([command], now_ms)

    def _pause(self, _seat: int, now_ms: float) -> list[Effect]:
        if self._is_rated:
            raise IllegalMove(SENTENCES["rated"])
        if self.is_over or self.is_paused:
            raise IllegalMove(SENTENCES["paused"])
        effects: list[Effect] = []
        if self.state.phase is Phase.READING:
            effects += self._do([Void(at_ms=self._at_ms(now_ms))], now_ms)
        self.reading = None
        match = self.table.match
        match.clock_ms, match.clock_since = self._at_ms(now_ms), None
        return [*effects, Append(self.count, is_clock=True), Show()]

    def _resume(self, _seat: int, now_ms: float) -> list[Effect]:
        if not self.is_paused:
            raise IllegalMove(SENTENCES["running"])
        match = self.table.match
        match.clock_since = self.wall(now_ms)
        self._rest_ms = now_ms + NEXT_MS
        return [Append(self.count, is_clock=True), Show()]

    def _next(self, _seat: int, _now_ms: float) -> list[Effect]:
        if not self._by_hand:
            raise IllegalMove(SENTENCES["reader"])
        self._is_wanted = True
        return []

    # A reading -------------------------------------------------------------------------------------------
    def armed(self, seat: int, number: int) -> list[Effect]:
        """A seat has the sound of a reading ready."""
        if self.reading is None or self.reading.number != number or seat in self.reading.armed:
            return []
        self.reading.armed.add(seat)
        return [Show()] if not self.reading.is_begun else []

    def prepared(self, found: Prepared | None, now_ms: float) -> list[Effect]:
        """The sound that was asked for is there: everybody is called. None: it could not be found now."""
        self._asked_for = 0
        if found is None:
            self._rest_ms = now_ms + RETRY_MS
            return []
        if self.reading or found.reading != self.state.number + 1 or not self._may_read(now_ms):
            return []
        self.reading = Reading(found, now_ms + ARM_MS)
        return [self._call(seat) for seat in self._hearers()]

    def _hearers(self) -> list[int]:
        return [*(seat for seat in self.table.persons if self._people.is_there(seat)), WATCHERS]

    def _call(self, seat: int) -> Tell:
        found = self.reading.prepared if self.reading else None
        if found is None:
            raise ValueError("nothing is called")
        fields = {"reading": found.reading, "sound": found.sound, "before": found.before}
        return Tell(seat, "arm", fields | {"is_sealed": found.key is not None})

    def joined(self, seat: int) -> list[Effect]:
        """Somebody is back: they are called too if there is time."""
        return [self._call(seat)] if self.reading and not self.reading.is_begun else []

    def _may_read(self, now_ms: float) -> bool:
        """Whether the reciter need not wait for anything."""
        state = self.state
        if state.phase not in (Phase.JOKA, Phase.RESOLVE) or state.raised or self.is_paused:
            return False
        if self._by_hand and not self._is_wanted:
            return False
        if play.clock(state) is not None or state.at == len(state.order):
            return False
        return all(self._is_waited_for(seat, now_ms) is False for seat in self.table.persons)

    def _is_waited_for(self, seat: int, now_ms: float) -> bool:
        """Whether the reciter waits for a seat: it is missing or too far away, and can still be claimed or come back."""
        if self._people.is_too_slow(seat):
            return True
        if self._people.is_there(seat):
            return False
        return not self._people.is_given_up(seat, now_ms) or self.may_claim(now_ms)

    def may_claim(self, now_ms: float) -> bool:
        """Whether a whole side of two has been missing so long that the match is the other's for the asking."""
        if self.is_over or self.table.setup.sides != 2:
            return False
        for side in range(2):
            seats = [seat for seat in self.table.persons if self.table.setup.seats[seat] == side]
            if seats and all(self._people.is_given_up(seat, now_ms) for seat in seats):
                return True
        return False

    def _begin_reading(self, reading: Reading, now_ms: float) -> list[Effect]:
        """The event of it; `go` follows when it is written."""
        at_ms, heard, number = self._at_ms(now_ms), reading.prepared.heard, reading.number
        poem = self.state.order[self.state.at]
        self.table.match.told_ms[str(poem)] = list(heard.hearing.told_ms[: kimariji.LONGEST])
        moving = list(matches.moves(self.table, at_ms))
        effects = self._do([*moving, Read(at_ms, heard.upper_ms, heard.lower_ms)], now_ms)
        if self.state.number != number:  # what was left to be sent has lapsed, and that was the end
            self.reading = None
            return effects
        reading.is_begun, self._is_wanted = True, False
        for seat, player in self._computers:
            dice = matches.dice_of(self.table.match, number, seat)
            plan = player.plan(play.view(self.state, seat), heard.hearing, dice)
            reading.plans += [Touch(seat, each.ms, each.card, is_sweep=each.is_sweep) for each in plan]
        reading.plans.sort(key=lambda touch: (touch.ms, touch.seat))
        return effects

    def _go(self, reading: Reading, now_ms: float) -> list[Effect]:
        upper_in_ms = reading.go(self._people, now_ms)
        fields = {
            "reading": reading.number,
            "in_ms": GO_MS,
            "upper_in_ms": upper_in_ms,
            "key": reading.prepared.key,
        }
        return [Tell(seat, "go", fields | {"is_armed": seat in reading.armed}) for seat in self._hearers()]

    def touch(self, seat: int, message: Message, arrived_ms: float, now_ms: float) -> list[Effect]:
        """Touches of a hand. Stale if that reading is over; IllegalMove if no such card lies there."""
        reading = self.reading
        if reading is None or reading.zero_ms is None or reading.number != message["reading"]:
            raise Stale
        told = message["touches"]
        count = reading.counts.get(seat, 0) + len(told)
        if count > MOST_TOUCHES:
            raise IllegalMove(SENTENCES["flood"])
        is_sweep = len(told) > 1 or message["is_sweep"]
        touches = reading.believed(seat, told, arrived_ms, is_sweep)
        effects = self._do(touches, now_ms)
        reading.counts[seat] = count
        reading.keep(seat, told, arrived_ms)
        reading.hold(self.state, touches)
        return effects

    def _tell_touches(self, reading: Reading, now_ms: float) -> list[Effect]:
        touches = reading.told_at(now_ms)
        closes = play.closes_ms(self.state)
        is_taken = any(each.card == self.state.poem and each.ms >= 0 for each in self.state.touches) and not any(
            held.card == self.state.poem for _, held in reading.untold
        )
        found: list[Effect] = []
        for seat in self._hearers():
            told = [{"seat": each.seat, "card": each.card, "ms": each.ms} for each in touches if each.seat != seat]
            fields = {"reading": reading.number, "touches": told, "is_taken": is_taken}
            found.append(Tell(seat, "touched", fields | {"closes_ms": closes if is_taken else None}))
        return found

    def _judge(self, reading: Reading, now_ms: float) -> list[Effect]:
        closes = play.closes_ms(self.state)
        if closes is None:
            raise ValueError("a card that is waited for")
        is_in_lower = self._is_in_lower(reading, now_ms)
        effects = self._do([Close(closes, self._at_ms(now_ms))], now_ms)
        effects += self._settle(reading)
        self.reading = None
        self._rest_ms = now_ms + (PLACING_MS if self.state.unplaced else NEXT_MS)
        if is_in_lower and not self.table.setup.variant.cuts_recitation and reading.zero_ms is not None:
            self._rest_ms = max(self._rest_ms, reading.zero_ms + self._lower_ms)
        if self._raising and not self.is_over:
            hands = [RaiseHand(seat, self.state.since_ms) for seat in sorted(self._raising - self.state.raised)]
            self._raising.clear()
            effects += self._do(hands, now_ms)
        return effects

    def _is_in_lower(self, reading: Reading, now_ms: float) -> bool:
        """Whether the lower verse has begun, so that the reciter ends it."""
        heard: Heard = reading.prepared.heard
        taken = [each.ms for each in self.state.touches if each.card == self.state.poem and each.ms >= 0]
        self._lower_ms = heard.lower_ms
        return min(taken, default=reading.elapsed_ms(now_ms)) > heard.upper_ms + heard.pause_ms

    def _settle(self, reading: Reading) -> list[Effect]:
        """Refill the banks, and look whether a person should look at something."""
        found: list[Effect] = []
        verdict = self.state.last
        if verdict is None:
            return found
        decided = self._decided_ms(reading)
        for seat, sitting in self._people.sitting.items():
            grants = reading.grants.get(seat, [])
            sitting.bank_ms = refilled(reading.banks.get(seat, sitting.bank_ms), grants)
            right = [each.ms for each in self.state.last_touches if each.seat == seat and each.card == verdict.poem]
            observed = Observed(
                sitting.probes.floor_ms if sitting.probes.count else None,
                any(each.is_at_ceiling for each in grants) if grants else None,
                min(right) - decided if right else None,
            )
            sitting.watch = sitting.watch.after(observed)
            for flag in sitting.watch.flags():
                if flag.suspicion.value not in sitting.flagged:
                    sitting.flagged.add(flag.suspicion.value)
                    found.append(Suspect(seat, flag.suspicion.value, flag.evidence))
        return found

    def _decided_ms(self, reading: Reading) -> int:
        """When the poem that was read could be told from all others."""
        poem, read = self.state.read[-1], self.state.read[:-1]
        return round(reading.prepared.heard.hearing.told_ms[len(kimariji.current(poem, read)) - 1])

    # Time ------------------------------------------------------------------------------------------------
    def due_ms(self, now_ms: float) -> float:
        """When something happens by itself; `now_ms` or before: at once."""
        if self.is_over:
            return _NEVER
        return min(self._clock_due_ms(), self._reading_due_ms(now_ms))

    def _clock_due_ms(self) -> float:
        due, match = play.clock(self.state), self.table.match
        if due is None or match.clock_since is None:
            return _NEVER
        return match.clock_since.timestamp() * 1000 - self._epoch_ms + due.due_ms - match.clock_ms + 1

    def _reading_due_ms(self, now_ms: float) -> float:
        reading = self.reading
        if reading is None:
            is_next = not self._asked_for and self._may_read(now_ms)
            return self._rest_ms if is_next else _NEVER
        if not reading.is_begun:
            return now_ms if reading.may_go(self._people, now_ms) or not self._may_read(now_ms) else reading.until_ms
        if reading.zero_ms is None:
            return now_ms
        told = reading.untold[0][0] if reading.untold else _NEVER
        longest = reading.zero_ms + LONGEST_MS
        return min(told, reading.hand_due_ms(), reading.close_due_ms(self.state), longest)

    def wake(self, now_ms: float) -> list[Effect]:
        """Do what is due."""
        if self.is_over:
            return []
        if self._clock_due_ms() <= now_ms:
            return self._do(self._due(now_ms), now_ms)
        reading = self.reading
        if reading is None:
            return self._ask(now_ms)
        if not reading.is_begun:
            if not self._may_read(now_ms):
                self.reading = None
                return [Show()]
            return self._begin_reading(reading, now_ms) if reading.may_go(self._people, now_ms) else []
        if reading.zero_ms is None:
            return self._go(reading, now_ms)
        return self._wake_reading(reading, now_ms)

    def _wake_reading(self, reading: Reading, now_ms: float) -> list[Effect]:
        effects: list[Effect] = []
        if reading.untold and reading.untold[0][0] <= now_ms:
            effects += self._tell_touches(reading, now_ms)
        while reading.hand_due_ms() <= min(now_ms, reading.close_due_ms(self.state)):
            touch = reading.next_hand(self.state)
            if touch is not None:
                effects += self._do([touch], now_ms)
                reading.hold(self.state, [touch])
        if reading.close_due_ms(self.state) <= now_ms:
            effects += self._judge(reading, now_ms)
        elif reading.zero_ms is not None and reading.zero_ms + LONGEST_MS <= now_ms:
            effects += self._do([Void(at_ms=self._at_ms(now_ms))], now_ms)
            self.reading, self._rest_ms = None, now_ms + NEXT_MS
        return effects

    def _ask(self, now_ms: float) -> list[Effect]:
        """The sound of the next reading, if it is time for it."""
        if self._asked_for or now_ms < self._rest_ms or not self._may_read(now_ms):
            return []
        self._asked_for = self.state.number + 1
        return [Prepare(self._asked_for, self.state.order[self.state.at])]

    # Doing -----------------------------------------------------------------------------------------------
    def _do(self, commands: Iterable[Command], now_ms: float) -> list[Effect]:
        """What these commands make happen: appended, then shown (touches wait until they may be told)."""
        before = self.table
        self.table = matches.follow(before, commands)
        happened = self.table.events[len(before.events) :]
        if not happened:
            return []
        effects: list[Effect] = [Append(len(before.events), happened)]
        if self.is_over:
            self.reading = None
        if any(isinstance(event, ReadingBegun) for event in happened):
            return [*effects, Show()]
        self._rest_after(before.state, now_ms)
        return effects if all(isinstance(event, Touched) for event in happened) else [*effects, Show()]

    def _rest_after(self, before: play.State, now_ms: float) -> None:
        """How long the reciter waits after something between two readings."""
        state = self.state
        if before.owed and not state.owed:
            self._rest_ms = now_ms + (PLACING_MS if state.unplaced else NEXT_MS)
        elif before.unplaced and not state.unplaced:
            self._rest_ms = min(self._rest_ms, now_ms + NEXT_MS)
        elif before.raised and not state.raised:
            self._rest_ms = now_ms + NEXT_MS


_OWN = {"claim": Karuta._claim, "pause": Karuta._pause, "resume": Karuta._resume, "next": Karuta._next}


def _command(seat: int, message: Message, at_ms: int) -> Command:
    """The command of the referee that a message asks for."""
    do = message["do"]
    if do == "lay":
        first, second, third, fourth, fifth, sixth = message["groups"]
        return Lay(seat, (first, second, third, fourth, fifth, sixth), at_ms)
    if do == "send":
        return Send(seat, message["cards"], at_ms)
    if do == "move":
        return Move(seat, message["card"], Place(*message["place"]), at_ms)
    return _PLAIN[do](seat, at_ms)


_PLAIN = {"ready": Ready, "decline": Decline, "raise": RaiseHand, "lower": LowerHand, "resign": Resign}
