"""Who deals each game of a table, from round to round as its game has it."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournament.evening import NOW, seated_event, sign
from tournament.counting.dealers import dealers
from tournament.counting.submission import Place
from tournament.entry.acts_dealer import name_dealer
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import take_back
from tournament.models import Event, Game, Press
from tournament.refusal import Refused
from tournament.seating.acts_seats import leave
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def letters(event: Event, number: int, table: int = 1) -> str:
    """The dealers of a table in the order of its games."""
    return "".join(dealers(event, table).get((number, table), {}).values())


def test_nobody_is_known_to_deal_until_somebody_says_so(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event = seated_event(10, games_per_round=5)
    with django_assert_num_queries(1):
        assert dealers(event) == {}
    name_dealer(event, Place(1, 2, 2), "E", sign())
    assert letters(event, 1, 2) == "DEABC"
    assert dealers(event) == {(1, 2): dict(enumerate("DEABC", 1))}
    name_dealer(event, Place(1, 2, 4), "A", sign())
    assert letters(event, 1, 2) == "DEAAB"
    name_dealer(event, Place(1, 2, 1), "C", sign())
    assert letters(event, 1, 2) == "CDEAB"
    name_dealer(event, Place(1, 2, 1), "", sign())
    assert dealers(event) == {}
    assert list(faults(event)) == []


def test_swedish_pursuit_cuts_each_round_and_ottawa_goes_on_where_the_same_people_sit() -> None:
    cut, goes_on = seated_event(5), seated_event(5, game="ottawa", format="ottawa")
    moved = seated_event(10, game="ottawa", format="ottawa")
    for event in (cut, goes_on, moved):
        name_dealer(event, Place(1, 1, 1), "B", sign())
    assert letters(cut, 1) == "BCDEA"
    assert letters(cut, 2) == ""
    first, second = letters(goes_on, 1), letters(goes_on, 2)
    assert (first + second).startswith("BCDEABCDEABC"[: len(first + second)])
    one, two = moved.rounds.get(number=2).seats.filter(letter="A").order_by("table__number")
    one.guest, two.guest = two.guest, one.guest
    two.delete()
    one.save()
    assert letters(moved, 2) == ""


def test_whoever_left_is_passed_over() -> None:
    event = seated_event(5)
    name_dealer(event, Place(1, 1, 1), "A", sign())
    leave(event, "P003", (1, 3), sign(), reason="Called home")
    assert letters(event, 1) == "ABDEA"


@pytest.mark.parametrize(
    ("place", "seat", "sentence"),
    [
        (Place(1, 1, 9), "A", "Round 1, table 1, game 9 is not being played"),
        (Place(1, 1, 10**30), "A", "is not being played"),
        (Place(1, 1, 1), "F", "Nobody sits at seat F of table 1 in that game."),
    ],
)
def test_a_dealer_sits_at_the_table_of_a_game_that_there_is(
    place: Place, seat: str, sentence: str
) -> None:
    event = seated_event(5)
    with pytest.raises(Refused, match=sentence):
        name_dealer(event, place, seat, sign())
    assert not event.ledger.filter(kind="dealer").exists()


def test_its_press_is_taken_back_and_done_once() -> None:
    event = seated_event(5)
    name_dealer(event, Place(1, 1, 1), "A", sign())
    name_dealer(event, Place(1, 1, 3), "E", sign())
    signature = sign()
    with pressing(Press(key="dealer press", at=NOW)) as pressed:
        number = name_dealer(event, Place(1, 1, 2), "D", signature)
        assert name_dealer(event, Place(1, 1, 2), "D", signature) == number
    assert letters(event, 1) == "ADEAB"
    with pressing(Press(key="take it back", at=NOW)):
        take_back(event, pressed.press, sign())
    assert letters(event, 1) == "ABEAB"
    assert list(faults(event)) == []


def test_a_row_that_no_entry_made_so_is_found() -> None:
    event = seated_event(5)
    name_dealer(event, Place(1, 1, 1), "A", sign())
    assert list(faults(event)) == []
    Game.objects.filter(event=event, number=1).update(dealer="B")
    found = list(faults(event))
    assert found == ["Game 1 at table 1 of round 1 is not kept as dealt by whom the record says."]
