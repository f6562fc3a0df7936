"""Why an item is asked, in sentences with numbers."""

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from trainer.srs.session import Reason, Why
from trainer.srs.skills import Skill

SKILL_NAMES = {
    Skill.TORIFUDA_TO_KIMARIJI: gettext_lazy("Card → sounds"),
    Skill.KIMARIJI_TO_TORIFUDA: gettext_lazy("Sounds → card"),
    Skill.UPPER_TO_LOWER: gettext_lazy("Upper → lower verse"),
    Skill.LOWER_TO_UPPER: gettext_lazy("Lower → upper verse"),
    Skill.AUDIO_TO_TORIFUDA: gettext_lazy("Recording → card"),
    Skill.DISCRIMINATION: gettext_lazy("Telling partners apart"),
    Skill.KIMARIJI_CHANGE: gettext_lazy("What decides now"),
    Skill.AUTHOR: gettext_lazy("The poet"),
    Skill.CUT_TO_TORIFUDA: gettext_lazy("Cut recording → card"),
    Skill.CUT_TO_KIMARIJI: gettext_lazy("Cut recording → sounds"),
    Skill.CUT_AMONG_PARTNERS: gettext_lazy("Partners, cut short"),
    Skill.CUT_NOW: gettext_lazy("Cut where it is decided now"),
}


def in_words(reason: Reason, today: date) -> tuple[str, ...]:
    """Two or three short sentences: when it was answered and is due, how likely it is known, what went wrong."""
    sentences = [_why(reason, today), _chance(reason), _lapses(reason)]
    return tuple(sentence for sentence in sentences if sentence)


def _why(reason: Reason, today: date) -> str:
    match reason.why:
        case Why.NEW_POEM:
            return _("New: the next poem of the path.")
        case Why.NEW_SKILL:
            return _("New: the poem is firm enough to be asked this way too.")
        case Why.WRONG_TODAY:
            return _("Missed today. It comes back after a few others.")
        case Why.NEW_TODAY:
            return _("Begun today. Once more, to make it firm.")
        case Why.DUE | Why.LATE:
            return f"{_last(reason, today)} {_due(reason)}"
        case _:
            return _last(reason, today)


def _last(reason: Reason, today: date) -> str:
    days = (today - reason.last_day).days if reason.last_day else 0
    if days == 0:
        return _("Answered today.")
    return ngettext("Last answered yesterday.", "Last answered %(days)d days ago.", days) % {"days": days}


def _due(reason: Reason) -> str:
    interval = ngettext("%(days)d day", "%(days)d days", reason.interval_days or 0) % {
        "days": reason.interval_days or 0
    }
    if not reason.days_late:
        return _("Its interval of %(interval)s ends today.") % {"interval": interval}
    return ngettext(
        "Its interval of %(interval)s ended yesterday.",
        "Its interval of %(interval)s ended %(late)d days ago.",
        reason.days_late,
    ) % {"interval": interval, "late": reason.days_late}


def _chance(reason: Reason) -> str:
    if reason.recall is None or reason.why in (Why.WRONG_TODAY, Why.NEW_TODAY, Why.NOT_DUE):
        return ""
    return _("You know it with a chance of about %(percent)d%%.") % {"percent": round(100 * reason.recall)}


def _lapses(reason: Reason) -> str:
    if not reason.lapses:
        return ""
    text = ngettext("Forgotten once so far.", "Forgotten %(times)d times so far.", reason.lapses)
    return text % {"times": reason.lapses}
