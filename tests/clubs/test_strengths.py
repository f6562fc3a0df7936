"""Strengths as they are kept follow the results: by and by, anew, and from any day on, always to the same numbers."""

from datetime import timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command

from clubs import rating, ratings, results
from clubs.models import Member, Pool, Rating, RatingPoint, Result
from tests.clubs.club_life import NOW, TODAY, a_club, belongs, person, record, said, season


@pytest.fixture
def club(alice):
    return a_club(alice)


@pytest.fixture
def founder(club, alice):
    return club.members.of(alice).get()


@pytest.fixture
def members(club, founder):
    return [founder, *(belongs(club, person(name)) for name in ("bob", "dora", "emi", "fumi"))]


def kept(club=None):
    rows = Rating.objects.filter(club=club).order_by("player").values_list("player", "mu", "sigma", "games", "last_on")
    points = RatingPoint.objects.filter(club=club).order_by("player", "day")
    return list(rows), list(points.values_list("player", "day", "mu", "sigma", "games"))


def anew(club):
    ratings.recompute(club, Pool.BOARD)
    return kept(club)


def test_the_first_game_moves_both_apart(founder, members):
    record(founder, members[1], members[2], 8)
    mu = dict(Rating.objects.values_list("player__name", "mu"))
    # the example of clubs.rating, which docs/ratings.md argues for
    assert (round(mu["Bob"]), round(mu["Dora"])) == (1586, 1414)


@pytest.mark.parametrize("seed", range(12))
def test_by_and_by_comes_to_the_same_as_anew(club, founder, members, seed):
    """New ones on any day, corrections, disputes, withdrawals, in any order."""
    dice = Random(seed)
    made = []
    for step in range(25):
        now = NOW + timedelta(minutes=step)
        doing = dice.choice(["new", "new", "new", "correct", "dispute", "settle", "withdraw"])
        if doing == "new" or not made:
            winner, loser = dice.sample(members, 2)
            on = TODAY - timedelta(days=dice.choice([0, 0, 0, 1, 5, 9]))
            margin = dice.choice([None, 1, 5, 12, 25])
            at = now - timedelta(minutes=dice.choice([0, 90])) if on == TODAY else None
            made.append(record(founder, winner, loser, margin, on=on, at=now, played_at=at))
        else:
            _do(doing, dice.choice(made), founder, members, dice, now)
    by_and_by = kept(club)
    assert by_and_by == anew(club)
    assert by_and_by[0] or not Result.objects.counted().exists()


def _do(doing, result, founder, members, dice, now):
    result = Result.objects.get(pk=result.pk)
    by_player = {member.player_id: member for member in members}
    winner, loser = by_player[result.winner_id], by_player[result.loser_id]
    if doing == "correct" and results.may_correct(result, founder):
        on = TODAY - timedelta(days=dice.choice([0, 3, 12]))
        told = said(*dice.sample([winner, loser], 2), dice.choice([None, 2, 9]), on=on)
        results.correct(result, by=founder, said=told, why="", seen=result.changes.count(), now=now)
    elif doing == "dispute" and results.may_dispute(result, loser):
        results.dispute(result, by=loser, sentence="No.", now=now)
    elif doing == "settle" and results.may_settle(result, founder):
        results.settle(result, by=founder, now=now)
    elif doing == "withdraw" and result.withdrawn_at is None:
        results.withdraw(result, by=founder, why="", now=now)


def test_a_fold_in_two_parts_is_the_fold(founder, members):
    season(founder, members)
    played = list(ratings.games(Result.objects.all()))
    middle = sorted(game.on for game in played)[len(played) // 2]
    before = rating.rate(game for game in played if game.on < middle)
    after = rating.courses((game for game in played if game.on >= middle), before=before)
    whole = rating.rate(played)
    assert {player: days[-1][1] for player, days in after.items()} == {player: whole[player] for player in after}


def test_clubs_do_not_count_for_each_other(alice, founder, members):
    other = a_club(person("zoe"), slug="kyoto")
    belongs(other, alice)
    record(founder, founder, members[1])
    assert Rating.objects.get(player=founder.player).club == founder.club


def test_walkovers_are_no_games(founder, members):
    record(founder, members[1], members[2], None, ended=Result.Ended.WALKOVER)
    assert not Rating.objects.exists()


def test_the_last_of_a_day_by_the_clock_is_last_in_the_fold(club, founder, members):
    """A phone that was offline sends an earlier game later: the day is gone through anew."""
    one, other, third = members[:3]
    record(founder, one, other, 3, at=NOW, played_at=NOW)
    record(founder, one, third, 9, at=NOW + timedelta(hours=1), played_at=NOW - timedelta(hours=1))
    assert kept(club) == anew(club)


def test_the_command_says_how_many_results_it_went_through(club, founder, members, capsys):
    record(founder, members[0], members[1])
    call_command("recompute_ratings")
    assert capsys.readouterr().out.splitlines() == ["otsu: 1", "online: 0", "computer: 0"]
    call_command("recompute_ratings", club="otsu")
    assert capsys.readouterr().out == "otsu: 1\n"
    with pytest.raises(CommandError, match="no club"):
        call_command("recompute_ratings", club="kyoto")


def test_who_has_not_played_stands_where_their_class_does(members):
    from clubs.grades import UNKNOWN, Grade, Standing

    assert ratings.of_class(UNKNOWN) == ratings.of_class(None) == rating.START_MU
    of = [ratings.of_class(Standing(grade, 0, TODAY, is_confirmed=True)) for grade in sorted(Grade)]
    assert of == sorted(of)
    assert Member.objects.count() == len(members)
