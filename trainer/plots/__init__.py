"""Plots as SVG, drawn on the server from plain numbers. No Django here, and no text of its own.

All lengths across are shares of the width, so a plot is as wide as its place while its letters keep their size;
colours come from the page's custom properties (static/css/progress.css). A plot never speaks by colour alone:
fills are patterns, marks are shapes, and numbers stand beside them. The numbers themselves go into a `Table`.
"""

from trainer.plots.calendar import calendar
from trainer.plots.columns import Column, columns
from trainer.plots.gauge import gauge
from trainer.plots.line import Point, line
from trainer.plots.matrix import matrix
from trainer.plots.rows import Row, rows
from trainer.plots.scale import Limit, Scale, Tick, nice
from trainer.plots.svg import Fill, Markup, Series, Tone, dash, swatch
from trainer.plots.table import Figure, Key, Table

__all__ = [
    "Column",
    "Figure",
    "Fill",
    "Key",
    "Limit",
    "Markup",
    "Point",
    "Row",
    "Scale",
    "Series",
    "Table",
    "Tick",
    "Tone",
    "calendar",
    "columns",
    "dash",
    "gauge",
    "line",
    "matrix",
    "nice",
    "rows",
    "swatch",
]
