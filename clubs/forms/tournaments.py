"""What organisers and players fill in about tournaments."""

import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from clubs import draws, tournaments
from clubs.grades import Grade
from clubs.models import Bout, Division, Player, Reciter, Tournament
from trainer.forms import WithoutColons

LETTERS = [(grade.value, grade.value) for grade in sorted(Grade, reverse=True)]
DEADLINES = ("club_deadline", "official_deadline", "draw_on", "payment_deadline")
DAYS = ("held_on", *DEADLINES)
DAY_INPUT = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class AboutTournament(WithoutColons, forms.ModelForm):
    """A tournament and its deadlines; when it is made, its classes too."""

    classes = forms.MultipleChoiceField(
        choices=LETTERS,
        widget=forms.CheckboxSelectMultiple,
        label=_lazy("Classes"),
        error_messages={"required": _lazy("Choose at least one class.")},
    )

    class Meta:
        model = Tournament
        fields = (
            "name",
            "held_on",
            "venue",
            "about",
            "is_sanctioned",
            "is_team",
            "boards",
            "club_deadline",
            "official_deadline",
            "draw_on",
            "payment_deadline",
            "fee",
            "currency",
            "prefers_promoted",
            "final_uses_all",
            "is_public",
        )
        labels = {
            "name": _lazy("Name"),
            "held_on": _lazy("Day"),
            "venue": pgettext_lazy("where", "Place"),
            "about": _lazy("What players should know"),
            "is_sanctioned": _lazy("Sanctioned by the association"),
            "is_team": _lazy("For teams"),
            "boards": _lazy("Boards of a team"),
            "club_deadline": _lazy("Entries of members until"),
            "official_deadline": _lazy("Official list until"),
            "draw_on": _lazy("Draw until"),
            "payment_deadline": _lazy("Fee to be paid until"),
            "fee": _lazy("Fee"),
            "currency": _lazy("Currency"),
            "prefers_promoted": _lazy("Who was promoted within two months waits in front"),
            "final_uses_all": _lazy("The final may use all hundred cards"),
            "is_public": _lazy("Show draw and results to everybody who has the link"),
        }
        help_texts = {
            "is_sanctioned": _lazy("Its places count for promotions, its entries for the fiscal year."),
            "boards": _lazy("3 or 5."),
            "club_deadline": _lazy("Empty: as long as the official list is open."),
            "official_deadline": _lazy("Empty: until the draw."),
            "draw_on": _lazy("Empty: on the day itself."),
            "payment_deadline": _lazy("Empty: on the day itself."),
            "is_public": _lazy("Outside the club players stand there under the name that they have chosen."),
        }
        widgets = dict.fromkeys(DAYS, DAY_INPUT) | {"about": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in DEADLINES:
            self.fields[name].required = False
        if self.instance.pk and self.instance.divisions.exists():
            del self.fields["classes"]
        if self.instance.pk and tournaments.tournament_entries(self.instance).exists():
            for name in ("is_team", "boards"):
                self.fields[name].disabled = True

    def clean(self) -> dict[str, Any]:
        """The deadlines one after the other, and boards that a team may have."""
        found = super().clean() or {}
        if found.get("is_team"):
            if found.get("boards") not in (3, 5):
                self.add_error("boards", _("Teams play on 3 or 5 boards."))
        else:
            found["boards"] = 1
        if not self.errors:
            try:
                tournaments.deadlines(self.instance_with(found))
            except ValueError:
                raise ValidationError(
                    _("The members' deadline comes first, then the official list, the draw and the day.")
                ) from None
        return found

    def instance_with(self, found: dict[str, Any]) -> Tournament:
        """The tournament as it would be."""
        return Tournament(**{name: found.get(name) for name in DAYS})

    def divisions(self, tournament: Tournament) -> list[Division]:
        """The classes that were chosen, with the usual size of a block."""
        return [
            Division(tournament=tournament, grade=letter, block_cap=draws.DEFAULT_CAPS[Grade(letter)])
            for letter in self.cleaned_data.get("classes", ())
        ]


class AboutDivision(WithoutColons, forms.ModelForm):
    """How large a class is, how it is played and where."""

    class Meta:
        model = Division
        fields = ("cap", "block_cap", "form", "room")
        labels = {
            "cap": _lazy("Places"),
            "block_cap": _lazy("Largest block"),
            "form": _lazy("Played as"),
            "room": pgettext_lazy("tournament", "Room"),
        }
        help_texts = {"cap": _lazy("Empty: as many as come."), "block_cap": _lazy("Empty: one block.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("cap", "block_cap", "room"):
            self.fields[name].required = False
        self.fields["room"].queryset = self.instance.tournament.rooms.all()
        self.fields["room"].empty_label = _("Not assigned")
        if self.instance.drawn_at is not None:
            for name in ("cap", "block_cap", "form"):
                self.fields[name].disabled = True


class NewRoom(WithoutColons, forms.Form):
    """A room by its name."""

    name = forms.CharField(max_length=60, label=pgettext_lazy("tournament", "Room"))


class WhoRecites(WithoutColons, forms.Form):
    """The reciter of a room, among those that the club has appointed."""

    reciter = forms.ModelChoiceField(Reciter.objects.none(), required=False, label=_lazy("Reciter"))

    def __init__(self, *args: Any, reciters: QuerySet[Reciter], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reciter"].queryset = reciters
        self.fields["reciter"].empty_label = _("Nobody yet")
        self.fields["reciter"].label_from_instance = lambda reciter: reciter.player.name


class NewEntry(WithoutColons, forms.Form):
    """Somebody whom an organiser enters: a member of the club, or a name from elsewhere."""

    division = forms.ModelChoiceField(Division.objects.none(), label=_lazy("Class"))
    player = forms.ModelChoiceField(Player.objects.none(), required=False, label=_lazy("Member"))
    name = forms.CharField(max_length=80, required=False, label=_lazy("Or a name from elsewhere"))
    affiliation = forms.CharField(
        max_length=80, required=False, label=_lazy("Club"), help_text=_lazy("The draw keeps players of one club apart.")
    )
    once = forms.UUIDField(required=False, initial=uuid.uuid4, widget=forms.HiddenInput)  # of a new player: one a page

    def __init__(self, *args: Any, tournament: Tournament, members: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["division"].queryset = tournament.divisions.filter(drawn_at__isnull=True)
        self.fields["division"].empty_label = None
        self.fields["player"].queryset = members
        self.fields["player"].empty_label = _("Nobody")
        if tournament.is_team:
            del self.fields["player"], self.fields["once"]
            self.fields["name"].label = _("Name of the team")
            self.fields["name"].required = True

    def clean(self) -> dict[str, Any]:
        """One of the two."""
        found = super().clean() or {}
        if "player" in self.fields and bool(found.get("player")) == bool(found.get("name")):
            raise ValidationError(_("Choose a member, or write the name of somebody from elsewhere."))
        return found


class Squad(WithoutColons, forms.Form):
    """The players of a team, the captain first, substitutes last."""

    def __init__(self, *args: Any, players: QuerySet[Player], places: int, named: list[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, places + 1):
            field = forms.ModelChoiceField(players, required=False, label=_("Player %(n)s") % {"n": number})
            field.empty_label = _("Nobody")
            field.initial = named[number - 1] if number <= len(named) else None
            self.fields[f"player{number}"] = field
        self.fields["player1"].label = _("Captain")
        self.fields["elsewhere"] = forms.CharField(
            required=False,
            max_length=800,
            label=_("Players from elsewhere"),
            help_text=_("Names, one a line; they sit behind those above."),
            widget=forms.Textarea(attrs={"rows": 3}),
        )

    @property
    def players(self) -> list[Player]:
        """In order, without gaps."""
        return [player for player in self.cleaned_data.values() if isinstance(player, Player)]

    @property
    def names(self) -> list[str]:
        """Those from elsewhere."""
        return [name for line in self.cleaned_data["elsewhere"].splitlines() if (name := line.strip()[:80])]


class Report(WithoutColons, forms.Form):
    """How a bout has ended: who has won, by how many cards, or without playing."""

    winner = forms.ChoiceField(choices=(("first", ""), ("second", "")), required=False)
    ended = forms.ChoiceField(
        choices=[(value, label) for value, label in Bout.Ended.choices if value != Bout.Ended.BYE], required=False
    )
    margin = forms.IntegerField(min_value=1, max_value=25, required=False)

    def clean_ended(self) -> str:
        """Played, if nothing else is said."""
        return self.cleaned_data["ended"] or Bout.Ended.PLAYED

    def clean(self) -> dict[str, Any]:
        """Somebody has won, unless nobody came."""
        found = super().clean() or {}
        if not found.get("winner") and found.get("ended") != Bout.Ended.NOBODY:
            raise ValidationError(_("Say who has won."))
        return found
