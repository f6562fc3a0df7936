"""The papers of a tournament: in the club's language, else in the reader's; on Letter where that lies in printers."""

from __future__ import annotations

import re

from django.utils.translation import get_language, override

from clubs import bouts
from clubs.models import Club, Division
from clubs.papers import facts
from clubs.papers.cards import card_list
from clubs.papers.certificates import certificates
from clubs.papers.sheet import SIZES, Sheet
from clubs.papers.slips import score_sheets
from clubs.papers.trees import group, knockout

# Where offices print on Letter: the United States, Canada, Mexico, the Philippines, by the club's time zone.
_LETTER = re.compile(
    "Asia/Manila|Pacific/Honolulu|America/(New_York|Chicago|Denver|Phoenix|Los_Angeles|Anchorage|Detroit|Boise|Toronto|"
    "Vancouver|Winnipeg|Halifax|Edmonton|Regina|St_Johns|Montreal|Mexico_City|Monterrey|Tijuana)"
)


def size_of(club: Club, wanted: str = "") -> str:
    """The size that was asked for, else the one that is usual where the club is."""
    if wanted in SIZES:
        return wanted
    return "letter" if _LETTER.fullmatch(club.time_zone) else "a4"


def language_of(club: Club) -> str:
    """The language of the club's papers."""
    return club.language or get_language() or "en"


def certificates_of(division: Division, *, size: str) -> Sheet | None:
    """A certificate for each place from 1 to 4; None while none is decided."""
    awards = facts.awards(division)
    language = language_of(division.tournament.club)
    with override(language):
        return certificates(facts.occasion(division), awards, language=language, size=size) if awards else None


def slips_of(division: Division, number: int, *, size: str) -> Sheet | None:
    """The score sheets of a round; None if nobody is to play in it."""
    language = language_of(division.tournament.club)
    with override(language):
        slips = facts.slips(division, number)
        if not slips:
            return None
        is_team = division.tournament.is_team
        return score_sheets(facts.occasion(division), number, slips, language=language, size=size, is_team=is_team)


def draw_of(division: Division, *, size: str) -> Sheet:
    """The draw of a class that is drawn, with what has been reported."""
    language = language_of(division.tournament.club)
    with override(language):
        occasion = facts.occasion(division)
        if division.form == Division.Format.GROUP:
            return group(occasion, facts.cross(division), language=language, size=size)
        return knockout(occasion, facts.tree(division), language=language, size=size)


def cards_of(division: Division, number: int, *, size: str) -> Sheet:
    """The cards of a round, the same for every class of the tournament."""
    language = language_of(division.tournament.club)
    with override(language):
        occasion = facts.of_all_classes(division)
        return card_list(occasion, number, bouts.cards(division, number), language=language, size=size)
