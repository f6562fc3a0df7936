"""The voices that come with the product: who they are, whose they are, and where they are kept.

Light to import, since the credits page only reads names: what chants is loaded when a voice first recites.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from trainer.poems.poem import Poem
from trainer.reciter.mora import Half
from trainer.reciter.voice import Manner, Recital, Voice

if TYPE_CHECKING:
    from trainer.reciter.hts import HtsReader

FOLDER = Path(__file__).with_name("voices")
# Changes whenever the sound of the built-in voices does: stored recordings are known by it.
SOUND_VERSION = "2"


@dataclass(frozen=True)
class BuiltInVoice:
    """A voice of our own; implements `voice.Voice`.

    `file` and `licence_file` are names in `trainer/reciter/voices`, `main_hz` is the tone it chants on by itself,
    `credit` what the licence asks to be said of it, with `changes`, what we do with it.
    """

    key: str
    title: str
    main_hz: float
    file: str
    credit: str
    source_url: str
    licence_file: str
    licence: str = "CC BY 3.0"
    licence_url: str = "https://creativecommons.org/licenses/by/3.0/"
    changes: str = "modified: re-timed and re-pitched"
    version: str = SOUND_VERSION

    def recite(self, poem: Poem, half: Half, manner: Manner) -> Recital:
        """The verse in this manner; CannotReciteError for a pitch or a speed no voice can be asked for."""
        return self._reader.recite(poem, half, manner)

    @cached_property
    def _reader(self) -> HtsReader:
        from trainer.reciter.habits import HABITS  # noqa: PLC0415 (NumPy: only for those who render)
        from trainer.reciter.hts import HtsReader  # noqa: PLC0415

        habits = HABITS[self.key]
        return HtsReader(FOLDER / self.file, self.main_hz, habits.how, habits.consonants)


_M001 = BuiltInVoice(
    key="m001",
    title="NIT ATR503 M001",
    main_hz=146.83,  # D3
    file="nitech_jp_atr503_m001.htsvoice",
    credit=(
        "HTS voice “NIT ATR503 M001”, © 2003–2012 Nagoya Institute of Technology, Department of Computer Science, "
        "© 2003–2008 Tokyo Institute of Technology, Interdisciplinary Graduate School of Science and Engineering"
    ),
    source_url="http://open-jtalk.sourceforge.net/",
    licence_file="COPYING.nitech_jp_atr503_m001",
)
_MEI = BuiltInVoice(
    key="mei",
    title="Mei",
    main_hz=246.94,  # B3
    file="mei_normal.htsvoice",
    credit="HTS voice “Mei”, © 2009–2013 Nagoya Institute of Technology, Department of Computer Science",
    source_url="http://www.mmdagent.jp/",
    licence_file="LICENSE.mei_normal",
)

# The default comes first.
VOICES: Mapping[str, BuiltInVoice] = MappingProxyType({voice.key: voice for voice in (_M001, _MEI)})
DEFAULT = _M001


def voice(key: str) -> Voice:
    """The built-in voice with this key; KeyError if there is none.

    >>> voice("mei").key
    'mei'
    """
    return VOICES[key]
