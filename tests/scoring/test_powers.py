"""Cards with a power, from the clauses of their rulebooks."""

from scoring.powers import POWERS, powers
from scoring.rulebooks import RULEBOOKS, rulebook


def test_every_game_says_which_of_its_cards_have_a_power() -> None:
    assert set(POWERS) == set(RULEBOOKS)
    assert [(power.rank, power.text) for power in powers(rulebook("swedish_pursuit"))] == [
        ("8", "An 8 of whatever suit may be laid on any card, and its player may name the suit to follow."),
        ("A", "After an Ace the player next in turn is passed over."),
        ("Q", "A Queen turns the direction of play round."),
        ("2", "After a 2 the next player takes two cards unless they answer with a 2."),
    ]
    assert powers(rulebook("ottawa")) == ()
