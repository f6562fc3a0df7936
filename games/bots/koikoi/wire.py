"""The line protocol as values: a request as a view, and a command as a reply's action (docs/koikoi-protocol.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.rules.koikoi import cards
from games.rules.koikoi.cards import BIT, mask_of, met
from games.rules.koikoi.events import Command, KoiKoi, Play, Stop, Take
from games.rules.koikoi.options import MONTHS, PRESETS, Limit, Options, is_whole
from games.rules.koikoi.play import CALLS, PLAYS, TAKES, Phase, View
from games.rules.koikoi.yaku import scorer, yaku_of

TYPES = ("new_round", "discard", "pick", "koikoi")
RULES = {"seed": "seed", "nintendo": "nintendo", "kkj": "koikoi_japan", "newhanafuda": "newhanafuda"}
HAND_SIZE, STOCK_SIZE, MOST = 8, 24, 10_000
SEAT = 0  # the one who asks


class BadRequestError(ValueError):
    """A request that cannot be answered; the text says why."""


def read(request: Any) -> View | None:
    """The view a request describes, None for new_round; BadRequestError if it is none."""
    if not isinstance(request, dict):
        raise BadRequestError("a request is a JSON object")
    kind = request.get("type")
    if kind not in TYPES:
        raise BadRequestError(f"type is one of {', '.join(TYPES)}")
    return None if kind == "new_round" else _view(request, kind)


def seed_of(request: Mapping[str, Any]) -> int:
    """The seed of a request, 0 without one; BadRequestError if it is no integer."""
    seed = request.get("seed")
    if seed is None:
        return 0
    if not is_whole(seed):
        raise BadRequestError("seed is an integer")
    return int(seed)


def action(command: Command) -> int | bool:
    """What a reply says: a card, or whether koi-koi is called."""
    return command.card if isinstance(command, Play | Take) else isinstance(command, KoiKoi)


def _view(request: Mapping[str, Any], kind: str) -> View:
    options = replace(_options(request), months=_number(request, "rounds", 1, MONTHS))
    month = _number(request, "round", 1, options.months)
    hand, field, piles = _set(request, "hand"), _set(request, "field"), _piles(request)
    phase = _phase(request, kind)
    shown = _shown(request, field) if kind == "pick" else None
    parts = (hand, field, *piles, BIT[shown] if shown is not None else 0)
    seen = parts[0] | parts[1] | parts[2] | parts[3] | parts[4]
    if sum(part.bit_count() for part in parts) != seen.bit_count():
        raise BadRequestError("a card is in two places")
    held = _number(request, "opp_hand_count", 0, HAND_SIZE)
    stock = _number(request, "stock_count", 0, STOCK_SIZE)
    if (cards.ALL & ~seen).bit_count() != held + stock:
        raise BadRequestError("the cards do not add up to 48: hand, field, piles, show, opp_hand_count and stock_count")
    calls = (_number(request, "koikoi", 0, HAND_SIZE), _number(request, "opp_koikoi", 0, HAND_SIZE))
    view = View(
        seat=SEAT,
        options=options,
        phase=phase,
        month=month,
        is_dealer=_flag(request, "dealer"),
        is_turn=True,
        hand=hand,
        opponent_count=held,
        piles=piles,
        floor=field,
        stock_count=stock,
        unseen=cards.ALL & ~seen,
        shown=shown,
        yaku=(
            yaku_of(options, piles[0], month=month, has_called=calls[0] > 0),
            yaku_of(options, piles[1], month=month, has_called=calls[1] > 0),
        ),
        points=(0, 0),
        calls=calls,
        scores=(_number(request, "score", -MOST, MOST), _number(request, "opp_score", -MOST, MOST)),
        results=(),
        moves=(),
    )
    return replace(view, points=_points(request, view, kind), moves=_moves(request, view))


def _options(request: Mapping[str, Any]) -> Options:
    name = request.get("rules")
    if not isinstance(name, str) or name not in RULES:
        raise BadRequestError(f"rules is one of {', '.join(RULES)}")
    return PRESETS[RULES[name]]


def _number(request: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = request.get(name)
    if not is_whole(value) or not least <= int(value or 0) <= most:
        raise BadRequestError(f"{name} is an integer from {least} to {most}")
    return int(value or 0)


def _flag(request: Mapping[str, Any], name: str) -> bool:
    value = request.get(name)
    if not isinstance(value, bool):
        raise BadRequestError(f"{name} is true or false")
    return value


def _set(request: Mapping[str, Any], name: str) -> int:
    value = request.get(name)
    if not isinstance(value, list) or not all(is_whole(card) and 0 <= card < cards.COUNT for card in value):
        raise BadRequestError(f"{name} is a list of cards from 0 to {cards.COUNT - 1}")
    mask = mask_of(value)
    if mask.bit_count() != len(value):
        raise BadRequestError(f"{name} has a card twice")
    return mask


def _piles(request: Mapping[str, Any]) -> tuple[int, int]:
    return _set(request, "captured"), _set(request, "opp_captured")


def _phase(request: Mapping[str, Any], kind: str) -> Phase:
    if kind != "pick":
        return {"discard": Phase.HAND, "koikoi": Phase.DECISION}[kind]
    if request.get("phase") not in ("hand", "stock"):
        raise BadRequestError("phase is hand or stock")
    return Phase.HAND_TAKE if request["phase"] == "hand" else Phase.STOCK_TAKE


def _shown(request: Mapping[str, Any], field: int) -> int:
    shown = _number(request, "show", 0, cards.COUNT - 1)
    if len(met(shown, field)) != 2:
        raise BadRequestError("show matches two cards of the field")
    return shown


def _points(request: Mapping[str, Any], view: View, kind: str) -> tuple[int, int]:
    """The points both have made before this turn's cards, at a decision those made now."""
    counted = [
        scorer(view.options, view.month, calls > 0).points(pile)
        for pile, calls in zip(view.piles, view.calls, strict=True)
    ]
    base, opponent = _number(request, "base", 0, MOST), _number(request, "opp_base", 0, MOST)
    if kind == "koikoi":
        base = _number(request, "points", 0, MOST)
    elif kind == "discard" and view.calls[0]:
        base = counted[0]
    return base, counted[1] if view.calls[1] else opponent


def _moves(request: Mapping[str, Any], view: View) -> tuple[Command, ...]:
    if view.phase is Phase.DECISION:
        limit = view.options.koikoi_limit
        is_free = limit is Limit.NONE or not any(view.calls if limit is Limit.ROUND else view.calls[:1])
        return CALLS[SEAT] if is_free else (Stop(SEAT),)
    legal = _legal(view)
    mask = _set(request, "options")
    if not mask or mask & ~legal:
        raise BadRequestError("options are cards that may be played or taken now, one at least")
    table = PLAYS if view.phase is Phase.HAND else TAKES
    return tuple(table[SEAT][card] for card in cards.cards_of(mask))


def _legal(view: View) -> int:
    if view.phase is Phase.HAND:
        return view.hand
    return mask_of(met(view.shown, view.floor)) if view.shown is not None else 0
