"""The addresses of the clubs."""

from django.urls import path

from clubs.views import clubs

urlpatterns = [
    path("clubs/", clubs.own, name="clubs"),
]
