"""The 48 hanafuda faces, drawn by code. PURE. `python manage.py draw_hanafuda` writes them to static/cards/hanafuda.

Original drawings: flat shapes in seven inks, no text but the ribbons' brush strokes. A plant is a symbol about 0,0
(symbols.py) and a scene that places it (plants.py); a month is a composition (months.py). What a card is called is
said by the page (games/rules/koikoi/cards.py), not by its picture.
"""

from games.faces.card import Face
from games.faces.months import MONTHS
from games.rules.koikoi.cards import CARDS


def faces() -> dict[str, str]:
    """Every card's picture: file name to SVG."""
    return {file_name(card.text): _drawn(card) for card in CARDS}


def file_name(text: str) -> str:
    """The file of a card written month.kind.index.

    >>> file_name("1.bright.1")
    '1-bright-1.svg'
    """
    return text.replace(".", "-") + ".svg"


def _drawn(card) -> str:
    face = Face(card.month, card.kind.value, int(card.text.rpartition(".")[2]))
    MONTHS[card.month - 1](face)
    return face.svg()
