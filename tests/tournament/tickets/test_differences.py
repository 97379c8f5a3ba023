"""A second list is a difference: what is new, cancelled, renamed, moved or gone, with what it does
to the seating, taken in one by one or all; in whatever order lists come, the last one decides.
"""

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournament.evening import new_event, save, sign
from tests.tournament.guest_lists import as_csv
from tests.tournament.test_every_act import undone
from tests.tournament.tickets.lists import take_in
from tests.tournament.tickets.test_import import Import
from tournament.guests.acts import change_guest
from tournament.models import Event, Guest, Seat, TicketState
from tournament.models.guest import AWAY, GuestStatus
from tournament.seating.acts import lay_round, publish_round
from tournament.tickets.acts import gone_key
from tournament.tickets.headings import suggested
from tournament.tickets.judging import Judged, Wishes
from tournament.tickets.matching import judge
from tournament.tickets.sources import source_of
from tournament.tickets.spreadsheet import read_guest_file
from tournament.tickets.words import differences
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
HEADINGS = ["Order ID", "Ticket ID", "Ticket code", "Order status", "Name", "Company"]
FIVE = [
    ["1", "a", "A", "completed", "Ann Carver", "Grocers"],
    ["1", "b", "B", "completed", "Info Requested", "Grocers"],
    ["2", "c", "C", "completed", "Bea Dorn", "Bakers"],
    ["3", "d", "D", "completed", "Cyril Eames", "Drapers"],
    ["4", "e", "E", "completed", "Dora Finch", "Salters"],
]
SECOND = [
    ["1", "a", "A", "completed", "Ann Carver", "Grocers"],
    ["1", "b", "B", "completed", "Edmund Gale", "Grocers"],
    ["2", "c", "C", "cancelled", "Bea Dorn", "Bakers"],
    ["3", "d", "D", "completed", "Cyril Eames", "Grocers"],
    ["5", "f", "F", "completed", "Flora Hythe", "Skinners"],
]


def listed(rows: list[list[str]]) -> bytes:
    """A list under the headings of a shop."""
    return as_csv([HEADINGS, *rows])


def judged(event: Event, rows: list[list[str]]) -> Judged:
    """What a list would do."""
    file = read_guest_file("list", listed(rows))
    return judge(file.rows, suggested(file.headings), event, Wishes(source_of(file.headings)))


def told(event: Event, rows: list[list[str]]) -> dict[str, tuple[str, str]]:
    """Kind and seating of each difference, by whom it is about."""
    return {
        difference.who: (difference.kind, difference.seating)
        for difference in differences(event, judged(event, rows))
    }


def taken(*, published: bool = True) -> Event:
    """An evening of the first list, seated at one table in two rounds."""
    event = new_event()
    take_in(event, listed(FIVE))
    refs = list(event.guests.order_by("badge").values_list("ref", flat=True))
    for number in (1, 2):
        lay_round(event, number, [refs])
        if published:
            publish_round(event, number, sign())
    return event


def every_key(found: Judged) -> frozenset[str]:
    """All differences, those who are gone among them."""
    rows = {candidate.key for candidate in found.candidates}
    return frozenset(rows | {gone_key(one) for one in found.gone})


def people(event: Event) -> list[tuple[str, str, str]]:
    """Name, company and order of all who are to come, whatever their badges."""
    rows = event.guests.exclude(status__in=AWAY).select_related("livery")
    return sorted((row.name, row.livery_name, row.order_number) for row in rows)


def test_each_difference_says_what_it_does_to_a_published_seating() -> None:
    event = taken()
    both = "table 1 of round 2 is left with four. The places are free for others."
    held = "Guest of Grocers, name to follow"
    assert told(event, SECOND) == {
        "Flora Hythe": ("new", "Has no seat: takes a free place at the door."),
        "Bea Dorn": ("not coming", f"Table 1 of round 1 is left with four and {both}"),
        held: (
            "renamed",
            "Keeps 1 B in round 1 and 1 B in round 2. The cards are to be printed again.",
        ),
        "Cyril Eames": (
            "other livery",
            "Sits with Ann Carver of the same livery at 1 in round 1,"
            f" {held} of the same livery at 1 in round 1, Ann Carver of the same livery at 1"
            f" in round 2 and {held} of the same livery at 1 in round 2: look at the seating"
            " check.",
        ),
        "Dora Finch": (
            "no longer in the list",
            f"Table 1 of round 1 is left with four and {both}",
        ),
    }


def test_in_a_draft_and_before_it_less_is_at_stake() -> None:
    event = new_event()
    take_in(event, listed(FIVE))
    assert told(event, SECOND)["Bea Dorn"] == ("not coming", "Comes off the list; no seat is lost.")
    assert told(event, SECOND)["Flora Hythe"] == ("new", "Nothing is drawn yet.")
    event = taken(published=False)
    assert "Draw it again, or keep the draft." in told(event, SECOND)["Bea Dorn"][1]
    assert told(event, SECOND)["Flora Hythe"] == (
        "new",
        "Has no seat in the draft: draw it again.",
    )
    take_in(event, listed(SECOND))
    assert not event.guests.filter(name="Bea Dorn").exists()
    assert Seat.objects.filter(event=event).count() == 8


def test_whoever_does_not_come_any_more_gives_up_a_published_seat_on_the_record() -> None:
    event = taken()
    take_in(event, listed(SECOND))
    gone = event.guests.get(name="Bea Dorn")
    assert (gone.status, gone.seats.count()) == (GuestStatus.NO_SHOW, 0)
    assert event.tickets.get(guest=gone).state == TicketState.CANCELLED
    assert [entry.kind for entry in event.ledger.order_by("number")][-2:] == ["guest", "attendance"]
    assert list(faults(event)) == []
    take_in(event, listed([*SECOND[:2], FIVE[2], *SECOND[3:]]))
    gone.refresh_from_db()
    assert (gone.status, gone.seats.count()) == (GuestStatus.REGISTERED, 0)
    assert list(faults(event)) == []


def test_who_has_played_or_is_here_stays_and_the_ticket_says_so() -> None:
    event = taken()
    save(event, ("out", "=10", "=20", "=30", "=40"))
    _kind, words = told(event, SECOND)["Bea Dorn"]
    assert words == "Bea Dorn has played: the ticket is listed so, and nothing else changes."
    take_in(event, listed(SECOND))
    assert event.guests.get(name="Bea Dorn").seats.count() == 2
    assert event.tickets.get(name="Bea Dorn").state == TicketState.CANCELLED


def test_changes_are_taken_in_one_by_one_on_the_page_or_as_they_are_ticked() -> None:
    event = taken()
    page = Import(event).choose(listed(SECOND))
    assert page.heading == "5 changes since the last list"
    assert re.search(r'value="t\d+" id="take-t\d+" aria', page.text), "gone is not ticked"
    row = re.search(r'name="alone" value="(\d+)"[^>]*>This alone<[^>]*> \(Flora', page.text)
    assert row
    page.sent |= {"alone": row[1]}
    page.take_in()
    assert page.heading == "4 changes since the last list"
    assert people(event)[-1] == ("Guest of Grocers, name to follow", "Grocers", "1")
    assert ("Flora Hythe", "Skinners", "5") in people(event)
    page.sent |= {"ticks": "1"}
    page.take_in()
    assert "Nothing is ticked: tick at least one change." in page.text


def test_a_name_written_by_hand_stays_until_the_list_says_another() -> None:
    event = taken()
    ann = event.guests.get(name="Ann Carver")
    change_guest(event, ann, {"name": "Dame Ann Carver"}, sign())
    held = event.guests.get(placeholder=True)
    change_guest(event, held, {"name": "Percy Ironside"}, sign())
    assert judged(event, FIVE).gone == []
    assert differences(event, judged(event, FIVE)) == []
    take_in(event, listed([["1", "a", "A", "completed", "Anna Carver", "Grocers"], *FIVE[1:]]))
    assert {"Anna Carver", "Percy Ironside"} <= {name for name, *_rest in people(event)}


def test_a_row_that_is_left_out_is_no_less_in_the_list() -> None:
    event = taken()
    page = Import(event).choose(listed([FIVE[0], ["2", "c", "C", "?!", "Bea Dorn", "Bakers"]]))
    page.mend("Leave this row out")
    assert "1 row is left out: “Bea Dorn”" in page.text
    assert "Bea Dorn" not in page.text.split('class="panel not-read"')[1].split("</section>")[1]


NAMES = ("Ann Carver", "Bea Dorn", "Cyril Eames", "Dora Finch", "Edmund Gale", "Flora Hythe")
COMPANIES = ("Grocers", "Bakers", "Drapers")
STATES = ("completed", "completed", "completed", "cancelled", "refunded")


@st.composite
def lists(draw: Any) -> list[list[list[str]]]:
    """Several lists of the same tickets in any order of rows: companies and states change, tickets
    come and go, and a name that is given is never taken back.
    """
    numbered = draw(st.booleans())
    made = []
    for _time in range(draw(st.integers(2, 4))):
        rows = []
        for at in draw(st.permutations(range(len(NAMES)))):
            if draw(st.booleans()) or draw(st.booleans()):
                number = str(at) if numbered else ""
                company, state = draw(st.sampled_from(COMPANIES)), draw(st.sampled_from(STATES))
                rows.append([str(at // 2), number, "", state, NAMES[at], company])
        made.append(rows or [["9", "9", "", "completed", "Gwen Ives", "Bakers"]])
    first = made[0]
    for row in first:
        row[4] = "Info Requested" if draw(st.booleans()) else row[4]
    return made


@given(lists())
@settings(examples(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lists_in_any_order_end_in_the_list_of_the_last(made: list[list[list[str]]]) -> None:
    with undone():
        event, fresh = new_event(), new_event()
        for rows in made:
            found = judged(event, rows)
            # A name in the order of a held place is asked about: that is its own test.
            assume(not any(row.faults for row in found.candidates))
            take_in(event, listed(rows), every_key(found) or None)
        take_in(fresh, listed(made[-1]))
        assert people(event) == people(fresh)
        assert states(event) == states(fresh)
        assert [difference.kind for difference in differences(event, judged(event, made[-1]))] == []


@given(lists(), st.randoms(use_true_random=False))
@settings(examples(5), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_one_by_one_in_any_order_ends_as_all_at_once(
    made: list[list[list[str]]], chance: Any
) -> None:
    with undone():
        one_by_one, at_once = new_event(), new_event()
        for event in (one_by_one, at_once):
            take_in(event, listed(made[0]))
        found_at_once = judged(at_once, made[-1])
        assume(not any(row.faults for row in found_at_once.candidates))
        take_in(at_once, listed(made[-1]), every_key(found_at_once))
        while found := differences(one_by_one, judged(one_by_one, made[-1])):
            take_in(one_by_one, listed(made[-1]), frozenset({chance.choice(found).key}))
        assert people(one_by_one) == people(at_once)


def states(event: Event) -> list[tuple[str, str]]:
    """The tickets of those who come; of the others more is known where there were more lists."""
    rows = event.tickets.filter(state=TicketState.COMING)
    return sorted(rows.values_list("order", "number"))


def test_the_guest_of_a_ticket_is_one_and_no_other() -> None:
    event = taken()
    take_in(event, listed(SECOND))
    tickets = list(event.tickets.exclude(guest=None).values_list("guest", flat=True))
    assert len(tickets) == len(set(tickets)) == Guest.objects.filter(event=event).count()
