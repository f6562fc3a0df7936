"""A match between people in real browsers: a whole one with a seat that is left and found again and somebody who looks on, a
second tab, a line that is lost, a rated table with sealed sound, and what is done between the readings."""

from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from playwright.sync_api import expect

from games.fairness.window import live
from games.karuta import matches
from games.live import people, tables
from games.models import KarutaMatch
from games.rules.karuta.events import Judged
from games.rules.karuta.judge import NO_TERRITORY
from games.rules.karuta.variants import CHIRASHI, GENPEI, KYOGI, THIRD, everybody, kyogi, replace, teams
from tests.browser.conftest import PATIENCE_MS
from tests.games.live.tables_for_tests import open_for_tests
from trainer import audio
from trainer.models import Person
from trainer.poems.poem import JOKA, poem
from trainer.reciter.mora import Half
from trainer.reciter.tempo import tempo
from trainer.reciter.voice import Manner

PLAYER = Path(__file__).with_name("karuta_player.js").read_text(encoding="utf-8")
QUICK = "free-1000-200-300-1200"  # as quick as a tempo may be
SLOW = "free-1000-200-1000-9000"  # leaves a test time for its hands
RULES = live(
    replace(THIRD, memorise_ms=0, swing_ms=0, has_joka=False, cuts_recitation=True, close_after_take_ms=100)
)
POEMS = tuple(range(1, 21))
FEW = kyogi(RULES, POEMS, dealt=(2, 18))  # over as soon as the two cards of the first side have gone
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def another(browser, trouble, sign_in, site, monkeypatch):
    """another(person): a page in a browser of their own; what goes wrong in it is trouble as well."""
    monkeypatch.setattr(tables, "DESERTED_S", 0.0)  # no table is left that writes into the next test's database
    contexts = []

    def another(person):
        context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        sign_in(person, context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(f"script: {error}"))
        page.on("console", lambda said: said.type in ("error", "warning") and trouble.append(said.text))
        return page

    yield another
    for context in contexts:
        context.close()


@pytest.fixture
def two(page, another, sign_in, site, greta, alice):
    """two(…): a table, Greta's page and Alice's; both are ready if nothing else is said."""

    def sit(setup=FEW, *, seed=1, voice="", tempo=QUICK, is_ready=True, **fields):
        table = open_for_tests([greta, alice], setup=setup, seed=seed, voice=voice, tempo=tempo, **fields)
        sign_in(greta)
        pages = (page, another(alice))
        for each in pages:
            each.goto(f"{site}/tables/{table.key}/")
        for each in pages if is_ready else ():
            ready(each)
        return table, *pages

    return sit


def ready(page):
    page.get_by_role("button", name="Ready").click()


def loaded(table):
    return matches.load(KarutaMatch.objects.get(pk=table.karuta_id))


def verdicts(table):
    return [event.verdict for event in loaded(table).events if isinstance(event, Judged)]


def mode(page, name, timeout=30_000):
    expect(page.locator("#match")).to_have_attribute("data-mode", name, timeout=timeout)


def slot(page, card):
    return page.locator(f"button.slot[data-card='{card}']")


def in_upper_verse(page):
    expect(page.locator("[data-phase=upper]")).to_have_attribute("aria-current", "", timeout=20_000)


def touch(page, card):
    in_upper_verse(page)
    slot(page, card).dispatch_event("pointerdown", {"button": 0, "pointerId": card, "bubbles": True})
    slot(page, card).dispatch_event("pointerup", {"button": 0, "pointerId": card, "bubbles": True})


def seed_for(people, setup, wanted):
    """The first seed with which the order of the poems is as wanted; tables made on the way are gone again."""
    for seed in range(1, 200):
        table = open_for_tests(people, setup=setup, seed=seed)
        is_wanted = wanted(matches.load(table.karuta).state)
        table.karuta.delete()
        table.delete()
        if is_wanted:
            return seed
    raise AssertionError("no such seed")


def sides_of(state):
    """Before which side each poem's card lies, in the order of reading."""
    return [state.field.territory_of(each) for each in state.order]


def first_is_on(side):
    return lambda state: sides_of(state)[0] == side


# Whole matches -------------------------------------------------------------------------------------------
def test_a_whole_match_with_a_seat_left_and_found_again_and_somebody_who_looks_on(
    two, another, greta, alice, assert_accessible
):
    def is_short(state):
        first = [at for at, side in enumerate(sides_of(state)) if side == 0]
        return first[0] > 0 and first[-1] < 6

    seed = seed_for([greta, alice], FEW, is_short)
    table, gretas, alices = two(seed=seed, is_ready=False, has_spectators=True, delay_s=5)
    charlies = another(Person.objects.create_user("Charlie", "charlie@example.org", "correct horse battery"))
    charlies.goto(gretas.url)
    order = list(loaded(table).state.order)
    play = {"order": order, "rest": 1000, "afterMs": 60, "isModest": True}
    for page in (gretas, alices):
        mode(page, "laying")
        page.evaluate(PLAYER, play)
        ready(page)
    mode(gretas, "reading")

    alices.context.close()
    expect(gretas.locator("[data-side=other] [data-at]")).to_contain_text("away")
    expect(gretas.locator("[data-wait]")).to_have_text("alice is not there. The reader waits.", timeout=30_000)
    assert_accessible(gretas)
    alices = another(alice)
    alices.goto(gretas.url)
    alices.evaluate(PLAYER, play)
    state = loaded(table).state
    assert alices.locator("[data-territory=opp] button.slot").count() == state.field.counts()[0]
    assert alices.locator("[data-territory=own] button.slot").count() == state.field.counts()[1]

    for page in (gretas, alices):
        mode(page, "over", timeout=90_000)
    assert loaded(table).state.result.winners == (0,)
    assert {verdict.taker for verdict in verdicts(table)} == {0, 1}
    # Touched 60 ms (and a frame or two) after the first sound was shown: nobody waited for the network.
    takes = [verdict.take_ms for verdict in verdicts(table)[1:]]
    assert all(0 <= ms <= 600 for ms in takes), takes
    expect(gretas.locator("[data-name]")).to_have_text("You have won")
    expect(alices.locator("[data-name]")).to_have_text("You have lost")
    mode(charlies, "over", timeout=20_000)
    expect(charlies.locator("[data-name]")).to_have_text("greta has won")
    for page in (gretas, alices, charlies):
        assert_accessible(page)


@pytest.fixture
def spoken(settings):
    """A voice with real lengths, recorded at the quickest tempo."""
    settings.VOICES = "tests.spoken_voice.VOICES"
    voice, manner = audio.voice("spoken"), Manner(tempo(QUICK))
    for number in (0, *POEMS):
        for half in Half:
            audio.ensure_recording(JOKA if number == 0 else poem(number), half, voice, manner)
    return voice.key


def test_at_a_rated_table_the_sound_is_sealed_and_heard(two, spoken, greta, alice):
    setup = replace(FEW, variant=replace(RULES, has_joka=True))
    seed = seed_for([greta, alice], setup, lambda state: sides_of(state)[:2] == [0, 0])
    table, gretas, alices = two(setup, seed=seed, voice=spoken, is_rated=True, is_ready=False)
    expect(gretas.get_by_role("button", name="Pause")).to_have_count(0)
    order = list(loaded(table).state.order)
    gretas.evaluate(PLAYER, {"order": order, "rest": 1000, "afterMs": 60})
    for page in (gretas, alices):
        ready(page)
    mode(gretas, "joka")
    for page in (gretas, alices):
        mode(page, "over", timeout=60_000)
    assert [verdict.taker for verdict in verdicts(table)] == [0, 0]
    assert all(0 <= verdict.take_ms <= 600 for verdict in verdicts(table))
