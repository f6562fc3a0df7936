"""The addresses of the games."""

from django.urls import path

from games.views import lobby, match

urlpatterns = [
    path("koi-koi/", lobby.lobby, name="koikoi"),
    path("koi-koi/rules/", lobby.rules, name="koikoi-rules"),
    path("koi-koi/options/", lobby.options, name="koikoi-options"),
    path("koi-koi/record/", lobby.record, name="koikoi-record"),
    path("koi-koi/history/", lobby.past, name="koikoi-history"),
    path("koi-koi/<uuid:key>/", match.match, name="koikoi-match"),
    path("koi-koi/<uuid:key>/advice/", match.advice, name="koikoi-advice"),
    path("koi-koi/<uuid:key>/delete/", lobby.delete, name="koikoi-delete"),
    path("koi-koi/<uuid:key>/replay/", match.replayed, name="koikoi-replay"),
    path("koi-koi/<uuid:key>/notation/", match.written, name="koikoi-notation"),
]
