"""Fuda-nagashi's pages as the owner, a stranger, a guest and nobody see them."""

import json
import random
import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from trainer import runs
from trainer.models import Memory, Run
from trainer.poems.bands import Band
from trainer.poems.kimariji import as_written
from trainer.poems.piles import own
from trainer.runs import Turned
from trainer.views import flow

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
SETUP = reverse("flow")
CHOSEN = {"pile": "all", "facing": "upright", "mode": "said"}


def start(person, *, poems=(1, 2, 3), mode="said", facing="upright", pile="all", now=NOW):
    return runs.start_run(
        person=person, pile=pile, poems=poems, mode=mode, facing=facing, now=now, chance=random.Random(1)
    )


def finished(person, *, cards=3, each_ms=800, missed=(), **options):
    run = start(person, poems=range(1, cards + 1), **options)
    runs.record_turns(run, [Turned(p, each_ms, missed=p in missed, answer="い") for p in range(1, cards + 1)])
    runs.finish_run(run, now=NOW + timedelta(hours=1))
    return run


def page_of(run):
    return reverse("flow-run", args=[run.key])


def send(browser, run, turns, **more):
    return browser.post(
        reverse("flow-turns", args=[run.key]), json.dumps({"turns": turns} | more), content_type="application/json"
    )


# --- setup ----------------------------------------------------------------------------------------------


def test_nobody_is_asked_how_to_begin_and_led_back(nobodys_browser):
    response = nobodys_browser.get(SETUP)
    assert response.status_code == 302
    assert "next=%2Ffuda-nagashi%2F" in response["Location"]
    assert nobodys_browser.post(SETUP, CHOSEN).status_code == 302
    assert not Run.objects.exists()


def test_a_guest_starts_a_run_of_all_hundred(gretas_browser, greta):
    assert gretas_browser.get(SETUP).status_code == 200
    response = gretas_browser.post(SETUP, CHOSEN)
    run = Run.objects.get()
    assert response["Location"] == page_of(run)
    assert (run.person, run.pile, run.turns.count()) == (greta, "all", 100)


@pytest.mark.parametrize(
    ("fields", "code", "cards"),
    [
        ({"pile": "part", "part": "group-16"}, "group-16", 16),
        ({"pile": "own", "own": "17, うか chiha"}, own([17, 74]), 2),
        ({"pile": "partners-65"}, "partners-65", 2),
        ({"pile": "learnt"}, "learnt", 2),
        ({"pile": "leeches"}, "leeches", 1),
    ],
)
def test_a_pile_is_chosen(alices_browser, alice, fields, code, cards):
    Memory.objects.create(person=alice, poem=8, skill="tf-kj", reviews=9, lapses=4)
    Memory.objects.create(person=alice, poem=9, skill="tf-kj", reviews=9)
    alices_browser.post(SETUP, CHOSEN | fields)
    run = Run.objects.get()
    assert (run.pile, run.turns.count()) == (code, cards)


def test_the_slowest_are_chosen_by_number(alices_browser, alice):
    finished(alice, cards=30)
    alices_browser.post(SETUP, CHOSEN | {"pile": "slowest", "slowest": "7"})
    assert Run.objects.get(pile="slowest-7").turns.count() == 7


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"pile": "nonsense"}, "There is no such pile"),
        ({"pile": "part", "part": ""}, "There is no such pile"),
        ({"pile": "own", "own": "1, xyz"}, "“xyz” is neither a number"),
        ({"pile": "own", "own": " "}, "Your list is empty"),
        ({"pile": "learnt"}, "You have not learnt a poem here yet"),
        ({"pile": "leeches"}, "You have no leeches"),
        ({"pile": "slowest"}, "No card has a time yet"),
        ({"pile": "slowest", "slowest": "0"}, "from 1 to 100"),
        ({"facing": "sideways"}, "sideways is not one of the available choices"),
        ({"mode": ""}, "Choose how you answer"),
    ],
)
def test_a_wrong_choice_gets_a_sentence_and_starts_nothing(alices_browser, fields, sentence):
    response = alices_browser.post(SETUP, CHOSEN | fields)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Run.objects.exists()


def test_a_link_asks_for_a_pile(alices_browser):
    page = alices_browser.get(SETUP, {"pile": "sound-tsu", "mode": "typed", "facing": "mixed"}).content.decode()
    assert re.search(r'value="part" checked', page)
    assert re.search(r'<option value="sound-tsu" selected', page)
    assert re.search(r'value="typed" checked', page)
    assert re.search(r'value="mixed" checked', page)


@pytest.mark.parametrize("code", ["own-zz", "slowest-99999999999999999999", "x" * 500, "partners-²"])
def test_a_link_that_asks_for_nonsense_shows_the_form(alices_browser, code):
    assert alices_browser.get(SETUP, {"pile": code}).status_code == 200


def test_setup_lists_own_runs_only_and_the_best_of_each_kind(alices_browser, alice, charlie):
    slow, quick = finished(alice, each_ms=900), finished(alice, each_ms=500)
    wild = finished(alice, each_ms=300, missed=(1, 2))
    strange = finished(charlie)
    response = alices_browser.get(SETUP)
    page = response.content.decode()
    assert all(str(run.key) in page for run in (slow, quick, wild))
    assert str(strange.key) not in page
    assert [line.key for line in response.context["bests"]] == [quick.key]


def test_an_unfinished_run_is_offered_again(alices_browser, alice):
    run = start(alice)
    runs.record_turns(run, [Turned(1, 500)])
    page = alices_browser.get(SETUP).content.decode()
    assert "Not finished" in page
    assert "1 of 3" in page


def test_setup_needs_as_many_queries_for_many_runs_as_for_one(alices_browser, alice, django_assert_max_num_queries):
    for _ in range(12):
        finished(alice)
        start(alice)
    with django_assert_max_num_queries(6):
        alices_browser.get(SETUP)


def test_runs_come_in_pages(alices_browser, alice):
    for _ in range(11):
        finished(alice)
    assert len(alices_browser.get(SETUP).context["page"].object_list) == 10
    assert len(alices_browser.get(SETUP, {"page": "2"}).context["page"].object_list) == 1
    assert alices_browser.get(SETUP, {"page": "x"}).status_code == 200


# --- who may see a run ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["flow-run", "flow-turns", "flow-delete"])
def test_a_strangers_run_does_not_exist(charlies_browser, alice, name):
    run = start(alice)
    address = reverse(name, args=[run.key])
    assert charlies_browser.post(address).status_code == 404
    if name == "flow-run":
        assert charlies_browser.get(address).status_code == 404
    assert Run.objects.filter(pk=run.pk).exists()


def test_no_run_under_an_unknown_key(alices_browser):
    assert alices_browser.get(reverse("flow-run", args=[uuid.uuid4()])).status_code == 404


def test_nobody_is_turned_away_from_a_run(nobodys_browser, alice):
    run = start(alice)
    assert nobodys_browser.get(page_of(run)).status_code == 302
    assert nobodys_browser.post(page_of(run), {"do": "finish"}).status_code == 302
    assert nobodys_browser.post(reverse("flow-delete", args=[run.key])).status_code == 302
    response = send(nobodys_browser, run, [{"place": 1, "ms": 500}])
    assert response.status_code == 401
    assert "signed out" in response.json()["error"]
    assert run.turns.filter(correct=None).count() == 3


@pytest.mark.parametrize(("name", "verb"), [("flow-turns", "get"), ("flow-delete", "get"), ("flow-run", "put")])
def test_wrong_verbs_are_refused(alices_browser, alice, name, verb):
    run = start(alice)
    assert getattr(alices_browser, verb)(reverse(name, args=[run.key])).status_code == 405


# --- the run --------------------------------------------------------------------------------------------


def test_a_said_run_has_every_card_and_its_kimariji(alices_browser, alice):
    page = alices_browser.get(page_of(start(alice))).content.decode()
    assert page.count('<li data-place="') == 3
    assert page.count('class="answer"') == 3


@pytest.mark.parametrize("query", ["", "?plain=1"])
def test_a_typed_run_holds_no_answer_that_was_not_given(alices_browser, alice, query):
    run = start(alice, poems=(65, 74), mode="typed", pile="partners-65")
    page = alices_browser.get(page_of(run) + query).content.decode()
    assert not any(as_written(number) in page for number in (65, 74))
    assert 'class="answer"' not in page


def test_a_said_run_names_its_pile(alices_browser, alice):
    assert "Partners うか・うら" in alices_browser.get(page_of(start(alice, pile="partners-65"))).content.decode()


def test_the_page_shows_only_what_is_to_come(alices_browser, alice):
    run = start(alice)
    runs.record_turns(run, [Turned(1, 500), Turned(2, 600)])
    page = alices_browser.get(page_of(run)).content.decode()
    assert re.findall(r'<li data-place="(\d+)"', page) == ["3"]
    assert 'data-reached="2"' in page
    assert 'data-spent="1100"' in page


def test_inverted_cards_are_upside_down(alices_browser, alice):
    assert 'class="tf inverted"' in alices_browser.get(page_of(start(alice, facing="inverted"))).content.decode()


# --- batches --------------------------------------------------------------------------------------------


def test_a_batch_is_stored_once_however_often_it_comes(alices_browser, alice):
    run = start(alice)
    batch = [{"place": 1, "ms": 700, "missed": False}, {"place": 2, "ms": 900, "missed": True}]
    for _ in range(3):
        assert send(alices_browser, run, batch).json() == {"stored": [1, 2], "verdicts": [], "finished": False}
    send(alices_browser, run, [{"place": 2, "ms": 1, "missed": False}])
    assert list(run.turns.values_list("elapsed_ms", "correct")) == [(700, True), (900, False), (None, None)]


def test_the_last_batch_finishes_the_run_once(alices_browser, alice):
    run = start(alice)
    batch = [{"place": place, "ms": 500, "missed": False} for place in (1, 2, 3)]
    assert send(alices_browser, run, batch, finish=True).json()["finished"]
    run.refresh_from_db()
    first = run.finished_at
    assert send(alices_browser, run, batch, finish=True).json() == {
        "stored": [1, 2, 3],
        "verdicts": [],
        "finished": True,
    }
    run.refresh_from_db()
    assert (run.finished_at, run.total_ms) == (first, 1500)


def test_a_run_with_a_card_left_is_not_finished(alices_browser, alice):
    run = start(alice)
    assert not send(alices_browser, run, [{"place": 1, "ms": 500}], finish=True).json()["finished"]


@pytest.mark.parametrize("ms", [0, -1, 600_000, 10**12, 1.5, "700", None, True, [], 1e400])
def test_an_unbelievable_time_is_unknown_but_the_turn_counts(alices_browser, alice, ms):
    run = start(alice)
    assert send(alices_browser, run, [{"place": 1, "ms": ms, "missed": False}]).json()["stored"] == [1]
    turn = run.turns.get(place=1)
    assert (turn.elapsed_ms, turn.correct) == (None, True)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "no json",
        "[]",
        "{}",
        '{"turns": 1}',
        '{"turns": [1]}',
        '{"turns": [{"ms": 5}]}',
        '{"turns": [{"place": 4, "ms": 5}]}',
        '{"turns": [{"place": 0, "ms": 5}]}',
        '{"turns": [{"place": true, "ms": 5}]}',
        '{"turns": [{"place": "1", "ms": 5}]}',
        '{"turns": [{"place": 1, "ms": 5}, {"place": 1.5}]}',
        '{"turns": [{"place": 1, "ms": 5, "missed": "no"}]}',
        '{"turns": [{"place": 1, "ms": 5, "answer": 7}]}',
        '{"turns": [{"place": 99999999999999999999, "ms": 5}]}',
        "\xff",
        "[" * 20_000,
    ],
)
def test_a_broken_batch_gets_a_sentence_and_stores_nothing(alices_browser, alice, body):
    run = start(alice)
    response = alices_browser.post(
        reverse("flow-turns", args=[run.key]), body.encode("latin-1"), content_type="application/json"
    )
    assert response.status_code == 400
    assert response.json()["error"].endswith("stored.")
    assert run.turns.filter(correct=None).count() == 3


def test_typed_answers_are_judged_by_the_server(alices_browser, alice):
    run = start(alice, poems=(65, 74), mode="typed")
    first, second = run.turns.all()
    said = as_written(first.poem)
    answers = send(
        alices_browser,
        run,
        [{"place": 1, "ms": 700, "answer": said}, {"place": 2, "ms": 800, "answer": "muri"}],
    ).json()["verdicts"]
    assert answers == [
        {"place": 1, "right": True, "kimariji": said, "given": said},
        {"place": 2, "right": False, "kimariji": as_written(second.poem), "given": "むり"},
    ]
    again = send(alices_browser, run, [{"place": 2, "ms": 800, "answer": as_written(second.poem)}]).json()
    assert not again["verdicts"][0]["right"]


def test_a_very_long_answer_is_wrong_and_cut(alices_browser, alice):
    run = start(alice, poems=(74,), mode="typed")
    assert send(alices_browser, run, [{"place": 1, "ms": 5, "answer": "う" * 5000}]).status_code == 200
    assert len(run.turns.get().answer) == 40


def test_an_answer_no_database_would_take_is_merely_wrong(alices_browser, alice):
    run = start(alice, poems=(74,), mode="typed")
    body = '{"turns": [{"place": 1, "ms": 5, "answer": "\\ud800u\\u0000x"}]}'
    address = reverse("flow-turns", args=[run.key])
    assert alices_browser.post(address, body, content_type="application/json").status_code == 200
    assert (run.turns.get().answer, run.turns.get().correct) == ("ux", False)


# --- without JavaScript ---------------------------------------------------------------------------------


def shown_of(page):
    return re.search(r'name="shown" value="([^"]+)"', page)[1]


def plain(browser, run):
    return browser.get(page_of(run), {"plain": "1"}).content.decode()


def test_a_card_is_turned_by_one_form_and_timed_by_the_server(alices_browser, alice, monkeypatch):
    run = start(alice)
    monkeypatch.setattr(flow, "_now_ms", lambda: 1_000_000)
    page = plain(alices_browser, run)
    monkeypatch.setattr(flow, "_now_ms", lambda: 1_001_234)
    form = {"do": "turn", "place": "1", "shown": shown_of(page)}
    response = alices_browser.post(page_of(run), form)
    assert response["Location"] == f"{page_of(run)}?plain=1"
    alices_browser.post(page_of(run), form | {"missed": "1"})  # sent twice
    turn = run.turns.get(place=1)
    assert (turn.elapsed_ms, turn.correct) == (1234, True)


@pytest.mark.parametrize("shown", ["", "nonsense", "a:b:c:d"])
def test_a_page_that_is_not_the_servers_has_no_time(alices_browser, alice, shown):
    run = start(alice)
    alices_browser.post(page_of(run), {"do": "turn", "place": "1", "shown": shown})
    turn = run.turns.get(place=1)
    assert (turn.elapsed_ms, turn.correct) == (None, True)


def test_the_page_of_another_card_gives_no_time(alices_browser, alice):
    run = start(alice)
    first = shown_of(plain(alices_browser, run))
    alices_browser.post(page_of(run), {"do": "turn", "place": "1", "shown": first})
    alices_browser.post(page_of(run), {"do": "turn", "place": "2", "shown": first})
    assert run.turns.get(place=2).elapsed_ms is None


def test_a_miss_is_said_before_or_after_and_taken_back(alices_browser, alice):
    run = start(alice)
    alices_browser.post(page_of(run), {"do": "turn", "place": "1", "missed": "1"})
    assert run.turns.get(place=1).correct is False
    assert as_written(run.turns.get(place=1).poem)[:-1] in plain(alices_browser, run)
    alices_browser.post(page_of(run), {"do": "mark", "place": "1"})
    assert run.turns.get(place=1).correct is True
    alices_browser.post(page_of(run), {"do": "mark", "place": "1", "missed": "1"})
    assert run.turns.get(place=1).correct is False


def test_a_card_taken_back_keeps_the_time_it_has_used(alices_browser, alice, monkeypatch):
    run = start(alice)
    clock = iter(range(0, 100_000, 1000))
    monkeypatch.setattr(flow, "_now_ms", lambda: next(clock))
    alices_browser.post(page_of(run), {"do": "turn", "place": "1", "shown": shown_of(plain(alices_browser, run))})
    alices_browser.post(page_of(run), {"do": "back", "place": "1"})
    alices_browser.post(page_of(run), {"do": "turn", "place": "1", "shown": shown_of(plain(alices_browser, run))})
    assert run.turns.get(place=1).elapsed_ms == 2000


def test_the_end_is_a_form_too(alices_browser, alice):
    run = start(alice, poems=(1,))
    alices_browser.post(page_of(run), {"do": "turn", "place": "1"})
    assert "See the result" in plain(alices_browser, run)
    response = alices_browser.post(page_of(run), {"do": "finish"})
    assert response["Location"] == page_of(run)
    run.refresh_from_db()
    assert run.finished_at


def test_a_typed_answer_by_form_is_judged_and_shown(alices_browser, alice):
    run = start(alice, poems=(65, 74), mode="typed")
    alices_browser.post(page_of(run), {"do": "turn", "place": "1", "answer": "muri"})
    page = plain(alices_browser, run)
    assert "missed" in page
    assert "muri" in page


@pytest.mark.parametrize(
    "form", [{}, {"do": "dance"}, {"do": "turn"}, {"do": "turn", "place": "x"}, {"do": "mark", "place": "²"}]
)
def test_a_form_that_makes_no_sense_changes_nothing(alices_browser, alice, form):
    run = start(alice)
    response = alices_browser.post(page_of(run), form, follow=True)
    assert "nothing has changed" in response.content.decode()
    assert run.turns.filter(correct=None).count() == 3


def test_a_place_that_is_not_there_changes_nothing(alices_browser, alice):
    run = start(alice)
    assert alices_browser.post(page_of(run), {"do": "turn", "place": "999"}).status_code == 302
    assert run.turns.filter(correct=None).count() == 3


# --- the result -----------------------------------------------------------------------------------------


def test_the_result_of_a_hundred_has_a_class_and_what_is_missing(alices_browser, alice):
    run = finished(alice, cards=100, each_ms=815, missed=(5,))
    page = " ".join(alices_browser.get(page_of(run)).content.decode().split())
    assert "81.5" in page
    assert "6.5 s less and it is class C." in page
    assert 'aria-current="true"><b>D</b>' in page


def test_too_many_misses_leave_no_class(alices_browser, alice):
    run = finished(alice, cards=100, each_ms=440, missed=(1, 2, 3))
    response = alices_browser.get(page_of(run))
    assert response.context["this"].band is None
    assert "Your time would do for class A, with 1 miss fewer." in " ".join(response.content.decode().split())


def test_cards_turned_quicker_than_they_can_be_seen_are_no_class_and_no_best(alices_browser, alice):
    honest = finished(alice, cards=100, each_ms=250)
    tapped = finished(alice, cards=100, each_ms=249, now=NOW + timedelta(days=1))
    response = alices_browser.get(page_of(tapped))
    assert (response.context["this"].band, response.context["this"].gap, response.context["is_best"]) == (
        None,
        None,
        False,
    )
    assert "Nobody names cards so quickly" in response.content.decode()
    assert "Against" not in response.content.decode()
    assert [line.key for line in alices_browser.get(SETUP).context["bests"]] == [honest.key]
    response = alices_browser.get(page_of(honest))
    assert response.context["this"].band is Band.A
    assert "Nobody names cards so quickly" not in response.content.decode()


def test_a_few_quick_cards_do_not_spoil_a_run(alices_browser, alice):
    run = start(alice, poems=range(1, 101))
    runs.record_turns(run, [Turned(place, 120 if place <= 50 else 400) for place in range(1, 101)])
    runs.finish_run(run, now=NOW)
    assert alices_browser.get(page_of(run)).context["this"].band is Band.A


def test_a_run_of_a_pile_nobody_knows_any_more_is_shown_under_a_neutral_name(alices_browser, alice):
    gone = finished(alice, pile="moonlit")
    left = start(alice, pile="moonlit")
    for address in (SETUP, page_of(gone), page_of(left)):
        response = alices_browser.get(address)
        assert response.status_code == 200
        assert "Another pile of cards" in response.content.decode()


def test_a_part_of_the_hundred_has_no_class(alices_browser, alice):
    response = alices_browser.get(page_of(finished(alice)))
    assert response.context["this"].band is None
    assert "Only a run of all hundred has a class." in response.content.decode()


def test_the_slowest_ten_can_be_run_again(alices_browser, alice):
    run = start(alice, poems=range(1, 31))
    runs.record_turns(run, [Turned(place, 1000 + place) for place in range(1, 31)])
    runs.finish_run(run, now=NOW)
    context = alices_browser.get(page_of(run)).context
    slowest = [turn.place for turn, _poem, _sounds in context["slow"]]
    assert slowest == list(range(30, 20, -1))
    assert "Again with these 10" in alices_browser.get(page_of(run)).content.decode()
    alices_browser.post(SETUP, CHOSEN | {"pile": context["slow_pile"]})
    again = Run.objects.exclude(pk=run.pk).get()
    assert {t.poem for t in again.turns.all()} == {t.poem for t in run.turns.filter(place__gt=20)}


def test_a_tiny_pile_is_not_offered_twice(alices_browser, alice):
    page = alices_browser.get(page_of(finished(alice))).content.decode()
    assert "Again with these" not in page
    assert page.count("The same pile once more") == 1


def test_a_run_is_held_against_the_best_and_the_last_of_its_kind(alices_browser, alice):
    finished(alice, each_ms=400, now=NOW)
    finished(alice, each_ms=700, now=NOW + timedelta(days=1))
    finished(alice, each_ms=300, facing="mixed", now=NOW + timedelta(days=2))
    finished(alice, each_ms=300, mode="typed", now=NOW + timedelta(days=2))
    run = finished(alice, each_ms=600, now=NOW + timedelta(days=3))
    context = alices_browser.get(page_of(run)).context
    assert (context["best"].ms, context["last"].ms) == (600, -300)
    assert not context["is_best"]
    assert len(context["alike"]) == 3
    assert len(context["plot"].points) == 3


def test_the_history_has_a_plot_and_its_numbers_as_a_table(alices_browser, alice):
    runs_ = [finished(alice, each_ms=900 - 100 * n, now=NOW + timedelta(days=n)) for n in range(3)]
    page = alices_browser.get(page_of(runs_[2])).content.decode()
    assert page.count('class="mark"') == 3
    assert all(f">{total}<" in page for total in ("2.7", "2.4", "2.1"))
    assert "Your best so far." in page


def test_piles_that_grew_are_compared_by_the_card(alices_browser, alice):
    finished(alice, cards=2, each_ms=500, pile="learnt", now=NOW)
    run = finished(alice, cards=4, each_ms=450, pile="learnt", now=NOW + timedelta(days=1))
    context = alices_browser.get(page_of(run)).context
    assert context["last"].per_card
    assert context["last"].ms == -50
    assert context["plot"].per_card


def test_one_run_alone_has_no_plot(alices_browser, alice):
    assert alices_browser.get(page_of(finished(alice))).context["plot"] is None


def test_a_run_of_unknown_time_says_so(alices_browser, alice):
    run = start(alice, poems=(1,))
    runs.record_turns(run, [Turned(1, None)])
    runs.finish_run(run, now=NOW)
    page = alices_browser.get(page_of(run)).content.decode()
    assert "the time of a card is unknown" in page


def test_the_result_needs_few_queries_however_long_the_history(alices_browser, alice, django_assert_max_num_queries):
    for n in range(15):
        run = finished(alice, now=NOW + timedelta(days=n))
    with django_assert_max_num_queries(6):
        alices_browser.get(page_of(run))


def test_a_run_is_deleted_with_its_turns(alices_browser, alice):
    run, kept = finished(alice), finished(alice)
    response = alices_browser.post(reverse("flow-delete", args=[run.key]), follow=True)
    assert "The run is deleted." in response.content.decode()
    assert list(Run.objects.all()) == [kept]
