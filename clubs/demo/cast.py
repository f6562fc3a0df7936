"""The people of the demo club. All names are invented."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from clubs.models import Member

NAME = "Tachibana Karuta Club"
PSEUDONYMS = ("Red Maple", "Little Crane", "Night Heron", "Plum Rain")
# How strong a class truly is: the logit of taking a card from somebody of class C (clubs.race).
CLASS_STRENGTH = {"A": 0.42, "B": 0.2, "C": 0.0, "D": -0.22, "E": -0.48}
SPREAD = 0.12  # within a class


@dataclass
class Actor:
    """Somebody of the club. `strength` is the truth that ratings have to find."""

    name: str
    kana: str
    grade: str
    has_account: bool = False
    is_minor: bool = False
    role: str = Member.Role.MEMBER
    is_declared: bool = False  # no organiser has confirmed the class yet
    zeal: float = 0.5  # the chance to come on an evening
    strength: float = 0.0


def cast(dice: Random) -> list[Actor]:
    """Twenty-four members; the founder is not among them."""
    organiser, guest = Member.Role.ORGANISER, Member.Role.GUEST
    actors = [
        Actor("橘 いずみ", "たちばな いずみ", "A", has_account=True, role=organiser, zeal=0.8),
        Actor("白峰 宗一", "しらみね そういち", "A", zeal=0.6),
        Actor("秋篠 るり", "あきしの るり", "A", has_account=True, zeal=0.4),
        Actor("浅茅 周平", "あさじ しゅうへい", "B", has_account=True, zeal=0.7),
        Actor("小野瀬 千鶴", "おのせ ちづる", "B", zeal=0.6),
        Actor("Phạm Thu Hà", "", "B", has_account=True, zeal=0.5),
        Actor("手向 陽", "たむけ よう", "B", is_minor=True, zeal=0.7),
        Actor("髙砂 文", "たかさご ふみ", "C", has_account=True, zeal=0.6),
        Actor("Nora Lindqvist", "", "C", zeal=0.5),
        Actor("稲葉山 守", "いなばやま まもる", "C", zeal=0.3),
        Actor("由良 みさき", "ゆら みさき", "C", is_minor=True, zeal=0.8),
        Actor("Đỗ Quang Minh", "", "C", has_account=True, is_declared=True, zeal=0.5),
        Actor("三笠 涼", "みかさ りょう", "D", zeal=0.6),
        Actor("宇治川 紬", "うじがわ つむぎ", "D", is_minor=True, zeal=0.7),
        Actor("Tomás Rivera", "", "D", has_account=True, zeal=0.4),
        Actor("生駒 大地", "いこま だいち", "D", zeal=0.5),
        Actor("竜田 もみじ", "たつた もみじ", "D", has_account=True, is_declared=True, zeal=0.6),
        Actor("Lê Bảo Ngọc", "", "D", is_minor=True, zeal=0.5),
        Actor("逢坂 歩", "おうさか あゆむ", "E", zeal=0.6),
        Actor("Grace Okafor", "", "E", has_account=True, zeal=0.7),
        Actor("猪名野 笹", "いなの ささ", "E", is_minor=True, zeal=0.8),
        Actor("Võ Hải Đăng", "", "E", zeal=0.3),
        Actor("淡路 千鳥", "あわじ ちどり", "E", zeal=0.5),
        Actor("Milan Horák", "", "E", role=guest, zeal=0.2),
    ]
    for actor in actors:
        actor.strength = CLASS_STRENGTH[actor.grade] + dice.gauss(0, SPREAD)
    return actors


STRANGERS = (
    ("鳴海 渚", "Narumi Karuta Club"),
    ("Hoàng Gia Bảo", "CLB Karuta Sông Hương"),
    ("Eleanor Finch", "Riverside Karuta"),
    ("末松 結", "Narumi Karuta Club"),
    ("Ngô Thanh Trúc", "CLB Karuta Sông Hương"),
    ("籬島 匠", "Narumi Karuta Club"),
    ("Jonas Keller", "Riverside Karuta"),
)
