"""What is said at Switch: the last-card call, challenges for a missing one (SW-17, SW-18), a late
suit (SW-16).
"""

from functools import partial

from scoring.cards import SUITS
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.plays import Call, Challenge, Nominate
from scoring.law.position import CallPosition, NamingPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict

_NEEDED = {
    "said": "whether last card was said",
    "offender_hand_count": "how many cards the challenged player holds now",
    "offender_has_acted": "whether the challenged player has had a turn since",
}


def check_challenge(position: CallPosition, challenge: Challenge, rules: Rules) -> Verdict:
    """Rule on a challenge for a missing last-card call: upheld, denied, or depends on a fact that
    is not given.
    """
    again = partial(check_challenge, position, challenge)
    denied = _denied(position, challenge, rules)
    if denied is not None:
        return Verdict("denied", (denied,), {"offender_draws": 0}, rules=rules, again=again)
    turn_closes = rules["challenge_until"] == "next_turn"
    needs = tuple(
        words
        for name, words in _NEEDED.items()
        if getattr(position, name) is None and (turn_closes or name != "offender_has_acted")
    )
    if needs:
        ground = Reason("SW-17", "The call is due when a single card is left.")
        return Verdict("depends", (ground,), needs=needs, rules=rules, again=again)
    reasons = (
        Reason("SW-18", "Another player noticed, so one card is taken at once."),
        Reason("SW-17", "A player down to one card has to say so."),
    )
    then = {"offender_draws": 1} | ({} if not position.stock else {"stock": position.stock - 1})
    return Verdict("upheld", reasons, then, rules=rules, again=again)


def _denied(position: CallPosition, challenge: Challenge, rules: Rules) -> Reason | None:
    if challenge.by == challenge.offender:
        return Reason("SW-18", "It is for another player to notice.")
    if position.said:
        return Reason("SW-17", "Last card was said.")
    if position.offender_hand_count is not None and position.offender_hand_count != 1:
        return Reason("SW-17", "The call is due only while a single card is left.")
    if position.game_over or position.confirmed:
        return Reason("SW-20", "The game was over before anybody noticed.")
    if position.offender_has_acted and rules["challenge_until"] == "next_turn":
        return Reason("SW-18", "The challenged player has had their next turn.", "default", "SW-A8")
    return None


def check_challenge_in_game(table: LayingTable, challenge: Challenge) -> Verdict:
    """Rule on a challenge in a game whose record is known."""
    seated = all(1 <= seat <= table.players for seat in (challenge.by, challenge.offender))
    position = CallPosition(
        players=table.players,
        offender=challenge.offender,
        offender_hand_count=len(table.hand(challenge.offender)) if seated else 0,
        said=seated and not table.silent >> challenge.offender & 1,
        stock=table.left,
        offender_has_acted=False,
        game_over=table.over,
    )
    return check_challenge(position, challenge, table.rules)


def check_call(table: LayingTable, call: Call) -> Verdict:
    """Say whether a last-card call counts now."""
    if table.may_call(call.seat):
        return Verdict(
            "legal", (Reason("SW-17", "A player down to one card says so."),), rules=table.rules
        )
    return Verdict(
        "illegal", (Reason("SW-17", "No call is due from this seat now."),), rules=table.rules
    )


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
