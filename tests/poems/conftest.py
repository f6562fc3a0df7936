"""Properties are checked without a time limit: a busy machine is not a bug."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
