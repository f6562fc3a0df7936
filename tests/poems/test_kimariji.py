"""Kimariji: the known list, its changes, and what any correct computation must satisfy (karuta rules, part F)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.poems import kimariji
from trainer.poems.kimariji import Reading, current, held_up_by, original, safe_prefix, shortened_by
from trainer.poems.poem import POEMS, poem


def table(text):
    """Poems and their kimariji as spoken: `87 む  18 す`."""
    words = text.split()
    return dict(zip(map(int, words[::2]), words[1::2], strict=True))


KNOWN = table("""
    87 む  18 す  57 め  22 ふ  70 さ  81 ほ  77 せ
    42 ちぎりき  75 ちぎりお  29 こころあ  68 こころに  88 なにわえ  19 なにわが
    83 よのなかよ  93 よのなかわ
    31 あさぼらけあ  64 あさぼらけう  15 きみがためは  50 きみがためお
    11 わたのはらや  76 わたのはらこ
    5 おく  26 おぐ  60 おおえ  95 おおけ  44 おおこ  45 あわれ  32 やまが  28 やまざ
    17 ちは  33 ひさ  4 たご  39 あさじ  41 こい  43 あい  47 やえ  71 ゆう  24 この
    80 ながか  99 ひとも  63 いまわ  35 ひとわ  48 かぜお  62 よお  59 やす
""")
PAIRS = [
    *[(79, 1), (12, 7), (56, 69), (30, 58), (78, 45), (21, 63), (74, 65), (98, 48), (40, 37), (23, 13), (80, 84)],
    *[(53, 86), (96, 9), (2, 67), (35, 99), (49, 27), (100, 66), (32, 28), (71, 46), (8, 92), (38, 54), (29, 68)],
    *[(75, 42), (88, 19), (83, 93), (31, 64), (15, 50), (11, 76)],
]
# How many poems begin with each sound, in the order everybody learns.
BEGINNINGS = {
    1: "むすめふさほせ",
    2: "うつしもゆ",
    3: "いちひき",
    4: "はやよか",
    5: "み",
    6: "たこ",
    7: "おわ",
    8: "な",
    16: "あ",
}
some_read = st.sets(st.integers(1, 100), max_size=99)


def test_how_many_kana_decide():
    assert Counter(map(len, kimariji.originals().values())) == {1: 7, 2: 42, 3: 37, 4: 6, 5: 2, 6: 6}


@pytest.mark.parametrize(("number", "sounds"), KNOWN.items())
def test_the_known_kimariji(number, sounds):
    assert original(number) == sounds


def test_twenty_seven_first_sounds_in_the_learning_order():
    assert [(group.per_sound, group.label) for group in kimariji.sound_groups()] == list(BEGINNINGS.items())
    assert Counter(each.initial for each in POEMS) == {
        sound: count for count, sounds in BEGINNINGS.items() for sound in sounds
    }
    assert sorted(number for group in kimariji.sound_groups() for number in group.poems) == list(range(1, 101))


def test_a_group_is_ordered_by_its_sounds():
    assert kimariji.sound_groups()[0].poems == (87, 18, 57, 22, 70, 81, 77)
    assert kimariji.sound_group(74) == kimariji.sound_groups()[1]
    assert "".join(original(number)[0] for number in kimariji.sound_groups()[1].poems) == "ううつつししももゆゆ"


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_usual_pairs_are_partners(one, other):
    assert kimariji.partners(one) == (other,)
    assert kimariji.partners(other) == (one,)


def test_partner_groups_of_other_sizes():
    assert set(kimariji.stem_group(44)) == {44, 60, 95}
    assert set(kimariji.partners(55)) == {4, 16, 34, 73, 89}
    assert kimariji.partners(87) == ()
    assert kimariji.stem_group(87) == (87,)
    assert kimariji.partners(39) == ()  # あさじ: the stem あさ is its own


@pytest.mark.parametrize(
    ("number", "read", "sounds"),
    [
        (74, [], "うか"),
        (74, [65], "う"),
        (2, [67], "はる"),
        (2, [67, 9, 96], "は"),
        (63, [21], "いま"),
        (31, [64], "あさぼ"),
        (31, [64, 39], "あさ"),
        (11, [76], "わた"),
        (42, [17], "ちぎりき"),
        (42, [75], "ちぎ"),
        (88, [19], "なにわ"),
        (88, [19, 25], "なに"),
        (87, [n for n in range(1, 101) if n != 87], "む"),
    ],
)
def test_changes_known_from_the_books(number, read, sounds):
    assert current(number, read) == sounds


def test_a_poem_that_has_been_read_has_no_kimariji():
    with pytest.raises(KeyError):
        current(74, [74])
    reading = Reading([74])
    with pytest.raises(KeyError):
        reading.read(74)
    assert 74 not in reading.unread
    assert len(reading.all_kimariji()) == 99


@given(some_read)
def test_a_kimariji_begins_its_own_verse_and_no_other_unread_one(read):
    unread = {each.number: each.upper.spoken for each in POEMS if each.number not in read}
    now = kimariji.all_current(read)
    assert now.keys() == unread.keys()
    for number, sounds in now.items():
        assert [other for other, verse in unread.items() if verse.startswith(sounds)] == [number]
        shorter = sounds[:-1]
        assert not shorter or sum(verse.startswith(shorter) for verse in unread.values()) > 1


@given(st.permutations(range(1, 101)), st.integers(0, 99))
def test_the_order_of_reading_does_not_matter(order, count):
    assert Reading(order[:count]).all_kimariji() == Reading(sorted(order[:count])).all_kimariji()


@given(some_read, st.lists(st.sampled_from([None, "own", "other"]), min_size=100, max_size=100))
def test_the_safe_prefix_risks_no_fault_and_is_the_shortest_such(read, places):
    field = {number: place for number, place in enumerate(places, start=1) if place}
    for number in sorted(set(field) - read)[:10]:
        safe = safe_prefix(number, read, field)
        verse = poem(number).upper.spoken

        def has_risk(prefix, number=number):
            others = (each for each in POEMS if each.number not in read and each.number != number)
            return any(
                each.upper.spoken.startswith(prefix) and field.get(each.number) != field[number] for each in others
            )

        assert verse.startswith(safe)
        assert not has_risk(safe)
        assert len(safe) == 1 or has_risk(safe[:-1])
        assert len(safe) <= len(current(number, read))


def test_three_i_in_one_territory_are_safe_at_the_first_sound():
    assert safe_prefix(21, territory_of={61: "own", 21: "own", 63: "own"}) == "い"
    assert safe_prefix(21, territory_of={61: "other", 21: "own", 63: "own"}) == "いま"
    assert safe_prefix(21, territory_of={21: "own", 63: "own"}) == "いま"  # いに is a karafuda
    assert safe_prefix(21, read=[61], territory_of={21: "own", 63: "own"}) == "い"


def test_without_a_field_only_the_kimariji_is_safe():
    assert safe_prefix(31, read=[64]) == current(31, [64]) == "あさぼ"


def test_a_card_that_is_not_on_the_mat_has_no_safe_prefix():
    with pytest.raises(KeyError):
        safe_prefix(21, territory_of={63: "own"})
    with pytest.raises(KeyError):
        safe_prefix(21, read=[21], territory_of={21: "own"})


def test_how_many_printed_kana_decide_a_torifuda():
    lengths = Counter(len(kimariji.printed_prefix(each.number)) for each in POEMS)
    assert [lengths[length] for length in range(1, 9)] == [9, 44, 31, 8, 2, 0, 4, 2]


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        *[(1, 15, "わかころもて"), (26, 56, "いまひとたひの"), (20, 88, "みをつくして"), (47, 92, "ひとこそ")],
        *[(2, 91, "ころも"), (9, 23, "わかみ"), (14, 80, "みたれ"), (11, 25, "ひとに")],
    ],
)
def test_torifuda_that_begin_alike(one, other, common):
    for number in (one, other):
        assert kimariji.printed_prefix(number)[:-1].startswith(common[:3])
        assert poem(number).torifuda.startswith(common)
        assert len(kimariji.printed_prefix(number)) > len(common)


def test_heard_lower_verses_part_at_their_voicing_too():
    # 9 わがみ and 1 わがころも both print わか; しづ… and しつ… cannot be told apart on a card.
    for each in POEMS:
        prefix = kimariji.spoken_lower_prefix(each.number)
        assert [other.number for other in POEMS if other.lower.spoken.startswith(prefix)] == [each.number]


def test_as_written():
    assert kimariji.as_written(93) == "よのなかは"
    assert kimariji.as_written(15) == "きみがためは"
    assert kimariji.as_written(50) == "きみがためお"
    assert kimariji.as_written(62) == "よを"
    assert kimariji.as_written(93, "よのな") == "よのな"


@pytest.mark.parametrize(
    ("number", "answer"),
    [
        *[(44, "あふこ"), (44, "おおこ"), (44, "おうこ"), (44, "ooko"), (44, "ōko"), (88, "なにはえ"), (88, "nanihae")],
        *[(93, "よのなかは"), (93, "よのなかわ"), (93, "yononakaha"), (26, "をぐ"), (50, "きみがためを"), (41, "こひ")],
        *[(78, "あはぢ"), (78, "awadi"), (78, "awaji"), (13, "tuku"), (13, "tsuku"), (22, "hu"), (22, "フ")],
    ],
)
def test_kimariji_typed_in_any_spelling(number, answer):
    assert kimariji.compare_kimariji(answer, number).is_right


@pytest.mark.parametrize(("number", "answer"), [(5, "おぐ"), (26, "おく"), (44, "おう"), (32, "やまか"), (74, "う")])
def test_kimariji_typed_wrong(number, answer):
    assert not kimariji.compare_kimariji(answer, number).is_right


def test_what_is_asked_follows_the_reading():
    assert kimariji.compare_kimariji("う", 74, read=[65]).is_right
    assert not kimariji.compare_kimariji("うか", 74, read=[65]).is_right


def test_spellings_of_a_kimariji_are_all_the_same_sounds_of_one_length():
    for each in POEMS:
        given = kimariji.spellings(each.number)
        assert {len(spelling) for spelling in given} == {len(original(each.number))}
    assert kimariji.spellings(95) == ("おおけ", "おほけ")
    assert kimariji.spellings(93, "よ") == ("よ",)


def test_the_distribution_of_the_current_kimariji():
    means = kimariji.mean_by_length(600, Random(20))
    assert means == pytest.approx((27, 46.1, 20, 3, 1, 3), abs=0.4)
    assert sum(means) == pytest.approx(100)


@pytest.mark.parametrize("number", kimariji.originals())
def test_a_change_comes_when_the_last_of_its_poems_is_read_and_not_before(number):
    shorter = kimariji.changes(number)
    lengths = [len(change.kimariji) for change in shorter]
    assert lengths == sorted(set(lengths), reverse=True)
    for change in shorter:
        assert kimariji.current(number, change.read) == change.kimariji
        for missing in change.read:
            assert len(kimariji.current(number, set(change.read) - {missing})) > len(change.kimariji)
    everybody_else = set(kimariji.originals()) - {number}
    last = shorter[-1].kimariji if shorter else kimariji.original(number)
    assert last == kimariji.current(number, everybody_else)


# --- why so long: なげき 53, なげけ 86, なつ 36, なにし 25, なにわえ 88, なにわが 19, ながか 80, ながら 84


@pytest.mark.parametrize(
    ("number", "read", "sounds", "because_read", "because_unread"),
    [
        (53, (), "なげき", set(), {86}),
        (53, (36,), "なげき", set(), {86}),
        (53, (86,), "なげ", {86}, {19, 25, 36, 80, 84, 88}),
        (53, (86, 36, 25, 88, 19, 80), "なげ", {86}, {84}),
        (53, (86, 36, 25, 88, 19, 80, 84), "な", {19, 25, 36, 80, 84, 86, 88}, set()),
        (88, (25,), "なにわえ", set(), {19}),
        (88, (19,), "なにわ", {19}, {25}),
        (88, (19, 25), "なに", {19, 25}, {36, 53, 80, 84, 86}),
        (87, (1, 2), "む", set(), set()),
    ],
)
def test_whose_reading_shortened_it_and_who_still_holds_it_up(number, read, sounds, because_read, because_unread):
    assert current(number, read) == sounds
    assert set(shortened_by(number, read)) == because_read
    assert set(held_up_by(number, read)) == because_unread
