"""After a match of karuta: its score sheet, reading by reading, its notation, and whether others may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import live_tables
from games.karuta import matches, replay, sounds, telling
from games.karuta.matches import HOST, Table
from games.karuta.score import CLASS_MEDIANS_MS, Fault, Score, score
from games.karuta.telling import Judgement
from games.models import Hall, KarutaMatch
from games.rules.karuta import notation
from trainer.poems.piles import own
from trainer.poems.poem import Poem, poem
from trainer.views.guards import person_required

SPEEDS = (("1", 6.0), ("2", 3.0), ("4", 1.5))  # readings follow each other after so many seconds


def _shown(request, key) -> tuple[KarutaMatch, int | None]:
    """A finished match that this person may see, and where they sat; any other is not there: 404.

    It is their own, or those who played let everybody see it, or others might watch it. The staff sees what is flagged.
    """
    match = get_object_or_404(_finished(), key=key)
    own, live = match.seat_of(request.user), getattr(match, "table", None)
    if own is not None or match.is_public:
        return match, own
    if live is not None and (live.has_spectators or (request.user.is_staff and live.is_flagged)):
        return match, own
    raise Http404


def _finished():
    return KarutaMatch.objects.finished().select_related("table").prefetch_related("table__seats")


@require_safe
def sheet(request, key) -> HttpResponse:
    """The score sheet, and with ?at=0 … the readings one by one; ?side=1 from before the second side."""
    match, own = _shown(request, key)
    table = matches.load(match)
    table = telling.from_outside(table) if own is None else replace(table, own=own)
    is_own, at, side = own is not None, _whole(request.GET.get("at")), _side(request.GET.get("side"), table)
    context = {"match": match, "table": table, "is_own": is_own, "names": telling.side_names(table)}
    if at is not None and (frame := replay.frame(table, at)) is not None:
        return render(request, "games/karuta/replay.html", context | _reading(table, frame, side))
    return render(request, "games/karuta/sheet.html", context | _sheet(table, is_own=is_own))


def _side(text: str | None, table: Table) -> int:
    """The side that is asked for; else the person's own, where there are two."""
    if text in ("0", "1"):
        return int(text)
    return table.setup.seats[_mine(table)] if table.setup.sides == 2 else 0


def _mine(table: Table) -> int:
    """The seat that the sheet is about."""
    return HOST if table.own is None else table.own


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 4 else None


# One reading ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Hand:
    """A touch as it is listed: who, which card, and how long after the deciding sound."""

    name: str
    poem: Poem
    seconds: float
    is_wrong: bool


def _reading(table: Table, frame: replay.Frame, side: int) -> dict[str, object]:
    told, rowed = frame.told, bool(frame.table.state.field.territories)
    names = telling.seat_names(table)
    hands = [
        Hand(names[each["seat"]], poem(each["card"]), each["after_ms"] / 1000, each["card"] != told["poem"])
        for each in told["touches"]
        if each["card"]
    ]
    return {
        "frame": frame,
        "told": told,
        "poem": poem(told["poem"]),
        "hands": hands,
        "sent": [poem(each["card"]) for each in told["sent"]],
        "far": frame.rows(1 - side) if rowed else None,
        "near": frame.rows(side) if rowed else None,
        "far_name": telling.side_names(table)[1 - side],
        "near_name": telling.side_names(table)[side],
        "far_count": frame.counts[1 - side] if rowed else None,
        "near_count": frame.counts[side] if rowed else None,
        "side": side,
        "before": frame.index - 1 if frame.index else None,
        "after": frame.index + 1 if frame.index + 1 < frame.total else None,
        "speeds": SPEEDS,
    }


# The sheet -----------------------------------------------------------------------------------------------
def _sheet(table: Table, *, is_own: bool) -> dict[str, object]:
    done = telling.judgements(table)
    result = telling.told_result(table)
    scores = _scores(table, done)
    mine = scores[_mine(table)]
    return {
        "result": result,
        "headline": _headline(result) if is_own else " – ".join(telling.side_names(table)),
        "mine": mine,
        "seats": [
            (name, telling.level_name(player), each)
            for name, player, each in zip(telling.seat_names(table), table.players, scores, strict=True)
        ],
        "faults": _faults(table, done, mine),
        "late": [(each, poem(each.poem)) for each in mine.late_after_change],
        "slow": [poem(number) for number in _slow(scores, _mine(table))],
        "to_drill": [poem(number) for number in mine.to_drill],
        "drill_pile": own(mine.to_drill) if mine.to_drill else "",
        "class_s": [(telling.LEVEL_NAMES[key], ms / 1000) for key, ms in CLASS_MEDIANS_MS.items()],
        "is_agreed": is_own and _has_agreed(table),
        "readings": [(index, each, poem(each.judged.verdict.poem)) for index, each in enumerate(done)],
        "length_head": _("Sounds"),
        "sound_head": _("Sound"),
    }


def _scores(table: Table, done: Sequence[Judgement]) -> list[Score]:
    """Of every seat."""
    told = sounds.told(table.match)
    return [
        score(done, seat, table.setup.seats, lambda number, kana: told(number).told_ms[kana - 1])
        for seat in range(len(table.players))
    ]


def _faults(table: Table, done: Sequence[Judgement], mine: Score) -> list[tuple[int, Fault, Poem, str]]:
    """Each fault with the place of its reading among the judged ones, its poem, and why it is one."""
    places = {each.number: place for place, each in enumerate(done)}
    return [
        (at, fault, poem(fault.poem), telling.sentence_of(table, done[at]))
        for fault in mine.faults
        for at in [places[fault.reading]]
    ]


def _slow(scores: list[Score], own: int) -> tuple[int, ...]:
    """The poems that were slow for the person and for somebody else too, or that nobody took."""
    mine, others = scores[own], [*scores[:own], *scores[own + 1 :]]
    late = {each.poem for each in mine.late} & {each.poem for other in others for each in other.late}
    return tuple(sorted(late | set(mine.missed)))


def _headline(result: dict[str, object]) -> str:
    if result["is_shared"]:
        return _("A shared win")
    if result["how"] == "resigned":
        return _("You resigned") if not result["is_won"] else _("The other side resigned")
    if result["margin"] is None:
        return _("You won") if result["is_won"] else _("You lost")
    words = _("Won by %(n)s") if result["is_won"] else _("Lost by %(n)s")
    return words % {"n": result["margin"]}


def _has_agreed(table: Table) -> bool:
    """Whether this person lets others see a match that people played."""
    seats = table.match.table.seats.all() if table.match.is_among_people else ()
    return any(seat.number == table.own and seat.is_shown for seat in seats)


# Taking along, and showing -------------------------------------------------------------------------------
@require_safe
def written(request, key) -> HttpResponse:
    """The match in notation, to keep. In it stands the order of all poems: a hall's when it is over at all tables."""
    match, _own = _shown(request, key)
    if Hall.objects.secret().filter(tables__karuta=match).exists():
        messages.info(request, _("The match is not over yet."))
        return redirect("karuta-replay", key=match.key)
    table = telling.from_outside(matches.load(match))  # a file goes from hand to hand: nobody in it is “You”
    players = {f"Player{seat + 1}": name for seat, name in enumerate(telling.seat_names(table))}
    tags = {"Date": f"{match.started_at:%Y-%m-%d}", "Tempo": match.tempo, "Reciter": match.voice or "text", **players}
    text = notation.dump(table.setup, table.events, tags)
    name = f"karuta-{match.started_at:%Y-%m-%d}-{str(match.key)[:8]}.txt"
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_POST
@person_required
def share(request, key) -> HttpResponse:
    """Let everybody who has the link see the match, or nobody any more. Of people who played all must want it."""
    match = get_object_or_404(_finished(), key=key)
    own = match.seat_of(request.user)
    if own is None:
        raise Http404
    is_public = request.POST.get("public") == "yes"
    if match.is_among_people:
        live_tables.show(match, own, is_shown=is_public)
    else:
        match.is_public = is_public
        match.save(update_fields=["is_public"])
    return redirect("karuta-replay", key=match.key)
