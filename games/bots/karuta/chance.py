"""The luck of one reading, drawn before anything is heard: as many draws in the same order whatever is read, so that
the dice tell nothing of the poem and the next reading's are the same.

Every draw goes through `random()`, which is the same on any machine; a last digit of a logarithm that is not vanishes
when times are rounded to milliseconds.
"""

from __future__ import annotations

from math import log
from random import Random
from statistics import NormalDist
from typing import NamedTuple

_STANDARD = NormalDist()
_LEAST = 2.0**-53  # random() may be 0, which no normal and no exponential value belongs to


def normal(share: float) -> float:
    """The standard normal value below which this share (0 to 1) lies."""
    return _STANDARD.inv_cdf(max(share, _LEAST))


def exponential(share: float) -> float:
    """The value of the exponential distribution of mean 1 below which this share lies."""
    return -log(max(1.0 - share, _LEAST))


def ex_gaussian(mu: float, sigma: float, tau: float, normal_share: float, tail_share: float) -> float:
    """A normal value (`mu`, `sigma`) and an exponential one of mean `tau`, together the usual shape of reaction times.

    Mean mu + tau, variance sigma² + tau².
    """
    return mu + sigma * normal(normal_share) + tau * exponential(tail_share)


class Luck(NamedTuple):
    """Numbers between 0 and 1, each for one thing that may happen in a reading."""

    body: float  # of the reaction time: its normal part
    tail: float  # its exponential part
    early: float
    lapse: float
    lapse_tail: float
    search: float
    jump: float
    slip: float
    stray: float
    which: float  # of several cards
    sweep: float


def luck(dice: Random) -> Luck:
    """The luck of the next reading."""
    throw = dice.random
    return Luck(*[throw() for _ in Luck._fields])
