"""How each built-in voice is made to speak clearly: what a listener missed in it, and what brings that back.

The numbers were chosen by an independent recogniser's likelihood of the right sound against its neighbours, and checked
in spectra (docs/recitation.md); a new voice begins with Habits().
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from trainer.reciter.articulation import Articulation
from trainer.reciter.consonants import Band, Consonants, Release
from trainer.reciter.sounds import VOICELESS


@dataclass(frozen=True, slots=True)
class Habits:
    """Lengths and levels of the phones, and the shapes of the consonants."""

    how: Articulation = field(default_factory=Articulation)
    consonants: Consonants = field(default_factory=Consonants)


_HELD_FRAMES = 6
_STOP = Release(burst_db=3.0)
_AFFRICATE = Release(burst_db=6.0, click=(Band(500, 5000, 17.0),))
_STOPS = {**dict.fromkeys(("k", "ky", "t", "p"), _STOP), **dict.fromkeys(("ch", "ts"), _AFFRICATE)}

_M001 = Habits(
    Articulation(noise_frames=MappingProxyType({"ts": 5})),
    Consonants(
        # His ち is left as it is: opened faster, it is heard as じ or つ.
        releases=MappingProxyType({name: release for name, release in _STOPS.items() if name != "ch"}),
        # His し lies so high that it is heard as a す.
        bands=MappingProxyType({"sh": (Band(2200, 4500, 8.0), Band(7000, 20000, -4.0))}),
        held_frames=_HELD_FRAMES,
    ),
)
_MEI = Habits(
    Articulation(
        noise_frames=MappingProxyType({"ch": 5, "ts": 5}),
        breathed=VOICELESS,  # she begins her vowels early: た is heard as だ
    ),
    Consonants(
        releases=MappingProxyType(
            {
                # Her t is left as it is: opened faster or breathed longer, と is heard as そ or ぞ.
                **{name: release for name, release in _STOPS.items() if name != "t"},
                # Her ち has next to nothing between 1.5 and 4.5 kHz, where a listener looks for it.
                "ch": Release(
                    burst_db=6.0,
                    click=(Band(500, 5000, 12.0),),
                    noise_db=-4.0,
                    bands=(Band(2500, 4500, 7.0), Band(6500, 20000, -8.0)),
                ),
            }
        ),
        # Her わ is a hum that bursts open, as a ま is.
        bands=MappingProxyType({"w": (Band(450, 1200, 15.0), Band(1200, 2500, 4.0))}),
        held_before=VOICELESS - {"h", "hy", "f"},  # a vowel that stops before her h makes it a k
        held_frames=_HELD_FRAMES,
    ),
)
# By the key of the voice.
HABITS: Mapping[str, Habits] = MappingProxyType({"m001": _M001, "mei": _MEI})
