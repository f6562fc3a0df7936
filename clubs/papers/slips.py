"""Score sheets of a round: a slip for each table, four on a page, to be cut apart."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubs.papers.facts import Name, Occasion, Slip
from clubs.papers.sheet import HAIR, INK, MUTED, VERMILION, Sheet

INNER = 8.0


def score_sheets(
    occasion: Occasion, number: int, slips: Sequence[Slip], *, language: str, size: str = "a4", is_team: bool = False
) -> Sheet:
    """The paper of round `number`."""
    title = _("Score sheets, class %(class)s, round %(round)d") % {"class": occasion.division, "round": number}
    sheet = Sheet(title=title, language=language, size=size)
    w, h = sheet.width / 2, sheet.height / 2
    for place, slip in enumerate(slips):
        if place % 4 == 0:
            sheet.page()
            with sheet.dashed():
                sheet.rule(w, 4, w, sheet.height - 4)
                sheet.rule(4, h, sheet.width - 4, h)
        _slip(sheet, occasion, number, slip, (place % 2 * w, place % 4 // 2 * h), is_team)
    return sheet


def _slip(sheet: Sheet, occasion: Occasion, number: int, slip: Slip, at: tuple[float, float], is_team: bool) -> None:
    x, y = at[0] + INNER, at[1] + INNER
    wide, high = sheet.width / 2 - 2 * INNER, sheet.height / 2 - 2 * INNER
    sheet.line(occasion.tournament, x, y + 4, 11, within=wide - 24)
    told = _("Class %(class)s · round %(round)d") % {"class": occasion.division, "round": number}
    sheet.line(told, x, y + 10, 11, within=wide - 24, colour=VERMILION)
    sheet.line(slip.room or occasion.club, x, y + 15, 9, within=wide - 24, colour=MUTED)
    sheet.box(x + wide - 21, y, 21, 17, colour=INK, width=0.4)
    sheet.line(_("Table"), x + wide - 10.5, y + 4.2, 7, align="centre", within=19, colour=MUTED)
    sheet.line(str(slip.table), x + wide - 10.5, y + 14.2, 26, align="centre", within=19)
    top = y + 22
    deep = (high - 22 - 33 - 8) / 2
    columns = _columns(sheet, x, top, wide, is_team)
    for side in (0, 1):
        _side(sheet, slip.sides[side], slip.whence[side], (x, top + 6 + side * (deep - 3)), columns, deep - 3)
    _foot(sheet, x, y + high - 33, wide, is_team)


def _columns(sheet: Sheet, x: float, top: float, wide: float, is_team: bool) -> tuple[float, ...]:
    """The heads of the columns; where their lines are."""
    heads = (_("Won"), _("Boards won")) if is_team else (_("Won"), _("Cards taken"), _("Faults"))
    small = 15.0
    lines = tuple(x + wide - small * count for count in range(len(heads), 0, -1))
    for left, told in zip(lines, heads, strict=True):
        sheet.line(told, left + small / 2, top + 4, 7, align="centre", within=small - 1, least=4.5, colour=MUTED)
    return lines


def _side(
    sheet: Sheet, name: Name | None, whence: str, at: tuple[float, float], columns: tuple[float, ...], deep: float
) -> None:
    x, y = at
    right = columns[-1] + 15.0
    room = columns[0] - x - 4
    sheet.box(x, y, right - x, deep, colour=INK, width=0.3)
    for left in columns:
        sheet.rule(left, y, left, y + deep)
    sheet.pdf.circle(columns[0] + 7.5, y + deep / 2, 3.6)
    if name is None:
        sheet.line(whence, x + 2, y + deep - 2.5, 7, within=room, colour=MUTED)
        return
    lines = sheet.wrapped(name.name, 15, room) if sheet.length(name.name, 15) > room * 1.35 else [name.name]
    if len(lines) > 2:
        lines = [lines[0], " ".join(lines[1:])]
    middle = y + deep / 2 - 3.2 * (len(lines) - 1) + (0 if name.affiliation else 2)
    for number, line in enumerate(lines):
        sheet.line(line, x + 2, middle + 6.2 * number, 15, within=room)
    under = ", ".join(name.members) or name.affiliation
    if under:
        sheet.line(under, x + 2, middle + 6.2 * (len(lines) - 1) + 5.2, 8, within=room, colour=MUTED)


def _foot(sheet: Sheet, x: float, y: float, wide: float, is_team: bool) -> None:
    """How it ended, by how much, and the winner's hand."""
    box = 24.0
    if not is_team:
        sheet.box(x, y, box, 15, colour=INK, width=0.4)
        sheet.line(_("Margin (cards)"), x + box / 2, y - 1.2, 7, align="centre", within=box + 6, colour=MUTED)
    left = x if is_team else x + box + 8
    for number, told in enumerate((_("walkover"), _("conceded"))):
        sheet.box(left, y + 2.2 + 7 * number, 3.4, 3.4, colour=INK, width=0.25)
        sheet.line(told, left + 5.5, y + 5.1 + 7 * number, 9, within=wide - box - 14)
    sheet.rule(x, y + 28, x + wide, y + 28, colour=INK, width=0.3)
    sheet.line(_("Signature of the winner"), x, y + 32, 7, within=wide, colour=MUTED)
    sheet.pdf.set_draw_color(*HAIR)
