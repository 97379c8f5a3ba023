"""A suit named late at Switch (SW-16), and whether a turn came straight back (SW-A25); what else is
said is judged as in every laying game.
"""

from dataclasses import replace

from scoring.games.shedding import calls
from scoring.games.shedding.calls import late_suit
from scoring.games.shedding.laying_table import LayingTable
from scoring.games.switch.flags import flags_of
from scoring.law.grounds import verdict_of
from scoring.law.plays import Challenge, Nominate
from scoring.law.position import CallPosition, NamingPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable


@repeatable
def check_challenge(position: CallPosition, challenge: Challenge, rules: Rules) -> Verdict:
    """Rule on a challenge for a missing call: upheld, denied, or depends on a fact that is not
    given. Among more than two the turn comes straight back only where the flags let it.
    """
    back = position.came_back(returns=flags_of(rules).returns)
    return calls.check_challenge(replace(position, turn_came_back=back), challenge, rules)


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
