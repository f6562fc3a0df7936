"""The score sheet, the replay, the notation and the shared link of a finished match of karuta."""

import re
from datetime import UTC, datetime, timedelta
from statistics import median

import pytest
from django.urls import reverse

from games.karuta import matches, telling
from games.karuta.players import Kind, Player
from games.karuta.score import Average, Fault, score
from games.models import KarutaMatch
from games.rules.karuta import notation
from games.rules.karuta.events import Phase, Ready, Send, Touch
from games.rules.karuta.variants import CHIRASHI, KYOGI, everybody, kyogi, replace

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TEMPO = "free-1000-400-600-1400"


def play_out(person, setup=None, players=None, *, seed=1, touches=lambda _state: ()):
    """A match to its end; `touches` gives what the person does in a reading, as (ms, card)."""
    setup = setup or kyogi(replace(KYOGI, memorise_ms=0, swing_ms=0))
    players = players or (Player(), Player(Kind.BOT, who="C"))
    match = matches.begin(person=person, setup=setup, players=players, voice="", tempo=TEMPO, now=NOW, seed=seed)
    table, at = matches.load(match), NOW
    if table.state.phase is Phase.LAYOUT:
        table = matches.act(table, Ready(0), seen=len(table.events), now=at)
    while table.state.result is None:
        at += timedelta(seconds=8)
        if table.state.owed:
            card = table.state.field.cards(0)[0]
            table = matches.act(table, Send(0, (card,)), seen=len(table.events), now=at)
            continue
        table = matches.read(table, seen=len(table.events), now=at)
        hands = [Touch(0, ms, card) for ms, card in touches(table.state)]
        if hands:
            table = matches.touch(table, hands, reading=table.state.number, now=at)
        table = matches.close(table, reading=table.state.number, ms=matches.closes_ms(table), now=at)
    return table


def first_own(state):
    """Nothing but a card of one's own at once, whatever is read: a take, a fault, or nothing lost."""
    return [(5, state.field.cards(0)[0])] if state.number == 1 else []


@pytest.fixture
def table(alice):
    return play_out(alice, touches=first_own)


def url(table, name):
    return reverse(f"karuta-{name}", kwargs={"key": table.match.key})


def test_the_sheet_tells_who_won_by_how_much(alices_browser, table):
    page = alices_browser.get(url(table, "replay")).content.decode()
    assert f"Lost by {table.state.result.margin}" in page


def test_every_reading_is_shown_with_its_verdict(alices_browser, table):
    done = telling.judgements(table)
    for at in (0, len(done) - 1, 999):
        page = alices_browser.get(url(table, "replay"), {"at": at}).content.decode()
        last = done[min(at, len(done) - 1)]
        assert f"Reading {min(at, len(done) - 1) + 1} of {len(done)}" in page
        assert telling.told_judgement(table, last)["name"] in page


def test_the_mat_is_shown_as_it_lay_when_the_reading_began(alices_browser, table):
    answer = alices_browser.get(url(table, "replay"), {"at": 0})
    shown = [card.poem.number for row in answer.context["near"] for group in row for card in group]
    assert len(shown) == 25
    turned = alices_browser.get(url(table, "replay"), {"at": 0, "side": 1})
    assert [card.poem.number for row in turned.context["far"] for group in row for card in group] == shown


def test_cards_that_lie_among_all_are_shown_too(alice, alices_browser):
    players = (Player(), *[Player(Kind.BOT, who="E")] * 2)
    table = play_out(alice, everybody(CHIRASHI, 3), players)
    answer = alices_browser.get(url(table, "replay"), {"at": 0})
    assert len(answer.context["frame"].scattered) == 100


def test_the_notation_reads_back_as_the_match(alices_browser, table):
    text = alices_browser.get(url(table, "notation")).content.decode()
    assert notation.load(text).events == table.events


def test_only_its_person_sees_a_match_until_they_say_otherwise(
    table, alices_browser, charlies_browser, nobodys_browser
):
    strangers = (charlies_browser, nobodys_browser)
    assert {browser.get(url(table, "replay")).status_code for browser in strangers} == {404}
    assert charlies_browser.post(url(table, "share"), {"public": "yes"}).status_code == 404
    alices_browser.post(url(table, "share"), {"public": "yes"})
    assert {browser.get(url(table, "replay")).status_code for browser in strangers} == {200}
    assert {browser.get(url(table, "notation")).status_code for browser in strangers} == {200}
    assert b"karuta-share" not in charlies_browser.get(url(table, "replay")).content
    alices_browser.post(url(table, "share"), {"public": "no"})
    assert {browser.get(url(table, "replay")).status_code for browser in strangers} == {404}


def test_whoever_did_not_play_is_not_spoken_to_as_if_they_had(table, alices_browser, charlies_browser):
    alices_browser.post(url(table, "share"), {"public": "yes"})
    assert "You" in alices_browser.get(url(table, "replay")).context["names"]
    sheet = charlies_browser.get(url(table, "replay"))
    assert sheet.context["headline"] == "Player 1 – The opponent"
    pages = [sheet, *(charlies_browser.get(url(table, "replay"), {"at": at}) for at in range(3))]
    assert not [found for page in pages for found in re.findall(r".{40}\b[Yy]ou\b.*", shown(page))]
    assert "Player 1" in notation.load(alices_browser.get(url(table, "notation")).content.decode()).tags.values()


def shown(page):
    """What stands in the middle of a page."""
    return re.search(r"<main.*</main>", page.content.decode(), re.DOTALL)[0]


def test_a_sheet_asks_the_database_as_often_for_a_long_match_as_for_a_short_one(
    alices_browser, table, django_assert_max_num_queries
):
    assert len(telling.judgements(table)) > 40
    KarutaMatch.objects.update(voice="tone")
    with django_assert_max_num_queries(12):
        alices_browser.get(url(table, "replay"))


def test_an_open_match_has_no_sheet_yet(alice, alices_browser):
    setup = kyogi(replace(KYOGI, memorise_ms=0, swing_ms=0))
    players = (Player(), Player(Kind.NOBODY))
    match = matches.begin(person=alice, setup=setup, players=players, voice="", tempo=TEMPO, now=NOW)
    key = {"key": match.key}
    assert alices_browser.get(reverse("karuta-replay", kwargs=key)).status_code == 404
    assert alices_browser.get(reverse("karuta-notation", kwargs=key)).status_code == 404


def test_the_score_adds_up_to_the_cards_taken(table):
    done = telling.judgements(table)
    for seat in (0, 1):
        sheet = score(done, seat, table.setup.seats, lambda _poem, _kana: 0.0)
        assert sheet.taken == len(sheet.reactions)
        by_clock = [each for each in sheet.missed if each in table.state.taken[seat]]
        assert sheet.taken + len(by_clock) == len(table.state.taken[seat])
    mine = score(done, 0, table.setup.seats, lambda _poem, _kana: 0.0)
    assert mine.sent == sum(1 for each in done for card in each.sent if card.side == 0)


def test_a_fault_is_listed_with_what_was_touched(alice):
    def across(state):
        """In the first reading a card on the other side at once, and the same on the own side: a fault at least."""
        if state.number > 1:
            return []
        wrong = [card for side in (0, 1) for card in state.field.cards(side) if card != state.poem]
        return [(5, wrong[0]), (6, wrong[-1])]

    table = play_out(alice, touches=across)
    done = telling.judgements(table)
    sheet = score(done, 0, table.setup.seats, lambda _poem, _kana: 0.0)
    verdict = done[0].judged.verdict
    assert sheet.faults == (
        Fault(1, verdict.poem, verdict.faults[0], tuple(touch.card for touch in done[0].touches if touch.seat == 0)),
    )
    assert verdict.poem in sheet.to_drill


def test_an_average_is_a_median(alice):
    table = play_out(alice)
    sheet = score(telling.judgements(table), 1, table.setup.seats, lambda _poem, _kana: 0.0)
    assert sheet.median_ms == round(median(each.after_ms for each in sheet.reactions))
    assert Average("2", 1, 900).bar == 90
