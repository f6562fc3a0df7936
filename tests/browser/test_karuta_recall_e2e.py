"""The memory test while the cards are memorised: faces away, where does it lie?"""

import json

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.karuta import matches
from games.karuta.players import Kind, Player
from games.rules.karuta.events import Ready
from games.rules.karuta.variants import KYOGI, kyogi

pytestmark = pytest.mark.e2e


@pytest.fixture
def _memorising(page, sign_in, greta):
    now = timezone.now()
    players = (Player(), Player(Kind.BOT, who="E"))
    match = matches.begin(person=greta, setup=kyogi(KYOGI), players=players, voice="", tempo="5-3-1-6", now=now, seed=1)
    table = matches.load(match)
    matches.act(table, Ready(0), seen=len(table.events), now=now)
    sign_in(greta)
    page.goto(f"/karuta/{match.key}/")


def asked(page):
    """The card that is asked for: the page says its kimariji."""
    faces = json.loads(page.locator("#cards").text_content())
    sounds = page.locator("[data-name]").first.text_content()
    return next(card for card, face in faces.items() if face["kimariji"] == sounds)


@pytest.mark.usefixtures("_memorising")
def test_a_card_is_found_without_its_face_or_missed(page):
    page.locator("[data-do=recall]").click()
    expect(page.locator(".slot .tf > span").first).to_be_hidden()
    meant = asked(page)
    page.locator(f"button.slot[data-card='{meant}']").click()
    expect(page.locator("[data-name]").first).to_have_text("Right")
    expect(page.locator(f"button.slot[data-card='{meant}']")).not_to_have_class("meant", timeout=5_000)
    expect(page.locator("[data-name]").first).not_to_have_text("Right")
    meant = asked(page)
    other = page.locator(f"button.slot:not([data-card='{meant}'])").first
    other.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-name]").first).to_have_text("No, there")
    page.locator("[data-do=enough]").click()
    expect(page.locator(".slot .tf > span").first).to_be_visible()
    expect(page.locator("#match")).to_have_attribute("data-mode", "memorise")
