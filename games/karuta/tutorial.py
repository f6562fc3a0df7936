"""The tutorial's situations: a few cards, one reading, and what the touches in it shall come to. No Django.

A situation is played by the referee of every match (games/rules/karuta); nothing here says what a touch is worth.
Seat and side 0 are the learner's. Times are milliseconds from the first sound of the upper verse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from games.rules.engine import IllegalMove
from games.rules.karuta import play
from games.rules.karuta.events import Close, Dealt, Laid, Phase, PhaseBegun, Read, Send, Touch
from games.rules.karuta.field import Field, Territory
from games.rules.karuta.judge import Name, Reading, Touched, Verdict, adjudicate
from games.rules.karuta.play import State
from games.rules.karuta.variants import KYOGI, Untaken, Variant, kyogi

YOU, OPPONENT = 0, 1
# Somebody to learn with: with nobody opposite a card is awaited, as in matches that are played alone.
PATIENT = replace(KYOGI, untaken=Untaken.REPEAT)
SLOW_MS = 4_500  # when the opponent takes: long enough to find one card of eight
HASTY_MS = 900  # when the opponent is wrong
PROMPT_MS, NEXT_MS = 1_000, 300  # touches whose time is not told: the first one, and each one after it
LATEST_MS = 600_000
MOST_TOUCHES = 12


class Key(StrEnum):
    """What a situation is about; the words to it are in tutorial_words.py."""

    OWN = "own"
    ACROSS = "across"
    KARAFUDA = "karafuda"
    KARAFUDA_FAULT = "karafuda_fault"
    SWEEP = "sweep"
    WRONG_SIDE = "wrong_side"
    DOUBLE = "double"
    LAST_CARDS = "last_cards"


@dataclass(frozen=True, slots=True)
class Hand:
    """A touch: of which card, and when."""

    card: int
    ms: int


@dataclass(frozen=True, slots=True)
class Situation:
    """Two territories and a poem. `aim` is the verdict it wants, made of at least `touches` of the learner's.

    `theirs` are the opponent's touches. `is_alone`: nobody else takes, and the reading waits for the learner.
    """

    key: Key
    own: Territory
    other: Territory
    poem: int
    aim: Name
    touches: int = 1
    theirs: tuple[Hand, ...] = ()
    is_alone: bool = False

    @property
    def variant(self) -> Variant:
        """The rules it is played by."""
        return PATIENT if self.is_alone else KYOGI

    def start(self) -> State:
        """The match at this point: the cards lie, and the poem is being read."""
        hands = tuple(tuple(card for group in side for card in group) for side in (self.own, self.other))
        state = play.replay(
            kyogi(self.variant),
            (
                Dealt(hands, (), (self.poem,), 0),
                Laid(YOU, self.own, 0),
                Laid(OPPONENT, self.other, 0),
                PhaseBegun(Phase.RESOLVE, 0),
            ),
        )
        return _after(state, Read())


@dataclass(frozen=True)
class Course:
    """How a situation has gone so far.

    `state` is the match after it all; `verdict` the referee's, or, while the reading goes on, what it would be were
    nobody to touch anything more (None: nothing has been touched). `closes_ms`: when the reading closes by itself
    (None: it waits).
    """

    situation: Situation
    hands: tuple[Hand, ...]
    state: State
    verdict: Verdict | None
    closes_ms: int | None

    @property
    def is_over(self) -> bool:
        """Whether the reading is closed."""
        return self.state.phase is not Phase.READING

    @property
    def is_reached(self) -> bool:
        """Whether it came out as the situation wants it."""
        return (
            self.is_over
            and self.verdict is not None
            and self.verdict.name is self.situation.aim
            and len(self.hands) >= self.situation.touches
        )

    @property
    def owed(self) -> int:
        """How many cards the learner has still to send."""
        return self.state.owed if self.state.sender == YOU else 0

    @cached_property
    def touched(self) -> tuple[Touched, ...]:
        """Everybody's touches that counted when the reading was closed, or those so far."""
        return self.state.last_touches if self.is_over else self.state.touches


def run(
    situation: Situation, hands: Sequence[Hand] = (), *, is_waiting: bool = False, sent: Sequence[int] = ()
) -> Course:
    """The course of a situation with these touches of the learner's.

    It is over once the learner has taken the card or is at fault where somebody else will take it, or when nothing more
    is touched (`is_waiting`). `sent` cards go over if the learner has so many to send. IllegalMove says with a sentence
    what cannot be.

    >>> course = run(SITUATIONS[0], (Hand(87, 500),))
    >>> course.verdict.name, course.is_reached
    (<Name.OWN_TAKE: 'own_take'>, True)
    """
    if len(hands) > MOST_TOUCHES:
        raise IllegalMove("At most %(most)s touches in one reading.", most=MOST_TOUCHES)
    open_state = situation.start()
    for hand in hands:
        open_state = _after(open_state, Touch(YOU, hand.ms, hand.card, is_sweep=len(hands) > 1))
    state = _with_theirs(situation, hands)
    closes = play.closes_ms(state)
    if closes is None or not (is_waiting or _is_decided(open_state)):
        return Course(situation, tuple(hands), open_state, _so_far(open_state) if hands else None, closes)
    state = _after(state, Close(closes, closes))
    verdict = state.last
    state = _sent(state, sent)
    return Course(situation, tuple(hands), state, verdict, closes)


def _with_theirs(situation: Situation, hands: Sequence[Hand]) -> State:
    """All touches in the order of their times. At the same time the learner's come first: equal times are judged."""
    state = situation.start()
    both = [(hand.ms, YOU, hand.card) for hand in hands]
    both += [(hand.ms, OPPONENT, hand.card) for hand in situation.theirs]
    for ms, seat, card in sorted(both):
        state = _after(state, Touch(seat, ms, card, is_sweep=seat == YOU and len(hands) > 1))
    closes = play.closes_ms(state)
    late = [each for each in state.touches if closes is not None and each.ms > closes]
    return replace(state, touches=tuple(each for each in state.touches if each not in late))


def _is_decided(state: State) -> bool:
    """Whether the learner's touches alone have taken the card or been at fault."""
    verdict = _so_far(state)
    return verdict.taker == YOU or bool(verdict.faults[YOU])


def _so_far(state: State) -> Verdict:
    """What it would come to were the reading to go on without a touch."""
    reading: Reading = play.reading_of(state)
    return adjudicate(PATIENT, reading)


def _sent(state: State, sent: Sequence[int]) -> State:
    """The state after cards have been sent: the opponent's first one or two, the learner's as chosen.

    Fewer cards than are due wait for the others.
    """
    if sent and (not state.owed or state.sender != YOU):
        raise IllegalMove("You have no card to send.")
    if not state.owed or state.sender is None:
        return state
    held = state.field.cards(state.sender)
    if state.sender == OPPONENT:
        return _after(state, Send(OPPONENT, held[: state.owed], state.since_ms))
    after = _after(state, Send(YOU, tuple(sent), state.since_ms)) if sent else state
    return after if len(sent) == state.owed else state


def _after(state: State, command: object) -> State:
    for event in play.decide(state, command):  # type: ignore[arg-type]  # every command of karuta
        state = play.apply(state, event)
    return state


def field_before(situation: Situation) -> Field:
    """The mat as the reading begins."""
    return situation.start().field


# The eight ------------------------------------------------------------------------------------------------
# Few cards, most of them decided by one sound, and no two on a mat whose faces begin alike.
SITUATIONS: tuple[Situation, ...] = (
    Situation(
        Key.OWN,
        own=((81,), (22,), (), (87,), (17,), ()),
        other=((18,), (33,), (77,), (), (), (2,)),
        poem=87,
        aim=Name.OWN_TAKE,
        is_alone=True,
    ),
    Situation(
        Key.ACROSS,
        own=((81,), (), (), (22,), (17,), (87,)),
        other=((), (18,), (77,), (), (33,), (5,)),
        poem=18,
        aim=Name.ACROSS,
        theirs=(Hand(18, SLOW_MS),),
    ),
    Situation(
        Key.KARAFUDA,
        own=((70,), (), (), (74,), (22,), (81,)),
        other=((57,), (), (), (33,), (18,), (10,)),
        poem=65,
        aim=Name.KARAFUDA,
        touches=0,
    ),
    Situation(
        Key.KARAFUDA_FAULT,
        own=((), (23,), (87,), (), (77,), (22,)),
        other=((57,), (), (5,), (), (), (81,)),
        poem=13,
        aim=Name.SINGLE_FAULT,
    ),
    Situation(
        Key.SWEEP,
        own=((17,), (), (22,), (), (), (37, 40)),
        other=((57,), (18,), (), (33,), (81,), ()),
        poem=40,
        aim=Name.OWN_TAKE,
        touches=2,
        is_alone=True,
    ),
    Situation(
        Key.WRONG_SIDE,
        own=((81,), (), (), (66,), (22,), (57,)),
        other=((), (100,), (33,), (), (18,), (17,)),
        poem=100,
        aim=Name.SEMI_DOUBLE,
        theirs=(Hand(100, SLOW_MS),),
    ),
    Situation(
        Key.DOUBLE,
        own=((22,), (18,), (), (87,), (81,), ()),
        other=((77,), (), (), (57,), (17,), (33,)),
        poem=77,
        aim=Name.DOUBLE,
        theirs=(Hand(18, HASTY_MS), Hand(77, SLOW_MS)),
    ),
    Situation(
        Key.LAST_CARDS,
        own=((), (), (), (), (), (81,)),
        other=((), (), (), (), (70,), ()),
        poem=81,
        aim=Name.OWN_TAKE,
        theirs=(Hand(81, SLOW_MS),),
    ),
)
