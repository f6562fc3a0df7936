"""A whole match, or one broken off, as text, and back (docs/notation.md has the grammar).

The text says what was dealt, laid, read, touched and sent. What follows from that, above all the verdicts, is written
down too and held against the rules when the text is read. Reading gives the same events as the play that was written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.engine import IllegalMove, Laid
from games.rules.karuta import play
from games.rules.karuta.events import (
    Close,
    Command,
    Deal,
    Dealt,
    Decline,
    Ended,
    Event,
    Finish,
    HandLowered,
    HandRaised,
    Judged,
    Lay,
    LowerHand,
    Move,
    Moved,
    Phase,
    PhaseBegun,
    RaiseHand,
    Read,
    ReadingBegun,
    ReadingVoided,
    Ready,
    ReadyGiven,
    Resign,
    Send,
    SendDeclined,
    SendLapsed,
    Sent,
    Tick,
    Touch,
    Void,
    VoidReason,
    WalkOver,
)
from games.rules.karuta.events import Laid as LaidOut
from games.rules.karuta.field import CELLS, ROWS, WINGS, Place, Territory
from games.rules.karuta.judge import NO_TERRITORY, How, Touched, Touching
from games.rules.karuta.reasons import name_of
from games.rules.karuta.variants import Setup, changes, with_changes
from trainer.poems.kimariji import as_written

FORMAT = "karuta 1"
UNFINISHED, NONE = "*", "-"
LETTERS = "ABCDEFGHIJ"
ROW_NAMES, WING_NAMES = "上中下", "左右"
PHASES = {"memorise": Phase.MEMORISE, "swing": Phase.SWING, "joka": Phase.JOKA, "wait": Phase.RESOLVE}
_PHASE_WORDS = {phase: word for word, phase in PHASES.items()}
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_CARD = re.compile(r"(\d{1,3})([ぁ-ん]*)")
_READING = re.compile(r"\d+\.")
_OF_SETUP = ("Rules", "Poems", "Dealt")  # headers that are missing where the setup says nothing


class NotationError(ValueError):
    """A text that is not a match: `line` counts from 1, `str()` is a sentence."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"Line {line}: {sentence}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Match:
    """A match written down. `tags` are the headers that the rules do not ask for: Event, Date, Reciter, Seed …"""

    setup: Setup
    events: tuple[Event, ...]
    tags: Mapping[str, str]


# Writing -------------------------------------------------------------------------------------------------
def card_text(card: int) -> str:
    """A card by its number and its kimariji before anything is read.

    >>> card_text(74)
    '74うか'
    """
    return f"{card}{as_written(card)}"


def seat_text(setup: Setup, seat: int) -> str:
    """A seat by the letter of its side, with a number where the side has several.

    >>> [seat_text(Setup(), seat) for seat in (0, 1)]
    ['A', 'B']
    """
    side = setup.seats[seat]
    letter = LETTERS[side]
    if setup.seats.count(side) == 1:
        return letter
    return f"{letter}{1 + setup.seats[:seat].count(side)}"


def dump(setup: Setup, events: Iterable[Event], tags: Mapping[str, str] | None = None) -> str:
    """The text of a match: headers, an empty line, and a line for everything that happened.

    >>> print(dump(Setup(), [], {"Event": "Practice"}), end="")
    [Format "karuta 1"]
    [Event "Practice"]
    [Variant "kyogi"]
    [Seats "A B"]
    [Result "*"]
    [Margin "-"]
    """
    happened = tuple(events)
    lines = [*_headers(setup, happened, tags or {})]
    body = [*_lines(setup, happened)]
    return "\n".join([*lines, *([""] if body else []), *body]) + "\n"


def _headers(setup: Setup, events: Sequence[Event], tags: Mapping[str, str]) -> Iterator[str]:
    yield _tag("Format", FORMAT)
    yield from (_tag(name, value) for name, value in tags.items())
    yield from (_tag(name, value) for name, value in _own_tags(setup, events).items())


def _own_tags(setup: Setup, events: Sequence[Event]) -> dict[str, str]:
    """The headers that follow from the match."""
    variant = setup.variant
    own = {"Variant": variant.key}
    if changed := changes(variant):
        own["Rules"] = " ".join(f"{name}={value}" for name, value in changed.items())
    own["Seats"] = " ".join(LETTERS[side] for side in setup.seats)
    if setup.poems:
        own["Poems"] = _cards(setup.poems)
    if setup.dealt:
        own["Dealt"] = " ".join(str(each) for each in setup.dealt)
    ended = events[-1] if events and isinstance(events[-1], Ended) else None
    own["Result"] = "=".join(LETTERS[side] for side in ended.winners) if ended else UNFINISHED
    own["Margin"] = NONE if ended is None or ended.margin is None else str(ended.margin)
    return own


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{" ".join(escaped.split())}"]'


def _cards(cards: Iterable[int]) -> str:
    return " ".join(card_text(each) for each in cards)


def _lines(setup: Setup, events: Sequence[Event]) -> Iterator[str]:
    sending: list[Sent] = []
    for event in events:
        if isinstance(event, Sent):
            sending.append(event)
            continue
        if sending:
            yield _sent_line(sending)
            sending = []
        yield from _WRITE[type(event)](setup, event)
    if sending:
        yield _sent_line(sending)


def _sent_line(sent: Sequence[Sent]) -> str:
    first = sent[0]
    verb = "pick" if first.is_picked else "send"
    return f"{verb} {LETTERS[first.side]} {_cards(each.card for each in sent)} @{first.at_ms}"


def _write_dealt(_setup: Setup, event: Dealt) -> Iterator[str]:
    yield f"deal @{event.at_ms}"
    for side, hand in enumerate(event.hands):
        yield f"  cards {LETTERS[side]} {_cards(hand)}"
    if event.scattered:
        yield "  cards " + " ".join(f"{card_text(each.card)}:{each.cell}:{each.turn}" for each in event.scattered)
    yield f"  order {_cards(event.order)}"


def _write_laid(setup: Setup, event: LaidOut) -> Iterator[str]:
    groups = [_cards(group) for group in event.territory]
    rows = [f"{groups[row * WINGS]} | {groups[row * WINGS + 1]}" for row in range(ROWS)]
    yield _words(f"lay {seat_text(setup, event.seat)} {' / '.join(rows)} @{event.at_ms}")


def _words(line: str) -> str:
    """A line with single spaces."""
    return " ".join(line.split())


def _write_begun(_setup: Setup, event: ReadingBegun) -> Iterator[str]:
    yield f"{event.number}. {card_text(event.poem)} {event.upper_ms}/{event.lower_ms} @{event.at_ms}"


def _write_touched(setup: Setup, event: Touched) -> Iterator[str]:
    what = f"contact {LETTERS[event.territory]}" if event.kind is Touching.CONTACT else card_text(event.card)
    marks = [f"^{event.gap}"] if event.kind is Touching.PUSH_OUT else []
    marks += ["~"] if event.is_sweep else []
    marks += [] if event.is_valid_hand else ["other-hand"]
    yield "  " + " ".join([seat_text(setup, event.seat), f"{event.ms:+}", what, *marks])


def _write_judged(setup: Setup, event: Judged) -> Iterator[str]:
    verdict = event.verdict
    taker = NONE if verdict.taker is None else seat_text(setup, verdict.taker)
    faults = " ".join(str(each) for each in verdict.faults)
    sends = NONE if verdict.sender is None else f"{LETTERS[verdict.sender]} {verdict.n}/{verdict.due}"
    name = name_of(verdict.name, "ja")
    yield (
        f"  = {name} taker {taker} {verdict.how} faults {faults} send {sends} close {event.closed_ms:+} @{event.at_ms}"
    )


def _write_moved(setup: Setup, event: Moved) -> Iterator[str]:
    verb = "place" if event.is_placing else "move"
    where = f"{ROW_NAMES[event.place.row]}{WING_NAMES[event.place.wing]}{event.place.at + 1}"
    yield f"{verb} {seat_text(setup, event.seat)} {card_text(event.card)} {where} @{event.at_ms}"


def _write_ended(_setup: Setup, event: Ended) -> Iterator[str]:
    winners = "=".join(LETTERS[side] for side in event.winners)
    margin = NONE if event.margin is None else event.margin
    left = " ".join(str(each) for each in event.left) or NONE
    yield f"end {event.how} {winners} margin {margin} left {left} @{event.at_ms}"


def _write_void(_setup: Setup, event: ReadingVoided) -> Iterator[str]:
    yield f"  void {event.reason} back {event.back_at} @{event.at_ms}"


def _write_hand(setup: Setup, event: HandRaised | HandLowered) -> Iterator[str]:
    way = "up" if isinstance(event, HandRaised) else "down"
    yield f"hand {seat_text(setup, event.seat)} {way} @{event.at_ms}"


_WRITE: dict[type, Callable[[Setup, Any], Iterator[str]]] = {
    Dealt: _write_dealt,
    LaidOut: _write_laid,
    ReadyGiven: lambda setup, event: iter([f"ready {seat_text(setup, event.seat)} @{event.at_ms}"]),
    PhaseBegun: lambda _, event: iter([f"{_PHASE_WORDS[event.phase]} @{event.at_ms}"]),
    ReadingBegun: _write_begun,
    Touched: _write_touched,
    Judged: _write_judged,
    ReadingVoided: _write_void,
    SendDeclined: lambda _, event: iter([f"decline {LETTERS[event.side]} @{event.at_ms}"]),
    SendLapsed: lambda _, event: iter([f"lapse {LETTERS[event.side]} @{event.at_ms}"]),
    Moved: _write_moved,
    HandRaised: _write_hand,
    HandLowered: _write_hand,
    Ended: _write_ended,
}


# Reading -------------------------------------------------------------------------------------------------
Line = tuple[int, str]


def load(text: str) -> Match:
    """The match a text describes; NotationError names the line that is wrong.

    Empty lines and what follows a ; count for nothing. A card may be written by its number alone.
    """
    tags: dict[str, str] = {}
    body: list[Line] = []
    lines = list(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        if line.startswith("[") and not body:
            found = _TAG.fullmatch(line.rstrip())
            if found is None or found[1] in tags:
                raise NotationError(number, 'a header is [Name "text"], each name once.')
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        elif words := _words(line.split(";")[0]):
            body.append((number, words))
    if tags.pop("Format", None) != FORMAT:
        raise NotationError(1, f'a match begins with [Format "{FORMAT}"].')
    setup = _setup(tags)
    events = _Reader(setup, body).events()
    own = _own_tags(setup, events)
    for name in ("Result", "Margin"):
        if tags.get(name, own[name]) != own[name]:
            raise NotationError(1, f"{name} is “{own[name]}” by what follows.")
    return Match(setup, events, {name: value for name, value in tags.items() if name not in (*own, *_OF_SETUP)})


def _setup(tags: Mapping[str, str]) -> Setup:
    rules = [each.partition("=") for each in tags.get("Rules", "").split()]
    try:
        variant = with_changes(tags.get("Variant", ""), {name: value for name, _, value in rules})
        seats = tuple(LETTERS.index(letter) for letter in tags.get("Seats", "").split())
        poems = tuple(_card(1, word) for word in tags.get("Poems", "").split())
        dealt = tuple(int(word) for word in tags.get("Dealt", "").split())
        return Setup(variant, seats, poems, dealt)
    except NotationError:
        raise
    except ValueError as wrong:
        raise NotationError(1, f"{wrong}.") from wrong


class _Reader:
    """Plays the text again. A line that the rules have not written yet is a command; every line must be theirs."""

    def __init__(self, setup: Setup, lines: Sequence[Line]) -> None:
        self._setup, self._lines = setup, lines
        self._state = play.start(setup)
        self._events: list[Event] = []
        self._written: list[str] = []
        self._seats = {seat_text(setup, seat): seat for seat in range(len(setup.seats))}

    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        for at, (number, line) in enumerate(self._lines):
            if at >= len(self._written):
                self._do(number, *self._command(at))
            if at >= len(self._written):
                raise NotationError(number, "nothing of this happens by the rules.")
            if not _is_same(line, self._written[at]):
                raise NotationError(number, f"by the rules this is “{self._written[at]}”.")
        if len(self._written) > len(self._lines):
            last = self._lines[-1][0]
            raise NotationError(last, f"after this comes “{self._written[len(self._lines)]}”.")
        return tuple(self._events)

    def _do(self, number: int, command: Command, dice: Laid | None = None) -> None:
        try:
            events = play.decide(self._state, command, dice)
        except IllegalMove as wrong:
            raise NotationError(number, str(wrong)) from wrong
        for event in events:
            self._state = play.apply(self._state, event)
        self._events += events
        self._written += [_words(line) for line in _lines(self._setup, events)]

    def _command(self, at: int) -> tuple[Command, Laid | None]:
        number, line = self._lines[at]
        try:
            words = line.split()
            at_ms = int(words.pop()[1:]) if words[-1].startswith("@") else 0
            verb = words[0]
            if _READING.fullmatch(verb):
                return self._read(number, words, at_ms), None
            if verb == "deal":
                return Deal(at_ms), self._dice(self._lines[at + 1 :])
            if verb == "lapse":
                is_last = at + 1 == len(self._lines) or not _READING.match(self._lines[at + 1][1])
                return (Read(at_ms), None) if is_last else self._command(at + 1)
            if verb == "void":
                return self._void(words, at_ms)
            if verb in self._seats:
                return self._touch(number, words), None
            return self._other(number, verb, words, at_ms), None
        except (ValueError, IndexError, KeyError) as wrong:
            if isinstance(wrong, NotationError):
                raise
            raise NotationError(number, "this line cannot be read.") from wrong

    def _read(self, number: int, words: Sequence[str], at_ms: int) -> Read:
        _card(number, words[1])
        upper, lower = words[2].split("/")
        return Read(at_ms, int(upper), int(lower))

    def _void(self, words: Sequence[str], at_ms: int) -> tuple[Void, Laid]:
        back = int(words[3])
        to_come = len(self._state.order) - self._state.at
        if not min(1, to_come) <= back <= to_come:
            raise ValueError(back)
        return Void(VoidReason(words[1]), at_ms), Laid([[back]])

    def _touch(self, number: int, words: Sequence[str]) -> Touch:
        seat, ms, marks = self._seats[words[0]], int(words[1]), words[3:]
        if words[2] == "contact":
            return Touch(
                seat,
                ms,
                kind=Touching.CONTACT,
                is_valid_hand="other-hand" not in marks,
                is_sweep="~" in marks,
                territory=LETTERS.index(words[3]),
            )
        pushed = next((mark for mark in marks if mark.startswith("^")), None)
        return Touch(
            seat,
            ms,
            _card(number, words[2]),
            Touching.TOUCH if pushed is None else Touching.PUSH_OUT,
            "other-hand" not in marks,
            0 if pushed is None else int(pushed[1:]),
            "~" in marks,
            NO_TERRITORY,
        )

    def _other(self, number: int, verb: str, words: list[str], at_ms: int) -> Command:
        if verb == "=":
            return Close(int(words[-1]), at_ms, is_lost=words[4] == How.LOST)
        if verb in PHASES:
            return Tick(at_ms)
        if verb == "pick":
            return Tick(at_ms, _cards_of(number, words[2:]))
        if verb in ("end", "send", "decline"):
            return self._of_side(number, verb, words, at_ms)
        return self._of_seat(number, verb, words, at_ms)

    def _of_side(self, number: int, verb: str, words: list[str], at_ms: int) -> Command:
        if verb == "end":
            loser = self._setup.seats.index(1 - LETTERS.index(words[2]))
            finish = Finish(words[1])
            if finish is Finish.PLAYED:
                raise NotationError(number, "the match is not over by the rules.")
            return Resign(loser, at_ms) if finish is Finish.RESIGNED else WalkOver(loser, at_ms)
        seat = self._setup.seats.index(LETTERS.index(words[1]))
        return Decline(seat, at_ms) if verb == "decline" else Send(seat, _cards_of(number, words[2:]), at_ms)

    def _of_seat(self, number: int, verb: str, words: list[str], at_ms: int) -> Command:
        if verb not in ("ready", "lay", "hand", "move", "place"):
            raise NotationError(number, f"“{verb}” does not begin a line.")
        seat = self._seats[words[1]]
        if verb == "ready":
            return Ready(seat, at_ms)
        if verb == "lay":
            return Lay(seat, _territory(number, words[2:]), at_ms)
        if verb == "hand":
            return RaiseHand(seat, at_ms) if words[2] == "up" else LowerHand(seat, at_ms)
        row, wing, place = ROW_NAMES.index(words[3][0]), WING_NAMES.index(words[3][1]), int(words[3][2:])
        return Move(seat, _card(number, words[2]), Place(row, wing, place - 1), at_ms)

    def _dice(self, lines: Sequence[Line]) -> Laid:
        """Dice that deal what the lines below a deal say."""
        dealt: list[int] = []
        cells: list[int] = []
        turns: list[int] = []
        for number, line in lines:
            words = line.split()
            if words[0] == "order":
                order = [_card(number, word) for word in words[1:]]
                self._check_deal(number, dealt, order)
                rest = [card for card in order if card not in dealt]
                others = [card for card in range(1, 101) if card not in order]
                return Laid([[*dealt, *rest, *others], order, _filled(cells), _filled(turns)])
            if words[0] != "cards":
                break
            if words[1] in LETTERS:
                dealt += [_card(number, word) for word in words[2:]]
                continue
            for word in words[1:]:
                card, cell, turn = word.split(":")
                dealt.append(_card(number, card))
                cells.append(int(cell))
                turns.append(-(-int(turn) * CELLS // 360))
        raise NotationError(lines[0][0] if lines else 1, "a deal has the cards and the order of reading.")

    def _check_deal(self, number: int, dealt: Sequence[int], order: Sequence[int]) -> None:
        variant, poems, on_mat = self._setup.variant, self._setup.poems, self._setup.on_mat
        expected = len(poems) if poems else variant.poems
        is_whole = len(dealt) == len(set(dealt)) == on_mat and len(order) == len(set(order)) == expected
        if not is_whole or not set(dealt) <= set(order) or (poems and set(order) != set(poems)):
            raise NotationError(number, f"{on_mat} cards are dealt out of {expected} poems, each once.")


def _filled(some: Sequence[int]) -> list[int]:
    """The numbers below a hundred, these first."""
    return [*some, *(each for each in range(CELLS) if each not in some)]


def _cards_of(number: int, words: Iterable[str]) -> tuple[int, ...]:
    return tuple(_card(number, word) for word in words)


def _card(number: int, word: str) -> int:
    found = _CARD.fullmatch(word)
    card = int(found[1]) if found else 0
    if found is None or not 1 <= card <= 100:
        raise NotationError(number, f"“{word}” is no card.")
    if found[2] and card_text(card) != word:
        raise NotationError(number, f"“{word}” is no card: number {card} is {card_text(card)}.")
    return card


def _territory(number: int, words: Sequence[str]) -> Territory:
    rows = [row.split("|") for row in " ".join(words).split("/")]
    if len(rows) != ROWS or any(len(row) != WINGS for row in rows):
        raise NotationError(number, "three rows are separated by “/”, left and right by “|”.")
    groups = [tuple(_card(number, word) for word in group.split()) for row in rows for group in row]
    first, second, third, fourth, fifth, sixth = groups
    return first, second, third, fourth, fifth, sixth


def _is_same(line: str, written: str) -> bool:
    """Whether a line says what the rules write; cards may be numbers alone."""
    words, expected = line.split(), written.split()
    if len(words) != len(expected):
        return False
    return all(a == b or (a.isdecimal() and _is_card(b, a)) for a, b in zip(words, expected, strict=True))


def _is_card(word: str, digits: str) -> bool:
    found = _CARD.fullmatch(word)
    return found is not None and found[1] == digits and bool(found[2])
