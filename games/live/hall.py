"""A hall as its reciter sees it: how its tables stand, whom the next poem waits for, and whether it may be begun.

No sockets, no database: games.live.conductor has both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop

from games.live.reading import GO_MS
from games.rules.engine import IllegalMove
from trainer.poems.poem import poem

GONE = ("over", "alone")  # alone: its reciter was away for too long, and it goes on by itself
LEAD_MS = 1_200  # from the reciter's hand to the first sound: for writing, and for the way to every process

SENTENCES = {
    "none": gettext_noop("No table is ready."),
    "holds": gettext_noop("Some tables are not ready. Wait, or go on without them: they have this poem at the end."),
    "reads": gettext_noop("A poem is being read."),
}


def first_ms(said_ms: float, in_ms: int, now_ms: float) -> float:
    """When the first sound of a reading is due at a table that was told of it: `in_ms` after it was said.

    Where that is no time at all here it was said by another machine's clock, or came late: then `in_ms` from now.

    >>> first_ms(1_000.0, 1_200, 1_040.0), first_ms(999_999.0, 1_200, 1_040.0), first_ms(1_000.0, 1_200, 2_000.0)
    (2200.0, 2240.0, 3200.0)
    """
    first = said_ms + in_ms
    return first if now_ms + GO_MS <= first <= now_ms + in_ms else now_ms + in_ms


@dataclass(frozen=True, slots=True)
class Stand:
    """One table: who plays there, and what it last told (games.live.karuta.Karuta.stands)."""

    names: tuple[str, ...]
    told: Mapping[str, Any] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """What goes on there; away: its process cannot be reached just now."""
        return str(self.told.get("state", "away"))

    def view(self) -> dict[str, Any]:
        """For the reciter's page."""
        return {
            "names": self.names,
            "state": self.state,
            "waits_for": [self.names[seat] for seat in self.told.get("waits_for", ())],
            "left": self.told.get("left", []),
        }


class Hall:
    """`count`: how many readings have been begun. Tables by their key."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.tables: dict[str, Stand] = {}

    def stands(self, key: str, told: Mapping[str, Any]) -> None:
        """A table has told how it stands; nothing: it cannot be reached."""
        if key in self.tables:
            self.tables[key] = Stand(self.tables[key].names, told)

    @property
    def ready(self) -> list[str]:
        """The tables at which the next poem may begin: it is called there, and is the next one of the hall."""
        ready = (key for key, each in self.tables.items() if each.state == "ready")
        return [key for key in ready if self.tables[key].told["number"] == self.count]

    @property
    def holding(self) -> list[str]:
        """Those that are not ready, and play."""
        ready = self.ready
        return [key for key, each in self.tables.items() if key not in ready and each.state not in GONE]

    @property
    def is_read(self) -> bool:
        """Whether a poem is being read somewhere."""
        return any(each.state == "reading" for each in self.tables.values())

    def may_begin(self, *, without: bool) -> int:
        """The number of the next reading; IllegalMove if it may not be begun now. `without`: those that hold it."""
        if not self.ready:
            raise IllegalMove(SENTENCES["reads" if self.is_read else "none"])
        if self.holding and not without:
            raise IllegalMove(SENTENCES["holds"])
        return self.count + 1

    def view(self) -> dict[str, Any]:
        """The whole hall, as its reciter sees it."""
        read = next((each.told["poem"] for each in self.tables.values() if each.state == "reading"), None)
        return {
            "count": self.count,
            "tables": [{"key": key, **each.view()} for key, each in self.tables.items()],
            "ready": len(self.ready),
            "holding": len(self.holding),
            "poem": None if read is None else {"number": read, "upper": poem(read).upper.written},
        }
