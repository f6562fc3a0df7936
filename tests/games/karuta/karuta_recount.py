"""A second referee that knows only the text of a match: it reads deal, touches and sends and counts for itself.

It shares nothing with games/rules/karuta and knows kyōgi (and a third), genpei, chirashi and five colours.
"""

import re

EARLIEST, LETTERS = 0, "ABCDEFGHIJ"


def number(word):
    return int(re.match(r"\d+", word)[0])


class Recount:
    """Follows a text line by line; `verdicts` are (line, counted) pairs as (taker's side, faults, sender, n, due)."""

    def __init__(self, text):
        self.variant = re.search(r'\[Variant "(\w+)"\]', text)[1]
        simultaneous = re.search(r"\bsimultaneous_ms=(\d+)", text)
        self.simultaneous_ms = int(simultaneous[1]) if simultaneous else 0
        letters = re.search(r'\[Seats "([A-J ]+)"\]', text)[1].split()
        self.sides = sorted(set(letters))
        self.cards = {side: set() for side in self.sides}
        self.middle, self.touches, self.sat_out = set(), [], set()
        self.poem, self.verdicts, self.order = 0, [], []
        for line in text.splitlines():
            words = line.split(";")[0].split()
            if words:
                self.follow(words)

    def follow(self, words):
        first = words[0]
        if first == "cards" and words[1] in LETTERS:
            self.cards[words[1]] = {number(word) for word in words[2:]}
        elif first == "cards":
            self.middle = {number(word) for word in words[1:]}
        elif re.fullmatch(r"\d+\.", first):
            self.poem, self.touches = number(words[1]), []
        elif re.fullmatch(r"[A-J]\d?", first) and words[1][0] in "+-":
            self.touches.append(words)
        elif first == "=":
            self.count(words)
        elif first in ("send", "pick"):
            other = next(side for side in self.sides if side != words[1])
            sent = {number(word) for word in words[2:-1]}
            assert sent <= self.cards[words[1]]
            self.cards[words[1]] -= sent
            self.cards[other] |= sent

    def home(self, card):
        return next((side for side in self.sides if card in self.cards[side]), None)

    def counted_touches(self, words):
        """(side, ms, card, is pushed, is the hand that counts) of the touches in time, by those who take part."""
        closed = int(words[words.index("close") + 1])
        for touch in self.touches:
            ms = int(touch[1])
            if 0 <= ms <= closed and touch[0] not in self.sat_out:
                pushed = any(word[0] == "^" for word in touch[3:])
                yield touch[0], ms, number(touch[2]), pushed, "other-hand" not in touch

    def count(self, words):
        touches = list(self.counted_touches(words))
        home = self.home(self.poem)
        is_on_mat = home is not None or self.poem in self.middle
        taker = self.taker(touches, home, words) if is_on_mat else None
        wrong = {side: set() for side in self.sides}
        guilty = set()
        for seat, _, card, pushed, counts in touches:
            is_fault = (
                card != self.poem
                if self.variant in ("genpei", "chirashi", "five_colours")
                else (self.home(card) != home)
            )
            if counts and not pushed and is_fault:
                wrong[seat[0]].add(self.home(card))
                guilty.add(seat)
        faults = {side: len(where) for side, where in wrong.items()}
        if self.variant in ("genpei", "chirashi", "five_colours"):
            faults = {side: min(1, count) for side, count in faults.items()}
        sender = n = due = None
        if self.variant in ("kyogi", "third", "genpei"):
            a, b = self.sides
            rights = {
                a: faults[b] + (taker == a and home == b),
                b: faults[a] + (taker == b and home == a),
            }
            due = abs(rights[a] - rights[b])
            sender = None if not due else max(rights, key=rights.get)
        removed = taker is not None or words[1] == "預かり"
        if removed:
            for cards in (*self.cards.values(), self.middle):
                cards.discard(self.poem)
        if sender:
            n = min(due, len(self.cards[sender]))
        if self.variant == "chirashi":
            seats = len(self.sides)
            self.sat_out = guilty if len(guilty) < seats else set()
        counted = (taker, tuple(faults[side] for side in self.sides), sender, n if sender else None)
        self.verdicts.append((" ".join(words), counted))

    def taker(self, touches, home, words):
        """The side that takes, by time; equal (or simultaneous) times are the owner's, or nobody's."""
        if "lost" in words:
            return next(side for side in self.sides if side != home)
        on_it = [touch for touch in touches if touch[2] == self.poem and (touch[4] or home)]
        if not on_it:
            return home if self.variant in ("kyogi", "third") else None
        earliest = min(touch[1] for touch in on_it)
        first = [touch for touch in on_it if touch[1] - earliest <= self.simultaneous_ms]
        valid = {touch[0][0] for touch in first if touch[4]}
        if not valid and len({touch[0][0] for touch in first}) == 1:
            return next(side for side in self.sides if side != first[0][0][0])
        if len(valid) == 1:
            return valid.pop()
        return home


def stated(line):
    """What a verdict line says, in the same form."""
    words = line.split()
    taker = words[words.index("taker") + 1]
    at, to = words.index("faults"), words.index("send")
    sends = words[to + 1]
    return (
        None if taker == "-" else taker[0],
        tuple(int(word) for word in words[at + 1 : to]),
        None if sends == "-" else sends,
        None if sends == "-" else int(words[to + 2].split("/")[0]),
    )
