"""What is said at a table of Swedish Pursuit beside the plays: the LAST CARD call, challenges for a
missing one (SP-25 to SP-28), and a suit named after its 8 was laid (SP-18).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from scoring.games.shedding.calls import late_suit, seen_of_call
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import Call, Challenge, Nominate, Reshuffle
from scoring.law.position import CallPosition, NamingPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable

PENALTY = 2
_FACTS = {
    "said": "whether LAST CARD was said in time",
    "next_player_has_acted": "whether the next player had already acted",
    "turn_came_back": "whether the turn came straight back to the challenged player",
    "left_then": "how many cards the challenged player held",
    "offender_has_acted": "whether the challenged player has had a turn since",
}
"""The facts that may decide and may not be known, by their field, as a verdict asks for them."""


@repeatable
def check_challenge(position: CallPosition, challenge: Challenge, rules: Rules) -> Verdict:
    """Rule on a challenge for a missing LAST CARD: upheld, denied, or depending on facts that are
    not known.
    """
    position = replace(position, turn_came_back=position.came_back())
    denied = [*_denied(position, challenge, rules)]
    if denied:
        return verdict_of(rules, "denied", *denied, then={"offender_draws": 0})
    deciding = _deciding_facts(position, rules)
    needs = tuple(_FACTS[name] for name in deciding if getattr(position, name) is None)
    if needs:
        return verdict_of(rules, "depends", "call_when", needs=needs)
    draws, stock = PENALTY, position.stock
    # Where the discards are not shuffled, as many cards as there are (SP-A25).
    if stock is not None and rules["short_stock"] != "reshuffle":
        draws = min(PENALTY, stock)
    then = {"offender_draws": draws, "game_over": False}
    then |= {} if stock is None else {"stock": stock - min(draws, stock)}
    return verdict_of(rules, "upheld", *_upheld(position, draws), then=then)


def _waits(position: CallPosition) -> bool:
    """Whether nobody has played since, so that the call may still be in time."""
    return position.next_player_has_acted is False and not _went_out(position)


def _denied(position: CallPosition, challenge: Challenge, rules: Rules) -> Iterator[Ground]:
    """The grounds on which a challenge is denied, if a known fact gives one."""
    if challenge.by == challenge.offender:
        yield "for_others"
    elif position.said:
        yield "was_said"
    elif position.left_then is not None and position.left_then > 1:
        yield "only_one_left"
    elif _waits(position) and position.turn_came_back is False:
        yield "still_time"
    elif _waits(position) and rules["call_two"] == "until_play":
        yield "still_time_back" if position.turn_came_back else "still_time"
    else:
        yield from _too_late(position, rules["challenge_until"])


def _too_late(position: CallPosition, until: str) -> Iterator[Ground]:
    if position.confirmed:
        yield "confirmed"
        yield "any_moment"
    elif (position.game_over or _went_out(position)) and until != "tally":
        yield "was_over"
        yield "any_moment"
        if _went_out(position):
            yield "win_stands"
    elif position.offender_has_acted and until == "next_turn":
        yield "had_turn"


def _deciding_facts(position: CallPosition, rules: Rules) -> Iterator[str]:
    """The facts that a challenge depends on here. Once the game is over, the next player's turn has
    passed; a player who went out had one card; and a turn since then closes a challenge only where
    the rules say so.
    """
    closed = position.game_over or _went_out(position)
    yield "said"
    if not closed:
        yield "next_player_has_acted"
    if _waits(position) and rules["call_two"] == "at_once":
        yield "turn_came_back"
    if not _went_out(position):
        yield "left_then"
    if rules["challenge_until"] == "next_turn" and not closed:
        yield "offender_has_acted"


def _upheld(position: CallPosition, draws: int) -> Iterator[Ground]:
    if _went_out(position):
        yield "win_undone"
    yield "passed_over" if _waits(position) else "missed_call"
    yield ("price_short", str(draws)) if draws < PENALTY else "price"
    yield "anybody"
    yield "still_open" if _went_out(position) else "still_on"


def _went_out(position: CallPosition) -> bool:
    return position.offender_hand_count == 0


def check_challenge_in_game(table: LayingTable, challenge: Challenge) -> Verdict:
    """Rule on a challenge in a game whose record is known."""
    return check_challenge(seen_of_call(table, challenge), challenge, table.rules)


def check_call(table: LayingTable, call: Call) -> Verdict:
    """Say whether a LAST CARD call counts now."""
    due = 1 <= call.seat <= table.players and bool(table.silent >> call.seat & 1)
    if table.may_call(call.seat):
        # A call before the card is laid counts by our reading; the text does not say.
        return verdict_of(table.rules, "legal", "called" if due else "called_ahead")
    late = "call_after_end" if table.over else "call_too_late"
    return verdict_of(table.rules, "illegal", late if due else "no_call_due")


@repeatable
def check_naming(position: NamingPosition, naming: Nominate, rules: Rules) -> Verdict:
    """Rule on a suit that is named after the 8 was laid (SP-18, SP-A9)."""
    return late_suit(position, naming, rules, "in_time")


def check_naming_in_game(table: LayingTable, naming: Nominate) -> Verdict:
    """Rule on a suit named late in a game whose record is known."""
    waiting = table.waits_for(naming)
    if not waiting and not _names_again(table, naming):
        return verdict_of(table.rules, "illegal", ("none_waits", str(naming.seat)))
    position = NamingPosition(next_player_has_acted=False, named_before=not waiting)
    return check_naming(position, naming, table.rules)


def _names_again(table: LayingTable, naming: Nominate) -> bool:
    """Whether this seat has named the suit of the 8 on top late already, and nobody has acted
    since: the record has nothing but asides behind that naming.
    """
    asides = takewhile(
        lambda entry: isinstance(entry[1], Call | Challenge | Nominate | Reshuffle),
        reversed(table.record),
    )
    named_late = any(seat == naming.seat and isinstance(play, Nominate) for seat, play in asides)
    return named_late and not table.over and 0 <= naming.suit <= 3
