"""What goes over a socket: every message, its fields, and how what comes is read (docs/protocol.md).

Text frames with one JSON object: {"v": 1, "t": the type, …}. What is not exactly such a message is `Garbled`; the game
itself decides later whether it may be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

VERSION = 1
MOST_BYTES = 8 * 1024  # of a client's frame
MOST_TOUCHES = 60  # in one movement: a sweep goes over a row, not over the mat and back
LONGEST_ID = 36
LONGEST_WORDS = 200

POLICY, TOO_BIG = 1008, 1009
TAKEN_OVER, UNKNOWN, SILENT, RESTARTS = 4001, 4004, 4008, 4009
CLOSE_CODES = (POLICY, TOO_BIG, TAKEN_OVER, UNKNOWN, SILENT, RESTARTS)

# Type → its fields, beside `v`, `t` and (where something has changed) `n`.
TO_CLIENT: Mapping[str, tuple[str, ...]] = {
    "hello": ("n", "seat", "role", "phrases", "has_words", "delay_s"),
    "view": ("n", "told"),
    "arm": ("n", "reading", "sound", "is_sealed", "before"),
    "go": ("n", "reading", "in_ms", "upper_in_ms", "key", "is_armed"),
    "touched": ("n", "reading", "touches", "is_taken", "closes_ms"),
    "said": ("n", "seat", "phrase", "words"),
    "notice": ("n", "kind", "seat"),
    "stands": ("n", "told"),
    "hall": ("n", "told"),
    "probe": ("id",),
    "ack": ("id",),
    "refused": ("id", "sentence", "is_stale"),
}
FROM_CLIENT: Mapping[str, tuple[str, ...]] = {
    "sync": ("have",),
    "armed": ("reading",),
    "touch": ("id", "reading", "touches", "is_sweep"),
    "act": ("id", "seen", "do"),
    "pong": ("id",),
    "say": ("id", "phrase", "words"),
}
# What `act` may do, with the fields that go along: in karuta, in both games, in Koi-Koi, in halls.
ACTS: Mapping[str, tuple[str, ...]] = {
    "lay": ("groups",),
    "ready": (),
    "send": ("cards",),
    "decline": (),
    "move": ("card", "place"),
    "raise": (),
    "lower": (),
    "resign": (),
    "claim": (),
    "pause": (),
    "resume": (),
    "play": ("flower",),
    "take": ("flower",),
    "koikoi": (),
    "stop": (),
    "deal": (),
    "next": ("without",),
    "start": ("number", "in_ms"),
}
FOR_WATCHERS = frozenset({"sync", "pong"})
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")


class Garbled(Exception):  # noqa: N818 (what came is no message)
    """What came is not a message of the protocol."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a client said. `fields` are those of its type, checked in kind and bounds."""

    kind: str
    id: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]


def read(text: str) -> Message:
    """The message of a frame; Garbled if it is none."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as wrong:  # brackets in brackets, thousands deep
        raise Garbled from wrong
    if not isinstance(told, dict) or told.get("v") != VERSION:
        raise Garbled
    kind = told.get("t")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise Garbled
    message = reader(told)
    if set(told) - {"v", "t"} - _allowed(message):
        raise Garbled
    return message


def written(kind: str, /, **fields: Any) -> dict[str, Any]:
    """A message for a client.

    >>> written("probe", id=3)
    {'v': 1, 't': 'probe', 'id': 3}
    """
    return {"v": VERSION, "t": kind, **fields}


def frame(message: Mapping[str, Any]) -> str:
    """A message as it goes over the wire; sentences that wait for their language are written in the current one."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"), default=str)


def _allowed(message: Message) -> set[str]:
    allowed = set(FROM_CLIENT[message.kind])
    return allowed | set(ACTS[message["do"]]) if message.kind == "act" else allowed


def _whole(told: Any, least: int = 0, most: int = 10**9) -> int:
    if type(told) is not int or not least <= told <= most:
        raise Garbled
    return told


def _bool(told: Any) -> bool:
    if not isinstance(told, bool):
        raise Garbled
    return told


def _text(told: Any, longest: int, least: int = 0) -> str:
    """A text that a database keeps and a socket sends: without zeros and halves of characters."""
    if not isinstance(told, str) or not least <= len(told) <= longest or _UNWRITABLE.search(told):
        raise Garbled
    return told


def _list(told: Any, most: int, least: int = 0) -> list[Any]:
    if not isinstance(told, list) or not least <= len(told) <= most:
        raise Garbled
    return told


def _id(told: dict[str, Any]) -> str:
    return _text(told.get("id"), LONGEST_ID, 1)


def _sync(told: dict[str, Any]) -> Message:
    return Message("sync", fields={"have": _whole(told.get("have"))})


def _armed(told: dict[str, Any]) -> Message:
    return Message("armed", fields={"reading": _whole(told.get("reading"), 1)})


def _pong(told: dict[str, Any]) -> Message:
    return Message("pong", fields={"id": _whole(told.get("id"))})


def _say(told: dict[str, Any]) -> Message:
    phrase, words = _text(told.get("phrase", ""), 20), _text(told.get("words", ""), LONGEST_WORDS).strip()
    if bool(phrase) == bool(words):
        raise Garbled
    return Message("say", _id(told), {"phrase": phrase, "words": words})


def _touch(told: dict[str, Any]) -> Message:
    touches = [_one_touch(each) for each in _list(told.get("touches"), MOST_TOUCHES, 1)]
    is_sweep = _bool(told.get("is_sweep", False))
    fields = {"reading": _whole(told.get("reading"), 1), "touches": tuple(touches), "is_sweep": is_sweep}
    return Message("touch", _id(told), fields)


def _one_touch(told: Any) -> tuple[int, int]:
    """A card, and ms from the first sound of the upper verse."""
    if not isinstance(told, dict) or set(told) != {"card", "ms"}:
        raise Garbled
    return _whole(told["card"], 1, 100), _whole(told["ms"], -60_000, 600_000)


def _act(told: dict[str, Any]) -> Message:
    do = told.get("do")
    if not isinstance(do, str) or do not in ACTS:
        raise Garbled
    given = {name: _GIVEN[name](told.get(name)) for name in ACTS[do]}
    return Message("act", _id(told), {"seen": _whole(told.get("seen")), "do": do, **given})


def _cards(told: Any) -> tuple[int, ...]:
    return tuple(_whole(each, 1, 100) for each in _list(told, 100))


_GIVEN = {
    "groups": lambda told: tuple(_cards(group) for group in _list(told, 6, 6)),
    "cards": _cards,
    "card": lambda told: _whole(told, 1, 100),
    "flower": lambda told: _whole(told, 0, 47),
    "without": _bool,
    "number": lambda told: _whole(told, 1, 1000),
    "in_ms": lambda told: _whole(told, 600, 10_000),
    "place": lambda told: tuple(_whole(each, 0, 100) for each in _list(told, 3, 3)),
}
_READERS = {"sync": _sync, "armed": _armed, "touch": _touch, "act": _act, "pong": _pong, "say": _say}
