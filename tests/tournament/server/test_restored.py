"""After a copy was put back: it stands in the ledger, and officials see which
games have no sheet.
"""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.tournament.ending import signed_in
from tests.tournament.evening import NOW, save, seated_event, sign
from tournament.models import Event, LedgerEntry
from tournament.server.recovery import note_restored, restored, taken_back
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two tables and three games; two of the six sheets are in."""
    made = seated_event(10, qualifying_rounds=1, games_per_round=3)
    save(made, ("out", "2", "3", "4", "5"), (1, 1, 1))
    save(made, ("out", "2", "3", "4", "5"), (1, 2, 3))
    return made


def test_a_copy_put_back_is_written_down_and_its_games_without_a_sheet_are_listed(
    event: Event,
) -> None:
    last = LedgerEntry.objects.latest("number").number
    note_restored(event, NOW, "a-copy.sqlite3", sign(at=NOW + timedelta(minutes=5)))
    found = restored(event)
    assert found is not None
    assert (found.copied_at, found.entry, found.games) == (NOW, last, 4)
    assert [(table.label, table.games) for table in found.tables] == [("1", (2, 3)), ("2", (1, 2))]
    assert list(faults(event)) == []


def test_the_home_leads_to_the_list_until_every_game_has_its_sheet(event: Event) -> None:
    client, page = signed_in(event), reverse("to_key_again", args=[event.slug])
    home = reverse("evening", args=[event.slug])
    assert (client.get(page).status_code, page in client.get(home).content.decode()) == (404, False)
    note_restored(event, NOW, "a-copy.sqlite3", sign())
    assert page in client.get(home).content.decode()
    shown = client.get(page).content.decode()
    assert (
        "4 games without a sheet" in shown,
        reverse("sheet", args=[event.slug, 1, 2, 1]) in shown,
    ) == (True, True)
    for place in ((1, 1, 2), (1, 1, 3), (1, 2, 1), (1, 2, 2)):
        save(event, ("out", "2", "3", "4", "5"), place)
    assert page not in client.get(home).content.decode()
    assert "Every game has a sheet" in client.get(page).content.decode()


def test_only_evenings_of_the_day_of_the_copy_are_concerned(event: Event) -> None:
    assert taken_back(NOW) == [event]
    assert taken_back(NOW + timedelta(days=2)) == []
