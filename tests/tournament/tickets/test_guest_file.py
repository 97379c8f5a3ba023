"""Reading guest lists: names survive, hostile files get a sentence before anything of theirs is
opened.
"""

import tracemalloc
import unicodedata
from collections.abc import Callable

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament import guest_lists as made
from tournament.models.guest import PUNCTUATION, fault_in_name, tidy
from tournament.tickets.layout import MOST_GUESTS
from tournament.tickets.sheets import GuestFileError
from tournament.tickets.spreadsheet import read_guest_file

LETTERS = st.characters(
    categories=("Lu", "Ll", "Lo", "Mn"), include_characters="".join(PUNCTUATION - {"\u00a0"})
)


def misread(name: str) -> bool:
    """Whether it looks like letters of another encoding, as “ZoÃ«”: such a list is refused. Or like
    the title of a group, as “HOST” or “Table” alone over others: such a row is asked about. English
    words come by chance, since what the product's own code spells is drawn more often.
    """
    if (name.isupper() and len(name) > 3) or (name.isascii() and len(name) > 1):
        return True
    try:
        return name.encode("cp1252").decode() != name
    except UnicodeError:
        return False


NAMES = (
    st.text(LETTERS, min_size=1, max_size=40)
    .map(tidy)
    .filter(lambda name: any(map(str.isalpha, name)))
    .filter(lambda name: not fault_in_name(name) and not misread(name))
)
HEADED = [["Name", "Livery"], ["Ann Carver", "Grocers"]]


def names_in(data: bytes, file: str = "guests") -> list[str]:
    """The first column of a file as it is read."""
    return [row.cells[0] for row in read_guest_file(file, data).rows]


def refusal(data: bytes) -> str:
    """The sentence with which a file is refused."""
    with pytest.raises(GuestFileError) as refused:
        read_guest_file("guests", data)
    return str(refused.value)


@given(st.lists(NAMES, min_size=1, max_size=8))
@settings(max_examples=30)
def test_names_come_back_from_a_csv_file_as_they_were(names: list[str]) -> None:
    assert names_in(made.as_csv([["Name"], *([name] for name in names)])) == names


@given(st.lists(NAMES, min_size=1, max_size=8))
@settings(max_examples=15)
def test_names_come_back_from_a_workbook_as_they_were(names: list[str]) -> None:
    assert names_in(made.as_xlsx([["Name"], *([name] for name in names)])) == names


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_each_usual_way_of_writing_csv_is_read(delimiter: str, encoding: str) -> None:
    data = made.as_csv(
        [["Name", "Livery"], ["Zoë O’Wherry-Núñez", "Grocers"]],
        delimiter=delimiter,
        encoding=encoding,
    )
    read = read_guest_file("guests.csv", data)
    assert read.headings == ("Name", "Livery")
    assert [row.cells for row in read.rows] == [("Zoë O’Wherry-Núñez", "Grocers")]


def test_a_comma_within_quotation_marks_parts_nothing() -> None:
    data = b'"Name; printed";"Livery"\r\n"Carver, Ann";Grocers\r\n'
    assert [row.cells for row in read_guest_file("g.csv", data).rows] == [
        ("Carver, Ann", "Grocers")
    ]


def test_rows_keep_the_numbers_they_have_in_the_file() -> None:
    data = made.as_csv(
        [["Guest list of 2027"], [], ["Name", "Livery"], [], ["Ann", ""], ["Bea", ""]]
    )
    read = read_guest_file("g.csv", data)
    assert read.headings == ("Name", "Livery")
    assert [row.number for row in read.rows] == [5, 6]


def test_numbers_dates_and_truth_are_read_as_one_would_write_them() -> None:
    data = made.as_xlsx([["Badge", "Name", "Host side"], [28.0, "Ann", True], [29, "Bea", False]])
    assert [row.cells for row in read_guest_file("g.xlsx", data).rows] == [
        ("28", "Ann", "yes"),
        ("29", "Bea", "no"),
    ]


def test_an_export_guarded_against_formulas_is_read_without_its_apostrophe() -> None:
    assert names_in(b"Name\n'-Ann\n'=1+1\n'ap Rhys\n") == ["-Ann", "=1+1", "'ap Rhys"]


def test_a_text_that_looks_like_a_formula_is_text() -> None:
    assert names_in(made.as_xlsx([["Name"], ['=HYPERLINK("http://x","y")']])) == [
        '=HYPERLINK("http://x","y")'
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty: choose the one with the guests in it."),
        (b" \r\n ", "The file is empty: choose the one with the guests in it."),
        (
            b",,,\n,,\n",
            "The file is empty: put the guests on the first sheet, with headings in its first row.",
        ),
        (b"Name,Livery\n", "There are headings and no guests under them."),
        (b"%PDF-1.7 x", "This is a PDF: save the list as .xlsx or CSV."),
        (b"\x89PNG\r\n\x1a\n", "This is a picture: save the list as .xlsx or CSV."),
        (
            b"\xd0\xcf\x11\xe0 old",
            "This is an old or protected workbook: save it as .xlsx without a password, or as CSV.",
        ),
        (
            b"Name\n\0\1\2",
            "This is neither a spreadsheet (.xlsx) nor a CSV file: save the list as one of these.",
        ),
        (
            b"\x81\x8d\xff",
            "This is neither a spreadsheet (.xlsx) nor a CSV file: save the list as one of these.",
        ),
        (
            b"x" * (2 * 1024 * 1024 + 1),
            "The file is larger than 2 MB, far more than a guest list: save the list alone.",
        ),
        (
            b"PK\x03\x04 broken",
            "The workbook is damaged: open it in the spreadsheet program and save it again.",
        ),
    ],
)
def test_what_is_no_guest_list_gets_a_sentence(data: bytes, words: str) -> None:
    assert refusal(data) == words


HOSTILE: list[tuple[Callable[[], bytes], str]] = [
    (
        lambda: made.as_xlsx([]),
        "The sheet “Seating” is empty: put the guests on the first sheet, with headings in its",
    ),
    (
        lambda: made.zipped("letter.txt", b"hello"),
        "This is a zip file, not an .xlsx workbook: save the list as .xlsx",
    ),
    (
        lambda: made.zipped("xl/workbook.xml", b"<oops"),
        "The workbook is damaged: open it in the spreadsheet program",
    ),
    (
        lambda: made.with_bomb(30),
        "The workbook unpacks into far more than a guest list: save the list alone.",
    ),
    (
        lambda: made.with_parts(300),
        "The workbook unpacks into far more than a guest list: save the list alone.",
    ),
    (
        made.with_entities,
        "The workbook holds things that no spreadsheet program writes, so it is not opened.",
    ),
    (
        lambda: made.with_far_cell("A1048576"),
        "There is something in row 1,048,576; a guest list has at most 1,000 rows.",
    ),
    (
        lambda: made.with_formula("=1+1"),
        "Row 2, column 1 is a formula that was never worked out: open the workbook in",
    ),
    (
        lambda: made.as_xlsx([[f"Column {n}" for n in range(300)], ["x"] * 300]),
        "Row 1 reaches to column 300; a guest list has at most 120.",
    ),
    (
        lambda: made.as_csv([["Name"] * 300, ["x"] * 300]),
        "Row 1 reaches to column 300; a guest list has at most 120.",
    ),
    (
        lambda: made.as_csv([["Name"], *([f"Guest {n}"] for n in range(MOST_GUESTS + 1))]),
        "There are more than 1,000 guests: an evening holds 1,000.",
    ),
    (
        lambda: b'Name\n"' + b"a," * 100_000,
        "The CSV file cannot be read: perhaps a quotation mark is never closed.",
    ),
    (
        lambda: made.as_csv([["Name"] * 40, *(["x" * 250] * 40 for _ in range(200))]),
        "There is far more text than in a guest list: delete the columns that are not needed.",
    ),
]


@pytest.mark.parametrize(("make", "words"), HOSTILE)
def test_a_hostile_file_gets_a_sentence_and_little_memory(
    make: Callable[[], bytes], words: str
) -> None:
    data = make()
    read_guest_file("warm", made.as_xlsx(HEADED))
    tracemalloc.start()
    try:
        assert refusal(data).startswith(words)
        assert tracemalloc.get_traced_memory()[1] < 24 * 1024 * 1024
    finally:
        tracemalloc.stop()


def test_the_largest_guest_list_is_read() -> None:
    rows = [["Name"], *([f"Guest {n}"] for n in range(MOST_GUESTS))]
    assert len(names_in(made.as_csv(rows))) == len(names_in(made.as_xlsx(rows))) == MOST_GUESTS


def test_merged_cells_over_the_whole_sheet_harm_nothing() -> None:
    assert names_in(made.with_merge("A1:XFD1048576")) == ["Ann Carver"]


def test_a_bomb_is_refused_before_openpyxl_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    load = openpyxl.load_workbook

    def watched(*args: object, **kwargs: object) -> object:
        opened.append(args)
        return load(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(openpyxl, "load_workbook", watched)
    for data in (made.with_bomb(30), made.with_parts(300), made.with_entities()):
        refusal(data)
    assert opened == []
    assert names_in(made.as_xlsx(HEADED)) == ["Ann Carver"]
    assert len(opened) > 0


def outcome(data: bytes) -> str:
    """What becomes of a file: so many rows, or the sentence of its refusal; any other error fails
    the test.
    """
    try:
        return f"{len(read_guest_file('g', data).rows)} rows"
    except GuestFileError as refused:
        return str(refused)


@given(st.binary(max_size=400))
@settings(max_examples=60)
def test_any_bytes_are_read_or_refused_with_a_sentence(data: bytes) -> None:
    for file in (data, b"PK\x03\x04" + data, b"Name\n" + data):
        assert outcome(file).endswith((".", "rows"))


def test_names_are_composed_when_they_are_tidied() -> None:
    assert tidy(unicodedata.normalize("NFD", "Zoë  Núñez ")) == "Zoë Núñez"


@pytest.mark.parametrize("name", ["Zoë", "Siân Ó Briain", "O’Hara", "Søren"])
def test_a_list_saved_with_the_wrong_letters_is_refused_with_the_name_that_is_meant(
    name: str,
) -> None:
    wrong = name.encode().decode("cp1252")
    with pytest.raises(
        GuestFileError, match=r"^Row 2 says .* saved with the wrong letters"
    ) as told:
        read_guest_file("list.csv", f"Name\n{wrong}\n".encode())
    assert f"“{name}” is meant" in str(told.value)
    assert read_guest_file("list.csv", f"Name\n{name}\n".encode()).rows[0].cells == (name,)
