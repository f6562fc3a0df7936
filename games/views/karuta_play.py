"""A match of karuta while it is played: what the page posts, and what it is told. JSON both ways.

Every answer is the match as it stands; the page is drawn from it. What is not allowed answers 422 with a sentence and
the match unchanged; what comes too late answers 409 with the match as it stands by now.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.karuta import matches, sounds, telling
from games.karuta.matches import Stale, Table
from games.models import KarutaMatch
from games.naming import sentence
from games.rules.engine import IllegalMove
from games.rules.karuta.events import (
    Command,
    Decline,
    Lay,
    LowerHand,
    Move,
    Phase,
    RaiseHand,
    Ready,
    Resign,
    Send,
    Touch,
)
from games.rules.karuta.field import Place
from trainer.views.guards import person_required

LONGEST_WAIT_S = 20  # of a page that listens for what the others do
MOST_TOUCHES = 60  # in one message: a sweep goes over a row, not over the mat and back
MOST_OF_A_READING = 600  # by all hands; every answer looks at each of them


class Garbled(Exception):  # noqa: N818 (what came is no message)
    """What was posted is not a message of the page."""


def _json(request) -> dict[str, Any]:
    try:
        message = json.loads(request.body)
    except (ValueError, RecursionError) as wrong:  # brackets in brackets, a hundred thousand deep
        raise Garbled from wrong
    return _object(message)


def _object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Garbled
    return value


def _whole(message: dict[str, Any], name: str, least: int = -(10**9), most: int = 10**9) -> int:
    value = message.get(name)
    if type(value) is not int or not least <= value <= most:
        raise Garbled
    return value


def _answered(table: Table, status: int = 200, **more: Any) -> JsonResponse:
    return JsonResponse(telling.told(table, timezone.now()) | more, status=status)


def _match(request, key) -> KarutaMatch:
    return get_object_or_404(KarutaMatch, person=request.user, key=key)


def _post(do: Callable[[Table, dict[str, Any]], JsonResponse]):
    """A view for what the page posts: the owner's match, a message, and the three ways in which it can go wrong."""

    @never_cache
    @require_POST
    @person_required
    def view(request, key) -> HttpResponse:
        table = matches.load(_match(request, key))
        try:
            return do(table, _json(request))
        except (Garbled, KeyError, TypeError, ValueError, OverflowError):  # 1e999 is a number in JSON
            return JsonResponse({"garbled": True}, status=400)
        except Stale:
            return _answered(matches.load(table.match), status=409)
        except IllegalMove as problem:
            return _answered(table, status=422, problem=sentence(problem))

    return view


@never_cache
@require_safe
@person_required
def state(request, key) -> HttpResponse:
    """The match as it stands. What its clock has to do is done when somebody posts."""
    return _answered(matches.load(_match(request, key)))


@_post
def tick(table: Table, _message: dict[str, Any]) -> JsonResponse:
    """Let the match's clock do what is due."""
    return _answered(matches.tick(table, now=timezone.now()))


@_post
def act(table: Table, message: dict[str, Any]) -> JsonResponse:
    """One command: {"seen": events, "do": what, "seat": whose, …}."""
    return _answered(matches.act(table, _command(message), seen=_whole(message, "seen"), now=timezone.now()))


def _command(message: dict[str, Any]) -> Command:
    seat = _whole(message, "seat", 0, 20)
    match message.get("do"):
        case "lay":
            first, second, third, fourth, fifth, sixth = (
                tuple(int(card) for card in group) for group in message["groups"]
            )
            return Lay(seat, (first, second, third, fourth, fifth, sixth))
        case "ready":
            return Ready(seat)
        case "send":
            return Send(seat, tuple(int(card) for card in message["cards"]))
        case "decline":
            return Decline(seat)
        case "move":
            row, wing, at = (int(each) for each in message["place"])
            return Move(seat, _whole(message, "card"), Place(row, wing, at))
        case "raise":
            return RaiseHand(seat)
        case "lower":
            return LowerHand(seat)
        case "resign":
            return Resign(seat)
    raise Garbled


@_post
def read(table: Table, message: dict[str, Any]) -> JsonResponse:
    """Begin the next reading: its sound comes under a name of its own."""
    after = matches.read(table, seen=_whole(message, "seen"), now=timezone.now())
    return _answered(after, sound=sounds.address(after.match, after.state.number))


@_post
def touch(table: Table, message: dict[str, Any]) -> JsonResponse:
    """One movement of a hand: {"reading", "touches": [{"seat", "card", "ms"}, …]}, one card or several swept."""
    told = message["touches"]
    if not isinstance(told, list) or not 1 <= len(told) <= MOST_TOUCHES:
        raise Garbled
    if len(table.state.touches) + len(told) > MOST_OF_A_READING:
        raise Garbled
    touches = [
        Touch(
            _whole(each, "seat", 0, 20),
            _whole(each, "ms", -60_000, 600_000),
            _whole(each, "card", 1, 100),
            is_sweep=len(told) > 1,
        )
        for each in map(_object, told)
    ]
    after = matches.touch(table, touches, reading=_whole(message, "reading"), now=timezone.now())
    return _answered(after, upto=_upto(after, max(each.ms for each in touches)))


def _upto(table: Table, ms: int) -> dict[str, Any]:
    """What has happened in the reading up to a moment, and no more: others' hands, and whether the card is taken.

    When the reading closes is told only once its card is taken: before that it would tell whether it lies on the mat.
    """
    ms = min(ms, matches.reading_ms(table, timezone.now()))
    others = [each for each in matches.expected(table)[0] if each.ms <= ms]
    is_taken = table.state.poem in {each.card for each in (*others, *table.state.touches) if each.ms >= 0}
    return {
        "others": [{"seat": each.seat, "card": each.card, "ms": each.ms} for each in others],
        "is_taken": is_taken,
        "closes_ms": matches.closes_ms(table) if is_taken else None,
    }


@_post
def close(table: Table, message: dict[str, Any]) -> JsonResponse:
    """The reading is over where the page sits: the verdict."""
    reading, ms = _whole(message, "reading"), _whole(message, "ms", 0, 3_600_000)
    return _answered(matches.close(table, reading=reading, ms=ms, now=timezone.now()))


@_post
def void(table: Table, message: dict[str, Any]) -> JsonResponse:
    """The reading was broken off: its poem comes again later."""
    return _answered(matches.void(table, reading=_whole(message, "reading"), now=timezone.now()))


@_post
def pause(table: Table, message: dict[str, Any]) -> JsonResponse:
    """Stop or start the match's clock: {"is_paused": true or false}."""
    is_paused = message["is_paused"]
    if not isinstance(is_paused, bool):
        raise Garbled
    change = matches.pause if is_paused else matches.resume
    change(table.match, now=timezone.now())
    return _answered(matches.load(table.match))


@never_cache
@require_POST
async def listen(request, key) -> HttpResponse:
    """What the others do next in the reading: answers when it is heard at the page, and not before.

    {"reading", "ms": where the page's sound is now, from the first sound of the upper verse}. The answer has the next
    touches of the computers, or says when the reading closes if there are none before that.
    """
    try:
        next_ = await sync_to_async(_next_of_others)(request, key)
    except Garbled:
        return JsonResponse({"garbled": True}, status=400)
    if next_ is None:
        return JsonResponse({"is_over": True}, status=409)
    wait_ms, told = next_
    await asyncio.sleep(min(max(0, wait_ms) / 1000, LONGEST_WAIT_S))
    if wait_ms > LONGEST_WAIT_S * 1000:  # it is not heard yet: the page asks again
        told = {"reading": told["reading"], "touches": [], "closes_ms": None}
    return JsonResponse(told)


def _next_of_others(request, key) -> tuple[int, dict[str, Any]] | None:
    """How long to wait, in ms, and what is told then; None if no such reading goes on."""
    if not request.user.is_authenticated:
        raise Http404
    table = matches.load(_match(request, key))
    message = _json(request)
    reading, ms = _whole(message, "reading"), _whole(message, "ms", -60_000, 3_600_000)
    if table.state.phase is not Phase.READING or table.state.number != reading:
        return None
    ms = min(ms, matches.reading_ms(table, timezone.now()))
    touches, closes_ms = matches.expected(table)
    coming = [each for each in touches if each.ms > ms]
    if not coming:
        wait_ms = LONGEST_WAIT_S * 1000 if closes_ms is None else closes_ms - ms
        return wait_ms, {"reading": reading, "touches": [], "closes_ms": closes_ms}
    first = coming[0].ms
    now = [each for each in coming if each.ms == first]
    told = [{"seat": each.seat, "card": each.card, "ms": each.ms} for each in now]
    is_read = table.state.poem in {each.card for each in now}
    return first - ms, {"reading": reading, "touches": told, "is_read": is_read, "closes_ms": None}


@never_cache
@require_safe
@person_required
def sound(request, key, name) -> HttpResponse:
    """The sealed sound of a reading that has begun."""
    match = _match(request, key)
    poem = matches.poem_of(matches.load(match), name)
    if poem is None:
        raise Http404
    return HttpResponse(sounds.envelope(match, poem), content_type="application/octet-stream")
