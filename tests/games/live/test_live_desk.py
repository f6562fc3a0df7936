"""What a desk answers: orders, phrases, computers at the table, rematches."""

import pytest

from games.karuta.players import Kind, Player
from games.live.effects import Looked
from games.rules.karuta.events import Phase
from games.rules.karuta.judge import Touched
from games.rules.karuta.variants import GENPEI, teams
from tests.games.live.bench import Bench, at_once


def owed(bench):
    """Go on until a card is to be sent: the sender's seat."""
    while not bench.state.owed:
        card = bench.read_on_mat(side=1)
        bench.touch(0, card, 500, late_ms=5)
        bench.judged()
    return bench.state.sender


def test_cards_are_laid_by_the_seat_whose_they_are():
    bench = Bench()
    groups = [list(group) for group in bench.state.field.territories[0]]
    groups[0], groups[1] = groups[1], groups[0]
    assert bench.act(0, "lay", groups=groups)[0] == "ack"
    assert [list(group) for group in bench.state.field.territories[0]] == groups
    kind, told = bench.act(1, "lay", groups=groups)
    assert kind == "refused"
    assert "your side" in str(told["sentence"])


def test_two_who_are_ready_at_the_same_time_both_are():
    bench = Bench()
    seen = bench.game.count
    assert bench.act(0, "ready", seen=seen)[0] == "ack"
    assert bench.act(1, "ready", seen=seen)[0] == "ack"
    assert bench.state.phase is Phase.JOKA


def test_a_card_is_sent_once_and_only_by_its_sender():
    bench = Bench()
    sender = owed(bench)
    cards = [bench.lying(sender)]
    assert bench.act(1 - sender, "send", cards=[bench.lying(1 - sender)])[0] == "refused"
    assert bench.act(sender, "send", cards=cards)[0] == "ack"
    assert bench.act(sender, "send", cards=[bench.lying(sender)])[0] == "refused"
    assert cards[0] in bench.state.field.cards(1 - sender)


def test_a_card_that_is_not_sent_in_time_is_sent_by_the_clock():
    bench = Bench()
    owed(bench)
    bench.wait(11_000)
    assert not bench.state.owed


def test_who_acts_upon_what_was_before_the_last_verdict_is_told_that_it_is_over():
    bench = Bench()
    bench.read()
    seen = bench.game.count
    bench.judged()
    card, place = bench.lying(0), [0, 0, 0]
    kind, told = bench.act(0, "move", card=card, place=place, seen=seen)
    assert (kind, told["is_stale"]) == ("refused", True)


def test_a_received_card_is_placed_before_the_next_poem_is_called():
    bench = Bench()
    sender = owed(bench)
    card = bench.lying(sender)
    bench.act(sender, "send", cards=[card])
    number = bench.state.number
    bench.wait(5_000)
    assert bench.state.number == number
    assert bench.act(1 - sender, "move", card=card, place=[2, 0, 0])[0] == "ack"
    bench.wait(1_500)
    assert bench.kinds(0)[-1] == "go"


def test_a_phrase_is_told_to_everybody_and_kept():
    bench = Bench()
    assert bench.say(0, "say", phrase="hello")[0] == "ack"
    for seat in (0, 1, -1):
        assert bench.told[seat][-1 if seat else -2][1] == "said"
    assert [(said.seat, said.phrase) for said in bench.kept] == [(0, "hello")]
    assert bench.desk.view(1, bench.now)["live"]["sayings"] == [{"seat": 0, "phrase": "hello", "words": ""}]


@pytest.mark.parametrize("said", [{"phrase": "no such"}, {"words": "anything"}])
def test_nothing_else_is_said(said):
    bench = Bench()
    assert bench.say(0, "say", **said)[0] == "refused"
    assert bench.kept == []


def test_free_words_are_said_where_everybody_wants_them():
    bench = Bench()
    bench.desk.has_words = True
    assert bench.say(0, "say", words="また来週!")[0] == "ack"
    assert bench.kept[0].words == "また来週!"


# Computers -----------------------------------------------------------------------------------------------
@pytest.fixture
def mixed():
    players = (Player(name="A"), Player(Kind.BOT, who="C"), Player(name="B"), Player(Kind.BOT, who="C"))
    return Bench(teams(at_once(GENPEI), 2), players=players)


def test_computers_at_the_table_touch_when_their_time_has_come_and_everybody_hears_of_it(mixed):
    mixed.read()
    assert not [event for event in mixed.appended if isinstance(event, Touched)]
    verdict = mixed.judged()
    hands = [event for event in mixed.appended if isinstance(event, Touched)]
    assert verdict.taker in (1, 3)
    assert {hand.seat for hand in hands} <= {1, 3}
    told = [fields for _, kind, fields in mixed.told[0] if kind == "touched"]
    assert told[0]["touches"][0]["seat"] in (1, 3)


def test_a_computer_that_would_see_a_take_waits_until_it_would_have_heard_of_it(mixed):
    """Its hand is written once every earlier claim has come, so that none is held back, or not, for want of one."""
    mixed.rtt_ms[2] = 150.0
    mixed.wait(10_000)
    mixed.read()
    ceiling = 75 + 10 + mixed.people.sitting[2].bank_ms
    mixed.judged()
    hands = [
        (at - mixed.zero_ms, event.ms)
        for at, event in zip(mixed.appended_at, mixed.appended, strict=True)
        if isinstance(event, Touched)
    ]
    assert hands
    assert all(at == pytest.approx(ms + ceiling, abs=1.5) for at, ms in hands)


def test_what_a_computer_does_is_in_nothing_that_is_told_before(mixed):
    mixed.read()
    mixed.until(mixed.zero_ms + 100)
    assert mixed.kinds(0)[-1] == "go"
    assert mixed.desk.view(0, mixed.now)["touches"] == []


def test_a_person_who_is_quicker_than_the_computers_takes_the_card(mixed):
    mixed.read()
    mixed.touch(2, mixed.state.poem, 1, late_ms=20)
    assert mixed.judged().taker == 2


# After the match -----------------------------------------------------------------------------------------
def test_after_the_match_the_table_is_told_where_it_is_played_again():
    bench = Bench()
    bench.act(0, "resign")
    assert bench.desk.due_ms(bench.now) <= bench.now + 2_000
    shows = bench.shows
    bench.does(bench.desk.take(Looked("somewhere"), bench.now))
    assert bench.shows == shows + 1
    assert bench.desk.view(0, bench.now)["live"]["rematch"] == "somewhere"


def test_a_rematch_that_is_closed_is_not_offered_any_longer():
    bench = Bench()
    bench.act(0, "resign")
    bench.does(bench.desk.take(Looked("somewhere"), bench.now))
    assert bench.desk._look_ms() <= bench.now + 10_000
    bench.does(bench.desk.take(Looked(None), bench.now))
    assert bench.desk.view(0, bench.now)["live"]["rematch"] is None


def test_nothing_is_due_when_everybody_has_gone_after_the_match():
    bench = Bench()
    bench.act(0, "resign")
    for seat in (0, 1):
        bench.leave(seat)
    bench.wait(300_000)
    assert bench.desk.due_ms(bench.now) == float("inf")


def test_nothing_is_decided_when_nobody_is_there():
    bench = Bench(sits=())
    bench.wait(1_200_000)
    assert bench.state.number == 0
