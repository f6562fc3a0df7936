"""The page of the sound: what is kept of a device, whose it is, and what comes along."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory

from trainer import accounts, calibrations
from trainer.calibrations import Measured
from trainer.models import Calibration
from trainer.views import sound

NOW = datetime(2026, 4, 1, 9, tzinfo=UTC)
TAPPED = {"offset_ms": "142.4", "spread_ms": "18.2", "taps": "16"}
DEVICE = "0123456789abcdef" * 2


def on_the_page(browser):
    return browser.get("/sound/").content.decode()


def test_what_was_tapped_is_kept_for_this_device(alice, alices_browser, time_machine):
    time_machine.move_to(NOW, tick=False)
    answer = alices_browser.post("/sound/", TAPPED)
    assert answer.url == "/sound/"
    cookie = answer.cookies["device"]
    assert re.fullmatch("[0-9a-f]{32}", cookie.value)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    kept = alice.calibrations.get()
    assert (kept.device, kept.offset_ms, kept.spread_ms, kept.taps) == (cookie.value, 142.4, 18.2, 16)
    assert kept.measured_at == NOW
    assert '<b class="num">142</b>' in on_the_page(alices_browser)


def test_the_newest_measurement_of_a_device_counts(alice, alices_browser):
    alices_browser.post("/sound/", TAPPED)
    device = alices_browser.cookies["device"].value
    alices_browser.post("/sound/", TAPPED | {"offset_ms": "31"})
    assert [(each.device, each.offset_ms) for each in alice.calibrations.all()] == [(device, 31)]


def test_another_browser_is_another_device(alice, alices_browser, nobodys_browser):
    alices_browser.post("/sound/", TAPPED)
    nobodys_browser.force_login(alice)
    assert "Forget it" not in on_the_page(nobodys_browser)
    nobodys_browser.post("/sound/", TAPPED | {"offset_ms": "5"})
    assert sorted(alice.calibrations.values_list("offset_ms", flat=True)) == [5, 142.4]


def test_it_can_be_forgotten(alice, alices_browser):
    alices_browser.post("/sound/", TAPPED)
    assert "Forgotten" in alices_browser.post("/sound/", {"forget": "yes"}, follow=True).content.decode()
    assert not alice.calibrations.exists()
    assert "Forgotten" not in alices_browser.post("/sound/", {"forget": "yes"}, follow=True).content.decode()


def test_two_people_at_one_device_have_one_each(alice, charlie, alices_browser, charlies_browser):
    alices_browser.post("/sound/", TAPPED)
    charlies_browser.cookies["device"] = alices_browser.cookies["device"].value
    assert "Forget it" not in on_the_page(charlies_browser)
    charlies_browser.post("/sound/", {"forget": "yes"})
    charlies_browser.post("/sound/", TAPPED | {"offset_ms": "7"})
    assert alice.calibrations.get().offset_ms == 142.4
    assert charlie.calibrations.get().offset_ms == 7


@pytest.mark.parametrize(
    "wrong",
    [
        {"offset_ms": "-101"},
        {"offset_ms": "501"},
        {"offset_ms": "nan"},
        {"offset_ms": "inf"},
        {"offset_ms": ""},
        {"spread_ms": "51"},
        {"spread_ms": "-1"},
        {"taps": "11"},
        {"taps": "1000000"},
        {"taps": "many"},
    ],
    ids=str,
)
def test_what_cannot_be_is_not_kept(wrong, alice, alices_browser):
    answer = alices_browser.post("/sound/", TAPPED | wrong)
    assert answer.status_code == 422
    assert "nothing was kept" in answer.content.decode()
    assert not alice.calibrations.exists()


@pytest.mark.parametrize("forged", ["", "x" * 32, "0" * 31, "0" * 33, "G" * 32, "' or 1=1 --"])
def test_a_forged_cookie_is_replaced(forged, alice, alices_browser):
    alices_browser.cookies["device"] = forged
    on_the_page(alices_browser)
    alices_browser.post("/sound/", TAPPED)
    device = alice.calibrations.get().device
    assert device != forged
    assert calibrations.is_device(device)


def test_on_the_way_to_somewhere(alices_browser):
    assert 'href="/drill/"' in alices_browser.get("/sound/?next=/drill/").content.decode()
    assert alices_browser.post("/sound/", TAPPED | {"next": "/drill/"}).url == "/drill/"
    assert "data-onward" not in alices_browser.get("/sound/?next=//evil.example/").content.decode()
    assert alices_browser.post("/sound/", TAPPED | {"next": "//evil.example/"}).url == "/sound/"


def test_what_is_taken_off_a_reaction(alice, greta):
    def asked_by(person):
        request = RequestFactory().get("/", headers={"Cookie": f"device={DEVICE}"})
        request.user = person
        return sound.late_ms(request)

    assert asked_by(alice) == 0
    calibrations.keep(alice, DEVICE, Measured(142.4, 10, 16), now=NOW)
    assert asked_by(alice) == 142.4
    assert asked_by(greta) == 0
    calibrations.keep(alice, DEVICE, Measured(-32, 10, 16), now=NOW)
    assert asked_by(alice) == 0, "nobody hears a sound before it is made"


def test_only_the_latest_twenty_devices_are_kept(alice):
    for day in range(23):
        calibrations.keep(alice, f"{day:032x}", Measured(day, 1, 12), now=NOW + timedelta(days=day))
    assert set(alice.calibrations.values_list("offset_ms", flat=True)) == set(range(3, 23))


def test_a_guests_devices_come_along_and_the_later_measurement_stays(alice, greta):
    later = NOW + timedelta(days=1)
    for person, device, offset_ms, at in (
        (alice, "a", 10, later),
        (greta, "a", 11, NOW),
        (alice, "b", 20, NOW),
        (greta, "b", 21, later),
        (greta, "c", 31, NOW),
    ):
        calibrations.keep(person, device * 32, Measured(offset_ms, 5, 12), now=at)
    accounts.merge(guest=greta, into=alice)
    assert [each.offset_ms for each in alice.calibrations.order_by("device")] == [10, 21, 31]
    assert Calibration.objects.count() == 3


def taken_along(browser):
    return json.loads(browser.get("/settings/data/json/").content)


def brought_back(browser, file):
    return browser.post("/settings/import/", {"file": SimpleUploadedFile("n.json", json.dumps(file).encode())})


def test_devices_are_taken_along_and_brought_back(alice, charlie, alices_browser, charlies_browser):
    calibrations.keep(alice, DEVICE, Measured(142.4, 18.2, 16), now=NOW)
    calibrations.keep(charlie, DEVICE, Measured(1, 2, 13), now=NOW + timedelta(hours=1))
    file = taken_along(alices_browser)
    assert file["calibrations"] == [
        {
            "device": DEVICE,
            "offset_ms": 142.4,
            "spread_ms": 18.2,
            "taps": 16,
            "measured_at": "2026-04-01T09:00:00+00:00",
        }
    ]
    alice.calibrations.all().delete()
    assert brought_back(alices_browser, file).status_code == 302
    assert brought_back(charlies_browser, file).status_code == 302
    assert alice.calibrations.get().offset_ms == 142.4
    assert charlie.calibrations.get().offset_ms == 1, "Charlie's own was measured later"


def test_a_file_of_before_there_were_any(alice, alices_browser):
    calibrations.keep(alice, DEVICE, Measured(142.4, 18.2, 16), now=NOW)
    file = taken_along(alices_browser)
    del file["calibrations"]
    assert brought_back(alices_browser, file).status_code == 302
    assert alice.calibrations.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"device": "x" * 32}, {"offset_ms": 501}, {"spread_ms": 51}, {"taps": 3}, {"measured_at": "2999-01-01T00:00:00Z"}],
    ids=str,
)
def test_a_broken_device_in_a_file_is_refused_with_its_place(wrong, alice, alices_browser):
    calibrations.keep(alice, DEVICE, Measured(142.4, 18.2, 16), now=NOW)
    file = taken_along(alices_browser)
    alice.calibrations.all().delete()
    file["calibrations"][0] |= wrong
    answer = brought_back(alices_browser, file)
    assert "Calibration 1" in answer.content.decode()
    assert not alice.calibrations.exists()
