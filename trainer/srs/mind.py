"""A simulated learner whose memory is not FSRS: the activation model of Pavlik and Anderson.

P. I. Pavlik and J. R. Anderson, "Practice and Forgetting Effects on Vocabulary Memory: An Activation-Based
Model of the Spacing Effect", Cognitive Science 29 (2005) 559-586, there fitted to Japanese-English word
pairs; individual differences as in their "Using a Model to Compute the Optimal Schedule of Practice", JEP:
Applied 14 (2008) 101-117. Each meeting with an item leaves a trace that fades as a power of time, and fades
the faster the better the item was known when it was met: that is the spacing effect.

    m = ln sum(t_i ^ -d_i) + individual differences,     d_i = c e^(m when met) + a
    P(recall) = 1 / (1 + e^((tau - m) / s)),             answer time = F e^-m + fixed

Time between sittings runs at the rate h: a day away disturbs a memory as much as h days of the experiment.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp, log
from random import Random

DAY_S = 86_400.0


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of the model; times in seconds and ms as named."""

    decay_intercept: float = 0.177  # a
    decay_scale: float = 0.217  # c
    threshold: float = -0.704  # tau
    noise: float = 0.0786  # s
    away_rate: float = 0.025  # h
    latency_ms: float = 1000.0  # F
    fixed_ms: float = 300.0
    shortest_s: float = 1.0  # a power of a time near nothing would be boundless


@dataclass(frozen=True, slots=True)
class Spread:
    """Standard deviations of the differences between persons, poems, and persons on one poem (in m)."""

    persons: float = 0.2
    poems: float = 0.2
    persons_by_poem: float = 0.3
    latency: float = 0.25  # of ln(answer time), from answer to answer


@dataclass
class Mind:
    """One person's memory of many items. Its clock is in felt seconds: see `away_rate`."""

    seed: int
    constants: Constants = field(default_factory=Constants)
    spread: Spread = field(default_factory=Spread)
    clock_s: float = 0.0

    def __post_init__(self) -> None:
        self._traces: dict[int, list[tuple[float, float]]] = {}
        self._person = Random(f"person {self.seed}").gauss(0, self.spread.persons)  # noqa: S311
        self._bias: dict[int, float] = {}
        self._dice = Random(f"dice {self.seed}")  # noqa: S311

    def pass_time(self, seconds: float, *, away: bool = False) -> None:
        """Let time go by, at the sitting or away from it."""
        self.clock_s += seconds * (self.constants.away_rate if away else 1.0)

    def meet(self, item: int) -> None:
        """Study an item, or see the answer to a question about it."""
        known = self._strength(item)
        decay = self.constants.decay_scale * known + self.constants.decay_intercept
        self._traces.setdefault(item, []).append((self.clock_s, decay))

    def answer(self, item: int) -> tuple[bool, float]:
        """Try to recall: whether it came, and the answer time in ms. Meets nothing: call `meet` after it."""
        chance = self.recall(item)
        is_right = self._dice.random() < chance
        m = self.activation(item) if is_right else self.constants.threshold
        wobble = exp(self._dice.gauss(0, self.spread.latency))
        return is_right, (self.constants.latency_ms * exp(-m) + self.constants.fixed_ms) * wobble

    def recall(self, item: int, *, after_s: float = 0.0) -> float:
        """The chance to recall the item now, or `after_s` felt seconds from now."""
        if item not in self._traces:
            return 0.0
        x = (self.constants.threshold - self.activation(item, after_s=after_s)) / self.constants.noise
        return 1 / (1 + exp(min(x, 700.0)))

    def activation(self, item: int, *, after_s: float = 0.0) -> float:
        """m, at least -20."""
        strength = self._strength(item, after_s)
        return log(strength) if strength > 1e-9 else -20.0

    def _strength(self, item: int, after_s: float = 0.0) -> float:
        """e^m."""
        now, shortest = self.clock_s + after_s, self.constants.shortest_s
        traces = self._traces.get(item, ())
        total = sum(max(now - met, shortest) ** -decay for met, decay in traces)
        return total * exp(self._difference(item)) if total else 0.0

    def _difference(self, item: int) -> float:
        if item not in self._bias:
            # A poem is as hard for everybody; a person on a poem is drawn by both.
            poem = Random(f"poem {item}").gauss(0, self.spread.poems)  # noqa: S311
            both = Random(f"both {self.seed} {item}").gauss(0, self.spread.persons_by_poem)  # noqa: S311
            self._bias[item] = self._person + poem + both
        return self._bias[item]
