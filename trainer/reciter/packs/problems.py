"""What can be wrong with a pack or with one of its files."""

from __future__ import annotations

from enum import StrEnum

SHORTEST_S, LONGEST_S = 0.5, 20.0  # of a file, with the silence around the verse


class Problem(StrEnum):
    """Why a file was not used, or a whole zip refused. The sentences for people are in trainer/pack_problems.py."""

    # the zip
    NO_ZIP = "no_zip"
    TOO_MANY_FILES = "too_many_files"
    TOO_MUCH = "too_much"
    NO_VERSE = "no_verse"
    ALL_LOCKED = "all_locked"
    # a file, by its entry in the zip
    LEADS_OUT = "leads_out"
    LINK = "link"
    LOCKED = "locked"
    PACKING = "packing"
    BOMB = "bomb"
    FILE_TOO_LARGE = "file_too_large"
    EMPTY = "empty"
    # a file, by its name
    OTHER_KIND = "other_kind"
    NO_NUMBER = "no_number"
    NO_HALF = "no_half"
    TWO_MEANINGS = "two_meanings"
    NO_SUCH_POEM = "no_such_poem"
    TWICE = "twice"
    # a file, by what is in it
    DAMAGED = "damaged"
    NO_SOUND_FILE = "no_sound_file"
    NOT_DECODED = "not_decoded"
    CUT_OFF = "cut_off"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    SILENT = "silent"


class BrokenPackError(ValueError):
    """A zip, or one of its files, that cannot be used."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.value)
        self.problem = problem
