"""The games side by side, from their rulebooks."""

from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.comparison import NOTHING, comparison


def row(heading: str, game: str = "", options: str = "") -> list[str]:
    found = comparison(rulebook(game).rules(options) if game else None)
    return [cell.words for row in found.rows if row.heading == heading for cell in row.cells]


def test_the_game_of_the_event_stands_first() -> None:
    titles = tuple(book.title for book in RULEBOOKS.values())
    assert comparison().titles == titles
    others = tuple(title for title in titles if title != "Ottawa")
    assert comparison(rulebook("ottawa").rules()).titles == ("Ottawa", *others)


def test_what_reverses_and_what_an_8_is_worth_come_from_the_rulebooks() -> None:
    assert row("What reverses") == [
        "Queen: play changes direction.",
        "Jack: play changes direction.",
        *[NOTHING] * 5,
        "Ace: play changes direction; between two players whoever laid it plays again.",
    ]
    eights = ["30 points.", NOTHING, "Eight points.", NOTHING, "50 points."]
    assert row("An 8 left in hand") == [*eights, "Eight points.", "Eight points.", NOTHING]
    aces = ["One point.", NOTHING, "15 points.", NOTHING, "One point."]
    assert row("An Ace left in hand") == [*aces, "Eleven points.", "Eleven points.", NOTHING]


def test_options_of_the_event_change_its_own_column() -> None:
    assert row("An 8 left in hand", "switch", "scoring=hand_points")[0] == "30 points."


def test_every_row_differs_and_cites_clauses_there_are() -> None:
    found = comparison()
    assert [row.heading for row in found.rows if len({cell.words for cell in row.cells}) == 1] == []
    for row_found in found.rows:
        for cell, book in zip(row_found.cells, RULEBOOKS.values(), strict=True):
            assert all(book.clause(name).id == name for name in cell.clauses)
