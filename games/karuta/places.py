"""A person's usual places (定位置): six groups of cards, kept and passed on as one short code."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Sequence
from datetime import datetime
from random import Random
from typing import Any

from games.bots.karuta.layout import Partners, Taste, home_positions
from games.bots.karuta.layout import lay as laid_by
from games.models import UsualPlaces
from games.rules.karuta.field import ROWS, WINGS, Place, Territory
from games.rules.karuta.variants import KYOGI

GROUPS = ROWS * WINGS
HUNDRED = frozenset(range(1, 101))
TEST_CARDS = 25

Groups = tuple[tuple[int, ...], ...]


class PlacesError(ValueError):
    """The places are none; the message is for whoever reads the code, not for the page."""


def code_of(groups: Sequence[Sequence[int]]) -> str:
    """The code of six groups that hold each card of the hundred once; PlacesError otherwise.

    A byte a card and a zero between the groups, in letters that survive any message.

    >>> groups_of(code_of(plain())) == plain()
    True
    """
    if len(groups) != GROUPS or sorted(card for group in groups for card in group) != sorted(HUNDRED):
        raise PlacesError("six groups with each of the hundred cards once")
    return base64.urlsafe_b64encode(b"\0".join(bytes(group) for group in groups)).decode().rstrip("=")


def groups_of(code: str) -> Groups:
    """The six groups of a code; PlacesError if it is none."""
    text = "".join(code.split())
    try:
        sealed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as wrong:
        raise PlacesError("these letters are no code") from wrong
    groups = tuple(tuple(group) for group in sealed.split(b"\0"))
    code_of(groups)
    return groups


def plain() -> Groups:
    """The places of somebody without wishes."""
    return made(is_left_handed=False, is_split=False, seed=0)


def made(*, is_left_handed: bool, is_split: bool, seed: int) -> Groups:
    """Places by the rules of thumb (games.bots.karuta.layout); another seed is another player of the same taste."""
    taste = Taste(is_left_handed=is_left_handed, partners=Partners.SPLIT if is_split else Partners.TOGETHER)
    positions = home_positions(taste, seed)
    groups: list[list[int]] = [[] for _ in range(GROUPS)]
    for card in sorted(positions, key=lambda card: positions[card].at):
        groups[positions[card].row * WINGS + positions[card].wing].append(card)
    return tuple(tuple(group) for group in groups)


def lay(cards: Iterable[int], groups: Sequence[Sequence[int]], row_most: int = KYOGI.row_most) -> Territory:
    """These cards laid at their places."""
    positions = {
        card: Place(at // WINGS, at % WINGS, i) for at, group in enumerate(groups) for i, card in enumerate(group)
    }
    return laid_by(cards, positions, row_most)


# A person's own ------------------------------------------------------------------------------------------
def of(person: Any) -> Groups | None:
    """The person's places; None if they have none."""
    code = UsualPlaces.objects.filter(person=person).values_list("code", flat=True).first()
    return None if code is None else groups_of(code)


def save(person: Any, groups: Sequence[Sequence[int]], *, now: datetime) -> None:
    """Keep them; PlacesError if they are none."""
    UsualPlaces.objects.update_or_create(person=person, defaults={"code": code_of(groups), "changed_at": now})


# The laying test -----------------------------------------------------------------------------------------
def dealt(seed: int) -> tuple[int, ...]:
    """Twenty-five cards, as a deal brings them."""
    return tuple(Random(f"laying test {seed}").sample(sorted(HUNDRED), TEST_CARDS))  # noqa: S311 (a test of memory)
