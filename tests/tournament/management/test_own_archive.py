"""An evening of our own out and in again: what the reference evenings do not hold is not lost either."""

from copy import deepcopy

import pytest

from tests.tournament.evening import NOW, entry, seated_event, sign
from tournament.acts.archive import import_evening
from tournament.acts.entry import record_sheet
from tournament.acts.guests import keep_apart
from tournament.acts.places import leave
from tournament.archive import archive
from tournament.archive_form import ArchiveError
from tournament.models import Event, KeepApart, Seat, Tally
from tournament.submission import Place, Submission

pytestmark = pytest.mark.django_db
LEFT = {"A": "out", "B": "8 K", "D": "3 4", "E": "9"}


def tallies(event: Event) -> list[tuple[str, str, int | None]]:
    return list(Tally.objects.filter(event=event).order_by("seat").values_list("seat", "guest__ref", "points"))


def test_a_seat_left_empty_stays_empty_and_the_others_keep_their_letters() -> None:
    event = seated_event(10)
    leave(event, "P003", (1, 1), sign(), reason="Unwell")
    entries = tuple(entry(seat, said) for seat, said in LEFT.items())
    record_sheet(event, Submission(Place(1, 1, 1), entries), sign())
    document = archive(event)
    again = import_evening(document, NOW)
    assert document["seating"]["1"][0] == ["P001", "P002", None, "P004", "P005"]
    assert (archive(again), tallies(again)) == (document, tallies(event))
    assert Seat.objects.filter(event=again, guest__ref="P003").count() == 0


def test_guests_kept_apart_stay_apart() -> None:
    event = seated_event(10)
    keep_apart(event, event.guests.get(ref="P007"), event.guests.get(ref="P002"))
    document = archive(event)
    again = import_evening(document, NOW)
    pairs = list(KeepApart.objects.filter(event=again).values_list("one__ref", "other__ref"))
    assert (document["keep_apart"], pairs) == ([["P002", "P007"]], [("P002", "P007")])


@pytest.mark.parametrize("pair", ["P002", ["P002"], ["P002", "P002"], ["P002", "P999"], ["P002", []]])
def test_a_pair_that_is_none_is_refused_with_its_place(pair: object) -> None:
    document = deepcopy(archive(seated_event(10))) | {"keep_apart": [pair]}
    with pytest.raises(ArchiveError, match=r"keep_apart\[0\]"):
        import_evening(document, NOW)
    assert Event.objects.count() == 1
