"""A voice for tests that listen: short verses, each with a silence, a length and a pitch of its own."""

from tests.browser.audio_bench import Verse
from trainer.reciter.mora import Half, MoraTime, VerseTimes
from trainer.reciter.voice import Recital


class VerseVoice:
    key = "verse"
    version = "1"

    def recite(self, poem, half, _manner):
        which = 2 * poem.number + (half is Half.LOWER)
        verse = Verse(f"{poem.number}-{half}", 140 + 2 * which, 88.3 + 1.7 * (which % 23), 240 + 9.1 * (which % 17))
        times = verse.times
        morae = tuple(MoraTime(*mora) for mora in times["morae"])
        return Recital(verse.file, VerseTimes(morae, times["onset_ms"], times["end_ms"], times["length_ms"]))


VOICES = {"verse": VerseVoice()}
