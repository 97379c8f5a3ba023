"""A suit named late at Switch (SW-16); what else is said is judged as in every laying game."""

from scoring.games.shedding.calls import late_suit
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.grounds import verdict_of
from scoring.law.plays import Nominate
from scoring.law.position import NamingPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable


@repeatable
def check_naming(position: NamingPosition, naming: Nominate, rules: Rules) -> Verdict:
    """Rule on a suit named after the Ace was laid: by when it has to be said the text leaves open
    (SW-16).
    """
    return late_suit(position, naming, rules, "names_suit", "in_time")


def check_naming_in_game(table: LayingTable, naming: Nominate) -> Verdict:
    """Rule on a suit named late in a game whose record is known."""
    if table.waits_for(naming):
        return check_naming(NamingPosition(next_player_has_acted=False), naming, table.rules)
    return verdict_of(table.rules, "illegal", ("none_waits", str(naming.seat)))
