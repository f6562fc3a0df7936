"""Piles as a person meets them: fixed parts of the hundred and the person's own, with names in words.

    pile = resolve("slowest-20", person)    # Pile(code, label, poems); UnknownPileError for anything else
    label_of("sound-a")                     # the name alone, without a query

Codes are listed in trainer.poems.piles; here come `slowest-20` (1 to 100), `leeches` and `learnt`.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from statistics import median

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.models import Memory, Person, Review, Turn
from trainer.poems import piles as fixed_piles
from trainer.poems.kimariji import as_written, sound_groups
from trainer.poems.piles import ALL, COLOURS, SOUNDS, UnknownPileError
from trainer.poems.poem import POEMS
from trainer.srs.confusion import LEECH_LAPSES
from trainer.srs.skills import FIRST_SKILL

LEARNT = "learnt"
LEECHES = "leeches"
TIMES_EACH = 5  # the latest times of a poem that its slowness is taken from
ROWS_READ = 2000  # of either kind, the latest: twenty runs of the hundred


@dataclass(frozen=True)
class Pile:
    """Some poems under a name. `poems` is empty when the person has none of the kind yet."""

    code: str
    label: str
    poems: tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """A pile to choose, not yet resolved."""

    code: str
    label: str


def resolve(code: str, person: Person) -> Pile:
    """The pile with this code, as it is for the person now; UnknownPileError if no pile has it.

    One query for `leeches` and `learnt`, two for `slowest-n`, none for the rest.
    """
    if code == LEECHES:
        return Pile(code, label_of(code), _memorised(person, lapses__gte=LEECH_LAPSES))
    if code == LEARNT:
        return Pile(code, label_of(code), _memorised(person))
    if code.startswith("slowest-"):
        return Pile(code, label_of(code), slowest(person, _how_many(code)))
    return Pile(code, label_of(code), fixed_piles.fixed(code))


def _memorised(person: Person, **conditions: int) -> tuple[int, ...]:
    memories = Memory.objects.filter(
        person=person, skill=FIRST_SKILL.value, reviews__gt=0, poem__range=(1, 100), **conditions
    )
    return tuple(memories.order_by("poem").values_list("poem", flat=True))


def _how_many(code: str) -> int:
    number = code.removeprefix("slowest-")
    # Written in one way only, so that results of one pile stay together: no sign, no leading zero.
    if not (number.isascii() and number.isdecimal()) or number != str(int(number)) or not 1 <= int(number) <= 100:
        raise UnknownPileError(code)
    return int(number)


def slowest(person: Person, count: int) -> tuple[int, ...]:
    """The poems whose kimariji takes the person longest to name from the torifuda, the slowest first.

    A poem's time is the median of its latest five, from fuda-nagashi and the drill, right or wrong; a poem
    without a time is not among them.
    """
    times: dict[int, list[int]] = defaultdict(list)
    for _instant, poem, elapsed_ms in sorted((*_turn_times(person), *_review_times(person)), reverse=True):
        if len(times[poem]) < TIMES_EACH:
            times[poem].append(elapsed_ms)
    return tuple(sorted(times, key=lambda poem: (-median(times[poem]), poem))[:count])


def _turn_times(person: Person) -> Iterable[tuple[object, int, int]]:
    turns = Turn.objects.filter(run__person=person, correct__isnull=False, elapsed_ms__isnull=False)
    return turns.order_by("-run__started_at").values_list("run__started_at", "poem", "elapsed_ms")[:ROWS_READ]


def _review_times(person: Person) -> Iterable[tuple[object, int, int]]:
    reviews = Review.objects.filter(
        person=person, skill=FIRST_SKILL.value, hidden=False, elapsed_ms__isnull=False, poem__range=(1, 100)
    )
    return reviews.order_by("-answered_at").values_list("answered_at", "poem", "elapsed_ms")[:ROWS_READ]


# --- names ----------------------------------------------------------------------------------------------


def label_of(code: str) -> str:
    """A pile's name in the language of the page, without a query; UnknownPileError if no pile has the code."""
    if code == LEECHES:
        return _("Leeches")
    if code == LEARNT:
        return _("Poems learnt so far")
    kind, _dash, what = code.partition("-")
    if kind == "slowest":
        return ngettext("The slowest card", "The slowest %(cards)s", _how_many(code)) % {"cards": _how_many(code)}
    poems = fixed_piles.fixed(code)
    if code == ALL:
        return _("All hundred")
    return _NAMES[kind](what, poems)


def label_of_stored(code: str) -> str:
    """The same for a run that was kept or imported: its pile may be one that this site does not know any more."""
    try:
        return label_of(code)
    except UnknownPileError:
        return _("Another pile of cards")


def _sound_name(what: str, _poems: tuple[int, ...]) -> str:
    return _("First sound %(sound)s") % {"sound": SOUNDS[what]}


def _group_name(what: str, _poems: tuple[int, ...]) -> str:
    sounds = next(group.label for group in sound_groups() if str(group.per_sound) == what)
    return _("Sounds %(sounds)s") % {"sounds": sounds}


def _length_name(what: str, _poems: tuple[int, ...]) -> str:
    return ngettext("Kimariji of one sound", "Kimariji of %(count)d sounds", int(what)) % {"count": int(what)}


def _colour_name(what: str, _poems: tuple[int, ...]) -> str:
    names = {
        "blue": _("Blue cards"),
        "pink": _("Pink cards"),
        "yellow": _("Yellow cards"),
        "green": _("Green cards"),
        "orange": _("Orange cards"),
    }
    return f"{names[what]} {COLOURS[what].value}"


def _partners_name(_what: str, poems: tuple[int, ...]) -> str:
    sounds = "・".join(as_written(number) for number in poems)
    return _("Partners %(sounds)s") % {"sounds": sounds}


def _own_name(_what: str, poems: tuple[int, ...]) -> str:
    few = "・".join(as_written(number) for number in islice(poems, 3))
    if len(poems) <= 3:
        return _("My list: %(sounds)s") % {"sounds": few}
    return _("My list: %(sounds)s and %(more)d more") % {"sounds": few, "more": len(poems) - 3}


_NAMES = {
    "sound": _sound_name,
    "group": _group_name,
    "length": _length_name,
    "colour": _colour_name,
    "partners": _partners_name,
    "own": _own_name,
}


def offered() -> tuple[tuple[str, tuple[Choice, ...]], ...]:
    """The fixed parts of the hundred under headings, as a `<select>` with groups shows them."""
    groups = [f"group-{group.per_sound}" for group in sound_groups()]
    lengths = [f"length-{n}" for n in sorted({len(sounds) for sounds in _kimariji()})]
    headings = (
        (_("Groups of sounds"), groups),
        (_("First sound"), [f"sound-{name}" for name in SOUNDS]),
        (_("Length of the kimariji"), lengths),
        (_("Five colours"), [f"colour-{name}" for name in COLOURS]),
        (_("Partner sets"), list(fixed_piles.partner_codes())),
    )
    return tuple((heading, tuple(Choice(code, label_of(code)) for code in codes)) for heading, codes in headings)


def _kimariji() -> Iterable[str]:
    return (as_written(poem.number) for poem in POEMS)
