"""The umpire's sheet of a table and the personal cards say who deals each game: who does, once
somebody has said so; until then whoever may be cut to deal first.
"""

from collections import Counter

import pytest

from tests.tournament.evening import NOW, seated_event, sign
from tests.tournament.paper import lists
from tournament.counting.submission import Place
from tournament.entry.acts_dealer import name_dealer
from tournament.paper.drawing import Drawing, Form, Placed, Words
from tournament.paper.seating import score_cards, table_sheets
from tournament.paper.table_sheets import dealers
from tournament.paper.values import DrawnPaper


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
    words = dealers([*letters], games, "game")
    assert words == f"Who deals, game by game (ring the row that is yours): {rows}"


def test_every_page_tells_the_dealers_of_its_games_and_has_room_for_who_won() -> None:
    paper = lists.table_sheets(games=8)
    for page in paper.drawings(paper.laid_out()[:3]):
        words = [mark.text for mark in page.marks if isinstance(mark, Words)]
        assert sum(text.startswith("Who deals, game by game") for text in words) == 1
        assert "Round won by" in words


def written(page: Drawing) -> Counter[str]:
    """The words of a page, of the card on it as well."""
    marks = list(page.marks)
    for mark in page.marks:
        if isinstance(mark, Placed):
            marks += mark.marks.marks if isinstance(mark.marks, Form) else mark.marks
    return Counter(mark.text for mark in marks if isinstance(mark, Words))


def pages(paper: DrawnPaper) -> list[Counter[str]]:
    """The words of each page of a paper."""
    return [written(page) for page in paper.drawings(paper.laid_out())]


@pytest.mark.django_db
@pytest.mark.parametrize("games", [5, 7, 9, 16])
def test_once_a_dealer_is_known_sheet_and_card_name_the_dealer_of_each_game(games: int) -> None:
    event = seated_event(10, games_per_round=games, qualifying_rounds=1)
    asks = "Who deals, game by game (ring the row that is yours): "

    def papers() -> tuple[DrawnPaper, DrawnPaper]:
        return table_sheets(event, 1, NOW), score_cards(event, NOW, size="A6")

    before = papers()
    name_dealer(event, Place(1, 1, 2), "A", sign())
    after = papers()
    letters = ("EABCD" * 4)[:games]
    sheets = pages(after[0])
    on_sheet = {words for page in sheets[: len(sheets) // 2] for words in page}
    assert {*letters, "E  Guest 5"} <= on_sheet
    assert not [words for words in on_sheet if words.startswith(asks)]
    assert [words for words in sheets[-1] if words.startswith(asks)]
    on_card = pages(after[1])[0] - pages(before[1])[0]
    below = ["deals"] * games if games == 7 else []
    words = [f"{letter} deals" for letter in letters] if games == 5 else [*letters, *below]
    assert on_card == Counter(words * 2)  # both halves are this round
    # Whoever has the papers without the dealers need not have new ones.
    assert [[*paper.statements()] for paper in after] == [[*paper.statements()] for paper in before]
