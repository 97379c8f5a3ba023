"""What verify finds of rulings and adjustments: every tampering is named, and nothing where nothing
is wrong.
"""

from collections.abc import Callable

import pytest
from django.db import connection

from tests.tournament.ending import played_event
from tests.tournament.evening import entry, save, sign
from tests.tournament.rulings.rulings import LAST_CARD, QUEEN
from tournament.counting.consequences import Change
from tournament.counting.rulings import Where
from tournament.counting.submission import Place
from tournament.models import (
    Adjustment,
    AdjustmentKind,
    Cancellation,
    Decision,
    Event,
    Game,
    Ruling,
    Sheet,
)
from tournament.rulings.acts import accept, make_ruling, overrule
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment
from tournament.server import triggers
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
KIND = AdjustmentKind


@pytest.fixture
def event() -> Event:
    """Two rulings, decided, and an adjustment of every kind, one of them cancelled; the guards are
    off.
    """
    made = played_event(games_per_round=4)
    for game in (2, 3, 4):
        save(made, ("out", "5", "=5", "=20", "=40"), (1, 1, game))
    make_ruling(made, sign(), claim=QUEEN, place=Where(1, 1, 1))
    make_ruling(made, sign(), claim=LAST_CARD, place=Where(1, 1, 2))
    accept(made, 1, sign())
    overrule(made, 2, sign(), reason="Nobody had heard it", own={"act": "stands"})
    adjust(made, Change(KIND.POINTS, "Repeated", 1, "P003", 5, 1), sign())
    adjust(made, Change(KIND.VOID, "Mixed packs", 1, place=Place(1, 1, 2)), sign())
    adjust(made, Change(KIND.REPLAY, "Six cards dealt", 2, place=Place(1, 1, 3)), sign())
    adjust(
        made,
        Change(KIND.TALLY, "An 8", 2, "P002", place=Place(1, 1, 4), entry=entry("B", "8")),
        sign(),
    )
    cancel_adjustment(made, 4, sign(), reason="Misread")
    triggers.drop(connection)
    return made


def test_what_was_ruled_and_adjusted_through_the_acts_has_no_fault(event: Event) -> None:
    assert list(faults(event)) == []


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (
            lambda: Ruling.objects.filter(number=1).update(departs=True),
            "Ruling 1 is not what record entry",
        ),
        (
            lambda: Ruling.objects.filter(number=2).update(answer={}),
            "Ruling 2 is not what record entry",
        ),
        (
            lambda: Decision.objects.filter(kind="overruled").update(parts={}),
            "What was said of Ruling 2 is not what",
        ),
        (lambda: Decision.objects.filter(kind="accepted").delete(), "has lost its accept ruling"),
        (
            lambda: Adjustment.objects.filter(kind="points").update(points=50),
            "Adjustment 1 is not what record entry",
        ),
        (lambda: Cancellation.objects.all().delete(), "has lost its cancel adjustment"),
        (
            lambda: Game.objects.filter(number=2).update(void=False),
            "no longer void, though a ruling made it so",
        ),
        (lambda: Game.objects.filter(number=1).update(void=True), "is void without a ruling"),
        (
            lambda: Sheet.objects.filter(game__number=3).update(accepted=True),
            "set aside counts again",
        ),
    ],
)
def test_a_tampered_row_is_named(event: Event, tamper: Callable[[], object], said: str) -> None:
    tamper()
    assert any(said in fault for fault in faults(event))
