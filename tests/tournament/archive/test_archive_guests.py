"""What is known of guests beside the game goes out with an evening and comes in again: tickets with
their states, wishes, notes, how mails fared, and how a list is read.
"""

import json
from copy import deepcopy
from typing import Any

import pytest
from django.db.models import BooleanField
from django.utils import timezone

from tests.tournament.evening import NOW, seated_event
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.guests import PLAYERS
from tournament.archive.mails import RESULTS, SEATS
from tournament.archive.shape import ArchiveError
from tournament.models import Event, Guest, MailState, SentMail, Ticket, TicketState

pytestmark = pytest.mark.django_db


def ticketed() -> Event:
    """Two guests of an order, one of them a held place, and a ticket that was cancelled."""
    event = seated_event(5, games_per_round=1)
    told = {"dietary": "no nuts", "phone": "020 7946 0000", "notes": "by the door"}
    Guest.objects.filter(event=event, badge=1).update(order_number="A7", **told)
    Event.objects.filter(pk=event.pk).update(
        courses=["Soup", "Pie"],
        list_headings={"pretix": {"Shoe size": "left_out"}},
        list_mends=[["name", "Jhon", "John"]],
    )
    one, other = event.guests.order_by("badge")[:2]
    states = iter(TicketState.values)
    for name, guest in (("Ann Carver", one), ("Place of Ann Carver", other), ("Bea Gone", None)):
        fields = {"order": "A7", "number": "A7-1", "company": "Grocers", "said": "Confirmed"}
        Ticket.objects.create(
            event=event, source="pretix", name=name, guest=guest, state=next(states), **fields
        )
    event.refresh_from_db()
    return event


def test_tickets_wishes_and_headings_go_out_and_in() -> None:
    said = json.loads(json.dumps(archive(ticketed())))
    assert [row["state"] for row in said["tickets"]] == TicketState.values[:3]
    assert said["players"][0]["dietary"] == "no nuts"
    made = import_evening(deepcopy(said), timezone.now())
    assert archive(made) == said
    assert made.tickets.filter(guest=None).count() == 1


NOT_IN_IT = {"id", "event", "livery", "arrived_at"}
"""Fields of a guest that an archive tells in another place, or by what they lead to."""
OTHERWISE: dict[str, Any] = {
    "ref": "P077",
    "badge": 77,
    "status": "withdrawn",
    "fixed_table": 1,
    "extra": {"shoe_size": "44"},
    "email": "ann@example.org",
}


@pytest.mark.promise(
    "Everything that is kept of a guest goes out with an evening and comes in again"
)
def test_every_field_of_a_guest_goes_out_and_comes_in() -> None:
    event = seated_event(5, games_per_round=1)
    fields = [field for field in Guest._meta.concrete_fields if field.name not in NOT_IN_IT]
    told = {
        field.name: OTHERWISE.get(
            field.name, True if isinstance(field, BooleanField) else field.name.replace("_", " ")
        )
        for field in fields
    }
    Guest.objects.create(event=event, **told)
    made = import_evening(json.loads(json.dumps(archive(event))), timezone.now())
    found = made.guests.get(badge=77)
    assert {name: getattr(found, name) for name in told} == told


@pytest.mark.control("test_every_field_of_a_guest_goes_out_and_comes_in")
def test_a_mark_that_an_archive_leaves_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = tuple(key for key in PLAYERS.keys if key.name != "unnamed")
    monkeypatch.setattr(PLAYERS, "keys", fewer)
    with pytest.raises(AssertionError):
        test_every_field_of_a_guest_goes_out_and_comes_in()


def mailed() -> Event:
    """Each state a mail can be in, one guest after the other, and both kinds for the first."""
    event = seated_event(5, games_per_round=1)
    said: dict[str, Any] = {"at": NOW, "digest": "d" * 64, "said": "550 no such mailbox"}
    for state, guest in zip(MailState.values, event.guests.order_by("badge"), strict=True):
        told = said | {"state": state, "address": f"{guest.ref}@example.org"}
        SentMail.objects.create(event=event, guest=guest, kind=RESULTS, **told)
    SentMail.objects.create(
        event=event,
        guest=event.guests.get(badge=1),
        kind=SEATS,
        **said | {"address": "a@example.org"},
    )
    return event


def test_how_mails_fared_goes_out_and_in_so_that_nobody_gets_one_twice() -> None:
    event = mailed()
    said = json.loads(json.dumps(archive(event)))
    assert [row["state"] for row in said["mails"]] == ["going", "going", *MailState.values[1:]]
    made = import_evening(deepcopy(said), timezone.now())
    assert archive(made) == said
    rows = "guest__ref", "kind", "state", "address", "digest", "said", "at"
    assert list(made.sent_mails.values_list(*rows)) == list(event.sent_mails.values_list(*rows))
    assert "mails" not in archive(ticketed())


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"player": "P999"}, "player"),
        ({"kind": "results"}, "player"),
        ({"state": "lost"}, "state"),
        ({"at": "yesterday"}, "at"),
        ({"address": 7}, "address"),
    ],
)
def test_a_mail_that_cannot_be_is_refused_with_its_place(wrong: Any, where: str) -> None:
    said = archive(mailed())
    said["mails"][1] |= wrong
    with pytest.raises(ArchiveError, match=rf"mails\[1\]\.{where}"):
        import_evening(said, timezone.now())


def test_a_mend_that_is_none_is_refused() -> None:
    said = archive(ticketed())
    said["event"]["list_mends"] = [["name", "Jhon"]]
    with pytest.raises(ArchiveError, match=r"event\.list_mends\[0\]"):
        import_evening(said, timezone.now())


def test_a_ticket_of_nobody_or_of_somebody_who_has_one_is_refused() -> None:
    said = archive(ticketed())
    for player in ("P999", said["tickets"][0]["player"]):
        wrong = deepcopy(said)
        wrong["tickets"][1]["player"] = player
        with pytest.raises(ArchiveError, match=r"tickets\[1\]\.player"):
            import_evening(wrong, timezone.now())
