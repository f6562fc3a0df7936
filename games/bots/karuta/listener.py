"""A player that hears: from the sounds of a reading to its touches.

What it does at a moment follows from the sounds told by then, from what it remembers, and from luck that was drawn
before the reading. So the poem decides nothing before it can be heard, not even the dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from games.bots.karuta.chance import Luck, ex_gaussian, exponential, luck
from games.bots.karuta.hearing import Hearing
from games.bots.karuta.layout import Positions, home_positions, lay, received
from games.bots.karuta.levels import Level
from games.bots.karuta.opponent import PlannedTouch
from games.bots.karuta.persons import Person
from games.bots.karuta.reach import further_mm, spot_of, spots
from games.bots.karuta.sending import declines, picks
from games.bots.karuta.sounds import ALL, PARTNERS, VERSES, begin, first_told, poems_of, set_of
from games.rules.karuta.events import Decline, Lay, Move, Send
from games.rules.karuta.judge import MIDDLE
from games.rules.karuta.play import View
from games.rules.karuta.variants import FaultRule
from trainer.poems.kimariji import LONGEST

EARLY_MS = 80  # a sound colours the one before it: so much earlier it can be told by those who listen for it
FORM_MS = 8  # standard deviation of the form of the day
RECOVERS_MS = 250  # from a wrong card to the right one
SWEEP_MS = 8  # from one card to the next in a sweep
MOST_TO_GUESS = 3  # nobody guesses among more cards
# Of what may become a foul, how much does: not every guess is wrong, and not every wrong card lies at the other side.
# Found by simulation, so that fouls come out as counted in matches (docs/karuta-bots.md).
JUMP_FACTOR, SLIP_FACTOR, STRAY_FACTOR = 2.0, 1.8, 1.4
OWN_SEARCH = 0.3  # of the search, where the own side was laid by oneself


@dataclass(frozen=True, slots=True)
class Switches:
    """An opponent to train against that lacks what people have.

    `never_faults`: no guess, no mixed-up card. `never_hesitates`: always the mean reaction of its class, no lapse.
    """

    never_faults: bool = False
    never_hesitates: bool = False


AS_PEOPLE_ARE = Switches()


@dataclass(frozen=True)
class Listener:
    """A person in one match. The same `seed` gives the same form of the day and the same gaps of memory."""

    person: Person
    seed: int | str = 0
    switches: Switches = AS_PEOPLE_ARE

    # What this match brings ------------------------------------------------------------------------------
    @cached_property
    def _day(self) -> tuple[float, int]:
        """The form of the day in ms, and the poems that will not be remembered as read."""
        dice = Random(f"match {self.seed}")
        form_ms = ex_gaussian(0, FORM_MS, 0, dice.random(), 0)
        notices = self.person.level.notices
        return form_ms, set_of([poem for poem in VERSES if dice.random() >= notices])

    @cached_property
    def positions(self) -> Positions:
        """The usual places of this person."""
        return home_positions(self.person.taste, self.person.layout_seed)

    def unread(self, view: View) -> int:
        """The poems it takes for unread: the unread ones and those whose reading has slipped its mind."""
        read = set_of(view.read)
        return ALL & ~(read & ~self._day[1])

    # One reading -----------------------------------------------------------------------------------------
    def plan(self, view: View, hearing: Hearing, dice: Random) -> tuple[PlannedTouch, ...]:
        """Its touches of one reading, the earliest first; none while it sits out."""
        drawn = luck(dice)
        if view.is_sitting_out:
            return ()
        return _Turn(self, view, hearing, drawn).touches()

    # Between readings ------------------------------------------------------------------------------------
    def layout(self, view: View, at_ms: int = 0) -> Lay | None:
        """Its own cards at its usual places; None where cards have no owner."""
        if not view.field.territories:
            return None
        cards = view.field.cards(view.side)
        return Lay(view.seat, lay(cards, self.positions, view.setup.variant.row_most), at_ms)

    def picks(self, view: View) -> tuple[int, ...]:
        """What it would send, first choice first: for `Tick`."""
        return picks(view, self.person.sending)

    def send(self, view: View, at_ms: int = 0) -> Send | Decline | None:
        """What it sends; None if its side has nothing to send."""
        if not view.owed or view.sender != view.side:
            return None
        if declines(view, self.person.sending):
            return Decline(view.seat, at_ms)
        return Send(view.seat, self.picks(view)[: view.owed], at_ms)

    def place(self, view: View, at_ms: int = 0) -> tuple[Move, ...]:
        """Received cards to their usual places."""
        return received(view, self.positions, at_ms)

    def move(self, view: View, dice: Random, at_ms: int = 0) -> Move | None:
        """Now and then, a card that one sound has come to decide, to the outer end of the bottom row."""
        if dice.random() >= self.person.moves or not view.field.territories:
            return None
        unread, wing = self.unread(view), 0 if self.person.taste.is_left_handed else 1
        for card in view.field.cards(view.side):
            place = view.field.place_of(view.side, card)
            if place.row < 2 and begin(VERSES[card][:1], unread) == 1 << card:
                if view.field.row_count(view.side, 2) >= view.setup.variant.row_most:
                    return None
                end = len(view.field.territories[view.side][4 + wing]) if wing else 0
                return Move(view.seat, card, place._replace(row=2, wing=wing, at=end), at_ms)
        return None


class _Turn:
    """One reading of one listener."""

    def __init__(self, listener: Listener, view: View, hearing: Hearing, drawn: Luck) -> None:
        self.person, self.switches, self.view = listener.person, listener.switches, view
        self.level: Level = self.person.level
        self.hearing, self.drawn = hearing, drawn
        self.unread = listener.unread(view)
        self.reaction_ms = self._reaction(listener)

    def _reaction(self, listener: Listener) -> float:
        """From the deciding sound to a card at a middling distance."""
        level, mu_ms = self.level, self.level.mu_ms + self.person.mu_ms
        if self.switches.never_hesitates:
            return mu_ms + level.tau_ms
        form_ms = listener._day[0]  # noqa: SLF001 (its own)
        return form_ms + ex_gaussian(mu_ms, level.sigma_ms, level.tau_ms, self.drawn.body, self.drawn.tail)

    def touches(self) -> tuple[PlannedTouch, ...]:
        """Guess, hear, go; wrong cards first."""
        found = list[PlannedTouch]()
        jump = self._jump()
        told = first_told(self.hearing.kana, self.unread)
        if told is None:
            return (jump,) if jump else ()
        poem, kana = told
        right_ms = self._goes_at(poem, kana)
        if jump is not None and jump.card != poem:
            found.append(jump)
            right_ms = max(right_ms, jump.ms + RECOVERS_MS)
        elif jump is not None:
            right_ms = min(right_ms, jump.ms)
        else:
            wrong = self._wrong_card(poem)
            if wrong is not None:
                found.append(PlannedTouch(self._goes_at(wrong, kana), wrong))
                right_ms = found[0].ms + RECOVERS_MS
        found += self._take(poem, right_ms, self._floor_ms(kana))
        return tuple(sorted(found))

    # Times -----------------------------------------------------------------------------------------------
    def _floor_ms(self, kana: int) -> int:
        """Before this the last of so many kana cannot be told by anybody."""
        return self.hearing.told_ms[kana - 1] - EARLY_MS

    def _goes_at(self, card: int, kana: int) -> int:
        """When the hand comes upon a card that so many kana have decided."""
        level, drawn = self.level, self.drawn
        ms = self.hearing.told_ms[kana - 1] + self.reaction_ms + self._way_ms(card)
        if not self.switches.never_hesitates:
            if kana > 1 and drawn.early < level.early:
                ms -= EARLY_MS
            if drawn.lapse < level.lapse:
                ms += level.lapse_ms * exponential(drawn.lapse_tail)
        return max(round(ms), self._floor_ms(kana))

    def _way_ms(self, card: int) -> float:
        """What the place of a card adds: its distance, whose side it is, and the search where nobody has memorised."""
        view, level, spot = self.view, self.level, spot_of(self.view.field, card)
        if spot is None:
            return 0.0
        far_mm = further_mm(view.field, spot, view.side, view.seat, len(view.setup.seats))
        ms = far_mm / 1000 * level.reach_ms
        is_own = spot.side == view.side
        if spot.side != MIDDLE and is_own:
            ms += level.own_side_ms + self.person.own_side_ms
        if not view.setup.variant.memorise_ms and not self.switches.never_hesitates:
            ms += self.drawn.search * level.search_ms * view.field.on_mat * (OWN_SEARCH if is_own else 1)
        return ms

    # Hearing ---------------------------------------------------------------------------------------------
    def _jump(self) -> PlannedTouch | None:
        """A guess among two or three cards before the sound that will tell them (先走り)."""
        chance = self.level.mixes_up * self.person.fouls * self.person.jumps * JUMP_FACTOR
        if self.drawn.jump >= chance or self.switches.never_faults:
            return None
        for kana in range(1, min(LONGEST, len(self.hearing.kana))):
            left = poems_of(begin(self.hearing.kana[:kana], self.unread))
            if len(left) < 2:
                return None
            cards = self._lying(left)
            if len(left) <= MOST_TO_GUESS and cards and self._part_next(left, kana):
                card = cards[int(self.drawn.which * len(cards))]
                ms = self.hearing.told_ms[kana - 1] + self.reaction_ms + self._way_ms(card)
                return PlannedTouch(max(round(ms), self._floor_ms(kana + 1)), card)
        return None

    def _lying(self, poems: tuple[int, ...]) -> list[int]:
        """Those whose cards are on the mat."""
        return [poem for poem in poems if spot_of(self.view.field, poem) is not None]

    def _part_next(self, poems: tuple[int, ...], kana: int) -> bool:
        """Whether one more kana tells all of these apart."""
        return len({VERSES[poem][kana] for poem in poems}) == len(poems)

    # Wrong cards -----------------------------------------------------------------------------------------
    def _wrong_card(self, poem: int) -> int | None:
        """A card it goes to in place of the right one: a partner, or just another."""
        if self.switches.never_faults:
            return None
        fouls, jumps = self.person.fouls, self.person.jumps
        if self.drawn.slip < self.level.mixes_up * fouls * (1 - jumps) * SLIP_FACTOR:
            cards = self._lying(PARTNERS[poem])
            if cards:
                return cards[int(self.drawn.which * len(cards))]
        if self.drawn.stray < self.level.strays * fouls * STRAY_FACTOR:
            others = sorted(card for card in spots(self.view.field) if card != poem)
            return others[int(self.drawn.which * len(others))] if others else None
        return None

    def _take(self, card: int, ms: int, floor_ms: int) -> list[PlannedTouch]:
        """The touch of the right card, if it lies there; in a sweep, where that is no fault, one on the way first."""
        spot = spot_of(self.view.field, card)
        if spot is None:
            return []
        touch = PlannedTouch(ms, card)
        if self.view.setup.variant.fault is not FaultRule.OTHER_TERRITORY or self.drawn.sweep >= self.person.sweeps:
            return [touch]
        group = self.view.field.territories[spot.side][spot.group]
        inner = spot.at + (1 if spot.group % 2 == 0 else -1)
        if not 0 <= inner < len(group):
            return [touch]
        return [PlannedTouch(max(ms - SWEEP_MS, floor_ms), group[inner], True), PlannedTouch(ms, card, True)]
