"""A match as the page draws it: plain values of what one seat may know, in the language of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.karuta import opponents, sounds
from games.karuta.matches import HOST, Table
from games.karuta.players import Kind, Player
from games.models import KarutaMatch
from games.rules.karuta import play, reasons
from games.rules.karuta.events import Finish, Judged, ReadingBegun, SendDeclined, SendLapsed, Sent
from games.rules.karuta.judge import Touched
from games.rules.karuta.variants import Untaken
from trainer.poems import kimariji
from trainer.poems.poem import poem

LEVEL_NAMES = {
    "E": gettext_lazy("class E"),
    "D": gettext_lazy("class D"),
    "C": gettext_lazy("class C"),
    "B": gettext_lazy("class B"),
    "A": gettext_lazy("class A"),
    "Meijin": gettext_lazy("Meijin"),
}


def name_of(player: Player, seat: int, own: int | None = HOST) -> str:
    """What the page calls who sits there; who sits at the seat `own` is “You”."""
    if player.is_person and seat == own:
        return _("You")
    if player.name:
        return player.name
    if player.kind is Kind.PERSON:
        return _("Player %(number)s") % {"number": seat + 1}
    if player.kind is Kind.GHOST:
        return _("Your ghost")
    if player.kind is Kind.NOBODY:
        return _("Nobody")
    return _("The opponent")


def seat_names(table: Table) -> list[str]:
    """What everybody is called."""
    return names_of(table.match, table.players, table.own)


def names_of(match: KarutaMatch, players: Sequence[Player], own: int | None) -> list[str]:
    """The same without the events; several computers without a name are numbered, and who has left is told so."""
    names = [name_of(player, seat, own) for seat, player in enumerate(players)]
    unnamed = [seat for seat, player in enumerate(players) if player.kind is Kind.BOT and not player.name]
    if len(unnamed) > 1 or match.is_among_people:  # there a computer may play on one's own side
        for number, seat in enumerate(unnamed, start=1):
            names[seat] = _("Computer %(number)s") % {"number": number}
    if match.is_among_people:
        for seat, player in enumerate(players):
            if player.is_person and not player.name and seat != own:
                names[seat] = _("Former player")
    return names


def level_name(player: Player) -> str:
    """The class of a computer, empty for everybody else."""
    key = opponents.PERSONS[player.who].level.key if player.who in opponents.PERSONS else player.who
    return str(LEVEL_NAMES.get(key, ""))


@dataclass(frozen=True)
class Judgement:
    """A reading that has been judged, with all that was touched in it and what was sent for it.

    `read` are the poems read before it: they decide what decided it.
    """

    number: int
    judged: Judged
    touches: tuple[Touched, ...]
    sent: tuple[Sent, ...]
    is_unsent: bool
    read: tuple[int, ...]

    @property
    def name(self) -> str:
        """What players call it, in the language of the page."""
        return reasons.name_of(self.judged.verdict.name, get_language() or "en")

    @property
    def kimariji(self) -> str:
        """What decided the poem when it was read."""
        return kimariji.current(self.judged.verdict.poem, self.read)


def judgements(table: Table) -> tuple[Judgement, ...]:
    """Every reading that came to a verdict, the first first."""
    found: list[Judgement] = []
    read: list[int] = []
    number, touches = 0, list[Touched]()
    for event in table.events:
        if isinstance(event, ReadingBegun):
            number, touches = event.number, []
        elif isinstance(event, Touched):
            touches.append(event)
        elif isinstance(event, Judged):
            found.append(Judgement(number, event, tuple(touches), (), False, tuple(read)))
            read.append(event.verdict.poem)
        elif isinstance(event, Sent) and found:
            last = found[-1]
            found[-1] = Judgement(
                last.number, last.judged, last.touches, (*last.sent, event), last.is_unsent, last.read
            )
        elif isinstance(event, SendDeclined | SendLapsed) and found:
            found[-1] = replace(found[-1], is_unsent=True)
    return tuple(found)


def latest(table: Table) -> Judgement | None:
    """The last of them, looked for from the end; None before the first verdict."""
    is_judged = False
    for place in reversed(range(len(table.events))):
        event = table.events[place]
        is_judged = is_judged or isinstance(event, Judged)
        if is_judged and isinstance(event, ReadingBegun):
            (last, *_rest) = judgements(replace(table, events=table.events[place:]))
            return replace(last, read=table.state.read[:-1])
    return None


def from_outside(table: Table) -> Table:
    """The same for somebody who did not play: nobody in it is “You”, and no ghost is theirs."""
    if table.match.is_among_people:
        return replace(table, own=None)
    players = tuple(
        replace(player, name=_("Player %(number)s") % {"number": seat + 1})
        if not player.name and player.kind in (Kind.PERSON, Kind.GHOST)
        else player
        for seat, player in enumerate(table.players)
    )
    return replace(table, players=players, own=None)


def side_names(table: Table) -> tuple[str, ...]:
    """What the sides are called: of a team the name of the team, else of the player."""
    seats, names = table.setup.seats, seat_names(table)
    if len(seats) == table.setup.sides:
        return tuple(names)
    return (_("Genji"), _("Heike"))


def told(table: Table, now: datetime, seat: int | None = HOST) -> dict[str, Any]:
    """All that the page draws the match from, as this seat may see it. Times are ms of the match's clock.

    None: as somebody may who only looks on, from the first side.
    """
    table = replace(table, own=seat)
    view = play.view(table.state, seat or 0)
    last, names = latest(table), seat_names(table)
    own_touches = () if seat is None else view.touches
    return {
        "events": len(table.events),
        "phase": view.phase.value,
        "clock": _clock(table, view, now),
        "variant": view.setup.variant.key,
        "seat": seat,
        "side": None if seat is None else view.side,
        "persons": list(table.persons),
        "sides": [
            {"name": name, "count": count, "groups": [list(group) for group in groups]}
            for name, count, groups in zip(side_names(table), view.field.counts(), view.field.territories, strict=False)
        ],
        "scattered": [list(each) for each in view.field.scattered],
        "seats": [_seat(table, view, each, name) for each, name in enumerate(names)],
        "reading": view.number,
        "to_come": view.to_come,
        "touches": [{"seat": each.seat, "card": each.card, "ms": each.ms} for each in own_touches],
        "send": None if not view.owed else {"side": view.sender, "n": view.owed, "must": view.must_send},
        "unplaced": sorted(view.unplaced),
        "last": told_judgement(table, last) if last else None,
        "result": None if view.result is None else told_result(table),
    }


def _clock(table: Table, view: play.View, now: datetime) -> dict[str, Any]:
    return {
        "now_ms": table.clock_ms(now),
        "is_running": table.match.clock_since is not None,
        "since_ms": view.since_ms,
        "due_ms": view.clock.due_ms if view.clock else None,
        "what": view.clock.what if view.clock else None,
    }


def _seat(table: Table, view: play.View, seat: int, name: str) -> dict[str, Any]:
    player = table.players[seat]
    return {
        "name": name,
        "kind": player.kind.value,
        "level": level_name(player),
        "side": view.setup.seats[seat],
        "taken": len(view.taken[seat]),
        "moves": view.moves[seat],
        "is_ready": seat in view.ready,
        "is_raised": seat in view.raised,
        "sits_out": seat in table.state.sat_out,
    }


def told_judgement(table: Table, each: Judgement) -> dict[str, Any]:
    """One reading with its verdict: what was read, who touched what and when, and why it counts as it does."""
    verdict = each.judged.verdict
    zero = sounds.told(table.match)(verdict.poem).told_ms[len(each.kimariji) - 1]
    return {
        "reading": each.number,
        "poem": verdict.poem,
        "columns": list(poem(verdict.poem).torifuda_columns),
        "kimariji": each.kimariji,
        "decided_ms": round(zero),
        "name": each.name,
        "key": verdict.name.value,
        "sentence": sentence_of(table, each),
        "side": verdict.territory,
        "taker": verdict.taker,
        "taker_side": verdict.taker_side,
        "take_ms": verdict.take_ms,
        "faults": list(verdict.faults),
        "early": list(verdict.early),
        "sender": verdict.sender,
        "n": verdict.n,
        "is_removed": verdict.is_removed,
        "touches": [
            {"seat": touch.seat, "card": touch.card, "ms": touch.ms, "after_ms": round(touch.ms - zero)}
            for touch in sorted(each.touches, key=lambda touch: touch.ms)
        ],
        "sent": [{"side": sent.side, "card": sent.card, "is_picked": sent.is_picked} for sent in each.sent],
    }


def sentence_of(table: Table, each: Judgement) -> str:
    """Why a reading counts as it does, in the language of the page."""
    names, seats = side_names(table), seat_names(table)
    return addressed(reasons.reason(each.judged.verdict, table.setup.variant, names, seats, get_language() or "en"))


# In English whoever is addressed changes the words around: longer ones first.
_ADDRESSED = (
    (r"\bYou (took|pushed)( the card (?:on|out of)) their\b", r"You \1\2 your"),
    (r"\bit is You's\b", "it is yours"),
    (r"\bYou's\b", "your"),
    (r"\bYou gives back one card if they have one\b", "You give back one card if you have one"),
    (r"\bYou has\b", "You have"),
    (r"\bYou (send|sit|give)s\b", r"You \1"),
    (r"(?<!^)\bYou\b", "you"),
    (r"(?<!^)\bThe opponent\b", "the opponent"),
    (r"(?<!^)\bThe opponent\b", "the opponent"),
)


def addressed(text: str) -> str:
    """An English sentence about “You” as one says it to them; any other stays as it is.

    >>> addressed("Momo took the card from You's side, and You sends one card.")
    'Momo took the card from your side, and you send one card.'
    >>> addressed("You took the card from The opponent's side, and You sends one card.")
    "You took the card from the opponent's side, and you send one card."
    """
    for wrong, right in _ADDRESSED:
        text = re.sub(wrong, right, text)
    return text


def told_result(table: Table) -> dict[str, Any]:
    """How the match ended."""
    result = table.state.result
    if result is None:
        raise ValueError("the match goes on")
    own = table.setup.seats[HOST if table.own is None else table.own]
    return {
        "how": result.how.value,
        "winners": list(result.winners),
        "is_won": own in result.winners,
        "is_shared": len(result.winners) > 1,
        "margin": result.margin,
        "left": list(result.left),
        "is_played": result.how is Finish.PLAYED,
    }


def is_patient(table: Table) -> bool:
    """Whether a card that nobody takes is waited for, its lower verse being read again and again."""
    return table.setup.variant.untaken is Untaken.REPEAT
