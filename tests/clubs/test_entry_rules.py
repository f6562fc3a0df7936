"""Entries: what may be done when, who waits, who moves up, and what counts for the year."""

from datetime import UTC, date, datetime, timedelta

import pytest

from clubs.entries import (
    Deadlines,
    Event,
    Phase,
    State,
    Step,
    Waiting,
    allowed,
    entered,
    entries_of_year,
    free_places,
    has_priority,
    moving_up,
    phase,
    withdrawn,
)

CLUB, OFFICIAL, DRAW, PAYMENT, DAY = (date(2026, month, 10) for month in (6, 7, 8, 9, 10))
ALL = Deadlines(DAY, CLUB, OFFICIAL, DRAW, PAYMENT)
A_DAY = timedelta(days=1)
MEMBERS_STEPS = {
    Phase.CLUB: {Step.ENTER, Step.CHANGE, Step.WITHDRAW},
    Phase.OFFICIAL: {Step.WITHDRAW},
    Phase.CLOSED: {Step.WITHDRAW},
    Phase.PUBLISHED: {Step.WITHDRAW},
    Phase.FINISHED: set(),
}
MORE_OF_ORGANISERS = {
    Phase.CLUB: {Step.FORWARD},
    Phase.OFFICIAL: {Step.FORWARD},
    Phase.CLOSED: {Step.DRAW},
    Phase.PUBLISHED: set(),
    Phase.FINISHED: set(),
}


@pytest.mark.parametrize(
    ("today", "expected"),
    [
        (CLUB, Phase.CLUB),
        (CLUB + A_DAY, Phase.OFFICIAL),
        (OFFICIAL, Phase.OFFICIAL),
        (OFFICIAL + A_DAY, Phase.CLOSED),
        (DAY, Phase.CLOSED),
    ],
)
def test_a_deadline_is_the_last_day(today, expected):
    assert phase(ALL, today) is expected
    assert phase(ALL, today, is_published=True) is Phase.PUBLISHED
    assert phase(ALL, today, is_published=True, is_finished=True) is Phase.FINISHED


def test_a_deadline_left_out_is_that_of_the_next_step():
    assert phase(Deadlines(DAY), DAY) is Phase.CLUB
    assert phase(Deadlines(DAY), DAY + A_DAY) is Phase.CLOSED
    assert phase(Deadlines(DAY, official=OFFICIAL), OFFICIAL) is Phase.CLUB
    assert phase(Deadlines(DAY, official=OFFICIAL), OFFICIAL + A_DAY) is Phase.CLOSED
    assert phase(Deadlines(DAY, club=CLUB, draw=DRAW), DRAW) is Phase.OFFICIAL
    assert Deadlines(DAY).last("payment") == DAY


@pytest.mark.parametrize(
    "days",
    [
        {"club": OFFICIAL, "official": CLUB},
        {"official": DRAW, "draw": OFFICIAL},
        {"draw": DAY + A_DAY},
        {"club": DAY + A_DAY},
    ],
)
def test_deadlines_follow_one_another(days):
    with pytest.raises(ValueError, match="comes first"):
        Deadlines(DAY, **days)


@pytest.mark.parametrize("now", Phase)
def test_what_may_be_done(now):
    assert allowed(now, ALL, CLUB) == MEMBERS_STEPS[now] | {Step.PAY}
    assert allowed(now, ALL, PAYMENT + A_DAY) == MEMBERS_STEPS[now]
    assert allowed(now, ALL, PAYMENT + A_DAY, is_organiser=True) == (
        MEMBERS_STEPS[now] | MORE_OF_ORGANISERS[now] | {Step.PAY}
    )


def test_beyond_the_cap_one_waits_and_nobody_overtakes_who_waits():
    assert entered([], None) is State.ENTERED
    assert entered([State.ENTERED] * 15, 16) is State.ENTERED
    assert entered([State.ENTERED] * 16, 16) is State.WAITING
    assert entered([State.ENTERED] * 15 + [State.WITHDRAWN], 16) is State.ENTERED
    assert entered([State.ENTERED] * 15 + [State.WAITING], 16) is State.WAITING
    assert entered([State.ENTERED] * 500, None) is State.ENTERED


def test_a_place_given_up_late_stays_empty():
    assert free_places([State.ENTERED] * 15 + [State.WITHDRAWN], 16) == 1
    assert free_places([State.ENTERED] * 15 + [State.LATE], 16) == 0
    assert free_places([State.ENTERED] * 15 + [State.ABSENT], 16) == 0
    assert free_places([State.ENTERED] * 20, 16) == 0
    assert free_places([State.ENTERED] * 20, None) is None


def test_a_withdrawal_counts_once_the_draw_is_out():
    assert withdrawn(State.ENTERED, is_published=False) is State.WITHDRAWN
    assert withdrawn(State.ENTERED, is_published=True) is State.LATE
    assert withdrawn(State.WAITING, is_published=True) is State.WITHDRAWN


@pytest.mark.parametrize("state", [State.WITHDRAWN, State.LATE, State.ABSENT])
def test_nothing_is_withdrawn_twice(state):
    with pytest.raises(ValueError, match="cannot be withdrawn"):
        withdrawn(state, is_published=True)


def waits(key, minute, **facts):
    return Waiting(key, datetime(2026, 6, 1, 12, minute, tzinfo=UTC), **facts)


def test_who_came_first_moves_up_first():
    line = [waits("Carol", 3), waits("Alice", 1), waits("Bob", 1)]
    assert [each.key for each in moving_up(line, 2)] == ["Alice", "Bob"]
    assert [each.key for each in moving_up(line, None)] == ["Alice", "Bob", "Carol"]
    assert moving_up(line, 0) == ()


def test_who_has_just_been_promoted_may_be_preferred():
    line = [waits("Alice", 1), waits("Bob", 2, has_priority=True)]
    assert [each.key for each in moving_up(line, 1)] == ["Alice"]
    assert [each.key for each in moving_up(line, 1, prefers_promoted=True)] == ["Bob"]


@pytest.mark.parametrize(
    ("promoted", "expected"),
    [
        (None, False),
        (date(2026, 6, 1), True),
        (date(2026, 4, 1), True),
        (date(2026, 3, 30), False),
        (date(2026, 6, 2), False),
    ],
)
def test_just_is_within_two_months(promoted, expected):
    assert has_priority(promoted, date(2026, 6, 1)) is expected


@pytest.mark.parametrize(
    ("facts", "counts"),
    [
        ({}, 1),
        ({"state": State.LATE}, 1),
        ({"state": State.ABSENT}, 1),
        ({"state": State.WITHDRAWN}, 0),
        ({"state": State.WAITING}, 0),
        ({"is_team": True}, 0),
        ({"is_sanctioned": False}, 0),
    ],
)
def test_what_counts_for_the_year(facts, counts):
    assert entries_of_year([Event("Alice", DAY, **facts)], 2026)["Alice"] == counts


def test_a_year_goes_from_april_to_march():
    days = [date(2026, 3, 31), date(2026, 4, 1), date(2027, 3, 31), date(2027, 4, 1)]
    events = [Event("Alice", day) for day in days] + [Event("Bob", DAY)]
    assert entries_of_year(events, 2026) == {"Alice": 2, "Bob": 1}
