"""The path of the lessons, in the order in which the sounds are taught."""

from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from trainer.models import Memory
from trainer.poems.lessons import Lesson, lessons
from trainer.poems.poem import poem
from trainer.sittings import LessonSitting
from trainer.srs.skills import FIRST_SKILL


@dataclass(frozen=True)
class Step:
    """A lesson of the path and how far a person has come with it."""

    lesson: Lesson
    begun: frozenset[int]
    is_next: bool = False

    @property
    def poems(self):
        return [(poem(number), number in self.begun) for number in self.lesson.poems]

    @property
    def is_done(self):
        return len(self.begun) == len(self.lesson.poems)


def path_of(person) -> list[Step]:
    """All lessons; the first that is not done is the next. One query, none for an anonymous visitor."""
    begun: set[int] = set()
    if person.is_authenticated:
        rows = Memory.objects.filter(person=person, skill=FIRST_SKILL.value).begun()
        begun = set(rows.values_list("poem", flat=True))
    steps, found = [], False
    for lesson in lessons():
        step = Step(lesson, frozenset(begun & set(lesson.poems)))
        is_next = not found and not step.is_done
        found = found or is_next
        steps.append(Step(step.lesson, step.begun, is_next))
    return steps


@require_safe
def learn(request):
    """The whole path."""
    steps = path_of(request.user)
    return render(
        request,
        "trainer/learn.html",
        {
            "groups": _by_group(steps),
            "next": next((step for step in steps if step.is_next), None),
            "romaji": getattr(request.user, "romaji", True),
            "begun": sum(len(step.begun) for step in steps),
        },
    )


@require_safe
def lesson(request, number):  # noqa: ARG001 (every view takes the request)
    """A lesson's short address."""
    if not 1 <= number <= len(lessons()):
        raise Http404
    return redirect(f"{reverse('drill')}?sitting={LessonSitting(lessons()[number - 1]).code}")


def _by_group(steps):
    groups: dict[str, list[Step]] = {}
    for step in steps:
        groups.setdefault(step.lesson.group, []).append(step)
    return groups.items()
