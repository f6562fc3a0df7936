"""CSV files as people have them: encodings, semicolons, dates, full-width digits, three languages of headers."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.csv_rows import MemberRow, Outcome, ResultRow, read_members, read_results
from clubs.csv_table import Error, Fault, folded
from clubs.grades import Grade

JAPANESE = (
    "氏名,ふりがな,級,段位,メール,入会日,備考\n綾瀬千早,あやせちはや,A級,四段,chihaya@example.org,2026年4月1日,部長\n"
)
CHIHAYA = MemberRow(2, "綾瀬千早", "あやせちはや", Grade.A, 4, "chihaya@example.org", date(2026, 4, 1), None, "部長")


def members(text):
    return read_members(text.encode())


def faults(told):
    return [(error.line, error.fault, error.column) for error in told.errors]


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (JAPANESE.encode(), "utf-8-sig"),
        (b"\xef\xbb\xbf" + JAPANESE.encode(), "utf-8-sig"),
        (JAPANESE.encode("shift_jis"), "cp932"),
        (JAPANESE.encode("utf-16"), "utf-16"),
        (JAPANESE.replace("\n", "\r\n").encode("cp932"), "cp932"),
        (JAPANESE.replace("\n", "\r").encode(), "utf-8-sig"),
    ],
)
def test_encodings_and_line_ends(content, encoding):
    told = read_members(content)
    assert told.errors == ()
    assert told.rows == (CHIHAYA,)
    assert told.encoding == encoding


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters(delimiter):
    told = members(f'name{delimiter}note\nBob{delimiter}"one{delimiter} two"\n')
    assert told.delimiter == delimiter
    assert told.rows == (MemberRow(2, "Bob", note=f"one{delimiter} two"),)


def test_excels_own_first_line():
    told = members("sep=;\nname;class\nBob;b\n")
    assert told.rows == (MemberRow(3, "Bob", grade=Grade.B),)


@pytest.mark.parametrize(
    "header",
    [
        "Name,Class,Dan,E-Mail,Joined",
        " name , GRADE ,dan,Mail,member since",
        "Ｎａｍｅ,Ｃｌａｓｓ,ｄａｎ,ｅｍａｉｌ,joined_on",
        "氏名,級,段,メールアドレス,入会日",
        "選手名,出場級,段位,メール,入会",
        "Họ tên,Hạng,Đẳng,Email,Ngày vào",
        "ho va ten,hang,dang,email,ngay gia nhap",
    ],
)
def test_headers_in_three_languages(header):
    told = members(f"{header}\nBob,Ｃ,２段,bob@example.org,30/11/2025\n")
    assert told.rows == (MemberRow(2, "Bob", "", Grade.C, 2, "bob@example.org", date(2025, 11, 30)),)


def test_columns_that_nobody_knows_are_passed_over():
    assert members("shoe size,name\n42,Bob\n").rows == (MemberRow(2, "Bob"),)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-30",
        "2026/11/30",
        "2026.11.30",
        "20261130",
        "2026年11月30日",
        "２０２６／１１／３０",
        "令和8年11月30日",
        "R8.11.30",
        "r8/11/30",
        "30/11/2026",
        "30.11.2026",
        "30-11-2026",
    ],
)
def test_dates(text):
    told = members(f"name,joined\nBob,{text}\n")
    assert told.rows[0].joined == date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("令和元年5月1日", date(2019, 5, 1)),
        ("平成31年4月30日", date(2019, 4, 30)),
        ("昭和63年2月3日", date(1988, 2, 3)),
        ("3/4/2026", date(2026, 4, 3)),
    ],
)
def test_eras_and_day_first(text, expected):
    assert members(f"name,born\nBob,{text}\n").rows[0].born == expected


@pytest.mark.parametrize("text", ["2026-02-30", "11/30/2026", "yesterday", "2026", "令和8年", "46356", "0000-00-00"])
def test_what_is_no_date(text):
    assert faults(members(f"name,joined\nBob,{text}\n")) == [(2, Fault.NOT_A_DATE, "joined")]


@pytest.mark.parametrize(
    ("text", "dan"),
    [
        ("", None),
        ("0", 0),
        ("無段", 0),
        ("初段", 1),
        ("弐段", 2),
        ("二段", 2),
        ("参段", 3),
        ("４段", 4),
        ("5-dan", 5),
        ("六", 6),
        ("10", 10),
    ],
)
def test_dan(text, dan):
    assert members(f"name,dan\nBob,{text}\n").rows[0].dan == dan


@pytest.mark.parametrize(
    ("column", "text", "fault"),
    [
        ("dan", "11", Fault.NOT_A_DAN),
        ("dan", "many", Fault.NOT_A_DAN),
        ("dan", "9" * 500, Fault.NOT_A_DAN),
        ("class", "F", Fault.NOT_A_GRADE),
        ("class", "A/B", Fault.NOT_A_GRADE),
        ("email", "bob at home", Fault.NOT_AN_ADDRESS),
        ("email", "a@b@c.org", Fault.NOT_AN_ADDRESS),
        ("note", "x" * 2001, Fault.TOO_LONG),
    ],
)
def test_cells_that_cannot_be(column, text, fault):
    assert [error.fault for error in members(f"name,{column}\nBob,{text}\n").errors] == [fault]


def test_errors_have_the_number_of_their_line():
    told = members('name,class,note\nAlice,A,"two\nlines"\n\nBob,Z,\n,B,\nCarol,E,,surplus\nDave,D\n')
    assert faults(told) == [(5, Fault.NOT_A_GRADE, "grade"), (6, Fault.MISSING, "name"), (7, Fault.TOO_MANY_CELLS, "")]
    assert [(row.line, row.name) for row in told.rows] == [(2, "Alice"), (8, "Dave")]
    assert told.errors[0] == Error(5, Fault.NOT_A_GRADE, "grade", "Z")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", [(1, Fault.EMPTY, "")]),
        (b"\n \n", [(1, Fault.EMPTY, "")]),
        (b"class\nA\n", [(1, Fault.NO_COLUMN, "name")]),
        (b"name,player\nBob,Bob\n", [(1, Fault.COLUMN_TWICE, "name")]),
        (b'name\n"never closed\n', [(2, Fault.UNREADABLE, "")]),
        (b"\x81\xff\x00", [(1, Fault.UNREADABLE, "")]),
        (b"name\x00\n", [(1, Fault.UNREADABLE, "")]),
        (b"\xff\xfe\x00", [(1, Fault.UNREADABLE, "")]),
        (b"name\n" + b"B" * 5_000_001, [(1, Fault.TOO_LARGE, "")]),
        (b"name\n" + b"B\n" * 60_001, [(60_003, Fault.TOO_LARGE, "")]),
    ],
)
def test_files_that_cannot_be_read(content, expected):
    told = read_members(content)
    assert faults(told) == expected
    assert told.rows == ()


def test_a_header_alone_is_no_error():
    assert members("name\n") == read_members(b"name\r\n")
    assert members("name\n").rows == members("name\n").errors == ()


RESULTS = "date,player,opponent,result,margin,round,event\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "2026-11-01,Alice,Bob,won,7,2,Ōtsu",
            ResultRow(2, date(2026, 11, 1), "Alice", "Bob", Outcome.WON, 7, 2, "Ōtsu"),
        ),
        ("2026-11-01,Alice,Bob,×,１２枚,3回戦,", ResultRow(2, date(2026, 11, 1), "Alice", "Bob", Outcome.LOST, 12, 3)),
        ("2026-11-01,Alice,Bob,○,,,", ResultRow(2, date(2026, 11, 1), "Alice", "Bob", Outcome.WON)),
        ("2026-11-01,Alice,Bob,不戦勝,,,", ResultRow(2, date(2026, 11, 1), "Alice", "Bob", Outcome.WALKOVER)),
        ("2026-11-01,Alice,Bob,Thua,5 lá,,", ResultRow(2, date(2026, 11, 1), "Alice", "Bob", Outcome.LOST, 5)),
        ("1/11/2026,Alice,Bob,棄権,,,", ResultRow(2, date(2026, 11, 1), "Alice", "Bob", Outcome.ABSENT)),
    ],
)
def test_results(line, expected):
    told = read_results((RESULTS + line + "\n").encode())
    assert told.errors == ()
    assert told.rows == (expected,)


@pytest.mark.parametrize(
    ("line", "fault", "column"),
    [
        (",Alice,Bob,won,7", Fault.MISSING, "on"),
        ("2026-11-01,Alice,,won,7", Fault.MISSING, "opponent"),
        ("2026-11-01,Alice,Alice,won,7", Fault.SAME_PLAYER, "opponent"),
        ("2026-11-01,Alice,Bob,maybe,7", Fault.NOT_AN_OUTCOME, "outcome"),
        ("2026-11-01,Alice,Bob,won,0", Fault.NOT_A_NUMBER, "margin"),
        ("2026-11-01,Alice,Bob,won,51", Fault.NOT_A_NUMBER, "margin"),
        ("2026-11-01,Alice,Bob,won,-3", Fault.NOT_A_NUMBER, "margin"),
        ("2026-11-01,Alice,Bob,won,3.5", Fault.NOT_A_NUMBER, "margin"),
        ("2026-11-01,Alice,Bob,walkover,7", Fault.MARGIN_OF_A_WALKOVER, "margin"),
    ],
)
def test_results_that_cannot_be(line, fault, column):
    assert faults(read_results((RESULTS + line + "\n").encode())) == [(2, fault, column)]


def test_results_need_four_columns():
    assert faults(read_results("選手,相手\n".encode())) == [(1, Fault.NO_COLUMN, "on"), (1, Fault.NO_COLUMN, "outcome")]


def test_kana_keep_their_voicing():
    assert folded("が") != folded("か")
    assert folded("ガ") == "ガ"


@given(st.binary(max_size=300))
def test_no_bytes_upset_it(content):
    for read in (read_members, read_results):
        told = read(content)
        assert told.rows or told.errors or content.strip()


@given(st.text(max_size=200))
def test_no_text_upsets_it(text):
    for header in ("name,joined,dan,class,email\n", RESULTS):
        read_members((header + text).encode("utf-8", "ignore"))
        read_results((header + text).encode("utf-8", "ignore"))
