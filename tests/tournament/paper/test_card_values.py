"""Card values on paper: the rulebook's, in its order, drawn so that any rulebook's fit."""

import pytest

from scoring.games.rulebooks import RULEBOOKS
from scoring.games.swedish_pursuit import SWEDISH_PURSUIT
from scoring.law.rulebook import CardValue, Rulebook
from tournament.paper.drawing import Words
from tournament.paper.fitting import width
from tournament.paper.labels import in_words, printed_values, shown, value_strip

VALUES = printed_values(SWEDISH_PURSUIT.scoring.values)
ONE_EACH = printed_values(
    (CardValue("8", 50, "x"), CardValue("A", 1, "x"), CardValue("2345679", None, "x"))
)


def test_swedish_pursuit_in_words() -> None:
    assert [in_words(group) for group in VALUES] == [
        ("8", "30"),
        ("A", "1"),
        ("2–7, 9", "face value"),
        ("10, J, Q, K", "10"),
    ]


@pytest.mark.parametrize(
    ("ranks", "drawn"),
    [
        (("2", "3", "4"), ("2", "–", "4")),
        (("2", "3"), ("2", "3")),
        (("9", "10"), ("9", "10")),
        (("8", "9", "10", "J"), ("8", "–", "10", "J")),
        (("A", "2", "3", "4", "7", "K"), ("A", "2", "–", "4", "7", "K")),
        ((), ()),
    ],
)
def test_three_numbers_in_a_row_become_a_dash(
    ranks: tuple[str, ...], drawn: tuple[str, ...]
) -> None:
    assert shown(ranks) == drawn


def test_only_cards_dearer_than_a_court_card_are_heavy() -> None:
    assert [group.heavy for group in VALUES] == [True, False, False, False]
    assert [group.heavy for group in ONE_EACH] == [True, False, False]


@pytest.mark.parametrize(
    "book", [book for book in RULEBOOKS.values() if book.scoring.values], ids=lambda book: book.name
)
def test_the_strip_of_every_rulebook_stays_inside_its_room(book: Rulebook) -> None:
    strip = value_strip(printed_values(book.scoring.values), 6, 60, 93)
    words = [mark for mark in strip if isinstance(mark, Words) and mark.anchor == "start"]
    assert max(mark.x + width(mark.text, mark.size) for mark in words) <= 99.5
    assert len(words) == len(book.scoring.values or ())


def test_a_game_without_card_values_has_no_strip() -> None:
    assert printed_values(None) == ()
    assert value_strip((), 6, 60, 93) == ()
