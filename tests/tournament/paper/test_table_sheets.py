"""The umpire's sheet of a table says who deals each game, whoever is cut to deal first."""

import pytest

from tests.tournament.paper import lists
from tournament.paper.drawing import Words
from tournament.paper.table_sheets import dealers


@pytest.mark.parametrize(
    ("letters", "games", "rows"),
    [
        ("ABC", range(1, 6), "ABCAB  BCABC  CABCA"),
        ("ABCDE", range(4, 7), "DEA  EAB  ABC  BCD  CDE"),
    ],
)
def test_the_deal_passes_to_the_left_from_whoever_deals_first(
    letters: str, games: range, rows: str
) -> None:
    words = dealers([*letters], games)
    assert words == f"Who deals, game by game (ring the row that is yours): {rows}"


def test_every_page_tells_the_dealers_of_its_games_and_has_room_for_who_won() -> None:
    paper = lists.table_sheets(games=8)
    for page in paper.drawings(paper.laid_out()[:3]):
        words = [mark.text for mark in page.marks if isinstance(mark, Words)]
        assert sum(text.startswith("Who deals, game by game") for text in words) == 1
        assert "Round won by" in words
