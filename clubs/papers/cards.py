"""The cards of a round, for whoever takes them out of the box: by their first kana, with a box to tick."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.papers.facts import Occasion
from clubs.papers.heads import MARGIN, head, page_of
from clubs.papers.sheet import INK, MUTED, PINE, Sheet
from trainer.poems.kimariji import printed_prefix
from trainer.poems.poem import POEMS, Poem

COLUMNS = 4


def card_list(occasion: Occasion, number: int, used: Sequence[int], *, language: str, size: str = "a4") -> Sheet:
    """The paper: the cards that lie, and behind them those that stay in the box."""
    title = _("Cards of round %(n)d") % {"n": number}
    sheet = Sheet(title=title, language=language, size=size)
    lie = [poem for poem in POEMS if poem.number in used]
    stay = [poem for poem in POEMS if poem.number not in used]
    parts = [
        (lie, ngettext("%(count)d card lies at every table", "%(count)d cards lie at every table", len(lie))),
        (stay, ngettext("%(count)d card stays in the box", "%(count)d cards stay in the box", len(stay))),
    ]
    parts = [(poems, told) for poems, told in parts if poems]
    for page, (poems, told) in enumerate(parts, start=1):
        sheet.page()
        top = head(sheet, occasion, title, page_of(page, len(parts)))
        sheet.line(told % {"count": len(poems)}, MARGIN, top + 8, 11, colour=PINE)
        _columns(sheet, sorted(poems, key=lambda poem: poem.torifuda), top + 13)
    return sheet


def _columns(sheet: Sheet, poems: Sequence[Poem], top: float) -> None:
    """Down the columns; each kana has its head, which never stands alone at the foot."""
    groups = [(kana, list(each)) for kana, each in groupby(poems, key=lambda poem: poem.torifuda[0])]
    lines = len(poems) + len(groups)
    per_column = -(-lines // COLUMNS) + 1
    high = min(10.5, (sheet.height - top - MARGIN) / per_column)
    wide = (sheet.width - 2 * MARGIN + 5) / COLUMNS
    column, row = 0, 0
    for kana, members in groups:
        if row and row + 2 > per_column:
            column, row = column + 1, 0
        _head(sheet, kana, len(members), (MARGIN + column * wide, top + row * high), wide - 5, high)
        row += 1
        for poem in members:
            if row >= per_column:
                column, row = column + 1, 0
            _card(sheet, poem, (MARGIN + column * wide, top + row * high), wide - 5, high)
            row += 1


def _head(sheet: Sheet, kana: str, count: int, at: tuple[float, float], wide: float, high: float) -> None:
    x, y = at
    sheet.line(kana, x, y + high * 0.72, 13, colour=PINE)
    sheet.line(str(count), x + wide, y + high * 0.72, 8, align="right", colour=MUTED)
    sheet.rule(x, y + high * 0.9, x + wide, y + high * 0.9, colour=PINE, width=0.3)


def _card(sheet: Sheet, poem: Poem, at: tuple[float, float], wide: float, high: float) -> None:
    x, y = at
    side = min(3.6, high * 0.5)
    sheet.box(x + 0.5, y + (high - side) / 2, side, side, colour=INK, width=0.25)
    text = max(poem.torifuda_columns[0], printed_prefix(poem.number), key=len)  # two cards begin with the same column
    sheet.line(text, x + 6.5, y + high * 0.68, min(12.5, high * 1.6), within=wide - 14)
    sheet.line(str(poem.number), x + wide, y + high * 0.66, 8, align="right", colour=MUTED)
