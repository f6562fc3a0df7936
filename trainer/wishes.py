"""What is to be rendered next, and how far it is: people's wishes, tries that failed, the default set.

A wish is one row a person, voice and manner. Verses that a page waits for come before whole sets, and of several such
pages each has its first verse before any has its second; whole sets come in the order they were asked for; the
default voice's set comes last. A failed verse waits before it is tried again, and is given up after MOST_TRIES until
somebody says "try again".
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone
from django.utils.module_loading import import_string

from trainer import audio
from trainer.audio import ALL_VERSES, VerseName
from trainer.models import Person, Recording, Try, Wish
from trainer.reciter.tempo import PRESETS
from trainer.reciter.voice import Manner, Voice, manner_of

log = logging.getLogger(__name__)

MOST_TRIES = 3
FIRST_WAIT_S, WAIT_GROWS = 30, 4  # before the second try, and how many times longer before the third
MOST_VERSES = 202
# Of Celery on Redis, where 0 comes first.
FIRST, LATER = 0, 6


@dataclass(frozen=True, slots=True)
class Wanted:
    """One verse to be rendered."""

    verse: VerseName
    voice: Voice
    manner: Manner


class NotRecordedError(Exception):
    """A try failed, and is written down; the message is the reason, for a person."""


# Asking --------------------------------------------------------------------------------------------------


def wish(person: Person, voice: Voice, manner: Manner = Manner(), verses: Sequence[VerseName] | None = None) -> Wish:  # noqa: B008
    """Ask for verses before all else, in their order; without any, for the whole set. Asking again is asking anew.

    With a broker the tasks are handed over once this transaction is through.
    """
    asked = {"whole": True} if verses is None else {"verses": [str(verse) for verse in verses[:MOST_VERSES]]}
    made, _created = Wish.objects.update_or_create(
        person=person,
        voice=voice.key,
        manner=manner.name,
        defaults=asked | {"asked_at": timezone.now(), "done_at": None},
    )
    if settings.CELERY_BROKER_URL:
        missing = lacking(voice, manner, ALL_VERSES if verses is None else verses)
        transaction.on_commit(lambda: hand_over(missing, voice, manner, LATER if verses is None else FIRST))
    return made


def is_known(person: Person, voice: Voice, manner: Manner) -> bool:
    """Whether this person has asked for something of this voice in this manner before."""
    return Wish.objects.filter(person=person, voice=voice.key, manner=manner.name).exists()


def try_again(person: Person, voice: Voice, manner: Manner = Manner()) -> Wish:  # noqa: B008
    """Forget what failed of a voice in a manner, and ask for the whole set once more."""
    _tries(voice, manner).exclude(reason="").delete()
    return wish(person, voice, manner)


def hand_over(verses: Iterable[VerseName], voice: Voice, manner: Manner, priority: int = LATER) -> bool:
    """Queue a task for each of these verses; False, with a line in the log, if the broker cannot be reached.

    The wish stays written down, and asking again hands it over again.
    """
    from kombu.exceptions import OperationalError  # noqa: PLC0415 (where no broker is set, nothing of Celery is loaded)

    workers: Any = import_string(settings.WORKERS)
    try:
        with workers.producer_pool.acquire(block=True, timeout=5) as producer:
            for verse in verses:
                task = workers.signature(
                    "trainer.tasks.render", (verse.poem, verse.half.value, voice.key, manner.name), app=workers
                )
                task.apply_async(priority=priority, producer=producer, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("the broker of the recordings cannot be reached: %s", error)
        return False
    return True


# What comes next -----------------------------------------------------------------------------------------


def lacking(voice: Voice, manner: Manner, verses: Iterable[VerseName] = ALL_VERSES) -> list[VerseName]:
    """Those of the verses that have no recording, in their order."""
    there = set(Recording.objects.of(voice, manner).values_list("poem", "half"))
    return [verse for verse in verses if (verse.poem, verse.half.value) not in there]


def next_wanted(now: datetime) -> Wanted | None:
    """What to render now; None if there is nothing, or if all that is missing waits for another try.

    Wishes of which nothing is missing any more are closed on the way.
    """
    urgent: list[tuple[int, Wanted]] = []
    whole: list[Wanted] = []
    for each in Wish.objects.filter(done_at=None).order_by("asked_at", "pk"):
        try:
            voice, manner = audio.voice(each.voice), Manner.named(each.manner)
            first = [VerseName.of(name) for name in each.verses]
        except (KeyError, ValueError):  # a voice that has left, or a name of an older version
            _close(each, now)
            continue
        order = {verse: place for place, verse in reversed(list(enumerate(first)))}
        open_, ready = _open(voice, manner, first + list(ALL_VERSES if each.whole else ()), now)
        if not open_:
            _close(each, now)
        urgent += [(order[verse], Wanted(verse, voice, manner)) for verse in ready if verse in order][:1]
        whole += [Wanted(verse, voice, manner) for verse in ready if verse not in order][:1]
    if urgent:
        return min(urgent, key=lambda pair: pair[0])[1]
    return whole[0] if whole else _next_of_default(now)


def _next_of_default(now: datetime) -> Wanted | None:
    voice, manner = audio.default_voice(), Manner()
    _all, ready = _open(voice, manner, ALL_VERSES, now)
    return Wanted(ready[0], voice, manner) if ready else None


def _open(
    voice: Voice, manner: Manner, verses: Iterable[VerseName], now: datetime
) -> tuple[list[VerseName], list[VerseName]]:
    """What is missing and not given up, and what of that may be tried now."""
    tries = {(each.poem, each.half): each for each in _tries(voice, manner)}
    missing, ready = [], []
    for verse in lacking(voice, manner, verses):
        last = tries.get((verse.poem, verse.half.value))
        if last and last.tries >= MOST_TRIES:
            continue
        missing.append(verse)
        if last is None or last.tried_at + wait_after(last.tries) <= now:
            ready.append(verse)
    return missing, ready


def wait_after(tries: int) -> timedelta:
    """How long a verse rests after so many failed tries: half a minute, two minutes."""
    return timedelta(seconds=FIRST_WAIT_S * WAIT_GROWS ** (tries - 1))


def _close(wish: Wish, now: datetime) -> None:
    """Unless it has been asked anew meanwhile."""
    Wish.objects.filter(pk=wish.pk, asked_at=wish.asked_at).update(done_at=now)


def _tries(voice: Voice, manner: Manner):
    return Try.objects.filter(voice=voice.key, version=voice.version, manner=manner.name)


# Trying --------------------------------------------------------------------------------------------------


def is_there(wanted: Wanted) -> bool:
    """Whether the recording is there, undamaged."""
    return audio.undamaged(_recipe(wanted)) is not None


def fulfil(wanted: Wanted) -> Recording:
    """Render one verse, or find it. NotRecordedError if that failed; it is written down, with the reason."""
    poem, half = audio.verse_of(wanted.verse)
    recipe = _recipe(wanted)
    found = audio.undamaged(recipe)
    if found is None:
        tried = _begin(wanted, recipe)
        try:
            found = audio.ensure_recording(poem, half, wanted.voice, wanted.manner)
        except Exception as error:
            reason = str(error) if isinstance(error, audio.CannotReciteError) else f"{type(error).__name__}: {error}"
            Try.objects.filter(pk=tried.pk).update(reason=reason[:500] or type(error).__name__)
            raise NotRecordedError(reason) from error
        tried.delete()
    return found


def _begin(wanted: Wanted, recipe: str) -> Try:
    """Written down before the voice is asked, for it may take the process along."""
    number, half = wanted.verse
    which = {"voice": wanted.voice.key, "version": wanted.voice.version, "manner": wanted.manner.name}
    Try.objects.get_or_create(
        recipe=recipe, defaults=which | {"poem": number, "half": half.value, "tried_at": timezone.now()}
    )
    Try.objects.filter(recipe=recipe).update(tries=F("tries") + 1, tried_at=timezone.now(), reason="")
    return Try.objects.get(recipe=recipe)


def is_given_up(wanted: Wanted) -> bool:
    return Try.objects.filter(recipe=_recipe(wanted), tries__gte=MOST_TRIES).exists()


def _recipe(wanted: Wanted) -> str:
    return audio.recipe_of(*audio.verse_of(wanted.verse), wanted.voice, wanted.manner)


# How far it is -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Progress:
    """One voice in one manner: how many of its verses are there, and what the person who looks has to do with it."""

    voice: Voice
    manner: Manner
    there: int
    is_asked: bool  # for the whole set, by the person who looks
    is_open: bool  # and not done yet
    others: int  # how many other people ask for it
    is_default: bool  # made by itself, when nothing else is to be made
    failures: tuple[Try, ...]
    total: int = len(ALL_VERSES)

    @property
    def key(self) -> str:
        """Its name in a page."""
        return f"{self.voice.key}-{self.manner.tempo.name}"

    @property
    def percent(self) -> int:
        return 100 * self.there // self.total

    @property
    def is_whole(self) -> bool:
        return self.there >= self.total

    @property
    def is_going_on(self) -> bool:
        """Whether the person who looks may expect it to grow, if somebody renders."""
        return not self.is_whole and (self.is_open or self.is_default)

    @property
    def given_up(self) -> tuple[Try, ...]:
        return tuple(each for each in self.failures if each.tries >= MOST_TRIES)


def progress(person: Any, now: datetime) -> list[Progress]:
    """Every built-in voice in every preset tempo, as this person (or AnonymousUser) sees it. Three database queries."""
    kept = Recording.objects.values_list("voice", "version", "manner").annotate(Count("pk"))
    there = {(voice, version, manner): count for voice, version, manner, count in kept.order_by()}
    wishes = list(Wish.objects.filter(whole=True))
    tries = [each for each in Try.objects.order_by("poem", "-half") if _has_failed(each, now)]
    default = (audio.default_voice().key, Manner().name) if not settings.CELERY_BROKER_URL else None
    found = []
    for voice in audio.voices().values():
        for manner in dict.fromkeys(manner_of(voice, Manner(tempo)) for tempo in PRESETS.values()):
            these = [each for each in wishes if (each.voice, each.manner) == (voice.key, manner.name)]
            own = [each for each in these if each.person_id == person.pk]
            which = (voice.key, voice.version, manner.name)
            found.append(
                Progress(
                    voice=voice,
                    manner=manner,
                    there=there.get(which, 0),
                    is_asked=bool(own),
                    is_open=any(each.done_at is None for each in own),
                    others=len(these) - len(own),
                    is_default=(voice.key, manner.name) == default,
                    failures=tuple(each for each in tries if (each.voice, each.version, each.manner) == which),
                )
            )
    return found


def _has_failed(tried: Try, now: datetime) -> bool:
    """A try without a reason is under way; but not after five minutes, when no task runs any more."""
    return bool(tried.reason) or tried.tried_at < now - timedelta(minutes=5)
