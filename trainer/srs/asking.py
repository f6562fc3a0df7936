"""A question put into words and cards, and an answer held against it. Pure: what is drawn is a matter of the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from trainer.poems import kimariji, lookalike
from trainer.poems.kana import Comparison, Difference, compare
from trainer.poems.lessons import lessons
from trainer.poems.poem import POEMS, poem
from trainer.srs.session import Course
from trainer.srs.skills import FIRST_SKILL, Item, Skill

CARDS_SHOWN = 6  # choices among torifuda: with the keys 1-6
VERSES_SHOWN = 4  # choices among verses and poets, which take longer to read
LONGEST_ANSWER = 60

TYPED = frozenset({Skill.TORIFUDA_TO_KIMARIJI, Skill.KIMARIJI_CHANGE})


class Unanswerable(ValueError):  # noqa: N818 (it is the answer that cannot be judged, not a fault of the program)
    """The answer is not one to this question: nothing readable, or a choice that was not offered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: the item, the poem it asks about, the choices in the order shown, the poems already read.

    Typed questions have no choices; only a kimariji change has poems read.
    """

    item: Item
    poem: int
    choices: tuple[int, ...] = ()
    read: tuple[int, ...] = ()

    @property
    def is_typed(self) -> bool:
        return self.item.skill in TYPED

    def details(self) -> dict[str, list[int]]:
        """What must be kept of the question beside its item and poem, as plain JSON."""
        return {"choices": list(self.choices), "read": list(self.read)}

    @classmethod
    def restored(cls, item: Item, number: int, details: Mapping[str, Any]) -> Asked:
        """The question that `details` was made from."""
        return cls(item, number, tuple(details.get("choices", ())), tuple(details.get("read", ())))


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether an answer was right, and if not, which poem it belongs to and (typed) where it differs."""

    correct: bool
    picked: int | None = None
    comparison: Comparison | None = None


@cache
def course() -> Course:
    """The path of the lessons, the partner sets, and what can be asked: audio waits for recordings."""
    path = tuple(number for lesson in lessons() for number in lesson.poems)
    sets = dict.fromkeys(kimariji.stem_group(number) for number in path)
    changing = frozenset(number for number in path if len(kimariji.original(number)) > 1)
    return Course(
        path,
        tuple(each for each in sets if len(each) > 1),
        {Skill.AUDIO_TO_TORIFUDA: frozenset(), Skill.KIMARIJI_CHANGE: changing},
    )


def compose(item: Item, random: Random) -> Asked:
    """The question about an item. It asks the item's own poem; of a partner set any, at random with repetition.

    Partners are kept apart while they are learnt (`session`) and mixed on purpose when they are told apart.
    """
    number = item.poem
    match item.skill:
        case Skill.TORIFUDA_TO_KIMARIJI:
            return Asked(item, number)
        case Skill.KIMARIJI_CHANGE:
            return Asked(item, number, read=_some_read(number, random))
        case Skill.DISCRIMINATION:
            partners = list(kimariji.stem_group(number))
            random.shuffle(partners)
            return Asked(item, random.choice(partners), tuple(partners))
        case Skill.AUTHOR:
            return Asked(item, number, _poets(number, random))
        case Skill.UPPER_TO_LOWER | Skill.LOWER_TO_UPPER:
            return Asked(item, number, lookalike.choices(number, random, VERSES_SHOWN))
        case _:
            return Asked(item, number, lookalike.choices(number, random, CARDS_SHOWN))


def judge(asked: Asked, answer: str) -> Judged:
    """Hold an answer against the question.

    Typed: kana as printed or as spoken, or romaji. Choices: the number of the poem chosen, in digits.
    An empty answer is "I don't know": wrong. Unanswerable if it can be no answer to this question.
    """
    answer = answer.strip()
    if not answer:
        return Judged(correct=False)
    if len(answer) > LONGEST_ANSWER:
        raise Unanswerable
    return _judge_typed(asked, answer) if asked.is_typed else _judge_choice(asked, answer)


def right_kimariji(asked: Asked) -> str:
    """What decides the poem asked, as spoken, with the poems read that the question names."""
    return kimariji.current(asked.poem, asked.read)


def _judge_typed(asked: Asked, answer: str) -> Judged:
    comparison = kimariji.compare_kimariji(answer, asked.poem, asked.read)
    if comparison.difference is Difference.UNREADABLE:
        raise Unanswerable
    if comparison.is_right or (asked.item.skill is FIRST_SKILL and _goes_on_rightly(comparison, asked.poem)):
        return Judged(correct=True, comparison=comparison)
    return Judged(correct=False, picked=kimariji.decided_by(answer, asked.read), comparison=comparison)


def _goes_on_rightly(comparison: Comparison, number: int) -> bool:
    """Whether the answer has the deciding sounds and then more of the same poem: it is known all the same."""
    length = len(comparison.given)
    beginnings = [verse[:length] for verse in poem(number).upper.spellings]
    return comparison.difference is Difference.LONG and compare(comparison.given, *beginnings).is_right


def _judge_choice(asked: Asked, answer: str) -> Judged:
    if not answer.isdecimal() or int(answer) not in asked.choices:
        raise Unanswerable
    picked = int(answer)
    correct = picked == asked.poem
    return Judged(correct, None if correct else picked)


def _some_read(number: int, random: Random) -> tuple[int, ...]:
    """Some of the poems that share the first sound, at least one, in a random order.

    As many as make every length of the kimariji come up: the number read is drawn first, then which.
    """
    others = [each.number for each in POEMS if each.initial == poem(number).initial and each.number != number]
    return tuple(random.sample(others, random.randint(1, len(others))))


def _poets(number: int, random: Random) -> tuple[int, ...]:
    """The poem and others whose poets are of the same figure (a lady among ladies), each poet once."""
    figure = poem(number).author.figure
    others = [each.number for each in POEMS if each.number != number and each.author.figure is figure]
    if len(others) < VERSES_SHOWN - 1:
        others = [each.number for each in POEMS if each.number != number]
    offered = [number, *random.sample(others, VERSES_SHOWN - 1)]
    random.shuffle(offered)
    return tuple(offered)
