"""Piles and rounds of a case file, counted and played under named rules.

The file's words: cards as month.kind.index, actions {"play" | "take": card, "player"} and {"koikoi": bool, "player"}.
What a case expects is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from games.rules.engine import IllegalMove
from games.rules.koikoi import play
from games.rules.koikoi.cards import card, cards_of, mask_of, text
from games.rules.koikoi.events import Command, Dealt, Event, KoiKoi, MonthEnded, Play, Stop, Take
from games.rules.koikoi.options import (
    PRESETS,
    SEED,
    DealtYaku,
    Further,
    Options,
    Rain,
    Sake,
    Viewing,
)
from games.rules.koikoi.score import score
from games.rules.koikoi.yaku import dealt_yaku

_BASIC = replace(SEED, sankou_rain=False)
_NINTENDO = replace(PRESETS["nintendo"], seven_double=False)
_KKJ = PRESETS["koikoi_japan"]
_HIGH = replace(_BASIC, gokou=15, sankou=6, tsukifuda=4)

# The scoring profiles by name: the options, and how often the owner of the pile has called koi-koi.
PROFILES: dict[str, tuple[Options, int]] = {
    "basic": (_BASIC, 0),
    "basic-nosakekasu": (replace(_BASIC, sake=Sake.ANIMAL), 0),
    "nintendo": (_NINTENDO, 0),
    "nintendo-x2": (PRESETS["nintendo"], 0),
    "kkj": (_KKJ, 0),
    "kkj-k1": (_KKJ, 1),
    "kkj-k4": (_KKJ, 4),
    "high": (_HIGH, 0),
    "high-limited": (replace(_HIGH, viewing=Viewing.LIMITED), 0),
    "high-noviewing": (replace(_HIGH, viewing=Viewing.NONE), 0),
    "high-v3": (replace(_HIGH, hanami=3, tsukimi=3, tane_with_inoshikacho=Further.EXTEND_AND_STACK), 0),
    "rain-cancels": (replace(_BASIC, rain=Rain.BOTH), 0),
    "willow-cancels": (replace(_BASIC, rain=Rain.WILLOW), 0),
    "no-ame": (replace(_BASIC, ameshikou=0), 0),
    "sankou6": (replace(_BASIC, sankou=6), 0),
    "tsukifuda": (replace(_BASIC, tsukifuda=4), 0),
    "seed": (SEED, 0),
}

# The presets rounds are played under. The hands are given, so a dealt yaku does not end them.
ROUND_PRESETS: dict[str, Options] = {
    name: replace(options, dealt_yaku=DealtYaku.OFF)
    for name, options in (("seed", SEED), ("nintendo", PRESETS["nintendo"]), ("kkj", _KKJ))
}


def scoring(case: Mapping[str, Any]) -> dict[str, Any]:
    """Points and yaku of a pile under every profile."""
    pile = mask_of(card(each) for each in case["captured"])
    got = {}
    for name, (options, calls) in PROFILES.items():
        made = score(options, pile, month=case.get("month", 0), own_calls=calls)
        got[name] = {"points": made.points, "yaku": dict(made.yaku)}
    return got


def dealt_hand(case: Mapping[str, Any]) -> dict[str, Any]:
    """What a dealt hand is worth under the preset `seed`."""
    made = dealt_yaku(SEED, mask_of(card(each) for each in case["hand"]))
    key, points = made[0] if made else (None, 0)
    return {"yaku": key, "points": points, "ends_round": bool(made)}


def played_round(case: Mapping[str, Any]) -> dict[str, Any]:
    """A round under every preset, and the table after the last action ("final") of the first one it is legal under."""
    got: dict[str, Any] = {"final": None}
    for name, options in ROUND_PRESETS.items():
        state, got[name] = _round(options, case)
        if "illegal" not in got[name] and got["final"] is None:
            got["final"] = {"captured": [_texts(pile) for pile in state.piles], "floor": _texts(state.floor)}
    return got


def _texts(mask: int) -> list[str]:
    return [text(each) for each in cards_of(mask)]


def laid_out(options: Options, case: Mapping[str, Any]) -> play.State:
    """A first month with the case's dealer, hands, floor and stock."""
    first, second = (_numbers(hand) for hand in case["hands"])
    return play.replay(
        options,
        [Dealt(1, case["dealer"], (first, second), _numbers(case["floor"]), _numbers(case["stock_draw_order"]))],
    )


def _numbers(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple(card(each) for each in texts)


def _round(options: Options, case: Mapping[str, Any]) -> tuple[play.State, dict[str, Any]]:
    state = laid_out(options, case)
    happened: list[Event] = []
    for index, action in enumerate(case["actions"]):
        try:
            events = play.decide(state, _command(action))
        except IllegalMove as reason:
            return state, {"illegal": index, "reason": str(reason)}
        for event in events:
            state = play.apply(state, event)
        happened += events
    ended = next((event for event in happened if isinstance(event, MonthEnded)), None)
    if ended is None:
        return state, {"illegal": len(case["actions"]), "reason": "The actions end before the round does."}
    return state, _result(state, ended)


def _command(action: Mapping[str, Any]) -> Command:
    seat = action["player"]
    if "play" in action:
        return Play(seat, card(action["play"]))
    if "take" in action:
        return Take(seat, card(action["take"]))
    return KoiKoi(seat) if action["koikoi"] else Stop(seat)


def _result(state: play.State, ended: MonthEnded) -> dict[str, Any]:
    result: dict[str, Any] = {
        "winner": ended.winner,
        "points": ended.points,
        "end": str(ended.end),
        "koikoi_calls": [state.calls.count(seat) for seat in (0, 1)],
    }
    if ended.score.yaku:
        result["yaku"] = dict(ended.score.yaku)
    return result


def run(file: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """Every case of a file that is a pile, a round or a dealt hand: {"id", "got"}. Others are left out.

    A case that cannot be read (a card that is none, a missing key) is {"id", "error"}.
    """
    kinds = {"round": played_round, "dealt-hand": dealt_hand}
    todo = [(case, scoring) for case in file.get("scoring", ())]
    todo += [(case, kinds[case["kind"]]) for case in file.get("flow", ()) if case.get("kind") in kinds]
    for case, how in todo:
        try:
            yield {"id": case.get("id"), "got": how(case)}
        except (KeyError, TypeError, ValueError) as broken:
            yield {"id": case.get("id"), "error": f"{type(broken).__name__}: {broken}"}
