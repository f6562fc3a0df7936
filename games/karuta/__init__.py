"""Matches of karuta as the site keeps them: who plays, what is heard, what happens, and what it came to."""
