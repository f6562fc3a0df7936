"""Tables of Koi-Koi as bots meet them: views out of random play, and requests that say the same."""

from random import Random

from games.rules.koikoi import play
from games.rules.koikoi.cards import cards_of
from games.rules.koikoi.options import PRESETS
from games.rules.koikoi.play import Phase

RULES = {"seed": "seed", "nintendo": "nintendo", "koikoi_japan": "kkj", "newhanafuda": "newhanafuda"}
PRESET_NAMES = tuple(PRESETS)


def states(options, count, seed=1):
    """So many states in which somebody is to act, out of random legal play."""
    dice, state, found = Random(seed), play.start(options), []
    while len(found) < count:
        if state.phase is Phase.OVER:
            state = play.start(options)
        if state.phase is not Phase.DEAL:
            found.append(state)
        command = dice.choice(play.moves(state))
        for event in play.decide(state, command, dice):
            state = play.apply(state, event)
    return found


def views(options, count, seed=1):
    """The same, as the seat to act sees them."""
    return [play.view(state, state.turn) for state in states(options, count, seed)]


def request(view, rules, name=1):
    """A view as a request of the line protocol."""
    asked = {
        "id": name,
        "type": "discard",
        "hand": list(cards_of(view.hand)),
        "captured": list(cards_of(view.piles[0])),
        "opp_captured": list(cards_of(view.piles[1])),
        "opp_hand_count": view.opponent_count,
        "field": list(cards_of(view.floor)),
        "stock_count": view.stock_count,
        "koikoi": view.calls[0],
        "opp_koikoi": view.calls[1],
        "base": view.points[0],
        "opp_base": view.points[1],
        "dealer": view.is_dealer,
        "score": view.scores[0],
        "opp_score": view.scores[1],
        "round": view.month,
        "rounds": view.options.months,
        "turn": 9 - view.hand.bit_count(),
        "rules": RULES[rules],
        "seed": 7,
    }
    if view.phase is Phase.DECISION:
        return asked | {"type": "koikoi", "points": view.points[0]}
    asked["options"] = [command.card for command in view.moves]
    if view.phase is Phase.HAND:
        return asked
    return asked | {"type": "pick", "show": view.shown, "phase": "hand" if view.phase is Phase.HAND_TAKE else "stock"}
