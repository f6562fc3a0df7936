"""The reader: choosing a reading, its page, the moves that come from it."""

import json

import pytest
from django.utils import timezone

from tests.reciter.position_cases import CASES, POEMS
from trainer import recitations
from trainer.models import Memory, Person, Recitation, Wish
from trainer.reciter.position import Move
from trainer.reciter.script import Choices, Order, Pattern
from trainer.reciter.tempo import OFFICIAL

PLAIN = {
    "cards": "all",
    "order": "shuffle",
    "joka_upper": "on",
    "joka_lower": "2",
    "tempo": "5-3-1-6",
    "pattern": "match",
    "repeats": "1",
    "voice": "tone",
}


def begun(person, numbers=POEMS, **more):
    choices = Choices(order=Order.LIST, numbers=numbers, **more)
    return recitations.begin(person=person, choices=choices, voice="tone", auto_next_s=None, now=timezone.now())


def chosen(person):
    return Choices.from_json(person.recitations.latest("begun_at").choices)


def send(browser, row, *moves):
    body = {"moves": [{"move": move, "at": at} for move, at in moves]}
    return browser.post(f"/reader/{row.key}/moves/", json.dumps(body), content_type="application/json")


# --- choosing --------------------------------------------------------------------------------------------


def test_a_reading_begins_as_it_was_chosen(greta, gretas_browser):
    form = PLAIN | {"cards": "match", "karafuda": "40", "keep_partners": "on", "joka_lower": "1", "repeats": "2"}
    form |= {"pattern": "whole", "by_itself": "on", "auto_next_s": "7", "tempo": "4-3-1-5"}
    answer = gretas_browser.post("/reader/", form)
    row = greta.recitations.get()
    assert answer.url == f"/reader/{row.key}/"
    choices = chosen(greta)
    assert (choices.cards, choices.karafuda_percent, choices.keep_partners) == ("match", 40, True)
    assert (choices.joka_upper, choices.joka_lower, choices.repeats) == (1, 1, 2)
    assert (choices.pattern, choices.tempo.name) == (Pattern.WHOLE, "4-3-1-5")
    assert (row.voice, row.auto_next_s, row.unit, row.phase) == ("tone", 7, 0, "ready")


def test_two_readings_have_orders_of_their_own(greta, gretas_browser):
    for _ in range(2):
        gretas_browser.post("/reader/", PLAIN)
    one, other = (row.reading.poems for row in greta.recitations.all())
    assert sorted(one) == sorted(other) == list(range(1, 101))
    assert one != other


def test_what_is_not_asked_is_as_in_a_match(greta, gretas_browser):
    gretas_browser.post("/reader/", PLAIN | {"cards": "match"})
    assert chosen(greta).karafuda_percent == 100
    gretas_browser.post("/reader/", PLAIN | {"cards": "part", "part": "colour-blue"})
    assert (chosen(greta).cards, chosen(greta).karafuda_percent) == ("colour-blue", 0)
    assert greta.recitations.latest("begun_at").auto_next_s is None


def test_a_list_is_read_as_it_stands_or_shuffled(greta, gretas_browser):
    gretas_browser.post("/reader/", PLAIN | {"cards": "own", "own": "17, 1-3 うか", "order": "list"})
    assert greta.recitations.latest("begun_at").reading.poems == (17, 1, 2, 3, 74)
    gretas_browser.post("/reader/", PLAIN | {"cards": "own", "own": "17, 1-3 うか", "others": "10"})
    reading = greta.recitations.latest("begun_at").reading
    assert reading.mat == (1, 2, 3, 17, 74)
    assert len(reading.kept) == 10  # 9.5 of 95


def test_the_poems_learnt_so_far_are_a_set_of_today(greta, gretas_browser):
    for poem in (17, 57):
        Memory.objects.create(person=greta, poem=poem, skill="tf-kj", stability=1, reviews=1)
    gretas_browser.post("/reader/", PLAIN | {"cards": "part", "part": "learnt"})
    Memory.objects.create(person=greta, poem=87, skill="tf-kj", stability=1, reviews=1)
    assert greta.recitations.get().reading.mat == (17, 57)


def test_a_tempo_of_ones_own(greta, gretas_browser):
    own = {"tempo": "free", "lower": "3.5", "yoin": "2", "pause": "0.8", "upper": "4"}
    gretas_browser.post("/reader/", PLAIN | own)
    assert chosen(greta).tempo.name == "free-3500-2000-800-4000"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"cards": "some"}, "Choose which cards lie on the mat."),
        ({"cards": "part", "part": "colour-black"}, "There is no such part. Choose one of the list."),
        ({"cards": "part", "part": "learnt"}, "“Poems learnt so far” has no poem yet. Choose another part."),
        ({"cards": "own", "own": ""}, "Your list is empty."),
        ({"cards": "own", "own": "1 2 1"}, "Poem 1 stands in the list twice. Take one of them out."),
        ({"cards": "own", "own": "1 101"}, "“101” is neither a number from 1 to 100 nor a kimariji."),
        ({"order": "list"}, "Only a list of your own has an order of its own."),
        ({"order": "dance"}, "Choose the order of the poems."),
        ({"cards": "match", "karafuda": "101"}, "Give a share of the karafuda from 0 to 100 percent."),
        ({"joka_lower": "3"}, "Choose how often the lower verse of the joka is read."),
        ({"tempo": "fast"}, "Choose a tempo."),
        ({"tempo": "free", "lower": "30"}, "Lower verse: give seconds from 1 to 12."),
        ({"tempo": "free", "lower": "3"}, "A tempo of your own needs all four times."),
        ({"pattern": "backwards"}, "Choose which verses are read."),
        ({"repeats": "11"}, "Give how often the poems are gone through, from 1 to 10."),
        ({"voice": "nobody"}, "There is no such voice. Choose one of the list."),
        ({"by_itself": "on", "auto_next_s": "31"}, "Give a wait from 0 to 30 seconds."),
    ],
)
def test_a_wrong_choice_is_said_in_a_sentence_and_begins_nothing(wrong, sentence, gretas_browser):
    page = gretas_browser.post("/reader/", PLAIN | wrong)
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not Recitation.objects.exists()


def test_the_last_choice_is_remembered(greta, charlie, charlies_browser, gretas_browser):
    form = PLAIN | {"cards": "own", "own": "17 5", "order": "list", "pattern": "upper", "tempo": "free"}
    form |= {"lower": "3", "yoin": "2", "pause": "1", "upper": "4", "by_itself": "on", "auto_next_s": "9"}
    gretas_browser.post("/reader/", form)
    page = gretas_browser.get("/reader/")
    field = page.context["form"]
    assert {name: field[name].value() for name in ("cards", "own", "order", "pattern", "tempo", "lower")} == {
        "cards": "own",
        "own": "ちは, おく",
        "order": "list",
        "pattern": "upper",
        "tempo": "free",
        "lower": 3,
    }
    assert (field["by_itself"].value(), field["auto_next_s"].value()) == (True, 9)
    assert "ちは" not in charlies_browser.get("/reader/").content.decode()


def test_what_is_not_finished_can_be_gone_on_with(greta, gretas_browser):
    row = begun(greta)
    assert "Not finished" not in gretas_browser.get("/reader/").content.decode()
    send(gretas_browser, row, ("start", 0), ("heard", 0), ("heard", 1))
    page = gretas_browser.get("/reader/").content.decode()
    assert "Not finished" in page
    assert f"/reader/{row.key}/" in page


# --- a reading -------------------------------------------------------------------------------------------


def script_of(page):
    return page.context["script"]


def test_the_page_has_the_whole_reading(greta, gretas_browser):
    row = begun(greta, numbers=(65, 74))
    units = script_of(gretas_browser.get(f"/reader/{row.key}/"))["units"]
    assert [unit["current"] for unit in units] == [None, 65, 74, None]
    assert units[0]["goes_on"]
    assert units[2]["parts"] == [
        {"kind": "silence", "poem": None, "ms": 600},
        {"kind": "lower", "poem": 65, "ms": None},
        {"kind": "silence", "poem": None, "ms": 1000},
        {"kind": "upper", "poem": 74, "ms": None},
    ]
    # うら has been read before うか: one sound is enough
    assert (units[1]["now"], units[2]["now"]) == ("うら", "う")


def test_the_page_says_which_poem_is_a_karafuda(greta, gretas_browser):
    choices = Choices(cards="match", karafuda_percent=100)
    row = recitations.begin(person=greta, choices=choices, voice="tone", auto_next_s=3, now=timezone.now(), seed=1)
    script = script_of(gretas_browser.get(f"/reader/{row.key}/"))
    assert sum(unit.get("is_karafuda", False) for unit in script["units"]) == 50
    assert script["auto_next_s"] == 3


def test_as_many_questions_to_the_database_for_a_hundred_poems_as_for_two(
    greta, gretas_browser, django_assert_num_queries
):
    short, long = begun(greta), begun(greta, numbers=tuple(range(1, 101)), repeats=3)
    for row in (short, long):
        with django_assert_num_queries(3):  # session, person, reading
            gretas_browser.get(f"/reader/{row.key}/")


@pytest.mark.parametrize(("moves", "unit", "phase", "is_held"), CASES)
def test_moves_in_their_order(greta, gretas_browser, moves, unit, phase, is_held):
    row = begun(greta)
    answer = None
    for move in moves.split():
        row.refresh_from_db()
        answer = send(gretas_browser, row, (move, row.unit)).json()
    row.refresh_from_db()
    assert (row.unit, row.phase, row.is_held) == (unit, phase, is_held)
    if answer is not None:
        assert answer.pop("moved_at_s") == pytest.approx(row.moved_at.timestamp(), abs=0.001)
        assert answer == {"unit": unit, "phase": phase, "is_held": is_held}


def test_moves_sent_twice_count_once(greta, gretas_browser):
    row = begun(greta)
    moves = (("start", 0), ("next", 0), ("next", 1))
    for _ in range(2):
        assert send(gretas_browser, row, *moves).json()["unit"] == 2


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        "{",
        '{"moves": 3}',
        '{"moves": [{"move": "dance", "at": 0}]}',
        '{"moves": [{"move": "next"}]}',
        '{"moves": [{"move": "next", "at": "0"}]}',
        '{"moves": [{"move": "next", "at": -1}]}',
        '{"moves": [{"move": "next", "at": 4}]}',
        '{"moves": [{"move": "start", "at": 0}, {"move": "next", "at": 99}]}',
        "[" * 3000,
        '{"moves": []}' + " " * 200_000,
    ],
)
def test_moves_that_cannot_be_read_change_nothing(greta, gretas_browser, body):
    row = begun(greta)
    answer = gretas_browser.post(f"/reader/{row.key}/moves/", body, content_type="application/json")
    assert answer.status_code == 400
    assert "nothing has changed" in answer.json()["error"]
    row.refresh_from_db()
    assert (row.unit, row.phase) == (0, "ready")


def test_nobody_else_moves_my_reading(alice, alices_browser, charlies_browser, gretas_browser, nobodys_browser):
    row = begun(alice)
    for browser in (charlies_browser, gretas_browser):
        assert browser.get(f"/reader/{row.key}/").status_code == 404
        assert send(browser, row, ("start", 0)).status_code == 404
        assert browser.post(f"/reader/{row.key}/wish/").status_code == 404
        assert browser.post(f"/reader/{row.key}/delete/").status_code == 404
    assert send(nobodys_browser, row, ("start", 0)).status_code == 401
    assert nobodys_browser.post(f"/reader/{row.key}/delete/").url.startswith("/begin/")
    row.refresh_from_db()
    assert row.phase == "ready"
    assert send(alices_browser, row, ("start", 0)).json()["phase"] == "reading"


def test_a_reading_asks_for_what_it_still_needs_in_the_order_of_need(greta, gretas_browser):
    row = begun(greta)
    assert gretas_browser.post(f"/reader/{row.key}/wish/").status_code == 204
    wish = Wish.objects.get(person=greta)
    assert (wish.voice, wish.verses) == ("tone", ["0-upper", "0-lower", "3-upper", "3-lower", "4-upper", "4-lower"])
    send(gretas_browser, row, ("start", 0), ("next", 0), ("next", 1))
    gretas_browser.post(f"/reader/{row.key}/wish/")
    wish.refresh_from_db()
    assert wish.verses == ["3-lower", "4-upper", "4-lower"]


def test_a_voice_that_has_left_is_not_asked(greta, gretas_browser):
    row = begun(greta)
    Recitation.objects.update(voice="gone")
    assert gretas_browser.get(f"/reader/{row.key}/").status_code == 200
    assert gretas_browser.post(f"/reader/{row.key}/wish/").status_code == 404
    assert gretas_browser.get("/reader/").status_code == 200


def test_a_discarded_reading_is_gone(greta, gretas_browser):
    row = begun(greta)
    assert gretas_browser.post(f"/reader/{row.key}/delete/").url == "/reader/"
    assert not greta.recitations.exists()


# --- what hangs on a person ------------------------------------------------------------------------------


def test_a_guests_readings_come_along(greta, gretas_browser, alice):
    row = begun(greta)
    recitations.take(person=greta, key=row.key, moves=[(Move.START, 0)], now=timezone.now())
    gretas_browser.post("/account/sign-in/", {"username": "alice", "password": "correct horse battery"})
    assert alice.recitations.get().key == row.key
    assert not Person.objects.filter(pk=greta.pk).exists()


def test_readings_are_taken_along(greta, gretas_browser):
    row = begun(greta)
    file = json.loads(gretas_browser.get("/settings/data/json/").content)
    assert [each["key"] for each in file["recitations"]] == [str(row.key)]
    assert file["recitations"][0]["choices"]["numbers"] == list(POEMS)
    assert file["recitations"][0]["choices"]["tempo"] == OFFICIAL.name
