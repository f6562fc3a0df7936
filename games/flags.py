"""Flags in words: what was noticed at a table, with its numbers, for whoever looks at it. None of them is a proof."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from games.models import Flag

NAMES = {
    "ceiling": _lazy("Claims all the delay there is"),
    "sooner": _lazy("Touches quicker than the line"),
    "early": _lazy("On the right card too early"),
    "even": _lazy("Reactions too even"),
    "floor": _lazy("A line that jumps"),
}

# What each kind says of its numbers (games.fairness.suspicion).
_SENTENCES: Mapping[str, Callable[[], str]] = {
    "ceiling": lambda: _("%(count)s of %(touches)s touches claimed as much delay of the line as is believed at all."),
    "sooner": lambda: _(
        "%(count)s of %(touches)s touches came over the line more quickly than its quickest probe can have."
    ),
    "early": lambda: _(
        "%(count)s of %(touches)s touches were on the right card within %(sooner_than_ms)s ms of the deciding sound."
    ),
    "even": lambda: _(
        "Half of %(touches)s reactions lie within %(between_quartiles_ms)s ms of each other, around %(median_ms)s ms."
    ),
    "floor": lambda: _("The quickest round trip jumped %(jumps)s times, between %(lowest_ms)s and %(highest_ms)s ms."),
}


def name_of(flag: Flag) -> str:
    """What it is called; one of an unknown kind has its key."""
    return str(NAMES.get(flag.kind, flag.kind))


def evidence_of(flag: Flag) -> str:
    """Its numbers in a sentence; of an unknown kind, or with others than it should have, as they are."""
    evidence: Mapping[str, Any] = flag.evidence
    try:
        return _SENTENCES[flag.kind]() % evidence
    except (KeyError, TypeError):
        return ", ".join(f"{name} {value}" for name, value in sorted(dict(evidence).items()))
