"""The reciter of a table: calls for the next poem when nothing holds him back, begins it, and has it judged.

A reading is asked for (its sound is looked for), called (everybody fetches it), begun (an event), heard (`go`), and
judged; or taken back. docs/protocol.md has it as the clients see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_noop

from games.bots.karuta.opponent import Opponent
from games.fairness.lag import refilled
from games.karuta import matches
from games.live.course import NEVER, NEXT_MS, PLACING_MS, Course
from games.live.effects import WATCHERS, Effect, Prepare, Prepared, Suspect, Tell
from games.live.people import People
from games.live.reading import ARM_MS, GO_MS, MOST_TOUCHES, Reading
from games.live.wire import Message
from games.matches import Stale
from games.rules.engine import IllegalMove
from games.rules.karuta import play
from games.rules.karuta.events import Close, LowerHand, Phase, RaiseHand, Read, Touch, Void
from trainer.poems import kimariji

LEFT_ALONE_MS = 180_000.0  # a table of a hall waits so long for its reciter
LONGEST_MS = 120_000.0  # a card that nobody takes is waited for so long, and comes again later
RETRY_MS = 5_000.0  # until a sound that could not be found is asked for again
FLOOD = gettext_noop("These are too many touches for one reading.")


class Reciter:
    """Who reads for one match. `computers` are the seats that nobody plays, with who plays them.

    `hall`: how many readings somebody has begun by hand for this table and others; None: he begins by himself. What a
    table of a hall has missed it reads after all that is read for all.
    """

    def __init__(
        self,
        course: Course,
        people: People,
        computers: Sequence[tuple[int, Opponent]],
        hall: int | None = None,
    ) -> None:
        self.hall = hall
        self._left_alone_ms = NEVER  # when he begins by himself, if nobody who reads by hand comes back
        self.reading: Reading | None = None
        self._course, self._people, self._computers = course, people, computers
        self._asked_for = 0  # the number of the reading whose sound is being looked for
        self._raising: set[int] = set()
        self._lowered: set[int] = set()  # who has been waited for long enough before this poem

    # What holds him back ---------------------------------------------------------------------------------
    def may_read(self, now_ms: float) -> bool:
        """Whether nothing holds the next poem back, but for the rest between two."""
        course, state = self._course, self._course.state
        if state.phase not in (Phase.JOKA, Phase.RESOLVE) or state.raised or course.is_paused:
            return False
        if play.clock(state) is not None or state.at == len(state.order):
            return False
        return not any(self._is_waited_for(seat, now_ms) for seat in self._people.sitting)

    def _is_waited_for(self, seat: int, now_ms: float) -> bool:
        """Whether a seat is missing or too far away, and may yet come back or be claimed."""
        if self._people.is_there(seat) and not self._people.is_too_slow(seat):
            return False
        return not self._people.is_given_up(seat, now_ms) or self.may_claim(now_ms)

    def may_claim(self, now_ms: float) -> bool:
        """Whether a whole side of two has been missing so long that the match is the other's for the asking."""
        return any(self._is_gone(side, now_ms) for side in self._claimable)

    @property
    def _claimable(self) -> range:
        course = self._course
        is_asleep = course.is_over or course.is_paused  # in a pause nobody is missing
        return range(0 if is_asleep or course.table.setup.sides != 2 else 2)

    def _is_gone(self, side: int, now_ms: float) -> bool:
        """Whether nobody plays for a side, and has not for long."""
        sides = self._course.table.setup.seats
        seats = [seat for seat, each in enumerate(sides) if each == side]
        return all(self._people.is_given_up(seat, now_ms) for seat in seats)

    # Calling ---------------------------------------------------------------------------------------------
    def prepared(self, found: Prepared | None, now_ms: float) -> list[Effect]:
        """The sound that was asked for is there: everybody is called. None: it could not be found now."""
        self._asked_for = 0
        if found is None:
            self._course.rest_ms = now_ms + RETRY_MS
            return []
        if self.reading or found.reading != self._course.state.number + 1 or not self.may_read(now_ms):
            return []
        self.reading = Reading(found, now_ms + ARM_MS)
        return [_call(found, seat) for seat in self._hearers()]

    # In a hall -------------------------------------------------------------------------------------------
    def start(self, number: int, first_ms: float, now_ms: float) -> None:
        """Begin the hall's reading of this number, with its first sound at `first_ms`; or miss it."""
        if self.hall is None or number <= self.hall:
            return
        self.hall = number
        reading = self.reading
        if reading is None or reading.is_begun:
            return
        if reading.number == number and self.is_ready(now_ms):
            reading.first_ms = first_ms
        else:
            self.reading = None

    def hand(self, now_ms: float, *, is_there: bool) -> None:
        """Whoever reads by hand is there, or is not: then he waits a while, and goes on by himself for good."""
        if self.hall is not None:
            self._left_alone_ms = NEVER if is_there else min(self._left_alone_ms, now_ms + LEFT_ALONE_MS)

    def is_ready(self, now_ms: float) -> bool:
        """Whether the next poem is called, and whoever reads may begin."""
        reading = self.reading
        is_called = reading is not None and not reading.is_begun and reading.may_go(self._people, now_ms)
        return is_called and self.may_read(now_ms)

    def waits_for(self, now_ms: float) -> list[int]:
        """The seats that are not ready for the next poem, as far as he knows."""
        state, reading = self._course.state, self.reading
        if state.raised:
            return sorted(state.raised)
        missing = [seat for seat in self._people.sitting if self._is_waited_for(seat, now_ms)]
        if missing or reading is None or reading.is_begun:
            return missing
        return [seat for seat in self._people.sitting if seat not in reading.armed]

    def _may_begin(self, reading: Reading, now_ms: float) -> bool:
        """Whether the reading that is called begins."""
        return reading.may_go(self._people, now_ms) if self.hall is None else reading.first_ms is not None

    def _miss(self, now_ms: float) -> list[Effect]:
        """What was read elsewhere while this table was not ready comes after all others."""
        course, effects = self._course, list[Effect]()
        while self.hall is not None and course.state.number < self.hall and not course.is_over:
            at_ms = course.at_ms(now_ms)
            effects += course.do([Read(at_ms)], now_ms)
            if course.state.phase is Phase.READING:
                effects += course.do([Void(at_ms=at_ms, is_last=True)], now_ms)
        return effects

    def joined(self, seat: int) -> list[Effect]:
        """Somebody is back: they are called too if there is time."""
        return [_call(self.reading.prepared, seat)] if self.reading and not self.reading.is_begun else []

    def armed(self, seat: int, number: int) -> list[Effect]:
        """A seat has the sound of a reading ready."""
        reading = self.reading
        if reading is None or reading.number != number or seat in reading.armed or reading.is_begun:
            return []
        reading.armed.add(seat)
        return [Tell(each, "notice", {"kind": "armed", "seat": seat}) for each in self._people.sitting]

    def _hearers(self) -> list[int]:
        return [*(seat for seat in self._people.sitting if self._people.is_there(seat)), WATCHERS]

    def raise_hand(self, seat: int, _now_ms: float) -> list[Effect] | None:
        """A hand goes up while a poem is called or read: he waits now, or after it. None: he does not read.

        Whose hand he has waited for long enough is waited for after the next poem.
        """
        phase = self._course.state.phase
        if phase is Phase.RESOLVE and seat not in self._lowered:
            self.reading = None  # what is called is called off
        if phase not in (Phase.READING, Phase.JOKA) and seat not in self._lowered:
            return None
        self._raising.add(seat)
        return [Tell(each, "notice", {"kind": "raising", "seat": seat}) for each in self._people.sitting]

    def lower_hand(self, seat: int, _now_ms: float) -> list[Effect] | None:
        """It goes down before he has waited. None: it was not going up."""
        if seat not in self._raising:
            return None
        self._raising.remove(seat)
        return [Tell(each, "notice", {"kind": "lowered", "seat": seat}) for each in self._people.sitting]

    def lower_hands(self, now_ms: float) -> list[Effect]:
        """Those that have been up for too long: he reads on."""
        late = [seat for seat, until in self._course.hands.items() if until <= now_ms]
        self._lowered.update(late)
        return self._course.do([LowerHand(seat, self._course.at_ms(now_ms)) for seat in late], now_ms)

    def break_off(self) -> None:
        """Call nobody any more."""
        self.reading = None

    # Reading ---------------------------------------------------------------------------------------------
    def _begin(self, reading: Reading, now_ms: float) -> list[Effect]:
        """The event of it; `go` follows when it is written."""
        course, heard, number = self._course, reading.prepared.heard, reading.number
        at_ms, table = course.at_ms(now_ms), course.table
        table.match.told_ms[str(course.state.order[course.state.at])] = list(heard.hearing.told_ms[: kimariji.LONGEST])
        moving = list(matches.moves(table, at_ms))
        effects = course.do([*moving, Read(at_ms, heard.upper_ms, heard.lower_ms)], now_ms)
        if course.state.number != number:  # what was left to be sent has lapsed, and that was the end
            self.reading = None
            return effects
        reading.is_begun = True
        self._lowered.clear()
        for seat, player in self._computers:
            dice = matches.dice_of(table.match, number, seat)
            plan = player.plan(play.view(course.state, seat), heard.hearing, dice)
            reading.plans += [Touch(seat, each.ms, each.card, is_sweep=each.is_sweep) for each in plan]
        reading.plans.sort(key=lambda touch: (touch.ms, touch.seat))
        return effects

    def _go(self, reading: Reading, now_ms: float) -> list[Effect]:
        in_ms = GO_MS if reading.first_ms is None else max(GO_MS, round(reading.first_ms - now_ms))
        upper_in_ms = reading.go(self._people, now_ms, in_ms)
        return [Tell(seat, "go", _go(reading, seat, upper_in_ms)) for seat in self._hearers()]

    def touch(self, seat: int, message: Message, arrived_ms: float, now_ms: float) -> list[Effect]:
        """Touches of a hand. Stale if that reading is over; IllegalMove if no such card lies there."""
        reading = self.reading
        if reading is None or reading.zero_ms is None or reading.number != message["reading"]:
            raise Stale
        told = message["touches"]
        if len(reading.grants.get(seat, ())) + len(told) > MOST_TOUCHES:
            raise IllegalMove(FLOOD)
        grants = reading.granted(seat, [ms for _, ms in told], arrived_ms, self._people)
        is_sweep = len(told) > 1 or message["is_sweep"]
        touches = [
            Touch(seat, grant.effective_ms, card, is_sweep=is_sweep)
            for (card, _), grant in zip(told, grants, strict=True)
        ]
        effects = self._course.do(touches, now_ms)
        reading.grants.setdefault(seat, []).extend(zip([card for card, _ in told], grants, strict=True))
        reading.hold(self._course.state, touches)
        return effects

    def _tell_touches(self, reading: Reading, now_ms: float) -> list[Effect]:
        """To everybody what the others' hands have done; whether the card is taken; and if it is, when it is over."""
        state, touches = self._course.state, reading.told_at(now_ms)
        is_taken = reading.is_taken(state)
        same = {
            "reading": reading.number,
            "is_taken": is_taken,
            "closes_ms": play.closes_ms(state) if is_taken else None,
        }
        return [Tell(seat, "touched", same | {"touches": _of_others(touches, seat)}) for seat in self._hearers()]

    def _judge(self, reading: Reading, now_ms: float) -> list[Effect]:
        course = self._course
        closes = play.closes_ms(course.state)
        if closes is None:
            raise ValueError("a card that is waited for")
        reads_on_ms = reading.reads_on_ms(course.state, now_ms)
        effects = course.do([Close(closes, course.at_ms(now_ms))], now_ms)
        effects += self._observe(reading)
        self.reading = None
        course.rest_ms = max(reads_on_ms, now_ms + (PLACING_MS if course.state.unplaced else NEXT_MS))
        return effects + self._raised(now_ms)

    def _raised(self, now_ms: float) -> list[Effect]:
        """The hands that have gone up while the poem was read."""
        course = self._course
        hands = sorted(self._raising - course.state.raised) if course.state.phase is Phase.RESOLVE else []
        self._raising.clear()
        return course.do([RaiseHand(seat, course.state.since_ms) for seat in hands], now_ms) if hands else []

    def _void(self, now_ms: float) -> list[Effect]:
        effects = self.void(now_ms)
        self._course.rest_ms = now_ms + NEXT_MS
        return effects

    def void(self, now_ms: float) -> list[Effect]:
        """Take back what is being read: its poem comes again later."""
        self.reading = None
        if self._course.state.phase is not Phase.READING:
            return []
        effects = self._course.do([Void(at_ms=self._course.at_ms(now_ms), is_last=self.hall is not None)], now_ms)
        return effects + self._raised(now_ms)

    def _observe(self, reading: Reading) -> list[Effect]:
        """Refill the banks, and look whether a person should look at something."""
        found: list[Effect] = []
        state = self._course.state
        for seat, sitting in self._people.sitting.items():
            grants = [grant for _, grant in reading.grants.get(seat, ())]
            sitting.bank_ms = refilled(sitting.bank_ms, grants)
            sitting.watch = sitting.watch.after(reading.observed(seat, sitting.probes, state))
            for flag in sitting.watch.flags():
                if flag.suspicion.value not in sitting.flagged:
                    sitting.flagged.add(flag.suspicion.value)
                    found.append(Suspect(seat, flag.suspicion.value, flag.evidence))
        return found

    # Time ------------------------------------------------------------------------------------------------
    def due_ms(self, now_ms: float) -> float:
        """When he does something by himself."""
        return min(self._left_alone_ms, self._due_ms(now_ms))

    def _due_ms(self, now_ms: float) -> float:
        reading = self.reading
        if reading is None:
            return self._course.rest_ms if not self._asked_for and self.may_read(now_ms) else NEVER
        if not reading.is_begun:
            is_due = self._may_begin(reading, now_ms) or not self.may_read(now_ms)
            return now_ms if is_due else reading.until_ms if reading.until_ms > now_ms else NEVER
        if reading.zero_ms is None:
            return now_ms
        return min(reading.due_ms(self._course.state), reading.zero_ms + LONGEST_MS)

    def wake(self, now_ms: float) -> list[Effect]:
        """Do what is due."""
        if self._left_alone_ms <= now_ms:
            self._left_alone_ms, self.hall = NEVER, None
        reading = self.reading
        if reading is None:
            return self._ask(now_ms)
        if not reading.is_begun:
            if not self.may_read(now_ms):
                self.reading = None
                return []
            return self._begin(reading, now_ms) if self._may_begin(reading, now_ms) else []
        if reading.zero_ms is None:
            return self._go(reading, now_ms)
        return self._read_on(reading, reading.zero_ms, now_ms)

    def _read_on(self, reading: Reading, zero_ms: float, now_ms: float) -> list[Effect]:
        course, effects = self._course, list[Effect]()
        while reading.hand_due_ms() <= min(now_ms, reading.close_due_ms(course.state)):
            touch = reading.next_hand(course.state)
            if touch is not None:
                effects += course.do([touch], now_ms)
                reading.hold(course.state, [touch])
        if reading.untold and reading.untold[0][0] <= now_ms:
            effects += self._tell_touches(reading, now_ms)
        if reading.close_due_ms(course.state) <= now_ms:
            return effects + self._judge(reading, now_ms)
        return effects + self._void(now_ms) if zero_ms + LONGEST_MS <= now_ms else effects

    def _ask(self, now_ms: float) -> list[Effect]:
        """The sound of the next reading, if it is time for it."""
        course = self._course
        if self._asked_for or now_ms < course.rest_ms or not self.may_read(now_ms):
            return []
        if self.hall is not None and course.state.number < self.hall:
            return self._miss(now_ms)
        self._asked_for = course.state.number + 1
        return [Prepare(self._asked_for, course.state.order[course.state.at])]


def _call(found: Prepared, seat: int) -> Tell:
    told: dict[str, Any] = {"reading": found.reading, "sound": found.sound, "before": found.before}
    return Tell(seat, "arm", told | {"is_sealed": found.key is not None})


def _go(reading: Reading, seat: int, upper_in_ms: int) -> dict[str, Any]:
    sooner = reading.sooner_ms(seat)
    return {
        "reading": reading.number,
        "in_ms": upper_in_ms - reading.prepared.before_ms - sooner,
        "upper_in_ms": upper_in_ms - sooner,
        "key": reading.prepared.key,
        "is_armed": seat in reading.armed,
    }


def _of_others(touches: Sequence[Touch], seat: int) -> list[dict[str, int]]:
    return [{"seat": each.seat, "card": each.card, "ms": each.ms} for each in touches if each.seat != seat]
