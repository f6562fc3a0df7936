"""What level 5 would do, and why: every choice with its chances, and the yaku that both sides may expect."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.bots.koikoi.playout import PILE
from games.bots.koikoi.search import Search, best
from games.rules.koikoi.events import Command, Stop
from games.rules.koikoi.play import View
from games.rules.koikoi.yaku import yaku_of

SAMPLES = 300  # months played out on the advised choice to count yaku
LEAST_CHANCE = 0.03  # rarer yaku are no reason


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice and the chance to win the game with it (0 to 1); `error` is the standard error of the chance."""

    command: Command
    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class YakuChance:
    """How often a yaku lies in a pile at the end of the month, 0 to 1; `key` as in the table of yaku."""

    key: str
    chance: float


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence with %(name)s places, a key for translators, and what goes into them."""

    sentence: str
    facts: tuple[tuple[str, str | int], ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """The command level 5 gives, all choices weighed (best first), and the yaku chances of both after it."""

    command: Command
    choices: tuple[Weighed, ...]
    mine: tuple[YakuChance, ...]
    theirs: tuple[YakuChance, ...]
    reasons: tuple[Reason, ...]


def advise(view: View, seed: int = 0) -> Advice:
    """What level 5 does in this view with this seed, and why; ValueError if it is not this seat's turn."""
    found = Search(view, seed)
    line = best(found)
    weighed = sorted(
        (Weighed(each.choice.command, _chance(each.mean), round(each.error, 4)) for each in found.lines),
        key=lambda each: (each.command != line.choice.command, -each.chance),
    )
    ends = [] if isinstance(line.choice.command, Stop) else found.run(SAMPLES, [line])
    mine, theirs = (_chances(view, side, [end[side] for end in ends]) for side in (0, 1))
    choices = tuple(_unlike(weighed))
    return Advice(line.choice.command, choices, mine, theirs, _reasons(choices, mine, theirs))


def _chance(worth: float) -> float:
    """A worth without its tie break."""
    return round(min(1.0, max(0.0, worth)), 4)


def _unlike(weighed: list[Weighed]) -> list[Weighed]:
    """One of each command: a play that may take either of two cards stands with the better."""
    first: dict[Command, Weighed] = {}
    for each in weighed:
        first.setdefault(each.command, each)
    return list(first.values())


def _chances(view: View, side: int, piles: list[int]) -> tuple[YakuChance, ...]:
    count: Counter[str] = Counter()
    has_called = view.calls[side] > 0
    for pile, times in Counter(pile & PILE for pile in piles).items():
        for key, _ in yaku_of(view.options, pile, month=view.month, has_called=has_called):
            count[key] += times
    return tuple(
        YakuChance(key, round(times / len(piles), 3))
        for key, times in count.most_common()
        if times >= LEAST_CHANCE * len(piles)
    )


def _reasons(
    choices: tuple[Weighed, ...], mine: tuple[YakuChance, ...], theirs: tuple[YakuChance, ...]
) -> tuple[Reason, ...]:
    found = [Reason("It wins the game in %(percent)s of 100 tries.", (("percent", round(100 * choices[0].chance)),))]
    found += [Reason("You make %(yaku)s in %(percent)s of 100 months.", _facts(each)) for each in mine[:3]]
    found += [Reason("Your opponent makes %(yaku)s in %(percent)s of 100 months.", _facts(each)) for each in theirs[:2]]
    return tuple(found)


def _facts(each: YakuChance) -> tuple[tuple[str, str | int], ...]:
    return (("yaku", each.key), ("percent", round(100 * each.chance)))
