"""Opponents at karuta: they see a View, hear morae with their times, and answer with touches and commands."""
