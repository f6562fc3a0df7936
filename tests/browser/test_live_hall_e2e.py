"""A hall in real browsers: opened by its reciter, two come in by its link, and a poem begins for both by a key."""

from django.utils import timezone
from playwright.sync_api import expect

from games import halls
from games.fairness.window import live
from games.karuta import matches
from games.models import Hall, LiveTable
from games.rules.karuta.variants import THIRD, kyogi, replace
from trainer.models import Person

QUICK = "free-1000-200-300-1200"
SETUP = kyogi(live(replace(THIRD, memorise_ms=0, swing_ms=0, has_joka=False)))


def test_a_reciter_begins_a_poem_by_a_key(page, another, sign_in, site, greta, alice, settings, assert_accessible):
    settings.MAY_RECITE = ""
    reciter = Person.objects.create_user("Raku", "raku@example.org", "correct horse battery")
    bob = Person.objects.create_user("Bob", "bob@example.org", "correct horse battery")
    hall = halls.open_hall(
        key="6b1f6f2e-8a55-4c3d-9b1a-0d3a3a4d7a11",
        reciter=reciter,
        name="Sunday evening",
        setup=SETUP,
        voice="",
        tempo=QUICK,
        now=timezone.now(),
    )
    sign_in(reciter)
    page.goto(f"{site}/halls/{hall.key}/")
    expect(page.get_by_role("button", name="Begin the next poem")).to_be_disabled()
    assert_accessible(page)
    players = [another(alice), another(bob)]
    for each in players:
        each.goto(f"{site}/halls/{hall.key}/")
    assert_accessible(players[0])
    players[0].get_by_role("button", name="Open a table here").click()
    players[1].get_by_role("link", name="alice").click()
    players[1].get_by_role("button", name="Sit down").click()
    for each in players:
        each.get_by_role("button", name="Ready", exact=True).click()
    stand = page.locator(".stands li")
    expect(stand).to_have_attribute("data-state", "ready", timeout=20_000)
    expect(stand).to_contain_text("alice 10 cards – Bob 10 cards")
    assert_accessible(page)
    page.keyboard.press(" ")
    for each in players:
        expect(each.locator("#match")).to_have_attribute("data-mode", "reading", timeout=20_000)
    expect(page.locator("[data-status]")).to_have_text("The poem is being read.")
    poem = matches.load(LiveTable.objects.get().karuta).state.poem
    expect(page.locator("[data-poem]")).to_contain_text(str(poem))
    expect(page.locator("[data-count]")).to_have_text("1 read")
    assert Hall.objects.get().readings == 1
    players[1].context.close()
    expect(stand).to_contain_text("waits for Bob", timeout=60_000)
    expect(page.get_by_role("button", name="Begin the next poem")).to_be_disabled()
