"""The pages to read: sources with their check, about, how karuta is played, robots.txt."""

import re

import pytest

from trainer.poems.selfcheck import Fact
from trainer.views.about import SITUATIONS, TERRITORY_HEIGHT, facing_rows, territory

PAGES = ["/about/", "/about/karuta/", "/poems/corpus/", "/poems/corpus/?check=1", "/robots.txt"]


@pytest.mark.parametrize("address", PAGES)
def test_anybody_may_read(address, nobodys_browser, gretas_browser, alices_browser):
    for browser in (nobodys_browser, gretas_browser, alices_browser):
        assert browser.get(address).status_code == 200


@pytest.mark.parametrize("address", PAGES)
def test_reading_costs_nobody_a_query_and_changes_nothing(address, nobodys_browser, django_assert_num_queries):
    with django_assert_num_queries(0):
        nobodys_browser.get(address)
    assert nobodys_browser.post(address).status_code == 405


def test_the_check_runs_only_when_asked(nobodys_browser):
    assert b"<table" not in nobodys_browser.get("/poems/corpus/").content
    page = nobodys_browser.get("/poems/corpus/?check=1").content.decode()
    assert page.count('<th scope="row"') == len(Fact)
    assert page.count("7 / 42 / 37 / 6 / 2 / 6") == 2  # must be, and is
    assert "All 15 facts hold." in page


def test_a_fact_that_fails_is_told(nobodys_browser, monkeypatch):
    from trainer.poems.poem import JOKA, POEMS
    from trainer.poems.selfcheck import check
    from trainer.views import poems

    monkeypatch.setattr(poems, "check", lambda: check(POEMS, POEMS[0]))
    page = nobodys_browser.get("/poems/corpus/?check=1").content.decode()
    assert JOKA.number == 0
    assert "1 of 15 facts does not hold" in page


@pytest.mark.parametrize("number", [1, 21, 33, 44, 56, 70, 89, 92, 0])
def test_every_decision_is_explained(nobodys_browser, number):
    assert f'<dt><a href="/poems/{number}/">' in nobodys_browser.get("/poems/corpus/").content.decode()


# --- how it is played -----------------------------------------------------------------------------------


def text_of(browser):
    page = re.sub(r"<[^>]+>", " ", browser.get("/about/karuta/").content.decode())
    return re.sub(r"\s+", " ", page)


# One phrase for every statement of the source text (Vietnamese Wikipedia, “Uta-garuta”).
STATEMENTS = [
    "is a kind of karuta, the traditional playing cards of Japan",
    "the games played with these cards carry the same name",
    "above all at New Year",
    "Each card bears a waka",
    "the hundred poems of the Ogura Hyakunin Isshu",
    "gathered by the poet Fujiwara no Teika",
    "in the Heian age",
    "Rules for play between countries exist",
    "E is the lowest, A the highest",
    "only players of class A may become reciters",
    "a picture of the poet, the poet’s name and the whole poem",
    "the second half of the poem alone",
    "the hundred torifuda lie face up and in order on the floor",
    "look at once for the torifuda that carries its second half",
    # chirashi
    "One person recites; three or more play.",
    "mixed well and spread over the floor, and the players sit round them",
    "may take it as soon as they know which second half belongs to it",
    "When it is taken, the next poem is read.",
    "whoever has the most has won",
    # genpei
    "two groups that sit face to face: one is called Genji, the other Heike",
    "each side gets fifty, laid before it in three rows",
    "taken as in chirashi, and they may be taken on both sides",
    "Whoever takes a card from the other side may give that side one of theirs.",
    "Whoever takes a wrong card may be given one from the other side.",
    "The first side without cards of its own has won.",
    "Who knows the poems wins more often",
    "take a card on the very first sound",
    "where to part the words and where the second break of the poem falls",
    # kyōgi
    "by the rules of the All-Japan Karuta Association: one against one, led by a reciter and a referee",
    "Official matches use cards made by Oishi Tengudo",
    "Fifty of the hundred torifuda are drawn at random",
    "each player picks twenty-five unseen and lays them in three rows",
    "It is 87 cm wide, and 3 cm lie between it and the opponent’s",
    "fifteen minutes to learn where all fifty cards lie. In the last two they may practise their swings",
    "a poem that is not among the hundred, so that the players hear the voice and the pace",
    "fifty have their torifuda on the mat, and fifty do not. These are the karafuda",
    "The first to touch the right torifuda takes it.",
    "earns the right to send one’s own",
    "it goes to the player in whose territory it lies",
    "The surest way is to guard one’s own card",
    "Whoever has no card left in the own territory first, has won.",
    # faults
    "All of them lie on the side of the card that is read: no fault.",
    "A touches a card on the other side, A’s own. B may send one.",
    "A touch on any card is a fault, and the other may send one.",
    "B takes the card from A’s side while A touches a wrong card on B’s side",
    "A touches both sides. Two faults",
    "may be moved at any time",
    "Doing it too often is thought unsporting",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_every_statement_of_the_source_text_is_there(nobodys_browser, statement):
    assert statement in text_of(nobodys_browser)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: str(each.name))
def test_every_picture_sends_what_the_rules_say(situation):
    """Rights = a take from the other side + the other's faults; only the difference is sent."""

    def rights(hand, other):
        takes = [t for t in situation.touches if situation.read == (t.side, t.place)]
        took_across = bool(takes) and takes[0].hand == hand and takes[0].side == other
        return took_across + situation.faults(other)

    net = rights("A", "B") - rights("B", "A")
    expected = ("A", net) if net > 0 else ("B", -net) if net < 0 else ("", 0)
    assert (situation.sender, situation.sent) == expected


def test_the_field_is_drawn_to_scale():
    cards = territory()
    assert len(cards) == 25
    assert len({card.y for card in cards}) == 3
    assert max(card.x + card.width for card in cards) == 870
    assert min(card.x for card in cards) == 0
    assert TERRITORY_HEIGHT == 239  # three cards of 73 mm and two gaps of 10


def test_a_side_of_genpei_has_fifty():
    assert len(facing_rows()) == 50


# --- about and robots -----------------------------------------------------------------------------------


def test_the_licences_of_the_fonts_are_linked(nobodys_browser):
    page = nobodys_browser.get("/about/").content.decode()
    assert "OFL-yuji-syuku" in page
    assert "OFL-shippori-mincho" in page


def test_robots_stay_out_of_drills_and_accounts(nobodys_browser):
    response = nobodys_browser.get("/robots.txt")
    assert response.headers["Content-Type"].startswith("text/plain")
    lines = response.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    for path in ("/drill/", "/settings/", "/account/sign-up/", "/progress/"):
        assert f"Disallow: {path}" in lines
    assert "Disallow: /poems/" not in lines
