"""Events as rows of a log: plain values that JSON can hold, and back; and what a match is set up with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, get_args

from games.rules.karuta.events import Event, Finish, Phase, VoidReason
from games.rules.karuta.field import Place, Scattered
from games.rules.karuta.judge import How, Name, Touching, Verdict
from games.rules.karuta.variants import Setup, changes, with_changes

_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(Event)}


def to_row(event: Event) -> dict[str, Any]:
    """An event as {"event": its name, …its fields}.

    >>> from games.rules.karuta.events import HandRaised
    >>> to_row(HandRaised(1, 5_000))
    {'event': 'HandRaised', 'seat': 1, 'at_ms': 5000}
    """
    return {"event": type(event).__name__} | asdict(event)


def from_row(row: Mapping[str, Any]) -> Event:
    """The event of a row, also after JSON has made lists of its tuples; ValueError if it is none.

    >>> from_row({"event": "HandRaised", "seat": 1, "at_ms": 5000})
    HandRaised(seat=1, at_ms=5000)
    """
    try:
        event: Event = _KINDS[row["event"]](**_fields(row))
    except (KeyError, TypeError, ValueError) as wrong:
        raise ValueError(f"{dict(row)!r} is not an event of karuta") from wrong
    return event


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _READ.get(name, _frozen)(value) for name, value in row.items() if name != "event"}


def _frozen(value: Any) -> Any:
    return tuple(_frozen(each) for each in value) if isinstance(value, list | tuple) else value


def _verdict(value: Mapping[str, Any]) -> Verdict:
    fields = {name: _frozen(each) for name, each in value.items()}
    return Verdict(**fields | {"how": How(fields["how"]), "name": Name(fields["name"])})


_READ: dict[str, Callable[[Any], Any]] = {
    "how": Finish,
    "kind": Touching,
    "phase": Phase,
    "place": lambda value: Place(*value),
    "reason": VoidReason,
    "scattered": lambda value: tuple(Scattered(*each) for each in value),
    "verdict": _verdict,
}


def setup_to_row(setup: Setup) -> dict[str, Any]:
    """A setup as plain values.

    >>> setup_to_row(Setup())
    {'variant': 'kyogi', 'changes': {}, 'seats': [0, 1], 'poems': [], 'dealt': []}
    """
    variant = setup.variant
    return {
        "variant": variant.key,
        "changes": changes(variant),
        "seats": list(setup.seats),
        "poems": list(setup.poems),
        "dealt": list(setup.dealt),
    }


def setup_from_row(row: Mapping[str, Any]) -> Setup:
    """The setup of a row; ValueError if it is none."""
    try:
        variant = with_changes(row["variant"], row["changes"])
        # Matches begun before there were handicaps have no word of them.
        return Setup(variant, tuple(row["seats"]), tuple(row["poems"]), tuple(row.get("dealt", ())))
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"{dict(row)!r} is not a setup of karuta") from wrong
