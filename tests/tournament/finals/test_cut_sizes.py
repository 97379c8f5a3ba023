"""Qualifying rounds into a final, of any size and in either direction of scoring."""

from typing import Any

import pytest

from tests.tournament.ending import SMALL, closed_event, fresh
from tests.tournament.evening import save, seated_event, sign
from tournament.counting.board import board
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.models import Event, Seat, Stage
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.steps.acts import seat_playoff

pytestmark = pytest.mark.django_db
HIGHEST = {"game": "ottawa", "format": "ottawa"}
"""In Ottawa the one who goes out scores what the others hold, and the highest total leads."""
HANDS = {"lowest": ("out", "5", "=8", "=20", "=40"), "highest": ("out", "5", "8", "9", "K")}
BEST = {"lowest": ["P001", "P002", "P003", "P004", "P005"], "highest": ["P001"]}


def evening(direction: str, size: int, **fields: Any) -> Event:
    return closed_event(
        HANDS[direction], cut_size=size, **(HIGHEST if direction == "highest" else {}), **fields
    )


@pytest.mark.parametrize(("direction", "size"), [("lowest", 1), ("lowest", 4), ("highest", 1)])
def test_one_alone_and_all_but_one_go_through(direction: str, size: int) -> None:
    event = evening(direction, size, has_playoff=False)
    sealed = seal_cut(event, sign())
    assert sealed.snapshot["qualifiers"] == BEST[direction][:size]


@pytest.mark.parametrize("direction", ["lowest", "highest"])
def test_a_cut_larger_than_the_field_is_refused_in_a_sentence(direction: str) -> None:
    event = evening(direction, 6)
    with pytest.raises(Refused, match=r"A cut of 6 needs 6 ranked players, and there are 5"):
        seal_cut(event, sign())
    assert not event.seals.exists()


@pytest.mark.parametrize(
    ("direction", "through", "winner"),
    [("lowest", ["P003", "P002", "P001"], "P002"), ("highest", ["P001", "P003", "P002"], "P003")],
)
def test_those_who_are_through_play_a_final_that_the_best_total_wins(
    direction: str, through: list[str], winner: str
) -> None:
    """Three games that P001, P002 and P003 win in turn; who holds little is low, who takes much is
    high.
    """
    more = {**SMALL, "games_per_round": 3, **(HIGHEST if direction == "highest" else {})}
    event = seated_event(5, **more)
    games = (("out", "9", "5", "8", "K"), ("K", "out", "3", "4", "2"), ("K", "5", "out", "6", "9"))
    for game, said in enumerate(games, start=1):
        save(event, said, (1, 1, game))
    close_round(event, 1, sign())
    assert seal_cut(fresh(event), sign()).snapshot["qualifiers"] == through
    reveal_cut(event, sign())
    seat_playoff(fresh(event), sign())
    seats = Seat.objects.filter(event=event, round__stage=Stage.PLAYOFF).order_by("letter")
    assert list(seats.values_list("guest__ref", flat=True)) == through
    save(event, ("8", "out", "9"), (2, 1, 1))
    now = board(fresh(event))
    assert (now.playoff[0].player, now.playoff[0].place) == (winner, 1)
    best = min if direction == "lowest" else max
    assert now.playoff[0].total == best(standing.total for standing in now.playoff)
