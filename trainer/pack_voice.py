"""A pack as a voice: it recites by preparing the file that somebody recorded."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from trainer.models import PackFile, VoicePack
from trainer.poems.poem import Poem
from trainer.reciter.mora import Half
from trainer.reciter.voice import CannotReciteError, Manner, Recital

Model = Callable[[Poem, Half], Recital]


@dataclass(frozen=True)
class PackVoice:
    """Implements trainer.reciter.voice.Voice. `model` recites the same verse with known times."""

    pack: VoicePack
    model: Model
    version: str = "1"  # changes whenever files are prepared in another way
    has_one_manner: bool = True

    PREFIX: ClassVar[str] = "pack-"

    @property
    def key(self) -> str:
        return self.pack.voice

    @property
    def title(self) -> str:
        return self.pack.title

    def recite(self, poem: Poem, half: Half, manner: Manner) -> Recital:  # noqa: ARG002 (it was recorded as it was)
        """The verse, from its file; CannotReciteError if the pack has none, BrokenPackError if it cannot be used."""
        from trainer.reciter.packs.archive import unpacked  # noqa: PLC0415
        from trainer.reciter.packs.recital import recital_of  # noqa: PLC0415 (NumPy: only for those who render)

        file = PackFile.objects.filter(pack=self.pack, poem=poem.number, half=half.value).first()
        if file is None:
            raise CannotReciteError(f"{self.pack.title} has no {half.value} verse of poem {poem.number}.")
        return recital_of(unpacked(self.pack.path, file.place), self.model(poem, half))
