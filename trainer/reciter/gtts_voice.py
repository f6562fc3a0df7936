"""A voice over the network: Google's, through the package gtts. Plain speech, no chant; off unless the site allows it.

Nothing of it is imported before it is asked to speak. The text is kana, so that nothing can be misread. gTTS connects
without checking certificates, so what comes back is treated like a stranger's upload (trainer.reciter.packs.sound).
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

from trainer.poems.poem import Poem
from trainer.reciter.mora import Half
from trainer.reciter.voice import CannotReciteError, Manner, Recital

KEY = "gtts"
TIMEOUT_S = (5, 20)  # to connect, to read

Model = Callable[[Poem, Half], Recital]


@dataclass(frozen=True)
class GttsVoice:
    """Reads a verse in one piece. `model` recites the same verse with known times, on which this one is laid."""

    model: Model
    key: str = KEY
    version: str = "1"
    title: str = "Google Translate"
    has_one_manner: bool = True

    def recite(self, poem: Poem, half: Half, manner: Manner) -> Recital:  # noqa: ARG002 (it speaks as it speaks)
        """The verse, its times approximate; CannotReciteError without a network, or if the service says no."""
        from trainer.reciter.packs.problems import BrokenPackError  # noqa: PLC0415
        from trainer.reciter.packs.recital import recital_of  # noqa: PLC0415 (NumPy: only for those who render)

        verse = poem.upper if half is Half.UPPER else poem.lower
        sound = _spoken("、".join(phrase.spoken for phrase in verse.phrases))
        try:
            return recital_of(sound, self.model(poem, half))
        except BrokenPackError as error:
            raise CannotReciteError("Google’s answer was no sound that can be used.") from error


def _spoken(kana: str) -> bytes:
    """An MP3, whole, in memory: gTTS itself would leave an empty file behind."""
    from gtts import gTTS  # noqa: PLC0415
    from gtts.tts import gTTSError  # noqa: PLC0415

    file = io.BytesIO()
    try:
        gTTS(kana, lang="ja", timeout=TIMEOUT_S).write_to_fp(file)
    except gTTSError as error:
        raise CannotReciteError(_reason(error)) from error
    except (OSError, ValueError, TypeError) as error:  # a connection that breaks off, an answer that is none
        raise CannotReciteError("Google’s answer broke off. Try again later.") from error
    if not file.tell():
        raise CannotReciteError("Google sent an empty answer. Try again later.")
    return file.getvalue()


def _reason(error: object) -> str:
    response = getattr(error, "rsp", None)
    if response is None:
        return "There is no network, or Google cannot be reached. This voice works online only."
    return f"Google refused to read (status {response.status_code}). Try again later."
