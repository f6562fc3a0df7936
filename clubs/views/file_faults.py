"""What is wrong with a table, in a sentence that says what to do."""

from django.utils.translation import gettext as _

from clubs.csv_table import MOST_BYTES, MOST_ROWS, Error, Fault


def sentence(error: Error) -> str:
    """Of one fault (clubs.csv_table)."""
    return _sentences()[error.fault] % {"column": error.column, "text": error.text[:60]}


def _sentences() -> dict[Fault, str]:
    too_large = _("The file is larger than %(megabytes)d MB or longer than %(rows)d rows. Divide it.")
    return {
        Fault.UNREADABLE: _("This is no table that can be read: save it as CSV (UTF-8); is a quote left open?"),
        Fault.TOO_LARGE: too_large % {"megabytes": MOST_BYTES // 1_000_000, "rows": MOST_ROWS},
        Fault.EMPTY: _("The file is empty."),
        Fault.NO_COLUMN: _("The first line has to name the columns; “%(column)s” is missing."),
        Fault.COLUMN_TWICE: _("The column “%(text)s” stands there twice."),
        Fault.TOO_MANY_CELLS: _("The line has more cells than the first: does a comma belong into quotes?"),
        Fault.MISSING: _("“%(column)s” is empty and must not be."),
        Fault.NOT_A_DATE: _("“%(text)s” is no day: write it as 2026-11-30."),
        Fault.NOT_A_GRADE: _("“%(text)s” is no class: A, B, C, D or E."),
        Fault.NOT_A_DAN: _("“%(text)s” is no dan: a number from 0 to 10."),
        Fault.NOT_A_NUMBER: _("“%(text)s” in “%(column)s” is no number that can be right."),
        Fault.NOT_AN_OUTCOME: _("“%(text)s” is no outcome: won, lost, walkover or absent."),
        Fault.NOT_AN_ADDRESS: _("“%(text)s” is no e-mail address."),
        Fault.TOO_LONG: _("“%(column)s” is too long."),
        Fault.SAME_PLAYER: _("Nobody plays against themselves: “%(text)s” stands there twice."),
        Fault.MARGIN_OF_A_WALKOVER: _("A walkover has no margin, and “%(text)s” stands there."),
    }
