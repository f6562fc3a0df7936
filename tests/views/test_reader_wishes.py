"""Each reading may bring a tempo of its own, and each tempo keeps a machine busy: so many, and no more."""

from django.urls import reverse
from django.utils import timezone

from trainer import audio, recitations, throttle
from trainer.models import Wish
from trainer.reciter.script import Choices
from trainer.reciter.tempo import free


def reading(person, lower_ms):
    its_tempo, voice = free(lower_ms=lower_ms, yoin_ms=1000, pause_ms=1000, upper_ms=4000), audio.default_voice().key
    now = timezone.now()
    return recitations.begin(person=person, choices=Choices(tempo=its_tempo), voice=voice, auto_next_s=None, now=now)


def asked(browser, row):
    return browser.post(reverse("reading-wish", args=[row.key])).status_code


def test_recordings_for_ever_new_tempi_are_asked_for_only_so_often(alice, alices_browser):
    most = throttle.wishes(alices_browser.get(reverse("reader")).wsgi_request)[0].most
    rows = [reading(alice, 4000 + number) for number in range(most + 1)]
    assert [asked(alices_browser, row) for row in rows] == [204] * most + [429]
    assert Wish.objects.count() == most


def test_a_page_that_is_loaded_again_may_always_ask_again(alice, alices_browser):
    row = reading(alice, 4000)
    most = throttle.wishes(alices_browser.get(reverse("reader")).wsgi_request)[0].most
    assert {asked(alices_browser, row) for _ in range(most + 1)} == {204}
    assert Wish.objects.count() == 1
