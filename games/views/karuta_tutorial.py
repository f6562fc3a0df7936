"""The tutorial: eight readings on a small mat. A page is made of what is posted; a session keeps that it was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.forms import TEMPOS
from games.karuta import opponents, telling, tutorial
from games.karuta.sounds import BY_TEXT
from games.karuta.tutorial import LATEST_MS, OPPONENT, SITUATIONS, YOU, Course, Hand, Situation
from games.karuta.tutorial_words import WORDS
from games.rules.engine import IllegalMove
from games.rules.karuta import reasons
from games.rules.karuta.field import ROWS, WINGS
from games.rules.karuta.variants import KYOGI
from trainer import audio, wishes
from trainer.poems import kimariji
from trainer.poems.poem import Poem, poem
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.silence import unheard
from trainer.reciter.voice import Manner

SEEN = "karuta_tutorial"  # in the session
WHO = "e-momo"  # a name in the referee's sentences; she touches what the situation says
END = len(SITUATIONS) + 1
HUNDRED = 100


@require_http_methods(["GET", "HEAD", "POST"])
def page(request) -> HttpResponse:
    """One step, `?step=1` to 8, and what came of the touches posted to it; step 9 is the end."""
    step = _step(request.GET.get("step", "1"))
    if step == END:
        return render(request, "games/karuta/tutorial_end.html", _end())
    situation = SITUATIONS[step - 1]
    if request.method != "POST":
        return render(request, "games/karuta/tutorial.html", _shown(step, tutorial.run(situation)))
    request.session[SEEN] = True
    form = Touching(request.POST)
    if not form.is_valid():
        return _refused(request, step, _("That touch could not be read. The poem is read again."))
    try:
        course = form.course(situation)
    except IllegalMove as refused:
        return _refused(request, step, _(refused.sentence) % refused.facts)
    return render(request, "games/karuta/tutorial.html", _shown(step, course, form.cleaned_data["sent"]))


def _refused(request, step: int, problem: str) -> HttpResponse:
    """The step as it begins, with the reason."""
    shown = _shown(step, tutorial.run(SITUATIONS[step - 1])) | {"problem": problem}
    return render(request, "games/karuta/tutorial.html", shown, status=422)


def _step(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) < 3 and 1 <= int(text) <= END:
        return int(text)
    raise Http404


def is_offered(request, *, has_played: bool) -> bool:
    """Whether the lobby offers it: to who has neither played a match nor seen it."""
    return not has_played and SEEN not in request.session


# What is posted -------------------------------------------------------------------------------------------
class Numbers(forms.Field):
    """Every value of a name, as numbers from `least` to `most`."""

    widget = forms.MultipleHiddenInput

    def __init__(self, least: int, most: int) -> None:
        super().__init__(required=False)
        self.least, self.most = least, most

    def clean(self, value: Any) -> list[int]:
        numbers = [int(each) if each.isascii() and each.isdecimal() and len(each) < 8 else -1 for each in value or []]
        if not all(self.least <= number <= self.most for number in numbers):
            raise forms.ValidationError("not a number of this kind")
        return numbers


class Touching(forms.Form):
    """Cards touched in their order, each with its time as far as the page measured it, and cards to be sent."""

    touched = Numbers(1, HUNDRED)
    ms = Numbers(0, LATEST_MS)
    sent = Numbers(1, HUNDRED)
    wait = forms.CharField(required=False, max_length=1)

    def course(self, situation: Situation) -> Course:
        given = self.cleaned_data
        return tutorial.run(situation, self._hands(), is_waiting=bool(given["wait"]), sent=given["sent"])

    def _hands(self) -> list[Hand]:
        """A touch whose time is not told comes after the one before it."""
        times: list[int] = list(self.cleaned_data["ms"])
        hands: list[Hand] = []
        for index, card in enumerate(self.cleaned_data["touched"]):
            after = hands[-1].ms + tutorial.NEXT_MS if hands else tutorial.PROMPT_MS
            hands.append(Hand(card, times[index] if index < len(times) else after))
        return hands


# What is shown --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Lying:
    """A place on the mat: its card, the marks on it (classes of field.css) and the same in words.

    `order` is its number among the cards chosen to be sent, `name` what a button on it posts (empty: it is none).
    """

    poem: Poem
    marks: tuple[str, ...]
    words: tuple[str, ...]
    name: str
    order: int = 0

    @property
    def is_gone(self) -> bool:
        """Whether the card has left the place."""
        return "gone" in self.marks

    @property
    def kimariji(self) -> str:
        """What somebody types who plays by keyboard."""
        return kimariji.original(self.poem.number)

    @property
    def begins(self) -> str:
        """As much as tells it from every other."""
        return self.poem.upper.spoken[: kimariji.LONGEST]


def _shown(step: int, course: Course, sent: Sequence[int] = ()) -> dict[str, Any]:
    situation = course.situation
    left = course.owed - len(sent) if course.owed else 0
    upper, sound = _reading(situation.poem)
    return {
        "step": step,
        "steps": range(1, END),
        "total": len(SITUATIONS),
        "next": step + 1,
        "back": step - 1,
        "opponent": _names()[OPPONENT],
        "words": WORDS[situation.key],
        "course": course,
        "hands": course.hands,
        "sent": sent,
        "left": left,
        "told": _told(course),
        "result": _result(course),
        "sides": [(rows, sum(course.state.field.counts()[side : side + 1])) for side, rows in _mat(course, sent, left)],
        "read": poem(situation.poem),
        "kimariji": kimariji.original(situation.poem),
        "said": poem(situation.poem).upper.spoken[: len(kimariji.original(situation.poem))],
        "is_waiting_offered": not situation.is_alone and not course.is_over,
        "theirs": [{"card": hand.card, "ms": hand.ms} for hand in situation.theirs],
        "upper": upper,
        "sound": sound,
    }


def _told(course: Course) -> dict[str, Any] | None:
    """The referee's verdict in the language of the page."""
    verdict = course.verdict
    if verdict is None:
        return None
    language = get_language() or "en"
    sentence = reasons.reason(verdict, course.situation.variant, _names(), language=language)
    return {
        "name": reasons.name_of(verdict.name, language),
        "sentence": telling.addressed(sentence),
        "is_fault": bool(verdict.faults[YOU]),
        "key": verdict.name.value,
    }


def _names() -> tuple[str, str]:
    return _("You"), opponents.PERSONS[WHO].name


def _result(course: Course) -> str:
    result = course.state.result
    if result is None:
        return ""
    return _("You have won.") if YOU in result.winners else _("%(name)s has won.") % {"name": _names()[OPPONENT]}


def _reading(number: int) -> tuple[dict[str, Any], str]:
    """When each sound of the upper verse falls, and where its recording is (empty: there is none)."""
    recording = audio.find(poem(number), Half.UPPER, audio.default_voice())
    times: VerseTimes = recording.times if recording else unheard(poem(number), Half.UPPER)
    address = reverse("recording", kwargs={"digest": recording.sha256, "suffix": recording.suffix}) if recording else ""
    return times.as_json(), address


def _mat(course: Course, sent: Sequence[int], left: int) -> list[tuple[int, list[list[list[Lying]]]]]:
    """Both sides with three rows of two groups: the places of before, and what has come since."""
    before, after = tutorial.field_before(course.situation), course.state.field
    marks = _marks(course)
    sides = []
    for side in (YOU, OPPONENT):
        name = "touched" if not course.is_over else "sent" if side == YOU and left else ""
        groups = []
        for was, now in zip(before.territories[side], after.territories[side], strict=True):
            places = [_lying(card, marks, name, is_there=card in now, sent=sent) for card in was]
            places += [_lying(card, marks, name, is_new=True, sent=sent) for card in now if card not in was]
            groups.append(places)
        sides.append((side, [groups[row * WINGS : row * WINGS + WINGS] for row in range(ROWS)]))
    return sides


def _lying(
    card: int,
    marks: dict[int, dict[str, str]],
    name: str,
    *,
    is_there: bool = True,
    is_new: bool = False,
    sent: Sequence[int],
) -> Lying:
    its = dict(marks.get(card, {}))
    if not is_there:
        return Lying(poem(card), ("gone",), (_("taken or sent"),), "")
    if is_new:
        its = {"received": _("sent over")}
    order = sent.index(card) + 1 if card in sent and not is_new else 0
    if order:
        its["pick"] = _("chosen to be sent")
    return Lying(poem(card), tuple(its), tuple(its.values()), "" if order else name, order)


def _marks(course: Course) -> dict[int, dict[str, str]]:
    """Who touched each card, and whether that was a fault: classes of field.css with their words."""
    marks: dict[int, dict[str, str]] = {}
    territory = course.state.last.territory if course.state.last else None
    for touch in course.touched:
        its = marks.setdefault(touch.card, {})
        if touch.seat == YOU:
            its["mine"] = _("touched by you")
        else:
            its["theirs"] = _("touched by %(name)s") % {"name": _names()[OPPONENT]}
        if course.is_over and touch.territory != territory:
            its["fault"] = _("fault")
    return marks


# The end --------------------------------------------------------------------------------------------------
def _end() -> dict[str, Any]:
    voice, (tempo, _name) = audio.default_voice(), TEMPOS[0]
    return {
        "steps": range(1, END),
        "step": END,
        "total": len(SITUATIONS),
        "back": END - 1,
        "kept": [WORDS[situation.key] for situation in SITUATIONS],
        "voice": voice.key if not wishes.lacking(voice, Manner()) else BY_TEXT,
        "by_text": BY_TEXT,
        "game": KYOGI.key,
        "tempo": tempo,
    }
