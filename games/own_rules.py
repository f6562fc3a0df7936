"""The rules a person plays by, and when they are advised."""

from collections.abc import Mapping

from games.models import AdviceTime, OwnRules
from games.rules.koikoi.options import SEED, Options, changes_from, with_changes


def of(person) -> Options:
    """The person's own rules; the preset `seed` if none were saved."""
    kept = OwnRules.objects.filter(person=person).first() if person.is_authenticated else None
    return with_changes(SEED, kept.options) if kept else SEED


def save(person, options: Options) -> None:
    OwnRules.objects.update_or_create(person=person, defaults={"options": changes_from(SEED, options)})


def advice_time(person) -> AdviceTime:
    """When the person wants advice; after the move if they never said."""
    kept = OwnRules.objects.filter(person=person).values_list("advice", flat=True).first()
    return AdviceTime(kept) if kept else AdviceTime.AFTER


def set_advice_time(person, wanted: AdviceTime) -> None:
    OwnRules.objects.update_or_create(person=person, defaults={"advice": wanted})


def changed(options: Options, wanted: Mapping[str, str]) -> Options:
    """Options with what a form says; OptionError names what cannot be."""
    names = vars(options).keys() & wanted.keys()
    return with_changes(options, {name: wanted[name] for name in names})
