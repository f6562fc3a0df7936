"""The addresses of the clubs."""

from django.urls import path

from clubs import practice_urls, tournament_urls
from clubs.views import clubs, files, grades, members, promotions, reciters

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
    # Evenings, results, rankings
    *practice_urls.urlpatterns,
    *tournament_urls.urlpatterns,
]
