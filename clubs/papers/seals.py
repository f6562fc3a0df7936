"""The seal of a club (会印), drawn as lines: a vermilion frame with its characters in columns from right to left."""

from math import ceil, cos, pi, sin, sqrt

from clubs.papers import faces
from clubs.papers.sheet import INK, POINT, VERMILION, Sheet

GENERAL = "歌留多会之印"  # for a club whose name has no characters for a seal
MOST = 10  # characters of a name that a seal still shows


def seal_text(club: str) -> str:
    """What stands in the seal of a club: its name, if that can be cut in wood, and 之印 or 印.

    >>> seal_text("大津かるた会"), seal_text("Otsu Karuta Club")
    ('大津かるた会之印', '歌留多会之印')
    """
    name = faces.tidy(club).replace(" ", "")
    if not 2 <= len(name) <= MOST or not all(faces.is_wide(sign) and sign.isalpha() for sign in name):
        return GENERAL
    return name + ("印" if len(name) in (3, 5, 8) else "之印")


def seal_columns(text: str) -> list[str]:
    """The text in columns, of which none is longer than the seal is wide; the last may be shorter.

    >>> seal_columns("大津かるた会之印"), seal_columns("歌留多会之印")
    (['大津か', 'るた会', '之印'], ['歌留', '多会', '之印'])
    """
    count = ceil(sqrt(len(text)))
    long = ceil(len(text) / count)
    return [text[start : start + long] for start in range(0, len(text), long)]


def draw_seal(sheet: Sheet, club: str, x: float, y: float, side: float = 23.0) -> None:
    """The seal with its upper left corner at (x, y)."""
    pdf = sheet.pdf
    pdf.set_draw_color(*VERMILION)
    pdf.set_line_width(side * 0.052)
    pdf.polygon(_frame(x, y, side))
    columns = seal_columns(seal_text(club))
    inner, edge = side * 0.82, side * 0.09
    width = inner / len(columns)
    for number, column in enumerate(columns):
        left = x + edge + inner - (number + 1) * width
        high = inner / len(column)
        for row, sign in enumerate(column):
            _cut(sheet, sign, left, y + edge + row * high, width, high)
    pdf.set_text_color(*INK)


def _frame(x: float, y: float, side: float) -> list[tuple[float, float]]:
    """A square whose corners are round and whose sides are not quite straight, as of wood."""
    points = []
    for step in range(72):
        angle = 2 * pi * step / 72 + pi / 4
        reach = min(1 / max(abs(cos(angle)), abs(sin(angle))), 1.31)
        uneven = 1 + 0.006 * sin(5.3 * step) + 0.004 * cos(2.1 * step)
        points.append(
            (x + side / 2 * (1 + reach * uneven * cos(angle)), y + side / 2 * (1 + reach * uneven * sin(angle)))
        )
    return points


def _cut(sheet: Sheet, sign: str, x: float, y: float, width: float, height: float) -> None:
    """One character stretched to its place."""
    size = height * 1.02 / POINT
    em = size * POINT
    sheet.pdf.set_stretching(100 * width * 0.99 / em)
    sheet.line(sign, x + width * 0.005, y + em * 0.865, size, colour=VERMILION)
    sheet.pdf.set_stretching(100)
