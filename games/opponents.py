"""The computer's seat, and its advice: the one place where the site asks for a player. PURE."""

from dataclasses import dataclass

from games.rules.koikoi.events import Command
from games.rules.koikoi.play import View


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence with %(name)s places, and what goes into them; a `yaku` by its key."""

    sentence: str
    facts: tuple[tuple[str, str | int], ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What would be played, and what speaks for it."""

    command: Command
    reasons: tuple[Reason, ...]


def reply(view: View, level: int, seed: int) -> Command:
    """What the computer does at this level. The same view, level and seed give the same reply."""
    del level, seed
    return view.moves[0]


def advise(view: View, seed: int) -> Advice | None:
    """What the strongest level would do here; None while nobody can say."""
    del view, seed
    return None
