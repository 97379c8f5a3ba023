"""Somebody sits in for a guest who goes home, and the seats go back."""

import pytest

from tests.tournament.evening import save, seated_event, sign
from tests.tournament.hall import FULL, late_lou, overlaps, seats, undo_seats
from tournament.models import Guest
from tournament.refusal import Refused
from tournament.seating.acts_seats import substitute
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
WANTED = ("P003", "P011"), (1, 2)


def statuses() -> list[str]:
    return list(
        Guest.objects.filter(ref__in=("P003", "P011"))
        .order_by("ref")
        .values_list("status", flat=True)
    )


def test_the_substitute_has_the_very_seats_from_that_game_on_and_gives_them_back() -> None:
    event = seated_event(10)
    late_lou(event)
    before = seats(event)
    save(event, FULL)
    substitute(event, *WANTED, sign("once"), reason="The last train")
    substitute(event, *WANTED, sign("once"), reason="The last train")
    assert [row for row in seats(event) if row[3] in (3, 11)] == [
        (1, 1, "C", 3, 1, 1),
        (1, 1, "C", 11, 2, None),
        (2, 1, "C", 11, 1, None),
    ]
    assert (statuses(), overlaps(event), list(faults(event))) == (["withdrawn", "late"], [], [])
    undo_seats(event, "P003", sign("back"), reason="A mistake")
    undo_seats(event, "P003", sign("back"), reason="A mistake")
    assert (seats(event), statuses(), list(faults(event))) == (
        before,
        ["registered", "registered"],
        [],
    )
    with pytest.raises(Refused, match="no such change of seats"):
        undo_seats(event, "P003", sign(), reason="Again")


def test_from_the_first_game_on_the_substitute_is_not_late() -> None:
    event = seated_event(10)
    late_lou(event)
    substitute(event, ("P003", "P011"), (1, 1), sign(), reason="Ill")
    assert statuses() == ["withdrawn", "registered"]


@pytest.mark.parametrize(
    ("refs", "since", "sentence"),
    [
        (("P003", "P004"), (1, 2), "Guest 4 sits in round 1 already"),
        (("P011", "P003"), (1, 2), "Late Lou has no seat from then on"),
        (
            ("P003", "P011"),
            (1, 1),
            "The sheet of game 1 at table 1 of round 1 has Guest 3 on it",
        ),
        (("P003", "P011"), (7, 1), "Round 7 is not drawn"),
        (("P003", "P099"), (1, 2), "There is no guest P099"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    refs: tuple[str, str], since: tuple[int, int], sentence: str
) -> None:
    event = seated_event(10)
    late_lou(event)
    save(event, FULL)
    before = seats(event)
    with pytest.raises(Refused, match=sentence):
        substitute(event, refs, since, sign(), reason="The last train")
    assert (seats(event), statuses()) == (before, ["registered", "registered"])


def test_the_seats_do_not_go_back_once_the_substitute_has_played() -> None:
    event = seated_event(10)
    late_lou(event)
    save(event, FULL)
    substitute(event, *WANTED, sign(), reason="The last train")
    save(event, FULL, (1, 1, 2))
    with pytest.raises(
        Refused, match="The sheet of game 2 at table 1 of round 1 has Late Lou on it"
    ):
        undo_seats(event, "P003", sign(), reason="A mistake")
    with pytest.raises(Refused, match="Say why"):
        undo_seats(event, "P003", sign(), reason=" ")
