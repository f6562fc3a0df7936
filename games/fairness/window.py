"""When a verdict is final: once no claim that has yet to come can change it.

A touch that arrives `elapsed` after go counts at the earliest as elapsed - (base + bank) of its seat (lag.py). It
matters while that is within 15 ms of the best touch. So the verdict of a touch is final after

    best effective + 15 + the largest base + bank of the seats that have yet to touch the card
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.rules.karuta.variants import Variant

SIMULTANEOUS_MS = 15


def live(variant: Variant) -> Variant:
    """The rules of a game whose players sit at devices of their own: what is measured to 15 ms is not told apart.

    >>> from games.rules.karuta.variants import KYOGI
    >>> live(KYOGI).simultaneous_ms
    15
    """
    return replace(variant, simultaneous_ms=SIMULTANEOUS_MS)


def final_ms(best_ms: int, ceilings_ms: Iterable[int], simultaneous_ms: int = SIMULTANEOUS_MS) -> int:
    """The last moment after go at which a touch could arrive that changes who takes.

    `best_ms`: the earliest effective touch of the read card; `ceilings_ms`: base + bank of every seat that is there,
    takes part and has not touched the card. Nobody left: the verdict is final already. With `simultaneous_ms` 0 it is
    the last arrival of a touch made at or before `best_ms`, such as the moment a reading closes.

    >>> final_ms(300, [65, 100])
    415
    >>> final_ms(300, [])
    300
    """
    return max((best_ms + simultaneous_ms + each for each in ceilings_ms), default=best_ms)
