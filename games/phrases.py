"""What is said at a table: a few set phrases, and free words only among adults who all want them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from games.models import LiveTable

MOST_WORDS = 200  # letters

PHRASES = {
    "please": _lazy("Onegaishimasu! A good match to us both."),
    "thanks": _lazy("Arigatō gozaimashita! Thank you for the match."),
    "moment": _lazy("One moment, please."),
    "ready": _lazy("I am ready."),
    "sorry": _lazy("Sorry!"),
    "well": _lazy("Well taken!"),
    "sound": _lazy("I have trouble with the sound."),
    "line": _lazy("My line is bad."),
    "pause": _lazy("May we pause?"),
    "again": _lazy("Another match?"),
    "no": _lazy("Not today, thank you."),
    "bye": _lazy("I have to go. Goodbye!"),
}


def has_free_words(table: LiveTable) -> bool:
    """Whether everybody at the table has said to be of age, and wants to write what they like."""
    people = [seat.person for seat in table.seats.select_related("person") if not seat.who]
    return all(person is not None and not person.is_guest and person.is_adult for person in people)


def may_say(table: LiveTable, number: int, *, phrase: str = "", words: str = "") -> str:
    """Why the seat may not say this; nothing if it may. One of both is given: the key of a phrase, or words."""
    if not any(seat.number == number and seat.person_id for seat in table.seats.all()):
        return _("Only who sits at the table speaks.")
    if bool(phrase) == bool(words):
        return _("Choose a phrase.")
    if phrase:
        return "" if phrase in PHRASES else _("There is no such phrase.")
    if not has_free_words(table):
        return _("Free words are for tables where everybody has an account, is 18 or older and wants them.")
    if len(words) > MOST_WORDS:
        return _("At most %(most)s letters.") % {"most": MOST_WORDS}
    return ""
