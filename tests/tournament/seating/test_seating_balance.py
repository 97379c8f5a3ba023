"""The page on what the seating means for each guest."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournament.ending import signed_in
from tests.tournament.evening import new_event, save, seated_event, sign
from tournament.counting.submission import Place
from tournament.entry.acts_dealer import name_dealer
from tournament.models import Event, Role

pytestmark = pytest.mark.django_db
FOUR, FIVE = ("P001", "P002", "P003", "P004"), ("P005", "P006", "P007", "P008", "P009")


def page(event: Event) -> str:
    """The page as an umpire reads it."""
    answer = signed_in(event, Role.UMPIRE).get(f"/e/{event.slug}/seating/balance/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_each_guest_has_numbers_and_what_cannot_be_even_is_said(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    event = seated_event(9, tables=(FOUR, FIVE), qualifying_rounds=1)
    client = signed_in(event, Role.UMPIRE)
    with django_assert_max_num_queries(15):
        shown = client.get(f"/e/{event.slug}/seating/balance/").content.decode()
    assert (
        "4 seats in all rounds are at tables smaller than five: the most any guest has is 1, and no"
        " seating" in shown
    )
    assert "4 seats do not divide by 9 guests, so equal shares are not possible." in shown
    assert (
        "At tables of four the deal does not come round to everybody equally often in a round."
        in shown
    )
    assert shown.count('class="row-picked"') == 4
    assert shown.count('class="num total">-4.0<') == 4
    assert shown.count('data-label="Deals">1 to 2<') == 4
    found = client.get(f"/e/{event.slug}/seating/balance/?sort=badge&q=GUEST 9")
    assert [row.record["badge"] for row in found.context["table"].paginated_rows] == [9]
    assert b'<input type="hidden" name="sort" value="badge">' in found.content


def test_the_certificate_has_the_most_rounds_at_a_small_table_beside_the_least_that_can_be_had() -> (
    None
):
    client = signed_in(event := seated_event(9, tables=(FOUR, FIVE)), Role.UMPIRE)
    shown = client.get(f"/e/{event.slug}/seating/1/").content.decode()
    assert "Most rounds at a small table" in shown
    assert "2, at least 1" in shown


def test_equal_tables_are_balanced() -> None:
    shown = page(seated_event(10, qualifying_rounds=1))
    assert "Every table has five: nobody gains or loses by the size of a table." in shown
    assert "are not possible" not in shown
    assert "On record" not in shown


def test_the_dealers_on_record_are_counted() -> None:
    event = seated_event(5, qualifying_rounds=1)
    for game in (1, 2, 3):
        save(event, ("out", "8", "3 4", "X X", f"={game}"), (1, 1, game))
    name_dealer(event, Place(1, 1, 2), "B", sign())
    name_dealer(event, Place(1, 1, 3), "A", sign())
    shown = page(event)
    assert shown.count('data-label="Dealt, on record">2<') == 1
    assert shown.count('data-label="Dealt, on record">1<') == 1
    assert shown.count('data-label="Dealt, on record">0<') == 3


@pytest.mark.parametrize(
    ("declared", "said", "worth"),
    [
        (
            "counting=places",
            "mean of a player in a game is 2.0 at a table of 3, 2.5 at a table of 4, 3.0 at",
            "-2.5",
        ),
        (
            "counting=spread",
            "the mean of a player is 60, and no size of table is the better one.",
            "0",
        ),
        (
            "counting=wins",
            "the wins of a player are 0.33 at a table of 3, 0.25 at a table of 4, 0.20 at",
            "0.2",
        ),
        ("counting=hand", "Measured in 20,000 simulated games for each size", None),
    ],
)
def test_every_way_of_counting_says_what_the_size_of_a_table_does(
    declared: str, said: str, worth: str | None
) -> None:
    event = seated_event(
        9,
        tables=(FOUR, FIVE),
        qualifying_rounds=1,
        format="switch",
        game="switch",
        choices=declared,
    )
    shown = page(event)
    assert said in shown
    assert ("No par is declared" in shown) == (worth is None)
    if worth is not None:
        assert shown.count(f'class="num total">{worth}<') == (9 if worth == "0" else 4)


def test_matches_are_seated_by_their_pairings_and_nobody_seated_is_said() -> None:
    event = new_event(format="pursuit", game="pursuit")
    answer = signed_in(event, Role.UMPIRE).get(f"/e/{event.slug}/seating/balance/")
    assert answer["Location"] == f"/e/{event.slug}/pairings/"
    assert "Nobody is seated yet" in page(new_event())
