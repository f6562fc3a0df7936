"""The trainer's addresses."""

from django.urls import path

from trainer.views import (
    about,
    account,
    data,
    drill,
    flow,
    home,
    learn,
    offline,
    poems,
    practise,
    progress,
    reader,
    recordings,
    room_panel,
    rooms,
    sound,
    voices,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("begin/", account.begin, name="begin"),
    # learning and drilling
    path("learn/", learn.learn, name="learn"),
    path("learn/<int:number>/", learn.lesson, name="lesson"),
    path("practise/", practise.practise, name="practise"),
    path("drill/", drill.drill, name="drill"),
    path("drill/answer/<uuid:key>/", drill.answer, name="answer"),
    path("drill/without-sound/", drill.without_sound, name="without-sound"),
    path("due/", progress.due, name="due"),
    # fuda-nagashi
    path("fuda-nagashi/", flow.setup, name="flow"),
    path("fuda-nagashi/<uuid:key>/", flow.run, name="flow-run"),
    path("fuda-nagashi/<uuid:key>/turns/", flow.turns, name="flow-turns"),
    path("fuda-nagashi/<uuid:key>/delete/", flow.delete, name="flow-delete"),
    # reader
    path("reader/", reader.setup, name="reader"),
    path("reader/timer/", reader.timer, name="reader-timer"),
    path("reader/<uuid:key>/", reader.reading, name="reading"),
    path("reader/<uuid:key>/moves/", reader.moves, name="reading-moves"),
    path("reader/<uuid:key>/wish/", reader.wish, name="reading-wish"),
    path("reader/<uuid:key>/delete/", reader.delete, name="reading-delete"),
    path("reader/<uuid:key>/room/", room_panel.panel, name="reading-room"),
    path("reader/<uuid:key>/presses/", room_panel.presses, name="reading-presses"),
    path("room/", rooms.door, name="room-door"),
    path("room/<str:code>/", rooms.projector, name="room"),
    path("room/<str:code>/sights/", rooms.sights, name="room-sights"),
    path("room/<str:code>/remote/", rooms.remote, name="room-remote"),
    path("room/<str:code>/press/", rooms.press, name="room-press"),
    path("service-worker.js", offline.service_worker, name="service-worker"),
    # poems
    path("poems/", poems.poems, name="poems"),
    path("poems/<int:number>/", poems.poem, name="poem"),
    path("poems/<int:number>/furigana/", poems.furigana, name="furigana"),
    path("poems/<int:number>/mnemonic/", poems.mnemonic, name="mnemonic"),
    path("poems/corpus/", poems.corpus, name="corpus"),
    # recordings
    path("recordings/", recordings.page, name="recordings"),
    path("recordings/ask/", recordings.ask, name="recordings-ask"),
    path("recordings/progress/", recordings.stream, name="recordings-progress"),
    path("recordings/<str:voice>/<str:tempo>.json", recordings.listing, name="recordings-list"),
    path("recordings/<str:digest>.<str:suffix>", recordings.recording, name="recording"),
    # voices
    path("voices/", voices.voices, name="voices"),
    path("voices/choose/", voices.choose, name="voices-choose"),
    path("voices/packs/", voices.upload, name="pack-upload"),
    path("voices/packs/<uuid:key>/", voices.pack, name="pack"),
    path("voices/packs/<uuid:key>/original/", voices.original, name="pack-original"),
    path("voices/packs/<uuid:key>/again/", voices.again, name="pack-again"),
    path("voices/packs/<uuid:key>/delete/", voices.delete, name="pack-delete"),
    # progress
    path("progress/", progress.progress, name="progress"),
    # sound
    path("sound/", sound.sound, name="sound"),
    # account and data
    path("account/sign-up/", account.sign_up, name="sign-up"),
    path("account/sign-in/", account.SignIn.as_view(), name="sign-in"),
    path("account/sign-out/", account.sign_out, name="sign-out"),
    path("account/email/", account.email, name="email"),
    path("account/password/", account.PasswordChange.as_view(), name="password"),
    path("account/reset/", account.PasswordReset.as_view(), name="password-reset"),
    path("account/reset/sent/", account.reset_sent, name="password-reset-sent"),
    path(
        "account/reset/<uidb64>/<token>/",
        account.PasswordResetConfirm.as_view(),
        name="password-reset-confirm",
    ),
    path("settings/", account.settings, name="settings"),
    path("settings/data/", data.data, name="data"),
    path("settings/data/<str:form>/", data.export, name="export"),
    path("settings/import/", data.bring_back, name="import"),
    path("settings/delete/", account.delete, name="delete-account"),
    # reading
    path("about/", about.about, name="about"),
    path("about/credits/", about.credits_, name="credits"),
    path("about/karuta/", about.how_to_play, name="how-to-play"),
    path("robots.txt", about.robots, name="robots"),
]
