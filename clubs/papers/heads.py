"""The head of a paper that is no certificate: what it belongs to."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.papers.facts import Occasion
from clubs.papers.sheet import INK, MUTED, VERMILION, Sheet

MARGIN = 13.0


def head(sheet: Sheet, occasion: Occasion, what: str, page: str = "") -> float:
    """Class, what the paper is, tournament, day and club, a line below; where what follows may begin."""
    x = MARGIN
    sheet.pdf.set_draw_color(*VERMILION)
    sheet.pdf.set_line_width(0.5)
    if occasion.division:
        sheet.pdf.circle(x + 6.2, MARGIN + 6.2, 6)
        sheet.line(occasion.division, x + 6.2, MARGIN + 8.3, 15, align="centre", within=9, colour=VERMILION)
        x += 16
    right = sheet.width - MARGIN
    told = sheet.line(page, right, MARGIN + 5, 9, align="right", colour=MUTED) if page else 0.0
    sheet.line(f"{what} · {occasion.tournament}", x, MARGIN + 5, 15, within=right - x - told - 5, least=8)
    facts = [date_format(occasion.held_on), occasion.venue, occasion.club]
    sheet.line(" · ".join(each for each in facts if each), x, MARGIN + 11, 9, within=right - x, colour=MUTED)
    sheet.rule(MARGIN, MARGIN + 15, right, MARGIN + 15, colour=INK, width=0.3)
    return MARGIN + 15


def page_of(number: int, count: int) -> str:
    """Which page of how many; nothing of a single one."""
    return _("Page %(number)d of %(count)d") % {"number": number, "count": count} if count > 1 else ""
