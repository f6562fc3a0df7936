"""The first page of karuta: what can be chosen, what is refused with a sentence, what is gone on with, and given up."""

import pytest
from django.urls import reverse
from django.utils import timezone

from games.karuta import matches
from games.models import KarutaMatch
from games.rules.karuta.events import Resign, Touch
from games.rules.karuta.variants import FaultRule, Penalty, Unsent, Untaken
from tests import a_club
from trainer.models import Wish

LOBBY = reverse("karuta")
BY_TEXT = {"game": "kyogi", "who": "E", "voice": ""}


def begun(browser, **more):
    """The match that these choices begin."""
    answer = browser.post(LOBBY, BY_TEXT | more)
    match = KarutaMatch.objects.latest("started_at")
    assert (answer.status_code, answer["Location"]) == (302, reverse("karuta-match", kwargs={"key": match.key}))
    return matches.load(match)


def test_a_match_begins_as_chosen(alices_browser, alice):
    table = begun(alices_browser, minutes="0", is_strict="on", never_faults="on", who="e-momo")
    variant = table.setup.variant
    assert (variant.key, variant.memorise_ms, variant.unsent) == ("kyogi", 0, Unsent.LAPSE)
    assert table.match.person == alice
    assert (table.players[1].who, table.players[1].never_faults) == ("e-momo", True)


def test_swings_take_a_share_of_a_shorter_time_to_memorise(alices_browser):
    assert begun(alices_browser, minutes="5").setup.variant.swing_ms == 60_000
    assert begun(alices_browser, minutes="15").setup.variant.swing_ms == 120_000


def test_alone_nobody_sits_opposite_and_the_card_is_awaited(alices_browser):
    table = begun(alices_browser, who="nobody")
    assert table.setup.variant.untaken is Untaken.REPEAT
    assert table.persons == (0,)


def test_alone_nobody_sits_out_since_nobody_else_would_take(alices_browser):
    """A reading that waits for its card would wait for ever, and chirashi cannot be resigned."""
    table = begun(alices_browser, who="nobody", game="chirashi", minutes="0")
    now = timezone.now()
    table = matches.read(table, seen=len(table.events), now=now)
    wrong = next(each.card for each in table.state.field.scattered if each.card != table.state.poem)
    touches = [Touch(0, 100, wrong), Touch(0, 3000, table.state.poem)]
    table = matches.touch(table, touches, reading=1, now=now)
    table = matches.close(table, reading=1, ms=matches.closes_ms(table), now=now)
    assert table.state.last.faults[0] == 1
    table = matches.read(table, seen=len(table.events), now=now)
    table = matches.touch(table, [Touch(0, 3000, table.state.poem)], reading=2, now=now)
    assert matches.closes_ms(table) is not None


def test_against_a_ghost_nobody_sits_out_since_a_ghost_does_not_take_every_card(alices_browser):
    table = begun(alices_browser)
    matches.act(table, Resign(0), seen=len(table.events), now=timezone.now())
    ghost = str(table.match.key)
    assert begun(alices_browser, game="chirashi", who="ghost", ghost=ghost).setup.variant.penalty is Penalty.NONE
    assert begun(alices_browser, game="chirashi", who="E").setup.variant.penalty is Penalty.SIT_OUT


@pytest.mark.parametrize("game", ["chirashi", "genpei"])
def test_a_table_that_is_too_full_is_refused_in_a_sentence(alices_browser, game):
    full = {"game": game, "persons": "a, b, c, d, e", "others": "4"}
    assert len(begun(alices_browser, **full).players) == 10
    answer = alices_browser.post(LOBBY, BY_TEXT | full | {"others": "5"})
    assert answer.status_code == 422
    assert "At most 10 sit at one table" in answer.content.decode()
    assert KarutaMatch.objects.count() == 1


def test_chirashi_is_for_people_at_the_device_and_computers(alices_browser):
    table = begun(alices_browser, game="chirashi", persons="Anna, Ben", others="2")
    assert [player.name for player in table.players] == ["", "Anna", "Ben", "", ""]
    assert table.persons == (0, 1, 2)


def test_genpei_is_in_teams_and_may_have_the_faults_of_kyogi(alices_browser):
    table = begun(alices_browser, game="genpei", persons="Anna", others="3", kyogi_faults="on")
    assert table.setup.seats == (0, 0, 1, 1, 1)
    assert table.setup.variant.fault is FaultRule.OTHER_TERRITORY


def test_five_colours_reads_the_twenty_of_a_colour(alices_browser):
    assert len(begun(alices_browser, game="five_colours", colour="桃").setup.poems) == 20


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "shogi"},
        {"who": "Z"},
        {"who": ""},
        {"voice": "nobody-at-all"},
        {"tempo": "9-9-9-9"},
        {"minutes": "16"},
        {"game": "chirashi", "others": "0"},
        {"game": "chirashi", "others": "99"},
        {"game": "chirashi", "persons": "Anna, Anna"},
        {"game": "chirashi", "persons": "a, b, c, d, e, f"},
        {"who": "ghost", "ghost": "00000000-0000-0000-0000-000000000000"},
        {"who": "ghost"},
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(alices_browser, wrong):
    answer = alices_browser.post(LOBBY, BY_TEXT | wrong)
    assert answer.status_code == 422
    assert any(answer.context["form"].errors.values())
    assert not KarutaMatch.objects.exists()


def test_without_recordings_a_read_match_waits_and_they_are_asked_for(alices_browser, alice):
    answer = alices_browser.post(LOBBY, BY_TEXT | {"voice": "tone"})
    assert answer.status_code == 422
    assert "0 of 202" in answer.content.decode()
    assert Wish.objects.get(person=alice).whole
    assert not KarutaMatch.objects.exists()


def test_a_pack_of_ones_own_reads_once_it_is_whole_and_nobody_elses_does(alices_browser, charlies_browser, alice):
    pack = a_club.pack_of(alice)
    pack.files.create(poem=1, half="upper", place=0, name="1.mp3", state="ready")
    assert pack.title in alices_browser.get(LOBBY).content.decode()
    assert pack.title not in charlies_browser.get(LOBBY).content.decode()
    answer = alices_browser.post(LOBBY, BY_TEXT | {"voice": pack.voice})
    assert "This voice lacks 201 verses: a match needs them all." in answer.content.decode()
    answer = charlies_browser.post(LOBBY, BY_TEXT | {"voice": pack.voice})
    assert "There is no such voice any more." in answer.content.decode()
    assert not KarutaMatch.objects.exists()
    names = [(number, half) for number in range(101) for half in ("upper", "lower") if (number, half) != (1, "upper")]
    for place, (number, half) in enumerate(names, start=1):
        pack.files.create(poem=number, half=half, place=place, name=f"{place}.mp3")
    answer = alices_browser.post(LOBBY, BY_TEXT | {"voice": pack.voice})
    assert "0 of 202 recordings of this reader" in answer.content.decode()


def test_the_voice_that_reads_to_a_person_is_chosen_already(alices_browser, alice, charlies_browser, settings):
    settings.VOICES = "trainer.reciter.voices.VOICES"
    alice.voice = "mei"
    alice.save()
    assert '<option value="mei" selected>' in alices_browser.get(LOBBY).content.decode()
    assert '<option value="m001" selected>' in charlies_browser.get(LOBBY).content.decode()


def test_recordings_are_not_asked_for_without_end(alices_browser):
    for _ in range(12):
        alices_browser.post(LOBBY, BY_TEXT | {"voice": "tone"})
    Wish.objects.all().delete()
    answer = alices_browser.post(LOBBY, BY_TEXT | {"voice": "tone"})
    assert answer.status_code == 422
    assert "tried too often" in answer.content.decode()
    assert not Wish.objects.exists()


def test_open_matches_are_gone_on_with_by_their_person_alone(alices_browser, charlies_browser):
    key = begun(alices_browser).match.key
    address = reverse("karuta-match", kwargs={"key": key})
    assert address in alices_browser.get(LOBBY).content.decode()
    assert address not in charlies_browser.get(LOBBY).content.decode()


def test_a_match_given_up_is_gone(alices_browser, charlies_browser):
    address = reverse("karuta-delete", kwargs={"key": begun(alices_browser).match.key})
    assert charlies_browser.post(address).status_code == 404
    assert KarutaMatch.objects.exists()
    alices_browser.post(address)
    assert not KarutaMatch.objects.exists()


def test_who_has_not_begun_is_asked_to(nobodys_browser):
    assert nobodys_browser.get(LOBBY).status_code == 200
    assert nobodys_browser.post(LOBBY, BY_TEXT)["Location"].startswith(reverse("begin"))
