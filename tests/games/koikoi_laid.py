"""Matches whose cards are known: what a test of the table needs."""

from django.utils import timezone

from games.models import Match, MatchEvent
from games.rules.koikoi.cards import card
from games.rules.koikoi.events import DealerDrawn, Dealt, Play, Stop
from games.rules.koikoi.log import to_row
from games.rules.koikoi.options import SEED, Options, changes_from, preset_of

# Hanami on the person’s first turn (5 points); after a koi-koi the computer makes three brights on its second (5 × 2).
HANDS = (
    "3.chaff.1 2.chaff.1 7.chaff.1 7.chaff.2 10.ribbon.1 10.chaff.1 10.chaff.2 11.chaff.1",
    "1.chaff.1 12.chaff.1 4.chaff.2 5.chaff.2 6.chaff.2 2.chaff.2 11.ribbon.1 7.ribbon.1",
)
FLOOR = "1.bright.1 3.bright.1 4.chaff.1 5.chaff.1 6.chaff.1 8.bright.1 9.ribbon.1 12.bright.1"
DRAWN = "9.animal.1 8.chaff.1 4.ribbon.1 5.ribbon.1"
COMPUTER_PLAYS = ("1.chaff.1", "12.chaff.1")


def numbers(texts: str) -> tuple[int, ...]:
    return tuple(card(each) for each in texts.split())


def laid_deal(hands=HANDS, floor=FLOOR, drawn=DRAWN, dealer=0) -> Dealt:
    dealt = [tuple(sorted(numbers(each))) for each in (*hands, floor)]
    known = {each for cards in dealt for each in cards} | set(numbers(drawn))
    rest = tuple(each for each in range(48) if each not in known)
    return Dealt(1, dealer, (dealt[0], dealt[1]), dealt[2], (*numbers(drawn), *rest))


def laid_match(person, *, options: Options = SEED, level: int | None = 1, deal: Dealt | None = None) -> Match:
    """A match with its first month dealt as wanted."""
    now = timezone.now()
    match = Match.objects.create(
        person=person,
        level=level,
        preset=preset_of(options),
        options=changes_from(SEED, options),
        seed=7,
        started_at=now,
        moved_at=now,
    )
    dealt = deal or laid_deal()
    drawn = DealerDrawn((0, 47) if dealt.dealer == 0 else (47, 0), dealt.dealer)
    for place, event in enumerate((drawn, dealt)):
        MatchEvent.objects.create(match=match, place=place, row=to_row(event), happened_at=now)
    return match


def scripted_reply(view, level, seed):
    """The computer as a test wants it: plays COMPUTER_PLAYS while it holds them, else its first card; stops."""
    wanted = {Play(view.seat, card(each)) for each in COMPUTER_PLAYS}
    stops = [each for each in view.moves if isinstance(each, Stop)]
    return next((each for each in view.moves if each in wanted), (stops or view.moves)[0])
