"""What the strongest level would have played, after the move; or would play, before it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import opponents
from games.matches import Game
from games.models import AdviceTime
from games.naming import card_name, yaku_name
from games.rules.koikoi import play
from games.rules.koikoi.events import Command, Event, KoiKoi, KoiKoiCalled, Play, Played, Stopped, Take, Taken


@dataclass(frozen=True)
class Advised:
    """What was done, what level 5 would have done, and why. Before a move nothing is done: `done` is empty."""

    done: str
    better: str
    is_same: bool
    reasons: tuple[str, ...]


def advised_move(game: Game, seat: int, time: AdviceTime) -> int | None:
    """Which move advice is about: how many events had happened before it. None if there is none to give."""
    if game.match.is_hot_seat or time is AdviceTime.OFF:
        return None
    if time is AdviceTime.AFTER:
        return last_move(game, seat)
    return len(game.events) if _is_to_move(game, seat) else None


def advice_on(game: Game, seat: int, at: int) -> Advised:
    """About the move of a seat after the first `at` events, made or still to make. Takes the adviser its time."""
    view = play.view(play.replay(game.options, game.events[:at]), seat)
    advice = opponents.advise(view, game.match.seed + at)
    done = _command(game.events[at], seat) if at < len(game.events) else None
    return Advised(
        in_words(done) if done else "",
        in_words(advice.command),
        done == advice.command,
        tuple(_(reason.sentence) % _facts(reason) for reason in advice.reasons),
    )


def _is_to_move(game: Game, seat: int) -> bool:
    return game.state.turn == seat and game.state.phase not in (play.Phase.DEAL, play.Phase.OVER)


def last_move(game: Game, seat: int) -> int | None:
    """Where the last move of a seat stands among the events. None if there was none."""
    moves = (Played, Taken, KoiKoiCalled, Stopped)
    found = [index for index, event in enumerate(game.events) if isinstance(event, moves) and event.seat == seat]
    return found[-1] if found else None


def _facts(reason: opponents.Reason) -> dict[str, str | int]:
    return {key: yaku_name(str(value)) if key == "yaku" else value for key, value in reason.facts}


def _command(event: Event, seat: int) -> Command:
    match event:
        case Played():
            return Play(seat, event.card)
        case Taken():
            return Take(seat, event.card)
        case KoiKoiCalled():
            return KoiKoi(seat)
    return play.CALLS[seat][0]


def in_words(command: Command) -> str:
    """A move, short."""
    match command:
        case Play():
            return card_name(command.card)
        case Take():
            return _("take %(card)s") % {"card": card_name(command.card)}
        case KoiKoi():
            return pgettext("a command", "koi-koi")
    return _("stop")
