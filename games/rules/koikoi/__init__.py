"""Koi-Koi: the cards, the yaku, the options, the play and its notation."""

from games.rules.engine import Referee
from games.rules.koikoi import play
from games.rules.koikoi.events import Command, Event
from games.rules.koikoi.options import Options

# Typed here, so that mypy holds the module against the seam.
REFEREE: Referee[Options, play.State, Command, Event, play.View] = play
