"""A plot with all that goes with it: what the marks mean and the numbers in words."""

from dataclasses import dataclass

from trainer.plots.svg import Markup


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers of a plot; the first cell of a row names it. Cells are texts, ready to be read out."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.headings) for row in self.rows):
            raise ValueError("a row has as many cells as there are headings")


@dataclass(frozen=True, slots=True)
class Key:
    """One line of the legend."""

    swatch: Markup
    label: str


@dataclass(frozen=True, slots=True)
class Figure:
    """What the template `partials/plot.html` shows."""

    svg: Markup
    table: Table
    caption: str  # of the table
    key: tuple[Key, ...] = ()
