"""What is said of the people in a club, and of their class."""

import uuid
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.grades import HIGHEST_DAN, Grade
from clubs.models import GradeEntry, Member, Placing, Player, Reciter
from clubs.results import EARLIEST
from trainer.forms import WithoutColons

GRADES = [(each.value, each.value) for each in reversed(Grade)]
Reason = GradeEntry.Reason


def day_field(**more: Any) -> forms.DateField:
    """A day that has come already."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(widget=widget, validators=[_not_before_karuta, _not_in_the_future], **more)


def _not_in_the_future(day: date) -> None:
    if day > timezone.localdate():
        raise ValidationError(_("This day has not come yet."))


def _not_before_karuta(day: date) -> None:
    if day < EARLIEST:
        raise ValidationError(_("Nothing is recorded from before %(year)d.") % {"year": EARLIEST.year})


def dan_choices() -> list[tuple[int, str]]:
    return [(0, _("no dan")), *((dan, _("%(dan)d-dan") % {"dan": dan}) for dan in range(1, HIGHEST_DAN + 1))]


class _OfClass(WithoutColons, forms.Form):
    grade = forms.ChoiceField(label=_lazy("Class"), choices=GRADES)
    dan = forms.TypedChoiceField(label=_lazy("Dan"), coerce=int)
    since = day_field(label=_lazy("Since"))
    evidence = forms.CharField(
        label=_lazy("How it can be seen (if you like)"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_lazy("A result, a certificate, whoever knows it."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["dan"].choices = dan_choices()


class OwnClass(_OfClass):
    """What somebody declares of themselves."""


class EnteredClass(_OfClass):
    """What an organiser enters: a new line, or one that amends a line."""

    reason = forms.ChoiceField(label=_lazy("Reason"))
    amends = forms.UUIDField(required=False, widget=forms.HiddenInput)
    field_order = ["grade", "dan", "since", "reason", "evidence", "amends"]

    NEW = (Reason.CONFIRMED, Reason.RECOGNITION, Reason.MERIT, Reason.HONOUR, Reason.REQUEST)
    AMENDING = (Reason.CORRECTION, Reason.WITHDRAWN)

    def __init__(self, *args: Any, is_amendment: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        allowed = self.AMENDING if is_amendment else self.NEW
        self.fields["reason"].choices = [(each.value, each.label) for each in allowed]
        self.fields["evidence"].label = _("Why, and how it can be seen")
        self.fields["evidence"].required = is_amendment


class OwnPlayer(WithoutColons, forms.ModelForm):
    """How somebody appears in their clubs, and to everybody else."""

    class Meta:
        model = Player
        fields = ("name", "kana", "is_left_handed", "is_minor", "shows_name", "pseudonym")
        labels = {
            "name": _lazy("Name"),
            "kana": _lazy("Reading in kana (if you like)"),
            "is_left_handed": _lazy("I play with the left hand"),
            "is_minor": _lazy("I am not of age yet"),
            "shows_name": _lazy("Strangers may read my name"),
            "pseudonym": _lazy("What strangers read instead (if you like)"),
        }
        help_texts = {
            "name": _lazy("As your clubs know you."),
            "is_minor": _lazy("Then nobody outside of your clubs reads your name, whatever is chosen below."),
            "shows_name": _lazy("On public pages of tournaments. Otherwise they read the name below, or none."),
        }

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not name:
            raise ValidationError(_("Your clubs need a name to call you by."))
        return name


class MemberDetails(WithoutColons, forms.Form):
    """What a club keeps of a member for its organisers. Of somebody without an account also who they are."""

    OF_PLAYER = ("name", "kana", "is_minor", "is_left_handed", "pseudonym")
    OF_MEMBER = ("joined_on", "email", "note")

    name = forms.CharField(label=_lazy("Name"), max_length=80)
    kana = forms.CharField(label=_lazy("Reading in kana (if you like)"), required=False, max_length=80)
    is_minor = forms.BooleanField(label=_lazy("Not of age yet"), required=False)
    is_left_handed = forms.BooleanField(label=_lazy("Plays with the left hand"), required=False)
    pseudonym = forms.CharField(
        label=_lazy("What strangers read instead of the name (if you like)"), required=False, max_length=80
    )
    joined_on = day_field(label=_lazy("Joined on"), required=False)
    email = forms.EmailField(
        label=_lazy("E-mail (if you like)"),
        required=False,
        help_text=_lazy("For organisers of this club, and for reminders of deadlines."),
    )
    note = forms.CharField(
        label=_lazy("Note (if you like)"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_lazy("For organisers of this club alone."),
    )

    def __init__(self, *args: Any, has_account: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_account:  # who they are they say themselves
            for name in self.OF_PLAYER:
                del self.fields[name]

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not name:
            raise ValidationError(_("A member needs a name."))
        return name

    def of_player(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.OF_PLAYER if name in self.fields}

    def of_member(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.OF_MEMBER}


class NewMember(MemberDetails):
    """Somebody without an account. `key` makes the form make one member, however often it is sent."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    grade = forms.ChoiceField(label=_lazy("Class (if it is known)"), required=False)
    dan = forms.TypedChoiceField(label=_lazy("Dan"), coerce=int, required=False, empty_value=0)
    is_somebody_else = forms.BooleanField(required=False, widget=forms.HiddenInput)
    field_order = ["name", "kana", "grade", "dan", "is_minor", "is_left_handed", "pseudonym", "joined_on", "email"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["grade"].choices = [("", _("not known")), *GRADES]
        self.fields["dan"].choices = dan_choices()
        if not self.is_bound:
            self.initial |= {"key": uuid.uuid4(), "joined_on": timezone.localdate()}


class PlacingForm(WithoutColons, forms.ModelForm):
    """What somebody reached at an event elsewhere."""

    held_on = day_field(label=_lazy("Day"))
    grade = forms.ChoiceField(label=_lazy("Class that was played in"), choices=GRADES)

    class Meta:
        model = Placing
        fields = ("name", "event", "held_on", "grade", "place", "wins", "is_sanctioned", "is_team")
        labels = {
            "name": _lazy("Name of the event"),
            "event": _lazy("What it was"),
            "place": _lazy("Place"),
            "wins": _lazy("Matches won"),
            "is_sanctioned": _lazy("Official: sanctioned by the association"),
            "is_team": _lazy("A team event"),
        }
        help_texts = {
            "wins": _lazy("Without byes and walkovers; they count for 5-dan."),
            "is_sanctioned": _lazy("Only official events of single players count for promotions."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["wins"].max_value = 20
        self.fields["wins"].widget.attrs |= {"max": 20, "inputmode": "numeric"}

    def clean_wins(self) -> int:
        wins: int = self.cleaned_data["wins"]
        if wins > 20:
            raise ValidationError(_("Nobody wins more than 20 matches in one event."))
        return wins


class Appointment(WithoutColons, forms.Form):
    """Who is to recite for the club, and with which licence."""

    member = forms.ModelChoiceField(label=_lazy("Member"), queryset=Member.objects.none())
    licence = forms.ChoiceField(label=_lazy("Licence of the association"), choices=Reciter.Licence, required=False)

    def __init__(self, members: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["member"].queryset = members
