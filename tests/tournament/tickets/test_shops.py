"""Lists of each shop and form as they come: known by their headings, cancelled tickets not seated,
nameless ones held; whatever is wrong with a list is said in a sentence and nothing is taken in.
"""

import pytest

from tests.tournament.evening import new_event
from tests.tournament.guest_lists import as_csv, as_xlsx
from tests.tournament.tickets.lists import SHOPS, not_coming, seated, shop, take_in
from tests.tournament.tickets.test_import import Import
from tournament.models import Event
from tournament.models.event import LIVERIES
from tournament.tickets.acts import RowsRefusedError
from tournament.tickets.headings import remarks, suggested
from tournament.tickets.sheets import GuestFileError
from tournament.tickets.sources import plain, source_of
from tournament.tickets.spreadsheet import read_guest_file

pytestmark = pytest.mark.django_db
HELD = "Guest of {}, name to follow"
EXPECTED = {
    "eventbrite": (
        [
            ("Ottoline Quillfeather", "Grocers", "Vegetarian", "7000001"),
            (HELD.format("Grocers"), "Grocers", "", "7000001"),
            (HELD.format("Grocers"), "Grocers", "", "7000001"),
            (
                "Barnaby Tillingham-Okoro",
                "Makers of Playing Cards",
                "Gluten free; no nuts",
                "7000003",
            ),
        ],
        [
            ("Zoë Ravensbourne", "away", "Not Attending"),
            ("Persephone Underhay", "waiting", "Waiting list"),
            ("Cornelius Fenn", "refunded", "Refunded"),
        ],
    ),
    "ticket-tailor": (
        [
            ("Hyacinth Bellwether", "Vintners", "Vegan", "or_501"),
            (HELD.format("Vintners"), "Vintners", "", "or_501"),
            ("Sidony Marchbanks", "Haberdashers", "Halal", "or_503"),
        ],
        [
            ("Ambrose Littlewick", "cancelled", "Voided"),
            ("Leopold Marchbanks", "cancelled", "Voided"),
        ],
    ),
    "pretix": (
        [
            ("Isambard Thorncastle", "Coopers", "Kosher", "F8TKL"),
            (HELD.format("Coopers"), "Coopers", "", "F8TKL"),
            ("Fitzgerald Dunmarrow", "Weavers", "", "J4QRS"),
        ],
        [("Rosamund Hartlepin", "cancelled", "canceled")],
    ),
    "google-forms": (
        [
            ("Clementine Ashdown-Vane", "Fishmongers", "Pescatarian", ""),
            ("Marigold Oxenholme", "Pewterers", "", ""),
        ],
        [("Rufus Peverell", "away", "No, sorry")],
    ),
    "microsoft-forms": (
        [
            ("Evadne Larkspur", "Glovers", "Vegetarian", ""),
            ("Sunniva Åkerblad", "Masons", "", ""),
        ],
        [("Tobias Wren-Hallam", "away", "No")],
    ),
    "tabbycat": (
        [
            ("Magnus Ferrars", "Salters", "", ""),
            ("Beatriz Sobral", "Salters", "", ""),
            ("Jonquil Ashby", "Ironmongers", "", ""),
        ],
        [],
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_shops_list_seats_those_who_come_and_lists_the_others(name: str) -> None:
    rows = shop(name)
    assert source_of(rows[0]).key == name.replace("-", "_")
    turned = [[*reversed(row)] for row in rows]
    if name == "pretix":
        # The company of the invoice comes second: turned round, the two columns change places.
        turned = [[*row[9:], *row[:9]] for row in rows]
    for data in (
        as_csv(rows, delimiter=";", encoding="utf-16"),
        as_csv(rows, delimiter="|", encoding="utf-16-le"),
        as_csv(turned),
        as_xlsx(rows),
    ):
        event = new_event()
        take_in(event, data)
        assert (seated(event), not_coming(event)) == EXPECTED[name]


def test_what_is_known_of_a_guest_beside_the_game_is_kept() -> None:
    event = new_event()
    take_in(event, as_csv(shop("google-forms")))
    one = event.guests.get(name="Clementine Ashdown-Vane")
    assert (one.phone, one.notes) == ("020 5550 0144", "Walks with a stick")
    event = new_event()
    take_in(event, as_csv(shop("pretix")))
    one = event.guests.get(name="Isambard Thorncastle")
    assert (one.first_name, one.last_name) == ("Isambard", "Thorncastle")
    assert (one.phone, one.notes) == ("+442055500199", "Pays by invoice")
    assert event.guests.get(placeholder=True).guest_of == "Wilhelmina Staithe"


def test_an_own_list_with_an_empty_name_is_asked_about() -> None:
    event = new_event()
    page = Import(event).choose(as_csv(shop("own")))
    assert page.heading == "1 row needs fixing"
    page.mend("Hold the place").take_in()
    assert [name for name, *_rest in seated(event)] == [
        "Dame Araminta Selwyn-Fox",
        "Col Horace Winterbourne",
        "Guest, name to follow",
    ]
    assert event.guests.get(badge=1).dietary == "vegan"


def test_a_row_of_several_places_holds_the_others_for_their_buyer() -> None:
    rows = [
        ["Order no.", "Buyer name", "Name", "Quantity"],
        ["11", "Ann Carver", "Ann Carver", "3"],
    ]
    event = new_event()
    take_in(event, as_csv(rows))
    held = "Guest of Ann Carver, name to follow"
    assert [name for name, *_rest in seated(event)] == ["Ann Carver", held, held]


def test_an_unknown_word_of_status_is_asked_about_once_for_all() -> None:
    rows = [["Name", "Status"], *([f"Guest {n}", "perhaps"] for n in "ABC"), ["Dan", "paid"]]
    page = Import(new_event()).choose(as_csv(rows))
    assert page.heading == "3 rows need fixing"
    page.mend("None of these are coming").take_in()
    assert seated(page.event) == [("Dan", "", "", "")]
    assert [state for _name, state, _said in not_coming(page.event)] == ["away"] * 3


def test_an_unknown_heading_is_named_matched_once_and_remembered() -> None:
    rows = [["Wer", "Woher", "Wohin"], ["Ann Carver", "Grocers", "home"]]
    page = Import(new_event()).choose(as_csv(rows))
    assert page.heading == "Which column is which?"
    page.press(**{"column:0": "name", "column:1": "livery"}).take_in()
    page.choose(as_csv([*rows, ["Bea Dorn", "Bakers", "away"]]))
    assert page.heading == "1 change since the last list"
    assert "Columns left out: Wohin" in page.text


@pytest.mark.parametrize("name", SHOPS)
def test_a_misspelt_heading_is_read_by_a_guess_that_is_told(name: str) -> None:
    rows = shop(name)
    field, heading = ("livery", "Compnay") if name == "tabbycat" else ("dietary", "Dietry")
    place = next(place for place, said in suggested(rows[0]).items() if said == field)
    rows[0][place] = heading
    columns = suggested(rows[0])
    assert columns[place] == field
    assert any("Guessed:" in remark for remark in remarks(rows[0], columns, {}, LIVERIES))


def test_headings_that_mean_another_thing_are_not_guessed() -> None:
    assert suggested(["Order Date", "Named by", "Lost name", "Emaille"]) == {}


def test_a_heading_that_stands_twice_is_told() -> None:
    headings = ["Name", "Company", "Company"]
    columns = suggested(headings)
    assert columns == {0: "name", 1: "livery"}
    assert remarks(headings, columns, {}, LIVERIES) == [
        "“Company” stands over 2 columns: the first of them is read as Livery, the rest is left"
        " out."
    ]


@pytest.mark.parametrize("name", SHOPS)
def test_each_heading_that_stands_twice_is_told(name: str) -> None:
    rows = shop(name)
    for place in suggested(rows[0]):
        doubled = [*rows[0], rows[0][place]]
        said = f"“{rows[0][place]}” stands over {doubled.count(rows[0][place])} columns"
        told = remarks(doubled, suggested(doubled), {}, LIVERIES)
        assert [one for one in told if one.startswith(said)] != [], rows[0][place]


@pytest.mark.parametrize(
    ("name", "heading"), [("eventbrite", "Attendee Status"), ("pretix", "Status")]
)
def test_a_list_without_the_column_that_says_who_comes_is_told(name: str, heading: str) -> None:
    rows = shop(name)
    place = rows[0].index(heading)
    page = Import(new_event()).choose(as_csv([[*row[:place], *row[place + 1 :]] for row in rows]))
    assert "cancelled tickets cannot be told from the others" in page.text


@pytest.mark.parametrize("name", SHOPS)
def test_a_list_without_names_takes_nothing_in(name: str) -> None:
    rows = shop(name)
    named = {"name", "first_name", "last_name"}
    bare = [place for place, said in suggested(rows[0]).items() if said not in named]
    page = Import(new_event()).choose(as_csv([[row[place] for place in bare] for row in rows]))
    assert page.heading == "Which column is which?"
    page.take_in()
    assert not page.event.guests.exists()


@pytest.mark.parametrize("name", SHOPS)
def test_five_thousand_rows_are_refused_in_a_sentence(name: str) -> None:
    rows = shop(name)
    data = as_csv([rows[0], *rows[1:2] * 5000])
    with pytest.raises(GuestFileError, match=r"more than 1,000 guests|larger than 2 MB"):
        read_guest_file(name, data)


@pytest.mark.parametrize("name", SHOPS)
def test_letters_that_nobody_can_read_keep_all_out(name: str) -> None:
    event, data = new_event(), as_csv(shop(name), encoding="cp1252")
    head, line, rest = data.partition(b"\n")
    with pytest.raises(GuestFileError, match="The letters of this file"):
        take_in(event, head + line + b"\x81\x8d\xf0 " + rest)
    assert not event.guests.exists()


@pytest.mark.parametrize("name", SHOPS)
@pytest.mark.parametrize(
    "cell", ["=cmd|' /C calc'!A0", "\u202eevil", "<script>alert(1)</script>", "a\x00b", "x" * 400]
)
def test_a_hostile_cell_is_asked_about_and_keeps_all_out(name: str, cell: str) -> None:
    rows = shop(name)
    place = next(
        place for place, said in suggested(rows[0]).items() if said in ("name", "first_name")
    )
    for row in rows[1:]:
        if row[place] not in ("", "Info Requested"):
            row[place] = cell
            break
    event = new_event()
    if "\x00" in cell:
        with pytest.raises(GuestFileError):
            take_in(event, as_csv(rows))
    else:
        with pytest.raises(RowsRefusedError):
            take_in(event, as_csv(rows))
    assert not event.guests.exists()
    assert not event.tickets.exists()


def test_a_hostile_name_on_a_cancelled_ticket_is_listed_without_its_harm() -> None:
    rows = [["Name", "Status", "Order no."], ["<b>Ann\u202e Carver", "cancelled", "1"]]
    event = new_event()
    take_in(event, as_csv(rows))
    assert not_coming(event) == [("bAnn Carver", "cancelled", "cancelled")]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("Name\nRené Müller\n".encode("mac-roman"), "René Müller"),
        ("Name\nBjörn Ångström\n".encode("mac-roman"), "Björn Ångström"),
        ("Name\nZoë O’Wherry\n".encode("cp1252"), "Zoë O’Wherry"),
        ("sep=;\nName;Livery\nZoë;Grocers\n".encode(), "Zoë"),
    ],
)
def test_old_encodings_are_read_as_they_were_meant(data: bytes, name: str) -> None:
    assert read_guest_file("list", data).rows[-1].cells[0] == name


def test_letters_that_nobody_can_read_are_told() -> None:
    with pytest.raises(GuestFileError, match="The letters of this file"):
        read_guest_file("list", b"Name,Livery\nAnn \x81\x8d\xf0 Carver,Grocers\n")


def test_headings_are_compared_without_case_accents_and_signs() -> None:
    assert plain("  Ordér #") == plain("order NO.") == "order no"


def test_totals_and_lines_above_the_headings_are_no_guests(event_of_totals: Event) -> None:
    assert [name for name, *_rest in seated(event_of_totals)] == ["Ann Carver"]


@pytest.fixture
def event_of_totals() -> Event:
    event = new_event()
    page = Import(event).choose(
        as_csv([["Our evening"], [], ["Name", "Status"], ["Ann Carver", "paid"], ["Total 1", ""]])
    )
    page.mend("Leave this row out").take_in()
    return event
