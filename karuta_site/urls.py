"""All addresses: the trainer's own, the language switch; the error pages are Django's own with our templates."""

from django.urls import include, path

from trainer.views import account

urlpatterns = [
    path("i18n/setlang/", account.set_language, name="set_language"),
    path("", include("trainer.urls")),
]
