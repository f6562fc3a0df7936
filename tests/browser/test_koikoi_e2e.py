"""Koi-Koi in a real browser: a month by mouse, one by keyboard, a reload in the middle, a koi-koi that backfires."""

import pytest
from playwright.sync_api import expect

from games import matches
from games.opponents import Advice
from games.rules.koikoi.cards import CARDS, card
from games.rules.koikoi.options import Options
from games.rules.koikoi.play import Phase
from tests.games.koikoi_laid import laid_match, scripted_reply

AT_HAND = ".hand .play:not([disabled])"


@pytest.fixture(autouse=True)
def _scripted(monkeypatch):
    monkeypatch.setattr("games.opponents.reply", scripted_reply)


@pytest.fixture
def at_table(page, sign_in, greta):
    """at_table(match): Greta sits down."""

    def sit(match, query=""):
        sign_in(greta)
        page.goto(f"/koi-koi/{match.key}/{query}")
        return page

    return sit


def settled(page, match):
    """The state, once the page shows all of it."""
    game = matches.load(match)
    expect(page.locator("input[name=events]")).to_have_value(str(len(game.events)))
    return game.state


def moved_on(page, match, count):
    """Waits until the page has taken the answer to a move."""
    expect(page.locator("input[name=events]")).not_to_have_value(str(count))
    return settled(page, match)


def count_of(match):
    return match.events.count()


def test_a_whole_month_by_mouse(at_table, greta, assert_accessible):
    match = laid_match(greta, options=Options(months=2))
    page = at_table(match)
    state = settled(page, match)
    while not state.results:
        count = count_of(match)
        if state.phase is Phase.DECISION:
            assert_accessible(page)
            page.get_by_role("button", name="Koi-koi").click()
        elif state.shown is not None:
            page.locator(".floor .play").last.click()
        else:
            page.locator(AT_HAND).first.click()
        state = moved_on(page, match, count)
    expect(page.locator(".result h2")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Deal the next month").click()
    expect(page.locator("h1")).to_contain_text("February")


def test_a_whole_month_by_keyboard(at_table, greta):
    match = laid_match(greta, options=Options(months=1))
    page = at_table(match)
    state = settled(page, match)
    page.keyboard.press("ArrowRight")
    expect(page.locator(AT_HAND).first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(AT_HAND).nth(1)).to_be_focused()
    page.keyboard.press("Enter")  # the second card: the one that makes hanami
    state = moved_on(page, match, 2)
    assert state.phase is Phase.DECISION
    expect(page.locator("#decide")).to_be_focused()
    count = count_of(match)
    page.keyboard.press("k")
    state = moved_on(page, match, count)
    while not state.results:
        count = count_of(match)
        page.keyboard.press("s" if state.phase is Phase.DECISION else "1")
        state = moved_on(page, match, count)
    expect(page.locator("#result")).to_be_focused()
    page.get_by_role("link", name="Replay").focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Replay")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/replay/?at=1")


def test_a_reload_in_the_middle_changes_nothing(at_table, greta):
    match = laid_match(greta)
    page = at_table(match)
    page.get_by_role("button", name="Plum, chaff 1").click()
    state = moved_on(page, match, 2)
    before = page.locator(".hand .hf").evaluate_all("all => all.map(each => each.alt)")
    page.reload()
    assert settled(page, match) == state
    assert page.locator(".hand .hf").evaluate_all("all => all.map(each => each.alt)") == before
    assert len(before) == 7


def test_a_koikoi_that_backfires(at_table, greta, assert_accessible):
    match = laid_match(greta)
    page = at_table(match)
    page.get_by_role("button", name="Cherry, chaff 1").click()
    panel = page.get_by_role("group", name="You have a yaku")
    expect(panel.get_by_role("row", name="Flower viewing (hanami) 5")).to_be_visible()
    expect(panel).to_contain_text("you get nothing and their points are doubled")
    panel.get_by_role("button", name="Koi-koi").click()
    page.get_by_role("button", name="Plum, chaff 1").click()
    result = page.get_by_role("group", name="The computer wins 10 points.")
    expect(result.get_by_role("row", name="Three brights (sankō) 5")).to_be_visible()
    expect(result.get_by_role("row", name="the other had called koi-koi ×2")).to_be_visible()
    expect(result.get_by_role("row", name="Points 10")).to_be_visible()
    assert_accessible(page)
    assert matches.load(match).state.scores == (0, 10)


def test_what_happened_is_said(at_table, greta):
    match = laid_match(greta)
    page = at_table(match)
    page.get_by_role("button", name="Plum, chaff 1").click()
    said = page.locator("p[role=status]")
    expect(said).to_contain_text("You lay down Plum, chaff 1.")
    expect(said).to_contain_text("The computer plays Pine, chaff 1 and takes Pine, crane.")
    expect(said).to_contain_text("Your turn: play a card.")


def last_card(view, seed):
    return Advice(view.moves[-1], choices=(), mine=(), theirs=(), reasons=())


def test_advice_comes_into_its_own_place(at_table, greta, monkeypatch, assert_accessible):
    monkeypatch.setattr("games.opponents.advise", last_card)
    match = laid_match(greta)
    page = at_table(match)
    page.get_by_role("button", name="Plum, chaff 1").click()
    panel = page.locator("details.advice")
    expect(panel).to_contain_text("Level 5 would have played Willow, lightning.")
    expect(page.locator("p[role=status]")).to_contain_text("You lay down Plum, chaff 1.")
    assert_accessible(page)
    page.get_by_role("button", name="Bush clover, chaff 1").click()  # the table goes on beside it
    expect(page.locator(".result h2")).to_be_visible()


def test_advice_before_the_move_is_chosen_at_the_table(at_table, greta, monkeypatch, assert_accessible):
    monkeypatch.setattr("games.opponents.advise", last_card)
    page = at_table(laid_match(greta))
    page.locator(".when summary").click()
    assert_accessible(page)
    page.get_by_role("button", name="Before the move").click()
    expect(page.locator("details.advice")).to_contain_text("Level 5 would play Willow, lightning.")
    expect(page.locator(".when summary")).to_contain_text("Before the move")
    page.get_by_role("button", name="Plum, chaff 1").click()  # the form beside the table is not in its way
    expect(page.locator("p[role=status]")).to_contain_text("You lay down Plum, chaff 1.")
    expect(page.locator("details.advice")).to_contain_text("Level 5 would play Willow, lightning.")


def test_a_double_click_is_one_move(at_table, greta):
    match = laid_match(greta)
    page = at_table(match)
    page.get_by_role("button", name="Plum, chaff 1").dblclick()
    state = moved_on(page, match, 2)
    assert state.hands[0].bit_count() == 7


def test_a_line_that_is_down_loses_nothing(at_table, greta, trouble):
    match = laid_match(greta)
    page = at_table(match)
    page.context.set_offline(True)
    page.get_by_role("button", name="Plum, chaff 1").click()
    expect(page.locator(".offline")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Plum, chaff 1").click()
    state = moved_on(page, match, 2)
    assert state.hands[0].bit_count() == 7
    trouble.clear()  # the line was cut on purpose


def test_floor_and_hand_fit_a_phone(at_table, greta):
    match = laid_match(greta)
    page = at_table(match)
    for height in (844, 664):
        page.set_viewport_size({"width": 390, "height": height})
        boxes = page.locator(".floor .hf, .hand .play").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect()).map(({left, right, bottom}) => [left, right, bottom])"
        )
        assert len(boxes) == 16
        assert min(left for left, _, _ in boxes) >= 0
        assert max(right for _, right, _ in boxes) <= 390
        assert max(bottom for _, _, bottom in boxes) <= height


def test_a_card_in_the_hand_is_large_enough_for_a_finger(at_table, greta):
    match = laid_match(greta)
    page = at_table(match)
    page.set_viewport_size({"width": 390, "height": 844})
    for box in (each.bounding_box() for each in page.locator(AT_HAND).all()):
        assert box["width"] >= 44
        assert box["height"] >= 44


def test_what_a_card_would_take_is_ringed(at_table, greta):
    match = laid_match(greta)
    page = at_table(match)
    page.get_by_role("button", name="Cherry, chaff 1").hover()
    expect(page.locator(".floor .met")).to_have_count(1)
    assert page.locator(".floor .met .hf").get_attribute("alt") == CARDS[card("3.bright.1")].names.en


def test_two_players_hand_the_device_over(at_table, greta, assert_accessible):
    match = laid_match(greta, level=None)
    page = at_table(match)
    assert_accessible(page)
    expect(page.locator(".hand")).to_have_count(0)
    page.get_by_role("link", name="I am player 1").click()
    page.get_by_role("button", name="Plum, chaff 1").click()
    expect(page.get_by_role("heading", name="Hand the device to player 2")).to_be_visible()
    expect(page.locator(".hand")).to_have_count(0)
    page.get_by_role("link", name="I am player 2").click()
    expect(page.get_by_role("button", name="Pine, chaff 1")).to_be_visible()


def test_without_scripts_a_month_can_be_played(new_context, site, greta, sign_in, context):
    sign_in(greta)
    bare = new_context(java_script_enabled=False)
    bare.add_cookies(context.cookies())
    page = bare.new_page()
    match = laid_match(greta, options=Options(months=1))
    page.goto(f"{site}/koi-koi/{match.key}/")
    page.get_by_role("button", name="Cherry, chaff 1").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("You win the game.")).to_be_visible()
    bare.close()


MOTION = """async ([before, after, places, steps]) => {
  const { plan, keyframes } = await import(document.querySelector('link[rel=modulepreload]').href);
  const map = (pairs) => new Map(pairs);
  return plan(map(before), map(after), places, steps).map((move) => {
    const { duration, frames } = keyframes(move, map(after).get(move.card));
    return [move.card, move.from.x, move.via?.x ?? null, move.start, duration, frames[0].opacity ?? 1];
  });
}"""


def at(x):
    return {"x": x, "y": 0, "width": 50}


def test_a_played_card_goes_onto_what_it_takes_and_both_to_the_heap(at_table, greta):
    """A card from the stock is out of sight until it is drawn."""
    page = at_table(laid_match(greta))
    before, after = [[1, at(10)], [2, at(20)]], [[1, at(90)], [2, at(95)], [7, at(30)]]
    steps = [
        {"card": 1, "own": True, "from": "hand", "onto": [2]},
        {"card": 7, "own": True, "from": "stock", "onto": []},
    ]
    moved = page.evaluate(MOTION, [before, after, {"stock": at(0), "hand": at(5), "other": at(6)}, steps])
    assert moved == [[1, 10, 20, 0, 280, 1], [2, 20, 20, 0, 280, 1], [7, 0, None, 400, 140, 0]]


def test_no_card_moves_where_motion_is_unwanted(at_table, greta):
    match = laid_match(greta)
    page = at_table(match)
    page.get_by_role("button", name="Plum, chaff 1").click()
    moved_on(page, match, 2)
    assert page.evaluate("document.querySelector('.table').getAnimations({subtree: true}).length") == 0


def test_cards_move_where_motion_is_welcome(at_table, greta):
    match = laid_match(greta)
    page = at_table(match)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(
        "addEventListener('htmx:afterSwap', () => (window.moving = document.getAnimations().length), {once: true})"
    )
    page.get_by_role("button", name="Plum, chaff 1").click()
    moved_on(page, match, 2)
    assert page.evaluate("window.moving") >= 3
