"""Fuda-nagashi (札流し): choose a pile, turn its cards over against the clock, see how it went.

Two ways through a run. With JavaScript the page holds all cards, times them by the browser's monotonic clock and
sends turns in batches to `turns`. Without, every card is one form of `run`, timed by this server from the page
to the form, the trip included. Both end with the person's own "finish", so that the last card may still be taken
back. The page of a typed run never holds an answer that has not been given.
"""

import json
from dataclasses import dataclass
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from trainer import flow_results, runs
from trainer.models import Memory, Person, Run, Turn
from trainer.piles import ALL, LEARNT, LEECHES, Choice, Pile, UnknownPileError, label_of_stored, offered, resolve
from trainer.poems.bands import MOST_MISSES, WHOLE, Band
from trainer.poems.kimariji import as_written
from trainer.poems.piles import UnknownEntryError, own, parse_list
from trainer.poems.poem import POEMS, Poem, poem
from trainer.runs import ANSWER_LENGTH, Turned
from trainer.srs.confusion import LEECH_LAPSES
from trainer.srs.skills import FIRST_SKILL
from trainer.views.guards import person_required

RUNS_A_PAGE = 10
LONGEST_BODY = 100_000  # bytes; a hundred turns are about 6,000
_CLOCK = signing.Signer(salt="fuda-nagashi")


# --- choosing a pile ------------------------------------------------------------------------------------


class SetupForm(forms.Form):
    """Which cards, how they lie, how they are answered. `pile` is a code or one of slowest, part and own."""

    pile = forms.CharField(max_length=80, initial=ALL)
    slowest = forms.IntegerField(min_value=1, max_value=WHOLE, initial=20, required=False)
    part = forms.CharField(max_length=80, required=False)
    own = forms.CharField(max_length=2000, required=False)
    facing = forms.ChoiceField(choices=Run.Facing, initial=Run.Facing.UPRIGHT)
    mode = forms.ChoiceField(choices=Run.Mode, initial=Run.Mode.SAID)

    def __init__(self, *args, person: Person, **kwargs):
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["facing"].error_messages["required"] = _("Choose how the cards lie.")
        self.fields["mode"].error_messages["required"] = _("Choose how you answer.")
        self.fields["slowest"].error_messages |= {
            name: _("Give a number of cards from 1 to 100.") for name in ("invalid", "min_value", "max_value")
        }

    def clean(self) -> dict[str, object]:
        cleaned = super().clean()
        if self.errors:
            return cleaned
        try:
            cleaned["pile"] = self._pile(cleaned)
        except UnknownPileError:
            self.add_error("pile", _("There is no such pile. Choose one of those below."))
        except UnknownEntryError as error:
            sentence = _("“%(entry)s” is neither a number from 1 to 100 nor a kimariji. Nothing was started.")
            self.add_error("own", sentence % {"entry": error.entry})
        else:
            if not cleaned["pile"].poems:
                self.add_error("pile", _empty_reason(cleaned["pile"].code))
        return cleaned

    def _pile(self, cleaned: dict[str, object]) -> Pile:
        code = cleaned["pile"]
        if code == "slowest":
            code = f"slowest-{cleaned['slowest'] or 20}"
        elif code == "part":
            code = cleaned["part"]
        elif code == "own":
            numbers = parse_list(cleaned["own"])
            if not numbers:
                return Pile("own", "", ())
            code = own(numbers)
        return resolve(code, self.person)


def _empty_reason(code: str) -> str:
    if code == LEECHES:
        return _("You have no leeches. That is good news; choose another pile.")
    if code == LEARNT:
        return _("You have not learnt a poem here yet. Begin with a lesson, or run through all hundred.")
    if code == "own":
        return _("Your list is empty. Write numbers or kimariji, for example: 17, うか, chiha.")
    return _("No card has a time yet. Run through a pile once; then the slowest are known.")


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def setup(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        form = SetupForm(request.POST, person=request.user)
        if form.is_valid():
            return redirect("flow-run", key=_start(request.user, form.cleaned_data).key)
        return render(request, "trainer/flow.html", _setup_context(request, form), status=422)
    form = SetupForm(initial=_wished(request), person=request.user)
    return render(request, "trainer/flow.html", _setup_context(request, form))


def _start(person: Person, chosen: dict[str, object]) -> Run:
    pile = chosen["pile"]
    return runs.start_run(
        person=person,
        pile=pile.code,
        poems=pile.poems,
        mode=chosen["mode"],
        facing=chosen["facing"],
        now=timezone.now(),
    )


def _wished(request: HttpRequest) -> dict[str, object]:
    """What a link asks for (?pile=sound-a&mode=typed&facing=mixed), laid into the form's fields."""
    wished = {name: request.GET[name] for name in ("mode", "facing") if name in request.GET}
    code = request.GET.get("pile", ALL)
    if code.startswith("slowest-") and code[8:].isdecimal():
        return wished | {"pile": "slowest", "slowest": code[8:]}
    if code in (ALL, LEARNT, LEECHES):
        return wished | {"pile": code}
    if code.startswith("own-"):
        return wished | {"pile": "own", "own": _list_of(code, request.user)}
    return wished | {"pile": "part", "part": code}


def _list_of(code: str, person: Person) -> str:
    try:
        return ", ".join(as_written(number) for number in resolve(code, person).poems)
    except UnknownPileError:
        return ""


def _setup_context(request: HttpRequest, form: SetupForm) -> dict[str, object]:
    lines = flow_results.results(request.user)
    open_runs = runs.with_counts(request.user.runs.filter(finished_at=None)).order_by("-started_at")
    return {
        "form": form,
        "parts": offered(),
        "counts": _counts(request.user),
        "samples": _samples(),
        "modes": _modes(),
        "page": Paginator(lines, RUNS_A_PAGE).get_page(request.GET.get("page")),
        "bests": flow_results.bests(lines),
        "unfinished": [(run, label_of_stored(run.pile)) for run in open_runs],
        "bands": list(Band),
        "most_misses": MOST_MISSES,
    }


def _counts(person: Person) -> dict[str, int]:
    lapses = Memory.objects.filter(person=person, skill=FIRST_SKILL.value, reviews__gt=0, poem__range=(1, WHOLE))
    each = list(lapses.values_list("lapses", flat=True))
    return {"learnt": len(each), "leeches": sum(lapse >= LEECH_LAPSES for lapse in each)}


def _samples() -> list[tuple[Choice, tuple[tuple[Poem, bool], ...]]]:
    """The three ways to lay the cards, each with two cards lying so."""
    first, second = POEMS[16], POEMS[73]
    ways = {Run.Facing.UPRIGHT: (False, False), Run.Facing.INVERTED: (True, True), Run.Facing.MIXED: (True, False)}
    return [
        (Choice(facing.value, facing.label), ((first, one), (second, other))) for facing, (one, other) in ways.items()
    ]


def _modes() -> list[tuple[Choice, str]]:
    return [
        (Choice(Run.Mode.SAID, Run.Mode.SAID.label), _("You say it and mark your own misses. As in a club.")),
        (Choice(Run.Mode.TYPED, Run.Mode.TYPED.label), _("You type it in kana or romaji; the site checks.")),
    ]


# --- a run ----------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def run(request: HttpRequest, key: UUID) -> HttpResponse:
    its_run = get_object_or_404(Run, key=key, person=request.user)
    if request.method == "POST":
        return _act(request, its_run)
    if its_run.finished_at:
        return render(request, "trainer/flow_result.html", _result_context(its_run))
    turns_ = list(its_run.turns.all())
    if "plain" in request.GET:
        return render(request, "trainer/flow_plain.html", _plain_context(its_run, turns_))
    return render(request, "trainer/flow_run.html", _live_context(its_run, turns_))


@dataclass(frozen=True)
class Card:
    """A turn as the run's page shows it; `kimariji` is empty where the page must not know it."""

    place: int
    poem: Poem
    inverted: bool
    kimariji: str


def _card(turn: Turn, *, with_kimariji: bool) -> Card:
    return Card(turn.place, poem(turn.poem), turn.inverted, as_written(turn.poem) if with_kimariji else "")


def _heading(its_run: Run) -> str:
    """The pile's name; but the names of partner sets and lists hold kimariji, which a typed run must not know."""
    return label_of_stored(its_run.pile) if its_run.mode == Run.Mode.SAID else _("Fuda-nagashi")


def _live_context(its_run: Run, turns_: list[Turn]) -> dict[str, object]:
    is_said = its_run.mode == Run.Mode.SAID
    to_come = [turn for turn in turns_ if turn.correct is None]
    return {
        "run": its_run,
        "label": _heading(its_run),
        "is_said": is_said,
        "total": len(turns_),
        "reached": len(turns_) - len(to_come),
        "cards": [_card(turn, with_kimariji=is_said) for turn in to_come],
        "spent_ms": sum(turn.elapsed_ms or 0 for turn in turns_ if turn.correct is not None),
        "answer_length": ANSWER_LENGTH,
    }


def _plain_context(its_run: Run, turns_: list[Turn]) -> dict[str, object]:
    current = next((turn for turn in turns_ if turn.correct is None), None)
    last = next((turn for turn in reversed(turns_) if turn.correct is not None), None)
    return {
        "run": its_run,
        "label": _heading(its_run),
        "is_said": its_run.mode == Run.Mode.SAID,
        "total": len(turns_),
        "reached": sum(turn.correct is not None for turn in turns_),
        "card": current and _card(current, with_kimariji=False),
        "last": last,
        "last_card": last and _card(last, with_kimariji=True),
        "spent_ms": sum(turn.elapsed_ms or 0 for turn in turns_ if turn.correct is not None),
        "shown": current and _CLOCK.sign(f"{its_run.key}:{current.place}:{_now_ms()}"),
        "answer_length": ANSWER_LENGTH,
    }


def _act(request: HttpRequest, its_run: Run) -> HttpResponse:
    """One form of the page without JavaScript. What comes too late, or twice, changes nothing."""
    place = request.POST.get("place", "")
    action = _ACTIONS.get(request.POST.get("do", ""))
    if action is None or (action is not _finish and not (place.isascii() and place.isdecimal() and len(place) < 4)):
        messages.error(request, _("That was not understood, and nothing has changed."))
    else:
        action(request, its_run, int(place or 0))
    onward = reverse("flow-run", args=[its_run.key])
    its_run.refresh_from_db(fields=["finished_at"])
    return redirect(onward if its_run.finished_at else f"{onward}?plain=1")


def _turn_over(request: HttpRequest, its_run: Run, place: int) -> None:
    turn = its_run.turns.filter(place=place, correct=None).first()
    if turn is None:
        return
    elapsed_ms = _since_shown(request.POST.get("shown", ""), its_run, place)
    if elapsed_ms is not None:
        elapsed_ms = runs.believable_ms(elapsed_ms + (turn.elapsed_ms or 0))  # a card taken back keeps its time
    answer = request.POST.get("answer", "")
    runs.record_turns(its_run, [Turned(place, elapsed_ms, missed="missed" in request.POST, answer=answer)])


def _now_ms() -> int:
    return round(timezone.now().timestamp() * 1000)


def _since_shown(shown: str, its_run: Run, place: int) -> int | None:
    """How long ago, in ms, this server made the page with that card; None if it did not."""
    try:
        key, at_place, shown_ms = _CLOCK.unsign(shown).split(":")
    except (signing.BadSignature, ValueError):
        return None
    return _now_ms() - int(shown_ms) if (key, at_place) == (str(its_run.key), str(place)) else None


def _mark(request: HttpRequest, its_run: Run, place: int) -> None:
    runs.mark(its_run, place, missed="missed" in request.POST)


def _take_back(request: HttpRequest, its_run: Run, place: int) -> None:  # noqa: ARG001
    runs.reopen(its_run, place)


def _finish(request: HttpRequest, its_run: Run, place: int) -> None:  # noqa: ARG001
    runs.finish_run(its_run, now=timezone.now())


_ACTIONS = {"turn": _turn_over, "mark": _mark, "back": _take_back, "finish": _finish}


# --- turns sent by the script ---------------------------------------------------------------------------


class RefusedError(ValueError):
    """A batch that cannot be read; the message is a sentence for the person."""


@require_POST
def turns(request: HttpRequest, key: UUID) -> JsonResponse:
    """Take a batch of turns: {"turns": [{"place", "ms", "missed" or "answer"}], "finish": false}.

    Answers {"stored": [places that stand closed now], "verdicts": […], "finished": bool}. Sending again is safe.
    """
    if not request.user.is_authenticated:
        return JsonResponse(
            {"error": _("You are signed out. Your turns are kept here until you are back.")}, status=401
        )
    its_run = get_object_or_404(Run, key=key, person=request.user)
    try:
        batch, is_last = _batch(request.body, its_run)
    except RefusedError as refusal:
        return JsonResponse({"error": str(refusal)}, status=400)
    runs.record_turns(its_run, batch)
    if is_last:
        runs.finish_run(its_run, now=timezone.now())
        its_run.refresh_from_db(fields=["finished_at"])
    closed = list(its_run.turns.filter(place__in=[each.place for each in batch], correct__isnull=False))
    return JsonResponse(
        {
            "stored": [turn.place for turn in closed],
            "verdicts": [_verdict(turn) for turn in closed] if its_run.mode == Run.Mode.TYPED else [],
            "finished": its_run.finished_at is not None,
        }
    )


def _verdict(turn: Turn) -> dict[str, object]:
    return {
        "place": turn.place,
        "right": turn.correct,
        "kimariji": as_written(turn.poem),
        "given": runs.verdict(turn).given,
    }


def _batch(body: bytes, its_run: Run) -> tuple[list[Turned], bool]:
    try:
        sent = json.loads(body) if len(body) <= LONGEST_BODY else None
    except (ValueError, RecursionError):  # a thousand brackets deep is no batch either
        sent = None
    if not isinstance(sent, dict) or not isinstance(sent.get("turns"), list):
        raise RefusedError(_("The turns could not be read, and nothing was stored."))
    batch = [_turned(entry) for entry in sent["turns"]]
    places = {each.place for each in batch}
    if its_run.turns.filter(place__in=places).count() != len(places):
        raise RefusedError(_("This run has no such card, and nothing was stored."))
    return batch, sent.get("finish") is True


def _turned(entry: object) -> Turned:
    place = entry.get("place") if isinstance(entry, dict) else None
    if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= WHOLE:
        raise RefusedError(_("This run has no such card, and nothing was stored."))
    missed, answer = entry.get("missed", False), entry.get("answer", "")
    if not isinstance(missed, bool) or not isinstance(answer, str):
        raise RefusedError(_("The turns could not be read, and nothing was stored."))
    return Turned(place, runs.believable_ms(entry.get("ms")), missed=missed, answer=answer)


# --- afterwards -----------------------------------------------------------------------------------------


def _result_context(its_run: Run) -> dict[str, object]:
    turns_ = list(its_run.turns.all())
    lines = flow_results.results(its_run.person)
    this = next(line for line in lines if line.key == its_run.key)
    alike = [line for line in lines if line.kind == this.kind]
    earlier = [line for line in alike if line.started_at < this.started_at]
    slow = flow_results.slowest_turns(turns_)
    missed = [turn for turn in turns_ if turn.correct is False]
    return {
        "run": its_run,
        "this": this,
        "median_ms": flow_results.median_ms(turns_),
        "slow": [(turn, poem(turn.poem), as_written(turn.poem)) for turn in slow],
        "slow_pile": own(turn.poem for turn in slow) if slow else "",
        "slow_is_all": len(slow) == len(turns_),
        "missed": [(turn, poem(turn.poem), as_written(turn.poem)) for turn in missed],
        "missed_pile": own(turn.poem for turn in missed) if missed else "",
        "last": _difference(this, earlier[0] if earlier else None),
        "best": _difference(this, flow_results.best(earlier)),
        "is_best": flow_results.best(alike) == this and bool(earlier),
        "plot": flow_results.plot(alike, this.key),
        "alike": alike,
        "bands": list(Band),
        "most_misses": MOST_MISSES,
        "is_typed": its_run.mode == Run.Mode.TYPED,
    }


@dataclass(frozen=True)
class Difference:
    """This run against another: `ms` below 0 is quicker; per card where the piles differ in size."""

    other: flow_results.Result
    ms: float | None
    per_card: bool

    @property
    def size_ms(self) -> float:
        return abs(self.ms or 0)


def _difference(this: flow_results.Result, other: flow_results.Result | None) -> Difference | None:
    if other is None:
        return None
    if this.total_ms is None or other.total_ms is None:
        return Difference(other, None, per_card=False)
    if this.cards == other.cards:
        return Difference(other, this.total_ms - other.total_ms, per_card=False)
    return Difference(other, this.pace_ms - other.pace_ms, per_card=True)


@require_POST
@person_required
def delete(request: HttpRequest, key: UUID) -> HttpResponse:
    get_object_or_404(Run, key=key, person=request.user).delete()
    messages.success(request, _("The run is deleted."))
    return redirect("flow")
