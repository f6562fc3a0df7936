"""Where clubs practise: evenings, results, rankings, and one’s own book."""

from django.urls import path

from clubs.views import book, evenings, offline, rankings, results

urlpatterns = [
    path("book/", book.own, name="book"),
    path("book/games.csv", book.export, name="book-export"),
    path("clubs/worker.js", offline.evening_worker, name="club-worker"),
    path("clubs/<slug:slug>/evening/", evenings.tonight, name="club-evening"),
    path("clubs/<slug:slug>/evenings/", evenings.all_evenings, name="club-evenings"),
    path("clubs/<slug:slug>/evenings/<str:day>/", evenings.evening, name="club-day"),
    path("clubs/<slug:slug>/evenings/<str:day>/attendance/", evenings.attend, name="club-attend"),
    path("clubs/<slug:slug>/evenings/<str:day>/pairing/", evenings.pair, name="club-pair"),
    path("clubs/<slug:slug>/record/", evenings.record, name="club-record"),
    path("clubs/<slug:slug>/waiting/", evenings.queue, name="club-queue"),
    path("clubs/<slug:slug>/results/", results.listing, name="club-results"),
    path("clubs/<slug:slug>/results/results.csv", results.export, name="club-results-export"),
    path("clubs/<slug:slug>/results/<uuid:key>/", results.one, name="club-result"),
    path("clubs/<slug:slug>/ranking/", rankings.ranking, name="club-ranking"),
    path("clubs/<slug:slug>/ranking/explained/", rankings.strength, name="club-strength"),
    path("clubs/<slug:slug>/ranking/<uuid:player>/", rankings.course, name="club-course"),
    path("clubs/<slug:slug>/players/<uuid:player>/", book.of_member, name="club-book"),
    path("clubs/<slug:slug>/cross-table/", book.cross, name="club-cross"),
]
