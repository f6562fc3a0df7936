"""What is said about one answer: right or wrong and where, the card beside the one it is taken for, what comes next."""

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.db.models import Q

from trainer.models import Memory, Mnemonic, Review
from trainer.poems import kimariji
from trainer.poems.kana import Comparison, Difference
from trainer.poems.poem import Poem, poem
from trainer.poems.romaji import to_romaji
from trainer.sittings import Practice
from trainer.srs.asking import TYPED, Asked
from trainer.srs.confusion import is_leech, taken_for
from trainer.srs.session import MOST_WRONG
from trainer.srs.skills import EXTRAS, Skill

TIMES_SHOWN = 3


@dataclass(frozen=True)
class Shown:
    """A card with what decides it, as it is heard."""

    poem: Poem
    spoken: str

    @property
    def sounds(self) -> str:
        """What decides it, as it is written."""
        return kimariji.as_written(self.poem.number, self.spoken)

    @property
    def romaji(self) -> str:
        return to_romaji(self.spoken)


@dataclass(frozen=True)
class Verdict:
    """One answer and all that a page says about it."""

    review: Review
    memory: Memory | None

    @property
    def is_typed(self) -> bool:
        return self.skill in TYPED

    @property
    def skill(self) -> Skill:
        return Skill(self.review.skill)

    @property
    def is_about_cards(self) -> bool:
        """Whether cards and their sounds were asked for, not verses or poets."""
        return self.skill not in EXTRAS

    @property
    def is_change(self) -> bool:
        """Whether the question was what decides a card after some poems have been read."""
        return self.skill in {Skill.KIMARIJI_CHANGE, Skill.CUT_NOW}

    @property
    def by_ear(self) -> bool:
        """Whether the poem was heard, and its time counts from the deciding sound."""
        return self.asked.by_ear

    @property
    def too_soon_ms(self) -> int | None:
        """By ear: when it was answered, before the deciding sound (negative) or sooner after it than anyone reacts."""
        return self.review.details.get("heard_ms")

    @property
    def is_before_decided(self) -> bool:
        """Whether it was answered before the deciding sound could be heard."""
        return self.too_soon_ms is not None and self.too_soon_ms < 0

    @property
    def chosen(self) -> Poem | None:
        """The poem whose verse or poet was chosen instead."""
        return None if self.is_about_cards or self.review.picked is None else poem(self.review.picked)

    @property
    def read(self) -> list[Poem]:
        """The poems that had been read, in the order in which they stood in the question."""
        return [poem(number) for number in self.asked.read]

    @property
    def shortened_by(self) -> list[Poem]:
        """The read poems because of which less decides the card now."""
        return [poem(number) for number in kimariji.shortened_by(self.review.poem, self.asked.read)]

    @property
    def held_up_by(self) -> list[Poem]:
        """The unread poems because of which one sound less does not decide it."""
        return [poem(number) for number in kimariji.held_up_by(self.review.poem, self.asked.read)]

    @cached_property
    def asked(self) -> Asked:
        return Asked.restored(self.review.item, self.review.poem, self.review.details)

    @cached_property
    def comparison(self) -> Comparison | None:
        """Where a typed answer differs from the right one."""
        if not self.is_typed or not self.review.answer:
            return None
        return kimariji.compare_kimariji(self.review.answer, self.review.poem, self.asked.read)

    @property
    def said_more(self) -> bool:
        """Whether the answer went on after the deciding sounds."""
        return self.comparison is not None and self.comparison.difference is Difference.LONG

    @cached_property
    def card(self) -> Shown:
        """The card that was asked for."""
        return _shown(self.review.poem, self.asked.read)

    @cached_property
    def beside(self) -> Shown | None:
        """The card it was taken for, now or, for a leech, most often; else its nearest partner that is unread."""
        number = self.review.picked or self._mixed_up_with() or self._partner()
        return None if number is None else _shown(number, self.asked.read)

    @property
    def is_beside_partner(self) -> bool:
        return self.beside is not None and self.beside.poem.number in kimariji.partners(self.review.poem)

    def _mixed_up_with(self) -> int | None:
        if not self.is_leech:
            return None
        answers = Review.objects.filter(person_id=self.review.person_id, skill=self.review.skill, correct=False)
        pairs = answers.filter(Q(poem=self.review.poem) | Q(picked=self.review.poem)).values_list("poem", "picked")
        return taken_for(pairs, self.review.poem)

    def _partner(self) -> int | None:
        unread = (number for number in kimariji.partners(self.review.poem) if number not in self.asked.read)
        return next(unread, None)

    @cached_property
    def last_times_ms(self) -> list[int]:
        """The last times of right answers to this item, in ms, oldest first; this one is the last."""
        rows = Review.objects.filter(person_id=self.review.person_id, skill=self.review.skill)
        if self.skill is Skill.DISCRIMINATION:  # read and heard, it begins to count elsewhere
            rows = rows.filter(details__by_ear__isnull=not self.by_ear)
        times = (
            rows.filter(subject=self.review.subject)
            .filter(correct=True, elapsed_ms__isnull=False, answered_at__lte=self.review.answered_at)
            .order_by("-answered_at")
            .values_list("elapsed_ms", flat=True)[:TIMES_SHOWN]
        )
        return list(reversed(times))

    @property
    def days_until_due(self) -> int | None:
        """In how many days it comes back; None if it comes again today or has not been begun."""
        if self.memory is None or self.memory.due_on is None or not self.review.correct:
            return None
        return max((self.memory.due_on - self.review.day) // timedelta(days=1), 0) or None

    @cached_property
    def is_left(self) -> bool:
        """Whether it has been wrong so often that it does not come again in this sitting."""
        if self.review.correct:
            return False
        log = Review.objects.filter(
            person_id=self.review.person_id,
            skill=self.review.skill,
            subject=self.review.subject,
            correct=False,
            answered_at__lte=self.review.answered_at,
        )
        if self.review.sitting.startswith(Practice.prefix):
            return log.filter(sitting=self.review.sitting).count() >= MOST_WRONG
        return log.filter(day=self.review.day).count() >= MOST_WRONG

    @property
    def is_due_tomorrow(self) -> bool:
        due_on = None if self.memory is None else self.memory.due_on
        return due_on is not None and due_on - self.review.day <= timedelta(days=1)

    @property
    def is_leech(self) -> bool:
        return self.memory is not None and is_leech(self.memory.lapses)

    @cached_property
    def needs_help(self) -> bool:
        """Whether the bridges to memory are shown: after a failure, and for what will not stick."""
        return not self.review.correct or self.is_leech

    @property
    def has_bridges(self) -> bool:
        """Whether the bridges of the corpus help: they lead from the whole kimariji to the lower verse."""
        return not self.is_change and self.skill is not Skill.AUTHOR

    @cached_property
    def own_mnemonics(self) -> list[str]:
        rows = Mnemonic.objects.filter(person_id=self.review.person_id, poem=self.review.poem)
        return list(rows.values_list("text", flat=True))


def verdict_on(review: Review) -> Verdict:
    """The verdict on one answer, with the memory as it is now."""
    memory = Memory.objects.filter(person_id=review.person_id, poem=review.subject, skill=review.skill).first()
    return Verdict(review, memory)


def _shown(number: int, read: tuple[int, ...]) -> Shown:
    unread = number not in read
    return Shown(poem(number), kimariji.current(number, read) if unread else kimariji.original(number))
