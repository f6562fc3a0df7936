"""Who is here: beginning as a guest, signing up, in and out, the password, the settings, leaving for good."""

from contextlib import suppress

from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth import views as auth
from django.db import IntegrityError, transaction
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language as switch_language

from trainer import accounts, folding, forms
from trainer.models import Person, time_zones
from trainer.poems.poem import poem
from trainer.views.guards import account_required, person_required

BACKEND = "django.contrib.auth.backends.ModelBackend"
GET_OR_POST = ["GET", "HEAD", "POST"]  # Django's own form views would take a PUT for a POST
PICTURED = (87, 18, 57)  # む す め: the first three cards of the learning path, beside the forms


def where_to(request, default="home"):
    """The page that the person was on the way to, if it is one of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    if not target.startswith("/"):  # `redirect` would take a bare word for a view's name
        return default
    if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return target
    return default


def posted(request):
    """What a form was filled with; None if it was not sent. (An empty form that was sent is wrong, not fresh.)"""
    return request.POST if request.method == "POST" else None


def has_account(request):
    """Whether somebody with a name is signed in; a guest has none."""
    return request.user.is_authenticated and not request.user.is_guest


def guest_of(request):
    """The guest of this browser, or None."""
    return request.user if request.user.is_authenticated and request.user.is_guest else None


def time_zone_of(request):
    """What the browser said, if there is such a zone; without JavaScript it says nothing."""
    named = request.POST.get("time_zone", "")
    return named if named in time_zones() else "UTC"


def door(request, template, **context):
    """A page one enters through: a form, with cards beside it."""
    return render(
        request, template, {"next": where_to(request, ""), "cards": [poem(number) for number in PICTURED], **context}
    )


# In ------------------------------------------------------------------------------------------------------


@require_http_methods(GET_OR_POST)
def begin(request):
    """A page that asks how to begin; posted, it makes a guest of this browser and goes on."""
    if request.user.is_authenticated:
        return redirect(where_to(request))
    if request.method == "POST":
        guest = Person.objects.create_guest(language=request.LANGUAGE_CODE, time_zone=time_zone_of(request))
        login(request, guest, backend=BACKEND)
        return redirect(where_to(request))
    return door(request, "trainer/begin.html")


@sensitive_post_parameters()
@require_http_methods(GET_OR_POST)
def sign_up(request):
    """A guest's row gets a name; somebody anonymous gets a new row."""
    if has_account(request):
        return redirect(where_to(request))
    form = forms.SignUp(posted(request))
    if request.method == "POST":
        if form.is_valid() and _has_signed_up(request, form):
            return redirect(where_to(request))
        if form.only_the_name_is_taken and _was_sent_twice(request):
            return redirect(where_to(request))
    return door(request, "trainer/sign_up.html", form=form)


def _has_signed_up(request, form):
    given = {
        "username": form.cleaned_data["username"],
        "email": form.cleaned_data["email"],
        "password": form.cleaned_data["password1"],
    }
    guest = guest_of(request)
    try:
        with transaction.atomic():
            if guest is None:
                person = Person.objects.create_user(
                    **given, language=request.LANGUAGE_CODE, time_zone=time_zone_of(request)
                )
                login(request, person, backend=BACKEND)
            else:
                person = accounts.claim(guest, **given)
                update_session_auth_hash(request, person)
    except (IntegrityError, accounts.NotAGuestError):  # somebody was quicker: another tab, or another person
        form.add_error("username", form.taken(given["username"]))
        return False
    greeting = _("Welcome, %(name)s.") if guest is None else _("Welcome, %(name)s. Everything you did is kept.")
    messages.success(request, greeting % {"name": person.username})
    return True


def _was_sent_twice(request):
    """Whoever knows the name and its password is that person: the first of two clicks has made the account."""
    form = forms.SignIn(request, {"username": request.POST.get("username"), "password": request.POST.get("password1")})
    if not form.is_valid():
        return False
    _enter(request, form.get_user())
    return True


@method_decorator([require_http_methods(GET_OR_POST), sensitive_post_parameters()], "dispatch")
class SignIn(auth.LoginView):
    """A name and a password; a guest's work comes along into the account."""

    template_name = "trainer/sign_in.html"
    authentication_form = forms.SignIn

    def dispatch(self, request, *args, **kwargs):
        if has_account(request):
            return redirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def get_redirect_url(self):
        return where_to(self.request, "")

    def get_context_data(self, **kwargs):
        guest = guest_of(self.request)
        return super().get_context_data(
            **kwargs,
            cards=[poem(number) for number in PICTURED],
            brings=accounts.belongings(guest) if guest else None,
        )

    def form_valid(self, form):
        _enter(self.request, form.get_user())
        return redirect(self.get_success_url())

    def form_invalid(self, form):
        return self.render_to_response(self.get_context_data(form=form), status=429 if form.too_often else 200)


def _enter(request, person):
    """Sign in; if this browser was a guest's, the guest's work moves over first, all or nothing."""
    guest = guest_of(request)
    moved = None
    with transaction.atomic():
        if guest is not None:
            with suppress(accounts.NotAGuestError):  # another tab was quicker, with this or with signing up
                moved = accounts.merge(guest=guest, into=person)
        login(request, person, backend=BACKEND)
    if moved:
        messages.success(
            request,
            _("Welcome back, %(name)s. What you did as a guest is now part of your account.")
            % {"name": person.username},
        )


# Out -----------------------------------------------------------------------------------------------------


@require_POST
def sign_out(request):
    """Out; a guest with work is warned first, for nothing leads back to it."""
    guest = guest_of(request)
    if guest is not None:
        work = accounts.belongings(guest)
        if work and request.POST.get("sure") != "yes":
            return render(request, "trainer/sign_out.html", {"work": work})
        accounts.leave(guest)
    logout(request)
    messages.info(request, _("You are signed out."))
    answer = redirect("home")
    answer["Clear-Site-Data"] = '"storage"'  # readings kept on this device; kept.js does it where no browser listens
    return answer


@require_http_methods(GET_OR_POST)
@sensitive_post_parameters()
@person_required
def delete(request):
    """Everything of a person goes, after their password or, of a guest, a tick."""
    is_guest = request.user.is_guest
    form = forms.Sure(posted(request)) if is_guest else forms.Password(request, posted(request))
    if request.method == "POST" and form.is_valid():
        had = accounts.leave(request.user)
        logout(request)
        messages.success(
            request,
            _(
                "Deleted: %(answers)d answers, what you remembered of %(memories)d cards, %(runs)d runs of "
                "fuda-nagashi, %(mnemonics)d notes of your own, %(matches)d games of Koi-Koi, and your settings. "
                "Nothing is left."
            )
            % {
                "answers": had.answers,
                "memories": had.memories,
                "runs": had.runs,
                "mnemonics": had.mnemonics,
                "matches": had.matches,
            },
        )
        return redirect("home")
    return render(request, "trainer/delete.html", {"form": form, "work": accounts.belongings(request.user)})


# Password and e-mail -------------------------------------------------------------------------------------


@method_decorator([require_http_methods(GET_OR_POST), sensitive_post_parameters(), account_required], "dispatch")
class PasswordChange(auth.PasswordChangeView):
    """The old password, then a new one; this browser stays signed in, all others are signed out."""

    template_name = "trainer/password.html"
    form_class = forms.PasswordChange
    success_url = reverse_lazy("settings")

    def get_form_kwargs(self):
        return super().get_form_kwargs() | {"request": self.request}

    def form_valid(self, form):
        messages.success(self.request, _("Your password is changed. Other browsers have to sign in again."))
        return super().form_valid(form)


@require_http_methods(GET_OR_POST)
@sensitive_post_parameters()
@account_required
def email(request):
    """Another address for the reset letter."""
    form = forms.Email(request, posted(request), initial={"email": request.user.email})
    if request.method == "POST" and form.is_valid():
        Person.objects.filter(pk=request.user.pk).update(email=form.cleaned_data["email"])
        messages.success(request, _("Your e-mail address is changed."))
        return redirect("settings")
    return render(request, "trainer/email.html", {"form": form})


@method_decorator(require_http_methods(GET_OR_POST), "dispatch")
class PasswordReset(auth.PasswordResetView):
    """Asks for an address; the answer is the same whether there is an account or not."""

    template_name = "trainer/password_reset.html"
    form_class = forms.ResetLetter
    email_template_name = "registration/password_reset_email.txt"
    subject_template_name = "registration/password_reset_subject.txt"
    success_url = reverse_lazy("password-reset-sent")

    def get_form_kwargs(self):
        return super().get_form_kwargs() | {"request": self.request}

    def get_context_data(self, **kwargs):
        return super().get_context_data(**kwargs, cards=[poem(number) for number in PICTURED])


@require_safe
def reset_sent(request):
    return door(request, "trainer/password_reset_sent.html")


@method_decorator([require_http_methods(GET_OR_POST), sensitive_post_parameters()], "dispatch")
class PasswordResetConfirm(auth.PasswordResetConfirmView):
    """From the letter. Signing in follows as a step of its own, so that a guest's work comes along."""

    template_name = "trainer/password_reset_confirm.html"
    form_class = forms.NewPassword
    success_url = reverse_lazy("sign-in")

    def get_context_data(self, **kwargs):
        return super().get_context_data(**kwargs, cards=[poem(number) for number in PICTURED])

    def form_valid(self, form):
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return super().form_valid(form)


# Settings ------------------------------------------------------------------------------------------------


@require_http_methods(GET_OR_POST)
@person_required
def settings(request):
    """How the site looks and how much a day asks; another desired retention moves every due day at once."""
    if request.method == "POST":
        with transaction.atomic():
            person = Person.objects.select_for_update().get(pk=request.user.pk)
            before = person.retention
            form = forms.Settings(request.POST, instance=person)
            if form.is_valid():
                person = form.save()
                if person.retention != before:
                    folding.reschedule(person)
        if form.is_valid():
            messages.success(request, _("Saved."))
            return redirect("settings")
    else:
        form = forms.Settings(instance=request.user)
    return render(request, "trainer/settings.html", {"form": form})


@require_POST
def set_language(request):
    """Django's own switch; a person's choice is also kept with the person, whose language wins over the browser's."""
    language = request.POST.get("language")
    if request.user.is_authenticated and language in dict(site.LANGUAGES):
        Person.objects.filter(pk=request.user.pk).update(language=language)
    return switch_language(request)
