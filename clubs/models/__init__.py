"""What is kept of clubs: players and members, classes, results and ratings, reciters, tournaments."""

from clubs.models.club import Club, ImportedRow, Member, MemberQuerySet, Player, Uniting, Upload
from clubs.models.grade import GradeEntry, Placing
from clubs.models.reciter import ClubVoice, Reciter
from clubs.models.result import (
    Attendance,
    Pairing,
    Pool,
    PracticeDay,
    Rating,
    RatingPoint,
    Result,
    ResultChange,
    ResultQuerySet,
)
from clubs.models.tournament import (
    BoardResult,
    Bout,
    Division,
    Entry,
    EntryQuerySet,
    Reminder,
    Room,
    TeamPlace,
    Tournament,
)

__all__ = [
    "Attendance",
    "BoardResult",
    "Bout",
    "Club",
    "ClubVoice",
    "Division",
    "Entry",
    "EntryQuerySet",
    "GradeEntry",
    "ImportedRow",
    "Member",
    "MemberQuerySet",
    "Pairing",
    "Placing",
    "Player",
    "Pool",
    "PracticeDay",
    "Rating",
    "RatingPoint",
    "Reciter",
    "Reminder",
    "Result",
    "ResultChange",
    "ResultQuerySet",
    "Room",
    "TeamPlace",
    "Tournament",
    "Uniting",
    "Upload",
]
