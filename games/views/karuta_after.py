"""After a match of karuta: its score sheet, reading by reading, its notation, and whether others may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.karuta import matches, replay, sounds, telling
from games.karuta.matches import HOST, Table
from games.karuta.score import CLASS_MEDIANS_MS, Fault, Score, score
from games.karuta.telling import Judgement
from games.models import KarutaMatch
from games.rules.karuta import notation
from trainer.poems.piles import own
from trainer.poems.poem import Poem, poem
from trainer.views.guards import person_required

SPEEDS = (("1", 6.0), ("2", 3.0), ("4", 1.5))  # readings follow each other after so many seconds


def _shown(request, key) -> KarutaMatch:
    """A finished match of this person, or one that its person lets everybody see; any other is not there: 404."""
    match = get_object_or_404(KarutaMatch.objects.finished(), key=key)
    if match.is_public or match.person_id == request.user.pk:
        return match
    raise Http404


@require_safe
def sheet(request, key) -> HttpResponse:
    """The score sheet, and with ?at=0 … the readings one by one; ?side=1 from the other side."""
    match = _shown(request, key)
    is_own = match.person_id == request.user.pk
    table = matches.load(match) if is_own else telling.from_outside(matches.load(match))
    at, side = _whole(request.GET.get("at")), 1 if request.GET.get("side") == "1" else 0
    context = {"match": match, "table": table, "is_own": is_own, "names": telling.side_names(table)}
    if at is not None and (frame := replay.frame(table, at)) is not None:
        return render(request, "games/karuta/replay.html", context | _reading(table, frame, side))
    return render(request, "games/karuta/sheet.html", context | _sheet(table, is_own=is_own))


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
    mine = scores[HOST]
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
        "slow": [poem(number) for number in _slow(scores)],
        "to_drill": [poem(number) for number in mine.to_drill],
        "drill_pile": own(mine.to_drill) if mine.to_drill else "",
        "class_s": [(telling.LEVEL_NAMES[key], ms / 1000) for key, ms in CLASS_MEDIANS_MS.items()],
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


def _slow(scores: list[Score]) -> tuple[int, ...]:
    """The poems that were slow for the person and for somebody else too, or that nobody took."""
    mine, others = scores[HOST], scores[HOST + 1 :]
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


# Taking along, and showing -------------------------------------------------------------------------------
@require_safe
def written(request, key) -> HttpResponse:
    """The match in notation, to keep."""
    match = _shown(request, key)
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
    """Let everybody who has the link see the match, or nobody any more."""
    match = get_object_or_404(KarutaMatch.objects.finished(), person=request.user, key=key)
    match.is_public = request.POST.get("public") == "yes"
    match.save(update_fields=["is_public"])
    return redirect("karuta-replay", key=match.key)
