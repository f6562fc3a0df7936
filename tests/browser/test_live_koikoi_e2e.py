"""A game of Koi-Koi between two real browsers: a month to its last card, a look from aside, and once more."""

import re

from playwright.sync_api import expect

from games import matches
from games.models import LiveTable, Match, Saying
from games.rules.koikoi.play import Phase
from tests.games.live.flowers_for_tests import open_koikoi_for_tests
from trainer.models import Person


def choose(page):
    """What the page offers whoever is to move, first of all what lies on the floor, and stop."""
    page.locator(".floor button.play, .decision button[value=stop], .hand button.play:enabled").first.click()


def test_a_month_between_two_browsers(page, another, sign_in, site, greta, alice, assert_accessible):
    table = open_koikoi_for_tests([greta, alice], seed=3, has_spectators=True, delay_s=5)
    sign_in(greta)
    pages = (page, another(alice))
    charlies = another(Person.objects.create_user("Charlie", "charlie@example.org", "correct horse battery"))
    for each in (*pages, charlies):
        each.goto(f"{site}/tables/{table.key}/")
    moves = 0
    while True:
        game = matches.load(Match.objects.get())
        for each in pages:  # both have what is written
            expect(each.locator(".backs i")).to_have_count(game.state.hands[1 - pages.index(each)].bit_count())
        if game.state.phase is Phase.OVER:
            break
        mine = pages[game.state.turn]
        if moves == 3:  # a tab is closed and comes back to the same table
            mine.reload()
        if game.state.phase is Phase.HAND:
            expect(mine.locator(".hand button.play:enabled")).to_have_count(
                game.state.hands[game.state.turn].bit_count()
            )
        choose(mine)
        expect(mine.locator("[data-error]")).to_be_hidden()
        before = len(game.events)
        wait_for(lambda before=before: Match.objects.get().events.count() > before, mine)
        moves += 1
    assert moves > 4
    for each in pages:
        expect(each.locator("#result")).to_be_visible()
        assert_accessible(each)
    state, names = game.state, [seat.name for seat in table.seats.all()]
    won = [seat for seat in (0, 1) if game.outcome.winner == seat]
    for seat, each in enumerate(pages):
        lead = "The game is drawn." if not won else "You win the game." if seat in won else f"{names[won[0]]} wins"
        expect(each.locator(".lead")).to_contain_text(lead)
    assert LiveTable.objects.get().status == LiveTable.Status.OVER

    expect(charlies.locator("#result")).to_be_visible(timeout=20_000)
    expect(charlies.locator("button[name=move]")).to_have_count(0)
    expect(charlies.locator(".scores")).to_have_text(
        re.compile(rf"{names[0]} {state.scores[0]}\s+{names[1]} {state.scores[1]}")
    )
    assert_accessible(charlies)

    page.locator(".talk summary").click()
    page.get_by_role("button", name="Arigatō").click()
    expect(pages[1].locator("[data-toast]")).to_contain_text(f"{names[0]}: Arigatō")
    assert Saying.objects.get().phrase == "thanks"
    pages[1].get_by_role("button", name="Once more").click()
    expect(page.get_by_role("link", name="To the next match")).to_be_visible()
    page.get_by_role("link", name="To the next match").click()
    expect(page.locator(".hand button.play")).to_have_count(8)
    expect(pages[1].locator(".hand button.play")).to_have_count(8)
    assert Match.objects.count() == 2


def wait_for(condition, page):
    """Until something is written, as the page goes on meanwhile."""
    for _ in range(200):
        if condition():
            return
        page.evaluate("() => new Promise((done) => setTimeout(done, 25))")
    raise AssertionError("nothing has been written")


def test_keys_play_and_a_game_is_given_up(page, another, sign_in, site, greta, alice):
    table = open_koikoi_for_tests([greta, alice], seed=3)
    sign_in(greta)
    pages = (page, another(alice))
    for each in pages:
        each.goto(f"{site}/tables/{table.key}/")
        expect(each.locator(".hand button.play")).to_have_count(8)
    game = matches.load(Match.objects.get())
    mine, other = pages[game.state.turn], pages[1 - game.state.turn]
    expect(mine.locator(".prompt")).to_have_text("Your turn: play a card.")
    mine.keyboard.press("1")
    expect(other.locator(".backs i")).to_have_count(7)
    other.get_by_text("Pause, or give up").click()
    other.get_by_role("button", name="Give the game up").click()
    expect(mine.locator("#result")).to_contain_text("gives the game up")
    expect(mine.locator(".lead")).to_contain_text("You win the game.")
    expect(other.locator("#result")).to_contain_text("You give the game up.")
