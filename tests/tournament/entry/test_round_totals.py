"""A card that bears only the total of a round: it counts, its guest's seat takes no hand, and it
can be taken back.
"""

import pytest

from scoring.counting.sheet import SeatEntry
from tests.tournament.evening import entry, save, seated_event, sign
from tournament.counting.board import compute
from tournament.counting.grid import cells
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import SheetRefusedError, record_sheet
from tournament.entry.acts_cards import record_round_total, take_back_round_total
from tournament.models import Event, RoundTotal
from tournament.refusal import Refused
from tournament.seating.acts import clear_published, close_round
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
CARD = (1, "P002")


def evening() -> Event:
    return seated_event(5, qualifying_rounds=1, games_per_round=2, cut_size=2)


def four(event: Event, game: int = 1) -> None:
    """The sheet of everybody but seat B."""
    entries = tuple(
        entry(seat, said) for seat, said in zip("ACDE", ("out", "3", "4", "5"), strict=True)
    )
    record_sheet(event, Submission(Place(1, 1, game), entries), sign())


def total(event: Event) -> int:
    found = compute(Event.objects.get(pk=event.pk)).standings
    return next((one.total for one in found if one.player == "P002"), -1)


def test_it_counts_in_the_standings_and_the_sheets_of_the_table_go_without_its_guest() -> None:
    event = evening()
    record_round_total(event, CARD, 45, sign(), reason="The card bears only a sum")
    four(event)
    with pytest.raises(SheetRefusedError, match="Nobody sits at seat B"):
        save(event, ("out", "2", "3", "4", "5"), (1, 1, 2))
    four(event, 2)
    standing = next(one for one in compute(event).standings if one.player == "P002")
    assert (standing.total, standing.bare_rounds, dict(standing.round_games)) == (45, (1,), {1: 2})
    assert next((cell.state, cell.words) for cell in cells(event)) == (
        "entered",
        "table 1, game 1, to check, 1 told by a round total",
    )
    close_round(event, 1, sign())
    assert list(faults(event)) == []


def test_a_table_told_by_totals_alone_wants_no_sheet() -> None:
    event = evening()
    for badge in range(1, 5):
        record_round_total(event, (1, f"P00{badge}"), badge, sign(), reason="Only sums")
    with pytest.raises(Refused, match="2 games have no sheet"):
        close_round(event, 1, sign())
    record_round_total(event, (1, "P005"), 9, sign(), reason="Only sums")
    assert [cell.state for cell in cells(event)] == ["total", "total"]
    assert [standing.total for standing in compute(event).standings] == [1, 2, 3, 4, 9]
    assert compute(event).progress.games_due == 0
    close_round(event, 1, sign())
    assert list(faults(event)) == []


def test_a_round_with_totals_on_record_stays_published() -> None:
    event = evening()
    record_round_total(event, CARD, 45, sign(), reason="Only a sum")
    with pytest.raises(Refused, match="totals of its own on record"):
        clear_published(event, 1, sign(), reason="Too early")
    assert event.rounds.count() == 1


def test_taken_back_before_any_sheet_all_is_as_it_was() -> None:
    event = evening()
    record_round_total(event, CARD, 45, sign(), reason="Only a sum")
    take_back_round_total(event, CARD, {}, sign(), reason="The games were on the back")
    assert total(event) == -1
    save(event, ("out", "2", "3", "4", "5"))
    assert total(event) == 2
    assert list(faults(event)) == []


def test_taken_back_it_asks_for_the_hands_of_the_sheets_saved_without_them() -> None:
    event = evening()
    record_round_total(event, CARD, 45, sign(), reason="Only a sum")
    four(event)
    with pytest.raises(Refused, match="game 1 at table 1 was saved without Guest 2"):
        take_back_round_total(event, CARD, {}, sign(), reason="The games were on the back")
    take_back_round_total(
        event, CARD, {1: SeatEntry("B", points=7)}, sign(), reason="The games were on the back"
    )
    assert total(event) == 7
    with pytest.raises(Refused, match="Game 1 of Guest 2 is on record"):
        record_round_total(event, CARD, 45, sign(), reason="Only a sum")
    assert list(faults(event)) == []


@pytest.mark.parametrize(
    ("card", "points", "reason", "said"),
    [
        (CARD, 45, "", "Say why"),
        (CARD, -1, "x", "whole number from 0"),
        (CARD, 10_000, "x", "whole number from 0"),
        ((2, "P002"), 4, "x", "no such round or guest"),
        ((1, "P099"), 4, "x", "no such round or guest"),
        ((1, "P001"), 4, "x", "recorded already"),
    ],
)
def test_what_no_card_bears_is_refused_and_changes_nothing(
    card: tuple[int, str], points: int, reason: str, said: str
) -> None:
    event = evening()
    record_round_total(event, (1, "P001"), 3, sign(), reason="Only a sum")
    with pytest.raises(Refused, match=said):
        record_round_total(event, card, points, sign(), reason=reason)
    with pytest.raises(Refused, match="No total of Guest 2"):
        take_back_round_total(event, CARD, {}, sign(), reason="x")
    assert (RoundTotal.objects.count(), event.ledger.filter(kind="round_total").count()) == (1, 1)


def test_a_repeated_request_records_once_and_a_changed_row_is_found() -> None:
    event = evening()
    for _ in range(2):
        record_round_total(event, CARD, 45, sign("one key"), reason="Only a sum")
    assert RoundTotal.objects.count() == 1
    RoundTotal.objects.update(points=44)
    assert len(list(faults(event))) == 1
