"""One form of a day, of a moment and of a time on every page, in each language."""

from datetime import UTC, datetime

import pytest
from django.utils import formats, translation

from trainer import figures
from trainer.templatetags.times import in_seconds

MOMENT = datetime(2026, 11, 9, 14, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "day", "moment", "month_day"),
    [
        ("en", "9 Nov 2026", "9 Nov 2026, 14:05", "9 Nov"),
        ("ja", "2026年11月9日", "2026年11月9日 14:05", "11月9日"),
        ("vi", "9/11/2026", "9/11/2026 14:05", "9/11"),
    ],
)
def test_a_day_looks_the_same_wherever_it_stands(language, day, moment, month_day):
    with translation.override(language):
        assert {formats.date_format(MOMENT, name) for name in ("DATE_FORMAT", "SHORT_DATE_FORMAT")} == {day}
        assert {formats.date_format(MOMENT, name) for name in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT")} == {moment}
        assert formats.date_format(MOMENT, "MONTH_DAY_FORMAT") == month_day


@pytest.mark.parametrize("language", ["en", "ja", "vi"])
def test_plots_and_pages_have_one_unit(language):
    with translation.override(language):
        assert figures.as_seconds(987) == in_seconds(987, 2)
