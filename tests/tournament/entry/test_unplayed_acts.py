"""A game that will not be played: declared with a reason, taken back, and counted as the event
declared.
"""

import json
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.tournament.evening import NOW, save, seated_event, sign
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.board import compute
from tournament.counting.submission import Place
from tournament.entry.acts import SheetRefusedError
from tournament.entry.acts_unplayed import declare_unplayed, take_back_unplayed
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import take_back
from tournament.models import Event, Game, Press
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
SAID = ("out", "2", "3", "4", "5")
SECOND = Place(1, 2, 1)


def half_played() -> Event:
    """Two tables with one game each, the second table's not in."""
    event = seated_event(10, qualifying_rounds=1, games_per_round=1)
    save(event, SAID)
    return event


def test_a_round_is_closed_without_the_game_and_open_to_it_again_when_it_is_taken_back() -> None:
    event = half_played()
    with pytest.raises(Refused, match="table 2 game 1"):
        close_round(event, 1, sign())
    declare_unplayed(event, SECOND, sign(), reason="The table broke up")
    with pytest.raises(SheetRefusedError, match="declared not played"):
        save(event, SAID, (1, 2, 1))
    take_back_unplayed(event, SECOND, sign(), reason="They play it after all")
    save(event, SAID, (1, 2, 1))
    close_round(event, 1, sign())
    told = event.ledger.filter(kind__in=("not_played", "play_after_all")).values_list(
        "kind", "reason"
    )
    assert list(told) == [
        ("not_played", "The table broke up"),
        ("play_after_all", "They play it after all"),
    ]
    assert list(faults(event)) == []


def test_a_game_whose_sheet_was_taken_back_is_declared_too_and_goes_out_and_comes_in() -> None:
    event = half_played()
    with pressing(Press(key="saved", at=NOW)) as saving:
        save(event, SAID, (1, 2, 1))
    with pytest.raises(Refused, match="A sheet is in for this game"):
        declare_unplayed(event, SECOND, sign(), reason="The table broke up")
    with pressing(Press(key="taken back", at=NOW)):
        take_back(event, saving.press, sign())
    declare_unplayed(event, SECOND, sign(), reason="The table broke up")
    close_round(event, 1, sign())
    assert list(faults(event)) == []
    sent = json.loads(json.dumps(archive(Event.objects.get(pk=event.pk))))
    Event.objects.filter(pk=event.pk).update(uid=uuid4(), date="2020-01-01")
    made = import_evening(sent, timezone.now())
    assert (json.loads(json.dumps(archive(made))), list(faults(made))) == (sent, [])


def test_it_is_void_everywhere_where_the_event_declared_so() -> None:
    event = half_played()
    before = {standing.player: standing.total for standing in compute(event).standings}
    declare_unplayed(event, SECOND, sign(), reason="The table broke up")
    close_round(event, 1, sign())
    after = {
        standing.player: standing.total
        for standing in compute(Event.objects.get(pk=event.pk)).standings
    }
    assert (before["P005"], after["P005"]) == (5, 0)


def test_a_repeated_request_declares_once() -> None:
    event = half_played()
    for _ in range(2):
        declare_unplayed(event, SECOND, sign("one key"), reason="The table broke up")
    assert event.ledger.filter(kind="not_played").count() == 1


@pytest.mark.parametrize(
    ("place", "reason", "said"),
    [
        (Place(1, 1, 1), "Late", "A sheet is in"),
        (SECOND, "  ", "Say why"),
        (Place(1, 9, 1), "Late", "There is no"),
    ],
)
def test_what_cannot_be_declared_is_refused_and_changes_nothing(
    place: Place, reason: str, said: str
) -> None:
    event = half_played()
    with pytest.raises(Refused, match=said):
        declare_unplayed(event, place, sign(), reason=reason)
    with pytest.raises(Refused, match="was not declared"):
        take_back_unplayed(event, SECOND, sign(), reason="Never mind")
    assert (Game.objects.filter(not_played=True).count(), event.ledger.count()) == (0, 2)


def test_a_closed_round_is_left_as_it_is() -> None:
    event = half_played()
    declare_unplayed(event, SECOND, sign(), reason="The table broke up")
    close_round(event, 1, sign())
    with pytest.raises(Refused, match="Round 1 is closed"):
        take_back_unplayed(event, SECOND, sign(), reason="After all")
