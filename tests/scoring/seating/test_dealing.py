"""The deal passes to the left from whoever was named, over empty seats and over leavers."""

import pytest

from scoring.seating.dealing import dealers

FIVE = {game: tuple("ABCDE") for game in range(1, 6)}
C_LEFT_AFTER_TWO = {1: tuple("ABC"), 2: tuple("ABC"), 3: tuple("AB"), 4: tuple("AB")}


@pytest.mark.parametrize(
    ("known", "seats", "last", "letters"),
    [
        ({}, FIVE, "", ""),
        ({1: "B"}, FIVE, "", "BCDEA"),
        ({2: "A"}, FIVE, "", "EABCD"),
        ({2: "A", 4: "B"}, FIVE, "", "EABBC"),
        ({}, FIVE, "D", "EABCD"),
        ({3: "B"}, FIVE, "D", "EABCD"),
        ({1: "B"}, C_LEFT_AFTER_TWO, "", "BCAB"),
        ({3: "C"}, C_LEFT_AFTER_TWO, "", ""),
        ({4: "B"}, C_LEFT_AFTER_TWO, "", "BCAB"),
        ({1: "C"}, {1: ("A", "C"), 2: ("A", "C", "D"), 3: ()}, "", "CD"),
    ],
)
def test_who_deals_each_game(
    known: dict[int, str], seats: dict[int, tuple[str, ...]], last: str, letters: str
) -> None:
    assert dealers(known, seats, last) == dict(enumerate(letters, 1))


def test_games_before_the_first_that_is_known_pass_over_an_empty_table() -> None:
    assert dealers({3: "A"}, {1: ("A", "B"), 2: (), 3: ("A", "B")}) == {3: "A", 1: "B"}
