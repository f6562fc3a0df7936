"""Guests become accounts, accounts take in a guest's work, and people leave: each in one transaction."""

from dataclasses import dataclass, fields

from django.contrib.auth.hashers import make_password
from django.db import transaction

from trainer import calibrations, elsewhere, folding, packs
from trainer.models import Memory, Mnemonic, Person, Question, Review, Run, Wish, name_key


@dataclass(frozen=True, slots=True)
class Belongings:
    """How much of each kind a person has."""

    answers: int
    memories: int
    runs: int
    mnemonics: int
    matches: int = 0  # of Koi-Koi
    packs: int = 0
    karuta_matches: int = 0
    places: int = 0  # 1: they have laid out where their cards belong
    seats: int = 0  # at tables where people meet
    clubs: int = 0

    def __bool__(self) -> bool:
        return any(getattr(self, each.name) for each in fields(self))


def belongings(person: Person) -> Belongings:
    """What a person would lose."""
    return Belongings(
        person.reviews.count(),
        person.memories.count(),
        person.runs.count(),
        person.mnemonics.count(),
        person.matches.count(),
        person.packs.count(),
        person.karuta_matches.count(),
        int(hasattr(person, "usual_places")),
        person.seats.count(),
        elsewhere.count(person),
    )


class NotAGuestError(Exception):
    """The row has a name already, or is gone: somebody was quicker."""


def claim(guest: Person, *, username: str, email: str, password: str) -> Person:
    """Give a guest's row a name: it becomes the account, with everything that hangs on it.

    IntegrityError if the name was taken meanwhile; NotAGuestError if the row has been claimed meanwhile.
    """
    changed = Person.objects.filter(pk=guest.pk, is_guest=True).update(
        username=username,
        name_key=name_key(username),
        email=email,
        password=make_password(password),
        is_guest=False,
    )
    if changed != 1:
        raise NotAGuestError
    return Person.objects.get(pk=guest.pk)


@transaction.atomic
def merge(*, guest: Person, into: Person) -> Belongings:
    """Move a guest's work into an account and delete the guest's row. Returns what was moved.

    Answers, runs, readings, notes, packs, matches, seats and wishes move as they are; memories are folded anew from the
    log that results, so that a day on which both answered the same item counts once. The account's settings win; of a
    device that both have measured, the later measurement.
    """
    people = Person.objects.select_for_update().in_bulk([guest.pk, into.pk])
    if not {guest.pk, into.pk} <= people.keys():
        raise NotAGuestError
    guest, into = people[guest.pk], people[into.pk]
    if not guest.is_guest or into.is_guest:
        raise NotAGuestError
    moved = belongings(guest)
    Review.objects.filter(person=guest).update(person=into)
    Run.objects.filter(person=guest).update(person=into)
    guest.recitations.update(person=into)
    guest.matches.update(person=into)
    guest.karuta_matches.update(person=into)
    _move_seats(guest, into)
    _move_own_rules(guest, into)
    _move_usual_places(guest, into)
    _move_wishes(guest, into)
    calibrations.take_in(into, tuple(guest.calibrations.all()))
    _move_mnemonics(guest, into)
    _move_shown_poems(guest, into)
    Question.objects.filter(person=guest).exclude(sitting__in=into.questions.values("sitting")).update(person=into)
    packs.move(guest, into)
    elsewhere.merge(guest, into)
    folding.fold_together(into)
    transaction.on_commit(packs.files_of(guest.packs.all()).remove)
    guest.delete()
    return moved


def _move_seats(guest: Person, into: Person) -> None:
    """Where both sit at one table the account keeps its seat, and nobody sits at the guest's any more."""
    shared = into.seats.values("table")
    for seat in guest.seats.filter(table__in=shared).select_related("table__karuta"):
        seat.forget()
    guest.seats.update(person=into)
    guest.hosted_tables.update(host=into)
    guest.challenges.update(invited=into)
    guest.halls.update(reciter=into)


def _move_own_rules(guest: Person, into: Person) -> None:
    """The account's rules of Koi-Koi win, as its settings do; a guest's come along where it has none."""
    rules = getattr(guest, "own_rules", None)
    if rules and not hasattr(into, "own_rules"):
        rules.person = into
        rules.save()


def _move_usual_places(guest: Person, into: Person) -> None:
    """Where the account has none of its own, the guest's come along."""
    places = getattr(guest, "usual_places", None)
    if places and not hasattr(into, "usual_places"):
        places.person = into
        places.save()


def _move_wishes(guest: Person, into: Person) -> None:
    """What a guest waits for; of a set that both have asked for, the account's own wish stays."""
    known = set(into.wishes.values_list("voice", "manner"))
    new = [each.pk for each in guest.wishes.all() if (each.voice, each.manner) not in known]
    Wish.objects.filter(pk__in=new).update(person=into)


def _move_mnemonics(guest: Person, into: Person) -> None:
    known = set(into.mnemonics.values_list("poem", "text"))
    new = [each.pk for each in guest.mnemonics.all() if (each.poem, each.text) not in known]
    Mnemonic.objects.filter(pk__in=new).update(person=into)


def _move_shown_poems(guest: Person, into: Person) -> None:
    known = set(into.memories.values_list("poem", "skill"))
    shown = guest.memories.filter(stability__isnull=True)
    new = [each.pk for each in shown if (each.poem, each.skill) not in known]
    Memory.objects.filter(pk__in=new).update(person=into)


def leave(person: Person) -> Belongings:
    """Delete a person and everything that hangs on them. Returns what there was.

    Matches against others stay with the others, who read "Former player".
    """
    with transaction.atomic():
        had = belongings(person)
        for tables in (person.hosted_tables, person.challenges):
            tables.close_waiting()
        for seat in person.seats.select_related("table__karuta"):
            seat.forget()
        elsewhere.forget(person)
        transaction.on_commit(packs.files_of(person.packs.all()).remove)
        person.delete()
    return had
