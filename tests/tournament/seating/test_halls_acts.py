"""The plan of the hall: labels apart from numbers, and a reason once they are on paper."""

import pytest

from scoring.seating import certificate
from tests.tournament.evening import NOW, add_guests, new_event, seated_event, sign
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.shape import ArchiveError
from tournament.counting.plan import Stand, spot_words, stand, table_label
from tournament.counting.seats import hall
from tournament.models import Event, Guest, LedgerEntry
from tournament.refusal import Refused
from tournament.seating.acts_door import check_in
from tournament.seating.acts_draw import draw_seating, drawn
from tournament.seating.acts_hall import set_hall_plan

pytestmark = pytest.mark.django_db
ROOMS = [
    {"label": "1", "room": "Great Hall", "step_free": True},
    {"label": "2", "room": "Great Hall", "step_free": False},
    {"label": "A", "room": "Library", "step_free": False},
    {"label": "B", "room": "Library", "step_free": False},
]


def test_a_table_goes_by_its_label_and_without_a_plan_by_its_number() -> None:
    event = new_event()
    assert (stand(event, 3), table_label(event, None)) == (Stand(3, "3"), "")
    set_hall_plan(event, ROOMS, sign())
    held = Event.objects.get(pk=event.pk)
    assert stand(held, 3) == Stand(3, "A", "Library")
    assert (stand(held, 3).words, stand(held, 1).step_free, stand(held, 9).words) == (
        "A, Library",
        True,
        "9",
    )
    assert (spot_words(held, "3B"), table_label(held, 0)) == ("AB", "0")
    assert LedgerEntry.objects.filter(event=event).count() == 0


def test_once_published_another_label_needs_its_reason_and_is_kept_on_record() -> None:
    event = seated_event(10)
    with pytest.raises(Refused, match="give the reason for other labels"):
        set_hall_plan(event, ROOMS[:2], sign())
    set_hall_plan(event, ROOMS[:2], sign("once"), reason="Two rooms")
    set_hall_plan(event, ROOMS, sign("once"), reason="Two rooms")
    set_hall_plan(event, ROOMS[:2], sign())
    entry = LedgerEntry.objects.filter(event=event).latest("number")
    assert (entry.kind, entry.body["before"], len(entry.body["after"]), entry.reason) == (
        "hall",
        [],
        2,
        "Two rooms",
    )


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([{"label": "2"}, {}], "Tables 1 and 2 are both called 2"),
        ([{"label": "x" * 5}], "Table 1: the label is at most 4"),
        ([{"label": "a\u202eb"}], "Table 1: the label is at most 4 plain characters"),
        ([{"room": " Hall"}], "Table 1: the room is at most 40"),
        ([{"room": 3}], "Table 1: the room is"),
        ([{"step_free": "yes"}], "Table 1: step-free is true or false"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_here_and_in_an_archive(
    rows: list[dict[str, object]], sentence: str
) -> None:
    event = new_event()
    with pytest.raises(Refused, match=sentence):
        set_hall_plan(event, rows, sign())
    document = archive(event)
    document["event"]["hall_plan"] = rows
    with pytest.raises(ArchiveError, match=r"event\.hall_plan: "):
        import_evening(document, NOW)
    assert Event.objects.count() == 1


def test_rooms_arrivals_and_the_step_free_side_go_out_and_come_in_again() -> None:
    event = seated_event(10)
    set_hall_plan(event, ROOMS, sign(), reason="Two rooms")
    check_in(event, "P003", sign())
    Guest.objects.filter(event=event, ref="P004").update(step_free=True)
    Guest.objects.filter(event=event, ref="P005").update(keeps_room=True)
    document = archive(event)
    again = import_evening(document, NOW)
    assert archive(again) == document
    assert list(again.guests.filter(keeps_room=True).values_list("ref", flat=True)) == ["P005"]
    assert document["event"]["hall_plan"][2] == {"label": "A", "room": "Library"}
    assert {
        row["id"]: (row.get("arrived_at"), row.get("step_free")) for row in document["players"]
    }["P003"] == (
        "2027-02-11T20:00:00",
        None,
    )
    document["players"][0]["arrived_at"] = "at dusk"
    with pytest.raises(ArchiveError, match=r"players\[0\]\.arrived_at"):
        import_evening(document, NOW)


def test_the_draw_keeps_fixed_guests_in_their_room_and_others_where_no_step_leads() -> None:
    event = new_event()
    add_guests(event, 18)
    Guest.objects.filter(event=event, ref="P001").update(fixed_table=4)
    Guest.objects.filter(event=event, ref="P002").update(step_free=True)
    Guest.objects.filter(event=event, ref__in=("P003", "P004", "P005")).update(keeps_room=True)
    set_hall_plan(event, ROOMS, sign())
    event = Event.objects.get(pk=event.pk)
    draw_seating(event, drawn(hall(event), 7), sign())
    seating = hall(event).seating
    tables = [
        place.table for number in (1, 2) for key in (1, 2) if (place := seating.place(key, number))
    ]
    assert tables == [4, 1, 4, 1]
    assert certificate(seating, hall(event).wishes).count("room_changed") == 0
    assert [sitter.room for sitter in hall(event).wishes.sitters if sitter.keeps_room] == [
        "Great Hall",
        "Library",
        "Great Hall",
    ]
