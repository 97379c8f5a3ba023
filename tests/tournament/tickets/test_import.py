"""Importing guests in the browser: columns, mends, all or nothing; the file is chosen once."""

import re
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import new_event, official, seated_event, sign
from tests.tournament.guest_lists import Rows, as_csv, as_xlsx
from tournament.guests.acts import add_guest
from tournament.models import Event, Role, in_list_order
from tournament.tickets import matching

pytestmark = pytest.mark.django_db

HEADINGS = ["No.", "Guest", "Company", "Dignity"]
FAULTY: Rows = [
    HEADINGS,
    [2, "Sir Rosalind Quarrelstone", "Coopers", "Junior Warden"],
    [2, "Dr Ulysses \u202eO’Wherry", "Makers of Playing Cards", ""],
    ["", "Beatrix Tindershaw", "Enviromental Cleaners", ""],
]


class Import:
    """The import page of an event as its organiser sees it, with what the last page would send
    back.
    """

    def __init__(self, event: Event, who: User | None = None) -> None:
        self.event = event
        self.client = Client()
        self.client.force_login(who or official(event))
        self.sent: dict[str, str] = {}
        self.text = ""

    def choose(self, data: bytes, name: str = "guests.csv") -> "Import":
        """Choose a file."""
        return self._post({"file": SimpleUploadedFile(name, data)})

    def press(self, name: str = "", value: str = "1", **typed: str) -> "Import":
        """Press a button of the page, with boxes written over."""
        return self._post(self.sent | typed | ({name: value} if name else {}))

    def mend(self, words: str) -> "Import":
        """Press the mend with these words."""
        found = re.search(r'name="(mend|twin)" value="([^"]*)"[^>]*>' + re.escape(words), self.text)
        assert found, self.text
        return self.press(found[1], found[2])

    def take_in(self) -> "Import":
        """Press the button that takes the list in."""
        return self._post(self.sent, "take-in/")

    def _post(self, data: dict[str, Any], to: str = "") -> "Import":
        answer = self.client.post(f"/e/{self.event.slug}/guests/import/{to}", data, follow=True)
        assert answer.status_code == 200
        self.text = unescape(answer.content.decode())
        boxes = dict(
            re.findall(r'<input[^>]* name="((?:held|cell:)[^"]*)" value="([^"]*)"', self.text)
        )
        chosen = re.findall(
            r'<select name="(column:\d+)"[^>]*>(.*?)</select>', self.text, re.DOTALL
        )
        picked = {name: re.search(r'value="([^"]*)" selected', options) for name, options in chosen}
        self.sent = boxes | {name: found[1] if found else "" for name, found in picked.items()}
        return self

    @property
    def heading(self) -> str:
        """What the page says of the list, else its heading."""
        found = re.search(r'<h2 id="ready".*?>(.*?)</h2>', self.text)
        title = re.search(r"<h1>(.*?)</h1>", self.text)
        if title and (not found or title[1].endswith("?")):
            return title[1]
        return re.sub("<.*?>", "", found[1]) if found else ""


def test_every_faulty_row_is_mended_by_a_button_and_then_all_are_taken_in() -> None:
    page = Import(new_event()).choose(as_xlsx(FAULTY), "guests.xlsx")
    assert page.heading == "2 rows need fixing"
    page.mend("Take it out").mend("Give 3, the next free")
    assert page.heading == "1 row needs fixing"
    page.mend("Use that")
    assert page.heading == "3 guests ready"
    page.take_in()
    assert page.heading == "Guests"
    assert list(page.event.guests.values_list("badge", "name", "livery__name")) == [
        (2, "Sir Rosalind Quarrelstone", "Coopers"),
        (3, "Dr Ulysses O’Wherry", "Makers of Playing Cards"),
        (4, "Beatrix Tindershaw", "Environmental Cleaners"),
    ]


def test_nothing_is_taken_in_while_a_row_is_faulty_even_if_one_asks() -> None:
    page = Import(new_event()).choose(as_csv(FAULTY))
    page.take_in()
    assert page.heading == "2 rows need fixing"
    assert "Some rows need fixing: nothing was added." in page.text
    assert page.event.guests.count() == 0


def test_a_cell_may_be_typed_over() -> None:
    page = Import(new_event()).choose(as_csv([HEADINGS, ["twelve", "Ann", "", ""]]))
    assert page.heading == "1 row needs fixing"
    page.press(**{"cell:2:0": "12"}).take_in()
    assert list(page.event.guests.values_list("badge", "name")) == [(12, "Ann")]


def test_a_column_chosen_anew_takes_nothing_of_the_box_of_its_neighbour() -> None:
    rows: Rows = [["No.", "Guest", "Old number"], ["twelve", "Ann", "5"]]
    page = Import(new_event()).choose(as_csv(rows))
    page.press(**{"column:0": "", "column:2": "badge"})
    assert page.heading == "1 guest ready"
    page.take_in()
    assert list(page.event.guests.values_list("badge", "name")) == [(5, "Ann")]


def test_unknown_headings_are_matched_by_hand() -> None:
    page = Import(new_event()).choose(as_csv([["Wer", "Woher"], ["Ann Carver", "grocers"]]))
    assert page.heading == "Which column is which?"
    page.press(**{"column:0": "name", "column:1": "livery"})
    page.take_in()
    assert list(page.event.guests.values_list("name", "livery__name")) == [
        ("Ann Carver", "Grocers")
    ]


def test_a_row_may_be_left_out() -> None:
    page = Import(new_event()).choose(
        as_csv([HEADINGS, [1, "Ann", "", ""], [2, "", "Grocers", ""]])
    )
    page.mend("Leave this row out").take_in()
    assert list(page.event.guests.values_list("name", flat=True)) == ["Ann"]


def test_the_same_list_again_doubles_nobody() -> None:
    page = Import(new_event())
    rows = as_csv([HEADINGS, ["", "Zoë Núñez", "Grocers", ""], ["", "Ann", "", ""]])
    page.choose(rows).take_in()
    page.choose(rows).take_in()
    assert "2 on the list already." in page.text
    assert page.event.guests.count() == 2
    page.choose(as_csv([HEADINGS, ["", "Zoe Nunez", "WC of Grocers", "Master"]])).take_in()
    assert list(page.event.guests.values_list("name", "office")) == [
        ("Zoë Núñez", "Master"),
        ("Ann", ""),
    ]


def test_the_same_name_and_livery_twice_in_a_file_is_asked_about() -> None:
    rows: Rows = [
        HEADINGS,
        ["", "Ann Carver", "Grocers", ""],
        ["", "ANN CARVER", "Grocers' Company", ""],
    ]
    page = Import(new_event()).choose(as_csv(rows))
    assert page.heading == "1 row needs fixing"
    page.mend("Another person").take_in()
    assert page.event.guests.count() == 2


def test_a_list_changed_on_its_way_is_refused() -> None:
    page = Import(new_event()).choose(as_csv(FAULTY))
    held = page.sent["held"]
    page.press(held=f"{held[:-3]}xyz")
    assert "The list on this page is too old: choose the file again." in page.text
    other = Import(new_event())
    other.sent = {"held": held}
    other.press()
    assert other.heading == "Import a guest list"


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1", as_csv([["x"] * 300, ["y"] * 300]), b"PK\x03\x04"]
)
def test_an_unreadable_file_gets_a_sentence_and_another_try(data: bytes) -> None:
    page = Import(new_event()).choose(data)
    assert page.heading == "Import a guest list"
    assert page.text.count('class="message message-fault"') == 1


def test_no_file_gets_a_sentence() -> None:
    assert "Choose a file first." in Import(new_event()).press().text


@pytest.mark.parametrize("role", [Role.UMPIRE, Role.HEAD_UMPIRE])
def test_only_the_organiser_imports(role: Role) -> None:
    event = new_event()
    client = Client()
    client.force_login(official(event, role))
    assert client.get(f"/e/{event.slug}/guests/import/").status_code == 404


def test_taking_in_asks_the_database_as_often_for_many_as_for_few() -> None:
    asked = []
    for number in (5, 30):
        page = Import(new_event())
        rows: Rows = [HEADINGS, *([n + 1, f"Guest {n}", "Grocers", ""] for n in range(number))]
        page.choose(as_csv(rows))
        with CaptureQueriesContext(connection) as queries:
            page.take_in()
        assert page.event.guests.count() == number
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_an_import_after_the_seating_is_published_is_on_the_record() -> None:
    event = seated_event(5)
    before = event.ledger.count()
    Import(event).choose(as_csv([HEADINGS, ["", "Late Comer", "Grocers", ""]])).take_in()
    entry = event.ledger.order_by("-number")[0]
    assert event.ledger.count() == before + 1
    assert (entry.kind, entry.body) == (
        "guest",
        {"act": "import", "added": ["P006"], "changed": []},
    )


def test_columns_that_no_field_takes_are_named_until_they_are_matched() -> None:
    rows: Rows = [
        ["No.", "Guest", "Shoe size", "Arrives"],
        [2, "Rosalind Quarrelstone", "41", "late"],
    ]
    page = Import(new_event()).choose(as_csv(rows))
    assert "Columns left out: Shoe size, Arrives</p>" in page.text
    page.press(**{"column:2": "office"})
    assert "Columns left out: Arrives</p>" in page.text
    page.press(**{"column:3": "guest_of"})
    assert "left out:" not in page.text


def test_the_same_guest_twice_is_found_beside_a_column_of_numbers() -> None:
    rows: Rows = [
        HEADINGS,
        [1, "Dorothy Phillips", "Grocers", ""],
        [2, "DOROTHY PHILLIPS", "Grocers", ""],
    ]
    page = Import(new_event()).choose(as_csv(rows))
    assert page.heading == "1 row needs fixing"
    assert "The same guest twice?" in page.text
    page.mend("Leave this row out").take_in()
    assert list(page.event.guests.values_list("badge", "name")) == [(1, "Dorothy Phillips")]
    page.choose(as_csv(rows))
    assert "1 row is left out: “DOROTHY PHILLIPS”" in page.text
    page.press("press", "left out").mend("Another person")
    assert page.heading == "1 change since the last list"
    page.take_in()
    assert list(page.event.guests.values_list("badge", "name")) == [
        (1, "Dorothy Phillips"),
        (2, "DOROTHY PHILLIPS"),
    ]


NUMBERED: Rows = [HEADINGS, [1, "Mary Oak", "Grocers", ""], [2, "Leo Pike", "Grocers", ""]]


def _walked_in() -> Event:
    event = new_event()
    add_guest(event, {"name": "Wally Wall", "livery": None}, sign())
    return event


@pytest.mark.promise("A numbered list renames nobody who came in by hand under the same number")
def test_a_number_of_a_list_that_somebody_added_by_hand_has_is_asked_about() -> None:
    page = Import(_walked_in()).choose(as_csv(NUMBERED))
    assert page.heading == "1 row needs fixing"
    assert "Wally Wall has it, who was in no list so far." in page.text
    page.mend("Give 3, the next free").take_in()
    assert list(page.event.guests.order_by("badge").values_list("badge", "name")) == [
        (1, "Wally Wall"),
        (2, "Leo Pike"),
        (3, "Mary Oak"),
    ]
    other = Import(_walked_in()).choose(as_csv(NUMBERED))
    other.mend("The same guest as Wally Wall").take_in()
    assert list(other.event.guests.order_by("badge").values_list("badge", "name")) == [
        (1, "Mary Oak"),
        (2, "Leo Pike"),
    ]


@pytest.mark.control("test_a_number_of_a_list_that_somebody_added_by_hand_has_is_asked_about")
def test_without_the_question_a_list_would_write_one_guest_over_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matching, "_refuse_other_person", lambda *_given: None)
    page = Import(_walked_in()).choose(as_csv(NUMBERED)).take_in()
    assert not page.event.guests.filter(name="Wally Wall").exists()


def test_one_of_the_last_list_is_renamed_by_its_number_without_a_question() -> None:
    page = Import(new_event()).choose(as_csv(NUMBERED)).take_in()
    page.choose(as_csv([HEADINGS, [1, "Rose Fell", "Grocers", ""], *NUMBERED[2:]])).take_in()
    assert list(page.event.guests.order_by("badge").values_list("name", flat=True)) == [
        "Rose Fell",
        "Leo Pike",
    ]


def test_places_to_be_named_are_not_the_same_guest() -> None:
    rows: Rows = [
        HEADINGS,
        [1, "Guest, name to follow", "Grocers", ""],
        [2, "Guest, name to follow", "Grocers", ""],
    ]
    page = Import(new_event()).choose(as_csv(rows)).take_in()
    assert page.event.guests.filter(placeholder=True).count() == 2


def test_somebodys_guest_without_a_name_is_a_place_and_a_guest_called_guest_is_not() -> None:
    names = ("Guest of Mercers", "guest 2", "Ann Carver’s guest", "Judith Guest", "Guest, Judy")
    rows: Rows = [HEADINGS, *([badge, name, "", ""] for badge, name in enumerate(names, 1))]
    page = Import(new_event()).choose(as_csv(rows)).take_in()
    assert list(page.event.guests.order_by("badge").values_list("name", "placeholder")) == [
        ("Guest of Mercers, name to follow", True),
        ("guest 2, name to follow", True),
        ("Ann Carver’s guest, name to follow", True),
        ("Judith Guest", False),
        ("Judy Guest", False),
    ]


@pytest.mark.parametrize(
    "total",
    [
        ["", "TOTAL", "", ""],
        ["", "Total 113", "", ""],
        ["Sub-total", "", "113", ""],
        ["", "Guests: 113", "", ""],
        ["Total guests", 113, "", ""],
        ["", "", "Grand total = 113", "£5,650"],
    ],
)
def test_a_total_is_no_guest_and_is_left_out_by_one_answer(total: list[object]) -> None:
    page = Import(new_event()).choose(as_csv([HEADINGS, [1, "Ann Carver", "", ""], total]))
    assert page.heading == "1 row needs fixing"
    assert "A total, not a guest?" in page.text
    page.mend("Leave this row out").take_in()
    assert list(page.event.guests.values_list("name", flat=True)) == ["Ann Carver"]


def test_all_totals_are_left_out_by_one_answer() -> None:
    rows: Rows = [
        HEADINGS,
        [1, "Ann", "", ""],
        ["", "Sub-total 1", "", ""],
        [2, "Bea", "", ""],
        ["", "Total 2", "", ""],
    ]
    page = Import(new_event()).choose(as_csv(rows))
    assert page.heading == "2 rows need fixing"
    page.mend("Leave all 2 totals out").take_in()
    assert list(page.event.guests.values_list("name", flat=True)) == ["Ann", "Bea"]


def test_a_guest_who_is_called_so_can_come_all_the_same() -> None:
    page = (
        Import(new_event())
        .choose(as_csv([HEADINGS, [1, "Sum", "", ""]]))
        .mend("This is a guest")
        .take_in()
    )
    assert list(page.event.guests.values_list("name", flat=True)) == ["Sum"]


def test_every_row_can_be_left_out_whatever_is_wrong_and_where_nothing_is() -> None:
    bad: Rows = [
        HEADINGS,
        ["x", "Ann", "", ""],
        [2, "", "", ""],
        [3, "Bea", "Grocerss", ""],
        [4, "C" * 99, "", ""],
        [5, "Dan", "", ""],
    ]
    page = Import(new_event()).choose(as_csv(bad))
    for left in (3, 2, 1):
        page.mend("Leave this row out")
        assert page.heading == f"{left} row{'s' * (left > 1)} need{'s' * (left == 1)} fixing"
    page.mend("Leave this row out")
    assert page.heading == "1 guest ready"
    page.mend("Leave out")
    assert page.heading == "0 guests ready"


@pytest.mark.parametrize("none", ["none", "-", "n/a", "no livery", "N/A", "None", "nil", "–", ""])
def test_no_livery_is_none_and_is_counted_so(none: str) -> None:
    rows: Rows = [HEADINGS, [1, "Ann", none, ""], [2, "Bea", "Grocers", ""]]
    page = Import(new_event()).choose(as_csv(rows))
    assert "<dt>Liveries</dt><dd>1</dd>" in page.text
    page.take_in()
    assert list(page.event.guests.values_list("livery__name", flat=True)) == [None, "Grocers"]
    assert "2 guests of 1 livery" in page.text


@pytest.mark.parametrize("heading", ["Surname", "Family name", "Sort as", "Listed as"])
def test_a_second_column_tells_the_surname(heading: str) -> None:
    rows: Rows = [["Name", heading], ["Nagy Ferenc", "Nagy"], ["李 伟", "李"], ["Ann Fox OBE", ""]]
    page = Import(new_event()).choose(as_csv(rows))
    assert "listed as Nagy, Ferenc" in page.text
    page.take_in()
    names = [str(guest.listed) for guest in in_list_order(page.event.guests.all())]
    assert names == ["Fox, Ann OBE", "Nagy, Ferenc", "李, 伟"]
    page.choose(as_csv(rows))
    assert "<dd>3</dd><dt>as before</dt>" in page.text
    assert "to change" not in page.text


def test_a_column_of_given_names_and_one_of_surnames_make_the_name() -> None:
    page = (
        Import(new_event()).choose(as_csv([["Name", "Surname"], ["Charles", "Barker"]])).take_in()
    )
    assert list(page.event.guests.values_list("name", "sort_name")) == [
        ("Charles Barker", "Barker, Charles")
    ]


def test_a_list_taken_in_twice_by_one_press_is_taken_in_once() -> None:
    rows: Rows = [HEADINGS, ["", "Ann Carver", "", ""], ["", "Ann Carver", "", ""]]
    page = Import(new_event()).choose(as_csv(rows)).mend("Another person")
    sent = page.sent | {"key": "one page"}
    for _press in range(2):
        page.client.post(f"/e/{page.event.slug}/guests/import/take-in/", sent)
    assert page.event.guests.count() == 2


@pytest.mark.parametrize(
    ("heading", "cell", "unnamed", "no_photographs"),
    [
        ("Photo consent", "No", False, True),
        ("Photo consent", "I agree", False, False),
        ("Happy to be photographed", "No, please", False, True),
        ("No photographs", "no photos please", False, True),
        ("No photographs", "x", False, True),
        ("Name on the board", "no", True, False),
        ("Show my name", "Yes", False, False),
        ("Photo consent", "", False, False),
    ],
)
def test_what_a_guest_wishes_of_name_and_picture_is_read(
    heading: str, cell: str, unnamed: bool, no_photographs: bool
) -> None:
    event = new_event()
    rows: Rows = [["Name", heading], ["Beatrix Tindershaw", cell]]
    Import(event).choose(as_csv(rows)).take_in()
    guest = event.guests.get()
    assert (guest.unnamed, guest.no_photographs) == (unnamed, no_photographs)


def test_an_answer_that_is_neither_yes_nor_no_is_asked_about() -> None:
    event = new_event()
    page = Import(event).choose(as_csv([["Name", "Photo consent"], ["Beatrix", "only with hat"]]))
    assert "Yes or no?" in page.text
    page.mend("No").take_in()
    assert event.guests.get().no_photographs
