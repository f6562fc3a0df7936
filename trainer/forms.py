"""What people fill in about themselves. Every help text is one sentence; every error says what to do."""

import threading
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import forms as auth
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.template import loader
from django.utils import translation
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.debug import sensitive_variables

from trainer import throttle
from trainer.models import Person, name_key, time_zones
from trainer.reciter.packs.archive import MOST_ZIP_BYTES

TOO_OFTEN = _lazy("That was tried too often. Wait a quarter of an hour, then try again.")


class WithoutColons:
    """Labels stand above their fields: no colon after them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})


# Beginning -----------------------------------------------------------------------------------------------


class SignUp(WithoutColons, auth.BaseUserCreationForm):
    """A name, perhaps an e-mail address, a password. Validates a row of its own, never the guest's."""

    class Meta:
        model = Person
        fields = ("username", "email")
        field_classes = {"username": auth.UsernameField}
        help_texts = {
            "username": _lazy("Letters, digits and @ . + - _ only, no spaces. Others may see it."),
            "email": _lazy("Only for a link when you forget the password. Without it there is no such link."),
        }
        error_messages = {
            "username": {
                "max_length": _lazy("A name has at most 150 characters."),
                "invalid": _lazy("No spaces: a name is one word of letters, digits and @ . + - _ only."),
            }
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["email"].label = _("E-mail (if you like)")
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["password1"].help_text = _("At least 8 characters, not only digits, and none of the usual ones.")
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if Person.objects.filter(name_key=name_key(username)).exists():
            raise self.taken(username)
        return username

    def taken(self, username: str) -> ValidationError:
        """Somebody has the name, perhaps with other capitals: "Ann" and "ann" are one name."""
        return ValidationError(
            _("The name “%(name)s” is taken. Choose another one, or sign in if it is yours."),
            code="taken",
            params={"name": username},
        )

    @property
    def only_the_name_is_taken(self) -> bool:
        """Nothing else is wrong: perhaps the form was sent twice."""
        return set(self.errors) == {"username"} and self.has_error("username", "taken")


class SignIn(WithoutColons, auth.AuthenticationForm):
    """A name and a password, tried only so often."""

    error_messages = {
        "invalid_login": _lazy("This name and password do not belong together. Check both, then try again."),
        "inactive": _lazy("This account is switched off."),
    }
    too_often = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")

    @sensitive_variables()
    def clean(self) -> dict[str, Any]:
        username, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if username is None or not password:
            return self.cleaned_data
        limits = throttle.passwords(self.request, username)
        if not throttle.may_try(limits):
            self.too_often = True
            raise ValidationError(TOO_OFTEN, code="too_often")
        cleaned: dict[str, Any] = super().clean()
        throttle.forget(limits)
        return cleaned


class Password(WithoutColons, forms.Form):
    """The person's own password, asked again before something that cannot be undone."""

    password = forms.CharField(
        label=_lazy("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    @sensitive_variables()
    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        person = self.request.user
        limits = throttle.passwords(self.request, person.username)
        if not throttle.may_try(limits):
            raise ValidationError(TOO_OFTEN, code="too_often")
        if not person.check_password(password):
            raise ValidationError(_("This is not your password. Nothing was changed."), code="wrong")
        throttle.forget(limits)
        return password


class Sure(WithoutColons, forms.Form):
    """What a guest, who has no password, is asked instead."""

    sure = forms.BooleanField(
        label=_lazy("Yes, delete everything I have done here"),
        error_messages={"required": _lazy("Tick the box if everything is to be deleted.")},
    )


class Email(Password):
    """Another address for the reset letter; none is an answer too."""

    email = forms.EmailField(
        label=_lazy("E-mail"),
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_lazy("Leave it empty to have none kept."),
    )
    field_order = ["email", "password"]


class NewPassword(WithoutColons, auth.SetPasswordForm):
    """A password chosen anew, from the letter."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_new_passwords(self)


class PasswordChange(WithoutColons, auth.PasswordChangeForm):
    """The old password, then a new one."""

    def __init__(self, *args: Any, request: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.fields["old_password"].label = _("The password until now")
        _name_new_passwords(self)

    @sensitive_variables()
    def clean_old_password(self) -> str:
        limits = throttle.passwords(self.request, self.user.username)
        if not throttle.may_try(limits):
            raise ValidationError(TOO_OFTEN, code="too_often")
        if not self.user.check_password(self.cleaned_data["old_password"]):
            raise ValidationError(_("This is not your password. Nothing was changed."), code="wrong")
        throttle.forget(limits)
        old: str = self.cleaned_data["old_password"]
        return old


def _name_new_passwords(form: forms.Form) -> None:
    form.fields["new_password1"].label = _("The new password")
    form.fields["new_password1"].help_text = _("At least 8 characters, not only digits, and none of the usual ones.")
    form.fields["new_password2"].label = _("The new password again")
    form.fields["new_password2"].help_text = ""


class ResetLetter(WithoutColons, auth.PasswordResetForm):
    """Sends the link, if there is such an account. The answer, and how long it takes, tells nobody whether."""

    def __init__(self, *args: Any, request: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.fields["email"].label = _("E-mail")

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if not throttle.may_try(throttle.letters(self.request, email)):
            raise ValidationError(TOO_OFTEN, code="too_often")
        return email

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,  # noqa: ARG002 (Django hands it over)
    ) -> None:
        with translation.override(context["user"].language or translation.get_language()):
            subject = " ".join(loader.render_to_string(subject_template_name, context).split())
            letter = EmailMultiAlternatives(
                subject, loader.render_to_string(email_template_name, context), from_email, [to_email]
            )
        post(letter)


def post(letter: EmailMultiAlternatives) -> threading.Thread:
    """Send in a thread: the mail server's slowness must not show whether a letter is sent at all."""
    thread = threading.Thread(target=letter.send, kwargs={"fail_silently": False}, name="letter")
    thread.start()
    return thread


# Settings ------------------------------------------------------------------------------------------------


@cache
def zones_by_region() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The time zones that a person can live in, grouped for a select: (region, ((name, label), …))."""
    regions: dict[str, list[tuple[str, str]]] = {"UTC": [("UTC", "UTC")]}
    for name in sorted(time_zones()):
        region, slash, place = name.partition("/")
        if slash and region in REGIONS:
            regions.setdefault(region, []).append((name, place.replace("_", " ").replace("/", " · ")))
    return tuple((region, tuple(places)) for region, places in regions.items())


REGIONS = frozenset(
    "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split()  # noqa: SIM905
)
PERCENT_LOWEST, PERCENT_HIGHEST = 80, 97


class Settings(WithoutColons, forms.ModelForm):
    """How the site looks and how much a day asks for."""

    language = forms.ChoiceField(label=_lazy("Language"), required=False)
    time_zone = forms.ChoiceField(
        label=_lazy("Time zone"), help_text=_lazy("Your day of learning ends at four in the morning there.")
    )
    percent = forms.IntegerField(
        label=_lazy("How sure to be"),
        min_value=PERCENT_LOWEST,
        max_value=PERCENT_HIGHEST,
        widget=forms.NumberInput(attrs={"type": "range", "step": 1}),
        help_text=_lazy("The chance of still knowing a card when it comes back: a higher one means more answers."),
    )

    class Meta:
        model = Person
        fields = (
            "language",
            "time_zone",
            "theme",
            "furigana",
            "romaji",
            "new_per_day",
            "most_per_day",
            "with_verses",
            "with_authors",
            "is_adult",
        )
        widgets = {"theme": forms.RadioSelect}
        labels = {
            "theme": _lazy("Light or dark"),
            "furigana": _lazy("Furigana"),
            "romaji": _lazy("Romaji"),
            "new_per_day": _lazy("New poems a day"),
            "most_per_day": _lazy("Most reviews a day"),
            "with_verses": _lazy("Upper and lower verse"),
            "with_authors": _lazy("Poets"),
            "is_adult": _lazy("Free words at tables"),
        }
        help_texts = {
            "theme": _lazy("The cards stay cream; only the room around them darkens."),
            "furigana": _lazy("Show how each kanji of a poem is read."),
            "romaji": _lazy("Write the deciding sounds in Latin letters, too."),
            "new_per_day": _lazy("From 1 to 20; a lesson may take more than one day."),
            "most_per_day": _lazy("From 10 to 600; what is due beyond that waits, and you are told so."),
            "with_verses": _lazy("Also ask which lower verse follows an upper verse, and the other way round."),
            "with_authors": _lazy("Also ask who wrote a poem."),
            "is_adult": _lazy(
                "I am 18 or older. Where everybody at a table says so they may write what they like; elsewhere there "
                "are set phrases."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.is_guest:
            del self.fields["is_adult"]
        self.initial["percent"] = round(self.instance.retention * 100)
        names = [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
        self.fields["language"].choices = [("", _("As the browser says")), *names]
        self.fields["time_zone"].choices = self._zones()
        for name, least, most in (("new_per_day", 1, 20), ("most_per_day", 10, 600)):
            self.fields[name].widget.attrs |= {"min": least, "max": most, "inputmode": "numeric"}

    def _zones(self) -> list[Any]:
        choices: list[Any] = list(zones_by_region())
        own = self.instance.time_zone
        if all(own != name for _region, places in choices for name, _label in places):
            choices.insert(0, (own, own))
        return choices

    def save(self, commit: bool = True) -> Person:
        self.instance.retention = self.cleaned_data["percent"] / 100
        person: Person = super().save(commit)
        return person


class BackupFile(WithoutColons, forms.Form):
    """A file that this site wrote once."""

    file = forms.FileField(
        label=_lazy("The file"),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
        error_messages={
            "required": _lazy("Choose the file first."),
            "empty": _lazy("This file is empty."),
        },
    )
    with_settings = forms.BooleanField(label=_lazy("Take over the settings in it, too"), required=False)


class PackUpload(WithoutColons, forms.Form):
    """A zip of somebody's recordings."""

    title = forms.CharField(
        label=_lazy("Title"), max_length=80, help_text=_lazy("Who reads, for instance. Only you see it.")
    )
    licence = forms.CharField(
        label=_lazy("Licence"),
        min_length=20,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_lazy("Whose recordings these are, and what the licence or the reader allows you to do with them."),
        error_messages={"min_length": _lazy("Say in a sentence whose recordings these are, and what is allowed.")},
    )
    file = forms.FileField(
        label=_lazy("The zip"),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={"required": _lazy("Choose the zip first."), "empty": _lazy("This file is empty.")},
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_ZIP_BYTES:
            raise ValidationError(self.too_large, code="too_large")
        return file

    @property
    def too_large(self) -> str:
        return _("This file is larger than %(megabytes)d MB.") % {"megabytes": MOST_ZIP_BYTES // 1024**2}
