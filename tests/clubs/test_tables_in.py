"""Members from a CSV file: looked at first, never by half, never twice; and out again."""

import csv
import io
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from clubs import exporting, importing, standing
from clubs.member_rows import MEMBERS
from clubs.models import GradeEntry, ImportedRow, Member, Player, Upload
from tests import a_club

NOW = timezone.now()
FILE = """name,reading,class,dan,email,joined,born,note
Hana,はな,D,1,hana@example.org,2025-04-01,2015-01-01,since school
Ren,れん,C,2,,2024-10-01,,
Sora,,,,,,,
"""


@pytest.fixture
def club(alice):
    return a_club.club_of(alice)


def upload(browser, club, text=FILE, name="members.csv"):
    content = text if isinstance(text, bytes) else text.encode()
    file = SimpleUploadedFile(name, content, content_type="text/csv")
    return browser.post(f"/clubs/{club.slug}/files/import/members/", {"file": file})


def write(browser, club, text=FILE, **decisions):
    url = upload(browser, club, text).url
    chosen = {name.replace("_", "-"): value for name, value in decisions.items()}
    return url, browser.post(url, {"do": "write"} | chosen)


def rows():
    models = Member, Player, GradeEntry, ImportedRow
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_a_file_is_looked_at_before_anything_is_taken_in(club, alices_browser):
    before = rows()
    page = alices_browser.get(upload(alices_browser, club).url).content.decode()
    assert "Hana" in page
    assert "is added" in page
    assert rows() == before


def test_all_of_it_is_taken_in(club, alice, alices_browser):
    assert write(alices_browser, club)[1].url == f"/clubs/{club.slug}/files/"
    hana, ren, sora = (club.members.get(player__name=name) for name in ("Hana", "Ren", "Sora"))
    assert (hana.player.kana, hana.email, hana.note, str(hana.joined_on)) == (
        "はな",
        "hana@example.org",
        "since school",
        "2025-04-01",
    )
    assert [each.player.is_minor for each in (hana, ren, sora)] == [True, False, False]
    now = standing.of(ren.player)
    assert (now.grade.value, now.dan, now.is_confirmed) == ("C", 2, True)
    assert ren.player.grades.get().reason == "imported"
    assert standing.of(sora.player).since is None
    assert sora.is_present
    assert not Upload.objects.exists(), "the file is gone"


def test_taken_in_twice_nothing_changes(club, alices_browser):
    write(alices_browser, club)
    before = rows()
    url, _page = write(alices_browser, club)
    assert rows() == before
    alices_browser.post(url, {"do": "write"})  # the button once more, when the file is gone
    assert rows() == before


def test_what_was_changed_meanwhile_is_not_undone_by_the_same_file(club, alices_browser):
    write(alices_browser, club)
    Player.objects.filter(name="Ren").update(name="Ren K", kana="")
    before = rows()
    write(alices_browser, club)
    assert rows() == before


def test_a_file_that_has_grown_adds_what_is_new(club, alices_browser):
    write(alices_browser, club)
    write(alices_browser, club, FILE + "Yui,ゆい,E,,,,,\n")
    assert club.members.count() == 5
    assert club.members.filter(player__name="Yui").exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Yui,,F,,,,,", "Line 5: “F” is no class"),
        ("Yui,,E,12,,,,", "Line 5: “12” is no dan"),
        ("Yui,,,,nowhere,,,", "Line 5: “nowhere” is no e-mail address."),
        ("Yui,,,,,31.02.2026,,", "Line 5: “31.02.2026” is no day"),
        (",ゆい,,,,,,", "Line 5: “name” is empty"),
        ("Yui,,,1,,,,", "A dan needs a class beside it."),
    ],
)
def test_one_wrong_line_and_nothing_is_taken_in(club, alices_browser, line, sentence):
    before = rows()
    _url, page = write(alices_browser, club, f"{FILE}{line}\n")
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert rows() == before


def test_an_error_while_writing_leaves_nothing_behind(club, alice, monkeypatch):
    kept = importing.keep(MEMBERS, club, FILE.encode(), by=alice, now=NOW)
    before = rows()
    monkeypatch.setattr(importing, "remember", Mock(side_effect=ZeroDivisionError))
    with pytest.raises(ZeroDivisionError):
        importing.take_in(MEMBERS, kept, {}, by=alice, now=NOW)
    assert rows() == before


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02\xff\xfe", b"a,b\n1,2\n", b"name\n"])
def test_what_is_no_table_is_told_so(club, alices_browser, content):
    before = rows()
    page = upload(alices_browser, club, content)
    if page.status_code == 302:
        page = alices_browser.post(page.url, {"do": "write"})
    assert page.status_code == 422
    assert rows() == before


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932", "utf-16"])
def test_files_as_excel_writes_them(club, alices_browser, encoding):
    table = "氏名;ふりがな;級;段\n綾瀬 花;あやせ はな;Ｄ級;初段\n".encode(encoding)
    write(alices_browser, club, table)
    member = club.members.get(player__name="綾瀬 花")
    assert standing.of(member.player).dan == 1


# Who is meant


def test_a_name_that_is_there_already_has_to_be_decided(club, alices_browser):
    member = a_club.recorded(club, "Hana")
    before = rows()
    url, page = write(alices_browser, club)
    assert page.status_code == 422
    assert "There is somebody of this name in the club." in page.content.decode()
    assert rows() == before
    alices_browser.post(url, {"do": "write", "line-2": str(member.pk)})
    assert club.members.filter(player__name="Hana").count() == 1
    member.refresh_from_db()
    assert (member.email, member.player.kana) == ("hana@example.org", "はな")
    assert standing.of(member.player).grade.value == "D"


def test_or_it_is_somebody_else(club, alices_browser):
    a_club.recorded(club, "Hana")
    write(alices_browser, club, line_2="new")
    assert club.members.filter(player__name="Hana").count() == 2


@pytest.mark.parametrize("choice", ["", "nonsense", "00000000-0000-0000-0000-000000000000"])
def test_no_other_answer_counts(club, alices_browser, choice):
    a_club.recorded(club, "Hana")
    before = rows()
    write(alices_browser, club, line_2=choice)
    assert rows() == before


def test_a_member_of_another_club_is_no_answer(club, alices_browser, charlie):
    a_club.recorded(club, "Hana")
    other = a_club.recorded(a_club.club_of(charlie), "Hana")
    before = rows()
    write(alices_browser, club, line_2=str(other.pk))
    assert rows() == before


def test_two_of_one_name_in_one_file_are_asked_about(club, alices_browser):
    twice = FILE + "Hana,,,,,,,\n"
    before = rows()
    _url, page = write(alices_browser, club, twice)
    assert "The name stands in line 2, too." in page.content.decode()
    assert rows() == before
    write(alices_browser, club, twice, line_5="new")
    assert club.members.filter(player__name="Hana").count() == 2


def test_two_lines_are_not_one_member(club, alices_browser):
    member = a_club.recorded(club, "Hana")
    _url, page = write(alices_browser, club, FILE + "Hana,,,,,,,\n", line_2=str(member.pk), line_5=str(member.pk))
    assert "Line 2 is said to be this member already." in page.content.decode()
    assert club.members.count() == 2


def test_two_organisers_with_one_file_take_it_in_once(club, alice):
    first, second = (importing.keep(MEMBERS, club, FILE.encode(), by=alice, now=NOW) for _ in range(2))
    importing.take_in(MEMBERS, first, {}, by=alice, now=NOW)
    before = rows()
    plan = importing.take_in(MEMBERS, second, {}, by=alice, now=NOW)
    assert plan.counts == {"known": 3}
    assert rows() == before


def test_a_file_waits_for_a_day(club, alice, alices_browser):
    old = importing.keep(MEMBERS, club, FILE.encode(), by=alice, now=NOW - timedelta(days=2))
    look = f"/clubs/{club.slug}/files/look/{old.pk}/"
    assert alices_browser.post(look, {"do": "write"}).url == f"/clubs/{club.slug}/files/"
    assert club.members.count() == 1
    importing.keep(MEMBERS, club, FILE.encode(), by=alice, now=NOW)
    assert Upload.objects.count() == 1


def test_a_table_of_no_kind_is_not_there(club, alices_browser):
    for url in (f"/clubs/{club.slug}/files/import/nothing/", f"/clubs/{club.slug}/files/export/nothing/"):
        answer = alices_browser.post(url) if "import" in url else alices_browser.get(url)
        assert answer.status_code == 404


def test_a_thousand_members_do_not_ask_the_database_for_each_when_they_are_looked_at(
    club, alice, django_assert_max_num_queries
):
    many = "name\n" + "".join(f"Member {number}\n" for number in range(1000))
    kept = importing.keep(MEMBERS, club, many.encode(), by=alice, now=NOW)
    with django_assert_max_num_queries(8):
        assert importing.plan(MEMBERS, kept, {}).counts["new"] == 1000


# Out


def exported(browser, club):
    response = browser.get(f"/clubs/{club.slug}/files/export/members/")
    assert response.headers["Content-Disposition"] == f'attachment; filename="{club.slug}-members.csv"'
    return response.content


def test_what_is_exported_can_be_taken_in_again_and_changes_nothing(club, alices_browser):
    write(alices_browser, club)
    table = exported(alices_browser, club)
    line = next(row for row in csv.DictReader(io.StringIO(table.decode("utf-8-sig"))) if row["name"] == "Ren")
    assert (line["class"], line["dan"], line["joined"], line["confirmed"]) == ("C", "2", "2024-10-01", "yes")
    before = rows()
    _url, page = write(alices_browser, club, table)
    assert page.status_code == 302, "all of it is there already"
    assert rows()[:3] == before[:3]


def test_a_club_takes_its_members_to_another_one(club, alices_browser, charlie, charlies_browser):
    write(alices_browser, club)
    other = a_club.club_of(charlie)
    write(charlies_browser, other, exported(alices_browser, club))
    assert other.members.filter(player__name__in=("Hana", "Ren", "Sora")).count() == 3
    assert Player.objects.filter(name="Hana").count() == 2, "two clubs' members are two until somebody claims them"


@pytest.mark.parametrize("cell", ["=1+1", "+49", "-1", "@cmd", "\ttab"])
def test_no_cell_is_a_formula(cell):
    assert exporting.safe(cell) == f"'{cell}"
