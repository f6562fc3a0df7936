"""The first page: what today asks of me."""

from django.shortcuts import render
from django.views.decorators.http import require_safe

from trainer.poems.poem import POEMS, poem
from trainer.srs.skills import FIRST_SKILL, Item
from trainer.srs.standing import standing, tally
from trainer.views import quiet
from trainer.views.learn import path_of

SECONDS_A_CARD = 9  # reading, answering and the verdict, for somebody of medium speed
CARDS_FANNED = 5


@require_safe
def home(request):
    """Today: what is due, the next lesson, how far the hundred are. For a visitor: a way to begin."""
    steps = path_of(request.user)
    context = {"next": next((step for step in steps if step.is_next), None)}
    if request.user.is_authenticated:
        context |= _today(request)
    else:
        context["fan"] = [poem(number) for number in (74, 99, 17, 6, 88)]
    return render(request, "trainer/home.html", context)


def _today(request):
    desk = quiet.desk_of(request)
    plan = desk.plan
    waiting = plan.repeats + plan.due + plan.opening
    return {
        "desk": desk,
        "plan": plan,
        "waiting": len(waiting),
        "minutes": max(1, round(len(waiting) * SECONDS_A_CARD / 60)),
        "fan": [poem(number) for number in dict.fromkeys(item.poem for item in waiting)][:CARDS_FANNED],
        "tally": tally(_standings(desk)),
    }


def _standings(desk):
    states = (desk.memories.get(Item(each.number, FIRST_SKILL)) for each in POEMS)
    return (standing(state.stability if state else None) for state in states)
