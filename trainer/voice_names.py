"""What voices are called, in the language of the page: the site's by what is heard, a pack by its title."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from trainer import audio
from trainer.reciter.voice import Voice

OF_THE_SITE: dict[str, str | Promise] = {
    "m001": _lazy("M001, a man’s voice"),
    "mei": _lazy("Mei, a woman’s voice"),
    "gtts": _lazy("Google, plain speech"),
}


def name_of(voice: Voice) -> str:
    """What people call it; a voice that nobody has named has its key."""
    return str(OF_THE_SITE.get(voice.key) or getattr(voice, "title", voice.key))


def name_of_key(key: str) -> str:
    """The same by the key alone, which is all that is left of a voice that is not there any more."""
    try:
        return name_of(audio.voice(key))
    except KeyError:
        return key
