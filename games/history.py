"""The months of hanafuda, as the source text tells them."""

from django.utils.dates import MONTHS

from games.rules.koikoi.cards import CARDS, PLANTS, Card, Names


def months() -> list[tuple[str, Names, str, tuple[Card, ...]]]:
    """(month, its plant, the plant in Japanese, its four cards)."""
    return [
        (str(MONTHS[number]), plant, plant.ja, CARDS[4 * number - 4 : 4 * number])
        for number, plant in enumerate(PLANTS, start=1)
    ]
