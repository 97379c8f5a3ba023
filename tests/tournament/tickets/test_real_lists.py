"""Lists as people really make them: each is read right, or what changes who comes, how many come or
where they sit is asked about in one line; a file that is no list is named for what it is.
"""

from pathlib import Path

import pytest

from tests.tournament.evening import new_event
from tests.tournament.tickets.lists import not_coming, seated
from tests.tournament.tickets.test_import import Import
from tournament.tickets.sheets import GuestFileError
from tournament.tickets.spreadsheet import read_guest_file

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "lists"
HELD = "Guest of {}, name to follow"
THREE = [
    ("Ottoline Quillfeather", "Mercers"),
    ("Barnaby Fenwaddle", "Grocers"),
    ("Persephone Underhay", "Drapers"),
]
COUPLES = [
    ("Mr J Quillfeather", "Mercers"),
    ("Mrs J Quillfeather", "Mercers"),
    ("Barnaby Fenwaddle", "Grocers"),
    ("Cressida Fenwaddle", "Grocers"),
    ("Dr Persephone Underhay", "Drapers"),
    (HELD.format("Drapers"), "Drapers"),
    ("Cosmo Tillingham", "Drapers"),
    (HELD.format("Drapers"), "Drapers"),
    ("Hugo Ravensbourne", "Drapers"),
    (HELD.format("Drapers"), "Drapers"),
    ("Sir Ivo Pembarton", "Fishmongers"),
    ("Lady Pembarton", "Fishmongers"),
    ("Olive Marchbank", "Fishmongers"),
    (HELD.format("Fishmongers"), "Fishmongers"),
    *[("Guest of the Clerk, name to follow", "")] * 2,
    *[("Guest, name to follow", "")] * 3,
]
CLUBS = [
    ("Ada Quill", "Red Lion Aces"),
    ("Bruno Fenn", "Red Lion Aces"),
    ("Cosmo Under", "The Anchor"),
    ("Dora Tilling", "The Anchor"),
    ("Edda Raven", "Old Crown Shufflers"),
    ("Finn Pember", "Old Crown Shufflers"),
    ("Greta Marsh", "Queen Street Club"),
    ("Hugo Lark", "Queen Street Club"),
]
CASES: list[tuple[str, str, list[tuple[str, str]], str, list[tuple[str, str]] | None]] = [
    ("n01_numbers_summary.xlsx", "1 sheet that is no list: “Export Summary”", THREE, "", None),
    ("n02_cover_sheet.xlsx", "1 sheet that is no list: “Read me”, 2 rows", THREE, "", None),
    (
        "n04_one_sheet_a_company.xlsx",
        "1 more sheet: “Grocers”, 2 rows",
        THREE[:1],
        "Add these 2",
        THREE,
    ),
    (
        "n05_filtered_row_hidden.xlsx",
        "1 hidden row: “Barnaby Fenwaddle”",
        [THREE[0], THREE[2]],
        "Add this 1",
        THREE,
    ),
    (
        "n07_merged_company.xlsx",
        "2 rows under a merged cell: “Mercers”",
        [*((name, "Mercers") for name, _livery in THREE), ("Cosmo Tillingham", "Drapers")],
        "Only for the first row",
        [THREE[0], *((name, "") for name, _ in THREE[1:]), ("Cosmo Tillingham", "Drapers")],
    ),
    ("n09_strict_ooxml.xlsx", "", THREE, "", None),
    (
        "n10_html_as_xls.xls",
        "",
        THREE[:2],
        "",
        None,
    ),
    (
        "n16_checked_in_only.csv",
        "Column “Check-in status” looks like answers",
        [(name, "") for name, _ in THREE[:2]],
        "The 2 are not coming",
        [],
    ),
    (
        "n22_footer_lines.csv",
        "5 lines below the list: “Guest list for the livery evening”",
        THREE[:2],
        "",
        None,
    ),
    (
        "n25_couples.csv",
        "9 rows name two or more: “Mr and Mrs J Quillfeather”",
        COUPLES,
        "",
        None,
    ),
    (
        "n26_two_in_one_cell.xlsx",
        "1 row names two or more",
        [("Ottoline Quillfeather", "Mercers"), ("Barnaby Fenwaddle", "Mercers")],
        "One place a row",
        [("Ottoline Quillfeather and Barnaby Fenwaddle", "Mercers")],
    ),
    (
        "n28_iso8859_2.csv.raw",
        "Are these names right? “Ondøej Tøebický”",
        [("Ondøej Tøebický", "Grocers"), ("Øehoøka Neèí¹ková", "Drapers")],
        "Central European: Ondřej Třebický",
        [("Ondřej Třebický", "Grocers"), ("Řehořka Nečíšková", "Drapers")],
    ),
    (
        "n30_cp1251.csv.raw",
        "Are these names right? “Óëüÿíà Áåëîæàåâà”",
        [("Óëüÿíà Áåëîæàåâà", "Mercers"), ("Ùåäðèí Þëüåâåö", "Grocers")],
        "Cyrillic: Ульяна Беложаева",
        [("Ульяна Беложаева", "Mercers"), ("Щедрин Юльевец", "Grocers")],
    ),
    (
        "n34_cp1253_greek.csv.raw",
        "Are these names right? “Èåáíþ ÊñõóôáëëïðÝôñá”",
        [("Èåáíþ ÊñõóôáëëïðÝôñá", "Mercers")],
        "Greek: Θεανώ Κρυσταλλοπέτρα",
        [("Θεανώ Κρυσταλλοπέτρα", "Mercers")],
    ),
    (
        "n35_html_entities.csv",
        "1 row names two or more: “Tom & Ann Fenwaddle”",
        [
            ("Siobhan O'Quill", "Mercers"),
            ("Tom Fenwaddle", "Grocers"),
            ("Ann Fenwaddle", "Grocers"),
            ("Jürgen Underhay", "Drapers"),
            ("Pat O’Marchbank", "Drapers"),
        ],
        "One place a row",
        [
            ("Siobhan O'Quill", "Mercers"),
            ("Tom & Ann Fenwaddle", "Grocers"),
            ("Jürgen Underhay", "Drapers"),
            ("Pat O’Marchbank", "Drapers"),
        ],
    ),
    (
        "n37_dummy_surnames.csv",
        "5 surnames are none: “.”, “-”, “Quillon” and 2 more",
        [
            ("Osterlyn", "Mercers"),
            ("Brandwyn", "Grocers"),
            ("Quillon", "Drapers"),
            ("Marwen", "Drapers"),
            ("Pellory", "Drapers"),
        ],
        "",
        None,
    ),
    ("n44_no_headings.csv", "This list has no headings", THREE, "Row 1 is the headings", None),
    ("n53_vcard.vcf", "", [(name, "") for name, _livery in THREE[:2]], "", None),
    (
        "n58_dinner_only.csv",
        "1 guest with “Spectator (dinner only)”: “Barnaby Fenwaddle”",
        THREE,
        "Does not play",
        [THREE[0], THREE[2]],
    ),
    (
        "n65_rtl_names.csv",
        "",
        [
            ("مريم الخطيب", "Mercers"),
            ("דוד בן־אברהם", "Grocers"),
            ("نرگس آریا\u200cنژاد", "Drapers"),
        ],
        "",
        None,
    ),
    (
        "r04_clubs_outside.csv",
        "4 liveries are not on the list: Red Lion Aces, 2",
        [(name, "") for name, _club in CLUBS],
        "Add these 4",
        CLUBS,
    ),
    (
        "r09_pretix_no_attendee_names.csv",
        "1 order names nobody: “Ottoline Quillfeather”",
        [("Ottoline Quillfeather", ""), (HELD.format("Ottoline Quillfeather"), "")],
        "Hold that place too",
        [(HELD.format("Ottoline Quillfeather"), "")] * 2,
    ),
]


def chosen(name: str) -> Import:
    """The page of the import with one of these files."""
    return Import(new_event()).choose((FOLDER / name).read_bytes(), name)


def press(page: Import, button: str) -> Import:
    """Press the first button of the list of what was not read that has these words."""
    part = page.text.split('class="panel not-read"')[1].split("</section>")[0]
    for piece in part.split('name="press" value="')[1:]:
        value, _, rest = piece.partition('">')
        if rest.startswith(button):
            return page.press("press", value)
    raise AssertionError(f"{button} is no button of {part}")


def people(page: Import) -> list[tuple[str, str]]:
    """Name and company of everybody on the list."""
    return [(name, livery) for name, livery, *_rest in seated(page.event)]


@pytest.mark.parametrize(
    ("name", "words", "right", "button", "other"), CASES, ids=[case[0] for case in CASES]
)
def test_a_list_as_people_make_it_is_read_right_or_asked_about(
    name: str,
    words: str,
    right: list[tuple[str, str]],
    button: str,
    other: list[tuple[str, str]] | None,
) -> None:
    page = chosen(name)
    assert words in page.text
    assert ("What was not read" in page.text) == bool(words)
    page.take_in()
    assert people(page) == right
    if other is not None:
        again = press(chosen(name), button).take_in()
        assert people(again) == other


@pytest.mark.parametrize("name", ["n04_one_sheet_a_company.xlsx", "n05_filtered_row_hidden.xlsx"])
def test_what_is_pressed_is_taken_back_by_pressing_again(name: str) -> None:
    page = chosen(name)
    before = page.heading
    button = "Add these 2" if "04" in name else "Add this 1"
    assert press(page, button).heading != before
    assert press(page, "Leave out").heading == before


def test_the_word_of_a_shop_says_who_comes_and_one_that_does_not_say_is_asked_about() -> None:
    page = chosen("n14_luma.csv")
    assert page.heading == "1 row needs fixing"
    assert "“invited” does not say." in page.text
    page.mend("Not coming").take_in()
    assert people(page) == [("Ottoline Quillfeather", "")]
    assert [(name, state) for name, state, _said in not_coming(page.event)] == [
        ("Barnaby Fenwaddle", "away"),
        ("Persephone Underhay", "waiting"),
        ("Cosmo Tillingham", "away"),
    ]


def test_a_plan_of_tables_pins_nobody_unless_somebody_says_so() -> None:
    page = chosen("r01_table_column.csv")
    assert "Column “Table” looks like a dinner plan" in page.text
    page.take_in()
    assert set(page.event.guests.values_list("fixed_table", flat=True)) == {None}
    again = press(chosen("r01_table_column.csv"), "Keep these tables").take_in()
    tables = again.event.guests.order_by("badge").values_list("fixed_table", flat=True)
    assert list(tables) == [*[1] * 5, *[2] * 5, *[3] * 5, *[4] * 5]


def test_a_choice_is_remembered_for_the_next_list_of_that_shape() -> None:
    page = press(chosen("r01_table_column.csv"), "Keep these tables").take_in()
    page.choose((FOLDER / "r01_table_column.csv").read_bytes())
    assert "Leave out" in page.text.split("looks like a dinner plan")[1].split("</li>")[0]
    other = press(chosen("n05_filtered_row_hidden.xlsx"), "Add this 1").take_in()
    other.choose((FOLDER / "n05_filtered_row_hidden.xlsx").read_bytes())
    assert "Read too." in other.text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "n50_usebio.xml",
            "This is results of a bridge club (USEBIO): export its players as CSV.",
        ),
        ("n51_wcif.json", "This is a competition file (WCIF): export its competitors as CSV."),
    ],
)
def test_a_file_of_another_program_is_named_for_what_it_is(name: str, words: str) -> None:
    with pytest.raises(GuestFileError) as refused:
        read_guest_file(name, (FOLDER / name).read_bytes())
    assert str(refused.value) == words


def test_names_of_every_script_come_in_as_they_stand() -> None:
    page = chosen("z_scripts.csv")
    assert page.heading == "19 guests ready"
    lines = (FOLDER / "z_scripts.csv").read_text(encoding="utf-8").splitlines()[1:]
    page.take_in()
    assert [name for name, _livery in people(page)] == [line.split(",")[0] for line in lines]
