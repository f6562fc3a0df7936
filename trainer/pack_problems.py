"""What is wrong with a pack, or with one of its files, as sentences that say what to do."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from trainer.reciter.packs.archive import MOST_FILE_BYTES, MOST_FILES, MOST_UNPACKED_BYTES
from trainer.reciter.packs.problems import LONGEST_S, SHORTEST_S, Problem

SENTENCES: dict[Problem, str | Promise] = {
    Problem.NO_ZIP: _lazy("This is no zip file, or it is damaged. Pack the recordings again."),
    Problem.TOO_MANY_FILES: _lazy("There are more than %(files)d files in it. Pack only the recordings."),
    Problem.TOO_MUCH: _lazy("Unpacked it would be larger than %(unpacked)d MB. Pack MP3, M4A or Opus files."),
    Problem.NO_VERSE: _lazy("No file in it is named by a poem’s number and a half, like 017_upper.mp3."),
    Problem.ALL_LOCKED: _lazy("The zip is locked with a password. Pack the recordings again without one."),
    Problem.LEADS_OUT: _lazy("its path leads out of the zip"),
    Problem.LINK: _lazy("it is a link and no file"),
    Problem.LOCKED: _lazy("it is locked with a password"),
    Problem.PACKING: _lazy("it is packed in a way that is not read here: pack it as an ordinary zip"),
    Problem.BOMB: _lazy("it claims to be more than a hundred times as large as it is in the zip"),
    Problem.FILE_TOO_LARGE: _lazy("it is larger than %(megabytes)d MB"),
    Problem.EMPTY: _lazy("it is empty"),
    Problem.OTHER_KIND: _lazy("its name does not end in mp3, m4a, ogg, opus or wav"),
    Problem.NO_NUMBER: _lazy("its name has no poem’s number"),
    Problem.NO_HALF: _lazy("its name does not say whether it is the upper or the lower verse"),
    Problem.TWO_MEANINGS: _lazy("its name can be read in two ways"),
    Problem.NO_SUCH_POEM: _lazy("there is no poem with this number: they are 1 to 100, and 0 is the joka"),
    Problem.TWICE: _lazy("another file is the same verse, so neither is used"),
    Problem.DAMAGED: _lazy("it cannot be unpacked: the zip is damaged here"),
    Problem.NO_SOUND_FILE: _lazy("there is no sound in it that is read here: MP3, M4A, Ogg, Opus or WAV"),
    Problem.NOT_DECODED: _lazy("its sound cannot be decoded: it is damaged"),
    Problem.CUT_OFF: _lazy("it is cut off: the file ends too early"),
    Problem.TOO_SHORT: _lazy("it is shorter than %(shortest)s s"),
    Problem.TOO_LONG: _lazy("it is longer than %(longest)d s"),
    Problem.SILENT: _lazy("nothing is heard in it"),
}
MOST_ONE_BY_ONE = 12
_LIMITS = {
    "files": MOST_FILES,
    "unpacked": MOST_UNPACKED_BYTES // 1024**2,
    "megabytes": MOST_FILE_BYTES // 1024**2,
    "shortest": SHORTEST_S,
    "longest": int(LONGEST_S),
}


def sentence(problem: str) -> str:
    """The sentence for a Problem by its value, in the language of the moment."""
    return str(SENTENCES[Problem(problem)]) % _LIMITS


def verse_names(verses: Sequence[tuple[int, str]]) -> str:
    """30 upper, 17 lower; of many, ranges: 12–16, 18–100 upper."""
    if len(verses) <= MOST_ONE_BY_ONE:
        return ", ".join(verse_name(*verse) for verse in verses)
    named = (("upper", _("%(numbers)s upper")), ("lower", _("%(numbers)s lower")))
    by_half = [([poem for poem, of in verses if of == half], text) for half, text in named]
    return "; ".join(text % {"numbers": _ranges(numbers)} for numbers, text in by_half if numbers)


def _ranges(numbers: list[int]) -> str:
    """From ascending numbers.

    >>> _ranges([0, 12, 13, 14, 16])
    '0, 12–14, 16'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def verse_name(poem: int, half: str) -> str:
    """17 lower; the joka by its name."""
    if poem == 0:
        return _("joka upper") if half == "upper" else _("joka lower")
    return (_("%(poem)d upper") if half == "upper" else _("%(poem)d lower")) % {"poem": poem}
