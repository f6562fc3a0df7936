"""A match between people in two real browsers: a whole one, a seat left and found again, a second tab, who looks on."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.fairness.window import live
from games.karuta import matches
from games.models import KarutaMatch
from games.rules.karuta.events import Judged
from games.rules.karuta.variants import THIRD, kyogi, replace
from tests.games.live.tables_for_tests import open_for_tests

PLAYER = Path(__file__).with_name("karuta_player.js").read_text(encoding="utf-8")
QUICK = "free-1000-200-300-1200"  # as quick as a tempo may be
RULES = live(replace(THIRD, memorise_ms=0, swing_ms=0, cuts_recitation=True, close_after_take_ms=100))
FEW = kyogi(RULES, poems=tuple(range(1, 21)), dealt=(2, 10))  # over as soon as two cards of the first side have gone


@pytest.fixture
def two(page, trouble, context, new_context, sign_in, site, greta, alice):
    """two(…): Greta's page and Alice's before the same table, each in a browser of their own."""
    contexts = []

    def sit(setup=FEW, *, seed=1, voice="", tempo=QUICK, **fields):
        table = open_for_tests([greta, alice], setup=setup, seed=seed, voice=voice, tempo=tempo, **fields)
        sign_in(greta)
        other = another(alice)
        for each in (page, other):
            each.goto(f"{site}/tables/{table.key}/")
        return table, page, other

    def another(person):
        context = new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        contexts.append(context)
        sign_in(person, context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(f"script: {error}"))
        page.on("console", lambda said: said.type == "error" and trouble.append(said.text))
        return page

    sit.another = another
    yield sit
    for each in contexts:
        each.close()


def loaded(table):
    return matches.load(KarutaMatch.objects.get(pk=table.karuta_id))


def mode(page, name, timeout=30_000):
    expect(page.locator("#match")).to_have_attribute("data-mode", name, timeout=timeout)




def test_a_whole_match(two, assert_accessible):
    table, greta, alice = two(has_spectators=True, delay_s=5)
    order = list(loaded(table).state.order)
    for page in (greta, alice):
        mode(page, "laying")
        page.evaluate(PLAYER, {"order": order, "rest": 1000, "afterMs": 60, "isModest": True})
    assert_accessible(greta)
    assert_accessible(alice)
    for page in (greta, alice):
        page.get_by_role("button", name="Ready").click()
    mode(greta, "reading")
    for page in (greta, alice):
        mode(page, "over", timeout=120_000)
    verdicts = [event.verdict for event in loaded(table).events if isinstance(event, Judged)]
    assert loaded(table).state.result.winners == (0,)
    assert all(verdict.taker is not None for verdict in verdicts)
    expect(greta.locator("[data-name]")).to_have_text("You have won")
    expect(alice.locator("[data-name]")).to_have_text("You have lost")
    assert_accessible(alice)
