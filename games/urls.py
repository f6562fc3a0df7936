"""The addresses of the games."""

from django.urls import path

from games.views import (
    karuta,
    karuta_after,
    karuta_lobby,
    karuta_places,
    karuta_play,
    karuta_tutorial,
    live_sound,
    lobby,
    match,
)

urlpatterns = [
    path("karuta/", karuta_lobby.lobby, name="karuta"),
    path("karuta/tutorial/", karuta_tutorial.page, name="karuta-tutorial"),
    path("karuta/places/", karuta_places.editor, name="karuta-places"),
    path("karuta/places/test/", karuta_places.test, name="karuta-laying-test"),
    path("karuta/<uuid:key>/delete/", karuta_lobby.delete, name="karuta-delete"),
    path("karuta/<uuid:key>/", karuta.match, name="karuta-match"),
    path("karuta/<uuid:key>/state/", karuta_play.state, name="karuta-state"),
    path("karuta/<uuid:key>/tick/", karuta_play.tick, name="karuta-tick"),
    path("karuta/<uuid:key>/act/", karuta_play.act, name="karuta-act"),
    path("karuta/<uuid:key>/read/", karuta_play.read, name="karuta-read"),
    path("karuta/<uuid:key>/touch/", karuta_play.touch, name="karuta-touch"),
    path("karuta/<uuid:key>/listen/", karuta_play.listen, name="karuta-listen"),
    path("karuta/<uuid:key>/close/", karuta_play.close, name="karuta-close"),
    path("karuta/<uuid:key>/void/", karuta_play.void, name="karuta-void"),
    path("karuta/<uuid:key>/pause/", karuta_play.pause, name="karuta-pause"),
    path("karuta/<uuid:key>/sound/<slug:name>/", karuta_play.sound, name="karuta-sound"),
    path("karuta/<uuid:key>/replay/", karuta_after.sheet, name="karuta-replay"),
    path("karuta/<uuid:key>/notation/", karuta_after.written, name="karuta-notation"),
    path("karuta/<uuid:key>/share/", karuta_after.share, name="karuta-share"),
    path("tables/<uuid:key>/sound/<slug:name>/", live_sound.sound, name="table-sound"),
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
