"""The reader: choose a reading, hear it, and the clock of memorising.

A reading's page holds all of it and moves by itself (static/js/reader.js); the server keeps where it is.
"""

import json
from collections.abc import Iterator
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer import audio, recitations, throttle, wishes
from trainer.models import Person, Recitation
from trainer.pack_voice import PackVoice
from trainer.piles import LEARNT, LEECHES, Choice, UnknownPileError, label_of, label_of_stored, offered, resolve
from trainer.poems.kimariji import as_written, original
from trainer.poems.piles import ALL, UnknownEntryError, fixed, own
from trainer.poems.poem import Poem, poem
from trainer.reciter import script
from trainer.reciter.position import Move
from trainer.reciter.script import MATCH, MOST_REPEATS, Choices, Order, Pattern
from trainer.reciter.tempo import FORMER, OFFICIAL, PRESETS, Tempo, free, tempo
from trainer.reciter.voice import Manner
from trainer.views.guards import person_required
from trainer.views.room_panel import panel_context
from trainer.voice_names import name_of, name_of_key

LONGEST_BODY = 100_000  # bytes; a move is about 30
MOST_AUTO_NEXT_S = 30
SLOWEST = 20
OWN = "own"
PART = "part"
FREE = "free"
UNFINISHED_SHOWN = 3

ORDERS = (
    (Order.SHUFFLE, _lazy("Shuffled")),
    (Order.RANDOM, _lazy("Drawn anew each time: a poem may come twice")),
    (Order.NUMBER, _lazy("By number, 1 to 100")),
    (Order.SOUND, _lazy("By first sound, むすめふさほせ")),
    (Order.LIST, _lazy("As in my list")),
)
PATTERNS = (
    (Pattern.MATCH, _lazy("As in a match: lower verse of the last poem, upper verse of the next")),
    (Pattern.WHOLE, _lazy("Upper verse, then lower verse")),
    (Pattern.CHIRASHI, _lazy("Upper verse, then the lower verse twice")),
    (Pattern.UPPER, _lazy("Upper verse only")),
    (Pattern.RECREATION, _lazy("Lower verse twice")),
    (Pattern.HOKKAIDO, _lazy("Lower verse only, as in Hokkaido")),
)
TEMPI = (
    (OFFICIAL.name, _lazy("5-3-1-6")),
    (FORMER.name, _lazy("4-3-1-5")),
    (FREE, pgettext_lazy("tempo", "My own")),
)
JOKA_LOWER = ((2, _lazy("Lower verse twice")), (1, _lazy("Lower verse once")), (0, _lazy("No lower verse")))


# --- choosing a reading ----------------------------------------------------------------------------------


def _seconds(least_ms: int, most_ms: int, initial_ms: int) -> forms.FloatField:
    return forms.FloatField(
        min_value=least_ms / 1000, max_value=most_ms / 1000, initial=initial_ms / 1000, required=False
    )


class SetupForm(forms.Form):
    """Everything that makes a reading. Clean, it has `choices`, `voice` and `auto_next_s`."""

    cards = forms.ChoiceField(choices=[(code, code) for code in (ALL, MATCH, PART, OWN)], initial=ALL)
    part = forms.CharField(max_length=80, required=False)
    own = forms.CharField(max_length=2000, required=False)
    order = forms.ChoiceField(choices=ORDERS, initial=Order.SHUFFLE.value)
    karafuda = forms.IntegerField(min_value=0, max_value=100, initial=100, required=False)
    others = forms.IntegerField(min_value=0, max_value=100, initial=0, required=False)
    keep_partners = forms.BooleanField(required=False)
    joka_upper = forms.BooleanField(required=False, initial=True)
    joka_lower = forms.TypedChoiceField(choices=JOKA_LOWER, coerce=int, initial=2)
    tempo = forms.ChoiceField(choices=TEMPI, initial=OFFICIAL.name)
    lower = _seconds(1000, 12000, OFFICIAL.lower_ms)
    yoin = _seconds(200, 6000, OFFICIAL.yoin_ms)
    pause = _seconds(300, 5000, OFFICIAL.pause_ms)
    upper = _seconds(1200, 12000, OFFICIAL.upper_ms)
    pattern = forms.ChoiceField(choices=PATTERNS, initial=Pattern.MATCH.value)
    repeats = forms.IntegerField(min_value=1, max_value=MOST_REPEATS, initial=1)
    voice = forms.ChoiceField()
    by_itself = forms.BooleanField(required=False)
    auto_next_s = forms.IntegerField(min_value=0, max_value=MOST_AUTO_NEXT_S, initial=5, required=False)

    def __init__(self, *args, person: Person, **kwargs):
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["voice"].choices = [(key, name_of(voice)) for key, voice in audio.voices_for(person).items()]
        self.fields["voice"].initial = audio.chosen_voice(person).key
        for field, sentence in _sentences().items():
            messages = self.fields[field].error_messages
            messages |= dict.fromkeys(("required", "invalid", "invalid_choice", "min_value", "max_value"), sentence)

    def clean(self) -> dict[str, object]:
        cleaned = super().clean()
        if not self.errors:
            cleaned["choices"] = self._choices(cleaned)
            if not cleaned["by_itself"]:
                cleaned["auto_next_s"] = None
            elif cleaned["auto_next_s"] is None:
                cleaned["auto_next_s"] = self.fields["auto_next_s"].initial
        return cleaned

    def _choices(self, cleaned: dict[str, object]) -> Choices | None:
        order = Order(cleaned["order"])
        if order is Order.LIST and cleaned["cards"] != OWN:
            self.add_error("order", _("Only a list of your own has an order of its own. Choose “My own list” above."))
            return None
        code, numbers = self._cards(cleaned)
        its_tempo = self._tempo(cleaned)
        if self.errors:
            return None
        is_list = order is Order.LIST
        return Choices(
            cards=ALL if is_list else code,
            numbers=numbers if is_list else (),
            order=order,
            karafuda_percent=0 if is_list else self._karafuda(cleaned),
            keep_partners=cleaned["keep_partners"],
            joka_upper=int(cleaned["joka_upper"]),
            joka_lower=cleaned["joka_lower"],
            tempo=its_tempo,
            pattern=Pattern(cleaned["pattern"]),
            repeats=cleaned["repeats"],
        )

    def _karafuda(self, cleaned: dict[str, object]) -> int:
        """A match has a share of its own: there all are read unless somebody says otherwise."""
        field = "karafuda" if cleaned["cards"] == MATCH else "others"
        share = cleaned[field]
        return self.fields[field].initial if share is None else share

    def _cards(self, cleaned: dict[str, object]) -> tuple[str, tuple[int, ...]]:
        """The code of the pile on the mat, and the numbers of a list in its order; an error is added to its field."""
        if cleaned["cards"] == OWN:
            return self._list(cleaned["own"])
        if cleaned["cards"] != PART:
            return cleaned["cards"], ()
        try:
            pile = resolve(cleaned["part"], self.person)
        except UnknownPileError:
            self.add_error("part", _("There is no such part. Choose one of the list."))
            return ALL, ()
        if not pile.poems:
            self.add_error("part", _("“%(name)s” has no poem yet. Choose another part.") % {"name": pile.label})
            return ALL, ()
        return (pile.code if _is_the_same_for_all(pile.code) else own(pile.poems)), ()

    def _list(self, text: str) -> tuple[str, tuple[int, ...]]:
        try:
            numbers = script.parse_order(text)
        except UnknownEntryError as error:
            sentence = _("“%(entry)s” is neither a number from 1 to 100 nor a kimariji.") % {"entry": error.entry}
        except script.TwiceInListError as error:
            sentence = _("Poem %(number)d stands in the list twice. Take one of them out.") % {"number": error.number}
        except ValueError:
            sentence = _("Your list is empty. Write numbers or kimariji, for example: 17, 20-25, うか.")
        else:
            return own(numbers), numbers
        self.add_error("own", sentence)
        return ALL, ()

    def _tempo(self, cleaned: dict[str, object]) -> Tempo:
        if cleaned["tempo"] != FREE:
            return tempo(cleaned["tempo"])
        parts = {name: cleaned[name] for name in FREE_PARTS}
        if None in parts.values():
            self.add_error("tempo", _("A tempo of your own needs all four times."))
            return OFFICIAL
        return free(**{f"{name}_ms": round(value * 1000) for name, value in parts.items()})


FREE_PARTS = ("lower", "yoin", "pause", "upper")


def _sentences() -> dict[str, str]:
    """What to say when a field is wrong."""
    times = _("%(part)s: give seconds from %(least)s to %(most)s.")
    return {
        "cards": _("Choose which cards lie on the mat."),
        "order": _("Choose the order of the poems."),
        "karafuda": _("Give a share of the karafuda from 0 to 100 percent."),
        "others": _("Give a share of the other poems from 0 to 100 percent."),
        "joka_lower": _("Choose how often the lower verse of the joka is read."),
        "tempo": _("Choose a tempo."),
        "lower": times % {"part": _("Lower verse"), "least": 1, "most": 12},
        "yoin": times % {"part": _("Yoin"), "least": 0.2, "most": 6},
        "pause": times % {"part": _("Silence"), "least": 0.3, "most": 5},
        "upper": times % {"part": _("Upper verse"), "least": 1.2, "most": 12},
        "pattern": _("Choose which verses are read."),
        "repeats": _("Give how often the poems are gone through, from 1 to %(most)d.") % {"most": MOST_REPEATS},
        "voice": _("There is no such voice. Choose one of the list."),
        "auto_next_s": _("Give a wait from 0 to %(most)d seconds.") % {"most": MOST_AUTO_NEXT_S},
    }


def _is_the_same_for_all(code: str) -> bool:
    try:
        fixed(code)
    except UnknownPileError:
        return False
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def setup(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        form = SetupForm(request.POST, person=request.user)
        if form.is_valid():
            return redirect("reading", key=_begin(request.user, form.cleaned_data).key)
        return render(request, "trainer/reader.html", _setup_context(request, form), status=422)
    form = SetupForm(initial=_last_choice(request.user), person=request.user)
    return render(request, "trainer/reader.html", _setup_context(request, form))


def _begin(person: Person, chosen: dict[str, object]) -> Recitation:
    return recitations.begin(
        person=person,
        choices=chosen["choices"],
        voice=chosen["voice"],
        auto_next_s=chosen["auto_next_s"],
        now=timezone.now(),
    )


def _last_choice(person: Person) -> dict[str, object]:
    """What the person chose the last time, laid into the form's fields."""
    last = person.recitations.order_by("-begun_at").first()
    if last is None:
        return {}
    choices = Choices.from_json(last.choices)
    initial = {
        "order": choices.order.value,
        ("karafuda" if choices.cards == MATCH else "others"): choices.karafuda_percent,
        "keep_partners": choices.keep_partners,
        "joka_upper": bool(choices.joka_upper),
        "joka_lower": choices.joka_lower,
        "pattern": choices.pattern.value,
        "repeats": choices.repeats,
        "by_itself": last.auto_next_s is not None,
    }
    if last.auto_next_s is not None:
        initial["auto_next_s"] = last.auto_next_s
    if last.voice in audio.voices_for(person):
        initial["voice"] = last.voice
    return initial | _cards_chosen(choices) | _tempo_chosen(choices.tempo)


def _cards_chosen(choices: Choices) -> dict[str, object]:
    if choices.order is Order.LIST or choices.cards.startswith("own-"):
        numbers = choices.numbers or fixed(choices.cards)
        return {"cards": OWN, "own": ", ".join(as_written(number) for number in numbers)}
    if choices.cards in (ALL, MATCH):
        return {"cards": choices.cards}
    return {"cards": PART, "part": choices.cards}


def _tempo_chosen(its_tempo: Tempo) -> dict[str, object]:
    if its_tempo.name in PRESETS:
        return {"tempo": its_tempo.name}
    return {"tempo": FREE} | {name: getattr(its_tempo, f"{name}_ms") / 1000 for name in FREE_PARTS}


def _setup_context(request: HttpRequest, form: SetupForm) -> dict[str, object]:
    rows = request.user.recitations.unfinished().order_by("-moved_at")[:UNFINISHED_SHOWN]
    own_parts = [Choice(code, label_of(code)) for code in (LEARNT, f"slowest-{SLOWEST}", LEECHES)]
    return {
        "form": form,
        "parts": ((_("My own"), own_parts), *offered()),
        "unfinished": [_line(row) for row in rows],
        "most_auto_next_s": MOST_AUTO_NEXT_S,
        "most_repeats": MOST_REPEATS,
    }


def _line(row: Recitation) -> dict[str, object]:
    reading = row.reading
    return {
        "key": row.key,
        "label": cards_name(reading.choices),
        "read": len(reading.heard(row.unit)),
        "poems": len(reading.poems),
        "moved_at": row.moved_at,
    }


def cards_name(choices: Choices) -> str:
    """What lies on the mat, in words."""
    if choices.order is Order.LIST:
        return label_of_stored(own(choices.numbers))
    if choices.cards == MATCH:
        return _("The fifty of a match")
    return label_of_stored(choices.cards)


# --- a reading -------------------------------------------------------------------------------------------


@require_safe
@person_required
def reading(request: HttpRequest, key: UUID) -> HttpResponse:
    row = get_object_or_404(Recitation.objects.select_related("room"), key=key, person=request.user)
    its_reading = row.reading
    return render(
        request,
        "trainer/reading.html",
        panel_context(request, row)
        | {
            "label": cards_name(its_reading.choices),
            "poems": [_card(number) for number in sorted({number for number, _half in its_reading.verses()})],
            "drawn": _drawn(its_reading),
            "total": len(its_reading.poems),
            "furigana": request.user.furigana,
            "script": {
                "units": recitations.units_as_json(its_reading),
                "position": row.position.as_json(),
                "moved_at_s": row.moved_at.timestamp(),
                "auto_next_s": row.auto_next_s,
            },
            "manifest": manifest_url(row),
            "voice": name_of_key(row.voice),
            "tempo": its_reading.choices.tempo.name,
        },
    )


def _card(number: int) -> dict[str, object]:
    return {"poem": poem(number), "kimariji": as_written(number) if number else ""}


def _drawn(its_reading: script.Reading) -> list[Poem]:
    """The fifty that the reader has drawn, to be laid out, in the order of their sounds."""
    if its_reading.choices.cards != MATCH:
        return []
    return [poem(number) for number in sorted(its_reading.mat, key=original)]


def manifest_url(row: Recitation) -> str:
    """Where the list of recordings is (docs/recordings.md)."""
    return reverse("recordings-list", args=[row.voice, row.reading.choices.tempo.name])


class RefusedError(ValueError):
    """Moves that cannot be read; the message is a sentence for the person."""


@require_POST
def moves(request: HttpRequest, key: UUID) -> JsonResponse:
    """Take moves in their order: {"moves": [{"move": "next", "at": 3}, …]}; answers the position. Again is safe."""
    if not request.user.is_authenticated:
        return JsonResponse({"error": _("You are signed out. The reading goes on here.")}, status=401)
    row = get_object_or_404(Recitation, key=key, person=request.user)
    try:
        made = list(_moves(request.body, len(row.reading.units)))
    except RefusedError as refusal:
        return JsonResponse({"error": str(refusal)}, status=400)
    row = recitations.take(person=request.user, key=key, moves=made, now=timezone.now())
    return JsonResponse(row.position.as_json() | {"moved_at_s": row.moved_at.timestamp()})


def _moves(body: bytes, units: int) -> Iterator[tuple[Move, int]]:
    try:
        sent = json.loads(body) if len(body) <= LONGEST_BODY else None
        made = [(Move(each["move"]), each["at"]) for each in sent["moves"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RefusedError(_("The moves could not be read, and nothing has changed.")) from None
    for move, at in made:
        if type(at) is not int or not 0 <= at < units:
            raise RefusedError(_("The reading has no such place, and nothing has changed."))
        yield move, at


@require_POST
@person_required
def wish(request: HttpRequest, key: UUID) -> HttpResponse:
    """Ask for the recordings that this reading still needs, in the order in which it needs them."""
    row = get_object_or_404(Recitation, key=key, person=request.user)
    its_reading = row.reading
    needed = [audio.VerseName(*verse) for verse in script.verses(its_reading.units[row.unit :])]
    manner = Manner(its_reading.choices.tempo)
    try:
        its_voice = audio.voice_for(row.voice, request.user)
    except KeyError:
        raise Http404(_("This voice is not here any more.")) from None
    if isinstance(its_voice, PackVoice):  # nobody can make what it lacks: another voice reads that
        there = audio.recordings_of(its_voice)
        its_voice, needed = audio.default_voice(), [verse for verse in needed if verse not in there]
    is_new = not wishes.is_known(request.user, its_voice, manner)  # a page that is loaded again costs nothing more
    if is_new and not throttle.may_try(throttle.wishes(request)):
        return HttpResponse(status=429)
    wishes.wish(request.user, its_voice, manner, needed)
    return HttpResponse(status=204)


@require_POST
@person_required
def delete(request: HttpRequest, key: UUID) -> HttpResponse:
    get_object_or_404(Recitation, key=key, person=request.user).delete()
    return redirect("reader")


# --- memorising ------------------------------------------------------------------------------------------


@require_safe
def timer(request: HttpRequest) -> HttpResponse:
    """The fifteen minutes before a match, with the call when two are left. Nothing of it is kept."""
    return render(request, "trainer/reader_timer.html", {"lengths_min": LENGTHS_MIN})


LENGTHS_MIN = (15, 10, 8, 5, 3)
