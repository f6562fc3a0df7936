"""Promotions by the dated rules. The cases are those of rules part E; each says what a player had and reached."""

from datetime import date, timedelta

import pytest

from clubs.candidates import Result, candidates, window
from clubs.grades import Grade, Placing, Standing
from clubs.promotion_rules import RULE_SETS, Measure, Tightening, Title, in_force, read_tightenings, tightened

TODAY = date(2026, 11, 30)
RULES = in_force(TODAY)
FIRST, SECOND, THIRD, FOURTH = Placing
CLASSES = "EDCBA"


def player(dan, grade):
    return Standing(Grade[grade], dan, date(2024, 4, 1), is_confirmed=True)


def came(placing, grade, times=1, **facts):
    return [
        Result(f"{grade}{placing}-{number}", TODAY - timedelta(days=30 * number), Grade[grade], placing, **facts)
        for number in range(times)
    ]


def titles(title, placing, times=1):
    return [Result(f"{title.value}-{number}", TODAY, Grade.A, placing, title=title) for number in range(times)]


def reached(now, results, on=TODAY, rules=RULES):
    found = candidates(now, results, on, rules)
    return (found[0].to_dan, found[0].to_grade.value) if found else (now.dan, now.grade.value)


@pytest.mark.parametrize(
    ("dan", "grade", "results", "expected"),
    [
        (0, "E", came(THIRD, "E"), (1, "D")),
        (1, "D", came(THIRD, "D"), (2, "C")),
        (2, "C", came(THIRD, "C"), (3, "B")),
        (2, "C", came(FOURTH, "C"), (2, "C")),
        (0, "E", came(FOURTH, "E", 9), (0, "E")),
        (1, "D", came(FOURTH, "D", 9), (1, "D")),
        (2, "C", came(FIRST, "C"), (3, "B")),
        (3, "B", came(FIRST, "B"), (4, "A")),
        (3, "B", came(SECOND, "B"), (3, "B")),
        (3, "B", came(SECOND, "B", 2), (4, "A")),
        (3, "B", came(THIRD, "B", 9), (3, "B")),
        (4, "A", came(FIRST, "A"), (5, "A")),
        (4, "A", came(THIRD, "A", 2), (4, "A")),
        (4, "A", came(THIRD, "A", 3), (5, "A")),
        (4, "A", came(FOURTH, "A", 7), (4, "A")),
        (4, "A", came(FOURTH, "A", 8), (5, "A")),
        (4, "A", came(None, "A", match_wins=19), (4, "A")),
        (4, "A", came(None, "A", 4, match_wins=5), (5, "A")),
        (5, "A", came(FIRST, "A", 5), (6, "A")),
        (5, "A", came(None, "A", points=39), (5, "A")),
        (5, "A", came(None, "A", points=40), (6, "A")),
        (5, "A", titles(Title.MEIJIN, SECOND), (6, "A")),
        (5, "A", titles(Title.QUEEN, SECOND), (6, "A")),
        (5, "A", titles(Title.SENSHUKEN, FIRST), (6, "A")),
        (5, "A", titles(Title.SENSHUKEN, SECOND), (5, "A")),
        (5, "A", titles(Title.SENBATSU, FIRST), (6, "A")),
        (6, "A", titles(Title.MEIJIN, FIRST), (7, "A")),
        (6, "A", titles(Title.MEIJIN, SECOND, 5), (6, "A")),
        (6, "A", titles(Title.QUEEN, FIRST), (7, "A")),
        (6, "A", titles(Title.SENSHUKEN, FIRST, 2), (7, "A")),
        (6, "A", titles(Title.SENBATSU, FIRST, 2), (7, "A")),
        (6, "A", came(FIRST, "A", 10), (7, "A")),
        (7, "A", titles(Title.MEIJIN, FIRST), (7, "A")),
        (7, "A", titles(Title.MEIJIN, FIRST, 2), (8, "A")),
        (7, "A", titles(Title.QUEEN, FIRST, 2), (8, "A")),
        (7, "A", titles(Title.SENSHUKEN, FIRST, 3), (8, "A")),
        (7, "A", titles(Title.SENBATSU, FIRST, 3), (8, "A")),
        (7, "A", came(FIRST, "A", 15), (8, "A")),
        (8, "A", titles(Title.MEIJIN, FIRST, 9), (8, "A")),  # 9- and 10-dan are for merit alone
    ],
)
def test_what_leads_where(dan, grade, results, expected):
    assert reached(player(dan, grade), results) == expected


def test_whoever_loses_every_match_stays_what_they_are():
    assert candidates(player(4, "A"), came(None, "A", 30), TODAY, RULES) == []


def test_nobody_is_promoted_to_what_they_are_or_were():
    assert candidates(player(1, "D"), came(FIRST, "E"), TODAY, RULES) == []
    assert candidates(player(2, "C"), came(FIRST, "E") + came(FIRST, "D"), TODAY, RULES) == []


@pytest.mark.parametrize("facts", [{"is_sanctioned": False}, {"is_team": True}])
def test_unofficial_and_team_results_do_not_count(facts):
    assert candidates(player(1, "D"), came(FIRST, "D", **facts), TODAY, RULES) == []


def test_a_win_counts_for_a_better_than_asked_placing():
    [promotion] = candidates(player(3, "B"), came(SECOND, "B") + came(FIRST, "B"), TODAY, RULES)[:1]
    assert promotion.route.key == "4-win"
    assert [
        each.route.key for each in candidates(player(3, "B"), came(SECOND, "B") + came(FIRST, "B"), TODAY, RULES)
    ] == [
        "4-win",
        "4-runner-up",
    ]


def test_a_title_match_is_no_win_in_class_a_but_a_championship_is():
    assert reached(player(4, "A"), titles(Title.MEIJIN, SECOND)) == (6, "A")
    assert candidates(player(4, "A"), titles(Title.QUEEN, SECOND), TODAY, RULES)[0].route.measure is Measure.TITLES
    five = titles(Title.SENSHUKEN, FIRST) + came(FIRST, "A", 4)
    assert "6-win" in {each.route.key for each in candidates(player(5, "A"), five, TODAY, RULES)}
    five = titles(Title.MEIJIN, SECOND) + came(FIRST, "A", 4)
    assert "6-win" not in {each.route.key for each in candidates(player(5, "A"), five, TODAY, RULES)}


def test_a_candidate_says_why_with_the_results():
    results = [
        Result("Ōtsu", date(2026, 5, 3), Grade.B, SECOND),
        Result("Fukui", date(2025, 2, 1), Grade.B, SECOND),
        Result("Nara", date(2026, 6, 1), Grade.B, THIRD),
    ]
    [promotion] = candidates(player(3, "B"), results, TODAY, RULES)
    assert (promotion.from_grade, promotion.to_grade, promotion.from_dan, promotion.to_dan) == (Grade.B, Grade.A, 3, 4)
    assert (promotion.route.key, promotion.count, promotion.route.needed) == ("4-runner-up", 2, 2)
    assert promotion.evidence == ("Fukui", "Ōtsu")


def test_the_window_is_two_fiscal_years_and_this_one_so_far():
    assert window(TODAY, RULES) == (date(2024, 4, 1), TODAY)
    assert window(date(2026, 3, 31), RULES) == (date(2023, 4, 1), date(2026, 3, 31))
    for on, counts in [(date(2024, 3, 31), False), (date(2024, 4, 1), True), (TODAY, True), (date(2026, 12, 1), False)]:
        assert bool(candidates(player(1, "D"), [Result("x", on, Grade.D, THIRD)], TODAY, RULES)) is counts, on


def test_nobody_loses_the_class_they_play_in():
    """A player back after years plays in class C with 4-dan, another in B with 1-dan: neither falls."""
    assert candidates(player(4, "C"), came(THIRD, "C"), TODAY, RULES) == []
    assert reached(player(1, "B"), came(THIRD, "D")) == (2, "B")


@pytest.mark.parametrize(
    ("on", "key", "classes"),
    [
        (date(1990, 1, 1), "1998", "ECBBA"),
        (date(2020, 3, 31), "1998", "ECBBA"),
        (date(2020, 4, 1), "2020", "EDCBA"),
        (date(2022, 3, 31), "2020", "EDCBA"),
        (date(2022, 4, 1), "2022", "EDCBA"),
        (TODAY, "2022", "EDCBA"),
    ],
)
def test_rules_are_dated(on, key, classes):
    rules = in_force(on)
    assert rules.key == key
    assert "".join(rules.grade_of(dan).value for dan in range(5)) == classes


@pytest.mark.parametrize(
    ("on", "dan", "grade", "results", "expected"),
    [
        (date(2019, 6, 1), 0, "D", (THIRD, "D"), (1, "C")),
        (date(2019, 6, 1), 1, "C", (THIRD, "C"), (2, "B")),
        (date(2019, 6, 1), 2, "B", (THIRD, "B"), (3, "B")),
        (date(2019, 6, 1), 2, "B", (FIRST, "B"), (4, "A")),
        (date(2019, 6, 1), 0, "E", (FIRST, "E"), (0, "E")),
        (date(2021, 6, 1), 0, "D", (FOURTH, "D"), (1, "D")),
        (date(2021, 6, 1), 1, "C", (FOURTH, "C"), (2, "C")),
        (date(2021, 6, 1), 2, "B", (FOURTH, "B"), (3, "B")),
        (date(2021, 6, 1), 0, "E", (THIRD, "E"), (1, "D")),
        (date(2022, 6, 1), 0, "D", (FOURTH, "D"), (0, "D")),
    ],
)
def test_older_rules_are_kept(on, dan, grade, results, expected):
    placing, of = results
    assert reached(player(dan, grade), [Result("x", on, Grade[of], placing)], on, in_force(on)) == expected


def test_every_dan_fits_a_class_and_routes_have_names_of_their_own():
    for rules in RULE_SETS:
        assert all(any(rules.fits(grade, dan) for grade in Grade) for dan in range(11))
        keys = [route.key for route in rules.routes]
        assert len(set(keys)) == len(keys)
        assert rules.sources
        assert "a-points" in rules.assumptions
    assert [rules.valid_from for rules in RULE_SETS] == sorted(rules.valid_from for rules in RULE_SETS)
    assert RULES.fits(Grade.B, 3)
    assert not RULES.fits(Grade.B, 2)


class TestStricterClubs:
    def test_more_may_be_asked(self):
        asks = read_tightenings(
            {"1-best-4": {"needed": 2}, "2-best-4": {"placing": 1}, "4-runner-up": {"closed": True}}
        )
        rules = tightened(RULES, asks)
        assert reached(player(0, "E"), came(THIRD, "E"), rules=rules) == (0, "E")
        assert reached(player(0, "E"), came(THIRD, "E", 2), rules=rules) == (1, "D")
        assert reached(player(1, "D"), came(SECOND, "D"), rules=rules) == (1, "D")
        assert reached(player(1, "D"), came(FIRST, "D"), rules=rules) == (2, "C")
        assert reached(player(3, "B"), came(SECOND, "B", 2), rules=rules) == (3, "B")
        assert reached(player(2, "C"), came(THIRD, "C"), rules=rules) == (3, "B")

    @pytest.mark.parametrize(
        "asks",
        [
            {"4-runner-up": Tightening(needed=1)},
            {"1-best-4": Tightening(placing=FOURTH)},
            {"5-points": Tightening(placing=FIRST)},
            {"no such route": Tightening()},
        ],
    )
    def test_nothing_may_be_easier_than_the_association_has_it(self, asks):
        with pytest.raises(ValueError):
            tightened(RULES, asks)

    @pytest.mark.parametrize(
        "told",
        [{"1-best-4": 2}, {"1-best-4": {"need": 2}}, {"1-best-4": {"needed": "2"}}, {"1-best-4": {"placing": 9}}],
    )
    def test_what_is_kept_is_read_with_care(self, told):
        with pytest.raises(ValueError):
            read_tightenings(told)
