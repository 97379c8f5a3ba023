"""A suit named late at Switch (SW-16); what else is said is judged as in every laying game."""

from functools import partial

from scoring.cards import SUITS
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.plays import Nominate
from scoring.law.position import NamingPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict


def check_naming(position: NamingPosition, naming: Nominate, rules: Rules) -> Verdict:
    """Rule on a suit named after the Ace was laid: by when it has to be said the text leaves open
    (SW-16).
    """
    again = partial(check_naming, position, naming)
    if position.named_before:
        return Verdict(
            "illegal", (_naming("The first suit named binds."),), rules=rules, again=again
        )
    if rules["nominate_until"] == "card":
        words = "Here the suit is named with the card or not at all."
        return Verdict("illegal", (_naming(words),), rules=rules, again=again)
    if position.next_player_has_acted:
        return Verdict(
            "illegal", (_naming("The next player has acted: too late."),), rules=rules, again=again
        )
    if position.next_player_has_acted is None:
        needs = ("whether the next player had already acted",)
        ground = _naming("The suit may be named late.")
        return Verdict("depends", (ground,), needs=needs, rules=rules, again=again)
    reasons = (
        Reason("SW-16", "Whoever lays an Ace names a suit."),
        _naming("The next player has not acted: in time."),
    )
    return Verdict(
        "legal", reasons, {"suit_in_force": SUITS[naming.suit]}, rules=rules, again=again
    )


def _naming(words: str) -> Reason:
    return Reason("SW-16", words, "default", "SW-A21")


def check_naming_in_game(table: LayingTable, naming: Nominate) -> Verdict:
    """Rule on a suit named late in a game whose record is known."""
    if table.waits_for(naming):
        return check_naming(NamingPosition(next_player_has_acted=False), naming, table.rules)
    reason = Reason("SW-16", f"Seat {naming.seat} has no Ace that still waits for its suit.")
    return Verdict("illegal", (reason,), rules=table.rules)
