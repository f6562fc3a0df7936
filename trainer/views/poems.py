"""The hundred poems: all at a glance, one by one with its cards, and where the texts come from."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import Http404, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url

from trainer import drills
from trainer.models import Memory, Mnemonic, Person
from trainer.poems import kimariji
from trainer.poems.lessons import lesson_of
from trainer.poems.lookalike import shared
from trainer.poems.poem import JOKA, POEMS, Poem, Season, Theme, Toss
from trainer.poems.poem import poem as poem_of
from trainer.poems.search import search
from trainer.poems.selfcheck import Fact, check
from trainer.reasons import SKILL_NAMES
from trainer.srs.confusion import is_leech
from trainer.srs.memory import retrievability
from trainer.srs.skills import FIRST_SKILL, Skill
from trainer.srs.standing import Standing, standing, tally
from trainer.templatetags.standing import NAMES as STANDING_NAMES
from trainer.views.guards import person_required
from trainer.views.pictures import portrait_of

COLOUR_NAMES = {
    Toss.BLUE: gettext_lazy("Blue 青"),
    Toss.PINK: gettext_lazy("Pink 桃"),
    Toss.YELLOW: gettext_lazy("Yellow 黄"),
    Toss.GREEN: gettext_lazy("Green 緑"),
    Toss.ORANGE: gettext_lazy("Orange 橙"),
}
SEASON_NAMES = {
    Season.SPRING: gettext_lazy("Spring"),
    Season.SUMMER: gettext_lazy("Summer"),
    Season.AUTUMN: gettext_lazy("Autumn"),
    Season.WINTER: gettext_lazy("Winter"),
    Season.NONE: gettext_lazy("No season"),
}
THEME_NAMES = {
    Theme.LOVE: gettext_lazy("Love"),
    Theme.SEASON: gettext_lazy("The seasons"),
    Theme.PARTING: gettext_lazy("Parting"),
    Theme.TRAVEL: gettext_lazy("Travel"),
    Theme.MISCELLANEOUS: gettext_lazy("Miscellaneous"),
}
# "No season" is no word to search by: "no" is a sound.
SUBJECTS = {each: name for each, name in (SEASON_NAMES | THEME_NAMES).items() if each is not Season.NONE}

# Cards whose printed text begins with so many of the same kana are taken for each other (karuta rules, part F).
ALIKE_FROM_KANA = 3
ANSWERS_SHOWN = 12
MOST_MNEMONICS = 12


# --- all hundred ----------------------------------------------------------------------------------------


def _sounds():
    counts = Counter(each.initial for each in POEMS)
    return [("", gettext_lazy("First sound"))] + [
        (sound, f"{sound} · {counts[sound]}") for label in kimariji.SOUND_ORDER for sound in label
    ]


def _lengths():
    counts = Counter(map(len, kimariji.originals().values()))
    return [("", gettext_lazy("Length"))] + [
        (length, ngettext_lazy("%(count)d sound: %(poems)d", "%(count)d sounds: %(poems)d", "count")
         % {"count": length, "poems": counts[length]})
        for length in sorted(counts)
    ]  # fmt: skip


def _tengudo_colours():
    return sorted({each.tengudo for each in POEMS if each.tengudo})


class PoemFilter(forms.Form):
    """Which of the hundred to show; everything left open shows all."""

    q = forms.CharField(required=False, max_length=60)
    state = forms.ChoiceField(
        required=False, choices=[("", gettext_lazy("All")), *((each.value, STANDING_NAMES[each]) for each in Standing)]
    )
    sound = forms.ChoiceField(required=False, choices=_sounds, label=gettext_lazy("First sound"))
    length = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, choices=_lengths, label=gettext_lazy("Length of the kimariji")
    )
    colour = forms.ChoiceField(
        required=False,
        choices=[("", gettext_lazy("Colour")), *((each.value, COLOUR_NAMES[each]) for each in Toss)],
        label=gettext_lazy("Colour of the five-colour deck"),
    )
    tengudo = forms.ChoiceField(
        required=False,
        choices=lambda: [("", gettext_lazy("Tengudo colour")), *((each, each) for each in _tengudo_colours())],
        label=gettext_lazy("Colour of Oishi Tengudo’s five-colour deck"),
    )

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        if not _tengudo_colours():  # the division of that deck is not established
            del self.fields["tengudo"]

    def chosen(self, standings: dict[int, Standing]) -> tuple[list[Poem], list[Poem]]:
        """The poems that fit: those that begin as the search says, and the others in which it was found.

        Each in the order of the search; without a search all of them by number, and no others.
        """
        self.is_valid()  # what is wrong is reported beside the form and left out here
        wish = self.cleaned_data
        if not wish.get("q"):
            return [each for each in POEMS if self._fits(each, wish, standings)], []
        found = search(wish["q"], {each: str(name) for each, name in SUBJECTS.items()})
        fitting = [(each, poem_of(each.number)) for each in found]
        fitting = [(each, its_poem) for each, its_poem in fitting if self._fits(its_poem, wish, standings)]
        return (
            [its_poem for each, its_poem in fitting if each.begins_so],
            [its_poem for each, its_poem in fitting if not each.begins_so],
        )

    @staticmethod
    def _fits(each: Poem, wish: dict, standings: dict[int, Standing]) -> bool:
        return (
            wish.get("sound", "") in ("", each.initial)
            and wish.get("length") in (None, len(kimariji.original(each.number)))
            and wish.get("colour", "") in ("", each.toss)
            and wish.get("tengudo", "") in ("", each.tengudo)
            and wish.get("state", "") in ("", standings[each.number].value)
        )

    def address(self) -> str:
        """The address of what was chosen, without what was left open."""
        chosen = urlencode({name: value for name, value in self.data.items() if value})
        return f"{reverse('poems')}?{chosen}" if chosen else reverse("poems")

    @property
    def is_open(self) -> bool:
        """Whether it leaves everything open."""
        return not any(self.cleaned_data.values()) and not self.errors


def standings_of(person) -> dict[int, Standing]:
    """How well the person knows each of the hundred; one query, none for nobody."""
    stability = {}
    if person.is_authenticated:
        stability = dict(person.memories.filter(skill=FIRST_SKILL.value).values_list("poem", "stability"))
    return {each.number: standing(stability.get(each.number)) for each in POEMS}


def _headed(first: list, others: list) -> list[tuple[str, list]]:
    """The cards found under their headings; one group alone needs none."""
    if first and others:
        return [(_("Begins so"), first), (_("Also in the poem, its poet’s name or its theme"), others)]
    return [("", first or others)] if first or others else []


@require_safe
@vary_on_headers("HX-Request")
def poems(request):
    standings = standings_of(request.user)
    wish = PoemFilter(request.GET)
    first, others = wish.chosen(standings)
    context = {
        "form": wish,
        "found": len(first) + len(others),
        "groups": _headed(
            [(each, standings[each.number]) for each in first], [(each, standings[each.number]) for each in others]
        ),
        "words": [SEASON_NAMES[Season.AUTUMN], THEME_NAMES[Theme.LOVE]],
        "tally": tally(standings.values()),
        "standings_known": request.user.is_authenticated,
        "picks": [wish[name] for name in ("sound", "length", "colour", "tengudo") if name in wish.fields],
    }
    if request.htmx and not request.htmx.history_restore_request:
        return push_url(render(request, "trainer/poems.html#found", context), wish.address())
    return render(request, "trainer/poems.html", context)


# --- one poem -------------------------------------------------------------------------------------------


class MnemonicForm(forms.ModelForm):
    class Meta:
        model = Mnemonic
        fields = ["text"]
        error_messages = {"text": {"required": gettext_lazy("Write a sentence first: an empty mnemonic helps nobody.")}}


def _found_or_404(number: int) -> Poem:
    try:
        return poem_of(number)
    except KeyError as error:
        raise Http404 from error


def _neighbours(number: int) -> dict:
    return {
        "previous": number - 1 if number > 0 else None,
        "next": number + 1 if number < len(POEMS) else None,
    }


def _in_play(each: Poem) -> dict:
    """What only the hundred have: a card that is taken, a kimariji, others like it."""
    alike = sorted(
        ((shared(each.torifuda, other.torifuda), other) for other in POEMS if other.number != each.number),
        key=lambda pair: (-pair[0], pair[1].number),
    )
    return {
        "kimariji": kimariji.as_written(each.number),
        "spoken": kimariji.original(each.number),
        "group": kimariji.sound_group(each.number),
        "lesson": lesson_of(each.number),
        "changes": [
            (
                kimariji.as_written(each.number, change.kimariji),
                [(read, kimariji.as_written(read)) for read in change.read],
            )
            for change in kimariji.changes(each.number)
        ],
        "partners": [(poem_of(n), kimariji.as_written(n)) for n in kimariji.partners(each.number)],
        "alike": [
            (other, kimariji.as_written(other.number), other.torifuda[:kana])
            for kana, other in alike
            if kana >= ALIKE_FROM_KANA
        ],
        "printed_prefix": kimariji.printed_prefix(each.number),
        "colour": COLOUR_NAMES[each.toss],
    }


@dataclass(frozen=True)
class Due:
    """One memory of the poem, with what a sentence about it needs."""

    memory: Memory
    skill: object
    days_left: int
    recall_percent: int
    is_leech: bool


def _history(person, number: int) -> dict:
    partner_set = min(kimariji.stem_group(number))
    memories = person.memories.filter(Q(poem=number) | Q(poem=partner_set, skill=Skill.DISCRIMINATION.value))
    order = [skill.value for skill in Skill]
    rows = sorted(memories, key=lambda row: order.index(row.skill))
    rows = [row for row in rows if row.due_on and (row.skill != Skill.DISCRIMINATION.value or row.poem == partner_set)]
    today = drills.day_of(person, timezone.now())
    first = next((row for row in rows if row.skill == FIRST_SKILL.value), None)
    answers = list(person.reviews.filter(poem=number).order_by("-answered_at")[:ANSWERS_SHOWN])
    for answer in answers:
        answer.skill_name = SKILL_NAMES[Skill(answer.skill)]
        answer.when = timezone.localtime(answer.answered_at, person.zone)
    return {
        "standing": standing(first.stability if first else None),
        "dues": [_due(row, today) for row in rows],
        "answers": answers,
        "own_mnemonics": list(person.mnemonics.filter(poem=number)),
    }


def _due(memory: Memory, today: date) -> Due:
    # Not the retention asked for: an interval is a day at least and sixty at most.
    recall = retrievability(memory.state, memory.due_on)
    skill = SKILL_NAMES[Skill(memory.skill)]
    return Due(memory, skill, (memory.due_on - today).days, round(100 * recall), is_leech(memory.lapses))


def _poem_page(request, each: Poem, *, form=None, editing=None, status=200):
    is_joka = each is JOKA
    context = {
        "poem": each,
        "is_joka": is_joka,
        "portrait": portrait_of(each),
        "season": SEASON_NAMES[each.season],
        "theme": THEME_NAMES[each.theme],
        "furigana": _wants_furigana(request),
        "form": form or MnemonicForm(),
        "editing": editing,
        "most_mnemonics": MOST_MNEMONICS,
        **_neighbours(each.number),
    }
    if not is_joka:
        context |= _in_play(each)
        if request.user.is_authenticated:
            context |= _history(request.user, each.number)
    return render(request, "trainer/poem.html", context, status=status)


@require_safe
def poem(request, number):
    return _poem_page(request, _found_or_404(number))


def _wants_furigana(request) -> bool:
    if request.user.is_authenticated:
        return request.user.furigana
    return request.session.get("furigana", True)


@require_POST
def furigana(request, number):
    """Turn the furigana on or off: for good if somebody is here, else for this visit."""
    _found_or_404(number)
    wanted = not _wants_furigana(request)
    if request.user.is_authenticated:
        request.user.furigana = wanted
        request.user.save(update_fields=["furigana"])
    else:
        request.session["furigana"] = wanted
    return redirect("poem", number)


@require_POST
@person_required
def mnemonic(request, number):
    """Write, rewrite or drop one of one's own mnemonics for a poem."""
    each = _found_or_404(number)
    if each is JOKA:
        raise Http404
    own = request.user.mnemonics.filter(poem=number)
    wanted = request.POST.get("mnemonic", "")
    if wanted and not (wanted.isdecimal() and len(wanted) < 20):  # longer ones are beyond any column, and beyond int()
        raise Http404
    existing = get_object_or_404(own, pk=wanted) if wanted else None
    if existing and "delete" in request.POST:
        existing.delete()
        messages.success(request, _("The mnemonic is gone."))
        return _to_mnemonics(number)
    form = MnemonicForm(
        request.POST,
        instance=existing or Mnemonic(person=request.user, poem=number, written_at=timezone.now()),
    )
    if not form.is_valid():
        return _poem_page(request, each, form=form, editing=existing.pk if existing else None, status=400)
    if not _keep(form, own):
        messages.error(request, _("Twelve are enough for one poem. Delete one first."))
        return _to_mnemonics(number)
    messages.success(request, _("The mnemonic is kept."))
    return _to_mnemonics(number)


def _keep(form, own) -> bool:
    """Keep a mnemonic, once however often it is sent; False if it would be one too many."""
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=form.instance.person_id)  # one at a time, or all find room
        if form.instance.pk is None:
            if own.filter(text=form.instance.text).exists():
                return True
            if own.count() >= MOST_MNEMONICS:
                return False
        form.save()
    return True


def _to_mnemonics(number):
    return redirect(f"{reverse('poem', args=[number])}#mnemonics")


# --- sources --------------------------------------------------------------------------------------------

FACT_NAMES = {
    Fact.NUMBERS: gettext_lazy("Poems, each number from 1 to 100 once"),
    Fact.KIMARIJI_LENGTHS: gettext_lazy("Poems whose kimariji has 1 / 2 / 3 / 4 / 5 / 6 sounds"),
    Fact.SOUND_GROUPS: gettext_lazy("Poems for each first sound, by group"),
    Fact.KIMARIJI_DECIDE: gettext_lazy("Kimariji that mark one poem and are as short as they can be"),
    Fact.KIMARIJI_CHANGE: gettext_lazy("The same at nine moments of a reading, for all poems still unread"),
    Fact.TORIFUDA_TEXT: gettext_lazy("Torifuda that print the lower verse in old kana without voicing marks"),
    Fact.TORIFUDA_LENGTHS: gettext_lazy("Torifuda by the number of their kana"),
    Fact.COLUMNS: gettext_lazy("Torifuda in columns of five, five and the rest"),
    Fact.DISTINCT: gettext_lazy("Poems whose torifuda and upper verse are like no other’s"),
    Fact.PRINTED_PREFIXES: gettext_lazy("Torifuda known from their first 1 / 2 / 3 … 8 printed kana"),
    Fact.METRE: gettext_lazy("Phrases by the sounds they have beyond five or seven"),
    Fact.MODERNISED: gettext_lazy("Poems whose modern spelling follows from the old one"),
    Fact.HEARD: gettext_lazy("Poems whose sounds follow from the modern spelling"),
    Fact.COLOURS: gettext_lazy("Poems in each colour of the TOSS five-colour deck"),
    Fact.JOKA: gettext_lazy("The joka, read before the hundred"),
}


@require_safe
def corpus(request):
    findings = [(FACT_NAMES[each.fact], each) for each in check()] if "check" in request.GET else []
    context = {
        "findings": findings,
        "failed": sum(not finding.holds for _name, finding in findings),
        "checked": len(findings),
    }
    return render(request, "trainer/corpus.html", context)
