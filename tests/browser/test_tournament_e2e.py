"""A tournament of sixteen on two devices, from the first entry to the certificates: one story."""

import io
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect
from pypdf import PdfReader

from clubs.models import Bout, Club, Division, Member, Player, Tournament
from trainer.models import Person

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

OTHERS = ["髙橋 美咲", "Nguyễn Thị Ánh", *(f"Nagisa {number}" for number in range(1, 14))]  # fifteen
POLL_MS = 20_000  # the board asks every eight seconds


def member(club, name, person=None, role=Member.Role.MEMBER, **more):
    player = Player.objects.create(name=name, person=person, **more)
    return Member.objects.create(club=club, player=player, role=role, joined_on=timezone.localdate())


@pytest.fixture
def club(alice):
    club = Club.objects.create(slug="otsu", name="Otsu Karuta Club", founded_at=timezone.now(), time_zone="Asia/Tokyo")
    member(club, "Alice", person=alice, role=Member.Role.FOUNDER)
    bob = Person.objects.create_user("bob", "bob@example.org", "ferry candle four")
    member(club, "Robert Crane", person=bob, is_minor=True, pseudonym="Heron")
    for name in OTHERS:
        member(club, name)
    return club


@pytest.fixture
def tournament(club):
    held_on = timezone.localdate() + timedelta(days=7)
    row = Tournament.objects.create(club=club, name="Winter tournament", held_on=held_on, is_public=True)
    Division.objects.create(tournament=row, grade="D", block_cap=32)
    return row


@pytest.fixture
def telephone(new_context, site, trouble):
    """telephone(person): a telephone's page, signed in; what goes wrong in it is trouble too."""
    contexts = []

    def telephone(person=None):
        context = new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        contexts.append(context)
        context.set_default_timeout(10_000)
        if person is not None:
            client = Client()
            client.force_login(person)
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])
        page = context.new_page()
        page.on("console", lambda message: message.type in ("error", "warning") and trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(f"script: {error}"))
        return page

    yield telephone
    for context in contexts:
        context.close()


def at(name, tournament, *more):
    return reverse(name, args=[tournament.club.slug, tournament.key, *more])


def report(page, tournament, bout, winner, margin):
    """The two taps of a report."""
    page.goto(at("club-bout", tournament, bout.key))
    page.locator("label.winner").get_by_text(str(winner), exact=True).click()
    page.locator(f'button[name="margin"][value="{margin}"]').click()
    expect(page.locator("#board")).to_be_visible()


def test_a_tournament_of_sixteen(page, telephone, sign_in, alice, club, tournament, assert_accessible):
    sign_in(alice)
    phone = telephone(Person.objects.get(username="bob"))

    # Entries: a member by telephone, the others by the organiser
    page.goto(at("club-tournament", tournament))
    page.get_by_role("button", name="Open for entries").click()
    expect(page.get_by_role("button", name="Open for entries")).to_have_count(0)
    phone.goto(at("club-tournament", tournament))
    expect(phone.get_by_role("heading", name="Winter tournament")).to_be_visible()
    assert_accessible(phone)
    phone.get_by_role("button", name="Enter", exact=True).click()
    expect(phone.get_by_text("You have entered class D.").first).to_be_visible()
    page.goto(at("club-tournament-entries", tournament))
    for number, name in enumerate(OTHERS, start=2):
        page.get_by_label("Member", exact=True).select_option(label=name)
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator("ul.entries > li")).to_have_count(number)
    assert_accessible(page)

    # The draw, and its publication
    division = tournament.divisions.get()
    page.goto(at("club-tournament", tournament))
    page.get_by_role("button", name="Draw what is not drawn").click()
    phone.goto(at("club-tournament", tournament))
    expect(phone.get_by_role("link", name="Draw and results")).to_have_count(0)
    page.get_by_role("button", name="Publish the draw").click()
    expect(page.get_by_role("link", name="Draw and results")).to_be_visible()
    assert division.bouts.filter(number=1).count() == 8

    # Two taps by telephone
    phone.reload()
    phone.get_by_role("link", name="Draw and results").click()
    phone.get_by_role("link", name="Report").click()
    expect(phone.locator("label.winner")).to_have_count(2)
    assert_accessible(phone)
    phone.locator("label.winner").filter(has_text="Robert Crane").click()
    phone.locator('button[name="margin"][value="7"]').click()
    expect(phone.locator("#board")).to_be_visible()
    own = division.bouts.get(winner__player__name="Robert Crane")
    assert (own.ended, own.margin) == (Bout.Ended.PLAYED, 7)

    # The organiser's reports and a correction are seen on the telephone, which nobody touches
    for bout in division.bouts.filter(ended="", number=1):
        report(page, tournament, bout, bout.first, bout.table)
    page.goto(at("club-bout", tournament, own.key))
    page.locator("label.winner").filter(has_text="Robert Crane").click()
    page.locator('button[name="margin"][value="9"]').click()
    expect(page.locator("#board")).to_be_visible()
    first_round = phone.locator(".round").first
    expect(first_round.locator(".decided")).to_have_count(8, timeout=POLL_MS)
    expect(first_round.locator(".bout").filter(has_text="Robert Crane")).to_contain_text("9", timeout=POLL_MS)
    assert_accessible(phone)

    # To the final
    while waiting := list(division.bouts.filter(ended="").select_related("first__player", "second__player")):
        for bout in waiting:
            is_second = bout.second.player.name == "Robert Crane"
            report(page, tournament, bout, bout.second if is_second else bout.first, 3)
    expect(page.locator(".places .place-1")).to_contain_text("Robert Crane")
    expect(page.locator(".places li")).to_have_count(8)
    expect(phone.locator(".places .place-1")).to_contain_text("Robert Crane", timeout=POLL_MS)
    assert_accessible(page)

    # Certificates
    with page.expect_download() as coming:
        page.get_by_role("link", name="Print certificates").click()
    told = [each.extract_text() for each in PdfReader(io.BytesIO(coming.value.path().read_bytes())).pages]
    assert len(told) == 8
    assert "Robert Crane" in told[0]
    assert "Otsu Karuta Club" in told[0]

    # A stranger reads the names that are for strangers
    stranger = telephone()
    stranger.goto(reverse("tournament-public", args=[tournament.public_token]))
    expect(stranger.locator(".places .place-1")).to_contain_text("Heron")
    for name in ("Robert Crane", *OTHERS):
        expect(stranger.get_by_text(name, exact=True)).to_have_count(0)
    assert_accessible(stranger)
