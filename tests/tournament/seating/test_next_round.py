"""Round 2 after the break: drawn from those who are there, nobody meets again, and taken back
whole.
"""

import pytest

from tests.tournament.evening import add_guests, new_event, save, sign
from tests.tournament.hall import FULL, seats
from tournament.counting.board import compute
from tournament.counting.seats import hall
from tournament.models import Event, Guest
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.seating.acts_door import check_in
from tournament.seating.acts_draw import (
    Further,
    drawn_further,
    number_to_draw,
    open_further,
    take_further_back,
)
from tournament.seating.acts_tables import open_table
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def after_round_1(tables: int = 5) -> Event:
    """An evening whose first round is played at tables opened one by one; two more guests came
    late.
    """
    event = new_event(games_per_round=1)
    refs = [guest.ref for guest in add_guests(event, 5 * tables + 2)]
    for ref in refs:
        check_in(event, ref, sign())
    for table in range(tables):
        open_table(event, refs[5 * table : 5 * table + 5], sign())
        save(event, FULL, (1, table + 1, 1))
    close_round(event, 1, sign())
    return event


def statuses(event: Event) -> list[tuple[int, str]]:
    rows = Guest.objects.filter(event=event).exclude(status="registered").order_by("badge")
    return list(rows.values_list("badge", "status"))


def test_those_present_are_seated_anew_and_nobody_meets_again() -> None:
    event = after_round_1()
    before = seats(event)
    gone = ("P004", "P009")
    drawn = drawn_further(hall(event), 2, 7, gone)
    open_further(event, drawn, sign("once"))
    open_further(event, drawn, sign("once"))
    tables = [
        {badge for _, at, _, badge, *_ in seats(event) if at == table} for table in range(1, 6)
    ]
    found = hall(event)
    for row in found.seating.rounds[1]:
        met = [len(set(row) & set(earlier)) for earlier in found.seating.rounds[0]]
        assert max(met) <= 1
    assert len(tables) == 5
    assert statuses(event) == [(4, "withdrawn"), (9, "withdrawn"), (26, "late"), (27, "late")]
    save(event, FULL, (2, 1, 1))
    standing = {one.player: one.ranked for one in compute(event).standings}
    assert (standing["P026"], standing["P004"], list(faults(event))) == (False, False, [])
    assert len(before) == 25


def test_a_round_drawn_too_early_is_taken_back_whole() -> None:
    event = after_round_1()
    before = seats(event)
    open_further(event, drawn_further(hall(event), 2, 7, ("P004",)), sign())
    take_further_back(event, 2, sign("back"), reason="Dinner is not over")
    take_further_back(event, 2, sign("back"), reason="Dinner is not over")
    assert (seats(event), statuses(event), number_to_draw(event)) == (before, [], 2)
    with pytest.raises(Refused, match="Round 2 was not drawn after a break"):
        take_further_back(event, 2, sign(), reason="Again")


def test_what_cannot_be_drawn_is_refused() -> None:
    event = after_round_1()
    with pytest.raises(Refused, match="7 guests cannot sit at tables of 4 to 6"):
        drawn_further(hall(event), 2, 7, [f"P{badge:03}" for badge in range(1, 21)])
    drawn = drawn_further(hall(event), 2, 7)
    check_in(
        event, Guest.objects.create(event=event, badge=90, ref="P090", name="Late Lou").ref, sign()
    )
    with pytest.raises(Refused, match="The list of guests changed while the draw was made"):
        open_further(event, drawn, sign())
    with pytest.raises(Refused, match="Round 3 cannot be drawn now"):
        open_further(event, Further(3, drawn.tables, 7), sign())
    open_further(event, drawn_further(hall(event), 2, 7), sign())
    assert number_to_draw(event) is None
    save(event, FULL, (2, 2, 1))
    with pytest.raises(Refused, match="Round 2 has sheets already"):
        take_further_back(event, 2, sign(), reason="Too late")
