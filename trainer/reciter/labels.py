"""Full-context labels: the line by which an HTS voice chooses the shape of a phone.

The format is Open JTalk's (HTS_TTS_JPN 1.0): the phone between its neighbours, then the accent phrase, the breath group
and the utterance it stands in. A chant has no accents: every phrase is an accent phrase of type 0, a verse one breath
group. `mora` and `phrase` counts are from 1, as there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.reciter.sounds import Sound

SILENCE = "sil"


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone of a verse: its name, its label, and the index of its mora in the verse (None: silence at an end)."""

    name: str
    label: str
    mora: int | None = None

    @property
    def is_silence(self) -> bool:
        """Whether it is the silence before or after the verse."""
        return self.mora is None


def phones(phrases: Sequence[Sequence[Sound]]) -> tuple[Phone, ...]:
    """The phones of a verse given as phrases of morae, with a silence at either end."""
    places = [(phrase, at) for phrase, morae in enumerate(phrases) for at in range(len(morae))]
    named = [(name, place) for place, (phrase, at) in enumerate(places) for name in phrases[phrase][at].phones]
    names = ["xx", "xx", SILENCE, *(name for name, _ in named), SILENCE, "xx", "xx"]
    lengths = [len(morae) for morae in phrases]
    around = [_around(names[index : index + 5]) for index in range(len(named) + 2)]
    inner = [
        Phone(name, around[index] + _context(lengths, *places[place]), place)
        for index, (name, place) in enumerate(named, start=1)
    ]
    first = Phone(SILENCE, around[0] + _before(lengths))
    last = Phone(SILENCE, around[-1] + _after(lengths))
    return (first, *inner, last)


def _around(five: Sequence[str]) -> str:
    return "{}^{}-{}+{}={}".format(*five)


def _context(lengths: Sequence[int], phrase: int, at: int) -> str:
    """The fields /A to /K of a phone in mora `at` of a phrase, both from 0."""
    morae, count, total = lengths[phrase], len(lengths), sum(lengths)
    before = sum(lengths[:phrase])
    is_first, is_last = phrase == 0, phrase == count - 1
    return (
        f"/A:{at + 1 - morae}+{at + 1}+{morae - at}/B:xx-xx_xx/C:02_xx+xx/D:xx+xx_xx"
        f"/E:{'xx_xx!xx_xx-xx' if is_first else f'{lengths[phrase - 1]}_0!0_xx-1'}"
        f"/F:{morae}_0#0_xx@{phrase + 1}_{count - phrase}|{before + 1}_{total - before}"
        f"/G:{'xx_xx%xx_xx_xx' if is_last else f'{lengths[phrase + 1]}_0%0_xx_1'}"
        f"/H:xx_xx/I:{count}-{total}@1+1&1-{count}|1+{total}/J:xx_xx{_utterance(count, total)}"
    )


_NO_WORD = "/A:xx+xx+xx/B:xx-xx_xx/C:xx_xx+xx/D:xx+xx_xx"
_NO_PHRASE = "/F:xx_xx#xx_xx@xx_xx|xx_xx"
_NO_GROUP = "/I:xx-xx@xx+xx&xx-xx|xx+xx"


def _before(lengths: Sequence[int]) -> str:
    count, total = len(lengths), sum(lengths)
    return (
        f"{_NO_WORD}/E:xx_xx!xx_xx-xx{_NO_PHRASE}/G:{lengths[0]}_0%0_xx_xx"
        f"/H:xx_xx{_NO_GROUP}/J:{count}_{total}{_utterance(count, total)}"
    )


def _after(lengths: Sequence[int]) -> str:
    count, total = len(lengths), sum(lengths)
    return (
        f"{_NO_WORD}/E:{lengths[-1]}_0!0_xx-xx{_NO_PHRASE}/G:xx_xx%xx_xx_xx"
        f"/H:{count}_{total}{_NO_GROUP}/J:xx_xx{_utterance(count, total)}"
    )


def _utterance(count: int, total: int) -> str:
    return f"/K:1+{count}-{total}"
