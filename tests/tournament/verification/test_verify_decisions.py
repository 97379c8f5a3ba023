"""What was decided beside the sheets and then changed behind the ledger is found, each kind by its
own sentence.
"""

from collections.abc import Callable

import pytest

from tests.tournament.ending import LEVEL, fresh, played_event
from tests.tournament.evening import official, save, seated_event, sign
from tournament.approvals.acts import Asked, ask
from tournament.counting.submission import Place
from tournament.entry.acts_unplayed import close_unplayed, declare_unplayed, take_back_unplayed
from tournament.event.acts import change_event, frozen_payload
from tournament.finals.acts_cards import record_cut_of_cards, take_back_cut_of_cards
from tournament.models import CutOfCards, Event, Game, Guest, Pending, Role, Round
from tournament.seating.acts_places import as_registered, withdraw
from tournament.site.access import Actor
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """An evening with one of everything that is decided beside the sheets, some
    of it taken back.
    """
    made = seated_event(10, games_per_round=3, cut_size=2)
    save(made, LEVEL)
    record_cut_of_cards(made, {"P002": "7H", "P003": "2C"}, sign())
    record_cut_of_cards(made, {"P002": "7H", "P004": "9C"}, sign())
    take_back_cut_of_cards(made, sign(), reason="The wrong guest cut")
    declare_unplayed(made, Place(1, 2, 1), sign(), reason="The table broke up")
    take_back_unplayed(made, Place(1, 2, 1), sign(), reason="They came back")
    close_unplayed(made, 1, sign(), reason="Dinner")
    withdraw(made, "P005", sign(), reason="The last train")
    withdraw(made, "P006", sign(), reason="The last train")
    as_registered(made, "P006", sign(), reason="They stay")
    change_event(
        made,
        {"cut_size": 3, "games_of_round_2": 2, "date": "2027-02-12"},
        sign(),
        reason="A short evening",
    )
    head = official(made, Role.HEAD_UMPIRE)
    payload = frozen_payload(fresh(made), {"absent_policy": "unranked"})
    ask(made, Asked("settings", "Set wrongly", payload), sign(actor=Actor("Head", head.pk)))
    return fresh(made)


def test_an_evening_that_nobody_tampered_with_has_no_fault(event: Event) -> None:
    assert list(faults(event)) == []
    assert list(faults(played_event())) == []


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (
            lambda: CutOfCards.objects.filter(guest__ref="P002").update(rank=1),
            "The cut of cards of record entry",
        ),
        (
            lambda: CutOfCards.objects.filter(guest__ref="P003").update(card="KC"),
            "The cut of cards of record entry",
        ),
        (lambda: CutOfCards.objects.all().delete(), "The cut of cards of record entry"),
        (
            lambda: Game.objects.filter(number=3, table__number=1).update(not_played=False),
            "is not kept as not played",
        ),
        (
            lambda: Game.objects.filter(table__round__number=2, number=1).update(not_played=True),
            "is kept as not played",
        ),
        (
            lambda: Guest.objects.filter(ref="P005").update(status="registered"),
            "P005 is listed as registered",
        ),
        (
            lambda: Guest.objects.filter(ref="P006").update(status="withdrawn"),
            "P006 is listed as withdrawn",
        ),
        (lambda: Event.objects.update(cut_size=4), "The cut size of the evening is not"),
        (lambda: Event.objects.update(date="2027-02-13"), "The date of the evening is not"),
        (
            lambda: Round.objects.filter(number=2).update(games=3),
            "The games of round 2 of the evening is not",
        ),
        (
            lambda: Pending.objects.update(payload={"before": {}, "after": {}}),
            "is not what waits for its second",
        ),
        (lambda: Pending.objects.update(asked_by="Somebody"), "is not what waits for its second"),
    ],
)
def test_each_row_changed_behind_the_ledger_is_named(
    event: Event, tamper: Callable[[], object], said: str
) -> None:
    tamper()
    assert any(said in fault for fault in faults(fresh(event))), list(faults(fresh(event)))
