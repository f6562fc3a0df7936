"""Karuta on one referee: kyōgi, a third of the hundred, genpei, chirashi and five colours."""

from games.rules.engine import Referee
from games.rules.karuta import play
from games.rules.karuta.events import Command, Event
from games.rules.karuta.variants import Setup

# Typed here, so that mypy holds the module against the seam.
REFEREE: Referee[Setup, play.State, Command, Event, play.View] = play
