"""Readings of a case file, judged, and its kimariji, computed.

A reading: cards_before by player, read_card_location (a player or "not_on_mat") and the events on it (touch,
push_out, contact; card "R" is the read one; "hand": "other" does not count). What a case expects is never looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.rules.karuta.judge import NO_TERRITORY, UNKNOWN, Reading, Touched, Touching, Verdict, adjudicate
from games.rules.karuta.variants import KYOGI
from trainer.poems.kimariji import as_written, current

PLAYERS = ("A", "B")
READ_CARD = 1  # any number will do: only whether a card is the read one matters
RULES = replace(KYOGI, contact_is_fault=True)
_NUMBER = re.compile(r"\((\d+)\)")


def judged(case: Mapping[str, Any]) -> dict[str, Any]:
    """What a reading comes to: taker, faults, what is sent, the cards after it, and whether the match is over."""
    given = case["input"]
    held = (given["cards_before"]["A"], given["cards_before"]["B"])
    location = given["read_card_location"]
    territory = NO_TERRITORY if location == "not_on_mat" else PLAYERS.index(location)
    touches = tuple(_touch(each) for each in given["events"])
    return _result(
        held, adjudicate(RULES, Reading(READ_CARD, (0, 1), held, territory, touches, given.get("lost", False)))
    )


def _touch(event: Mapping[str, Any]) -> Touched:
    return Touched(
        seat=PLAYERS.index(event["p"]),
        ms=event["t"],
        card=READ_CARD if event.get("card") == "R" else UNKNOWN,
        territory=PLAYERS.index(event["terr"]),
        kind=Touching(event["kind"]),
        is_valid_hand=event.get("hand") != "other",
        gap=event.get("gap", 0),
    )


def _result(held: tuple[int, int], verdict: Verdict) -> dict[str, Any]:
    after = list(held)
    if verdict.is_removed:
        after[verdict.territory] -= 1
    sent = None
    if verdict.sender is not None:
        after[verdict.sender] -= verdict.n
        after[1 - verdict.sender] += verdict.n
        sender, receiver = PLAYERS[verdict.sender], PLAYERS[1 - verdict.sender]
        sent = {"from": sender, "to": receiver, "due": verdict.due, "n": verdict.n}
    winner = after.index(0) if 0 in after else None
    return {
        "taker": None if verdict.taker is None else PLAYERS[verdict.taker],
        "faults": dict(zip(PLAYERS, verdict.faults, strict=True)),
        "net_send": sent,
        "read_card_removed": verdict.is_removed,
        "cards_after": dict(zip(PLAYERS, after, strict=True)),
        "game_over": winner is not None,
        "winner": None if winner is None else PLAYERS[winner],
        "margin": None if winner is None else after[1 - winner],
    }


def kimariji(case: Mapping[str, Any]) -> dict[str, Any]:
    """What decides a poem once others have been read, as written."""
    number = _number(case["card"])
    return {"kimariji": as_written(number, current(number, [_number(each) for each in case["already_read"]]))}


def _number(text: str) -> int:
    found = _NUMBER.search(text)
    if found is None:
        raise ValueError(f"“{text}” names no poem: its number belongs in brackets")
    return int(found[1])


def run(file: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """Every case of `cases` and `kimariji_cases`: {"id", "got"}, or {"id", "error"} where it cannot be read."""
    todo = [(case, judged) for case in file.get("cases", ())]
    todo += [(case, kimariji) for case in file.get("kimariji_cases", ())]
    for case, how in todo:
        try:
            yield {"id": case.get("id"), "got": how(case)}
        except (KeyError, TypeError, ValueError) as broken:
            yield {"id": case.get("id"), "error": f"{type(broken).__name__}: {broken}"}
