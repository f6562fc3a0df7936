"""Matches as text: golden transcripts with the verdicts they must have, and texts that are no matches."""

from pathlib import Path

import pytest
from karuta_recount import Recount, stated
from karuta_table import after, owing, table

from games.rules.karuta import notation, play
from games.rules.karuta.events import Ended, Finish, Judged, VoidReason, WalkOver
from games.rules.karuta.judge import How, Name
from games.rules.karuta.notation import NotationError
from games.rules.karuta.reasons import name_of
from games.rules.karuta.variants import GENPEI, kyogi, teams

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
GOLDEN = sorted(TRANSCRIPTS.glob("*.txt"))
BY_HAND = (TRANSCRIPTS / "kyogi_by_hand.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_transcript_has_the_verdicts_of_the_rules(path):
    text = path.read_text(encoding="utf-8")
    match = notation.load(text)
    counted = Recount(text).verdicts
    assert len(counted) == sum(isinstance(event, Judged) for event in match.events) > 0
    for line, expected in counted:
        assert stated(line) == expected, line


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_what_is_written_of_it_reads_the_same(path):
    match = notation.load(path.read_text(encoding="utf-8"))
    again = notation.dump(match.setup, match.events, match.tags)
    assert notation.load(again) == match
    assert notation.dump(match.setup, notation.load(again).events, match.tags) == again


def test_there_are_transcripts_of_every_game():
    assert {notation.load(path.read_text(encoding="utf-8")).setup.variant.key for path in GOLDEN} == {
        *("kyogi", "third", "genpei", "chirashi", "five_colours")
    }


def test_headers_are_kept_and_the_result_follows():
    match = notation.load(BY_HAND)
    assert match.tags["A"] == "Alice"
    assert match.tags["Tempo"] == "5-3-1-6"
    text = notation.dump(match.setup, match.events, match.tags)
    assert '[Result "B"]\n[Margin "-"]\n' in text
    assert isinstance(match.events[-1], Ended)


def test_cards_are_written_with_their_kimariji():
    text = notation.dump(kyogi(), notation.load(BY_HAND).events)
    assert "  A +300 1あきの\n  = 自陣の取り taker A first faults 0 0 send - close +1800 @931800\n" in text


def test_seats_of_a_team_have_numbers():
    setup = teams(GENPEI, 1, 3)
    assert [notation.seat_text(setup, seat) for seat in range(4)] == ["A", "B1", "B2", "B3"]


def test_the_moment_before_a_verdict_can_be_written():
    lines = BY_HAND.splitlines()
    part = "\n".join(line for line in lines[: lines.index("  A +700 2") + 1] if not line.startswith("[Result"))
    match = notation.load(part.replace('[Margin "-"]\n', ""))
    state = play.replay(match.setup, match.events)
    assert (state.poem, len(state.touches)) == (51, 1)
    assert '[Result "*"]' in notation.dump(match.setup, match.events)


def test_changed_rules_stand_in_the_header():
    rules = "contact_is_fault=yes send_within_ms=9000 simultaneous_ms=15"
    text = BY_HAND.replace('[Variant "kyogi"]', f'[Variant "kyogi"]\n[Rules "{rules}"]').replace("B pushed", "B equal")
    match = notation.load(text)
    assert match.setup.variant.contact_is_fault
    assert match.setup.variant.send_within_ms == 9_000
    assert match.setup.variant.simultaneous_ms == 15
    assert notation.load(notation.dump(match.setup, match.events)).setup == match.setup


def test_a_verdict_is_held_against_what_is_simultaneous_by_the_match_own_rules():
    """In its sixth reading both are on the card within a millisecond."""
    text = BY_HAND.replace('[Variant "kyogi"]', '[Variant "kyogi"]\n[Rules "simultaneous_ms=15"]')
    with pytest.raises(NotationError, match="taker B equal"):
        notation.load(text)


def test_a_walkover_before_the_deal():
    _, events = after(play.start(kyogi()), WalkOver(0))
    text = notation.dump(kyogi(), events)
    assert text.endswith("end walkover B margin - left - @0\n")
    assert notation.load(text).events == tuple(events)


@pytest.mark.parametrize("lapse_ends", [False, True])
def test_a_lapse_is_written_before_the_poem_it_gave_way_to(lapse_ends):
    setup, events = owing(lapse_ends)
    text = notation.dump(setup, events)
    assert "lapse" in text
    assert notation.load(text).events == tuple(events)


@pytest.mark.parametrize(
    ("old", "new", "below", "sentence"),
    [
        ("= ダブ taker B", "= ダブ taker A", 0, "by the rules this is “= ダブ taker B"),
        ("= ダブ taker", "= セミダブ taker", 0, "by the rules"),
        ("send B 2/2 close +1790", "send B 3/3 close +1790", 0, "by the rules"),
        ("faults 2 0", "faults 1 0", 0, "by the rules"),
        ("send B 28 29", "send B 28 26", 0, "Card 26 does not lie on your side."),
        ("send B 28 29", "send A 28 29", 0, "You have no card to send."),
        ("2. 26 6000", "2. 27 6000", 0, "by the rules this is “2. 26おぐ"),
        ("  A +700 2\n", "  A +700 2はるの\n", 0, "number 2 is 2はるす"),
        ("  A +700 2\n", "  A +700 101\n", 0, "is no card"),
        ("ready B", "steady B", 0, "does not begin a line"),
        ("ready B", "ready C", 0, "cannot be read"),
        ("close +1830", "close +1700", 0, "still open"),
        ("swing @782000", "swing @781999", 0, "nothing of this happens"),
        ("back 3", "back 300", 0, "cannot be read"),
        ("end resigned", "end played", 0, "not over by the rules"),
        ("ready A @1000", "ready A", 0, "by the rules"),
        ("memorise @2000\n", "", 0, "by the rules"),
        ("1 26 51 2", "1 26 51 51", 0, "each once"),
        ("cards A 1 2", "cards A 2 2", 2, "each once"),
        ('[Result "B"]', '[Result "A"]', None, "Result is “B”"),
        ('[Margin "-"]', '[Margin "3"]', None, "Margin is “-”"),
        ('[Variant "kyogi"]', '[Variant "kyoogi"]', None, "is no variant"),
        ('[Variant "kyogi"]', '[Variant "kyogi"]\n[Rules "seats=3"]', None, "no rule that can be changed"),
        ('[Variant "kyogi"]', '[Variant "kyogi"]\n[Rules "unsent=never"]', None, "not a valid Unsent"),
        ('[Seats "A B"]', '[Seats "A A"]', None, "nobody may be missing"),
        ('[A "Alice"]', '[A "Alice]', 0, "a header is"),
        ('[A "Alice"]', '[A "Alice"]\n[A "Anna"]', 1, "each name once"),
        ('[Format "karuta 1"]', '[Format "chess"]', None, "begins with"),
    ],
)
def test_a_text_that_the_rules_do_not_allow_is_refused(old, new, below, sentence):
    """`below`: how many lines under the change the fault is found; None: in the headers as a whole."""
    assert old in BY_HAND
    with pytest.raises(NotationError) as refused:
        notation.load(BY_HAND.replace(old, new))
    assert sentence in str(refused.value)
    changed = 1 + BY_HAND[: BY_HAND.index(old.lstrip())].count("\n")
    assert refused.value.line == (1 if below is None else changed + below)


def test_a_line_left_out_at_the_end_of_a_command_is_missed():
    text = BY_HAND[: BY_HAND.index("memorise @2000")].replace('[Result "B"]\n', "")
    with pytest.raises(NotationError, match="after this comes “memorise"):
        notation.load(text)


def test_the_grammar_has_every_word():
    grammar = (TRANSCRIPTS.parents[1] / "docs" / "notation.md").read_text(encoding="utf-8").split("## Grammar")[1]
    words = set(grammar.replace('"', " ").split())
    assert {name_of(name, "ja") for name in Name} <= words
    assert {*How, *Finish, *VoidReason, *notation.PHASES} <= words


def test_a_table_for_these_tests_is_whole():
    assert table([1], [2], [3]).field.counts() == (1, 1)
