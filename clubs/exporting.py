"""Tables of a club to take along, in the columns that clubs.csv_rows reads again."""

import csv
import io
from collections.abc import Iterable
from typing import Any

from clubs import standing
from clubs.models import Club

MEMBERS = ("name", "reading", "class", "dan", "email", "joined", "note", "confirmed", "role", "left")
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would take such a cell for a formula


def members(club: Club) -> Iterable[tuple[Any, ...]]:
    """The members of a club, present and former, by name; two queries."""
    rows = list(club.members.filter(joined_on__isnull=False).exclude(player__name="").select_related("player"))
    now = standing.standing_of([row.player_id for row in rows])
    for row in rows:
        held = now.get(row.player_id)
        yield (
            row.player.name,
            row.player.kana,
            held.grade.value if held else "",
            held.dan if held else "",
            row.email,
            row.joined_on,
            row.note,
            "yes" if held and held.is_confirmed else "",
            row.role,
            row.left_on,
        )


def as_csv(columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> bytes:
    """UTF-8 with the mark that spreadsheets look for; no cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([safe(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def safe(cell: Any) -> str:
    """A cell as text; one that a spreadsheet would execute gets an apostrophe before it."""
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.startswith(DANGEROUS) else text
