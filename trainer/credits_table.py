"""Whose work is in the product, and under which licence: the one table that the page of credits is drawn from."""

from dataclasses import dataclass

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from trainer.reciter.voices import FOLDER, VOICES

Text = str | Promise


@dataclass(frozen=True)
class Credit:
    """One work. `licence_text` is the licence as it came with it, `address` where to read it elsewhere."""

    title: str
    by: Text
    licence: str
    use: Text = ""
    address: str = ""
    licence_text: str = ""
    source: str = ""


@dataclass(frozen=True)
class Group:
    """Works of a kind."""

    name: Text
    credits: tuple[Credit, ...]


def groups() -> tuple[Group, ...]:
    """Voices, fonts, software."""
    return (
        Group(_lazy("Voices"), _voices()),
        Group(_lazy("Fonts"), _fonts()),
        Group(_lazy("Programs"), SOFTWARE),
    )


def _voices() -> tuple[Credit, ...]:
    return tuple(
        Credit(
            title=each.title,
            by=each.credit,
            licence=each.licence,
            use=_lazy("Modified: re-timed and re-pitched. The recordings here are chanted with it."),
            address=each.licence_url,
            licence_text=(FOLDER / each.licence_file).read_text(encoding="utf-8", errors="replace"),
            source=each.source_url,
        )
        for each in VOICES.values()
    )


def _fonts() -> tuple[Credit, ...]:
    cut = _lazy("Cut down to the characters used.")
    return (
        Credit(
            "Yuji Syuku",
            "The Yuji Project Authors",
            "SIL Open Font License 1.1",
            cut,
            static("fonts/OFL-yuji-syuku.txt"),
        ),
        Credit(
            "Shippori Mincho",
            "The Shippori Mincho Project Authors",
            "SIL Open Font License 1.1",
            cut,
            static("fonts/OFL-shippori-mincho.txt"),
        ),
        Credit(
            "Noto Serif, Noto Serif JP",
            "The Noto Project Authors, Google",
            "SIL Open Font License 1.1",
            _lazy("On what clubs print. Cut down to the characters used."),
            "https://openfontlicense.org/",
        ),
    )


SOFTWARE = (
    Credit("Django", "Django Software Foundation", "BSD-3-Clause"),
    Credit("htmx", "Big Sky Software", "0BSD"),
    Credit("FSRS (py-fsrs)", "Open Spaced Repetition", "MIT", _lazy("The schedule of the reviews.")),
    Credit("NumPy", "NumPy Developers", "BSD-3-Clause", _lazy("The arithmetic of the voices.")),
    Credit(
        "libsndfile, LAME (python-soundfile)",
        "Erik de Castro Lopo, The LAME Project, Bastian Bechtold",
        "LGPL-2.1, LGPL-2.0, BSD-3-Clause",
        _lazy("Writes the recordings."),
    ),
    Credit("fpdf2", "The fpdf2 contributors", "LGPL-3.0", _lazy("What clubs print.")),
    Credit(
        "FFmpeg (PyAV)", "FFmpeg developers, Mike Boers", "LGPL-2.1, BSD-3-Clause", _lazy("Reads uploaded recordings.")
    ),
)
