"""What late guests missed counts as absent: nobody goes through by having played fewer games."""

import pytest

from scoring.counting.tally import Tally
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.hall import FULL, late_lou
from tournament.counting import scores
from tournament.counting.board import compute
from tournament.models import Event, Game
from tournament.seating.acts_seats import Spot, leave, seat_late

pytestmark = pytest.mark.django_db


def of(event: Event, ref: str) -> list[Tally]:
    """The tallies of a guest in order."""
    return sorted(
        (t for t in scores.tallies(event) if t.player == ref), key=lambda t: (t.round, t.game)
    )


def test_games_before_a_late_guest_count_as_the_worst_at_their_table() -> None:
    event = seated_event(10)
    late_lou(event)
    save(event, FULL)
    save(event, FULL, (1, 2, 1))
    seat_late(event, "P011", [Spot(1, 1, "F", 2)], sign(), reason="Train")
    save(event, (*FULL, "A"), (1, 1, 2))
    assert [(tally.game, tally.table, tally.state) for tally in of(event, "P011")] == [
        (1, 1, "absent"),
        (2, 1, "played"),
    ]
    lou = next(row for row in compute(event).standings if row.player == "P011")
    assert lou.total == 30 + 1


def test_whoever_missed_a_whole_round_is_listed_without_a_place() -> None:
    event = seated_event(10)
    late_lou(event)
    save(event, FULL)
    seat_late(event, "P011", [Spot(2, 1, "F")], sign(), reason="Train")
    save(event, (*FULL, "A"), (2, 1, 1))
    lou = next(row for row in compute(event).standings if row.player == "P011")
    assert (lou.place, lou.unranked_because) == (None, "absent games")


def test_a_game_not_yet_on_record_is_not_missed() -> None:
    event = seated_event(10)
    late_lou(event)
    seat_late(event, "P011", [Spot(1, 1, "F", 3)], sign(), reason="Train")
    assert of(event, "P011") == []
    save(event, FULL)
    assert [tally.game for tally in of(event, "P011")] == [1]


def test_a_game_not_played_concerns_only_those_who_had_a_seat_in_it() -> None:
    event = seated_event(10)
    late_lou(event)
    leave(event, "P003", (1, 3), sign(), reason="Unwell")
    seat_late(event, "P011", [Spot(1, 1, "C", 4)], sign(), reason="Takes the place")
    Game.objects.filter(table__round__number=1, table__number=1, number__in=(2, 3, 5)).update(
        not_played=True
    )
    by_game = {
        game: sorted(t.player for t in scores.tallies(event) if t.game == game)
        for game in (2, 3, 5)
    }
    others = ["P001", "P002", "P004", "P005"]
    assert by_game == {2: sorted([*others, "P003"]), 3: others, 5: sorted([*others, "P011"])}
