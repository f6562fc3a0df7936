"""An evening of a club on two phones: who is there, who meets whom, results in two taps, also without a network."""

import re

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from playwright.sync_api import expect

from clubs.models import Attendance, Member, PracticeDay, Rating, Result
from tests.browser.cut_line import CutLine
from tests.clubs.club_life import a_club, belongs, person

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
KEPT = "caches.has('naniwazu-evening-pages')"


@pytest.fixture
def club(alice):
    return a_club(alice)


@pytest.fixture
def line(site):
    with CutLine(site) as line:
        yield line


@pytest.fixture
def phone(new_context, line):
    """phone(person): a page on their phone, whose line to the site can be cut."""
    made = []

    def phone(who):
        session = SessionStore()
        session[SESSION_KEY] = str(who.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = who.get_session_auth_hash()
        session.save()
        context = new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True)
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": line.address}])
        context.set_default_timeout(10_000)
        made.append(context)
        return context.new_page()

    yield phone
    for context in made:
        context.close()


def opponent(page, name):
    return page.locator("[data-who]").get_by_role("button", name=re.compile(name))


def two_taps(page, name, outcome, margin):
    opponent(page, name).click()
    page.get_by_role("button", name=f"{outcome} by {margin}", exact=True).click()


def test_an_evening_on_two_phones(club, alice, phone, site, line, assert_accessible):
    bob = belongs(club, person("bob"))
    for name in ("Emi", "Fumi", "Gen"):
        belongs(club, name=name)

    # Bob's phone goes by the line; Alice leads the evening on hers.
    his, hers = phone(bob.player.person), phone(alice)
    evening = f"/clubs/{club.slug}/evening/"
    hers.goto(site + evening)
    his.goto(line.address + evening)
    for page in (hers, his):
        page.get_by_role("button", name="I am here").click()
        expect(page.get_by_role("button", name="I am going home")).to_be_visible()
    for name in ("Emi", "Fumi", "Gen"):
        hers.get_by_label("Who else is here").select_option(name)
        hers.get_by_role("button", name="Is here").click()
        expect(hers.locator("#there li").filter(has_text=name)).to_be_visible()

    # A round is drawn; his phone shows it.
    hers.get_by_role("button", name="Draw round 1").click()
    expect(hers.locator(".pairs-of-round").first.locator("li")).to_have_count(3)
    his.reload()
    expect(his.locator(".pairs-of-round").first.locator("li")).to_have_count(3)
    assert_accessible(hers)

    # Two taps, and both see it.
    two_taps(his, "Alice", "Won", 7)
    expect(his.locator("[data-said]")).to_contain_text("Won by 7 against Alice.")
    expect(his.locator("#board .results")).to_contain_text("Bob")
    hers.reload()
    expect(hers.locator("#board .results")).to_contain_text(re.compile(r"Bob\s+beat\s+Alice"))
    result = Result.objects.get()
    assert (result.winner, result.margin) == (bob.player, 7)

    # Undo, and once more.
    two_taps(his, "Emi", "Lost", 3)
    expect(his.locator("#board .results li")).to_have_count(2)
    his.get_by_role("button", name="Undo").click()
    expect(his.locator("[data-said]")).to_contain_text("Taken back.")
    expect(his.locator("#board .results li")).to_have_count(1)

    # Without a network: the page opens, three games wait, and come through when it is back, each once.
    expect(his.locator("#evening[data-kept]")).to_be_attached()
    line.cut()
    his.reload()
    expect(his.get_by_role("heading", name="Tonight")).to_be_visible()
    for name, outcome, margin in (("Emi", "Lost", 3), ("Fumi", "Won", 12), ("Gen", "Won", 1)):
        two_taps(his, name, outcome, margin)
    expect(his.locator("[data-waiting]")).to_contain_text("3 waiting")
    assert Result.objects.filter(withdrawn_at=None).count() == 1
    line.mend()
    his.evaluate("dispatchEvent(new Event('online'))")
    expect(his.locator("[data-waiting]")).to_be_hidden()
    expect(his.locator("#board .results li")).to_have_count(4)
    his.evaluate("dispatchEvent(new Event('online'))")
    his.reload()
    expect(his.locator("#board .results li")).to_have_count(4)
    assert Result.objects.filter(withdrawn_at=None).count() == 4

    # She says that it was otherwise: it does not count until it is settled.
    hers.goto(f"{site}/clubs/{club.slug}/results/{result.pk}/")
    hers.get_by_text("It was otherwise").click()
    hers.get_by_label("What was otherwise, in a sentence").fill("I won by 2.")
    hers.get_by_role("button", name="Dispute it").click()
    expect(hers.get_by_text("It does not count until it is settled.").first).to_be_visible()
    assert not Rating.objects.filter(player__person=alice).exists()
    hers.get_by_text("Correct it", exact=True).click()
    hers.get_by_role("radio", name="Alice").check()
    hers.get_by_label("Margin").fill("2")
    hers.get_by_role("button", name="Correct", exact=True).click()
    hers.get_by_role("button", name="Let it stand as it is now").click()
    expect(hers.get_by_role("heading", level=1)).to_have_text("Alice beat Bob by 2")
    assert Rating.objects.get(player__person=alice).games == 1
    assert_accessible(hers)

    # The ranking has both, and says that ten games are needed.
    his.goto(f"{line.address}/clubs/{club.slug}/ranking/")
    expect(his.locator("tbody tr").filter(has_text="Bob")).to_contain_text("4 of 10 games")
    assert_accessible(his)
    assert PracticeDay.objects.get().held_on == timezone.now().date()
    assert Attendance.objects.count() == 5


def test_what_is_refused_stays_on_the_phone_with_its_sentence(club, alice, phone, line):
    bob = belongs(club, person("bob"))
    emi = belongs(club, name="Emi")
    his = phone(bob.player.person)
    his.goto(f"{line.address}/clubs/{club.slug}/evening/")
    opponent(his, "Emi").click()
    Member.objects.filter(pk=emi.pk).update(left_on=timezone.now().date())
    his.get_by_role("button", name="Won by 7", exact=True).click()
    waits = his.locator("[data-waiting]")
    expect(waits).to_contain_text("does not belong to the club any more")
    his.reload()
    expect(waits).to_contain_text("Won by 7 against Emi.")
    Member.objects.filter(pk=emi.pk).update(left_on=None)
    # Signing out would forget it: it is asked about first.
    questions = []
    his.on("dialog", lambda dialog: (questions.append(dialog.message), dialog.dismiss()))
    his.goto(f"{line.address}/settings/")
    his.get_by_role("button", name="Sign out").first.click()
    expect(his.get_by_role("button", name="Sign out").first).to_be_visible()
    assert "still wait on this device" in questions[0]
    his.goto(f"{line.address}/clubs/{club.slug}/evening/")
    waits.get_by_role("button", name="Send again").click()
    expect(waits).to_be_hidden()
    assert Result.objects.get().loser == emi.player

    # Nobody else on this device finds the names of the evening.
    expect(his.locator("#evening[data-kept]")).to_be_attached()
    assert his.evaluate(f"async () => Boolean(await {KEPT})")
    his.context.clear_cookies()
    his.goto(f"{line.address}/")
    his.evaluate(f"async () => {{ while (await {KEPT}) await new Promise(requestAnimationFrame); }}")
