"""The draw as a print: a knock-out in parts of at most 32 names a page and a last page with the rounds between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.papers.facts import Cross, Name, Occasion, Slot, Tree
from clubs.papers.heads import MARGIN, head, page_of
from clubs.papers.sheet import HAIR, INK, MUTED, PINE, VERMILION, Sheet

MOST = 16  # places of the first round on a page: up to 32 names
NAMES = 62.0  # how wide the names of the first round are


@dataclass(frozen=True)
class _Row:
    """Whoever stands at the left edge: a name, or the winner of another page."""

    name: Name | None
    told: str = ""


def knockout(occasion: Occasion, tree: Tree, *, language: str, size: str = "a4") -> Sheet:
    """The paper of a knock-out."""
    sheet = Sheet(title=_("Draw, class %(class)s") % {"class": occasion.division}, language=language, size=size)
    places = len(tree.rounds[0])
    parts = max(1, places // MOST)
    depth = (places // parts).bit_length()
    pages = parts + (parts > 1)
    for part in range(parts):
        sheet.page()
        top = head(sheet, occasion, _("Draw"), page_of(part + 1, pages))
        rounds = [
            matches[part * len(matches) // parts : (part + 1) * len(matches) // parts]
            for matches in tree.rounds[:depth]
        ]
        _part(sheet, top, rounds, first=1, onward=_("to page %(page)d") % {"page": pages} if parts > 1 else "")
    if parts > 1:
        sheet.page()
        top = head(sheet, occasion, _("Draw"), page_of(pages, pages))
        _part(sheet, top, tree.rounds[depth:], first=depth + 1, onward="")
    return sheet


def _part(sheet: Sheet, top: float, rounds: Sequence[Sequence[Slot]], *, first: int, onward: str) -> None:
    """A part of the tree: the names at the left, then a column for each round, and who comes out of it."""
    left, right = MARGIN, sheet.width - MARGIN
    step = (right - left - NAMES) / len(rounds)
    rows = sum(1 if slot.is_bye else 2 for slot in rounds[0])
    high = min(20.0, (sheet.height - top - 22 - MARGIN) / rows)
    y = top + 11 + high * 0.8
    for number in range(len(rounds)):
        x = left + NAMES + step * number
        told = _("Round %(n)d") % {"n": first + number} if number + 1 < len(rounds) or onward else _("Final")
        sheet.line(told, x + 1, top + 6, 8, within=step - 2, colour=MUTED)
    middles: list[float] = []
    for place, slot in enumerate(rounds[0]):
        middles.append(_first(sheet, slot, (left, y), high, first, place))
        y += high * (1 if slot.is_bye else 2)
    for number, slots in enumerate(rounds[1:], start=1):
        x = left + NAMES + step * number
        middles = [
            _join(sheet, slot, (x, middles[2 * place], middles[2 * place + 1]), step, rounds[number - 1], place)
            for place, slot in enumerate(slots)
        ]
    last = rounds[-1][0]
    champion = last.sides[last.winner] if last.winner is not None else None
    x = right - step
    _branch(sheet, champion, (x, middles[0]), step, note=last.note, is_bold=not onward)
    if onward:
        sheet.line(onward, right, middles[0] + 3.4, 7, align="right", within=step, colour=MUTED)


def _first(sheet: Sheet, slot: Slot, at: tuple[float, float], high: float, first: int, place: int) -> float:
    """A place of the first round on this page; the height at which its winner goes on."""
    x, y = at
    _entrant(sheet, slot.sides[0], (x, y), high, _origin(first, 2 * place), has_won=slot.winner == 0)
    if slot.is_bye:
        return y
    below = y + high
    _entrant(sheet, slot.sides[1], (x, below), high, _origin(first, 2 * place + 1), has_won=slot.winner == 1)
    _fork(sheet, x + NAMES, (y, below), slot.winner)
    return (y + below) / 2


def _origin(first: int, place: int) -> str:
    return "" if first == 1 else _("from page %(page)d") % {"page": place + 1}


def _entrant(
    sheet: Sheet, name: Name | None, at: tuple[float, float], high: float, origin: str, *, has_won: bool
) -> None:
    x, y = at
    size = min(11.0, high * 1.5)
    _rule(sheet, (x, y), NAMES, is_won=has_won)
    beside = origin or (name.affiliation if name else "")
    taken = 0.0
    if beside:
        taken = sheet.line(beside, x + NAMES - 1.5, y - 1.2, 7, align="right", within=NAMES * 0.4, colour=MUTED) + 2
    if name is not None:
        sheet.line(name.name, x + 0.5, y - 1.2, size, within=NAMES - taken - 2.5)


def _join(
    sheet: Sheet,
    slot: Slot,
    at: tuple[float, float, float],
    step: float,
    before: Sequence[Slot],
    place: int,
) -> float:
    """Two branches and the fork that joins them."""
    x, upper, lower = at
    for side, y in enumerate((upper, lower)):
        source = before[2 * place + side]
        name = None if source.is_bye else slot.sides[side]
        _branch(sheet, name, (x - step, y), step, note=source.note, has_won=slot.winner == side)
    _fork(sheet, x, (upper, lower), slot.winner)
    return (upper + lower) / 2


def _branch(
    sheet: Sheet,
    name: Name | None,
    at: tuple[float, float],
    step: float,
    *,
    note: str,
    has_won: bool = False,
    is_bold: bool = False,
) -> None:
    """The line of whoever goes on, with the name and by how much."""
    x, y = at
    _rule(sheet, (x, y), step, is_won=has_won or (is_bold and name is not None))
    taken = sheet.line(note, x + step - 1.2, y - 1.1, 7, align="right", within=step * 0.35, colour=MUTED) if note else 0
    if name is not None:
        size, colour = (11.0, VERMILION) if is_bold else (8.5, INK)
        sheet.line(name.name, x + 1, y - 1.1, size, within=step - taken - 3.2, least=5.5, colour=colour)


def _rule(sheet: Sheet, at: tuple[float, float], long: float, *, is_won: bool) -> None:
    x, y = at
    sheet.rule(x, y, x + long, y, colour=PINE if is_won else INK, width=0.7 if is_won else 0.2)


def _fork(sheet: Sheet, x: float, ends: tuple[float, float], winner: int | None) -> None:
    """From both ends to the middle; the winner's way is thick."""
    middle = sum(ends) / 2
    for side, end in enumerate(ends):
        is_won = winner == side
        sheet.rule(x, end, x, middle, colour=PINE if is_won else INK, width=0.7 if is_won else 0.2)


def group(occasion: Occasion, cross: Cross, *, language: str, size: str = "a4") -> Sheet:
    """The paper of a group: everybody against everybody, wins and places."""
    sheet = Sheet(title=_("Draw, class %(class)s") % {"class": occasion.division}, language=language, size=size)
    sheet.page()
    top = head(sheet, occasion, _("Everybody meets everybody")) + 10
    count = len(cross.names)
    names, ends = 60.0, 14.0
    cell = min(18.0, (sheet.width - 2 * MARGIN - names - 2 * ends) / max(1, count))
    high = min(12.0, (sheet.height - top - 2 * MARGIN) / (count + 1))
    x, y = MARGIN + names, top + high
    for number in range(count):
        sheet.line(str(number + 1), x + cell * (number + 0.5), y - 2, 9, align="centre", within=cell, colour=MUTED)
    for number, told in enumerate((_("Wins"), _("Place"))):
        left = x + cell * count + ends * (number + 0.5)
        sheet.line(told, left, y - 2, 8, align="centre", within=ends - 1, colour=MUTED)
    for row, name in enumerate(cross.names):
        base = y + high * row
        sheet.line(f"{row + 1}", MARGIN + 4, base + high * 0.64, 9, align="right", colour=MUTED)
        sheet.line(name.name, MARGIN + 6, base + high * 0.64, 11, within=names - 8)
        for column in range(count):
            _cell(sheet, cross.cells.get((row, column)), (x + cell * column, base), (cell, high), row == column)
        for number, figure in enumerate((cross.wins[row], cross.places[row])):
            left = x + cell * count + ends * number
            sheet.box(left, base, ends, high)
            if cross.cells:
                sheet.line(str(figure), left + ends / 2, base + high * 0.64, 11, align="centre")
        sheet.box(MARGIN, base, names, high)
    return sheet


def _cell(
    sheet: Sheet,
    told: tuple[bool, int | None] | None,
    at: tuple[float, float],
    size: tuple[float, float],
    is_self: bool,
) -> None:
    x, y = at
    w, h = size
    sheet.box(x, y, w, h)
    if is_self:
        sheet.rule(x, y, x + w, y + h, colour=HAIR)
    elif told is not None:
        has_won, margin = told
        sign = ("○" if has_won else "×") + ("" if margin is None else str(margin))
        sheet.line(sign, x + w / 2, y + h * 0.64, 10, align="centre", within=w - 1, colour=PINE if has_won else INK)
