"""The computer's seat, and its advice: the one place where the site asks for a player. PURE."""

from games.bots.koikoi.advice import Advice, Reason, advise
from games.bots.levels import LEVELS
from games.bots.levels import choose as reply

__all__ = ["LEVELS", "Advice", "Reason", "advise", "reply"]
