"""Names and mnemonics without a space do not push a phone's page out of its frame."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.games.live_tables import meeting
from trainer.models import Mnemonic

PASSWORD = "correct horse battery"
LONGEST_NAME = "W" * 150


def assert_fits(page):
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.fixture
def phone(page):
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def test_the_longest_name_is_welcomed_shown_and_taken(phone, context, site):
    def sign_up(password):
        phone.goto("/account/sign-up/")
        for field, text in (("username", LONGEST_NAME), ("password1", password), ("password2", password)):
            phone.fill(f"[name={field}]", text)
        phone.locator("main form").get_by_role("button").last.click()

    sign_up(PASSWORD)
    phone.locator(".messages li").wait_for()
    assert_fits(phone)
    phone.goto("/settings/")
    assert_fits(phone)
    context.clear_cookies()
    sign_up("staple wagon nine")
    phone.locator(".errorlist").wait_for()
    assert_fits(phone)


def test_ones_own_mnemonic_under_a_verdict(phone, sign_in, alice):
    Mnemonic.objects.bulk_create(
        Mnemonic(person=alice, poem=number, text="x" * 280, written_at=alice.date_joined) for number in range(1, 101)
    )
    sign_in(alice)
    phone.goto("/drill/?sitting=practise-tf-kj-00000000-length-1")
    phone.locator("[name=unknown]").click()
    phone.locator("li.own").wait_for()
    assert_fits(phone)


def test_an_opponent_with_the_longest_name(phone, sign_in, alice):
    other = meeting.person(LONGEST_NAME)
    waiting = meeting.opened(other, audience="anyone", now=timezone.now())
    over = meeting.over(other, alice)
    sign_in(alice)
    sheet = reverse("karuta-replay", kwargs={"key": over.karuta.key})
    for path in (reverse("tables"), reverse("live-table", kwargs={"key": waiting.key}), reverse("karuta"), sheet):
        phone.goto(path)
        assert phone.get_by_text(LONGEST_NAME[:20]).count() > 0
        assert_fits(phone)
