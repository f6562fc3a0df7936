"""Where a reading is after some moves: the table that the server's rules and the page's are both held against."""

POEMS = (3, 4)  # units 0 to 3: the joka, poem 3, poem 4, the lower verse of poem 4

# moves → unit, phase, whether it is held
CASES = [
    ("", 0, "ready", False),
    ("start", 0, "reading", False),
    ("next", 0, "reading", False),  # before the start, next begins
    ("start heard", 1, "reading", False),  # the joka goes straight on
    ("start next", 1, "reading", False),  # the joka is skipped
    ("start heard heard", 1, "waiting", False),
    ("start heard heard next", 2, "reading", False),
    ("start heard next", 2, "reading", False),  # the rest of the verse is skipped
    ("start heard hold", 1, "reading", True),
    ("start heard hold heard", 1, "reading", True),  # what stands still is not heard to its end
    ("start heard hold start", 1, "reading", False),
    ("start heard heard hold", 1, "waiting", True),
    ("start heard heard hold start", 1, "waiting", False),
    ("start heard heard hold next", 2, "reading", False),
    ("start heard heard reread", 1, "reading", False),
    ("start heard heard next back", 1, "reading", False),
    ("start back", 0, "reading", False),
    ("start heard heard next heard next", 3, "reading", False),
    ("start heard heard next heard next heard", 3, "finished", False),
    ("start heard heard next heard next next", 3, "finished", False),
    ("start heard heard next heard next heard next", 3, "finished", False),
    ("start heard heard next heard next heard hold", 3, "finished", False),
    ("start heard heard next heard next heard back", 3, "reading", False),
    ("hold", 0, "ready", False),
    ("back", 0, "ready", False),
    ("reread", 0, "ready", False),
    ("heard", 0, "ready", False),
]
