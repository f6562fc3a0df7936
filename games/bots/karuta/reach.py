"""How far a hand has to go. Millimetres, from the owner's seat: x from the left end line, y from the own edge up.

A card is 52 by 73 mm, a territory 870 mm wide, a row 1 cm from the next, the territories 3 cm apart (競技規程 4).
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from games.rules.karuta.field import GRID, WINGS, Field, Territory
from games.rules.karuta.judge import MIDDLE

WIDTH, CARD_WIDTH, CARD_HEIGHT, BETWEEN_ROWS, BETWEEN_SIDES = 870, 52, 73, 10, 30
DEPTH = 3 * CARD_HEIGHT + 2 * BETWEEN_ROWS
REST_X, REST_Y = WIDTH / 2, -40.0  # where a hand waits
OWN_MEAN_MM, OTHER_MEAN_MM, SCATTERED_MEAN_MM = 320, 520, 520  # a middling way in each territory
CELL_MM = 90  # of scattered cards


class Spot(NamedTuple):
    """Where a card lies: its side (MIDDLE: among all), its group and place in it, or its cell."""

    side: int
    group: int
    at: int


def spots(field: Field) -> dict[int, Spot]:
    """Every card on the mat."""
    found = {each.card: Spot(MIDDLE, 0, each.cell) for each in field.scattered}
    for side, territory in enumerate(field.territories):
        for group, cards in enumerate(territory):
            for at, card in enumerate(cards):
                found[card] = Spot(side, group, at)
    return found


def spot_of(field: Field, card: int) -> Spot | None:
    """Where one card lies; None if it is not on the mat."""
    for side, territory in enumerate(field.territories):
        for group, cards in enumerate(territory):
            if card in cards:
                return Spot(side, group, cards.index(card))
    return next((Spot(MIDDLE, 0, each.cell) for each in field.scattered if each.card == card), None)


def further_mm(field: Field, spot: Spot, side: int, seat: int, seats: int) -> float:
    """How much farther than the middling card of its territory this one is from the hand of a seat of `side`."""
    if spot.side == MIDDLE:
        return _scattered_mm(spot.at, seat, seats) - SCATTERED_MEAN_MM
    x, y = _place_mm(field.territories[spot.side], spot)
    if spot.side == side:
        return _way(x, y) - OWN_MEAN_MM
    return _way(WIDTH - x, 2 * DEPTH + BETWEEN_SIDES - y) - OTHER_MEAN_MM


def _place_mm(territory: Territory, spot: Spot) -> tuple[float, float]:
    """The middle of a card as its owner sees it."""
    row, wing = divmod(spot.group, WINGS)
    y = DEPTH - CARD_HEIGHT / 2 - row * (CARD_HEIGHT + BETWEEN_ROWS)
    if wing == 0:
        return spot.at * CARD_WIDTH + CARD_WIDTH / 2, y
    from_right = len(territory[spot.group]) - 1 - spot.at
    return WIDTH - from_right * CARD_WIDTH - CARD_WIDTH / 2, y


def _way(x: float, y: float) -> float:
    return sqrt((x - REST_X) * (x - REST_X) + (y - REST_Y) * (y - REST_Y))


_EDGES = ((0.5, 1.05), (0.5, -0.05), (-0.05, 0.5), (1.05, 0.5))  # where players sit around scattered cards


def _scattered_mm(cell: int, seat: int, seats: int) -> float:
    edge_x, edge_y = _EDGES[seat * len(_EDGES) // max(seats, 1) if seats > 2 else seat % 2]
    row, column = divmod(cell, GRID)
    x = (column + 0.5) / GRID - edge_x
    y = (row + 0.5) / GRID - edge_y
    return sqrt(x * x + y * y) * CELL_MM * GRID
