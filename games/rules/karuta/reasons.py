"""Why a verdict is as it is: one sentence in each language, put together from clauses with stable keys.

Names of sides come from the caller; a key such as "across+one+send_2" is the same in every language and version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.rules.karuta.judge import MIDDLE, NO_TERRITORY, How, Name, Verdict
from games.rules.karuta.variants import FaultRule, Penalty, Variant

LANGUAGES = ("en", "ja", "vi")


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a sentence in each language, with %(name)s places."""

    en: str
    ja: str
    vi: str


NAMES: Mapping[Name, Clause] = {
    Name.OWN_TAKE: Clause("Own take", "自陣の取り", "Lấy bài bên mình"),
    Name.ACROSS: Clause("Take from the other side", "敵陣の取り", "Lấy bài bên đối thủ"),
    Name.SEMI_DOUBLE: Clause("Semi-double", "セミダブ", "Bán lỗi đôi"),
    Name.DOUBLE: Clause("Double", "ダブ", "Lỗi đôi"),
    Name.LOST_GAIN: Clause("Take spoilt by a fault", "取り損", "Lấy được bài nhưng mất lợi vì lỗi"),
    Name.BOTH_FAULT: Clause("Both at fault", "共お手", "Cả hai cùng lỗi"),
    Name.BOTH_FAULT_ACROSS: Clause(
        "Both at fault, and a take from the other side", "共お手+敵陣の取り", "Cả hai cùng lỗi, và lấy bài bên đối thủ"
    ),
    Name.KARAFUDA: Clause("Karafuda", "空札", "Karafuda"),
    Name.SINGLE_FAULT: Clause("Fault on a karafuda", "片お手", "Lỗi với karafuda"),
    Name.KARA_DOUBLE: Clause("Double fault on a karafuda", "空ダブ", "Lỗi đôi với karafuda"),
    Name.KARA_DOUBLE_AND_SINGLE: Clause(
        "Double against single fault on a karafuda", "空ダブ対片お手", "Lỗi đôi và lỗi đơn với karafuda"
    ),
    Name.BOTH_KARA_DOUBLE: Clause(
        "Both at double fault on a karafuda", "共お手(空ダブ同士)", "Cả hai cùng lỗi đôi với karafuda"
    ),
    Name.TAKE: Clause("Take", "取り", "Lấy bài"),
    Name.SET_ASIDE: Clause("Set aside", "預かり", "Để riêng"),
    Name.UNTAKEN: Clause("Not taken", "取り手なし", "Chưa ai lấy"),
}

TAKES: Mapping[str, Clause] = {
    "own": Clause(
        "%(taker)s took the card on their own side", "%(taker)sが自陣の札を取り", "%(taker)s lấy lá bài bên mình"
    ),
    "across": Clause(
        "%(taker)s took the card from %(other)s's side",
        "%(taker)sが%(other)s陣の札を取り",
        "%(taker)s lấy lá bài bên %(other)s",
    ),
    "free": Clause("%(taker)s took the card first", "%(taker)sが先に札を取り", "%(taker)s lấy lá bài trước"),
    "own_pushed": Clause(
        "%(taker)s pushed the card out of their own side",
        "%(taker)sが自陣の札を押し出して取り",
        "%(taker)s đẩy lá bài ra khỏi bên mình",
    ),
    "across_pushed": Clause(
        "%(taker)s pushed the card out of %(other)s's side",
        "%(taker)sが%(other)s陣の札を押し出して取り",
        "%(taker)s đẩy lá bài ra khỏi bên %(other)s",
    ),
    "nearer": Clause(
        "both pushed the card out at once and %(taker)s's hand was nearer to it",
        "同時の札押しで%(taker)sの手が札に近く",
        "cả hai cùng đẩy lá bài ra và tay %(taker)s gần lá bài hơn",
    ),
    "equal": Clause(
        "both were on the card at the same time and it lay on %(taker)s's side",
        "同時に触れたので札のある陣の%(taker)sの取りとなり",
        "cả hai chạm cùng lúc và lá bài nằm bên %(taker)s",
    ),
    "other_hand": Clause(
        "%(other)s touched the card with the hand that does not count, so it goes to %(taker)s",
        "%(other)sが有効手でない手で触れたので%(taker)sの取りとなり",
        "%(other)s chạm bằng tay không được tính nên lá bài thuộc về %(taker)s",
    ),
    "lost": Clause(
        "the card on %(other)s's side could not be found, so it goes to %(taker)s",
        "%(other)s陣の札が紛失していたので%(taker)sの取りとなり",
        "không tìm thấy lá bài bên %(other)s nên nó thuộc về %(taker)s",
    ),
    "time": Clause(
        "nobody touched the card until its lower verse had been read, so it is %(taker)s's",
        "下の句が読まれるまで誰も触れず持ち主の%(taker)sの取りとなり",
        "không ai chạm lá bài cho đến hết câu dưới nên nó thuộc về %(taker)s",
    ),
    "tied": Clause(
        "hands were on the card at the same time and it is set aside",
        "同時に触れたので札は預かりとなり",
        "các tay chạm cùng lúc nên lá bài được để riêng",
    ),
    "untaken": Clause("nobody took the card", "誰も札を取らず", "không ai lấy lá bài"),
    "karafuda": Clause("the card was not on the mat", "空札で", "lá bài không có trên chiếu"),
}

FAULTS: Mapping[str, Clause] = {
    "none": Clause("nobody was at fault", "お手つきはなく", "không ai phạm lỗi"),
    "one": Clause(
        "%(faulty)s touched a side where the card was not",
        "%(faulty)sが札のない陣に触れてお手つきし",
        "%(faulty)s chạm vào bên không có lá bài",
    ),
    "wrong": Clause(
        "%(faulty)s touched a wrong card", "%(faulty)sが違う札に触れてお手つきし", "%(faulty)s chạm nhầm lá bài"
    ),
    "two": Clause(
        "%(faulty)s touched both sides",
        "%(faulty)sが両方の陣に触れてお手つき二つとなり",
        "%(faulty)s chạm vào cả hai bên",
    ),
    "both": Clause("the faults of both cancel out", "お手つきは双方で相殺され", "lỗi của hai bên triệt tiêu nhau"),
    "both_rest": Clause(
        "both were at fault but %(faulty)s touched both sides",
        "双方お手つきだが%(faulty)sは両方の陣に触れ",
        "cả hai cùng lỗi nhưng %(faulty)s chạm vào cả hai bên",
    ),
}

EFFECTS: Mapping[str, Clause] = {
    "nothing": Clause("nothing is sent", "送り札はない", "không gửi lá nào"),
    "send_1": Clause("%(sender)s sends one card", "%(sender)sが一枚送る", "%(sender)s gửi một lá"),
    "send_2": Clause("%(sender)s sends two cards", "%(sender)sが二枚送る", "%(sender)s gửi hai lá"),
    "send_1_of_2": Clause(
        "%(sender)s sends one card, the last one, of the two due",
        "%(sender)sが二枚のところ最後の一枚を送る",
        "%(sender)s được gửi hai lá nhưng chỉ còn một lá để gửi",
    ),
    "none_left": Clause(
        "%(sender)s has no card left to send",
        "%(sender)sには送る札が残っていない",
        "%(sender)s không còn lá nào để gửi",
    ),
    "sit_out": Clause(
        "%(penalised)s sits out the next reading", "%(penalised)sは次の一首を休む", "%(penalised)s nghỉ lượt đọc sau"
    ),
    "give_back": Clause(
        "%(penalised)s gives back one card if they have one",
        "%(penalised)sは取り札があれば一枚返す",
        "%(penalised)s trả lại một lá nếu có",
    ),
    "unpunished": Clause("that costs nothing", "罰はない", "không bị phạt"),
    "no_more": Clause("play goes on", "次へ進む", "trận đấu tiếp tục"),
}

_TAKE_KEYS = {
    How.NEARER: "nearer",
    How.EQUAL: "equal",
    How.OTHER_HAND: "other_hand",
    How.LOST: "lost",
    How.TIME: "time",
    How.TIED: "tied",
    How.UNTAKEN: "untaken",
    How.KARAFUDA: "karafuda",
}
_PENALTY_KEYS = {
    Penalty.SIT_OUT: "sit_out",
    Penalty.GIVE_BACK: "give_back",
    Penalty.POOL: "give_back",
    Penalty.NONE: "unpunished",
}


def reason_key(verdict: Verdict, variant: Variant) -> str:
    """The stable key of the reason: take, fault and effect, joined by "+"."""
    return "+".join((_take_key(verdict), _fault_key(verdict, variant), _effect_key(verdict, variant)))


def _take_key(verdict: Verdict) -> str:
    if verdict.how in _TAKE_KEYS:
        return _TAKE_KEYS[verdict.how]
    if verdict.territory == MIDDLE:
        return "free"
    where = "own" if verdict.taker_side == verdict.territory else "across"
    return f"{where}_pushed" if verdict.how is How.PUSHED else where


def _fault_key(verdict: Verdict, variant: Variant) -> str:
    made = [each for each in verdict.faults if each]
    if not made:
        return "none"
    if variant.fault is FaultRule.ANY_WRONG and (len(made) == 1 or verdict.penalised):
        return "wrong"
    if len(made) == 1:
        return "one" if made[0] == 1 else "two"
    return "both" if len(set(made)) == 1 else "both_rest"


def _effect_key(verdict: Verdict, variant: Variant) -> str:
    if variant.penalty is not Penalty.SEND:
        return _PENALTY_KEYS[variant.penalty] if verdict.penalised else "no_more"
    if verdict.sender is None:
        return "nothing"
    if verdict.n == 0:
        return "none_left"
    return "send_1_of_2" if verdict.n < verdict.due else f"send_{verdict.n}"


# Three clauses, or two.
_JOINS = {
    "en": ("{}, {}, and {}.", "{}, and {}."),
    "ja": ("{}、{}、{}。", "{}、{}。"),
    "vi": ("{}, {}, và {}.", "{}, và {}."),
}


def reason(
    verdict: Verdict, variant: Variant, sides: Sequence[str], seats: Sequence[str] = (), language: str = "en"
) -> str:
    """The sentence: `sides` names the sides, `seats` the players (none: as the sides), by index.

    >>> from games.rules.karuta.judge import Reading, Touched, adjudicate
    >>> from games.rules.karuta.variants import KYOGI
    >>> touches = (Touched(1, 300, 17, 0), Touched(0, 310, 0, 1))
    >>> reason(adjudicate(KYOGI, Reading(17, (0, 1), (25, 25), 0, touches)), KYOGI, ("Alice", "Bob"))
    "Bob took the card from Alice's side, Alice touched a side where the card was not, and Bob sends two cards."
    """
    keys = reason_key(verdict, variant).split("+")
    code = _code(language)
    facts = _facts(verdict, sides, seats or sides, "、" if code == "ja" else ", ")
    clauses = [getattr(table[key], code) % facts for table, key in zip((TAKES, FAULTS, EFFECTS), keys, strict=True)]
    if keys[1] == "none":
        del clauses[1]
    sentence = _JOINS[code][len(clauses) == 2].format(*clauses)
    begins_with_name = sentence.startswith((*sides, *seats))
    return sentence if begins_with_name else sentence[0].upper() + sentence[1:]


def _code(language: str) -> str:
    code = language.partition("-")[0]
    return code if code in LANGUAGES else "en"


def _facts(verdict: Verdict, sides: Sequence[str], seats: Sequence[str], comma: str) -> dict[str, str]:
    """Who is who; the places a clause does not have are passed over."""
    faults = verdict.faults
    most = max(range(len(faults)), key=lambda side: faults[side])
    named = {"faulty": sides[most], "taker": "", "other": "", "sender": "", "penalised": ""}
    if verdict.taker is not None and verdict.taker_side is not None:
        named["taker"] = seats[verdict.taker] if verdict.territory == MIDDLE else sides[verdict.taker_side]
        if len(sides) == 2 and verdict.territory != NO_TERRITORY:
            named["other"] = sides[1 - verdict.taker_side]
    if verdict.sender is not None:
        named["sender"] = sides[verdict.sender]
    if verdict.penalised:
        named["penalised"] = comma.join(seats[each] for each in verdict.penalised)
        named["faulty"] = named["penalised"]
    return named


def name_of(name: Name, language: str = "en") -> str:
    """What players call it.

    >>> name_of(Name.DOUBLE, "ja"), name_of(Name.DOUBLE, "en")
    ('ダブ', 'Double')
    """
    return str(getattr(NAMES[name], _code(language)))
