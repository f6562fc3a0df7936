"""The people of each class: three with names in every one, and as many without as wanted.

All are invented. A person is its class and a few differences; temperament is a bundle of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from games.bots.karuta.layout import BOTTOM, PLAIN, TOP, Partners, Taste
from games.bots.karuta.levels import LEVELS, Level
from games.bots.karuta.sending import CORNERS, GATHERER, POLITE, QUICK_SENDER, SPLITTER, Sending


class Temperament(StrEnum):
    """How somebody plays."""

    AGGRESSIVE = "aggressive"  # quick, attacks, does not wait for the deciding sound
    CAREFUL = "careful"  # waits to be sure, seldom at fault
    GUARDING = "guarding"  # strong in the own territory
    ATTACKING = "attacking"  # strong in the other's
    STEADY = "steady"


@dataclass(frozen=True, slots=True)
class Manners:
    """What a temperament changes: `pace` in `Level.spread_ms` (1: the slowest of the class), `fouls` as a factor,
    `jumps` as the share of foul-prone readings in which it guesses rather than mixes cards up, `own_side_ms` added."""

    pace: float
    fouls: float
    jumps: float
    own_side_ms: float


MANNERS: Mapping[Temperament, Manners] = {
    Temperament.AGGRESSIVE: Manners(-0.4, 1.35, 0.75, 8),
    Temperament.CAREFUL: Manners(0.4, 0.6, 0.25, -4),
    Temperament.GUARDING: Manners(0.0, 0.9, 0.4, -22),
    Temperament.ATTACKING: Manners(0.0, 1.1, 0.55, 22),
    Temperament.STEADY: Manners(0.0, 1.0, 0.5, 0),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to play against. Everything a Level says holds, except for what is said here.

    `mu_ms` and `own_side_ms` are added to the class's, `fouls` multiplies its foul rates; `jumps` is the share of
    guesses among what may become a foul; `sweeps`: how often the hand comes through the card beside. `layout_seed`:
    one's own usual places among all of this taste. `moves`: the chance to move a card between two readings.
    """

    key: str
    name: str
    kanji: str
    level: Level
    temperament: Temperament = Temperament.STEADY
    mu_ms: float = 0.0
    own_side_ms: float = 0.0
    fouls: float = 1.0
    jumps: float = 0.5
    sweeps: float = 0.3
    taste: Taste = PLAIN
    layout_seed: int = 0
    sending: Sending = SPLITTER
    moves: float = 0.01


def _of(
    key: str,
    name: str,
    kanji: str,
    level: Level,
    temperament: Temperament,
    taste: Taste,
    sending: Sending,
    layout_seed: int,
    sweeps: float = 0.3,
    luck: tuple[float, float, float] = (0.0, 0.0, 1.0),
) -> Person:
    """A person of a temperament; `luck` adds to its pace (in spreads), to its own side's ms, and multiplies fouls."""
    manners = MANNERS[temperament]
    pace, side, fouls = luck
    return Person(
        key,
        name,
        kanji,
        level,
        temperament,
        mu_ms=level.spread_ms * max(-1.0, min(1.0, manners.pace + pace)),
        own_side_ms=manners.own_side_ms + side,
        fouls=manners.fouls * fouls,
        jumps=manners.jumps,
        sweeps=sweeps,
        taste=taste,
        layout_seed=layout_seed,
        sending=sending,
    )


_RIGHT, _LEFT = PLAIN, Taste(is_left_handed=True)
_SPLIT = Taste(partners=Partners.SPLIT)
_LOW = Taste(strong_share=0.58, long_row=BOTTOM)
_EVEN = Taste(partners=Partners.SPLIT, strong_share=0.5, long_row=None)
_LEFT_SPLIT = Taste(is_left_handed=True, partners=Partners.SPLIT, strong_share=0.55, long_row=TOP)

_AGGRESSIVE, _CAREFUL, _GUARDING, _ATTACKING, _STEADY = Temperament

_PERSONS = (
    _of("e-momo", "Aoki Momo", "青木 もも", LEVELS["E"], _AGGRESSIVE, _RIGHT, GATHERER, 11),
    _of("e-sota", "Nishi Sota", "西 颯太", LEVELS["E"], _CAREFUL, _EVEN, POLITE, 12),
    _of("e-tome", "Kuroda Tome", "黒田 とめ", LEVELS["E"], _GUARDING, _LOW, CORNERS, 13, 0.5),
    _of("d-riku", "Hamada Riku", "浜田 陸", LEVELS["D"], _ATTACKING, _LEFT, SPLITTER, 21),
    _of("d-yui", "Sawa Yui", "沢 結衣", LEVELS["D"], _CAREFUL, _SPLIT, CORNERS, 22),
    _of("d-genzo", "Ota Genzo", "太田 源三", LEVELS["D"], _STEADY, _LOW, GATHERER, 23, 0.5),
    _of("c-nagi", "Matsui Nagi", "松井 凪", LEVELS["C"], _AGGRESSIVE, _SPLIT, QUICK_SENDER, 31),
    _of("c-linh", "Tran Linh", "チャン・リン", LEVELS["C"], _STEADY, _RIGHT, SPLITTER, 32),
    _of("c-shiho", "Iwasaki Shiho", "岩崎 志保", LEVELS["C"], _GUARDING, _LEFT_SPLIT, CORNERS, 33, 0.2),
    _of("b-kyo", "Tachibana Kyo", "橘 京", LEVELS["B"], _ATTACKING, _RIGHT, SPLITTER, 41),
    _of("b-asahi", "Morioka Asahi", "森岡 朝陽", LEVELS["B"], _CAREFUL, _EVEN, SPLITTER, 42, 0.2),
    _of("b-fumi", "Uchida Fumi", "内田 文", LEVELS["B"], _GUARDING, _LOW, CORNERS, 43, 0.4),
    _of("a-toru", "Segawa Toru", "瀬川 透", LEVELS["A"], _AGGRESSIVE, _SPLIT, QUICK_SENDER, 51, 0.4),
    _of("a-sayo", "Mibu Sayo", "壬生 小夜", LEVELS["A"], _CAREFUL, _RIGHT, SPLITTER, 52, 0.2),
    _of("a-jun", "Kanda Jun", "神田 潤", LEVELS["A"], _ATTACKING, _LEFT, SPLITTER, 53),
    _of("m-akari", "Tsukino Akari", "月野 明里", LEVELS["Meijin"], _STEADY, _SPLIT, SPLITTER, 61, 0.2),
    _of("m-hayato", "Onuki Hayato", "大貫 隼人", LEVELS["Meijin"], _ATTACKING, _RIGHT, QUICK_SENDER, 62),
    _of("m-koh", "Shirakawa Koh", "白川 洸", LEVELS["Meijin"], _GUARDING, _LEFT_SPLIT, CORNERS, 63, 0.2),
)
PERSONS: Mapping[str, Person] = {each.key: each for each in _PERSONS}  # the weakest class first


def of_class(level: Level) -> tuple[Person, ...]:
    """The named people of a class."""
    return tuple(each for each in _PERSONS if each.level is level)


_TASTES = (_RIGHT, _RIGHT, _SPLIT, _LOW, _EVEN, _LEFT, _LEFT_SPLIT)
_SENDINGS = (SPLITTER, SPLITTER, CORNERS, QUICK_SENDER, GATHERER)


def somebody(level: Level, dice: Random) -> Person:
    """Anybody of a class, anew with every throw of the dice."""
    throw = dice.random
    return _of(
        level.key.lower(),
        level.key,
        level.key,
        level,
        tuple(Temperament)[int(throw() * len(Temperament))],
        _TASTES[int(throw() * len(_TASTES))],
        _SENDINGS[int(throw() * len(_SENDINGS))],
        layout_seed=int(throw() * 32),
        sweeps=0.5 * throw(),
        luck=(1.2 * throw() - 0.6, 12 * throw() - 6, 0.8 + 0.4 * throw()),
    )
