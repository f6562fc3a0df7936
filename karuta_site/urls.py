"""All addresses: the three apps' and the language switch; the error pages are Django's with our templates."""

from django.urls import include, path

from trainer.views import account

urlpatterns = [
    path("i18n/setlang/", account.set_language, name="set_language"),
    path("", include("trainer.urls")),
    path("", include("games.urls")),
    path("", include("clubs.urls")),
]
