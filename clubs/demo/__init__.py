"""A club with invented people and a season of theirs, to look at (`manage.py demo_club`)."""
