"""What a person chooses before a match: the game, who plays, who reads, and how long there is to memorise.

One form for a match at one device, and one for a table where people meet.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import live_tables, own_rules
from games.karuta import opponents
from games.karuta.players import Kind, Player
from games.karuta.sounds import BY_TEXT
from games.models import KarutaMatch, LiveTable
from games.naming import PRESET_NAMES
from games.rules.karuta.variants import (
    CHIRASHI,
    FIVE_COLOURS,
    GENPEI,
    KYOGI,
    MINUTE_MS,
    THIRD,
    VARIANTS,
    FaultRule,
    Penalty,
    Setup,
    Unsent,
    Untaken,
    Variant,
    everybody,
    kyogi,
    teams,
)
from games.rules.koikoi.options import PRESETS, Options, with_changes
from trainer import audio
from trainer.forms import WithoutColons
from trainer.models import Person, name_key
from trainer.poems.poem import POEMS, Toss
from trainer.reciter.tempo import FORMER, OFFICIAL

GAMES = (
    (KYOGI.key, gettext_lazy("Kyōgi karuta: 25 cards against 25")),
    (THIRD.key, gettext_lazy("A third of the hundred: 10 cards against 10")),
    (GENPEI.key, gettext_lazy("Genpei-gassen: two teams, all hundred cards")),
    (CHIRASHI.key, gettext_lazy("Chirashi-dori: a hundred cards among all")),
    (FIVE_COLOURS.key, gettext_lazy("Five colours: 20 cards of one colour")),
)
ALONE, GHOST = "nobody", "ghost"
MINUTES = (0, 1, 2, 5, 10, 15)
TEMPOS = (
    (OFFICIAL.name, gettext_lazy("5-3-1-6, as in tournaments")),
    (FORMER.name, gettext_lazy("4-3-1-5, as it was until 2020")),
    ("free-2500-1000-1000-4000", gettext_lazy("Quick: half the time")),
)
MOST_OTHERS = 5
MOST_NAME = 24


class NewMatch(WithoutColons, forms.Form):
    """The form of the lobby. `setup` and `players` are what it comes to."""

    game = forms.ChoiceField(choices=GAMES, initial=KYOGI.key, label=gettext_lazy("Game"))
    who = forms.CharField(max_length=20, label=gettext_lazy("Against"))
    never_faults = forms.BooleanField(required=False, label=gettext_lazy("never at fault"))
    never_hesitates = forms.BooleanField(required=False, label=gettext_lazy("never hesitates"))
    others = forms.IntegerField(
        required=False, min_value=1, max_value=MOST_OTHERS, label=gettext_lazy("Computers (a team, in genpei)")
    )
    persons = forms.CharField(required=False, max_length=120, label=gettext_lazy("People at this device"))
    colour = forms.ChoiceField(required=False, choices=[(each.value, each.value) for each in Toss])
    voice = forms.CharField(required=False, max_length=60, label=gettext_lazy("Read by"))
    tempo = forms.ChoiceField(required=False, choices=TEMPOS, label=gettext_lazy("Tempo"))
    minutes = forms.TypedChoiceField(
        required=False,
        coerce=int,
        choices=[(each, each) for each in MINUTES],
        label=gettext_lazy("Minutes to memorise"),
    )
    is_strict = forms.BooleanField(required=False, label=gettext_lazy("Cards not sent in time are not sent at all"))
    kyogi_faults = forms.BooleanField(required=False, label=gettext_lazy("Faults as in kyōgi"))

    ghost = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, person: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_ghost(self) -> str:
        key = self.cleaned_data["ghost"]
        if key is not None and not KarutaMatch.objects.finished().of(self.person).filter(key=key).exists():
            raise forms.ValidationError(_("That match is not there any more."))
        return "" if key is None else str(key)

    def clean_who(self) -> str:
        who: str = self.cleaned_data["who"]
        if who not in (ALONE, GHOST) and who not in opponents.LEVELS and who not in opponents.PERSONS:
            raise forms.ValidationError(_("Choose who plays against you."))
        return who

    def clean_voice(self) -> str:
        voice: str = self.cleaned_data["voice"]
        if voice == BY_TEXT:
            return voice
        if voice not in audio.voices_for(self.person):  # nobody reads with a pack that is not shared with them
            raise forms.ValidationError(_("There is no such voice any more. Choose another one."))
        return voice

    def clean_tempo(self) -> str:
        return self.cleaned_data["tempo"] or OFFICIAL.name

    def clean_persons(self) -> str:
        names = self.names_in(self.cleaned_data["persons"])
        if len(names) > MOST_OTHERS or any(len(name) > MOST_NAME for name in names):
            raise forms.ValidationError(
                _("Up to %(most)s names, separated by commas, each of at most %(long)s letters.")
                % {"most": MOST_OTHERS, "long": MOST_NAME}
            )
        if len(set(names)) != len(names):
            raise forms.ValidationError(_("Two people have the same name."))
        return ", ".join(names)

    @staticmethod
    def names_in(text: str) -> list[str]:
        """The names of the others at the device.

        >>> NewMatch.names_in(" Anna, Ben 、はな,")
        ['Anna', 'Ben', 'はな']
        """
        return [name.strip() for name in re.split("[,、，]", text) if name.strip()]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("who") == GHOST and not given.get("ghost"):
            self.add_error("who", _("Choose a finished match whose ghost you want to play against."))
        variant = VARIANTS.get(given.get("game", ""))
        if variant and variant.most_seats > variant.least_seats:
            seats = 1 + len(self.names_in(given.get("persons", ""))) + (given.get("others") or 1)
            if seats > variant.most_seats:
                fewer = _("At most %(most)s sit at one table: fewer people at this device, or fewer computers.")
                self.add_error("others", fewer % {"most": variant.most_seats})
        return given

    # What it comes to ------------------------------------------------------------------------------------
    @property
    def variant(self) -> Variant:
        """The rules of the game with what was chosen about them."""
        given = self.cleaned_data
        variant = with_minutes(VARIANTS[given["game"]], given["minutes"])
        changes: dict[str, Any] = {"cuts_recitation": True}
        if given["is_strict"]:
            changes["unsent"] = Unsent.LAPSE
        if given["kyogi_faults"] and variant.key == GENPEI.key:
            changes["fault"] = FaultRule.OTHER_TERRITORY
        if given["who"] == ALONE:
            changes["untaken"] = Untaken.REPEAT
        if given["who"] in (ALONE, GHOST) and variant.penalty is Penalty.SIT_OUT:
            changes["penalty"] = Penalty.NONE  # nobody else takes meanwhile, and a ghost not every card
        return replace(variant, **changes)

    def setup(self) -> Setup:
        """The match to be played."""
        variant, given = self.variant, self.cleaned_data
        people, others = 1 + len(self.names_in(given["persons"])), given["others"] or 1
        if variant.sides is None:
            return everybody(variant, people + others)
        if variant.most_seats > variant.least_seats:
            return teams(variant, people, others)
        return kyogi(variant, poems_of(given["colour"]) if variant.key == FIVE_COLOURS.key else ())

    def players(self) -> tuple[Player, ...]:
        """Who sits where: the people at the device first."""
        given, setup = self.cleaned_data, self.setup()
        names = self.names_in(given["persons"]) if len(setup.seats) > setup.variant.least_seats else []
        people = [Player(), *(Player(name=name) for name in names)]
        others = [self._other()] * (len(setup.seats) - len(people))
        return (*people, *others)

    def _other(self) -> Player:
        given = self.cleaned_data
        if given["who"] == ALONE:
            return Player(Kind.NOBODY)
        if given["who"] == GHOST:
            return Player(Kind.GHOST, ghost=given["ghost"])
        return Player(
            Kind.BOT,
            name=opponents.PERSONS[given["who"]].name if given["who"] in opponents.PERSONS else "",
            who=given["who"],
            never_faults=given["never_faults"],
            never_hesitates=given["never_hesitates"],
        )


# A table where people meet -------------------------------------------------------------------------------
TEAMS = ((2, gettext_lazy("two against two")), (3, gettext_lazy("three against three")))
CIRCLES = (3, 4, 5, 6)
DELAYS_S = (30, 60, 120, 300)
WITH_HANDICAP = (KYOGI.key, THIRD.key)
KOIKOI = LiveTable.Game.KOIKOI.value
TABLE_GAMES = (*GAMES, (KOIKOI, gettext_lazy("Koi-Koi: flower cards, month by month")))
OWN = "own"  # the rules a person has saved
MONTHS = (1, 3, 6, 12)


class OpenTable(WithoutColons, forms.Form):
    """The form of the lobby of tables. `terms` is what it comes to; `key` makes one table of two clicks."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    game = forms.ChoiceField(choices=TABLE_GAMES, initial=KYOGI.key, label=gettext_lazy("Game"))
    rules = forms.ChoiceField(
        required=False,
        choices=[(OWN, OWN), *((key, PRESET_NAMES[key]) for key in PRESETS)],
        label=gettext_lazy("Rules"),
    )
    months = forms.TypedChoiceField(
        required=False, coerce=int, choices=[(each, each) for each in MONTHS], label=gettext_lazy("Months")
    )
    team = forms.TypedChoiceField(required=False, coerce=int, choices=TEAMS, label=gettext_lazy("Teams"))
    circle = forms.TypedChoiceField(
        required=False,
        coerce=int,
        choices=[(each, each) for each in CIRCLES],
        label=gettext_lazy("How many play"),
    )
    own_cards = forms.IntegerField(required=False, min_value=1, max_value=40, label=gettext_lazy("Your cards"))
    other_cards = forms.IntegerField(required=False, min_value=1, max_value=40, label=gettext_lazy("Their cards"))
    colour = forms.ChoiceField(required=False, choices=[(each.value, each.value) for each in Toss])
    audience = forms.ChoiceField(choices=LiveTable.Audience.choices, initial=LiveTable.Audience.LINK)
    invited = forms.CharField(required=False, max_length=150, label=gettext_lazy("Who is challenged"))
    name = forms.CharField(required=False, max_length=24, label=gettext_lazy("Your name at the table"))
    is_rated = forms.BooleanField(required=False, label=gettext_lazy("Rated"))
    voice = forms.CharField(required=False, max_length=60, label=gettext_lazy("Read by"))
    tempo = forms.ChoiceField(required=False, choices=TEMPOS, label=gettext_lazy("Tempo"))
    minutes = forms.TypedChoiceField(
        required=False,
        coerce=int,
        choices=[(each, each) for each in MINUTES],
        label=gettext_lazy("Minutes to memorise"),
    )
    has_spectators = forms.BooleanField(required=False, label=gettext_lazy("Others may watch"))
    delay_s = forms.TypedChoiceField(
        required=False,
        coerce=int,
        choices=[(each, each) for each in DELAYS_S],
        label=gettext_lazy("How many seconds later they see it"),
    )

    def __init__(self, *args: Any, person: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.initial.setdefault("key", uuid.uuid4())

    def clean_voice(self) -> str:
        voice: str = self.cleaned_data["voice"]
        if voice != BY_TEXT and voice not in audio.voices_for(self.person):
            raise forms.ValidationError(_("There is no such voice any more. Choose another one."))
        return voice

    def clean_tempo(self) -> str:
        return self.cleaned_data["tempo"] or OFFICIAL.name

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        given["invited"] = self._invited(given)
        if given.get("is_rated") and self.person.is_guest:
            self.add_error("is_rated", _("A rated match needs an account. Signing up keeps all you have done."))
        if given.get("game") == KOIKOI:  # nobody reads
            given["voice"], given["tempo"] = BY_TEXT, ""
        if given.get("is_rated") and given.get("game") != KYOGI.key:
            self.add_error("is_rated", _("Only kyōgi karuta is rated."))
        if not self.errors:
            try:
                self.setup()
            except ValueError:
                most = VARIANTS[given["game"]].on_mat
                self.add_error("own_cards", _("At most %(most)s cards for both sides together.") % {"most": most})
        return given

    def _invited(self, given: dict[str, Any]) -> Person | None:
        """Who is challenged, by the name of their account; nobody is at a table of another kind."""
        if given.get("audience") != LiveTable.Audience.INVITED:
            return None
        name = (given.get("invited") or "").strip()
        found = Person.objects.filter(name_key=name_key(name), is_guest=False, is_active=True).first()
        if found is None:
            self.add_error("invited", _("Nobody has an account of this name."))
        elif found.pk == self.person.pk:
            self.add_error("invited", _("That is you. Whom do you want to challenge?"))
        return found

    # What it comes to ------------------------------------------------------------------------------------
    def setup(self) -> Setup | Options:
        """The match to be played."""
        given = self.cleaned_data
        if given["game"] == KOIKOI:
            rules = PRESETS[given["rules"]] if given["rules"] in PRESETS else own_rules.of(self.person)
            return with_changes(rules, {"months": str(given["months"])} if given["months"] else {})
        variant = replace(with_minutes(VARIANTS[given["game"]], given["minutes"]), cuts_recitation=True)
        if variant.sides is None:
            return everybody(variant, given["circle"] or CIRCLES[1])
        if variant.most_seats > variant.least_seats:
            return teams(variant, given["team"] or TEAMS[0][0])
        if variant.key == FIVE_COLOURS.key:
            return kyogi(variant, poems_of(given["colour"]))
        return kyogi(variant, dealt=self._dealt(variant))

    def _dealt(self, variant: Variant) -> tuple[int, ...]:
        own, other = (self.cleaned_data.get(name) or variant.per_side for name in ("own_cards", "other_cards"))
        is_even = own == other == variant.per_side
        return () if is_even or variant.key not in WITH_HANDICAP else (own, other)

    def terms(self) -> live_tables.Terms:
        """All that is agreed on."""
        given = self.cleaned_data
        return live_tables.Terms(
            setup=self.setup(),
            voice=given["voice"],
            tempo=given["tempo"],
            audience=given["audience"],
            invited=given["invited"],
            is_rated=given["is_rated"],
            has_spectators=given["has_spectators"],
            delay_s=given["delay_s"] or DELAYS_S[0],
        )


# A hall with a reciter -----------------------------------------------------------------------------------
HALL_GAMES = GAMES[:2]


class OpenHall(WithoutColons, forms.Form):
    """The form of a reciter. `setup` is what every table plays; `key` makes one hall of two clicks."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    name = forms.CharField(max_length=80, label=gettext_lazy("Name of the hall"))
    game = forms.ChoiceField(choices=HALL_GAMES, initial=KYOGI.key, label=gettext_lazy("Game"))
    voice = forms.CharField(max_length=60, label=gettext_lazy("Read by"))
    tempo = forms.ChoiceField(choices=TEMPOS, label=gettext_lazy("Tempo"))
    minutes = forms.TypedChoiceField(
        required=False,
        coerce=int,
        choices=[(each, each) for each in MINUTES],
        label=gettext_lazy("Minutes to memorise"),
    )

    def __init__(self, *args: Any, person: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.initial.setdefault("key", uuid.uuid4())

    def clean_voice(self) -> str:
        voice: str = self.cleaned_data["voice"]
        if voice not in audio.voices_for(self.person):
            raise forms.ValidationError(_("There is no such voice any more. Choose another one."))
        return voice

    def setup(self) -> Setup:
        """What every table plays."""
        given = self.cleaned_data
        return kyogi(replace(with_minutes(VARIANTS[given["game"]], given["minutes"]), cuts_recitation=True))


def with_minutes(variant: Variant, minutes: int | str) -> Variant:
    """The variant with so many minutes to memorise; the last fifth of a shorter time is for swings."""
    if not variant.memorise_ms or minutes == "":
        return variant
    ms = int(minutes) * MINUTE_MS
    return replace(variant, memorise_ms=ms, swing_ms=min(variant.swing_ms, ms // 5))


def poems_of(colour: str) -> tuple[int, ...]:
    """The twenty poems of a colour of the five-colour deck; nothing chosen: blue."""
    return tuple(each.number for each in POEMS if each.toss and each.toss.value == (colour or Toss.BLUE.value))
