"""Each kind of row the desk keeps is compared with its ledger entries: a changed one is named."""

from collections.abc import Callable

import pytest

from tests.tournament.evening import save, seated_event, sign
from tournament.counting.submission import Place
from tournament.entry.acts_cards import Said, record_answer, record_round_total
from tournament.entry.acts_corrections import move_sheet
from tournament.entry.acts_desk import record_card_totals
from tournament.entry.wrong_place import SheetMove
from tournament.models import Answer, CardTotal, Event, RoundTotal, Sheet
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def evening() -> Event:
    """One row of each kind."""
    event = seated_event(10, qualifying_rounds=1, games_per_round=2)
    save(event, ("out", "=38", "3", "4", "5"))
    record_card_totals(event, 1, {"P002": 38}, sign())
    record_answer(event, Said(Place(1, 1, 1), "P002", eights=1), sign())
    record_round_total(event, (1, "P007"), 45, sign(), reason="Only a sum")
    save(event, ("2", "out", "3", "4", "5"), (1, 1, 2))
    return event


def gone(event: Event) -> None:
    """A sheet taken out of the count that no act moved."""
    Sheet.objects.filter(event=event, game__number=2).update(
        accepted=False, moved_by=event.ledger.first()
    )


CHANGES: dict[str, Callable[[Event], object]] = {
    "card": lambda event: CardTotal.objects.filter(event=event).update(points=39),
    "answer": lambda event: Answer.objects.filter(event=event).update(eights=0),
    "round total": lambda event: RoundTotal.objects.filter(event=event).delete(),
    "sheet moved away": gone,
}


@pytest.mark.parametrize("kind", CHANGES)
def test_a_changed_row_is_named(kind: str) -> None:
    event = evening()
    assert list(faults(event)) == []
    CHANGES[kind](event)
    told = list(faults(event))
    assert len(told) == 1
    assert told[0].startswith(f"The {kind} of record entry ")


def test_a_moved_sheet_counted_again_is_named() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=2)
    save(event, ("out", "2", "3", "4", "5"))
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 1, 2)), sign(), reason="It was game 2")
    assert list(faults(event)) == []
    Sheet.objects.filter(moved_by__isnull=False).update(moved_by=None)
    assert len(list(faults(event))) == 2
