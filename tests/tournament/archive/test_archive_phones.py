"""How phones are let in goes out with an evening and comes in again; codes do not."""

import json

import pytest
from django.utils import timezone

from tests.tournament.evening import seated_event
from tests.tournament.phones.phones import codes_issued, guest_code, table_code
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.shape import ArchiveError
from tournament.models import Event

pytestmark = pytest.mark.django_db


def test_what_was_chosen_goes_out_and_in_and_no_code_does() -> None:
    event = seated_event(5, games_per_round=1)
    codes_issued(event)
    usual = archive(event)
    assert not {"phones_wait", "pad_ticks"} & usual["event"].keys()
    Event.objects.filter(pk=event.pk).update(phones_wait=True, pad_ticks="each")
    event.refresh_from_db()
    said = archive(event)
    made = import_evening(json.loads(json.dumps(said)), timezone.now())
    assert (made.phones_wait, made.pad_ticks) == (True, "each")
    assert archive(made)["event"] == said["event"]
    text = json.dumps(said)
    guest = event.guests.order_by("badge")[0]
    assert [code in text for code in (table_code(event), guest_code(guest))] == [False, False]


@pytest.mark.parametrize(
    ("key", "value"), [("phones_wait", "yes"), ("pad_ticks", "never"), ("pad_ticks", 3)]
)
def test_nonsense_in_their_place_is_refused(key: str, value: object) -> None:
    said = archive(seated_event(5, games_per_round=1))
    said["event"][key] = value
    with pytest.raises(ArchiveError, match=key):
        import_evening(said, timezone.now())
