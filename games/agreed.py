"""What is agreed on at a table before its match: a setup of karuta, or the options of Koi-Koi. As columns, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.fairness import window
from games.matches import rules_name
from games.models import LiveTable
from games.rules.karuta.log import setup_from_row, setup_to_row
from games.rules.karuta.variants import Setup
from games.rules.koikoi.options import SEED, Options, changes_from, with_changes

Agreed = Setup | Options


def columns(agreed: Agreed) -> dict[str, Any]:
    """What of a LiveTable holds it."""
    if isinstance(agreed, Options):
        return {
            "game": LiveTable.Game.KOIKOI,
            "preset": rules_name(agreed),
            "setup": changes_from(SEED, agreed),
        }
    return {
        "game": LiveTable.Game.KARUTA,
        "setup": setup_to_row(replace(agreed, variant=window.live(agreed.variant))),
    }


def of(table: LiveTable) -> Agreed:
    """What is agreed on at a table."""
    if table.game == LiveTable.Game.KOIKOI:
        return with_changes(SEED, table.setup)
    return setup_from_row(table.setup)


def sides_of(agreed: Agreed) -> tuple[int, ...]:
    """The side of every seat."""
    return (0, 1) if isinstance(agreed, Options) else agreed.seats


def turned(agreed: Agreed) -> tuple[list[int], Agreed]:
    """For another match: who sat where, in the order of the new seats; and what is agreed on with the sides changed."""
    if isinstance(agreed, Options):
        return [1, 0], agreed
    numbers = list(range(len(agreed.seats)))
    if agreed.variant.sides is None:
        return [*numbers[1:], numbers[0]], agreed
    last = agreed.sides - 1
    order = sorted(numbers, key=lambda number: -agreed.seats[number])
    seats = tuple(last - agreed.seats[number] for number in order)
    return order, replace(agreed, seats=seats, dealt=agreed.dealt[::-1])
