"""What a person can be asked about a poem, how fast is fast, and when each question opens."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import NamedTuple


class Skill(StrEnum):
    """One way of asking; the value is what the database, exports and addresses carry and never changes.

    >>> Skill("tf-kj").target_ms
    1000
    """

    TORIFUDA_TO_KIMARIJI = "tf-kj"
    KIMARIJI_TO_TORIFUDA = "kj-tf"
    UPPER_TO_LOWER = "up-lo"
    LOWER_TO_UPPER = "lo-up"
    AUDIO_TO_TORIFUDA = "au-tf"
    DISCRIMINATION = "disc"  # its poem is the first poem of the partner set
    KIMARIJI_CHANGE = "change"
    AUTHOR = "author"
    # For practice only: the recording stops right after the deciding sound.
    CUT_TO_TORIFUDA = "cut-tf"
    CUT_TO_KIMARIJI = "cut-kj"
    CUT_AMONG_PARTNERS = "cut-disc"
    CUT_NOW = "cut-now"  # after some poems have been read: the deciding sound is the one that decides now

    @property
    def target_ms(self) -> int:
        """The time, in ms, at which an answer counts as fluent."""
        return TARGET_MS[self]


TARGET_MS: Mapping[Skill, int] = {
    Skill.TORIFUDA_TO_KIMARIJI: 1000,
    Skill.KIMARIJI_TO_TORIFUDA: 1000,
    Skill.UPPER_TO_LOWER: 4000,
    Skill.LOWER_TO_UPPER: 4000,
    Skill.AUDIO_TO_TORIFUDA: 1000,
    Skill.DISCRIMINATION: 600,
    Skill.KIMARIJI_CHANGE: 2000,
    Skill.AUTHOR: 4000,
    Skill.CUT_TO_TORIFUDA: 1000,
    Skill.CUT_TO_KIMARIJI: 1000,
    Skill.CUT_AMONG_PARTNERS: 600,
    Skill.CUT_NOW: 1000,
}

FIRST_SKILL = Skill.TORIFUDA_TO_KIMARIJI
BOTH_DIRECTIONS = (Skill.TORIFUDA_TO_KIMARIJI, Skill.KIMARIJI_TO_TORIFUDA)
EXTRAS = frozenset({Skill.UPPER_TO_LOWER, Skill.LOWER_TO_UPPER, Skill.AUTHOR})  # only if switched on
CUT = frozenset({Skill.CUT_TO_TORIFUDA, Skill.CUT_TO_KIMARIJI, Skill.CUT_AMONG_PARTNERS, Skill.CUT_NOW})
PRACTISED_ONLY = CUT  # never on a schedule, and no memory is made of them
BY_EAR = CUT | {Skill.AUDIO_TO_TORIFUDA}  # cannot be asked without a recording; partners can
ABOUT_PARTNERS = frozenset({Skill.DISCRIMINATION, Skill.CUT_AMONG_PARTNERS})

OPENING_STABILITY_DAYS = 3.0

# The skills whose stability must have reached OPENING_STABILITY_DAYS.
NEEDS: Mapping[Skill, tuple[Skill, ...]] = {
    Skill.TORIFUDA_TO_KIMARIJI: (),
    Skill.KIMARIJI_TO_TORIFUDA: (FIRST_SKILL,),
    Skill.UPPER_TO_LOWER: (FIRST_SKILL,),
    Skill.LOWER_TO_UPPER: (FIRST_SKILL,),
    Skill.AUDIO_TO_TORIFUDA: BOTH_DIRECTIONS,
    Skill.DISCRIMINATION: BOTH_DIRECTIONS,
    Skill.KIMARIJI_CHANGE: BOTH_DIRECTIONS,
    Skill.AUTHOR: (FIRST_SKILL,),
}


class Item(NamedTuple):
    """What one memory is about: a poem (1-100) and a skill.

    >>> str(Item(17, Skill.KIMARIJI_TO_TORIFUDA))
    '17:kj-tf'
    """

    poem: int
    skill: Skill

    def __str__(self) -> str:
        return f"{self.poem}:{self.skill.value}"

    @classmethod
    def parse(cls, text: str) -> Item:
        """The item that `str` wrote; ValueError on anything else."""
        poem, _, skill = text.partition(":")
        return cls(int(poem), Skill(skill))


def has_opened(skill: Skill, stability_days: Mapping[Skill, float], extras: Collection[Skill] = ()) -> bool:
    """Whether `skill` of a poem may begin, given the stability (days) of the poem's skills met so far.

    >>> has_opened(Skill.KIMARIJI_TO_TORIFUDA, {Skill.TORIFUDA_TO_KIMARIJI: 3.0})
    True
    >>> has_opened(Skill.AUTHOR, {Skill.TORIFUDA_TO_KIMARIJI: 3.0})
    False
    """
    if skill in PRACTISED_ONLY:
        return False
    if skill in EXTRAS and skill not in extras:
        return False
    return all(stability_days.get(need, 0.0) >= OPENING_STABILITY_DAYS for need in NEEDS[skill])
