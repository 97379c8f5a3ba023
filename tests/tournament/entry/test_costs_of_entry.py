"""What a save asks of the database: ten questions at the desk and from a phone, whatever is in."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import official, save, seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tournament.ledger.signing import new_key
from tournament.models import Role, Sheet

pytestmark = pytest.mark.django_db
MOST = 10
FRAME = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
HANDS = ("out", "7", "3", "4", "5")


def asked(queries: CaptureQueriesContext) -> list[str]:
    """The questions put, without the bounds of transactions."""
    said = [str(query["sql"]) for query in queries.captured_queries]
    return [one for one in said if not one.startswith(FRAME)]


def test_a_sheet_typed_at_the_table_page_costs_ten_questions() -> None:
    event = seated_event(20)
    save(event, HANDS, (1, 2, 1))
    client = Client()
    client.force_login(official(event, Role.UMPIRE))
    typed = {f"hand_{seat}": said for seat, said in zip("ABCDE", HANDS, strict=True)}
    address = f"/e/{event.slug}/sheets/1/1/1/"
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(address, {**typed, "key": new_key(), "seen": 0, "checked": "on"})
    assert (answer.status_code, Sheet.objects.filter(event=event).count()) == (302, 2)
    assert len(asked(queries)) <= MOST, "\n".join(asked(queries))


def test_a_sheet_from_a_phone_costs_ten_questions() -> None:
    event = seated_event(20)
    codes_issued(event)
    phone = PhoneHeld(table_code(event))
    phone.state()
    with CaptureQueriesContext(connection) as queries:
        answer = phone.post("sheet", sheet_sent(HANDS))
    assert (answer.status_code, Sheet.objects.filter(event=event).count()) == (201, 1)
    assert len(asked(queries)) <= MOST, "\n".join(asked(queries))
