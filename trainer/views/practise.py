"""What can be practised beside the day's review; with a skill chosen, off to a new practice of it."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from trainer import drills, hearing, piles, throttle
from trainer.models import Person
from trainer.poems.kimariji import partners, stem_group
from trainer.poems.poem import POEMS
from trainer.reasons import SKILL_NAMES
from trainer.sittings import Practice
from trainer.srs.skills import ABOUT_PARTNERS, BY_EAR, Skill
from trainer.views import quiet
from trainer.views.drill import drill_again
from trainer.views.guards import person_required

# In the order in which a beginner meets them.
PRACTISED = (
    (Skill.TORIFUDA_TO_KIMARIJI, _lazy("See the torifuda, write how its poem begins.")),
    (Skill.KIMARIJI_TO_TORIFUDA, _lazy("Read the sounds, choose among look-alikes.")),
    (Skill.DISCRIMINATION, _lazy("Cards that differ in one sound, mixed. By ear where the recordings are there.")),
    (Skill.KIMARIJI_CHANGE, _lazy("Some poems have been read. What decides now?")),
    (Skill.UPPER_TO_LOWER, _lazy("How does the poem end?")),
    (Skill.LOWER_TO_UPPER, _lazy("How does the poem begin?")),
    (Skill.AUTHOR, _lazy("Whose poem is it?")),
)
HEARD = (
    (Skill.AUDIO_TO_TORIFUDA, _lazy("Hear the upper verse, touch its card among look-alikes.")),
    (Skill.CUT_TO_TORIFUDA, _lazy("It falls silent right after the deciding sound. Which card?")),
    (Skill.CUT_AMONG_PARTNERS, _lazy("Two or more partners, and only the sound that tells them apart.")),
    (Skill.CUT_TO_KIMARIJI, _lazy("Write what you heard: the deciding sounds.")),
    (Skill.CUT_NOW, _lazy("Some poems have been read, and it falls silent sooner.")),
)


@require_safe
@person_required
def practise(request: HttpRequest) -> HttpResponse:
    """The list; `?skill=…&pile=…` begins."""
    if "skill" in request.GET:
        return _begin(request)
    return render(request, "trainer/practise.html", _choices(request.user))


def _begin(request: HttpRequest) -> HttpResponse:
    pile = "-".join(request.GET.get("pile", "").split()) or piles.ALL
    code = f"{Practice.prefix}{request.GET['skill']}-{uuid4().hex[:8]}-{pile}"
    practice = drills.practice_of(code, request.user)
    if practice is None:
        error = _("There is no such pile of cards. Choose one from the list.")
        return render(request, "trainer/practise.html", _choices(request.user) | {"error": error}, status=404)
    missing = _asked_for(request, practice) if practice.skill in BY_EAR else 0
    if not practice.items:
        nothing = _("None of your cards belong to this pile yet. Choose another one.")
        error = _without_sound(missing) if missing else nothing
        return render(request, "trainer/practise.html", _choices(request.user) | {"error": error})
    if practice.skill in BY_EAR:
        quiet.may_sound(request)
    if missing:
        messages.info(request, _asked_for_text(missing))
    return drill_again(practice)


def _asked_for(request: HttpRequest, practice: Practice) -> int:
    """Ask for the recordings that a practice by ear lacks. Returns how many there are."""
    needed = practice.poems
    if practice.skill in ABOUT_PARTNERS:  # a set is asked about when all of it is there
        needed = tuple(dict.fromkeys(each for number in needed if partners(number) for each in stem_group(number)))
    missing = [number for number in needed if number not in practice.heard]
    if missing and throttle.may_try(throttle.wishes(request)):
        hearing.wish_for(request.user, missing)
    return len(missing)


def _without_sound(missing: int) -> str:
    return ngettext(
        "Its recording is not there yet. It has been asked for, before all others; come back soon.",
        "Their recordings are not there yet. All %(count)d have been asked for, before all others; come back soon.",
        missing,
    ) % {"count": missing}


def _asked_for_text(missing: int) -> str:
    return ngettext(
        "%(count)d recording of this pile is not there yet, and its card is left out. It has been asked for.",
        "%(count)d recordings of this pile are not there yet, and their cards are left out. They have been asked for.",
        missing,
    ) % {"count": missing}


def _choices(person: Person) -> dict[str, object]:
    own = [piles.LEARNT, "slowest-20", piles.LEECHES]
    return {
        "skills": _named(PRACTISED),
        "by_ear": _named(HEARD),
        "recordings": len(hearing.heard_by(person)),
        "recordings_in_all": len(POEMS),
        "own": [piles.Choice(code, piles.label_of(code)) for code in own],
        "all": piles.Choice(piles.ALL, piles.label_of(piles.ALL)),
        "offered": piles.offered(),
        "has_learnt": person.memories.begun().exists(),
    }


def _named(skills):
    return [(skill, SKILL_NAMES[skill], what) for skill, what in skills]
