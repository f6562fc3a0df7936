"""What clubs print: every name as it is written, nothing lost unsaid, the same bytes for the same facts."""

import io
from datetime import date

import pytest
from django.utils import translation
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from tournament_kit import ON_THE_DAY, club_of, division_of, drawn, enter, open_bouts, tournament_of

from clubs import bouts
from clubs.models import Bout, Division, Player
from clubs.papers import faces, facts, press
from clubs.papers.certificates import certificates, day_ja
from clubs.papers.facts import Award, Name, Occasion, Slot, Tree
from clubs.papers.sheet import Sheet, column_parts
from clubs.papers.trees import knockout
from trainer.poems.poem import POEMS

WINTER = Occasion("Otsu Karuta Club", "Winter tournament", "D", "D", date(2026, 12, 6), "Community hall")
NAMES = ("髙橋 美咲", "山﨑 碧", "𠮷田 一", "Nguyễn Thị Ánh Tuyết", "Łukasz Żółć", "Анна Петрова", "佐々木 ヴィオラ")


def codes(face):
    with TTFont(faces.FOLDER / f"{face}.ttf") as font:
        return set(font.getBestCmap())


@pytest.fixture
def sheet():
    sheet = Sheet(title="", language="en")
    yield sheet
    sheet.close()


def pages(sheet):
    """The text of each page, without line ends."""
    return [page.extract_text().replace("\n", " ").strip() for page in PdfReader(io.BytesIO(sheet.output())).pages]


def run_together(sheet):
    return ["".join(text.split()) for text in pages(sheet)]


def play(division, *, rounds=99):
    """The first of each bout wins by its table's number."""
    for number in range(1, rounds + 1):
        waiting = [bout for bout in open_bouts(division) if bout.number == number]
        for bout in waiting:
            bouts.report(bout=bout, winner=bout.first, margin=bout.table, person=None, now=ON_THE_DAY)


@pytest.fixture
def division(alice):
    return division_of(tournament_of(club_of(alice)))


# Faces ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["en", "vi"])
def test_names_are_written_as_they_are(name, language):
    with translation.override(language):
        sheet = certificates(WINTER, [Award(1, Name(name))], language=language)
    assert name in pages(sheet)[0]
    assert sheet.missing == set()


@pytest.mark.parametrize("name", NAMES)
def test_names_are_written_as_they_are_in_columns(name):
    sheet = certificates(WINTER, [Award(1, Name(name))], language="ja")
    assert "".join(name.split()) in run_together(sheet)[0]
    assert sheet.missing == set()


@pytest.mark.parametrize("language", ["en", "ja", "vi"])
@pytest.mark.parametrize("name", ["\u200b\u200b", "\u202eabc", "👩‍👩‍👧‍👦", "漢" * 80, "x" * 80, "עברית"])
def test_no_name_keeps_a_certificate_from_being_printed(name, language):
    place = Occasion(name, name, "D", "D", date(2026, 12, 6), name)
    assert pages(certificates(place, [Award(1, Name(name))], language=language))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_no_face_has_is_marked_and_told(language):
    sheet = certificates(WINTER, [Award(1, Name("刘洋 🦊"))], language=language)
    assert sheet.missing == {"刘", "🦊"}
    assert "〓洋〓" in run_together(sheet)[0]


def test_all_that_windows_japanese_has_can_be_written():
    known = set().union(*map(codes, (faces.MINCHO, faces.SERIF, faces.REST)))
    for lead in (*range(0x81, 0xA0), *range(0xE0, 0xF0), *range(0xFA, 0xFD)):  # 0xF0 to 0xF9: characters of one's own
        for trail in range(0x40, 0xFD):
            sign = bytes([lead, trail]).decode("cp932", "ignore")
            if len(sign) == 1 and ("\u4e00" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff"):
                assert ord(sign) in known, sign


def test_one_name_is_in_one_face_where_it_can_be(sheet):
    runs = list(faces.pieces("Nguyễn Văn An", sheet._has))
    assert runs == [(faces.SERIF, "Nguyễn Văn An")]
    assert list(faces.pieces("An 花", sheet._has)) == [(faces.MINCHO, "An 花")]


def test_composed_and_combined_letters_are_one():
    assert faces.tidy("Nguye\u0302\u0303n") == "Nguyễn"
    assert faces.tidy("辻\U000e0100 \u200b健\n太") == "辻 健 太"


def test_a_column_turns_marks_and_keeps_latin_words_together():
    assert list(column_parts("第12回 Hà Nội杯2026")) == ["第", "12", "回", " ", "Hà Nội", "杯", "2", "0", "2", "6"]
    assert {"ー", "、", "。", "ッ", "「"} <= set(map(chr, codes(faces.UPRIGHT)))


@pytest.mark.parametrize("text", ["Wolfeschlegelsteinhausenbergerdorff " * 3, "寿限無" * 30, "An"])
def test_a_line_fits(text, sheet):
    fitted, size = sheet.fitted(text, 15, 60)
    assert sheet.length(fitted, size) <= 60.02
    assert fitted == text.strip() or fitted.endswith("…")
    assert 6 <= size <= 15


def test_the_licences_lie_beside_the_fonts():
    for name in ("shippori-mincho", "noto-serif", "noto-serif-jp"):
        assert "SIL OPEN FONT LICENSE" in (faces.FOLDER / f"OFL-{name}.txt").read_text(encoding="utf-8").upper()


# Certificates --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("day", "told"),
    [
        (date(2026, 12, 6), "令和八年十二月六日"),
        (date(2019, 4, 30), "平成三十一年四月三十日"),
        (date(2019, 5, 1), "令和元年五月一日"),
        (date(1989, 1, 7), "昭和六十四年一月七日"),
    ],
)
def test_a_day_by_its_era(day, told):
    assert day_ja(day) == told


@pytest.mark.django_db
def test_eight_places_of_a_class_are_awarded(division):
    enter(division, 11, affiliations=["Kyoto", "Otsu"])
    drawn(division)
    assert press.certificates_of(division, size="a4") is None
    play(division)
    places = [award.place for award in facts.awards(division)]
    assert places == [1, 2, 3, 3, 4, 4, 4, 4]
    first = bouts.board(division)
    winner = next(entry for entry, place in first.placings.items() if place == 1)
    told = pages(press.certificates_of(division, size="a4"))
    assert len(told) == 8
    for text in ("First place, class D", str(winner), winner.affiliation, "Winter tournament", "Otsu Karuta Club"):
        assert text in told[0]


@pytest.mark.django_db
def test_a_club_that_speaks_japanese_gets_columns(division):
    club = division.tournament.club
    club.language, club.name = "ja", "大津かるた会"
    club.save()
    enter(division, 2)
    Player.objects.filter(name="Player 1").update(name="山﨑 碧")
    Player.objects.filter(name="Player 2").update(name="林 蓮")
    drawn(division)
    play(division)
    told = run_together(press.certificates_of(division, size="a4"))
    assert len(told) == 2
    assert all("賞状" in text and "令和八年十二月六日" in text and "大津かるた会之印" in text for text in told)
    assert "Ｄ級優勝" in told[0]
    assert "準優勝" in told[1]
    assert {"山﨑碧殿", "林蓮殿"} == {name for name in ("山﨑碧殿", "林蓮殿") for text in told if name in text}


@pytest.mark.django_db
def test_a_group_is_awarded_when_all_is_played(division):
    Division.objects.filter(pk=division.pk).update(form=Division.Format.GROUP)
    division.refresh_from_db()
    enter(division, 3)
    drawn(division)
    for bout in open_bouts(division)[:-1]:
        bouts.report(bout=bout, winner=bout.first, margin=3, person=None, now=ON_THE_DAY)
    assert facts.awards(division) == []
    last = open_bouts(division)[0]
    bouts.report(bout=last, winner=last.first, margin=3, person=None, now=ON_THE_DAY)
    assert len(facts.awards(division)) == 3
    sheet = press.draw_of(division, size="a4")
    assert all(f"Player {number}" in pages(sheet)[0] for number in (1, 2, 3))


# Score sheets, the draw, the cards -----------------------------------------------------------------------
@pytest.mark.django_db
def test_every_table_of_a_round_has_a_slip(division):
    enter(division, 13)
    drawn(division)  # five bouts and three byes
    told = pages(press.slips_of(division, 1, size="a4"))
    assert len(told) == 2
    whole = " ".join(told)
    for bout in division.bouts.exclude(ended=Bout.Ended.BYE):
        assert str(bout.first) in whole
        assert str(bout.second) in whole
    assert whole.count("Signature of the winner") == 5


@pytest.mark.django_db
def test_a_slip_of_a_later_round_says_who_comes(division):
    enter(division, 4)
    drawn(division)
    assert facts.next_round(division) == 1
    (slip,) = facts.slips(division, 2)
    assert slip.sides == (None, None)
    assert slip.whence == ("Winner of table 1, round 1", "Winner of table 2, round 1")
    play(division, rounds=1)
    assert facts.next_round(division) == 2
    (slip,) = facts.slips(division, 2)
    assert all(slip.sides)
    assert slip.whence == ("", "")


@pytest.mark.django_db
def test_nobody_needs_a_slip_for_a_walkover(division):
    enter(division, 4)
    drawn(division)
    bout = open_bouts(division)[0]
    bouts.report(bout=bout, winner=bout.first, ended=Bout.Ended.WALKOVER, person=None, now=ON_THE_DAY)
    assert [slip.table for slip in facts.slips(division, 1)] == [2]
    assert "w.o." in pages(press.draw_of(division, size="a4"))[0]


@pytest.mark.django_db
@pytest.mark.parametrize(("count", "sheets"), [(2, 1), (33, 3), (32, 1), (74, 5), (128, 5)])
def test_a_draw_shows_everybody_on_as_few_pages_as_are_readable(division, count, sheets):
    enter(division, count)
    drawn(division)
    told = pages(press.draw_of(division, size="a4"))
    assert len(told) == sheets
    whole = " ".join(told) + " "
    for number in range(1, count + 1):
        assert f"Player {number} " in whole.replace("Page", " Page")


def test_a_draw_shows_who_has_won_and_by_how_much():
    ann, bea = Name("Ann"), Name("Bea")
    told = pages(knockout(WINTER, Tree(((Slot((ann, bea), 1, "7"),),)), language="en"))[0]
    assert told.count("Bea") == 2
    assert told.count("Ann") == 1
    assert "7" in told


@pytest.mark.django_db
def test_the_cards_of_a_round_are_listed_by_their_first_kana(division):
    enter(division, 4)
    drawn(division)
    used = bouts.cards(division, 1)
    lie, stay = run_together(press.cards_of(division, 1, size="a4"))
    assert "50cardslieateverytable" in lie
    for poem in POEMS:
        page, other = (lie, stay) if poem.number in used else (stay, lie)
        text = poem.torifuda_columns[0] + poem.torifuda_columns[1]
        assert text[:5] in page
        if sum(each.torifuda.startswith(text[:5]) for each in POEMS) == 1:
            assert text[:5] not in other


@pytest.mark.django_db
def test_the_same_facts_give_the_same_bytes(division):
    enter(division, 6)
    drawn(division)
    play(division)
    for make in (press.draw_of, press.certificates_of):
        assert make(division, size="a4").output() == make(division, size="a4").output()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("zone", "wanted", "size"),
    [
        ("Asia/Tokyo", "", "a4"),
        ("America/New_York", "", "letter"),
        ("America/New_York", "a4", "a4"),
        ("UTC", "x", "a4"),
    ],
)
def test_the_size_is_the_one_of_the_place(division, zone, wanted, size):
    club = division.tournament.club
    club.time_zone = zone
    assert press.size_of(club, wanted) == size


# The pages -----------------------------------------------------------------------------------------------
def address(division, what, number=None):
    club, key = division.tournament.club, division.tournament.key
    return f"/clubs/{club.slug}/tournaments/{key}/papers/{what}/{number or division.pk}/"


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["draw", "score-sheets", "certificates", "cards"])
def test_organisers_alone_print(division, what, alices_browser, charlies_browser, client):
    enter(division, 4)
    drawn(division)
    play(division)
    where = address(division, what, 1 if what == "cards" else None)
    answer = alices_browser.get(where)
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert "attachment" in answer["Content-Disposition"]
    assert charlies_browser.get(where).status_code == 404
    assert client.get(where).status_code == 302
    assert alices_browser.post(where).status_code == 405


@pytest.mark.django_db
def test_what_is_not_there_is_said(division, alices_browser):
    enter(division, 4)
    for what in ("draw", "score-sheets", "certificates"):
        assert alices_browser.get(address(division, what)).status_code == 404
    drawn(division)
    answer = alices_browser.get(address(division, "certificates"), follow=True)
    assert "No place of this class is decided yet." in answer.content.decode()
    for wrong in ("0", "3", "99999"):
        assert alices_browser.get(address(division, "score-sheets"), {"round": wrong}).status_code in (404, 200)
    assert alices_browser.get(address(division, "score-sheets"), {"round": "3"}).status_code == 404
    assert alices_browser.get(address(division, "cards", 13)).status_code == 404


@pytest.mark.django_db
def test_the_next_page_tells_what_could_not_be_written(division, alices_browser):
    enter(division, 2)
    Player.objects.filter(name="Player 1").update(name="🦊")
    drawn(division)
    alices_browser.get(address(division, "draw"))
    page = alices_browser.get(f"/clubs/{division.tournament.club.slug}/tournaments/").content.decode()
    assert "fonts lack: 🦊" in page
