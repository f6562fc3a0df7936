"""Two browsers on their way to one table: opened, joined by its link as a guest, and seen by the other at once."""

import re

from playwright.sync_api import expect

from games.models import LiveTable
from trainer.models import Person


def test_a_guest_comes_by_the_link_and_the_host_sees_them(page, sign_in, alice, new_context, assert_accessible):
    sign_in(alice)
    page.goto("/tables/")
    expect(page.get_by_label("Name of the player who is challenged")).to_be_hidden()
    page.get_by_label("The player who is challenged", exact=True).check()
    expect(page.get_by_label("Name of the player who is challenged")).to_be_visible()
    page.get_by_label("Who has the link").check()
    page.get_by_label(re.compile("Genpei-gassen")).check()
    page.get_by_label("Teams", exact=True).select_option("2")
    page.get_by_label("Read by", exact=True).select_option("")
    page.get_by_role("button", name="Open the table", exact=True).click()
    expect(page.get_by_role("heading", name="Your table")).to_be_visible()
    assert_accessible(page)
    link = page.get_by_label("Link to this table").input_value()
    other = new_context().new_page()
    other.goto(link)
    other.get_by_role("button", name="Begin as a guest").click()
    other.get_by_label("Your name at the table").fill("Mei")
    other.get_by_role("button", name="Sit down").last.click()
    expect(other.get_by_text("It waits for somebody")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Mei")).to_be_visible()
    other.get_by_role("button", name="Stand up again").click()
    expect(page.get_by_role("listitem").filter(has_text="Mei")).to_have_count(0)
    assert Person.objects.filter(is_guest=True).count() == 1
    assert LiveTable.objects.get().seats.filter(person__isnull=False).count() == 1
