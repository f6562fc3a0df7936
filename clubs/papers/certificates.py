"""Certificates (賞状) of a class: a page for each place. In Japanese in columns, else in lines; on its side."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from clubs.papers.facts import Award, Occasion
from clubs.papers.seals import draw_seal
from clubs.papers.sheet import GOLD, MUTED, POINT, Colour, Sheet, column_parts

PALE: Colour = (226, 207, 160)
EDGE = 9.0  # from the edge of the paper to the frame
BAND = 7.0
PLACES_JA = {1: "優勝", 2: "準優勝", 3: "第三位", 4: "第四位"}
SENTENCE = 20.5  # points
FIGURES = "〇一二三四五六七八九"
# The first day of an era and its name, the latest first. A year has the era's name in which the day lies.
ERAS = ((date(2019, 5, 1), "令和"), (date(1989, 1, 8), "平成"), (date(1926, 12, 25), "昭和"))


def certificates(occasion: Occasion, awards: Sequence[Award], *, language: str, size: str = "a4") -> Sheet:
    """The paper with a page for each award."""
    title = _("%(name)s, class %(class)s: certificates") % {"name": occasion.tournament, "class": occasion.division}
    sheet = Sheet(title=title, language=language, size=size, is_landscape=True)
    for award in awards:
        sheet.page()
        _frame(sheet)
        (_in_columns if sheet.language == "ja" else _in_lines)(sheet, occasion, award)
    return sheet


# The frame -----------------------------------------------------------------------------------------------
def _frame(sheet: Sheet) -> None:
    """A band of interlocked circles (七宝) between gold lines, a flower in each corner."""
    w, h = sheet.width - 2 * EDGE, sheet.height - 2 * EDGE
    pdf = sheet.pdf
    strips = (
        (EDGE, EDGE, w, BAND),
        (EDGE, sheet.height - EDGE - BAND, w, BAND),
        (EDGE, EDGE + BAND, BAND, h - 2 * BAND),
        (sheet.width - EDGE - BAND, EDGE + BAND, BAND, h - 2 * BAND),
    )
    pdf.set_draw_color(*PALE)
    pdf.set_line_width(0.22)
    for x, y, wide, high in strips:
        with pdf.rect_clip(x, y, wide, high):
            _circles(sheet, x, y, wide, high)
    sheet.box(EDGE, EDGE, w, h, colour=GOLD, width=0.7)
    sheet.box(EDGE + BAND, EDGE + BAND, w - 2 * BAND, h - 2 * BAND, colour=GOLD, width=0.35)
    inner = EDGE + BAND + 1.4
    sheet.box(inner, inner, sheet.width - 2 * inner, sheet.height - 2 * inner, colour=GOLD, width=0.15)
    for x in (EDGE, sheet.width - EDGE - BAND):
        for y in (EDGE, sheet.height - EDGE - BAND):
            _corner(sheet, x, y)


def _circles(sheet: Sheet, x: float, y: float, wide: float, high: float) -> None:
    """Circles that overlap by quarters, a whole number of them from end to end."""
    long = max(wide, high)
    count = max(1, round(long / BAND))
    step = long / count  # between centres along the band; across it is BAND
    for number in range(2 * count + 1):
        along = number * step / 2
        offsets = (0.0, BAND) if number % 2 == 0 else (BAND / 2,)
        for across in offsets:
            centre = (x + along, y + across) if wide >= high else (x + across, y + along)
            sheet.pdf.circle(*centre, BAND / 2)


def _corner(sheet: Sheet, x: float, y: float) -> None:
    """A plum blossom of five circles in a filled square."""
    pdf = sheet.pdf
    pdf.set_fill_color(255, 255, 255)
    pdf.set_draw_color(*GOLD)
    pdf.set_line_width(0.35)
    pdf.rect(x, y, BAND, BAND, style="DF")
    centre_x, centre_y = x + BAND / 2, y + BAND / 2
    pdf.set_fill_color(*GOLD)
    for dx, dy in ((0, -1.0), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309)):
        pdf.circle(centre_x + 1.35 * dx, centre_y + 1.35 * dy, 0.92, style="F")
    pdf.set_fill_color(255, 255, 255)
    pdf.circle(centre_x, centre_y, 0.5, style="F")


# In columns ----------------------------------------------------------------------------------------------
def _in_columns(sheet: Sheet, occasion: Occasion, award: Award) -> None:
    """賞状: title, class and place, name, the sentence without stops as is the custom, day, club and seal."""
    top, foot, right = 38.0, sheet.height - 34.0, sheet.width - 46.0
    high = foot - top
    sheet.column("賞状", right, top + 14, 56, gap=0.85)
    place = f"{_letter(occasion.division)}級　{PLACES_JA[award.place]}"
    sheet.column(place, right - 31, top, 27, within=high, gap=0.18)
    x = right - 58
    if award.name.affiliation:
        sheet.column(award.name.affiliation, x + 13, top + 8, 12, within=high * 0.6)
    _bearer(sheet, award, x, top, high)
    x -= 27 if award.name.members else 21
    if award.name.members:
        sheet.column("　".join(award.name.members), x + 12, top + 22, 12, within=high - 26)
    for column in _sentence(sheet, occasion, high):
        sheet.column(column, x, top + 8, SENTENCE, gap=0.06)
        x -= 14
    sheet.column(day_ja(occasion.held_on), x - 3, top + 22, 16, gap=0.12)
    club = _gap(occasion.club)
    size = _largest(sheet, occasion.club, 24, high - 34, club)
    long = sheet.column_length(occasion.club, size, club)
    left = min(x - 22, 62.0)
    sheet.column(occasion.club, left, foot - 12 - long, size, gap=club)
    draw_seal(sheet, occasion.club, left - 11.5, foot - 17)


def _letter(division: str) -> str:
    """D2 as Ｄ二."""
    block = division[1:]
    return chr(ord(division[0]) + 0xFEE0) + "".join(FIGURES[int(each)] for each in block)


def _gap(text: str) -> float:
    """Short names are set wide."""
    return {2: 0.6, 3: 0.35, 4: 0.2}.get(len(text), 0.08)


def _largest(sheet: Sheet, text: str, size: float, within: float, gap: float) -> float:
    long = sheet.column_length(text, size, gap)  # 0 for a name of which nothing can be seen
    return min(size, size * within / long) if long else size


def _bearer(sheet: Sheet, award: Award, x: float, top: float, high: float) -> None:
    """The name with 殿, ending at the same height however long it is."""
    name, gap = award.name.name, _gap(award.name.name)
    room = high - 30
    size = _largest(sheet, name, 36, room - 20, gap)
    long = sheet.column_length(name, size, gap)
    begin = top + 20 + max(0.0, (room - 20 - long) * 0.55)
    sheet.column(name, x, begin, size, gap=gap)
    sheet.column("殿", x, min(begin + long + 9, top + high - 12), 28)


def _sentence(sheet: Sheet, occasion: Occasion, high: float) -> list[str]:
    """The sentence in columns of like length, the name of the tournament kept whole where it can be."""
    text = f"あなたは{occasion.tournament}において頭書の成績を収められましたのでその栄誉をたたえここにこれを賞します"
    count, columns = 3, [text]
    while count < 8 and any(sheet.column_length(each, SENTENCE, 0.06) > high - 12 for each in columns):
        columns = _cut_evenly(sheet, text, count)
        count += 1
    return columns


def _cut_evenly(sheet: Sheet, text: str, count: int) -> list[str]:
    whole = sheet.column_length(text, SENTENCE, 0.06)
    columns = [""]
    for part in column_parts(text):
        if (
            sheet.column_length(columns[-1] + part, SENTENCE, 0.06) > whole / count + SENTENCE * POINT
            and len(columns) < count
        ):
            columns.append("")
        columns[-1] += part
    return [column.strip() for column in columns]


def day_ja(day: date) -> str:
    """A day by the era, in kanji figures.

    >>> day_ja(date(2026, 12, 6)), day_ja(date(2019, 5, 31))
    ('令和八年十二月六日', '令和元年五月三十一日')
    """
    first, era = next(((first, era) for first, era in ERAS if day >= first), (None, ""))
    year = day.year - first.year + 1 if first else day.year
    return f"{era}{'元' if year == 1 else number_ja(year)}年{number_ja(day.month)}月{number_ja(day.day)}日"


def number_ja(number: int) -> str:
    """A number below a hundred in kanji; a larger one figure by figure.

    >>> number_ja(8), number_ja(10), number_ja(21), number_ja(1912)
    ('八', '十', '二十一', '一九一二')
    """
    if number >= 100:
        return "".join(FIGURES[int(each)] for each in str(number))
    tens, ones = divmod(number, 10)
    ten = "" if not tens else "十" if tens == 1 else FIGURES[tens] + "十"
    return ten + (FIGURES[ones] if ones or not tens else "")


# In lines ------------------------------------------------------------------------------------------------
def _in_lines(sheet: Sheet, occasion: Occasion, award: Award) -> None:
    middle, wide = sheet.width / 2, sheet.width - 80
    sheet.line(_("Certificate"), middle, 52, 46, align="centre", within=wide)
    _ornament(sheet, middle, 61)
    told = _place(award.place) % {"class": occasion.division}
    sheet.line(told, middle, 78, 21, align="centre", within=wide, colour=GOLD)
    sheet.line(award.name.name, middle, 103, 36, align="centre", within=wide, least=15)
    y = 113.0
    if award.name.affiliation:
        sheet.line(award.name.affiliation, middle, y, 13, align="centre", within=wide, colour=MUTED)
        y += 8
    if award.name.members:
        sheet.line(" · ".join(award.name.members), middle, y, 12, align="centre", within=wide, least=7, colour=MUTED)
    sentence = _("in recognition of this result at %(tournament)s") % {"tournament": occasion.tournament}
    for number, line in enumerate(sheet.wrapped(sentence, 14, wide * 0.8)[:3]):
        sheet.line(line, middle, 135 + 7.5 * number, 14, align="centre", within=wide)
    foot = sheet.height - 38
    day = date_format(occasion.held_on)
    where = f"{day} · {occasion.venue}" if occasion.venue else day
    sheet.line(where, 40, foot, 12, within=wide / 2 - 10)
    right = sheet.width - 40
    sheet.rule(right - 90, foot + 2.6, right, foot + 2.6)
    sheet.line(occasion.club, right - 30, foot, 15, align="right", within=75, least=8)
    draw_seal(sheet, occasion.club, right - 25, foot - 15)


def _place(place: int) -> str:
    return {
        1: _("First place, class %(class)s"),
        2: _("Second place, class %(class)s"),
        3: _("Third place, class %(class)s"),
        4: _("Fourth place, class %(class)s"),
    }[place]


def _ornament(sheet: Sheet, x: float, y: float) -> None:
    """A line with a lozenge in its middle."""
    for side in (-1, 1):
        sheet.rule(x + side * 4, y, x + side * 42, y, colour=GOLD, width=0.3)
    sheet.pdf.set_fill_color(*GOLD)
    sheet.pdf.polygon([(x - 2, y), (x, y - 1.2), (x + 2, y), (x, y + 1.2)], style="F")
