"""A paper: pages, lines that fit, columns, and the faces. Lengths in millimetres, sizes in points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from fpdf import FPDF
from fpdf.fonts import TTFFont

from clubs.papers import faces

Colour = tuple[int, int, int]
INK: Colour = (34, 31, 27)
MUTED: Colour = (108, 99, 86)
HAIR: Colour = (196, 186, 166)
PINE: Colour = (29, 90, 60)
VERMILION: Colour = (184, 55, 31)
GOLD: Colour = (160, 116, 26)
POINT = 25.4 / 72
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
LEAST = 6.0  # points: below it nobody reads a name
CUT = "…"
# Papers say when they are made nowhere: the same facts give the same bytes.
MADE_AT = datetime(2026, 1, 1, tzinfo=UTC)
_NARROW = r"[^\s\d\u2E80-\uFFEF\U0001F000-\U0003FFFF○●◎×→←]"
_PARTS = re.compile(rf"\s|\d+|{_NARROW}[^\u2E80-\uFFEF]*{_NARROW}|{_NARROW}|.")


class Sheet:
    """Pages of one paper. `missing` gathers what no face could write."""

    def __init__(self, *, title: str, language: str, size: str = "a4", is_landscape: bool = False) -> None:
        short, long = SIZES[size]
        self.width, self.height = (long, short) if is_landscape else (short, long)
        self.language = language.partition("-")[0]
        self.missing: set[str] = set()
        self.pdf = FPDF(format=(short, long), orientation="landscape" if is_landscape else "portrait")
        self.pdf.set_auto_page_break(False)
        self.pdf.set_creation_date(MADE_AT)
        self.pdf.set_title(title)
        self.pdf.set_lang(language)
        self.pdf.set_creator("Naniwazu")
        self.pdf.set_margin(0)

    def output(self) -> bytes:
        """The file; nothing can be set any more."""
        try:
            return bytes(self.pdf.output())
        finally:
            self.close()

    def close(self) -> None:
        """Close the files of the fonts, which the library leaves open."""
        for font in self.pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()

    def page(self) -> None:
        """A new page."""
        self.pdf.add_page()

    # Faces -----------------------------------------------------------------------------------------------
    def _face(self, face: str, size: float) -> None:
        if face not in self.pdf.fonts:
            self.pdf.add_font(face, fname=faces.FOLDER / f"{face}.ttf")
        self.pdf.set_font(face, size=size)

    def _has(self, face: str, sign: str) -> bool:
        if face not in self.pdf.fonts:
            self._face(face, 10)
        font = self.pdf.fonts[face]
        return isinstance(font, TTFFont) and ord(sign) in font.cmap

    def _pieces(self, text: str) -> list[tuple[str, str]]:
        return list(faces.pieces(text, self._has, prefers_serif=self.language == "vi"))

    def _note(self, text: str) -> str:
        text = faces.tidy(text)
        self.missing |= faces.lacking(text, self._has)
        return text

    def length(self, text: str, size: float) -> float:
        """How long a line of it is."""
        total = 0.0
        for face, piece in self._pieces(faces.tidy(text)):
            self._face(face, size)
            total += self.pdf.get_string_width(piece)
        return total

    def fitted(self, text: str, size: float, within: float, least: float = LEAST) -> tuple[str, float]:
        """The text and the size at which it is no longer than `within`: smaller first, then cut."""
        text = faces.tidy(text)
        long = self.length(text, size)
        if long <= within:
            return text, size
        smaller = max(least, size * within / long)
        if self.length(text, smaller) <= within + 0.01:
            return text, smaller
        while text and self.length(text + CUT, smaller) > within:
            text = text[:-1]
        return text.rstrip() + CUT, smaller

    # Lines -----------------------------------------------------------------------------------------------
    def line(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        align: str = "left",
        within: float | None = None,
        least: float = LEAST,
        colour: Colour = INK,
    ) -> float:
        """A line with its baseline at `y`, beginning, centred or ending at `x`; its length."""
        text = self._note(text)
        if within is not None:
            text, size = self.fitted(text, size, within, least)
        long = self.length(text, size)
        x -= {"left": 0.0, "centre": long / 2, "right": long}[align]
        self.pdf.set_text_color(*colour)
        for face, piece in self._pieces(text):
            self._face(face, size)
            self.pdf.text(x, y, piece)
            x += self.pdf.get_string_width(piece)
        return long

    def wrapped(self, text: str, size: float, within: float) -> list[str]:
        """The text in lines: between words, and between the characters of Japanese."""
        lines = [""]
        for word in _words(faces.tidy(text)):
            if lines[-1].strip() and self.length((lines[-1] + word).rstrip(), size) > within:
                lines.append("")
            lines[-1] += word if lines[-1] else word.lstrip()
        return [line.rstrip() for line in lines if line.strip()]

    # Columns ---------------------------------------------------------------------------------------------
    def column_length(self, text: str, size: float, gap: float = 0.0) -> float:
        """How long the text is from top to bottom; `gap` in ems between its parts."""
        em = size * POINT
        parts = list(column_parts(faces.tidy(text)))
        return sum(self._part_length(part, size) for part in parts) + gap * em * max(0, len(parts) - 1)

    def _part_length(self, part: str, size: float) -> float:
        em = size * POINT
        if part.isspace():
            return em / 2
        return em if faces.is_wide(part[0]) or _is_upright_number(part) else self.length(part, size) + em * 0.2

    def column(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        within: float | None = None,
        gap: float = 0.0,
        colour: Colour = INK,
    ) -> float:
        """A column around the middle line `x` from `y` downward; its length. Longer than `within` it is set smaller.

        Latin words lie on their right side; numbers of up to two figures stand upright.
        """
        text = self._note(text)
        if within is not None:
            size = min(size, size * within / (self.column_length(text, size, gap) or within))
        em = size * POINT
        self.pdf.set_text_color(*colour)
        top = y
        for part in column_parts(text):
            long = self._part_length(part, size)
            if part.isspace():
                pass
            elif _is_upright_number(part):
                self.line(part, x, y + 0.86 * em, size, align="centre", within=em, least=1, colour=colour)
            elif faces.is_wide(part[0]):
                self._upright(part, x - em / 2, y + 0.88 * em, size)
            else:
                with self.pdf.rotation(-90, x, y):
                    self.line(part, x + 0.1 * em, y + 0.36 * em, size, colour=colour)
            y += long + gap * em
        return y - gap * em - top

    def _upright(self, sign: str, x: float, y: float, size: float) -> None:
        turned = self._has(faces.UPRIGHT, sign)
        for face, piece in [(faces.UPRIGHT, sign)] if turned else self._pieces(sign):
            self._face(face, size)
            self.pdf.text(x, y, piece)

    # Shapes ----------------------------------------------------------------------------------------------
    def rule(self, x1: float, y1: float, x2: float, y2: float, *, colour: Colour = HAIR, width: float = 0.2) -> None:
        """A straight line."""
        self.pdf.set_draw_color(*colour)
        self.pdf.set_line_width(width)
        self.pdf.line(x1, y1, x2, y2)

    def box(self, x: float, y: float, w: float, h: float, *, colour: Colour = HAIR, width: float = 0.2) -> None:
        """The outline of a rectangle."""
        self.pdf.set_draw_color(*colour)
        self.pdf.set_line_width(width)
        self.pdf.rect(x, y, w, h)

    @contextmanager
    def dashed(self) -> Iterator[None]:
        """Lines in here are dashed."""
        self.pdf.set_dash_pattern(dash=1.2, gap=1.2)
        yield
        self.pdf.set_dash_pattern()


def _words(text: str) -> Iterator[str]:
    """What may stand at the end of a line: a wide character, or a run of others with the spaces behind it."""
    word = ""
    for sign in text:
        if faces.is_wide(sign) or (word and word[-1] == " " and sign != " "):
            if word:
                yield word
            word = ""
        if faces.is_wide(sign):
            yield sign
        else:
            word += sign
    if word:
        yield word


def column_parts(text: str) -> Iterator[str]:
    """What is set as one in a column: each wide character, each number, each run of Latin words, each space.

    >>> list(column_parts("第12回 Hà Nội杯"))
    ['第', '12', '回', ' ', 'Hà Nội', '杯']
    """
    for part in _PARTS.findall(text):
        if part.isdecimal() and len(part) > 2:
            yield from part
        else:
            yield part


def _is_upright_number(part: str) -> bool:
    return len(part) <= 2 and all(sign in "0123456789" for sign in part)
