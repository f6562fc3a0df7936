"""What is asked, how fast is fast, and when a question opens."""

import pytest

from trainer.srs.skills import EXTRAS, PRACTISED_ONLY, Item, Skill, has_opened

BOTH = {Skill.TORIFUDA_TO_KIMARIJI: 3.0, Skill.KIMARIJI_TO_TORIFUDA: 3.0}


@pytest.mark.parametrize(
    ("code", "target_ms"),
    [
        ("tf-kj", 1000),
        ("kj-tf", 1000),
        ("up-lo", 4000),
        ("lo-up", 4000),
        ("au-tf", 1000),
        ("disc", 600),
        ("change", 2000),
        ("author", 4000),
        ("cut-tf", 1000),
        ("cut-kj", 1000),
        ("cut-disc", 600),
        ("cut-now", 1000),
    ],
)
def test_codes_and_targets_never_change(code, target_ms):
    assert Skill(code).target_ms == target_ms


def test_there_are_twelve_skills_with_codes_that_fit_their_column():
    assert len(Skill) == 12
    assert max(len(skill.value) for skill in Skill) <= 12


def test_a_poem_starts_with_torifuda_to_kimariji():
    assert [skill for skill in Skill if has_opened(skill, {}, EXTRAS)] == [Skill.TORIFUDA_TO_KIMARIJI]


@pytest.mark.parametrize(("days", "opens"), [(2.99, False), (3.0, True)])
def test_the_reverse_opens_at_three_days(days, opens):
    assert has_opened(Skill.KIMARIJI_TO_TORIFUDA, {Skill.TORIFUDA_TO_KIMARIJI: days}) is opens


@pytest.mark.parametrize("skill", [Skill.AUDIO_TO_TORIFUDA, Skill.DISCRIMINATION, Skill.KIMARIJI_CHANGE])
def test_hearing_and_change_need_both_directions(skill):
    assert has_opened(skill, BOTH)
    for missing in BOTH:
        assert not has_opened(skill, BOTH | {missing: 2.9})


@pytest.mark.parametrize("skill", sorted(EXTRAS))
def test_extras_open_only_when_switched_on(skill):
    assert not has_opened(skill, BOTH)
    assert has_opened(skill, {Skill.TORIFUDA_TO_KIMARIJI: 3.0}, {skill})


def test_an_item_reads_back_what_it_writes():
    item = Item(100, Skill.DISCRIMINATION)
    assert Item.parse(str(item)) == item
    with pytest.raises(ValueError, match="nonsense"):
        Item.parse("3:nonsense")


def test_what_is_only_practised_never_opens():
    firm = dict.fromkeys(Skill, 60.0)
    assert {skill for skill in Skill if not has_opened(skill, firm, EXTRAS)} == PRACTISED_ONLY
