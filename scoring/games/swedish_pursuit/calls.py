"""What is said at a table of Swedish Pursuit beside the plays: the LAST CARD call, challenges for a
missing one (SP-25 to SP-28), and a suit named after its 8 was laid (SP-18).
"""

from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from scoring.cards import SUITS
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.plays import Call, Challenge, Nominate, Reshuffle
from scoring.law.position import CallPosition, NamingPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Reason, Verdict

PENALTY = 2
_FACTS = {
    "said": "whether LAST CARD was said in time",
    "next_player_has_acted": "whether the next player had already acted",
    "left_then": "how many cards the challenged player held",
    "offender_has_acted": "whether the challenged player has had a turn since",
}
"""The facts that may decide and may not be known, by their field, as a verdict asks for them."""


def check_challenge(position: CallPosition, challenge: Challenge, rules: Rules) -> Verdict:
    """Rule on a challenge for a missing LAST CARD: upheld, denied, or depending on facts that are
    not known.
    """
    again = partial(check_challenge, position, challenge)
    denied = _denied(position, challenge, rules)
    if denied:
        return Verdict("denied", denied, {"offender_draws": 0}, rules=rules, again=again)
    deciding = _deciding_facts(position, rules)
    needs = tuple(_FACTS[name] for name in deciding if getattr(position, name) is None)
    if needs:
        reason = Reason(
            "SP-25", "The call is due when one card is left, before the next player's turn."
        )
        return Verdict("depends", (reason,), needs=needs, rules=rules, again=again)
    draws = _cards_drawn(position, rules)
    then = {"offender_draws": draws, "game_over": False}
    if position.stock is not None:
        then["stock"] = position.stock - min(draws, position.stock)
    return Verdict("upheld", _upheld(position, draws), then, rules=rules, again=again)


def _denied(position: CallPosition, challenge: Challenge, rules: Rules) -> tuple[Reason, ...]:
    """The reasons to deny a challenge, if a known fact gives one."""
    if challenge.by == challenge.offender:
        return (Reason("SP-27", "It is for the other players to challenge."),)
    if position.said:
        return (Reason("SP-25", "LAST CARD was said in time."),)
    if position.left_then is not None and position.left_then > 1:
        return (Reason("SP-25", "The call is due only when one card is left."),)
    if position.next_player_has_acted is False and not _went_out(position):
        return (
            Reason("SP-25", "The next player has not acted, so there is still time to say it."),
        )
    return _too_late(position, rules["challenge_until"])


def _too_late(position: CallPosition, until: str) -> tuple[Reason, ...]:
    at_any_time = Reason(
        "SP-27",
        "A challenge may come at any moment of the game, but not later.",
        "default",
        "SP-A23",
    )
    if position.confirmed:
        return Reason("SP-28", "The scores are confirmed.", "default", "SP-A23"), at_any_time
    if (position.game_over or _went_out(position)) and until != "tally":
        over = Reason("SP-28", "The game was over before the challenge.", "default", "SP-A24")
        stands = Reason("SP-8", "The win stands.", "default", "SP-A24")
        return (over, at_any_time, stands) if _went_out(position) else (over, at_any_time)
    if position.offender_has_acted and until == "next_turn":
        return (
            Reason("SP-27", "The challenged player has had their next turn.", "default", "SP-A23"),
        )
    return ()


def _deciding_facts(position: CallPosition, rules: Rules) -> Iterator[str]:
    """The facts that a challenge depends on here. Once the game is over, the next player's turn has
    passed; a player who went out had one card; and a turn since then closes a challenge only where
    the rules say so.
    """
    closed = position.game_over or _went_out(position)
    yield "said"
    if not closed:
        yield "next_player_has_acted"
    if not _went_out(position):
        yield "left_then"
    if rules["challenge_until"] == "next_turn" and not closed:
        yield "offender_has_acted"


def _cards_drawn(position: CallPosition, rules: Rules) -> int:
    """The penalty, or as many cards as there are where the discards are not shuffled (SP-A25)."""
    if position.stock is None or rules["short_stock"] == "reshuffle":
        return PENALTY
    return min(PENALTY, position.stock)


def _upheld(position: CallPosition, draws: int) -> tuple[Reason, ...]:
    missed = Reason("SP-25", "LAST CARD was not said before the next player's turn.")
    penalty = Reason(
        "SP-26",
        f"The penalty is two cards; {draws} are taken."
        if draws < PENALTY
        else "The penalty for a missed call is two cards.",
    )
    anybody = Reason("SP-27", "Any other player may challenge, whenever they notice.")
    if not _went_out(position):
        playing = Reason("SP-28", "The game is still on, so it is not too late.")
        return missed, penalty, anybody, playing
    undone = Reason("SP-8", "The win was not legal; play goes on.", "default", "SP-A24")
    words = "Nothing has closed the challenge: the scores are still open."
    return undone, missed, penalty, anybody, Reason("SP-28", words, "default", "SP-A24")


def _went_out(position: CallPosition) -> bool:
    return position.offender_hand_count == 0


def check_challenge_in_game(table: LayingTable, challenge: Challenge) -> Verdict:
    """Rule on a challenge in a game whose record is known."""
    offender = challenge.offender
    seated = all(1 <= seat <= table.players for seat in (challenge.by, offender))
    silent = seated and bool(table.silent >> offender & 1)
    position = CallPosition(
        players=table.players,
        offender=offender,
        offender_hand_count=table.hands[offender].bit_count() if seated else None,
        held_then=1 if silent else None,
        said=not silent,
        next_player_has_acted=not table.still_time(offender),
        stock=table.left,
        offender_has_acted=False,
        game_over=table.over,
    )
    return check_challenge(position, challenge, table.rules)


def check_call(table: LayingTable, call: Call) -> Verdict:
    """Say whether a LAST CARD call counts now."""
    seated = 1 <= call.seat <= table.players
    due = seated and bool(table.silent >> call.seat & 1)
    if table.may_call(call.seat):
        words = "The call is made in the turn it belongs to."
        # A call before the card is laid counts by our reading; the text does not say.
        reason = Reason("SP-25", words) if due else Reason("SP-25", words, "default", "SP-A21")
        return Verdict("legal", (reason,), rules=table.rules)
    if due:
        acted = "The game is over" if table.over else "The next player has acted"
        words = f"{acted}: the call comes too late."
    else:
        words = "No call is due from this seat now."
    return Verdict("illegal", (Reason("SP-25", words),), rules=table.rules)


def check_naming(position: NamingPosition, naming: Nominate, rules: Rules) -> Verdict:
    """Rule on a suit that is named after the 8 was laid (SP-18, SP-A9)."""
    answer: Answer = "illegal"
    then: dict[str, str] = {}
    needs: tuple[str, ...] = ()
    if position.named_before:
        words = "The first suit named binds."
    elif position.next_player_has_acted:
        words = "The next player has acted: too late."
    elif rules["nominate_until"] == "card":
        words = "The suit had to be named with the card."
    elif position.next_player_has_acted is None:
        answer, words = "depends", "The suit may be named late."
        needs = (_FACTS["next_player_has_acted"],)
    else:
        answer, words = "legal", "The next player has not acted: in time."
        then = {"suit_in_force": SUITS[naming.suit]}
    reason = Reason("SP-18", words, "default", "SP-A9")
    again = partial(check_naming, position, naming)
    return Verdict(answer, (reason,), then, needs=needs, rules=rules, again=again)


def check_naming_in_game(table: LayingTable, naming: Nominate) -> Verdict:
    """Rule on a suit named late in a game whose record is known."""
    waiting = table.waits_for(naming)
    if not waiting and not _names_again(table, naming):
        words = f"Seat {naming.seat} has no 8 without a suit."
        return Verdict("illegal", (Reason("SP-18", words),), rules=table.rules)
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
