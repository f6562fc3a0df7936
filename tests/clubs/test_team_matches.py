"""Team matches of three and five boards, and the order of a group."""

from itertools import combinations

import pytest

from clubs.teams import Board, Squad, SquadFault, TeamMatch, line_up_faults, squad_faults, table, winner

WON, LOST, MISSING, MISSING_THERE, EMPTY = Board


def match(first, second, boards):
    signs = {"o": WON, "x": LOST, "-": MISSING, "+": MISSING_THERE, ".": EMPTY}
    return TeamMatch(first, second, tuple(signs[sign] for sign in boards))


@pytest.mark.parametrize(
    ("boards", "expected"),
    [
        ("oxx", "Uji"),  # one win of three boards is a loss
        ("oxo", "Ise"),
        ("ooxxx", "Uji"),
        ("oxoxo", "Ise"),
        ("o-o", "Ise"),  # a missing board is lost
        ("o--", "Uji"),
        ("x+x++", "Ise"),
        (".o.", None),  # one board of three is no majority
        ("..o", None),
        (".oo", "Ise"),
    ],
)
def test_the_majority_of_the_boards_wins(boards, expected):
    assert winner(match("Ise", "Uji", boards)) == expected


@pytest.mark.parametrize("boards", ["o", "oo", "oooo", "ooooooo"])
def test_three_or_five_boards(boards):
    with pytest.raises(ValueError, match="three or five"):
        match("Ise", "Uji", boards)


def order(lines):
    return [(line.team, line.place) for line in lines]


def test_match_points_come_first():
    lines = table(["A", "B", "C"], [match("A", "B", "oox"), match("A", "C", "oox"), match("B", "C", "ooo")])
    assert order(lines) == [("A", 1), ("B", 2), ("C", 3)]
    assert (lines[0].match_points, lines[0].individual_wins, lines[0].played) == (2, 4, 2)


def test_then_individual_wins():
    """Each has beaten one; B has won five boards, A four, C none but those it had to win."""
    lines = table(["A", "B", "C"], [match("A", "B", "oxo"), match("B", "C", "ooo"), match("C", "A", "oox")])
    assert [(line.team, line.match_points, line.individual_wins) for line in lines] == [
        ("B", 1, 4),
        ("A", 1, 3),
        ("C", 1, 2),
    ]


def test_then_the_captains_and_so_downward():
    lines = table(["A", "B", "C"], [match("A", "B", "oox"), match("B", "C", "oox"), match("C", "A", "oox")])
    assert [line.wins_by_board for line in lines] == [(1, 1, 1)] * 3
    assert order(lines) == [("A", 1), ("B", 1), ("C", 1)]  # nothing tells them apart
    lines = table(["A", "B", "C"], [match("A", "B", "oox"), match("B", "C", "xoo"), match("C", "A", "oxo")])
    assert [(line.team, line.wins_by_board) for line in lines] == [("C", (2, 0, 1)), ("A", (1, 2, 0)), ("B", (0, 1, 2))]


def test_before_any_match_all_are_first():
    assert order(table(["B", "A"], [])) == [("B", 1), ("A", 1)]


def test_a_whole_group_adds_up():
    teams = ["A", "B", "C", "D"]
    matches = [match(one, other, "oxoxo") for one, other in combinations(teams, 2)]
    lines = table(teams, matches)
    assert sum(line.match_points for line in lines) == 6
    assert sum(line.individual_wins for line in lines) == 30
    assert all(sum(line.wins_by_board) == line.individual_wins for line in lines)


class TestSquads:
    def test_five_boards_take_eight_people(self):
        assert squad_faults(Squad(tuple("abcdefgh"), 5)) == ()
        assert squad_faults(Squad(tuple("abcdefghi"), 5)) == (SquadFault.TOO_MANY,)
        assert squad_faults(Squad(tuple("abc"), 5)) == ()
        assert squad_faults(Squad(tuple("ab"), 5)) == (SquadFault.TOO_FEW,)
        assert squad_faults(Squad(tuple("aab"), 3)) == (SquadFault.TWICE,)

    def test_a_line_up_is_of_the_squad(self):
        squad = Squad(tuple("abcdef"), 3)
        assert line_up_faults(squad, ["f", None, "a"]) == ()
        assert line_up_faults(squad, ["a", "a", "b"]) == (SquadFault.TWICE,)
        assert line_up_faults(squad, ["a", "z", "b"]) == (SquadFault.NOT_OF_THE_SQUAD,)
        assert line_up_faults(squad, ["a", "b", "c", "d"]) == (SquadFault.TOO_MANY,)

    def test_a_squad_is_for_three_or_five_boards(self):
        with pytest.raises(ValueError, match="three or five"):
            Squad(("a",), 4)
