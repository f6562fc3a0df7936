"""What is kept of the games: matches, everything that happened in them, tables where people meet, a person's own rules.

The rows of events are the truth; a state is their fold (games.matches, games.karuta.matches). Scores and end stand on
the match as well, so that lists are quick: they are written with the row that ends the game, in one transaction.
"""

from games.models.karuta import KarutaEvent, KarutaMatch, KarutaMatchQuerySet, UsualPlaces
from games.models.koikoi import LEVEL_NAMES, LEVELS, AdviceTime, Match, MatchEvent, MatchQuerySet, OwnRules
from games.models.live import Flag, Hall, LiveTable, LiveTableQuerySet, Saying, Seat

__all__ = [
    "LEVELS",
    "LEVEL_NAMES",
    "AdviceTime",
    "Flag",
    "Hall",
    "KarutaEvent",
    "KarutaMatch",
    "KarutaMatchQuerySet",
    "LiveTable",
    "LiveTableQuerySet",
    "Match",
    "MatchEvent",
    "MatchQuerySet",
    "OwnRules",
    "Saying",
    "Seat",
    "UsualPlaces",
]
