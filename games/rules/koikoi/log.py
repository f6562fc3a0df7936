"""Events as rows of a log: plain values that JSON can hold, and back. Options are kept as `changes_from(SEED, …)`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, get_args

from games.rules.koikoi.events import End, Event, Void
from games.rules.koikoi.score import Score

_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(Event)}
_READ: dict[str, Callable[[Any], Any]] = {
    "end": End,
    "reason": Void,
    "score": lambda value: Score(**{name: _frozen(each) for name, each in value.items()}),
}


def to_row(event: Event) -> dict[str, Any]:
    """An event as {"event": its name, …its fields}.

    >>> from games.rules.koikoi.events import Played
    >>> to_row(Played(0, 8, (11,)))
    {'event': 'Played', 'seat': 0, 'card': 8, 'taken': (11,)}
    """
    return {"event": type(event).__name__} | asdict(event)


def from_row(row: Mapping[str, Any]) -> Event:
    """The event of a row, also after JSON has made lists of its tuples; ValueError if it is none.

    >>> from_row({"event": "Played", "seat": 0, "card": 8, "taken": [11]})
    Played(seat=0, card=8, taken=(11,))
    """
    fields = {name: _READ.get(name, _frozen)(value) for name, value in row.items() if name != "event"}
    try:
        event: Event = _KINDS[row["event"]](**fields)
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"{dict(row)!r} is not an event of Koi-Koi") from wrong
    return event


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list | tuple) else value
