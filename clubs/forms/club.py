"""What is said of a club as a whole."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language_info, pgettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.grades import Placing
from clubs.models import Club
from clubs.promotion_rules import Measure, Route, RuleSet
from clubs.promotions import way_of
from trainer.forms import WithoutColons, zones_by_region


class NewClub(WithoutColons, forms.ModelForm):
    """A name is enough to found a club."""

    class Meta:
        model = Club
        fields = ("name", "about")
        labels = {"name": _lazy("Name of the club"), "about": _lazy("About it (if you like)")}
        help_texts = {
            "name": _lazy("As people call it, in any script."),
            "about": _lazy("Where and when you play, and for whom. Strangers read it only if you list the club."),
        }
        widgets = {"about": forms.Textarea(attrs={"rows": 3})}

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())


class ClubSettings(NewClub):
    """What organisers set."""

    language = forms.ChoiceField(
        label=_lazy("Language"),
        required=False,
        help_text=_lazy("Of its mails and papers; pages are in the reader’s."),
    )
    time_zone = forms.ChoiceField(label=_lazy("Time zone"), help_text=_lazy("Deadlines end at midnight there."))

    class Meta(NewClub.Meta):
        fields = ("name", "about", "place", "language", "time_zone", "is_listed", "takes_requests", "reciter_rule")
        labels = NewClub.Meta.labels | {
            "about": _lazy("About it"),
            "place": _lazy("Where you practise"),
            "is_listed": _lazy("Strangers may find this club"),
            "takes_requests": _lazy("Strangers may ask to join"),
            "reciter_rule": _lazy("Who may be appointed to recite"),
        }
        help_texts = NewClub.Meta.help_texts | {
            "place": _lazy("For members alone."),
            "is_listed": _lazy("They read its name and what it says of itself, and nothing of its members."),
            "takes_requests": _lazy("An organiser answers each of them. Only of use if they can find the club."),
            "reciter_rule": _lazy("Appointments that a change no longer allows end at once."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
        self.fields["language"].choices = [("", _("The reader's")), *names]
        choices: list[Any] = list(zones_by_region())
        own = self.instance.time_zone
        if all(own != name for _region, places in choices for name, _label in places):
            choices.insert(0, (own, own))
        self.fields["time_zone"].choices = choices


class Strictness(WithoutColons, forms.Form):
    """Where a club asks for more than the association: a better place, or more of it. Never less."""

    def __init__(self, rules: RuleSet, strictness: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.routes = [route for route in rules.routes if route.measure is Measure.PLACINGS and route.to_dan <= 4]
        for route in self.routes:
            now = strictness.get(route.key, {})
            self.fields[f"needed-{route.key}"] = forms.IntegerField(
                label=_("How many times"),
                min_value=route.needed,
                max_value=9,
                initial=now.get("needed") or route.needed,
            )
            if route.placing is not Placing.FIRST:
                self.fields[f"placing-{route.key}"] = forms.TypedChoiceField(
                    label=_("Which place"),
                    coerce=int,
                    choices=self._places(route),
                    initial=now.get("placing") or (route.placing or Placing.FIRST).value,
                )
            self.fields[f"closed-{route.key}"] = forms.BooleanField(
                label=_("Not used in this club"), required=False, initial=now.get("closed", False)
            )

    @staticmethod
    def _places(route: Route) -> list[tuple[int, str]]:
        names = {
            Placing.FIRST: pgettext("place", "Winner"),
            Placing.SECOND: _("Runner-up or better"),
            Placing.BEST_4: _("Best four or better"),
            Placing.BEST_8: _("Best eight or better"),
        }
        return [(place.value, names[place]) for place in Placing if route.placing and place <= route.placing]

    def groups(self) -> list[tuple[int, str, list[Any]]]:
        """Each route with the dan it leads to, what the association asks, and its fields."""
        return [
            (route.to_dan, way_of(route), [self[name] for name in self.fields if name.endswith(f"-{route.key}")])
            for route in self.routes
        ]

    def strictness(self) -> dict[str, dict[str, Any]]:
        """What to keep: only what differs from the association."""
        kept: dict[str, dict[str, Any]] = {}
        for route in self.routes:
            how: dict[str, Any] = {}
            if self.cleaned_data[f"needed-{route.key}"] != route.needed:
                how["needed"] = self.cleaned_data[f"needed-{route.key}"]
            placing = self.cleaned_data.get(f"placing-{route.key}")
            if placing is not None and route.placing is not None and placing != route.placing.value:
                how["placing"] = placing
            if self.cleaned_data[f"closed-{route.key}"]:
                how["closed"] = True
            if how:
                kept[route.key] = how
        return kept


class TypedName(WithoutColons, forms.Form):
    """The club's name, typed once more before it goes for good."""

    name = forms.CharField(label=_lazy("Type the name of the club"), max_length=80)
