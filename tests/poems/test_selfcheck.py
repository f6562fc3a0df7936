"""The self-check of the corpus page."""

from trainer.poems.selfcheck import Check, run


def test_the_corpus_passes_every_check():
    assert [check.name for check in run() if not check.is_right] == []


def test_names_are_distinct_and_nothing_is_blank():
    checks = run()
    assert len({check.name for check in checks}) == len(checks) == 9
    assert all(check.known and check.counted for check in checks)


def test_a_difference_is_seen():
    assert not Check("kimariji-lengths", "7 42 37 6 2 6", "8 43 35 6 2 6").is_right
