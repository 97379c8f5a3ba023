"""Seating the play-off from the sealed cut, and taking the seating back."""

import pytest

from tests.tournament.ending import fresh, playoff_event, sealed_event, seat_after_reading
from tests.tournament.evening import save, seated_event, sheet, sign
from tournament.counting.board import board
from tournament.entry.acts import correct_sheet
from tournament.finals.acts import break_seal, seal_cut
from tournament.finals.acts_playoff import unseat_playoff
from tournament.models import Event, Game, Round, Seat, Stage, Table
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db


def seats(event: Event) -> list[tuple[int, str, str]]:
    """Table, seat and ref of everybody in the play-off."""
    rows = Seat.objects.filter(event=event, round__stage=Stage.PLAYOFF).order_by(
        "table__number", "letter"
    )
    return list(rows.values_list("table__number", "letter", "guest__ref"))


def test_one_act_seats_those_who_are_through_and_opens_their_tables() -> None:
    event = sealed_event()
    laid = seat_after_reading(event, sign())
    assert (laid.number, laid.stage, laid.state) == (2, Stage.PLAYOFF, RoundState.PUBLISHED)
    assert seats(event) == [(1, "A", "P001"), (1, "B", "P002"), (1, "C", "P003")]
    assert Game.objects.filter(table__round=laid).count() == event.playoff_games
    assert save(event, ("out", "5", "8"), (2, 1, 1)).version == 1


def test_two_tables_are_seeded_as_a_snake() -> None:
    event = sealed_event(cut_size=4, playoff_tables=2)
    seat_after_reading(event, sign())
    assert seats(event) == [(1, "A", "P001"), (1, "B", "P004"), (2, "A", "P002"), (2, "B", "P003")]


def test_a_large_table_gets_the_packs_its_deal_needs() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=1, cut_size=10, playoff_tables=1)
    for table in (1, 2):
        save(event, ("out", f"={table}", "=10", "=20", f"={30 + table}"), (1, table, 1))
    event = _sealed(event)
    seat_after_reading(event, sign())
    packs = Table.objects.get(event=event, round__stage=Stage.PLAYOFF).packs
    assert packs == 2


def _sealed(event: Event) -> Event:
    close_round(event, 1, sign())
    seal_cut(event, sign())
    return fresh(event)


def test_no_play_off_is_seated_from_an_open_cut() -> None:
    event = sealed_event()
    break_seal(event, sign(), reason="Misread")
    with pytest.raises(Refused, match="“Seal the cut” comes first"):
        seat_after_reading(event, sign())
    assert not Round.objects.filter(stage=Stage.PLAYOFF).exists()


def test_no_play_off_is_seated_from_a_seal_that_the_results_left_behind() -> None:
    event = sealed_event()
    corrected = sheet(
        ("=50", "5", "=5", "=20", "out"), seen=1, reason="Misread", witness="Walter Witness"
    )
    correct_sheet(event, corrected, sign(), at_desk=True)
    with pytest.raises(Refused, match="changed since the sealing"):
        seat_after_reading(event, sign())


def test_an_event_without_a_play_off_seats_none() -> None:
    event = sealed_event(has_playoff=False)
    with pytest.raises(Refused, match="has no play-off"):
        seat_after_reading(event, sign())


def test_a_declared_number_of_tables_gives_way_where_too_few_are_through() -> None:
    event = sealed_event(playoff_tables=2)
    with pytest.raises(Refused, match="choose 1 to 1 tables"):
        seat_after_reading(event, sign(), tables=2)
    seat_after_reading(event, sign())
    assert len(seats(event)) == 3


def test_a_second_seating_is_refused() -> None:
    event = playoff_event()
    with pytest.raises(Refused, match="seated already"):
        seat_after_reading(event, sign())
    assert len(seats(event)) == 3


def test_the_seating_is_taken_back_while_no_sheet_is_in() -> None:
    event = playoff_event()
    with pytest.raises(Refused, match="Say why"):
        unseat_playoff(event, sign(), reason=" ")
    unseat_playoff(event, sign(), reason="One of them went home")
    assert seats(event) == []
    assert seat_after_reading(event, sign()).state == RoundState.PUBLISHED


def test_the_seating_stays_once_a_sheet_is_in() -> None:
    event = playoff_event()
    save(event, ("out", "5", "8"), (2, 1, 1))
    with pytest.raises(Refused, match="has sheets already"):
        unseat_playoff(event, sign(), reason="One of them went home")
    assert len(seats(event)) == 3


def test_what_is_not_seated_cannot_be_taken_back() -> None:
    with pytest.raises(Refused, match="not seated"):
        unseat_playoff(sealed_event(), sign(), reason="None")


def test_the_play_off_starts_from_zero_or_from_the_totals_as_declared() -> None:
    totals = {}
    for carries in (False, True):
        event = playoff_event(playoff_carries=carries, slug=f"carries-{carries}".lower())
        save(event, ("=1", "out", "=2"), (2, 1, 1))
        totals[carries] = {
            standing.player: standing.total for standing in board(fresh(event)).playoff
        }
    assert totals == {
        False: {"P002": 0, "P001": 1, "P003": 2},
        True: {"P001": 1, "P002": 5, "P003": 7},
    }
