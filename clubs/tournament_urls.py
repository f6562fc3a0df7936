"""The addresses of tournaments."""

from django.urls import path

from clubs.views import bouts, draws, entries, papers, tournament_public, tournaments

urlpatterns = [
    path("clubs/<slug:slug>/tournaments/", tournaments.index, name="club-tournaments"),
    path("clubs/<slug:slug>/tournaments/new/", tournaments.create, name="club-tournament-new"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/", tournaments.page, name="club-tournament"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/edit/", tournaments.edit, name="club-tournament-edit"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/open/", tournaments.open_entries, name="club-tournament-open"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/finish/", tournaments.finish, name="club-tournament-finish"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/classes/", tournaments.classes, name="club-tournament-classes"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/enter/", entries.enter, name="club-tournament-enter"),
    path(
        "clubs/<slug:slug>/tournaments/<uuid:key>/entries/<uuid:entry>/withdraw/",
        entries.withdraw,
        name="club-tournament-withdraw",
    ),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/entries/", entries.manage, name="club-tournament-entries"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/entries.csv", entries.listed, name="club-tournament-listed"),
    path(
        "clubs/<slug:slug>/tournaments/<uuid:key>/entries/<uuid:entry>/", entries.change, name="club-tournament-entry"
    ),
    path(
        "clubs/<slug:slug>/tournaments/<uuid:key>/entries/<uuid:entry>/squad/",
        entries.squad,
        name="club-tournament-squad",
    ),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/draw/", draws.draw, name="club-tournament-draw"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/publish/", draws.publish, name="club-tournament-publish"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/cards/<int:number>/", draws.cards, name="club-tournament-cards"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/rooms/", bouts.rooms, name="club-tournament-rooms"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/board/<int:division>/", bouts.board, name="club-board"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/bouts/<uuid:bout>/", bouts.bout, name="club-bout"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/bouts/<uuid:bout>/back/", bouts.take_back, name="club-bout-back"),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/papers/draw/<int:division>/", papers.draw, name="club-papers-draw"),
    path(
        "clubs/<slug:slug>/tournaments/<uuid:key>/papers/score-sheets/<int:division>/",
        papers.slips,
        name="club-papers-slips",
    ),
    path(
        "clubs/<slug:slug>/tournaments/<uuid:key>/papers/certificates/<int:division>/",
        papers.certificates,
        name="club-papers-certificates",
    ),
    path("clubs/<slug:slug>/tournaments/<uuid:key>/papers/cards/<int:number>/", papers.cards, name="club-papers-cards"),
    path("tournaments/<str:token>/", tournament_public.public, name="tournament-public"),
]
