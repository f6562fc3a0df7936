"""Teams: the majority of the boards wins, who is missing loses theirs, and a group is ordered to its last board."""

import pytest
from django.urls import reverse
from tournament_kit import ON_THE_DAY, OPENED, club_of, division_of, drawn, tournament_of

from clubs import team_bouts, tournaments
from clubs.models import Bout, Division, Entry, Player, Result
from clubs.refusals import RefusedError
from clubs.team_bouts import Said

pytestmark = pytest.mark.django_db


def team_of(division, name, size=3):
    entry = tournaments.enter(division=division, team=name, person=None, is_organiser=True, now=OPENED)
    players = [Player.objects.create(name=f"{name} {number}") for number in range(1, size + 1)]
    team_bouts.name_squad(entry=entry, players=players)
    return entry


@pytest.fixture
def division(alice):
    division = division_of(tournament_of(club_of(alice), is_team=True, boards=3))
    team_of(division, "Ise")
    team_of(division, "Uji")
    return drawn(division)


def boards_of(bout, won, margin=4):
    sides = zip(team_bouts.squad(bout.first), team_bouts.squad(bout.second), won, strict=True)
    return [Said(one, other, is_won, margin) for one, other, is_won in sides]


def say(bout, said, **more):
    return team_bouts.report_boards(bout=bout, said=said, person=None, now=ON_THE_DAY, **more)


def test_two_boards_of_three_win_whatever_the_margins(division):
    bout = division.bouts.get()
    said = [
        Said(each.first, each.second, each.is_first_winner, 25 if not each.is_first_winner else 1)
        for each in boards_of(bout, (True, True, False))
    ]
    assert say(bout, said).winner == bout.first
    assert Result.objects.count() == 3
    assert sorted(Result.objects.values_list("margin", flat=True)) == [1, 1, 25]


def test_a_missing_player_loses_the_board(division):
    bout = division.bouts.get()
    first, second, third = boards_of(bout, (True, False, True))
    third = Said(None, third.second)
    assert say(bout, [first, second, third]).winner == bout.second
    assert Result.objects.counted().count() == 2


def test_the_same_twice_is_once_and_something_else_is_a_correction(division):
    bout = division.bouts.get()
    for _ in range(2):
        bout = say(bout, boards_of(bout, (True, True, False)))
    assert Result.objects.count() == 3
    with pytest.raises(RefusedError, match="organiser"):
        say(bout, boards_of(bout, (False, False, False)))
    bout = say(bout, boards_of(bout, (False, False, False)), is_correction=True)
    assert bout.winner == bout.second
    assert Result.objects.count() == 3
    assert all(result.winner in team_bouts.squad(bout.second) for result in Result.objects.all())


def test_nobody_sits_twice_or_for_another_team(division):
    bout = division.bouts.get()
    first, second, third = boards_of(bout, (True, True, False))
    with pytest.raises(RefusedError, match="twice"):
        say(bout, [first, Said(first.first, second.second, True, 4), third])
    with pytest.raises(RefusedError, match="not of this team"):
        say(bout, [first, second, Said(Player.objects.create(name="Momo"), third.second, True, 4)])
    assert not Result.objects.exists()


def test_without_a_majority_nothing_is_noted(division):
    bout = division.bouts.get()
    first, second, _third = boards_of(bout, (True, False, False))
    with pytest.raises(RefusedError, match="majority"):
        say(bout, [first, second, Said(None, None)])
    bout.refresh_from_db()
    assert bout.ended == ""


@pytest.mark.parametrize(("size", "sentence"), [(1, "at least 2"), (7, "at most 6")])
def test_a_squad_is_neither_too_small_nor_too_large(alice, size, sentence):
    division = division_of(tournament_of(club_of(alice), is_team=True, boards=3))
    with pytest.raises(RefusedError, match=sentence):
        team_of(division, "Ise", size)


def test_nobody_is_in_two_teams(division):
    ise, uji = Entry.objects.order_by("team")
    with pytest.raises(RefusedError, match="another team"):
        team_bouts.name_squad(entry=ise, players=[*team_bouts.squad(ise), team_bouts.squad(uji)[0]])
    assert len(team_bouts.squad(ise)) == 3


def test_a_group_is_ordered_by_bouts_then_boards_then_captains(alice):
    division = division_of(tournament_of(club_of(alice), is_team=True, boards=3), form=Division.Format.GROUP)
    ise, uji, yase = (team_of(division, name) for name in ("Ise", "Uji", "Yase"))
    drawn(division)

    def wins(winner, loser, won):
        bout = Bout.objects.get(first__in=(winner, loser), second__in=(winner, loser))
        say(bout, boards_of(bout, won if bout.first == winner else tuple(not each for each in won)))

    # Everybody wins once and four boards each: the captains decide.
    wins(ise, uji, (True, True, False))
    wins(uji, yase, (True, True, False))
    wins(yase, ise, (False, True, True))
    order = team_bouts.group_table(division)
    assert [(entry.team, line.match_points, line.individual_wins) for entry, line in order] == [
        ("Ise", 1, 3),
        ("Uji", 1, 3),
        ("Yase", 1, 3),
    ]
    assert [line.wins_by_board for _entry, line in order] == [(2, 1, 0), (1, 1, 1), (0, 1, 2)]


def test_the_boards_of_a_bye_are_refused_in_a_sentence(client, alice):
    division = division_of(tournament_of(club_of(alice), is_team=True, boards=3))
    for name in ("Ise", "Uji", "Kyo"):
        team_of(division, name)
    bye = drawn(division).bouts.get(ended=Bout.Ended.BYE)
    client.force_login(alice)
    where = reverse("club-bout", args=[division.tournament.club.slug, division.tournament_id, bye.pk])
    assert client.post(where, {"boards": "1"}).status_code == 422
