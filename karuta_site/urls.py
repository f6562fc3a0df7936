"""All addresses: the trainer's own, Django's language switch, and the error pages."""

from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("trainer.urls")),
]
