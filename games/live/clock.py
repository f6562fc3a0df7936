"""The steady clock of the machine: arrivals, `go` and verdicts are told by it, in ms. The wall's may jump."""

import time


def now_ms() -> float:
    """Milliseconds since some moment; the same for all processes of the machine."""
    return time.monotonic() * 1000


def epoch_ms() -> float:
    """What the wall shows, in ms since 1970, when the steady clock shows 0."""
    return time.time() * 1000 - now_ms()
