"""The plots of the progress page: from plain values (trainer.statistics) to drawings with words (trainer.plots)."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from trainer.plots import (
    Column,
    Figure,
    Fill,
    Key,
    Limit,
    Point,
    Row,
    Series,
    Table,
    Tick,
    Tone,
    calendar,
    columns,
    dash,
    gauge,
    line,
    matrix,
    nice,
    rows,
    swatch,
)
from trainer.poems.kimariji import as_written
from trainer.srs.confusion import ConfusionMatrix
from trainer.srs.forecast import ForecastDay
from trainer.srs.standing import Standing
from trainer.statistics import DayOfWork, Reaction, Recalls, Speed

FEW = 10  # reviews or answers below which a number says little
HEALTHY_AGAIN = (0.05, 0.20)
MINUTE_MS = 60_000
FEWEST_WEEKS = 18  # the width of the calendar at first; it grows to a year


# --- words for numbers ----------------------------------------------------------------------------------


def short_day(day: date) -> str:
    """A day where there is little room."""
    return date_format(day, pgettext("date format for a plot, as in 29 Nov", "j M"))


def whole_day(day: date) -> str:
    """A day with its year."""
    return date_format(day, "DATE_FORMAT")


def as_percent(share: float | None) -> str:
    """A share in whole percent; a dash if there is none."""
    return "–" if share is None else _("%(number)s%%") % {"number": round(100 * share)}


def as_seconds(ms: float | None) -> str:
    """Milliseconds as seconds with two decimals; a dash if there are none."""
    return "–" if ms is None else _("%(seconds)s s") % {"seconds": number_format(ms / 1000, 2)}


# --- learned over time ----------------------------------------------------------------------------------


def over_time(history: Sequence[tuple[date, Mapping[Standing, int]]]) -> Figure:
    """Stacked columns: of the hundred, how many were sure, settling, learning, not begun."""
    series = {
        Standing.SURE: Series(_("Sure"), Tone.PINE, Fill.SOLID),
        Standing.SETTLING: Series(_("Settling"), Tone.INDIGO, Fill.STRIPES),
        Standing.LEARNING: Series(_("Learning"), Tone.GOLD, Fill.DOTS),
        Standing.NOT_BEGUN: Series(_("Not begun"), Tone.INK, Fill.HOLLOW),
    }
    latest = history[-1][1]
    svg = columns(
        "standing",
        _("Columns over time: of the hundred, %(sure)d are sure now, %(settling)d settling, %(learning)d learning.")
        % {"sure": latest[Standing.SURE], "settling": latest[Standing.SETTLING], "learning": latest[Standing.LEARNING]},
        [Column(short_day(day), tuple(counts[each] for each in series)) for day, counts in history],
        tuple(series.values()),
        ticks=[Tick(value, str(value)) for value in (0, 25, 50, 75, 100)],
        width=0.86,
    )
    table = Table(
        (_("Day"), *(each.label for each in series.values())),
        tuple((whole_day(day), *(str(counts[each]) for each in series)) for day, counts in reversed(history)),
    )
    key = tuple(Key(swatch("standing", each), f"{latest[at]} {each.label}") for at, each in series.items())
    return Figure(svg, table, _("Poems by how well they are known"), key)


# --- retention ------------------------------------------------------------------------------------------


def retention(weeks: Sequence[tuple[date, Recalls]], desired: float) -> Figure:
    """A line: the share recalled each week, against what was asked for."""
    shares = [recalls.share for _week, recalls in weeks if recalls.share is not None]
    low = min(0.7, max(int(min(shares, default=0.7) * 10) / 10, 0.0))
    last = max((place for place, (_week, recalls) in enumerate(weeks) if recalls.reviews), default=0)
    points = [
        Point(
            short_day(week),
            recalls.share,
            weak=recalls.reviews < FEW,
            note=as_percent(recalls.share) if place == last else "",
        )
        for place, (week, recalls) in enumerate(weeks)
    ]
    steps = [round(low + place / 10, 1) for place in range(round((1 - low) * 10) + 1)]
    if len(steps) > 6:
        steps = steps[::-2][::-1]
    svg = line(
        _("A line by week: the share of reviews answered right, against the %(desired)s asked for.")
        % {"desired": as_percent(desired)},
        points,
        low=low,
        ticks=[Tick(step, as_percent(step)) for step in steps],
        limit=Limit(desired, as_percent(desired)),
    )
    table = Table(
        (_("Week from"), _("Reviews"), _("Right"), _("Share")),
        tuple(
            (whole_day(week), str(recalls.reviews), str(recalls.right), as_percent(recalls.share))
            for week, recalls in reversed(weeks)
        ),
    )
    key = (Key(dash(), _("asked for")),)
    return Figure(svg, table, _("Reviews answered right, by week"), key)


def reviews_by_week(weeks: Sequence[tuple[date, Recalls]]) -> Figure:
    """Low columns under the line: on how many reviews each of its points rests."""
    most = max((recalls.reviews for _week, recalls in weeks), default=0)
    busiest = next((place for place, (_week, recalls) in enumerate(weeks) if recalls.reviews == most), 0)
    svg = columns(
        "reviews",
        _("Columns by week: the number of reviews, %(most)d at most.") % {"most": most},
        [
            Column("", (recalls.reviews,), str(most) if place == busiest and most else "")
            for place, (_week, recalls) in enumerate(weeks)
        ],
        [Series(_("Reviews"), Tone.INK, Fill.SOLID)],
        ticks=[Tick(0, "0"), Tick(max(most, 1) * 1.35, "")],
        kind="strip",
    )
    return Figure(svg, Table((), ()), "")


# --- reaction -------------------------------------------------------------------------------------------


def seconds_scale(reactions: Sequence[Reaction], target_ms: int) -> tuple[float, ...]:
    """The seconds marked under plots of reactions; for plots side by side pass the reactions of all of them."""
    times = [speed.median_ms for each in reactions for speed in (each.now, each.before) if speed]
    # Beyond four times the target a bar ends at the edge: its number still tells, and the others stay readable.
    return nice(min(max([*times, 1.3 * target_ms]), 4 * target_ms) / 1000)


def reaction(
    name: str, heading: str, reactions: Sequence[Reaction], *, target_ms: int, days: int, scale: Sequence[float]
) -> Figure:
    """Bars: the median time by sounds, a ring where it was before, the target as a line."""
    known = [each for each in reactions if each.now or each.before]
    label = _("Bars: the median time of right answers by sound, %(target)s is the target.") % {
        "target": as_seconds(target_ms)
    }
    svg = rows(
        name,
        label,
        [
            Row(
                each.sounds,
                each.now.median_ms / 1000 if each.now else None,
                each.before.median_ms / 1000 if each.before else None,
                as_seconds(each.now.median_ms if each.now else None),
            )
            for each in known
        ],
        ticks=[Tick(value, number_format(value, 1)) for value in scale],
        limit=Limit(target_ms / 1000, _("target %(time)s") % {"time": as_seconds(target_ms)}),
    )
    table = Table(
        (
            heading,
            ngettext("Last %(days)d day", "Last %(days)d days", days) % {"days": days},
            _("Answers"),
            ngettext("%(days)d day before", "%(days)d days before", days) % {"days": days},
            _("Answers before"),
        ),
        tuple((each.sounds, *_speed_cells(each.now), *_speed_cells(each.before)) for each in known),
    )
    caption = _("Median time of right answers, %(first)s to %(last)s")
    return Figure(svg, table, caption % {"first": known[0].sounds, "last": known[-1].sounds})


def _speed_cells(speed: Speed | None) -> tuple[str, str]:
    return (as_seconds(speed.median_ms), str(speed.answers)) if speed else ("–", "0")


# --- confusions -----------------------------------------------------------------------------------------


def confusions(found: ConfusionMatrix) -> Figure:
    """Discs: which card was asked (rows), which one answered (columns)."""
    # By their sounds, so that partners stand side by side and their discs along the diagonal.
    order = sorted(range(len(found.poems)), key=lambda place: as_written(found.poems[place]))
    names = [as_written(found.poems[place]) for place in order]
    counts = [[found.counts[row][column] for column in order] for row in order]
    svg = matrix(_("A grid: cards asked by row, cards answered by column, the count on each disc."), names, counts)
    mistakes = sorted(
        (
            (count, asked, answered)
            for asked, row in enumerate(counts)
            for answered, count in enumerate(row)
            if count and asked != answered
        ),
        reverse=True,
    )
    table = Table(
        (_("Asked"), _("Answered"), _("Times")),
        tuple((names[asked], names[answered], str(count)) for count, asked, answered in mistakes),
    )
    return Figure(svg, table, _("Cards taken for each other"))


# --- what is coming -------------------------------------------------------------------------------------


def coming(foreseen: Sequence[ForecastDay], most_per_day: int) -> Figure:
    """Stacked columns: reviews, what waits because of the limit, first questions; the limit as a line."""
    series = (
        Series(_("Reviews"), Tone.PINE, Fill.SOLID),
        Series(_("Waiting for another day"), Tone.VERMILION, Fill.HOLLOW),
        Series(_("First questions"), Tone.INDIGO, Fill.STRIPES),
    )
    loads = [each.reviews + each.backlog + each.beginnings for each in foreseen]
    peak = max(loads)
    # A limit far above everything would press the columns flat: then it is only said, not drawn.
    is_near = most_per_day <= 2 * max(peak, 1)
    top = nice(max(peak * 1.08, most_per_day * 1.08 if is_near else 0))
    svg = columns(
        "coming",
        _("Columns by day: what the next %(days)d days ask, %(peak)d questions at most.")
        % {"days": len(foreseen), "peak": peak},
        [
            Column(
                short_day(each.day),
                (each.reviews, each.backlog, each.beginnings),
                str(load) if load == peak and peak and place == loads.index(peak) else "",
            )
            for place, (each, load) in enumerate(zip(foreseen, loads, strict=True))
        ],
        series,
        ticks=[Tick(value, number_format(value, 0)) for value in top],
        limit=Limit(most_per_day, str(most_per_day)) if is_near else None,
    )
    table = Table(
        (_("Day"), _("Reviews"), _("First questions"), _("Asked again, about"), _("Waiting")),
        tuple(
            (whole_day(each.day), str(each.reviews), str(each.beginnings), str(round(each.repeats)), str(each.backlog))
            for each in foreseen
        ),
    )
    used = [each for place, each in enumerate(series) if any(_loads(day)[place] for day in foreseen)]
    key = [Key(swatch("coming", each), each.label) for each in used]
    if is_near:
        key.append(Key(dash(), _("your limit of reviews")))
    return Figure(svg, table, _("What the coming days ask"), tuple(key))


def _loads(day: ForecastDay) -> tuple[int, int, int]:
    return (day.reviews, day.backlog, day.beginnings)


# --- days practised -------------------------------------------------------------------------------------


def year(days: Sequence[DayOfWork], today: date, weeks: int) -> Figure:
    """A square a day, the larger the more was answered; it begins with the first answer, at most `weeks` ago."""
    earliest = today - timedelta(days=today.weekday() + 7 * (weeks - 1))
    first = max(earliest, days[0].day)
    needed = (today - (first - timedelta(days=first.weekday()))).days // 7 + 1
    counts = {each.day: each.answers for each in days if each.day >= first}
    ordered = sorted(counts.values())
    practised = len(ordered)
    svg = calendar(
        ngettext(
            "A calendar of the last year: %(count)d day with practice.",
            "A calendar of the last year: %(count)d days with practice.",
            practised,
        )
        % {"count": practised},
        counts,
        first=first,
        until=today,
        weeks=max(needed, FEWEST_WEEKS),
        steps=(ordered[practised // 3], ordered[2 * practised // 3]) if practised else (1, 2),
        months=_months(first, today),
    )
    months: dict[date, list[int]] = {}
    for day, count in counts.items():
        months.setdefault(day.replace(day=1), []).append(count)
    table = Table(
        (_("Month"), _("Days practised"), _("Answers")),
        tuple(
            (date_format(month, "YEAR_MONTH_FORMAT"), str(len(answers)), str(sum(answers)))
            for month, answers in sorted(months.items(), reverse=True)
        ),
    )
    return Figure(svg, table, _("Days practised, by month"))


def _months(first: date, until: date) -> list[Tick]:
    """The first week, and every second month over the week in which it begins, where there is room for its name."""
    monday = first - timedelta(days=first.weekday())
    name = pgettext("date format for a month in a plot, as in Nov", "M")
    found = [Tick(0, date_format(first, name))]
    for offset in range(1, (until - monday).days + 1):
        day = monday + timedelta(days=offset)
        week = offset // 7
        if day.day == 1 and week - found[-1].value >= 8:
            found.append(Tick(week, date_format(day, name)))
    return found


# --- health ---------------------------------------------------------------------------------------------


def again(recalls: Recalls) -> Figure:
    """A gauge: the share of misses, and where it should lie."""
    share = 1 - (recalls.share or 0.0)
    low, high = HEALTHY_AGAIN
    svg = gauge(
        _("%(share)s of the reviews were missed; %(low)s to %(high)s is healthy.")
        % {"share": as_percent(share), "low": as_percent(low), "high": as_percent(high)},
        share,
        top=max(0.4, share),
        healthy=HEALTHY_AGAIN,
        marks=(as_percent(low), as_percent(high)),
    )
    missed = recalls.reviews - recalls.right
    table = Table(
        (_("Answer"), _("Reviews"), _("Share")),
        (
            (_("Right"), str(recalls.right), as_percent(recalls.share)),
            (_("Missed"), str(missed), as_percent(share)),
        ),
    )
    return Figure(svg, table, _("Reviews right and missed"))


def minutes(days: Sequence[DayOfWork], today: date, count: int) -> Figure:
    """Columns: minutes spent answering on each of the last days."""
    spent = {each.day: each.answering_ms / MINUTE_MS for each in days}
    shown = [today - timedelta(days=offset) for offset in range(count - 1, -1, -1)]
    most = max((spent.get(day, 0.0) for day in shown), default=0.0)
    svg = columns(
        "minutes",
        _("Columns by day: minutes spent answering, %(most)s at most.") % {"most": number_format(most, 1)},
        [Column(short_day(day), (spent.get(day, 0.0),)) for day in shown],
        [Series(_("Minutes"), Tone.INDIGO, Fill.SOLID)],
        ticks=[Tick(value, number_format(value, 0 if value == int(value) else 1)) for value in nice(most, 2)],
        kind="low",
    )
    table = Table(
        (_("Day"), _("Minutes"), _("Answers")),
        tuple(
            (whole_day(each.day), number_format(each.answering_ms / MINUTE_MS, 1), str(each.answers))
            for each in reversed(days)
            if each.day >= shown[0]
        ),
    )
    return Figure(svg, table, _("Minutes spent answering, by day"))
