"""The four standings and where one passes into the next."""

import pytest

from trainer.srs.standing import Standing, standing, tally


@pytest.mark.parametrize(
    ("stability_days", "expected"),
    [
        (None, Standing.NOT_BEGUN),
        (0.2, Standing.LEARNING),
        (6.99, Standing.LEARNING),
        (7.0, Standing.SETTLING),
        (20.99, Standing.SETTLING),
        (21.0, Standing.SURE),
        (400.0, Standing.SURE),
    ],
)
def test_a_standing_begins_exactly_at_its_day(stability_days, expected):
    assert standing(stability_days) is expected


def test_a_tally_names_every_standing_the_surest_first():
    counts = tally([Standing.LEARNING, Standing.SURE, Standing.LEARNING])
    assert list(counts.items()) == [
        (Standing.SURE, 1),
        (Standing.SETTLING, 0),
        (Standing.LEARNING, 2),
        (Standing.NOT_BEGUN, 0),
    ]
