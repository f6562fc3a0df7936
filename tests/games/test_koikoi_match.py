"""The table of Koi-Koi: whose it is, what a move does, and that it does it once."""

import pytest
from django.urls import reverse
from koikoi_laid import laid_deal, laid_match, scripted_reply

from games import matches, own_rules
from games.models import AdviceTime, Match, MatchEvent
from games.opponents import Advice, Reason
from games.rules.koikoi import notation, play
from games.rules.koikoi.cards import card
from games.rules.koikoi.options import PRESETS, SEED, Options


@pytest.fixture(autouse=True)
def _scripted(monkeypatch):
    monkeypatch.setattr("games.opponents.reply", scripted_reply)


def url(match, name="koikoi-match"):
    return reverse(name, kwargs={"key": match.key})


def post(browser, match, move, *, events=None, htmx=False, **more):
    count = match.events.count() if events is None else events
    headers = {"hx-request": "true"} if htmx else {}
    return browser.post(url(match), {"move": move, "events": count, **more}, headers=headers)


def played(match):
    return [row["event"] for row in match.events.values_list("row", flat=True)]


def plays(text):
    return f"play {card(text)}"


# A move ---------------------------------------------------------------------------------------------------


def test_a_move_is_appended_and_the_yaku_comes_first(alice, alices_browser):
    match = laid_match(alice)
    response = post(alices_browser, match, plays("3.chaff.1"))
    assert response.status_code == 302
    assert played(match) == ["DealerDrawn", "Dealt", "Played", "Drawn", "YakuMade"]
    page = alices_browser.get(url(match)).content.decode()
    assert "Flower viewing (hanami)" in page
    assert 'value="stop"' in page
    assert 'value="koikoi"' in page
    assert page.index("Flower viewing (hanami)") < page.index('value="stop"')


def test_with_htmx_only_the_stage_comes_back(alice, alices_browser):
    match = laid_match(alice)
    page = post(alices_browser, match, plays("2.chaff.1"), htmx=True).content.decode()
    assert "<html" not in page
    assert f'name="events" value="{match.events.count()}"' in page


def test_a_second_click_does_nothing(alice, alices_browser):
    match = laid_match(alice)
    post(alices_browser, match, plays("2.chaff.1"), events=2)
    once = played(match)
    again = post(alices_browser, match, plays("7.chaff.1"), events=2, htmx=True)
    assert played(match) == once
    assert "The table had moved on" in again.content.decode()


def test_two_tabs_at_once_write_one_move(alice):
    match = laid_match(alice)
    first, second = matches.load(match), matches.load(match)
    move = play.moves(first.state)[0]
    after = matches.move(first, move, seen=2, now=match.started_at)
    with pytest.raises(matches.Stale):
        matches.move(second, move, seen=2, now=match.started_at)
    assert match.events.count() == len(after.events)


@pytest.mark.parametrize("move", ["", "play", "play x", "play 999999999", "dance", "take -1", "play 3 4"])
def test_what_is_no_move_is_refused_in_a_sentence(alice, alices_browser, move):
    match = laid_match(alice)
    response = post(alices_browser, match, move)
    assert response.status_code == 422
    assert "This is not a move" in response.content.decode()
    assert match.events.count() == 2


@pytest.mark.parametrize("events", ["", "x", "-1"])
def test_a_move_without_a_count_changes_nothing(alice, alices_browser, events):
    match = laid_match(alice)
    assert post(alices_browser, match, plays("2.chaff.1"), events=events).status_code == 422
    assert match.events.count() == 2


def test_a_card_one_does_not_hold_is_named(alice, alices_browser):
    match = laid_match(alice)
    response = post(alices_browser, match, plays("1.bright.1"))
    assert response.status_code == 422
    assert "You do not hold Pine, crane." in response.content.decode()
    assert match.events.count() == 2


def test_nobody_moves_for_the_computer(alice, alices_browser):
    match = laid_match(alice, deal=laid_deal(dealer=0))
    response = post(alices_browser, match, plays("1.chaff.1"), seat=1)
    assert response.status_code == 422
    assert match.events.count() == 2


# Whose it is ----------------------------------------------------------------------------------------------


def test_a_stranger_neither_sees_nor_moves(alice, charlies_browser, gretas_browser, nobodys_browser):
    match = laid_match(alice)
    for browser in (charlies_browser, gretas_browser):
        assert browser.get(url(match)).status_code == 404
        assert post(browser, match, plays("2.chaff.1")).status_code == 404
        assert browser.post(url(match, "koikoi-delete")).status_code == 404
    assert nobodys_browser.get(url(match)).url.startswith("/begin/")
    assert post(nobodys_browser, match, plays("2.chaff.1")).status_code == 302
    assert match.events.count() == 2
    assert Match.objects.filter(pk=match.pk).exists()


def test_a_guest_plays(greta, gretas_browser):
    match = laid_match(greta)
    assert gretas_browser.get(url(match)).status_code == 200
    post(gretas_browser, match, plays("2.chaff.1"))
    assert match.events.count() > 2


def test_the_page_holds_no_card_that_is_hidden(alice, alices_browser):
    match = laid_match(alice)
    page = alices_browser.get(url(match)).content.decode()
    state = matches.load(match).state
    seen = state.hands[0] | state.floor
    shown = {number for number in range(48) if f'data-card="{number}"' in page}
    assert shown == {number for number in range(48) if seen >> number & 1}


# The end of a month and of a game -------------------------------------------------------------------------


def test_a_koikoi_that_backfires_shows_every_factor(alice, alices_browser):
    match = laid_match(alice)
    for move in (plays("3.chaff.1"), "koikoi", plays("2.chaff.1")):
        post(alices_browser, match, move)
    game = matches.load(match)
    assert (game.state.results[0].winner, game.state.results[0].points) == (1, 10)
    page = alices_browser.get(url(match)).content.decode()
    assert "The computer wins 10 points." in page
    assert "Three brights (sankō)" in page
    assert "the other had called koi-koi" in page
    assert "×2" in page


def test_a_finished_game_counts_once(alice, alices_browser):
    match = laid_match(alice, options=Options(months=1))
    post(alices_browser, match, plays("3.chaff.1"))
    post(alices_browser, match, "stop", events=5)
    match.refresh_from_db()
    assert (match.own_score, match.other_score) == (5, 0)
    finished_at = match.finished_at
    assert finished_at is not None
    post(alices_browser, match, "stop", events=5)
    post(alices_browser, match, "deal")
    match.refresh_from_db()
    assert match.finished_at == finished_at
    assert played(match).count("GameEnded") == 1
    page = alices_browser.get(reverse("koikoi-record")).content.decode()
    assert "of 1" in page


def test_the_next_month_is_dealt_when_asked_for(alice, alices_browser):
    match = laid_match(alice)
    for move in (plays("3.chaff.1"), "stop", "deal"):
        post(alices_browser, match, move)
    game = matches.load(match)
    assert game.state.month == 2
    assert game.state.dealer == 0  # the winner deals


@pytest.mark.parametrize("name", PRESETS)
def test_whole_games_under_every_preset(alice, name):
    match = matches.begin(person=alice, level=1, options=PRESETS[name], now=laid_match(alice).started_at, seed=5)
    game = matches.load(match)
    while game.outcome is None:
        game = matches.move(game, play.moves(game.state)[0], seen=len(game.events), now=match.started_at)
    match.refresh_from_db()
    assert (match.own_score, match.other_score) == game.outcome.scores
    assert matches.load(match).state == game.state
    assert match.preset == name


# Two on one device ----------------------------------------------------------------------------------------


def test_the_device_is_handed_over_before_a_hand_is_shown(alice, alices_browser):
    match = laid_match(alice, level=None)
    page = alices_browser.get(url(match)).content.decode()
    assert "Hand the device to player 1" in page
    assert f'value="{plays("2.chaff.1")}"' not in page
    assert f'value="{plays("2.chaff.1")}"' in alices_browser.get(url(match) + "?seat=0").content.decode()


def test_the_other_seat_is_asked_for_after_a_turn(alice, alices_browser):
    match = laid_match(alice, level=None)
    page = post(alices_browser, match, plays("2.chaff.1"), seat=0, htmx=True).content.decode()
    assert "Hand the device to player 2" in page
    assert 'class="hand"' not in page
    theirs = alices_browser.get(url(match) + "?seat=1").content.decode()
    assert f'value="{plays("1.chaff.1")}"' in theirs
    assert f'value="{plays("7.chaff.1")}"' not in theirs
    # who looks out of turn is asked to hand over
    assert "Hand the device to player 2" in alices_browser.get(url(match) + "?seat=0").content.decode()


def test_the_seat_that_has_a_yaku_decides_at_once(alice, alices_browser):
    match = laid_match(alice, level=None)
    page = post(alices_browser, match, plays("3.chaff.1"), seat=0, htmx=True).content.decode()
    assert 'value="koikoi"' in page


def test_games_for_two_do_not_count_for_the_record(alice, alices_browser):
    match = laid_match(alice, level=None, options=Options(months=1))
    post(alices_browser, match, plays("3.chaff.1"), seat=0)
    post(alices_browser, match, "stop", seat=0)
    match.refresh_from_db()
    assert match.is_finished
    assert "No game against the computer is finished yet" in alices_browser.get("/koi-koi/record/").content.decode()


# Replay, notation, giving up ------------------------------------------------------------------------------


@pytest.fixture
def finished(alice, alices_browser):
    match = laid_match(alice, options=Options(months=1))
    post(alices_browser, match, plays("3.chaff.1"))
    post(alices_browser, match, "stop")
    match.refresh_from_db()
    return match


def test_a_replay_goes_turn_by_turn_with_open_hands(finished, alices_browser, charlies_browser):
    address = url(finished, "koikoi-replay")
    first = alices_browser.get(address).content.decode()
    assert f'data-card="{card("11.ribbon.1")}"' in first  # in the computer's hand
    assert "0 of 2" in first
    assert "You win 5 points." in alices_browser.get(f"{address}?at=2").content.decode()
    assert alices_browser.get(f"{address}?at=99999").status_code == 200
    assert alices_browser.get(f"{address}?at=x").status_code == 200
    assert charlies_browser.get(address).status_code == 404


def test_the_notation_reads_back(finished, alices_browser, charlies_browser):
    response = alices_browser.get(url(finished, "koikoi-notation"))
    assert response.headers["Content-Disposition"].startswith('attachment; filename="koikoi-')
    options, events = notation.load(response.content.decode())
    assert options == Options(months=1)
    assert events == matches.load(finished).events
    assert charlies_browser.get(url(finished, "koikoi-notation")).status_code == 404


def test_an_open_match_keeps_its_secrets(alice, alices_browser):
    match = laid_match(alice)
    assert alices_browser.get(url(match, "koikoi-replay")).status_code == 404
    assert alices_browser.get(url(match, "koikoi-notation")).status_code == 404


def test_giving_up_deletes_an_open_match_only(alice, alices_browser, finished):
    match = laid_match(alice)
    alices_browser.post(url(match, "koikoi-delete"))
    alices_browser.post(url(finished, "koikoi-delete"))
    assert list(alice.matches.values_list("pk", flat=True)) == [finished.pk]
    assert MatchEvent.objects.filter(match_id=match.pk).count() == 0


def test_as_many_questions_to_the_database_late_in_a_match(alice, alices_browser, django_assert_max_num_queries):
    match = laid_match(alice)
    game = matches.load(match)
    while len(game.state.results) < 5:
        game = matches.move(game, play.moves(game.state)[0], seen=len(game.events), now=match.started_at)
    with django_assert_max_num_queries(5):
        alices_browser.get(url(match))


def test_the_rules_of_a_match_are_its_own(alice, alices_browser, charlies_browser):
    match = laid_match(alice, options=Options(gokou=77))
    address = f"{reverse('koikoi-rules')}?match={match.key}"
    assert "<b>77</b>" in alices_browser.get(address).content.decode()
    assert charlies_browser.get(address).status_code == 404
    assert alices_browser.get(f"{reverse('koikoi-rules')}?match=x").status_code == 404
    assert SEED.gokou == 10


# Advice ---------------------------------------------------------------------------------------------------


def advised(view, seed):
    """What would be played, as a test wants it: the last card of the hand, for a reason."""
    reason = Reason("You make %(yaku)s in %(percent)s tries.", (("yaku", "tan"), ("percent", 7)))
    return Advice(view.moves[-1], choices=(), mine=(), theirs=(), reasons=(reason,))


def advice_for(browser, match, *, htmx=True):
    return browser.get(url(match, "koikoi-advice"), headers={"hx-request": "true"} if htmx else {}).content.decode()


def test_advice_comes_after_the_move_and_is_about_it(alice, alices_browser, monkeypatch):
    monkeypatch.setattr("games.opponents.advise", advised)
    match = laid_match(alice)
    address = url(match, "koikoi-advice")
    assert f'hx-get="{address}"' not in alices_browser.get(url(match)).content.decode()
    assert advice_for(alices_browser, match).strip() == ""
    assert f'hx-get="{address}"' in post(alices_browser, match, plays("2.chaff.1"), htmx=True).content.decode()
    panel = advice_for(alices_browser, match)
    assert "You played Plum, chaff 1. Level 5 would have played Willow, lightning." in panel
    assert "You make Ribbons (tan) in 7 tries." in panel
    assert "<html" not in panel
    assert "<html" in advice_for(alices_browser, match, htmx=False)


def test_advice_sees_what_the_player_saw(alice, alices_browser, monkeypatch):
    seen = []
    monkeypatch.setattr("games.opponents.advise", lambda view, seed: seen.append((view, seed)) or advised(view, seed))
    match = laid_match(alice)
    before = play.view(matches.load(match).state, 0)
    post(alices_browser, match, plays("2.chaff.1"), htmx=True)
    assert seen == []  # the table does not wait for it
    advice_for(alices_browser, match)
    assert [view for view, _seed in seen] == [before]


def test_the_same_move_is_praised(alice, alices_browser, monkeypatch):
    monkeypatch.setattr("games.opponents.advise", advised)
    match = laid_match(alice)
    post(alices_browser, match, plays("11.chaff.1"), htmx=True)
    assert "Willow, lightning: level 5 would have played the same." in advice_for(alices_browser, match)


def test_two_on_one_device_get_no_advice(alice, alices_browser, monkeypatch):
    monkeypatch.setattr("games.opponents.advise", advised)
    match = laid_match(alice, level=None)
    post(alices_browser, match, plays("2.chaff.1"), seat=0)
    assert advice_for(alices_browser, match).strip() == ""
    assert 'name="advice"' not in alices_browser.get(url(match) + "?seat=1").content.decode()
    assert choose_advice(alices_browser, match, "before").status_code == 404
    own_rules.set_advice_time(alice, AdviceTime.BEFORE)
    assert advice_for(alices_browser, match).strip() == ""
    assert "hx-get" not in alices_browser.get(url(match) + "?seat=1").content.decode()


def choose_advice(browser, match, time):
    return browser.post(url(match, "koikoi-advice"), {"advice": time})


@pytest.fixture
def asked(monkeypatch):
    """The views that the adviser was asked about, and the seeds."""
    seen = []
    monkeypatch.setattr("games.opponents.advise", lambda view, seed: seen.append((view, seed)) or advised(view, seed))
    return seen


def test_advice_before_the_move_is_about_the_move_to_make(alice, alices_browser, asked):
    match = laid_match(alice)
    assert choose_advice(alices_browser, match, "before").url == url(match)
    page = alices_browser.get(url(match)).content.decode()
    assert f'hx-get="{url(match, "koikoi-advice")}"' in page
    assert "Advice on this move" in page
    assert asked == []  # the table does not wait for it
    panel = advice_for(alices_browser, match)
    assert "Level 5 would play Willow, lightning." in panel
    assert "You played" not in panel
    assert [view for view, _seed in asked] == [play.view(matches.load(match).state, 0)]
    post(alices_browser, match, plays("3.chaff.1"))
    assert "Level 5 would play koi-koi." in advice_for(alices_browser, match)  # the last of its moves
    post(alices_browser, match, "stop")
    assert advice_for(alices_browser, match).strip() == ""  # the month is over


def test_the_same_move_is_advised_before_and_after(alice, alices_browser, asked):
    match = laid_match(alice)
    choose_advice(alices_browser, match, "before")
    advice_for(alices_browser, match)
    post(alices_browser, match, plays("2.chaff.1"))
    choose_advice(alices_browser, match, "after")
    assert "You played Plum, chaff 1." in advice_for(alices_browser, match)
    assert asked[0] == asked[1]


def test_who_wants_no_advice_sees_none_and_nothing_is_searched(alice, alices_browser, asked):
    match = laid_match(alice)
    choose_advice(alices_browser, match, "off")
    page = post(alices_browser, match, plays("2.chaff.1"), htmx=True).content.decode()
    assert "hx-get" not in page
    assert 'value="off" aria-pressed="true"' in page
    assert advice_for(alices_browser, match).strip() == ""
    assert "There is no advice at this point." in advice_for(alices_browser, match, htmx=False)
    assert asked == []


def test_when_one_is_advised_is_ones_own_and_leaves_the_rules_alone(alice, charlie, greta, alices_browser):
    own_rules.save(alice, PRESETS["nintendo"])
    choose_advice(alices_browser, laid_match(alice), "before")
    assert own_rules.of(alice) == PRESETS["nintendo"]
    own_rules.save(alice, SEED)
    assert own_rules.advice_time(alice) is AdviceTime.BEFORE
    assert own_rules.advice_time(charlie) is own_rules.advice_time(greta) is AdviceTime.AFTER


@pytest.mark.parametrize("wrong", ["", "never", "AFTER"])
def test_a_time_that_is_none_is_a_sentence(alice, alices_browser, charlies_browser, wrong):
    match = laid_match(alice)
    response = choose_advice(alices_browser, match, wrong)
    assert response.status_code == 422
    assert "Choose when you want advice." in response.content.decode()
    assert own_rules.advice_time(alice) is AdviceTime.AFTER
    assert choose_advice(charlies_browser, match, "off").status_code == 404
