"""The addresses of the clubs."""

from django.urls import path

from clubs import practice_urls
from clubs.views import (
    bouts,
    clubs,
    draws,
    entries,
    files,
    grades,
    members,
    papers,
    promotions,
    reciters,
    tournament_public,
    tournaments,
)

urlpatterns = [
    path("clubs/", clubs.own, name="clubs"),
    path("clubs/listed/", clubs.listed, name="clubs-listed"),
    path("clubs/found/", clubs.found, name="club-found"),
    path("clubs/me/", members.oneself, name="club-me"),
    path("clubs/me/class/", grades.declare, name="club-declare"),
    path("clubs/join/<str:token>/", clubs.join, name="club-join"),
    path("clubs/claim/<str:token>/", members.claim, name="club-claim"),
    # One club
    path("clubs/<slug:slug>/", clubs.home, name="club"),
    path("clubs/<slug:slug>/ask/", clubs.ask, name="club-ask"),
    path("clubs/<slug:slug>/leave/", clubs.leave, name="club-leave"),
    path("clubs/<slug:slug>/settings/", clubs.settings, name="club-settings"),
    path("clubs/<slug:slug>/settings/promotions/", clubs.strictness, name="club-strictness"),
    path("clubs/<slug:slug>/invitation/", clubs.invitation, name="club-invitation"),
    path("clubs/<slug:slug>/hand-over/", clubs.hand_over, name="club-hand-over"),
    path("clubs/<slug:slug>/close/", clubs.close, name="club-close"),
    # Its members
    path("clubs/<slug:slug>/members/", members.roll, name="club-members"),
    path("clubs/<slug:slug>/members/new/", members.new, name="member-new"),
    path("clubs/<slug:slug>/members/<uuid:key>/", members.one, name="member"),
    path("clubs/<slug:slug>/members/<uuid:key>/edit/", members.edit, name="member-edit"),
    path("clubs/<slug:slug>/members/<uuid:key>/answer/", members.answer, name="member-answer"),
    path("clubs/<slug:slug>/members/<uuid:key>/role/", members.role, name="member-role"),
    path("clubs/<slug:slug>/members/<uuid:key>/remove/", members.remove, name="member-remove"),
    path("clubs/<slug:slug>/members/<uuid:key>/link/", members.link, name="member-link"),
    path("clubs/<slug:slug>/members/<uuid:key>/confirm/", grades.confirm, name="member-confirm"),
    path("clubs/<slug:slug>/members/<uuid:key>/class/", grades.enter, name="member-grade"),
    path("clubs/<slug:slug>/members/<uuid:key>/placing/", grades.placing, name="member-placing"),
    path("clubs/<slug:slug>/members/<uuid:key>/placing/delete/", grades.placing_delete, name="member-placing-delete"),
    # Promotions, reciters, usual places
    path("clubs/<slug:slug>/promotions/", promotions.page, name="club-promotions"),
    path("clubs/<slug:slug>/reciters/", reciters.page, name="club-reciters"),
    path("clubs/<slug:slug>/reciters/appoint/", reciters.appoint, name="reciter-appoint"),
    path("clubs/<slug:slug>/reciters/<int:number>/end/", reciters.end, name="reciter-end"),
    path("clubs/<slug:slug>/voices/publish/", reciters.publish, name="voice-publish"),
    path("clubs/<slug:slug>/voices/<int:number>/unpublish/", reciters.unpublish, name="voice-unpublish"),
    path("clubs/<slug:slug>/places/", reciters.usual_places, name="club-places"),
    path("clubs/<slug:slug>/places/set/", reciters.set_places, name="club-places-set"),
    path("clubs/<slug:slug>/places/take/", reciters.take_places, name="club-places-take"),
    # Tables in and out
    path("clubs/<slug:slug>/files/", files.page, name="club-files"),
    path("clubs/<slug:slug>/files/import/<slug:kind>/", files.upload, name="club-import"),
    path("clubs/<slug:slug>/files/look/<uuid:key>/", files.look, name="club-import-look"),
    path("clubs/<slug:slug>/files/export/<slug:kind>/", files.export, name="club-export"),
    # Tournaments
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
    # Papers
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
    # Evenings, results, rankings
    *practice_urls.urlpatterns,
]
