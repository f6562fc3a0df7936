"""Those who look on: later, never what is hidden, and heard by nobody."""

import pytest

from games.live import wire
from games.live.gallery import MOST, Gallery
from games.live.outlet import MOST_WAITING, Ending, Outlet
from tests.games.live.bench import Bench
from tests.games.live.sockets import played, seated, socket
from tests.games.live.tables_for_tests import open_for_tests


def told(outlet):
    found = []
    while not outlet.queue.empty():
        found.append(outlet.queue.get_nowait())
    return found


def saying(word):
    return lambda outlet: outlet.tell("said", {"seat": 0, "phrase": word, "words": ""})


def test_everything_is_shown_later_and_in_its_order():
    gallery, outlet = Gallery(30_000), Outlet("a", "en")
    gallery.join(outlet)
    assert '"delay_s":30' in told(outlet)[0]
    gallery.keep(saying("one"), 1_000, is_position=False)
    gallery.keep(saying("two"), 2_000, is_position=False)
    gallery.wake(30_999)
    assert told(outlet) == []
    assert gallery.due_ms == 31_000
    gallery.wake(31_000)
    assert ["one" in each for each in told(outlet)] == [True]
    gallery.wake(40_000)
    assert ["two" in each for each in told(outlet)] == [True]


def test_who_comes_later_sees_what_could_be_seen_by_then():
    gallery = Gallery(30_000)
    gallery.keep(saying("first"), 0, is_position=True)
    gallery.keep(saying("second"), 20_000, is_position=True)
    gallery.wake(31_000)
    outlet = Outlet("a", "en")
    gallery.join(outlet)
    hello, position = told(outlet)
    assert "first" in position
    assert "watch" in hello


def test_nothing_is_kept_where_nobody_may_look_on():
    gallery = Gallery(None)
    gallery.keep(saying("one"), 0, is_position=True)
    assert gallery.due_ms == float("inf")


def test_positions_that_follow_at_once_are_kept_as_one():
    gallery, outlet = Gallery(30_000), Outlet("a", "en")
    gallery.join(outlet)
    for at in range(0, 10_000, 50):
        gallery.keep(saying(f"at {at}."), at, is_position=True)
    assert len(gallery._kept) == 40
    told(outlet)
    gallery.wake(31_000)
    shown = told(outlet)
    assert "at 200." in shown[0]
    assert "at 950." in shown[3]


def test_so_many_look_on_and_no_more():
    gallery = Gallery(30_000)
    for number in range(MOST):
        gallery.join(Outlet(str(number), "en"))
    late = Outlet("late", "en")
    gallery.join(late)
    assert told(late) == [wire.POLICY]
    assert "late" not in gallery
    gallery.leave("0")
    gallery.join(later := Outlet("later", "en"))
    assert '"watch"' in told(later)[0]


def test_who_looks_on_is_told_of_nothing_that_has_happened_since():
    bench = Bench(has_words=True)
    before = bench.desk.picture(bench.now)
    bench.leave(1)
    bench.say(0, "say", phrase="hello", words="")
    assert before()["live"]["connected"] == [True, True]
    assert before()["live"]["sayings"] == []
    assert bench.desk.picture(bench.now)()["live"]["connected"] == [True, False]


def test_free_words_are_not_for_those_who_look_on():
    bench = Bench(has_words=True)
    bench.say(0, "say", phrase="", words="between us")
    bench.say(0, "say", phrase="hello", words="")
    assert [fields["words"] for _, kind, fields in bench.told[1] if kind == "said"] == ["between us", ""]
    assert [fields["phrase"] for _, kind, fields in bench.told[-1] if kind == "said"] == ["hello"]
    assert [said["phrase"] for said in bench.desk.picture(bench.now)()["live"]["sayings"]] == ["hello"]
    assert len(bench.desk.view(1, bench.now)["live"]["sayings"]) == 2


def test_a_picture_is_of_its_moment_and_has_no_hands_in_it():
    bench = Bench()
    card = bench.read_on_mat()
    bench.touch(0, card, 500, late_ms=5)
    picture = bench.desk.picture(bench.now)
    bench.judged()
    seen = picture()
    assert seen["phase"] == "reading"
    assert (seen["seat"], seen["side"], seen["touches"]) == (None, None, [])
    assert [seat["name"] for seat in seen["seats"]] == ["P0", "P1"]


def test_a_socket_that_takes_nothing_is_ended():
    outlet = Outlet("a", "en")
    for _ in range(MOST_WAITING + 1):
        outlet.tell("probe", {"id": 1})
    (end,) = told(outlet)
    assert isinstance(end, Ending)
    assert end == wire.POLICY
    outlet.tell("probe", {"id": 1})
    assert told(outlet) == []


@pytest.mark.django_db
def test_who_looks_on_where_nobody_sits_any_more_sees_how_it_stands(alice, charlie, greta):
    table = open_for_tests([alice, charlie], has_spectators=True, delay_s=1)

    async def play():
        each = await socket(table, greta)
        await each.connect()
        assert (await each.hear("view"))["told"]["live"]["connected"] == [False, False]

    played(play)


@pytest.mark.django_db
def test_a_spectator_sees_the_table_later_and_may_say_nothing(alice, charlie, greta):
    table = open_for_tests([alice, charlie], has_spectators=True, delay_s=1)

    async def play():
        await seated(table, alice, charlie)
        each, talker, nobody = await socket(table, greta), await socket(table, greta), await socket(table)
        for one in (each, talker, nobody):
            assert (await one.connect())[0]
            hello = await one.hear("hello")
            assert (hello["seat"], hello["role"], hello["delay_s"]) == (None, "watch", 1)
        assert await each.hears_nothing()
        await talker.say("act", seen=1, do="resign")
        assert (await talker.hear("closed"))["code"] == wire.POLICY
        view = await each.hear("view", timeout=10)
        assert view["told"]["seat"] is None
        await each.say("sync", have=view["n"])
        assert (await each.hear("view"))["told"]["events"] == 1

    played(play)
