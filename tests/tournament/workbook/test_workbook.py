"""The workbook, reopened: its formulas recompute to the stored numbers, and no
name is one of them.
"""

import io
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from tests.tournament.evening import save, seated_event, sign
from tests.tournament.formats import race_read_out
from tests.tournament.rulings.rulings import QUEEN
from tournament.counting.board import compute
from tournament.counting.consequences import Change
from tournament.counting.rulings import Where
from tournament.counting.submission import Place
from tournament.models import AdjustmentKind, Event, Guest
from tournament.rulings.acts import make_ruling
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment
from tournament.seating.acts_places import withdraw
from tournament.site.spreadsheet import Formula, Page, file_of
from tournament.workbook import workbook

SHEETS = [
    "Standings",
    "Entries",
    "Cut",
    "Chances",
    "Play-off",
    "Liveries",
    "Hands",
    "Rulings",
    "Adjustments",
    "Log",
    "Mail merge",
]
FORMULA_COLUMNS = {
    "Standings": {"Round 1", "Round 2", "Total"},
    "Cut": {"Total"},
    "Play-off": {"Total"},
    "Liveries": {"Sum"},
}
HOSTILE = (
    "=1+1",
    '=HYPERLINK("http://x")',
    "+1",
    "-1",
    "@SUM(A1)",
    "#N/A",
    "#REF!",
    "=cmd|'/c calc'!A0",
    "\x07bell",
    "a\u202eb",
)


@pytest.fixture
def event(db: None) -> Event:
    """Ten guests at two tables, four games of which one was played without a guest."""
    made = seated_event(10, cut_size=3, games_per_round=2)
    for number in (1, 2):
        for table in (1, 2):
            save(made, ("out", "8H KD", "A", f"={20 + table}", "2 3 4"), (number, table, 1))
            save(made, ("9 9", "out", "absent", "5H", "K"), (number, table, 2))
    return made


def opened(content: bytes, **more: Any) -> Any:
    return load_workbook(io.BytesIO(content), **more)


def rows(book: Any, title: str) -> list[dict[str, Any]]:
    head, *body = book[title].iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in body]


@pytest.fixture
def recalculated(event: Event, tmp_path: Path) -> Any:
    """The workbook as a spreadsheet program computes it."""
    (tmp_path / "in").mkdir()
    source = tmp_path / "in" / "evening.xlsx"
    source.write_bytes(workbook(event, compute(event)))
    command = [
        "soffice",
        f"-env:UserInstallation=file://{tmp_path}/profile",
        "--headless",
        "--convert-to",
        "xlsx",
    ]
    subprocess.run(
        [*command, "--outdir", str(tmp_path), str(source)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return opened((tmp_path / "evening.xlsx").read_bytes(), data_only=True)


def test_the_workbook_has_every_page(event: Event) -> None:
    assert opened(workbook(event, compute(event))).sheetnames == SHEETS


@pytest.mark.django_db
def test_no_page_names_a_line_of_the_cut_before_the_last_sheet_is_in() -> None:
    event = seated_event(10, cut_size=3, games_per_round=1)
    for number, table in ((1, 1), (1, 2), (2, 1)):
        save(event, ("out", "8", "A", "K", "2"), (number, table, 1))
    for whole in (False, True):
        book = opened(workbook(event, compute(event)))
        through = [row["Through"] for row in rows(book, "Standings")]
        assert (any(through), any(row["Total"] for row in rows(book, "Cut"))) == (whole, whole)
        assert any(row["Through"] for row in rows(book, "Mail merge")) == whole
        save(event, ("out", "8", "A", "K", "2"), (2, 2, 1))


@pytest.mark.needs("soffice")
def test_totals_places_and_cut_recomputed_by_a_spreadsheet_equal_the_standings(
    event: Event, recalculated: Any
) -> None:
    board = compute(event)
    wanted = [
        (standing.name, standing.rounds[1], standing.rounds[2], standing.total)
        for standing in board.standings
    ]
    got = [
        (row["Name"], row["Round 1"], row["Round 2"], row["Total"])
        for row in rows(recalculated, "Standings")
    ]
    assert got == wanted
    assert kept_values(recalculated) == kept_values(opened(workbook(event, board), data_only=True))
    totals = {standing.player: standing.total for standing in board.standings}
    assert board.cut is not None
    qualifiers = [totals[player] for player in getattr(board.cut, "qualifiers", ())]
    assert [row["Total"] for row in rows(recalculated, "Cut")][: len(qualifiers)] == qualifiers


def kept_values(book: Any) -> dict[tuple[str, str], Any]:
    """What every cell of the pages with formulas shows where nothing is worked out."""
    return {
        (title, cell.coordinate): cell.value
        for title in FORMULA_COLUMNS
        for row in book[title].iter_rows(min_row=2)
        for cell in row
        if cell.value is not None
    }


@pytest.mark.promise("A preview that works nothing out shows every total of the workbook")
def test_every_formula_keeps_what_it_comes_to(event: Event) -> None:
    content = workbook(event, board := compute(event))
    texts, kept = opened(content), opened(content, data_only=True)
    empty = [
        f"{title} {cell.coordinate}"
        for title in texts.sheetnames
        for row in texts[title].iter_rows(min_row=2)
        for cell in row
        if cell.data_type == "f" and kept[title][cell.coordinate].value is None
    ]
    assert empty == []
    totals = [row["Total"] for row in rows(kept, "Standings")]
    assert totals == [standing.total for standing in board.standings]


@pytest.mark.control("test_every_formula_keeps_what_it_comes_to")
def test_a_formula_without_its_value_shows_nothing_in_a_preview() -> None:
    page = Page("x", [("sum", 10)], [[Formula("=1+2", None)]])
    assert opened(file_of([page]), data_only=True)["x"]["A2"].value is None


@pytest.mark.django_db
def test_a_race_has_its_laps_and_places_and_no_page_of_chances_or_of_a_play_off() -> None:
    race = race_read_out()
    book = opened(workbook(race, compute(race)))
    assert [title for title in SHEETS if title not in book] == ["Chances", "Play-off"]
    told = [(row["Laps"], row["Place"], row["Points"]) for row in rows(book, "Hands")]
    assert told == [(4, 2, 2), (5, 1, 1), (3, 3, 3), (2, 4, 4), (1, 5, 5)]


def test_every_page_has_a_filter_and_its_head_stays(event: Event) -> None:
    book = opened(workbook(event, compute(event)))
    for sheet in book:
        assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", sheet.dimensions)
    chances = book["Chances"]
    column = [cell.value for cell in chances[1]].index("Chance") + 1
    assert chances.cell(row=2, column=column).number_format == "0.0%"


def test_chances_have_a_page_and_where_there_are_none_a_sentence(event: Event) -> None:
    told = rows(opened(workbook(event, compute(event))), "Chances")
    ranked = [standing for standing in compute(event).standings if standing.ranked]
    assert [(row["Name"], row["Total"]) for row in told] == [
        (one.name, one.total) for one in ranked
    ]
    said = {"through", "out", "as good as through", "as good as out", None}
    assert {row["Proved, or as good as"] for row in told} <= said
    before = seated_event(5, slug="before")
    book = opened(workbook(before, compute(before)))
    assert [row["Name"] for row in rows(book, "Chances")] == [
        "No sheet is in yet: nobody is ahead of anybody."
    ]


def test_only_totals_and_the_chosen_line_are_formulas(event: Event) -> None:
    book = opened(workbook(event, compute(event)))
    found: dict[str, set[str]] = {}
    for title in SHEETS:
        head = [cell.value for cell in book[title][1]]
        for row in book[title].iter_rows(min_row=2):
            for name, cell in zip(head, row, strict=True):
                if cell.data_type in "fe":
                    found.setdefault(title, set()).add(name)
    assert found == {
        title: columns
        for title, columns in FORMULA_COLUMNS.items()
        if title not in ("Play-off", "Liveries")
    }


@pytest.mark.django_db
def test_a_hostile_name_is_text_on_every_page() -> None:
    event = seated_event(10)
    for guest, name in zip(Guest.objects.filter(event=event), HOSTILE, strict=True):
        Guest.objects.filter(pk=guest.pk).update(
            name=name, first_name=name, office=name, email=name
        )
    save(event, ("out", "8H KD", "A", "=23", "2 3 4"))
    book = opened(workbook(event, compute(event)))
    kinds = {
        cell.data_type
        for title in SHEETS
        for row in book[title].iter_rows(min_row=2)
        for cell in row
        if isinstance(cell.value, str)
        and not cell.value.startswith("=SUM(Entries")
        and not cell.value.startswith("=SUM(F")
    }
    assert kinds - {"f"} == {"s"}
    names = {row["Name as printed"] for row in rows(book, "Mail merge")}
    assert {"=1+1", "#N/A", "=cmd|'/c calc'!A0", " bell", "a b"} <= names


def test_without_our_care_the_library_makes_a_formula_of_a_name() -> None:
    book = Workbook(write_only=True)
    book.create_sheet("x").append(["=1+1"])
    out = io.BytesIO()
    book.save(out)
    assert opened(out.getvalue())["x"]["A1"].data_type == "f"


@given(st.lists(st.text(max_size=40), min_size=1, max_size=8))
def test_any_text_is_kept_as_text(texts: list[str]) -> None:
    book = opened(file_of([Page("x", [("text", 10)], [[text] for text in texts])]))
    cells = [row[0] for row in book["x"].iter_rows(min_row=2)]
    assert {cell.data_type for cell in cells} <= {"s", "n", "inlineStr"}
    assert all(cell.value is None for cell in cells if cell.data_type == "n")


def test_a_formula_of_ours_stays_one() -> None:
    book = opened(file_of([Page("x", [("sum", 10)], [[Formula("=1+2", 3)]])]))
    assert book["x"]["A2"].data_type == "f"


def test_who_went_home_is_listed_without_a_place(event: Event) -> None:
    withdraw(event, "P001", sign(), reason="last train")
    last = rows(opened(workbook(event, compute(event))), "Standings")[-1]
    assert (last["Name"], last["Place"], last["Order"]) == ("Guest 1", None, None)


def test_rulings_and_adjustments_have_pages_of_their_own_and_count_in_the_total(
    event: Event,
) -> None:
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    adjust(event, Change(AdjustmentKind.POINTS, "=1+1", 1, "P003", 7, 1), sign())
    adjust(event, Change(AdjustmentKind.VOID, "Two packs mixed", 1, place=Place(2, 2, 1)), sign())
    cancel_adjustment(event, 2, sign(), reason="One pack")
    board = compute(event)
    book = opened(workbook(event, board))
    ruled, made = rows(book, "Rulings"), rows(book, "Adjustments")
    assert [(row["Ruling"], row["Seat"], row["Name"], row["Effects"]) for row in ruled] == [
        (1, "C", "Guest 3", 1)
    ]
    assert [
        (row["Kind"], row["Points"], row["In force"], row["Why cancelled"]) for row in made
    ] == [
        ("Points on a player", 7, 1, None),
        ("Game void", None, 0, "One pack"),
    ]
    adjusted = {row["Name"]: row["Adjusted"] for row in rows(book, "Standings")}
    assert {name: points for name, points in adjusted.items() if points} == {"Guest 3": 7}
