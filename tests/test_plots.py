"""Plots: valid SVG, in the right places, readable without colour, escaped."""

from datetime import date
from xml.etree import ElementTree as ET

import pytest

from trainer.plots import (
    Column,
    Fill,
    Limit,
    Markup,
    Point,
    Row,
    Scale,
    Series,
    Table,
    Tick,
    Tone,
    calendar,
    columns,
    gauge,
    line,
    matrix,
    nice,
    rows,
    swatch,
)

TEN = [Tick(0, "0"), Tick(10, "10")]


def drawn(svg):
    return ET.fromstring(svg)  # noqa: S314 (our own text)


def having(svg, name, css=""):
    """The elements of a kind whose classes include `css`."""
    return [each for each in drawn(svg).iter(name) if not css or css in each.get("class", "").split()]


def texts(svg):
    return [each.text for each in having(svg, "text")]


EVERY_PLOT = {
    "columns": columns("c", "shown", [Column("Mon", (3, 4))], [Series("a"), Series("b")], ticks=TEN),
    "line": line("shown", [Point("Mon", 5), Point("Tue", None), Point("Wed", 6)], low=0, ticks=TEN),
    "rows": rows("r", "shown", [Row("む", 5, 6, "5 s")], ticks=TEN, limit=Limit(7, "target")),
    "matrix": matrix("shown", ["うか", "うら"], [[0, 3], [1, 0]]),
    "calendar": calendar("shown", {}, first=date(2026, 1, 1), until=date(2026, 1, 9), weeks=18, steps=(1, 2)),
    "gauge": gauge("shown", 0.1, top=0.4, healthy=(0.05, 0.2), marks=("5%", "20%")),
}


@pytest.mark.parametrize("svg", EVERY_PLOT.values(), ids=EVERY_PLOT)
def test_every_plot_is_one_picture_with_a_name(svg):
    assert (drawn(svg).get("role"), drawn(svg).get("aria-label")) == ("img", "shown")


@pytest.mark.parametrize("svg", EVERY_PLOT.values(), ids=EVERY_PLOT)
def test_templates_take_a_plot_as_it_is(svg):
    assert svg.__html__() == svg


def test_names_are_escaped():
    svg = columns("c", 'less < "more"', [Column("<b>", (1,))], [Series("a")], ticks=TEN)
    assert drawn(svg).get("aria-label") == 'less < "more"'
    assert "<b>" in texts(svg)
    assert "<b>" not in svg


def test_a_column_is_as_high_as_its_value():
    svg = columns("c", "", [Column("", (2.5,))], [Series("a")], ticks=TEN)
    (bar,) = having(svg, "rect", "mark")
    assert (bar.get("y"), bar.get("height")) == ("75%", "25%")


def test_a_lone_column_is_narrow_and_in_the_middle():
    svg = columns("c", "", [Column("", (1,))], [Series("a")], ticks=TEN)
    (bar,) = having(svg, "rect", "mark")
    left, wide = (float(bar.get(name).rstrip("%")) for name in ("x", "width"))
    assert wide <= 100 / 8
    assert left + wide / 2 == pytest.approx(50)


def test_stacked_values_stand_on_each_other():
    svg = columns("c", "", [Column("", (2, 3))], [Series("a"), Series("b")], ticks=TEN)
    lower, upper = having(svg, "rect", "mark")
    assert (lower.get("y"), lower.get("height")) == ("80%", "20%")
    assert (upper.get("y"), upper.get("height")) == ("50%", "30%")


def test_nothing_is_drawn_for_nothing():
    assert having(columns("c", "", [Column("", (0,))], [Series("a")], ticks=TEN), "rect", "mark") == []


def test_series_differ_without_colour():
    series = [Series("a", Tone.INK, fill) for fill in Fill]
    svg = columns("c", "", [Column("", (1, 1, 1, 1))], series, ticks=TEN)
    looks = {(bar.get("fill"), bar.get("class")) for bar in having(svg, "rect", "mark")}
    assert len(looks) == len(Fill)


def test_every_pattern_that_is_used_is_defined():
    series = [Series("a", tone, fill) for tone in Tone for fill in Fill]
    svg = columns("c", "", [Column("", (0.1,) * len(series))], series, ticks=TEN)
    used = {bar.get("fill") for bar in having(svg, "rect", "mark")} - {None}
    assert used == {f"url(#{pattern.get('id')})" for pattern in having(svg, "pattern")}


def test_two_plots_of_one_page_share_no_ids():
    series = [Series("a", Tone.GOLD, Fill.DOTS)]
    ids = [
        pattern.get("id")
        for svg in (
            columns("one", "", [Column("", (1,))], series, ticks=TEN),
            columns("two", "", [Column("", (1,))], series, ticks=TEN),
            swatch("one", series[0]),
        )
        for pattern in having(svg, "pattern")
    ]
    assert len(set(ids)) == len(ids) == 3


def test_the_limit_is_named_and_in_its_place():
    svg = columns("c", "", [Column("", (1,))], [Series("a")], ticks=TEN, limit=Limit(8, "limit: 8"))
    (limit,) = having(svg, "line", "limit")
    assert limit.get("y1") == "20%"
    assert "limit: 8" in texts(svg)


def test_a_name_beside_the_limits_name_gives_way():
    svg = columns("c", "", [Column("", (1,))], [Series("a")], ticks=TEN, limit=Limit(9.5, "9.5"))
    assert [text for text in texts(svg) if text] == ["0", "9.5"]


def test_few_names_stand_below_and_the_last_always():
    svg = columns("c", "", [Column(f"d{day}", (1,)) for day in range(30)], [Series("a")], ticks=TEN)
    below = [text for text in texts(svg) if text.startswith("d")]
    assert len(below) <= 6
    assert below[-1] == "d29"


def test_a_line_breaks_where_nothing_is_known():
    points = [Point("", 1), Point("", 2), Point("", None), Point("", 3)]
    svg = line("", points, low=0, ticks=TEN)
    assert len(having(svg, "path", "trend")) == 2
    assert len(having(svg, "circle", "dot")) == 3


def test_a_line_starts_at_its_lowest_value():
    svg = line("", [Point("", 0.75)], low=0.5, ticks=[Tick(0.5, ""), Tick(1.0, "")])
    (dot,) = having(svg, "circle", "dot")
    assert dot.get("cy") == "50%"


def test_a_weak_point_is_hollow():
    svg = line("", [Point("", 5, weak=True), Point("", 5)], low=0, ticks=TEN)
    assert len(having(svg, "circle", "weak")) == 1


def test_bars_beyond_the_limit_look_different():
    svg = rows("r", "", [Row("む", 7), Row("な", 7.1)], ticks=TEN, limit=Limit(7, "target"))
    within, beyond = having(svg, "rect", "mark")
    assert "fill-solid" in within.get("class")
    assert "fill-stripes" in beyond.get("class")


def test_a_ring_stands_where_a_bar_ended_before():
    svg = rows("r", "", [Row("む", 5, before=8)], ticks=TEN, limit=Limit(7, "target"))
    (ring,) = having(svg, "circle", "ring")
    assert ring.get("cx") == "80%"


def test_a_row_without_a_value_keeps_its_name():
    svg = rows("r", "", [Row("む", None, None, "–")], ticks=TEN, limit=Limit(7, "target"))
    assert having(svg, "rect", "mark") == having(svg, "circle", "ring") == []
    assert {"む", "–"} <= set(texts(svg))


def test_a_bar_never_leaves_the_field():
    svg = rows("r", "", [Row("む", 99)], ticks=TEN, limit=Limit(7, "target"))
    assert having(svg, "rect", "mark")[0].get("width") == "100%"


def test_the_area_of_a_disc_is_its_count():
    svg = matrix("", ["a", "b"], [[0, 8], [2, 0]])
    large, small = (float(disc.get("r").rstrip("%")) for disc in having(svg, "circle", "disc"))
    assert large**2 / small**2 == pytest.approx(4, rel=0.01)


def test_right_answers_are_not_in_the_matrix():
    svg = matrix("", ["a", "b"], [[50, 1], [0, 60]])
    assert [text for text in texts(svg) if text.isdecimal()] == ["1"]


def test_rows_are_asked_and_columns_answered():
    svg = matrix("", ["a", "b", "c", "d"], [[0, 0, 0, 5], [0] * 4, [0] * 4, [0] * 4])
    (disc,) = having(svg, "circle", "disc")
    assert (disc.get("cx"), disc.get("cy")) == ("87.5%", "12.5%")


def test_the_calendar_begins_on_the_first_day_and_ends_today():
    # 2026-01-01 was a Thursday: with Monday on top it is the fourth row of the first column.
    svg = calendar("", {}, first=date(2026, 1, 1), until=date(2026, 1, 12), weeks=18, steps=(1, 2))
    days = having(svg, "rect", "day")
    middle = [
        (float(d.get("x")) + float(d.get("width")) / 2, float(d.get("y")) + float(d.get("height")) / 2) for d in days
    ]
    assert len(days) == 12
    assert middle[0] == pytest.approx((0.5, 3.5))
    assert middle[-1] == pytest.approx((2.5, 0.5))
    assert [("today" in d.get("class")) for d in days] == [False] * 11 + [True]


def test_days_grow_with_what_was_done():
    counts = {date(2026, 1, 5): 1, date(2026, 1, 6): 10, date(2026, 1, 7): 20}
    svg = calendar("", counts, first=date(2026, 1, 5), until=date(2026, 1, 8), weeks=1, steps=(10, 20))
    sizes = [float(day.get("width")) for day in having(svg, "rect", "day")]
    assert sizes[0] < sizes[1] < sizes[2]
    assert 0 < sizes[3] < sizes[0]


def test_the_gauge_shows_the_healthy_stretch():
    svg = gauge("", 0.1, top=0.4, healthy=(0.05, 0.2), marks=("5%", "20%"))
    (stretch,) = having(svg, "rect", "healthy")
    (dot,) = having(svg, "circle", "dot")
    assert (stretch.get("x"), stretch.get("width"), dot.get("cx")) == ("12.5%", "37.5%", "25%")


@pytest.mark.parametrize(
    ("most", "expected"), [(0, (0, 1)), (4, (0, 1, 2, 3, 4)), (37, (0, 10, 20, 30, 40)), (1.3, (0, 0.5, 1, 1.5))]
)
def test_round_values_reach_the_most(most, expected):
    assert nice(most) == pytest.approx(expected)


def test_a_scale_goes_up():
    with pytest.raises(ValueError, match="goes up"):
        Scale(1, 1)


def test_a_table_has_as_many_cells_as_headings():
    with pytest.raises(ValueError, match="as many cells"):
        Table(("a", "b"), (("1",),))


def test_markup_is_text():
    assert isinstance(EVERY_PLOT["line"], Markup)
