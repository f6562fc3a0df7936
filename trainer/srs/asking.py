"""A question put into words and cards, and an answer held against it. Pure: what is drawn is a matter of the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Any

from trainer.poems import kimariji, lookalike
from trainer.poems.kana import Comparison, Difference, compare
from trainer.poems.lessons import lessons
from trainer.poems.poem import POEMS, poem
from trainer.srs.session import Course
from trainer.srs.skills import BY_EAR, CUT, EXTRAS, FIRST_SKILL, Item, Skill

CARDS_SHOWN = 6  # choices among torifuda: with the keys 1-6
VERSES_SHOWN = 4  # choices among verses and poets, which take longer to read
LONGEST_ANSWER = 60

TYPED = frozenset({Skill.TORIFUDA_TO_KIMARIJI, Skill.KIMARIJI_CHANGE, Skill.CUT_TO_KIMARIJI})
_WITH_MORE_SOUNDS = frozenset({FIRST_SKILL, Skill.CUT_TO_KIMARIJI})  # more of the poem than decides it is right too


class Unanswerable(ValueError):  # noqa: N818 (it is the answer that cannot be judged, not a fault of the program)
    """The answer is not one to this question: nothing readable, or a choice that was not offered."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: the item, the poem it asks about, the choices in the order shown, the poems already read.

    Typed questions have no choices; only questions about what decides now have poems read. `by_ear`: the upper verse
    sounds, and nothing of it is shown.
    """

    item: Item
    poem: int
    choices: tuple[int, ...] = ()
    read: tuple[int, ...] = ()
    by_ear: bool = False

    @property
    def is_cut(self) -> bool:
        """Whether the sound stops right after the deciding sound."""
        return self.item.skill in CUT

    @property
    def is_typed(self) -> bool:
        return self.item.skill in TYPED

    @property
    def is_among_cards(self) -> bool:
        """Whether the choices are torifuda, and neither verses nor poets."""
        return not self.is_typed and self.item.skill not in EXTRAS

    def details(self) -> dict[str, list[int] | bool]:
        """What must be kept of the question beside its item and poem, as plain JSON."""
        kept: dict[str, list[int] | bool] = {"choices": list(self.choices), "read": list(self.read)}
        return kept | {"by_ear": True} if self.by_ear else kept

    @classmethod
    def restored(cls, item: Item, number: int, details: Mapping[str, Any]) -> Asked:
        """The question that `details` was made from."""
        choices, read = tuple(details.get("choices", ())), tuple(details.get("read", ()))
        return cls(item, number, choices, read, by_ear=bool(details.get("by_ear")))


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether an answer was right, and if not, which poem it belongs to and (typed) where it differs."""

    correct: bool
    picked: int | None = None
    comparison: Comparison | None = None


@lru_cache(maxsize=64)
def course(heard: frozenset[int] = frozenset()) -> Course:
    """The path of the lessons, the partner sets, and what can be asked by somebody who can hear these poems.

    Whatever sounds waits for its recording; nothing else does.
    """
    path, sets, changing = _taught()
    return Course(
        path,
        sets,
        {
            Skill.AUDIO_TO_TORIFUDA: heard,
            Skill.KIMARIJI_CHANGE: changing,
            Skill.CUT_TO_TORIFUDA: heard,
            Skill.CUT_TO_KIMARIJI: heard,
            Skill.CUT_AMONG_PARTNERS: frozenset(each[0] for each in sets if heard.issuperset(each)),
            Skill.CUT_NOW: heard & changing,
        },
    )


@cache
def _taught() -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], frozenset[int]]:
    """The path, the partner sets along it, and the poems whose kimariji can become shorter."""
    path = tuple(number for lesson in lessons() for number in lesson.poems)
    sets = dict.fromkeys(kimariji.stem_group(number) for number in path)
    changing = frozenset(number for number in path if len(kimariji.original(number)) > 1)
    return path, tuple(each for each in sets if len(each) > 1), changing


def compose(item: Item, random: Random, heard: frozenset[int] = frozenset()) -> Asked:
    """The question about an item. It asks the item's own poem; of a partner set any, at random with repetition.

    Partners are kept apart while they are learnt (`session`) and mixed on purpose when they are told apart. They are
    told apart by ear where all of them are among `heard`: with one missing, its silence would be an answer.
    """
    number = item.poem
    by_ear = item.skill in BY_EAR
    match item.skill:
        case Skill.TORIFUDA_TO_KIMARIJI | Skill.CUT_TO_KIMARIJI:
            return Asked(item, number, by_ear=by_ear)
        case Skill.KIMARIJI_CHANGE:
            return Asked(item, number, read=_some_read(number, random))
        case Skill.CUT_NOW:
            read = _some_read(number, random)
            unread = {each.number for each in POEMS} - set(read)
            return Asked(item, number, lookalike.choices(number, random, CARDS_SHOWN, unread), read, by_ear=by_ear)
        case Skill.DISCRIMINATION | Skill.CUT_AMONG_PARTNERS:
            partners = list(kimariji.stem_group(number))
            random.shuffle(partners)
            by_ear = by_ear or heard.issuperset(partners)
            return Asked(item, random.choice(partners), tuple(partners), by_ear=by_ear)
        case Skill.AUTHOR:
            return Asked(item, number, _poets(number, random))
        case Skill.UPPER_TO_LOWER | Skill.LOWER_TO_UPPER:
            return Asked(item, number, lookalike.choices(number, random, VERSES_SHOWN))
        case _:
            return Asked(item, number, lookalike.choices(number, random, CARDS_SHOWN), by_ear=by_ear)


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
    if comparison.is_right or (asked.item.skill in _WITH_MORE_SOUNDS and _goes_on_rightly(comparison, asked.poem)):
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
