"""Cards with a power, from the clauses of their rulebooks."""

from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.rulesheet import powers


def test_every_game_says_which_of_its_cards_have_a_power() -> None:
    assert {name: len(powers(book)) for name, book in RULEBOOKS.items()} == {
        "swedish_pursuit": 4,
        "switch": 6,
        "ottawa": 0,
        "pursuit": 1,
        "crazy_eights": 1,
        "mau_mau": 3,
        "prsi": 3,
        "pesten": 6,
    }
    assert [(power.rank, power.text) for power in powers(rulebook("swedish_pursuit"))] == [
        ("8", "8: lay it on any card, and name the suit to follow if you like."),
        ("A", "Ace: the next player misses a turn."),
        ("Q", "Queen: play changes direction."),
        ("2", "2: the next player picks up two cards unless they answer with a 2."),
    ]
    assert powers(rulebook("ottawa")) == ()
