"""What the tutorial says: to each situation what is shown, what to do, and what to keep in mind once it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.karuta.tutorial import Key


@dataclass(frozen=True)
class Words:
    """`title` and `text` open a situation, `task` says what to do, `kept` what it has shown."""

    title: Any
    text: Any
    task: Any
    kept: Any


WORDS: Mapping[Key, Words] = {
    Key.OWN: Words(
        _("A card on your side"),
        _("The cards below are yours, those above the opponent’s. A poem is read; its second half is on one card."),
        _("Look for the card shown here, and touch it where it lies. There is no hurry."),
        _("Seven poems are known by their first sound alone. Whoever has no cards left has won."),
    ),
    Key.ACROSS: Words(
        _("A card on the other side"),
        _("You may take their cards too. Then you send one of yours over, so you have one less all the same."),
        _("Take the card from their side. It stands upside down for you. Then choose one to send."),
        _("A take from their side and a card sent: you hold one less. Send what you find hard to take."),
    ),
    Key.KARAFUDA: Words(
        _("Karafuda: the card is not here"),
        _("All hundred poems are read, but half of their cards lie in the box. Those are karafuda, empty cards."),
        _("The card shown here does not lie on the mat, though one that begins the same does. Touch nothing."),
        _("To hold still is right half of the time."),
    ),
    Key.KARAFUDA_FAULT: Words(
        _("A touch on a karafuda"),
        _("Another karafuda: this card is not on the mat. Touching any other one is a fault."),
        _("Touch a card this once, whichever you like, and see what it costs."),
        _("With a hand on both sides it would have been two faults, and two cards."),
    ),
    Key.SWEEP: Words(
        _("Sweep on your own side"),
        _("A wrong card is no fault on the side where the right one lies. So partners lie side by side."),
        _("Sweep over both cards in your corner at once, or touch one after the other, the wrong one first."),
        _("Who sweeps need not wait for the sound that tells the partners apart."),
    ),
    Key.WRONG_SIDE: Words(
        _("A touch on the wrong side"),
        _("The card lies on their side, and one that begins alike lies on yours."),
        _("Be wrong on purpose: touch a card on your own side, and let them take theirs."),
        _("A fault counts once for each side touched where the card does not lie."),
    ),
    Key.DOUBLE: Words(
        _("A double"),
        _("The opponent will touch your side by mistake this time, while the card lies on theirs."),
        _("Take it from their side. Then choose two cards to send."),
        _("One for the take, one for the fault: three cards between you in one reading."),
    ),
    Key.LAST_CARDS: Words(
        _("The last cards"),
        _("One card on each side. Whoever’s card is read first has the better chance."),
        _("Guard your own card, and take it as soon as it is read."),
        _("Guarding your own is the surest way: theirs may never come."),
    ),
}
