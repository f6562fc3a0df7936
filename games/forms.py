"""What a person chooses before a match: the game, who plays, who reads, and how long there is to memorise."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.karuta import opponents
from games.karuta.players import Kind, Player
from games.karuta.sounds import BY_TEXT
from games.models import KarutaMatch
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
from trainer import audio
from trainer.forms import WithoutColons
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
        if key is not None and not KarutaMatch.objects.finished().filter(person=self.person, key=key).exists():
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
        if voice not in audio.voices():  # nobody reads with somebody else's pack
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
        variant = VARIANTS[given["game"]]
        changes: dict[str, Any] = {"cuts_recitation": True}
        if variant.memorise_ms and given["minutes"] != "":
            ms = given["minutes"] * MINUTE_MS
            changes |= {"memorise_ms": ms, "swing_ms": min(variant.swing_ms, ms // 5)}
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
        colour = given["colour"] or Toss.BLUE.value
        poems = tuple(each.number for each in POEMS if each.toss and each.toss.value == colour)
        return kyogi(variant, poems if variant.key == FIVE_COLOURS.key else ())

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
