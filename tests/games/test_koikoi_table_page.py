"""Places on the floor, progress, sentences, the record: what the table says, counted by hand."""

import pytest
from koikoi_laid import numbers

from games import statistics
from games.models import Match, MatchEvent
from games.progress import progress
from games.rules.koikoi.cards import card, mask_of
from games.rules.koikoi.events import Dealt, Drawn, Played, Taken
from games.rules.koikoi.options import PRESETS, SEED, Options
from games.table import places
from games.telling import Seats, tell

FLOOR = numbers("1.bright.1 2.animal.1 3.bright.1 4.animal.1 5.animal.1 6.animal.1 7.animal.1 8.bright.1")
DEALT = Dealt(1, 0, ((), ()), FLOOR, ())


def test_a_taken_card_leaves_its_place_and_a_laid_one_fills_it():
    floor = places([DEALT, Played(0, card("3.chaff.1"), (card("3.bright.1"),))])
    assert floor[2] is None
    assert floor[3] == card("4.animal.1")
    floor = places([DEALT, Played(0, card("3.chaff.1"), (card("3.bright.1"),)), Drawn(0, card("12.bright.1"), ())])
    assert floor[2] == card("12.bright.1")


def test_a_card_that_finds_no_gap_makes_a_place():
    floor = places([DEALT, Played(0, card("9.animal.1"), ())])
    assert floor[8] == card("9.animal.1")
    assert len(floor) == 9


def test_a_choice_of_two_leaves_both_until_it_is_made():
    pair = numbers("1.chaff.1 1.chaff.2 2.animal.1 3.bright.1 4.animal.1 5.animal.1 6.animal.1 7.animal.1")
    events = [Dealt(1, 0, ((), ()), pair, ()), Played(0, card("1.bright.1"), None)]
    assert None not in places(events)
    assert places([*events, Taken(0, card("1.chaff.2"))])[1] is None


def begun(own, other="", options=SEED, month=1):
    found = progress(options, mask_of(numbers(own)), mask_of(numbers(other)), month=month, has_called=False)
    return {each.key: (each.have, each.need) for each in found if not each.is_made}, [
        each.key for each in found if each.is_made
    ]


def test_what_is_begun_and_how_far():
    open_, made = begun("6.animal.1 7.animal.1 9.animal.1")
    assert open_["inoshikacho"] == (2, 3)
    assert open_["tane"] == (3, 5)
    assert open_["hanami"] == open_["tsukimi"] == (1, 2)
    assert open_["kasu"] == (1, 10)  # the cup is a chaff too
    assert made == []


def test_what_the_other_has_spoilt_is_not_named():
    assert "inoshikacho" not in begun("6.animal.1 7.animal.1", "10.animal.1")[0]
    assert "hanami" not in begun("3.bright.1", "9.animal.1")[0]


def test_of_the_brights_only_the_next_one_is_named():
    assert begun("1.bright.1 3.bright.1")[0] == {"sankou": (2, 3), "hanami": (1, 2)}
    open_, made = begun("1.bright.1 3.bright.1 8.bright.1", options=PRESETS["nintendo"])
    assert made == ["sankou"]
    assert open_["shikou"] == (3, 4)
    assert "gokou" not in open_


def test_the_cards_of_the_month_where_they_count():
    options = Options(tsukifuda=4)
    assert begun("2.chaff.1 2.chaff.2", options=options, month=2)[0]["tsukifuda"] == (2, 4)
    assert "tsukifuda" not in begun("2.chaff.1 2.chaff.2", options=options, month=3)[0]


@pytest.mark.parametrize(
    ("event", "own", "other"),
    [
        (
            Played(0, card("1.chaff.1"), (card("1.bright.1"),)),
            "You play Pine, chaff 1 and take Pine, crane.",
            "The computer plays Pine, chaff 1 and takes Pine, crane.",
        ),
        (Drawn(0, card("8.bright.1"), ()), "You draw Pampas grass, moon: it stays.", None),
    ],
)
def test_you_and_the_others_are_told_apart(event, own, other):
    assert [told.text for told in tell([event], Seats(0))] == [own]
    if other:
        assert [told.text for told in tell([event], Seats(1))] == [other]
        assert tell([event], Seats(None))[0].text == other.replace("The computer", "Player 1")


# The record -----------------------------------------------------------------------------------------------


def finished(person, scores, rows, *, level=2, preset="seed", now=None):
    match = Match.objects.create(
        person=person,
        level=level,
        preset=preset,
        seed=1,
        started_at=now,
        moved_at=now,
        finished_at=now,
        own_score=scores[0],
        other_score=scores[1],
    )
    MatchEvent.objects.bulk_create(
        MatchEvent(match=match, place=place, row=row, happened_at=now) for place, row in enumerate(rows)
    )


def month(winner, points=0, yaku=()):
    return {"event": "MonthEnded", "winner": winner, "points": points, "score": {"yaku": [list(each) for each in yaku]}}


def dealt(dealer):
    return {"event": "Dealt", "dealer": dealer}


CALL, THEIR_CALL = {"event": "KoiKoiCalled", "seat": 0}, {"event": "KoiKoiCalled", "seat": 1}


def test_the_record_of_two_games_counted_by_hand(alice, charlie):
    now = alice.date_joined
    won = [dealt(0), CALL, CALL, month(0, 8, [("tan", 1), ("kasu", 2)]), dealt(0), CALL, month(1, 6)]
    won += [dealt(0), month(None)]
    lost = [dealt(1), {"event": "DealVoided"}, dealt(1), THEIR_CALL, month(None), dealt(1), month(1, 3, [("tan", 3)])]
    finished(alice, (8, 6), won, level=2, now=now)
    finished(alice, (0, 3), lost, level=5, preset="nintendo", now=now)
    finished(charlie, (50, 0), won, now=now)
    found = statistics.records(alice)
    record = found.all
    assert (record.games, record.won, record.lost, record.drawn) == (2, 1, 1, 0)
    assert (record.months, record.months_won, record.month_rate) == (5, 1, 20)
    assert (record.points, record.against, record.points_a_month) == (8, 9, 1.6)
    assert (record.called, record.called_won, record.koikoi_rate) == (2, 1, 50)
    assert (record.dealt, record.dealt_won, record.dealer_rate) == (3, 1, 33)
    assert sorted(record.yaku_rates) == [("kasu", 1, 100), ("tan", 1, 100)]
    assert {level: each.games for level, each in found.by_level.items()} == {2: 1, 5: 1}
    assert found.by_preset["nintendo"].dealer_rate is None


def test_the_record_takes_two_queries_for_any_number_of_games(alice, django_assert_num_queries):
    for _ in range(3):
        finished(alice, (1, 0), [dealt(0), month(0, 1)], now=alice.date_joined)
    with django_assert_num_queries(2):
        assert statistics.records(alice).all.games == 3
