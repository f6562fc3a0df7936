"""Who sits at a table: people, computers of a class, the ghost of an earlier match, or nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What sits at a seat."""

    PERSON = "person"  # whoever holds the device
    BOT = "bot"
    GHOST = "ghost"  # a person's own touches in an earlier match, again
    NOBODY = "nobody"  # alone, without a clock: the cards lie there and nobody touches them


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. `name` is what the players call each other (empty: by the kind).

    `who` is a computer's class, or the key of one of its people; `never_faults` and `never_hesitates` are its switches;
    `ghost` is the key of the match whose touches a ghost makes again.
    """

    kind: Kind = Kind.PERSON
    name: str = ""
    who: str = ""
    never_faults: bool = False
    never_hesitates: bool = False
    ghost: str = ""

    @property
    def is_person(self) -> bool:
        """Whether somebody at the device plays this seat."""
        return self.kind is Kind.PERSON


def to_rows(players: Sequence[Player]) -> list[dict[str, Any]]:
    """The seats as plain values, for the database.

    >>> to_rows([Player(Kind.BOT, who="E")])[0]["kind"]
    'bot'
    """
    return [asdict(player) for player in players]


def from_rows(rows: Sequence[Mapping[str, Any]]) -> tuple[Player, ...]:
    """What `to_rows` wrote; ValueError or TypeError on anything else."""
    return tuple(Player(**{**row, "kind": Kind(row["kind"])}) for row in rows)
