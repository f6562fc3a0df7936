"""The drill: a question, an answer, a verdict, the next question. Works without scripts; htmx makes it smooth."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from trainer import drills, hearing
from trainer.models import Question, Review
from trainer.poems.poem import poem
from trainer.sittings import Practice, Sitting, Today, lesson_sitting
from trainer.srs.asking import Asked, Unanswerable
from trainer.srs.skills import BY_EAR
from trainer.verdicts import verdict_on
from trainer.views import quiet
from trainer.views.guards import person_required
from trainer.views.sound import late_ms


def page_or_stage(view):
    """A view that answers a page, or htmx its stage alone, at one address: kept, Back would show the wrong one."""
    return vary_on_headers("HX-Request")(cache_control(no_store=True)(view))


@page_or_stage
@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def drill(request):
    """What a sitting comes to next: a poem to meet, a question, or its end. Posted: the poem has been met."""
    sitting = _sitting(request)
    if request.method == "POST":
        return _met(request, sitting)
    now = timezone.now()
    desk = quiet.desk_of(request)
    item = drills.next_of(request.user, sitting, desk)
    if item is None:
        return _done(request, sitting, desk)
    waiting = drills.to_meet(request.user, sitting, desk, item)
    if waiting:
        return _stage(request, "meet", sitting, desk, poem=poem(waiting[0]), is_last=len(waiting) == 1)
    return _ask(request, sitting, desk, drills.ask(request.user, sitting, desk, item, now))


@page_or_stage
@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request, key):
    """Posted: the answer to one question. Got: the verdict on it, again."""
    if request.method == "POST":
        return _answered(request, key)
    review = Review.objects.filter(person=request.user, key=key).first()
    if review is None:
        question = get_object_or_404(Question, person=request.user, key=key)
        return redirect(_address(question.sitting))
    return _verdict(request, review)


@require_POST
@person_required
def without_sound(request):
    """Posted: nothing sounds in this browser today, and what can only be heard waits. Or, `do=sound`, it may again."""
    sitting = _sitting(request)
    if request.POST.get("do") == "sound":
        quiet.may_sound(request)
        return drill_again(sitting)
    quiet.be_quiet(request)
    if isinstance(sitting, Practice) and sitting.skill in BY_EAR:
        messages.info(request, _("Set aside. Everything that is read and written is here."))
        return redirect("practise")
    messages.info(request, _("Without sound today: what can only be heard waits, and nothing is lost."))
    return drill_again(sitting)


def _done(request, sitting, desk):
    return _stage(
        request,
        "done",
        sitting,
        desk,
        learnt=drills.learnt(sitting, desk),
        left_over=drills.left_over(sitting, desk),
        set_aside=drills.set_aside(request.user, sitting),
        is_quiet=quiet.is_quiet(request, desk),
    )


def _met(request, sitting):
    number = _whole_number(request.POST.get("poem"))
    if number is None or not 1 <= number <= 100:
        raise Http404
    drills.show(request.user, number)
    return drill_again(sitting)


def drill_again(sitting):
    """To the sitting's next page."""
    return redirect(_address(sitting.code))


def _answered(request, key):
    gave_up = "unknown" in request.POST
    text = "" if gave_up else request.POST.get("answer", "")
    try:
        if not gave_up and not text.strip():
            raise Unanswerable
        review = drills.answer(
            request.user,
            key,
            text,
            timezone.now(),
            elapsed_ms=_milliseconds(request.POST.get("elapsed_ms")),
            hidden=request.POST.get("hidden") == "1",
        )
    except Question.DoesNotExist:
        raise Http404 from None
    except Unanswerable:
        return _not_an_answer(request, key, text)
    if review.answer != text.strip():
        messages.info(request, _("This question was answered before, in another tab. That answer counts."))
    return _verdict(request, review) if request.htmx else redirect("answer", key=review.key)


def _not_an_answer(request, key, text):
    """The question again, with what is wrong with the answer; nothing has changed."""
    question = get_object_or_404(Question, person=request.user, key=key)
    if question.asked.is_typed:
        error = _("Write the sounds in kana or in romaji, or press “I don’t know”.")
    else:
        error = _("Choose one of those shown, or press “I don’t know”.")
    sitting = _sitting_of(question.sitting, request)
    desk = quiet.desk_of(request)
    return _ask(request, sitting, desk, question, error=error, given=text, status=200 if request.htmx else 422)


def _ask(request, sitting, desk, question, *, status=200, **context):
    asked = question.asked
    return _stage(
        request,
        "ask",
        sitting,
        desk,
        status=status,
        question=question,
        asked=asked,
        poem=poem(asked.poem),
        choices=[poem(number) for number in asked.choices],
        read=[poem(number) for number in asked.read],
        sound=hearing.sound_of(request.user, asked) if asked.by_ear else None,
        late_ms=late_ms(request) if asked.by_ear else 0,
        **context,
    )


def _verdict(request, review):
    sitting = _sitting_of(review.sitting, request)
    # What was counted when the question was asked, and this answer: the day need not be planned again for a verdict.
    done, total = review.details.get("done", 0), review.details.get("total", 0)
    verdict = verdict_on(review)
    sounds = _sounds(request.user, verdict) if verdict.by_ear else ()
    return _render(request, "verdict", sitting, done + review.correct, total, verdict=verdict, sounds=sounds)


def _sounds(person, verdict):
    """Of the card and the one beside it, to be heard one after the other; None where there is no recording."""
    numbers = [verdict.review.poem, *([verdict.beside.poem.number] if verdict.beside else [])]
    return [hearing.sound_of(person, Asked(verdict.asked.item, number, by_ear=True)) for number in numbers]


def _stage(request, part, sitting, desk, *, status=200, **context):
    done, total = drills.count_of(request.user, sitting, desk)
    return _render(request, part, sitting, done, total, status=status, desk=desk, **context)


def _render(request, part, sitting, done, total, *, status=200, **context):
    """One of the drill's parts: the whole page, or for htmx the stage alone."""
    page = "trainer/drill.html#stage" if request.htmx else "trainer/drill.html"
    context |= {
        "part": part,
        "sitting": sitting,
        "done": done,
        "total": total,
        "percent": round(100 * done / total) if total else 100,
        "again": _address(sitting.code),
        "leave": reverse("learn") if sitting.code.startswith("lesson") else reverse("home"),
    }
    return render(request, page, context, status=status)


def _sitting(request) -> Sitting:
    code = request.POST.get("sitting") or request.GET.get("sitting") or Today.code
    return _sitting_of(code, request)


def _sitting_of(code: str, request) -> Sitting:
    """The sitting that a code names; 404 if it names none."""
    if code == Today.code:
        return Today()
    found = lesson_sitting(code)
    if found is None:
        found = drills.practice_of(code, request.user)
    if found is None:
        raise Http404
    return quiet.without_ears(request, found) if isinstance(found, Practice) else found


def _address(code: str) -> str:
    return reverse("drill") if code == Today.code else f"{reverse('drill')}?sitting={code}"


def _milliseconds(text: str | None) -> int | None:
    """By ear a time may be negative: it counts from the deciding sound."""
    number = _whole_number((text or "").removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number


def _whole_number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 10 else None
