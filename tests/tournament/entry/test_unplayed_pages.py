"""The desk declares from the page of a game that it will not be played, and
takes that back there.
"""

import pytest

from tests.tournament.ending import signed_in
from tests.tournament.evening import seated_event
from tournament.home.phase import evening
from tournament.models import Game, Role

pytestmark = pytest.mark.django_db


def test_the_desk_declares_and_takes_back_and_the_umpire_is_offered_neither() -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=1)
    desk, umpire = signed_in(event, Role.HEAD_UMPIRE), signed_in(event, Role.UMPIRE)
    where = f"/e/{event.slug}/sheets/1/1/1/"
    offers = [
        client.get(where).content.decode().count("Declare it not played")
        for client in (desk, umpire)
    ]
    assert offers == [1, 0]
    told = desk.post(
        f"{where}unplayed/", {"key": "a", "reason": "Too late"}, follow=True
    ).content.decode()
    assert "Table 1, game 1 will not be played." in told
    assert (
        told.count('name="take_back"'),
        umpire.get(where).content.decode().count('name="take_back"'),
    ) == (1, 0)
    assert evening(event).grids[0].cells[0].state == "unplayed"
    history = desk.get(f"{where}history/").content.decode()
    assert ("Declared not played" in history, "Too late" in history) == (True, True)
    desk.post(f"{where}unplayed/", {"key": "b", "reason": "After all", "take_back": "1"})
    assert evening(event).grids[0].cells[0].state == "missing"


@pytest.mark.parametrize("reason", ["", " ", "x" * 301])
def test_without_a_good_reason_nothing_changes(reason: str) -> None:
    event = seated_event(5)
    where = f"/e/{event.slug}/sheets/1/1/1/unplayed/"
    told = (
        signed_in(event).post(where, {"key": "a", "reason": reason}, follow=True).content.decode()
    )
    assert ("Say why" in told, Game.objects.filter(not_played=True).exists()) == (
        True,
        False,
    )
