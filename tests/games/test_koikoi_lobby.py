"""Beginning a game, one's own rules, the pages that explain."""

from datetime import UTC, datetime, timedelta

import pytest

from games import matches, own_rules
from games.models import Match, OwnRules
from games.rules.koikoi.options import PRESETS, SEED, TEXTS, Options, as_text

FORM = {"opponent": "3", "rules": "nintendo", "months": ""}


def begin(browser, **changes):
    return browser.post("/koi-koi/", FORM | changes)


def test_a_game_begins_with_its_first_month_dealt(alice, alices_browser):
    response = begin(alices_browser, months="6")
    match = alice.matches.get()
    assert response.url == f"/koi-koi/{match.key}/"
    game = matches.load(match)
    assert (match.level, match.preset) == (3, "nintendo")
    assert game.options == Options(**vars(PRESETS["nintendo"]) | {"months": 6})
    assert game.state.month >= 1


def test_guests_begin_too_and_nobody_is_asked_first(greta, gretas_browser, nobodys_browser):
    begin(gretas_browser)
    assert greta.matches.count() == 1
    assert begin(nobodys_browser).url.startswith("/begin/")
    assert "Begin as a guest" in nobodys_browser.get("/koi-koi/").content.decode()


@pytest.mark.parametrize(
    "wrong", [{"opponent": "6"}, {"opponent": ""}, {"rules": "house"}, {"rules": ""}, {"months": "13"}, {"months": "x"}]
)
def test_a_wrong_choice_is_a_sentence_and_no_game(alice, alices_browser, wrong):
    response = begin(alices_browser, **wrong)
    assert response.status_code == 422
    assert "Choose" in response.content.decode()
    assert not alice.matches.exists()


def test_ones_own_rules_hold_for_new_games(alice, alices_browser):
    alices_browser.post("/koi-koi/options/", {"gokou": "15", "seven_double": "yes"})
    begin(alices_browser, rules="own")
    assert matches.load(alice.matches.get()).options == Options(gokou=15, seven_double=True)


def test_each_opponent_is_told_in_a_sentence(alices_browser):
    page = alices_browser.get("/koi-koi/").content.decode()
    assert "Level 4: experienced" in page
    assert "Watches your pile as well, and calls koi-koi when you look harmless." in page


def test_giving_up_is_asked_twice(alice, alices_browser):
    begin(alices_browser)
    page = alices_browser.get("/koi-koi/").content.decode()
    summary, form = page.index("<summary"), page.index("/delete/")
    assert summary < form < page.index("Yes, give it up")


def test_ten_of_the_chaff_make_a_kasu_and_all_three_of_a_named_set(nobodys_browser):
    """A dealt yaku has no list of cards: its name says which."""
    page = nobodys_browser.get("/koi-koi/rules/").content.decode()
    needs = {name: page.partition(name)[2].partition("</tr>")[0] for name in ("(kasu)", "(akatan)", "(teshi)")}
    assert "any 10 of them" in needs["(kasu)"]
    assert "3 cards" in needs["(akatan)"]
    assert "of them" not in needs["(teshi)"]


def test_a_game_keeps_the_rules_it_began_with(alice, alices_browser):
    begin(alices_browser, rules="own")
    alices_browser.post("/koi-koi/options/", {"preset": "newhanafuda"})
    assert matches.load(alice.matches.get()).options == SEED


def test_a_preset_sets_everything_at_once(alice, alices_browser, charlie):
    alices_browser.post("/koi-koi/options/", {"gokou": "15"})
    alices_browser.post("/koi-koi/options/", {"preset": "koikoi_japan"})
    assert own_rules.of(alice) == PRESETS["koikoi_japan"]
    assert own_rules.of(charlie) == SEED


def test_every_option_can_be_set_by_its_form(alice, alices_browser):
    wanted = PRESETS["newhanafuda"]
    alices_browser.post("/koi-koi/options/", {text.option: as_text(getattr(wanted, text.option)) for text in TEXTS})
    assert own_rules.of(alice) == wanted


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"gokou": "100"}, "Points are a whole number from 0 to 99."),
        ({"gokou": "many"}, "Points are a whole number from 0 to 99."),
        ({"months": "0"}, "A game has 1 to 12 months."),
        ({"viewing": "sometimes"}, "is not a choice of viewing"),
        ({"preset": "house"}, "There is no such set of rules."),
    ],
)
def test_rules_that_cannot_be_are_refused(alice, alices_browser, form, sentence):
    response = alices_browser.post("/koi-koi/options/", form)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not OwnRules.objects.exists()


def test_the_rules_page_draws_the_chosen_table(nobodys_browser):
    newhanafuda = nobodys_browser.get("/koi-koi/rules/?rules=newhanafuda").content.decode()
    assert "tsuki-fuda" in newhanafuda
    assert "<b>15</b>" in newhanafuda
    seed = nobodys_browser.get("/koi-koi/rules/?rules=seed").content.decode()
    assert "tsuki-fuda)" not in seed
    assert "Any three brights are a sankō." in seed
    assert nobodys_browser.get("/koi-koi/rules/?rules=house").status_code == 200


@pytest.mark.parametrize(
    "fact",
    ["Francisco Xavier", "the western cards were forbidden", "Unsun karuta", "a deck of 48", "iroha", "Michikaze"],
)
def test_the_history_tells_what_the_source_tells(nobodys_browser, fact):
    assert fact in nobodys_browser.get("/koi-koi/history/").content.decode()


def test_the_history_shows_all_cards_with_their_names(nobodys_browser):
    page = nobodys_browser.get("/koi-koi/history/").content.decode()
    assert all(f'data-card="{number}"' in page for number in range(48))
    assert 'alt="Willow, lightning"' in page
    japanese = nobodys_browser.get("/koi-koi/history/", headers={"accept-language": "ja"}).content.decode()
    assert 'alt="松に鶴"' in japanese
    vietnamese = nobodys_browser.get("/koi-koi/history/", headers={"accept-language": "vi"}).content.decode()
    assert 'alt="Thông, hạc"' in vietnamese


def test_the_lobby_lists_only_ones_own(alice, charlie, alices_browser, charlies_browser):
    begin(alices_browser, opponent="two")
    key = str(alice.matches.get().key)
    assert key in alices_browser.get("/koi-koi/").content.decode()
    assert key not in charlies_browser.get("/koi-koi/").content.decode()


def forty_five(person, *, is_finished):
    """Rows of games, the newest last: what a list needs, and no cards."""
    first = datetime(2026, 1, 1, tzinfo=UTC)
    days = [first + timedelta(days=day) for day in range(45)]
    ends = {"own_score": 3, "other_score": 1} if is_finished else {}
    return Match.objects.bulk_create(
        Match(
            person=person,
            level=1,
            preset="seed",
            seed=1,
            started_at=day,
            moved_at=day,
            finished_at=day if is_finished else None,
            **ends,
        )
        for day in days
    )


@pytest.mark.parametrize(("query", "is_finished"), [("page", True), ("open", False)])
def test_every_game_is_on_some_page_of_the_lobby(alice, alices_browser, query, is_finished):
    keys = [str(match.key) for match in reversed(forty_five(alice, is_finished=is_finished))]
    bounds = {"": (0, 20), "1": (0, 20), "2": (20, 40), "3": (40, 45), "99": (40, 45), "x": (0, 20)}
    for number, (start, end) in bounds.items():
        page = alices_browser.get(f"/koi-koi/?{query}={number}").content.decode()
        assert [key for key in keys if key in page] == keys[start:end], number
        assert (f'href="?{query}=2#' in page) is (start != 20)


def test_one_list_is_turned_without_the_other(alice, alices_browser):
    opened, done = forty_five(alice, is_finished=False), forty_five(alice, is_finished=True)
    page = alices_browser.get("/koi-koi/?open=3&page=2").content.decode()
    assert str(opened[0].key) in page
    assert str(done[20].key) in page
    assert "?open=2&amp;page=2#going" in page
    assert "?open=3&amp;page=3#done" in page


def test_a_few_games_need_no_pages(alices_browser):
    begin(alices_browser)
    assert 'class="pages"' not in alices_browser.get("/koi-koi/").content.decode()
