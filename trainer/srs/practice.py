"""The order of a free practice: once through a pile, mixed; what was wrong comes again until right, or is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from zlib import crc32

from trainer.srs.session import MOST_WRONG, OTHERS_BEFORE_REPEAT, Given
from trainer.srs.skills import Item


def left_in_practice(items: Sequence[Item], given: Sequence[Given]) -> tuple[Item, ...]:
    """The items not yet answered rightly, in the order of the pile, without those wrong MOST_WRONG times.

    `given` is this practice, oldest first.
    """
    wrong = Counter(each.item for each in given if not each.right)
    done = {each.item for each in given if each.right} | {item for item in wrong if wrong[item] >= MOST_WRONG}
    return tuple(item for item in dict.fromkeys(items) if item not in done)


def next_in_practice(items: Sequence[Item], given: Sequence[Given], seed: str) -> Item | None:
    """The next item, None when each has been right once or is left; the same for the same `given`, whoever asks.

    An item that was wrong waits until three others have come, or until nothing else is left.

    >>> from trainer.srs.skills import Skill
    >>> one, two = (Item(n, Skill.TORIFUDA_TO_KIMARIJI) for n in (1, 2))
    >>> next_in_practice([one, two], [Given(one, right=False)], "x") == two
    True
    """
    recent = [each.item for each in given[-OTHERS_BEFORE_REPEAT:]]

    def wish(item: Item) -> tuple[int, int, int]:
        # How lately it was asked, then unanswered before repeated, then by lot.
        lately = max((place for place, each in enumerate(recent, start=1) if each == item), default=0)
        repeated = any(each.item == item for each in given)
        return lately, int(repeated and lately > 0), crc32(f"{seed} {len(given) if repeated else 0} {item}".encode())

    return min(left_in_practice(items, given), key=wish, default=None)
