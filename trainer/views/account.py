"""Who is here: beginning as a guest, signing up, in and out, the password, the settings, leaving for good."""

from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from trainer.models import Person


def where_to(request, default="home"):
    """The page that the person was on the way to, if it is one of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return target
    return default


@require_http_methods(["GET", "HEAD", "POST"])
def begin(request):
    """A page that asks how to begin; posted, it makes a guest of this browser and goes on."""
    if request.user.is_authenticated:
        return redirect(where_to(request))
    if request.method == "POST":
        guest = Person.objects.create_guest(language=request.LANGUAGE_CODE)
        login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
        return redirect(where_to(request))
    return render(request, "trainer/begin.html", {"next": where_to(request, "")})


def sign_up(request):
    return render(request, "trainer/begin.html")


class SignIn(auth.LoginView):
    template_name = "trainer/sign_in.html"


@require_POST
def sign_out(request):
    return redirect("home")


class PasswordChange(auth.PasswordChangeView):
    pass


class PasswordReset(auth.PasswordResetView):
    pass


def reset_sent(request):
    return render(request, "trainer/begin.html")


class PasswordResetConfirm(auth.PasswordResetConfirmView):
    pass


def settings(request):
    return render(request, "trainer/begin.html")


def delete(request):
    return render(request, "trainer/begin.html")
