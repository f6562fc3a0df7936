"""Opponents: they see a view of a game, never its state, and answer with a command."""
