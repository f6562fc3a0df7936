"""The draw: byes, their spread, clubs kept apart, blocks, and the cards of a round."""

import json
from collections import Counter
from io import StringIO
from itertools import chain, combinations, permutations

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.draws import (
    DEFAULT_CAPS,
    block_sizes,
    cards_of_round,
    collisions,
    divide,
    draw,
    meetings,
)
from clubs.grades import Grade

SIZES = range(2, 201)
SEEDS = st.integers(0, 10**6)


@pytest.mark.parametrize(
    ("n", "matches", "byes", "round2"), [(74, 10, 54, 64), (64, 32, 0, 32), (2, 1, 0, 1), (3, 1, 1, 2), (65, 1, 63, 64)]
)
def test_byes_make_round_two_a_power_of_two(n, matches, byes, round2):
    drawn = draw(n, seed=3)
    assert (len(drawn.matches), len(drawn.byes), drawn.round2) == (matches, byes, round2)


@pytest.mark.parametrize("n", SIZES)
def test_the_formula_of_the_association(n):
    """P the largest power of two not above n: n - P matches of 2 (n - P) players, 2P - n byes; none at P itself."""
    power = max(2**k for k in range(8) if 2**k <= n)
    drawn = draw(n, seed=n)
    if n == power:
        assert (len(drawn.matches), len(drawn.byes), drawn.round2) == (n // 2, 0, n // 2)
    else:
        assert (len(drawn.matches), len(drawn.byes), drawn.round2) == (n - power, 2 * power - n, power)


@given(st.integers(2, 200), SEEDS)
def test_everybody_is_drawn_once_and_a_bye_has_nobody_opposite(n, seed):
    drawn = draw(n, seed)
    assert sorted(entrant for pair in drawn.pairs for entrant in pair if entrant is not None) == list(range(1, n + 1))
    assert all(pair[0] is not None for pair in drawn.pairs)
    assert [pair for pair in drawn.pairs if pair[1] is None] == [(entrant, None) for entrant in drawn.byes]


def spread(drawn, level):
    """Matches of round 1 in each aligned part of 2**level places of round 2, by the part's number."""
    counts = Counter(dict.fromkeys(range(drawn.round2 >> level), 0))
    counts.update(number >> level for number, (_, second) in enumerate(drawn.pairs) if second is not None)
    return counts


@given(st.integers(2, 200), SEEDS)
def test_byes_and_matches_are_spread_evenly(n, seed):
    """In any two equal parts of the bracket the numbers of matches, and so of byes, differ by one at most."""
    drawn = draw(n, seed)
    for level in range(drawn.round2.bit_length()):
        counts = spread(drawn, level).values()
        assert max(counts) - min(counts) <= 1


@given(st.integers(2, 200), SEEDS)
def test_the_same_seed_gives_the_same_draw(n, seed):
    clubs = {entrant: entrant % 5 for entrant in range(1, n + 1)}
    assert draw(n, seed, clubs) == draw(n, seed, clubs)


def test_a_draw_does_not_change_between_machines():
    """Written down once: whoever draws again from the published seed must see the same."""
    assert draw(5, seed=1).pairs == ((2, 5), (1, None), (4, None), (3, None))
    assert cards_of_round(1, 1)[:10] == (1, 3, 4, 7, 8, 13, 14, 15, 17, 18)


def test_other_seeds_give_other_draws():
    assert len({draw(16, seed).pairs for seed in range(50)}) == 50


def test_every_place_is_as_likely_for_everybody():
    """Three entrants, one with a bye, above or below: 6 cases in 6000 draws, each within 4 standard deviations."""
    drawn = Counter((draw(3, seed).byes[0], draw(3, seed).pairs[0][1] is None) for seed in range(6000))
    assert len(drawn) == 6
    assert all(abs(count - 1000) < 4 * (6000 * 1 / 6 * 5 / 6) ** 0.5 for count in drawn.values())


def test_club_mates_have_the_same_chances():
    """Two of one club among four: each is above as often as below, and meets either stranger as often."""
    clubs = {1: "Ōtsu", 2: "Ōtsu"}
    above = Counter(tuple(sorted(draw(4, seed, clubs).pairs[0])) for seed in range(2000))
    assert set(above) == {(1, 3), (1, 4), (2, 3), (2, 4)}
    assert all(abs(count - 500) < 4 * (2000 * 1 / 4 * 3 / 4) ** 0.5 for count in above.values())


def test_one_entrant_is_no_draw():
    with pytest.raises(ValueError, match="two entrants"):
        draw(1, seed=1)


def together(pairs, clubs):
    """For each round, how many pairs of one club meet in it or before: what a draw wants low."""
    place = {entrant: number for number, pair in enumerate(pairs) for entrant in pair if entrant is not None}
    rounds = [
        (place[one] ^ place[other]).bit_length() + 1
        for one, other in combinations(place, 2)
        if clubs.get(one) is not None and clubs.get(one) == clubs.get(other)
    ]
    return tuple(sum(each <= number for each in rounds) for number in range(1, 9))


def every_draw(shape):
    """Every way to fill a bracket whose places are matches (2) or byes (1)."""
    for order in permutations(range(1, sum(shape) + 1)):
        left = iter(order)
        yield tuple((next(left), next(left) if size == 2 else None) for size in shape)


@pytest.mark.parametrize("n", range(2, 9))
def test_no_draw_of_that_shape_keeps_clubs_further_apart(n):
    """All drawings of two to eight entrants one by one: none is better in any round, for every division into clubs."""
    divisions = {(n - k, k) for k in range(1, n // 2 + 1)} | {(n,), (3, 3, 1)[: n // 2], (2,) * (n // 2)}
    for sizes in sorted(divisions) if n < 8 else [(5, 3), (3, 3, 2)]:
        names = [name for name, size in enumerate(sizes) for _ in range(size)]
        clubs = dict(enumerate(names, start=1))
        found = draw(n, seed=f"{sizes}", clubs=clubs)
        shape = [1 if second is None else 2 for _, second in found.pairs]
        best = tuple(map(min, zip(*(together(pairs, clubs) for pairs in every_draw(shape)), strict=True)))
        assert together(found.pairs, clubs) == best, sizes


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 12), min_size=2, max_size=150), SEEDS)
def test_clubs_are_kept_apart_as_far_as_they_can(members, seed):
    """In every equal part of the bracket a club has its equal share, rounded up or down: so no draw is better."""
    clubs = {entrant: name for entrant, name in enumerate(members, start=1) if name}
    drawn = draw(len(members), seed, clubs)
    parts = drawn.round2
    for level in range(drawn.round2.bit_length()):
        for name, size in Counter(clubs.values()).items():
            shares = Counter(
                number >> level
                for number, pair in enumerate(drawn.pairs)
                for each in pair
                if clubs.get(each or 0) == name
            )
            assert max(shares.values()) <= -(-size // (parts >> level))
            assert min(shares[part] for part in range(parts >> level)) >= size // (parts >> level)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=2, max_size=80), SEEDS)
def test_collisions_are_reported_and_never_more_than_there_must_be(members, seed):
    clubs = {entrant: name for entrant, name in enumerate(members, start=1) if name}
    drawn = draw(len(members), seed, clubs)
    found = collisions(drawn, clubs)
    assert {(each.first, each.second) for each in found} == {
        tuple(sorted(match))
        for match in drawn.matches
        if clubs.get(match[0]) and clubs.get(match[0]) == clubs.get(match[1])
    }
    largest = max(Counter(clubs.values()).values(), default=0)
    assert len(found) == max(0, largest - drawn.round2)


def test_meetings_tell_the_round():
    drawn = draw(8, seed=4)
    clubs = {drawn.pairs[0][0]: "Ōtsu", drawn.pairs[0][1]: "Ōtsu", drawn.pairs[3][0]: "Ōtsu"}
    assert [meeting.round for meeting in meetings(drawn, clubs)] == [1, 3, 3]
    assert meetings(drawn, {}) == ()


class TestBlocks:
    def test_the_caps_seen_are_the_default(self):
        assert {grade.value: cap for grade, cap in DEFAULT_CAPS.items()} == {
            "E": 16,
            "D": 32,
            "C": 64,
            "B": 64,
            "A": 128,
        }
        assert DEFAULT_CAPS[Grade.E] == 16

    @given(st.integers(0, 500), st.integers(1, 128))
    def test_as_few_blocks_as_the_cap_allows_and_equal_ones(self, n, cap):
        sizes = block_sizes(n, cap)
        assert sum(sizes) == n
        assert len(sizes) == -(-n // cap)
        assert not sizes or (max(sizes) <= cap and max(sizes) - min(sizes) <= 1)

    def test_a_cap_is_a_number_of_people(self):
        with pytest.raises(ValueError, match="at least one"):
            block_sizes(8, 0)

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.integers(0, 6), min_size=1, max_size=120), st.integers(2, 40), SEEDS)
    def test_everybody_is_in_one_block_and_clubs_are_divided(self, members, cap, seed):
        clubs = {entrant: name for entrant, name in enumerate(members, start=1) if name}
        blocks = divide(len(members), cap, seed, clubs)
        assert tuple(len(block) for block in blocks) == block_sizes(len(members), cap)
        assert sorted(entrant for block in blocks for entrant in block) == list(range(1, len(members) + 1))
        for name in set(clubs.values()):
            shares = [sum(clubs.get(entrant) == name for entrant in block) for block in blocks]
            assert max(shares) - min(shares) <= 1
        assert blocks == divide(len(members), cap, seed, clubs)


class TestCardsOfARound:
    @given(SEEDS, st.integers(1, 9))
    def test_fifty_of_the_hundred_the_same_for_all_tables(self, seed, number):
        cards = cards_of_round(seed, number)
        assert len(set(cards)) == 50
        assert set(cards) <= set(range(1, 101))
        assert list(cards) == sorted(cards)
        assert cards == cards_of_round(seed, number)

    def test_each_round_has_its_own(self):
        assert len({cards_of_round("Ōtsu", number) for number in range(1, 8)}) == 7

    def test_a_final_may_use_all(self):
        assert cards_of_round(1, 6, from_all=True) == tuple(range(1, 101))


class TestTheCommand:
    def told(self, *arguments):
        out = StringIO()
        call_command("draw", *arguments, stdout=out)
        return out.getvalue()

    def test_as_json(self):
        told = json.loads(self.told("--n", "74", "--seed", "3", "--json"))
        assert list(told) == ["n", "seed", "matches", "byes", "round2"]
        assert (told["n"], told["seed"], told["round2"]) == (74, 3, 64)
        assert (len(told["matches"]), len(told["byes"])) == (10, 54)
        assert sorted([*chain(*told["matches"]), *told["byes"]]) == list(range(1, 75))

    def test_sixty_four_have_no_bye(self):
        told = json.loads(self.told("--n", "64", "--seed", "3", "--json"))
        assert (len(told["matches"]), told["byes"]) == (32, [])

    def test_the_bracket_on_request(self):
        told = json.loads(self.told("--n", "5", "--json", "--bracket"))
        assert len(told["bracket"]) == 4
        assert sum(second is None for _, second in told["bracket"]) == 3

    def test_a_number_is_the_same_seed_however_it_is_written(self):
        assert self.told("--n", "9", "--seed", "03", "--json") == self.told("--n", "9", "--seed", "3", "--json")
        assert json.loads(self.told("--n", "9", "--seed", "Ōtsu", "--json"))["seed"] == "Ōtsu"

    def test_as_text(self):
        assert self.told("--n", "5", "--seed", "Ōtsu").startswith("5 entrants, 1 match, 3 byes, 4 in round 2\n")

    def test_nobody_to_draw(self):
        with pytest.raises(CommandError, match="two entrants"):
            self.told("--n", "1")
