"""`manage.py import_guests`: what it prints, and that it takes all or nothing."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.evening import new_event
from tests.tournament.guest_lists import Rows, as_csv, as_xlsx
from tournament.models import Event

pytestmark = pytest.mark.django_db

LIST: list[list[object]] = [
    ["No.", "Guest", "Company", "Dignity", "Host side", "Shoe size"],
    [1, "The Revd Wilfred Bramblehurst", "WC of Grocers", "Junior Warden", "no", ""],
    ["", "Zoë O’Wherry-Núñez", "Worshipful Company of Makers of Playing Cards", "", "yes", "nuts"],
    [7, "Łukasz Ćwikła", "", "", "", ""],
]
LEFT_OUT = (
    "columns left out: Shoe size\n"
    "1 guest without a livery, below one that has it. Empty cells below"
    " “Worshipful Company of Makers of P…”. (--also “down”: The same as above)\n"
)


def run(event: Event, path: Path, **options: bool) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("import_guests", event.slug, str(path), stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def written(folder: Path, rows: Rows, name: str = "guests.csv") -> Path:
    """The rows as a file of the kind its name says."""
    path = folder / name
    path.write_bytes(as_xlsx(rows) if name.endswith("xlsx") else as_csv(rows))
    return path


@pytest.mark.parametrize("name", ["guests.csv", "guests.xlsx"])
def test_a_list_is_taken_in_and_then_matched(tmp_path: Path, name: str) -> None:
    event = new_event()
    path = written(tmp_path, LIST, name)
    assert run(event, path) == LEFT_OUT + "3 added, 0 matched, 0 changed, 0 refused\n"
    assert list(
        event.guests.values_list("badge", "name", "livery__name", "host_connected", "sort_name")
    ) == [
        (1, "The Revd Wilfred Bramblehurst", "Grocers", False, "Bramblehurst, Wilfred"),
        (7, "Łukasz Ćwikła", None, False, "Ćwikła, Łukasz"),
        (8, "Zoë O’Wherry-Núñez", "Makers of Playing Cards", True, "O’Wherry-Núñez, Zoë"),
    ]
    assert run(event, path) == LEFT_OUT + "0 added, 3 matched, 0 changed, 0 refused\n"
    assert event.guests.count() == 3


def test_a_second_list_says_what_it_changes(tmp_path: Path) -> None:
    event = new_event()
    run(event, written(tmp_path, LIST))
    again: Rows = [["Badge", "Name", "Office"], [1, "The Revd Wilfred Bramblehurst", "Master"]]
    assert (
        run(event, written(tmp_path, again))
        == "2 guests are not in this list: “Zoë O’Wherry-Núñez” and “Łukasz Ćwikła”."
        " On the list of the last file; they stay unless you tick them.\n"
        "row 2, The Revd Wilfred Bramblehurst: Office Junior Warden becomes Master\n"
        "0 added, 0 matched, 1 changed, 0 refused\n"
    )
    assert event.guests.get(badge=1).office == "Master"


def test_a_dry_run_saves_nothing(tmp_path: Path) -> None:
    event = new_event()
    assert (
        run(event, written(tmp_path, LIST), dry_run=True)
        == LEFT_OUT + "3 added, 0 matched, 0 changed, 0 refused\n"
    )
    assert event.guests.count() == 0


def test_one_faulty_row_keeps_all_out_and_is_named_with_its_column(tmp_path: Path) -> None:
    event = new_event()
    rows = [*LIST, [1, "Ann \u202eCarver", "Enviromental Cleaners", "", "perhaps", ""]]
    out = StringIO()
    with pytest.raises(CommandError, match=r"^Nothing was taken in: 1 of 4 rows need fixing\.$"):
        call_command("import_guests", event.slug, str(written(tmp_path, rows)), stdout=out)
    assert (
        out.getvalue()
        == f"{LEFT_OUT}row 5, column Name as printed: A hidden mark in the name would turn the text"
        " round.\nrow 5, column Livery: No such livery. Environmental Cleaners?\nrow 5, column"
        " Host-connected: Yes or no? Host-connected is one of these.\nrow 5, column"
        " Badge: Badge 1 twice. Row 2 has it: The Revd Wilfred Bramblehurst.\n3 added, 0"
        " matched, 0 changed, 1 refused\n"
    )
    assert event.guests.count() == 0


@pytest.mark.parametrize(
    ("slug", "rows", "words"),
    [
        ("nowhere", LIST, "There is no event “nowhere”."),
        (
            "",
            [["Livery", "Shoe size"], ["Grocers", "nuts"]],
            "The headings are: Livery, Shoe size.",
        ),
        ("", [["Name"]], "There are headings and no guests under them."),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, slug: str, rows: Rows, words: str) -> None:
    event = new_event()
    path = written(tmp_path, rows)
    with pytest.raises(CommandError) as refused:
        call_command("import_guests", slug or event.slug, str(path))
    assert str(refused.value).endswith(words)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file or directory"):
        run(new_event(), tmp_path / "none.csv")
