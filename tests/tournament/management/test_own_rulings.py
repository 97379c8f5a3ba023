"""Rulings and adjustments go out with the archive of an evening and come in again as they were."""

from copy import deepcopy
from typing import Any

import pytest

from tests.tournament.ending import fresh, played_event
from tests.tournament.evening import NOW, entry, save, sign
from tests.tournament.rulings.rulings import LAST_CARD, QUEEN
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.shape import ArchiveError
from tournament.counting.board import compute
from tournament.counting.consequences import Change
from tournament.counting.rulings import Where, outstanding
from tournament.counting.submission import Place
from tournament.models import AdjustmentKind, Event, Game, Sheet
from tournament.rulings.acts import accept, explain, make_ruling, overrule
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
KIND = AdjustmentKind
PLAYED = ("out", "5", "=5", "=20", "=40")


@pytest.fixture
def event() -> Event:
    """Five games: points, one void, one played again, one still awaited, a tally corrected and
    taken back.
    """
    made = played_event(games_per_round=5)
    for game in (2, 3, 4, 5):
        save(made, PLAYED, (1, 1, game))
    make_ruling(made, sign(), claim=QUEEN, place=Where(1, 1, 1, NOW))
    make_ruling(made, sign(), claim=LAST_CARD)
    overrule(made, 1, sign(), reason="All had agreed", own={"act": "stands"})
    make_ruling(made, sign(), claim=QUEEN, place=Where(1, 1, 2), refers_to=1)
    accept(made, 2, sign())
    explain(made, 3, sign(), reason="Here nobody had agreed")
    adjust(made, Change(KIND.POINTS, "Repeated", 1, "P003", -5), sign())
    adjust(made, Change(KIND.VOID, "Mixed packs", 1, place=Place(1, 1, 2)), sign())
    adjust(made, Change(KIND.REPLAY, "Six cards dealt", 2, place=Place(1, 1, 3)), sign())
    save(made, ("out", "6", "7", "=20", "=40"), (1, 1, 3))
    adjust(made, Change(KIND.REPLAY, "Six cards dealt again", 2, place=Place(1, 1, 4)), sign())
    adjust(
        made,
        Change(KIND.TALLY, "An 8", 2, "P002", place=Place(1, 1, 5), entry=entry("B", "8")),
        sign(),
    )
    cancel_adjustment(made, 5, sign(), reason="Misread")
    return made


def test_an_evening_with_rulings_comes_back_equal_and_without_a_fault(event: Event) -> None:
    document = archive(fresh(event))
    made = fresh(import_evening(deepcopy(document), NOW))
    assert archive(made) == document
    assert list(faults(made)) == []
    assert [standing.total for standing in compute(made).standings] == [
        standing.total for standing in compute(fresh(event)).standings
    ]
    assert list(outstanding(made)) == []
    assert [game.number for game in Game.objects.filter(event=made, void=True)] == [2]
    assert not Sheet.objects.filter(event=made, game__number=4, accepted=True).exists()


def test_an_evening_without_rulings_has_no_such_keys() -> None:
    assert {"rulings", "adjustments"} & archive(played_event()).keys() == set()


@pytest.mark.parametrize(
    ("key", "index", "change", "said"),
    [
        ("rulings", 0, {"number": 4}, "rulings are numbered in their order"),
        ("rulings", 0, {"answer": {}}, "this is no ruling"),
        ("rulings", 0, {"table": 9}, "There is no table 9"),
        (
            "rulings",
            0,
            {"decisions": [{"kind": "sung", "after": 1}]},
            "one of accepted, overruled, explained",
        ),
        ("adjustments", 0, {"points": 0}, "not 0"),
        ("adjustments", 0, {"player": "P999"}, "no such player"),
        ("adjustments", 0, {"ruling": 9}, "no such ruling"),
        ("adjustments", 1, {"game": 9}, "no such game"),
        ("adjustments", 2, {"before": 9}, "saved before, with other tallies"),
        ("adjustments", 4, {"before": 9}, "no such version"),
        ("adjustments", 0, {"kind": "gift"}, "one of points, void, replay, tally"),
        ("adjustments", 4, {"cancelled": {"reason": " "}}, "a reason is needed"),
    ],
)
def test_what_cannot_be_is_named_and_nothing_is_taken_in(
    event: Event, key: str, index: int, change: dict[str, Any], said: str
) -> None:
    document = archive(fresh(event))
    document[key][index] |= change
    with pytest.raises(ArchiveError, match=said):
        import_evening(document, NOW)
    assert Event.objects.count() == 1
