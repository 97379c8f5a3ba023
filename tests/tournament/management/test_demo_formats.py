"""`manage.py demo --game`: each game played by simulated players through the real acts to a winner,
and recounted.
"""

from fractions import Fraction

import pytest

from scoring.formats import Halves
from tests.second_rank import by_rank
from tests.tournament.formats import recount
from tests.tournament.management.test_demo import built
from tournament.counting.board import compute
from tournament.models import Event
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def shown(total: int) -> Fraction:
    """A total as it is shown."""
    return Fraction(int(total), 2) if isinstance(total, Halves) else Fraction(total)


def checked(event: Event) -> None:
    """Totals and winner are those of the recount, the best total is first, and the ledger agrees
    with the rows.
    """
    now = compute(event)
    qualifying = recount(event, range(1, event.qualifying_rounds + 1))
    final = recount(event, range(event.playoff_round, event.playoff_round + 1))
    assert {standing.player: shown(standing.total) for standing in now.standings} == qualifying
    assert {one.player: shown(one.total) for one in now.playoff} == final
    best = min if now.format.direction == "lowest" else max
    assert final[now.playoff[0].player] == best(final.values())
    assert now.prizes is not None
    assert now.prizes.podium[0].player is not None
    assert list(faults(event)) == []


@pytest.mark.parametrize(
    ("game", "guests"),
    by_rank(
        (
            ("switch", 8),
            ("ottawa", 6),
            ("pursuit-racing", 6),
            ("crazy-eights", 8),
            ("mau-mau", 8),
            ("prsi", 8),
            ("pesten", 8),
        ),
        (("switch", 8), ("ottawa", 6)),
    ),
)
def test_a_demo_of_each_game_is_played_to_a_winner_and_an_own_recount_agrees(
    game: str, guests: int
) -> None:
    event = built("--game", game, "--guests", str(guests), "--until", "end")
    assert event.slug == f"demo-{game}-{guests}"
    checked(event)
