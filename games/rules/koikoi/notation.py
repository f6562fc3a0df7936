"""A whole game, or one broken off, as text, and back (docs/notation-koikoi.md has the grammar).

The text says what was dealt and what was played; what follows from it is written down too and held against the
rules when the text is read. Reading gives the same events as the play that was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.rules.engine import IllegalMove, Laid
from games.rules.koikoi import cards, play
from games.rules.koikoi.events import (
    Cards,
    Command,
    Deal,
    DealerDrawn,
    Dealt,
    DealVoided,
    Drawn,
    Event,
    GameEnded,
    KoiKoi,
    KoiKoiCalled,
    MonthEnded,
    Play,
    Played,
    Resign,
    Resigned,
    Stop,
    Stopped,
    Take,
    Taken,
    YakuMade,
    YakuSpoilt,
)
from games.rules.koikoi.options import CUSTOM, PRESETS, SEED, Options, changes_from, preset_of, with_changes

HEADER = "koikoi 1"
OPEN = "?"  # a choice of two that has not been made
FOLLOWS = ("void", "month", "game")  # lines that follow from the others
_DEALT = (("hand 0", 8), ("hand 1", 8), ("floor", 8), ("stock", 24))


class NotationError(ValueError):
    """A text that is not a game: `line` counts from 1, `str()` is a sentence."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"Line {line}: {sentence}")
        self.line = line


# Writing -------------------------------------------------------------------------------------------------
def dump(options: Options, events: Iterable[Event]) -> str:
    """The text of a game, a line for everything that is dealt and for every turn.

    >>> print(dump(Options(months=3), []), end="")
    koikoi 1
    preset seed
    set months 3
    """
    return "".join(f"{line}\n" for line in _lines(options, events))


def _lines(options: Options, events: Iterable[Event]) -> Iterator[str]:
    yield HEADER
    name = preset_of(options)
    base = SEED if name == CUSTOM else PRESETS[name]
    yield f"preset {'seed' if name == CUSTOM else name}"
    yield from (f"set {option} {value}" for option, value in changes_from(base, options).items())
    turn: list[str] = []
    for event in events:
        starts = isinstance(event, DealerDrawn | Dealt | DealVoided | Played | MonthEnded | Resigned | GameEnded)
        if turn and starts:
            yield " ".join(turn)
            turn = []
        if isinstance(event, Played):
            turn = [str(event.seat), cards.text(event.card), *_captures(event.taken)]
        elif starts:
            yield from _table_lines(event)
        else:
            _continue(turn, event)
    if turn:
        yield " ".join(turn)


def _captures(taken: Cards | None) -> list[str]:
    return [OPEN] if taken is None else [f"x{cards.text(each)}" for each in taken]


def _table_lines(event: Event) -> Iterator[str]:
    if isinstance(event, DealerDrawn):
        yield f"dealer {_texts(event.cards)}"
    elif isinstance(event, Dealt):
        yield f"deal {event.month} {event.dealer}"
        for (name, _), dealt in zip(_DEALT, (*event.hands, event.floor, event.stock), strict=True):
            yield f"{name} {_texts(dealt)}"
    elif isinstance(event, DealVoided):
        yield f"void {event.reason}"
    elif isinstance(event, MonthEnded):
        yield f"month {event.end} {_winner(event.winner)} {event.points} {event.paid[0]} {event.paid[1]}"
    elif isinstance(event, Resigned):
        yield f"{'absent' if event.is_absent else 'resign'} {event.seat}"
    elif isinstance(event, GameEnded):
        yield f"game {_winner(event.winner)} {event.scores[0]} {event.scores[1]}"


def _continue(turn: list[str], event: Event) -> None:
    """What happens within a turn goes on its line."""
    if isinstance(event, Drawn):
        turn += ["/", cards.text(event.card), *_captures(event.taken)]
    elif isinstance(event, Taken):
        turn[-1] = f"x{cards.text(event.card)}"
    elif isinstance(event, YakuMade | YakuSpoilt):
        turn.append(f"={event.points}")
    elif isinstance(event, KoiKoiCalled):
        turn.append("koikoi")
    elif isinstance(event, Stopped):
        turn.append("stop")


def _texts(numbers: Iterable[int]) -> str:
    return " ".join(cards.text(each) for each in numbers)


def _winner(seat: int | None) -> str:
    return "-" if seat is None else str(seat)


# Reading -------------------------------------------------------------------------------------------------
Line = tuple[int, str]


def load(text: str) -> tuple[Options, tuple[Event, ...]]:
    """The options and events of a game written down; NotationError names the line that is wrong.

    Empty lines and whatever follows a # are passed over.
    """
    lines = [(number, " ".join(line.split("#")[0].split())) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [line for line in lines if line[1]]
    if not lines or lines[0][1] != HEADER:
        raise NotationError(1, f"a game of Koi-Koi begins with “{HEADER}”.")
    options, length = _options(lines)
    events = _Reader(options, lines[length:]).events()
    _compare(lines, length, options, events)
    return options, events


def _options(lines: Sequence[Line]) -> tuple[Options, int]:
    """The options at the head, and how many lines it has."""
    length = 1
    options = SEED
    while length < len(lines) and (words := lines[length][1].split())[0] in ("preset", "set"):
        number = lines[length][0]
        try:
            if words[0] == "set":
                _, name, value = words
                options = with_changes(options, {name: value})
            elif length == 1 and len(words) == 2 and words[1] in PRESETS:
                options = PRESETS[words[1]]
            else:
                raise ValueError(f"the second line is “preset” and one of {', '.join(PRESETS)}.")
        except ValueError as wrong:
            raise NotationError(number, str(wrong)) from wrong
        length += 1
    return options, length


class _Reader:
    """Plays the text again: decks are laid for the deals, turns become commands."""

    def __init__(self, options: Options, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._state = play.start(options)
        self._events: list[Event] = []
        self._decks = list(self._read_decks())
        self._dice = Laid([deck for _, deck in self._decks])

    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        seen = 0
        for number, line in self._lines:
            words = line.split()
            if words[0] in ("dealer", "deal"):
                seen += 1
                if seen > self._dice.used:
                    self._do(number, Deal())
            elif words[0] in ("0", "1"):
                self._turn(number, int(words[0]), words[1:])
            elif words[0] in ("resign", "absent"):
                self._do(number, Resign(_seat(number, words[1:]), is_absent=words[0] == "absent"))
            elif words[0] not in (*FOLLOWS, "hand", "floor", "stock"):
                raise NotationError(number, f"“{words[0]}” does not begin a line.")
        return tuple(self._events)

    def _do(self, number: int, command: Command) -> None:
        try:
            events = play.decide(self._state, command, self._dice)
        except (IllegalMove, ValueError) as wrong:
            raise NotationError(number, str(wrong)) from wrong
        for event in events:
            self._state = play.apply(self._state, event)
        self._events += events

    def _turn(self, number: int, seat: int, words: Sequence[str]) -> None:
        if not words:
            raise NotationError(number, "a turn names the card played.")
        self._do(number, Play(seat, _card(number, words[0])))
        choice = play.Phase.HAND_TAKE
        for word in words[1:]:
            if word == "/":
                choice = play.Phase.STOCK_TAKE
            elif word.startswith("x") and self._state.phase is choice and self._state.turn == seat:
                self._do(number, Take(seat, _card(number, word[1:])))
            elif word in ("koikoi", "stop"):
                self._do(number, KoiKoi(seat) if word == "koikoi" else Stop(seat))

    def _read_decks(self) -> Iterator[tuple[int, list[int]]]:
        for at, (number, line) in enumerate(self._lines):
            words = line.split()
            if words[0] == "dealer":
                drawn = [_card(number, word) for word in words[1:]]
                if len(set(drawn)) != 2 or len(drawn) != 2:
                    raise NotationError(number, "each seat draws one card for the deal.")
                yield number, drawn + [each for each in range(cards.COUNT) if each not in drawn]
            elif words[0] == "deal":
                yield number, self._read_deal(number, self._lines[at + 1 : at + 5])

    def _read_deal(self, number: int, lines: Sequence[Line]) -> list[int]:
        deck: list[int] = []
        for (name, count), (at, line) in zip(_DEALT, lines, strict=False):
            if not line.startswith(f"{name} ") or len(line.split()) != count + len(name.split()):
                raise NotationError(at, f"“{name}” and {count} cards stand here in a deal.")
            deck += [_card(at, word) for word in line.removeprefix(name).split()]
        if len(set(deck)) != cards.COUNT:
            raise NotationError(number, "a deal has each of the 48 cards once.")
        return deck


def _seat(number: int, words: Sequence[str]) -> int:
    if len(words) != 1 or words[0] not in ("0", "1"):
        raise NotationError(number, "a seat stands here: 0 or 1.")
    return int(words[0])


def _card(number: int, word: str) -> int:
    try:
        return cards.card(word)
    except ValueError as wrong:
        raise NotationError(number, str(wrong)) from None


def _in_order(line: str) -> str:
    """A line with the cards of a hand or the floor in the order we write them; they may stand in any."""
    words = line.split()
    if words[0] not in ("hand", "floor"):
        return line
    start = 2 if words[0] == "hand" else 1
    return " ".join([*words[:start], *sorted(words[start:], key=cards.card)])


def _compare(lines: Sequence[Line], length: int, options: Options, events: Iterable[Event]) -> None:
    """Hold what the text says against what the rules make of it."""
    body = list(_lines(options, events))[len(list(_lines(options, []))) :]
    for (number, line), expected in zip(lines[length:], body, strict=False):
        if _in_order(line) != expected:
            raise NotationError(number, f"by the rules this is “{expected}”.")
    if len(body) < len(lines) - length:
        raise NotationError(lines[length + len(body)][0], "nothing of this happens by the rules.")
    if len(body) > len(lines) - length:
        raise NotationError(lines[-1][0], f"after this comes “{body[len(lines) - length]}”.")
