"""What is said in a shedding game: the call at the last card, and challenges for a missing one."""

from functools import partial

from scoring.games.shedding.law import Law, law_of
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.plays import Call, Challenge
from scoring.law.position import CallPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict
from scoring.words import noun, spelt

_NEEDED = {
    "said": "whether it was said",
    "offender_hand_count": "how many cards the challenged player holds now",
    "offender_has_acted": "whether the challenged player has had a turn since",
}


def check_challenge(position: CallPosition, challenge: Challenge, rules: Rules) -> Verdict:
    """Rule on a challenge for a missing call: upheld, denied, or depends on a fact that is not
    given.
    """
    law, again = law_of(rules), partial(check_challenge, position, challenge)
    if "caught" not in rules.rulebook.aspects:
        return Verdict("denied", (_no_call(law),), {"offender_draws": 0}, rules=rules)
    denied = _denied(position, challenge, law)
    if denied is not None:
        return Verdict("denied", (denied,), {"offender_draws": 0}, rules=rules, again=again)
    turn_closes = law.set_to("challenge_until") == "next_turn"
    needs = tuple(
        words
        for name, words in _NEEDED.items()
        if getattr(position, name) is None and (turn_closes or name != "offender_has_acted")
    )
    if needs:
        ground = law.reason("last_card", "The call is due when a single card is left.")
        return Verdict("depends", (ground,), needs=needs, rules=rules, again=again)
    price = law.flags.price
    words = f"Another player noticed, so {spelt(price, 'card')} {noun(price, 'is', 'are')} taken."
    reasons = (
        law.reason("caught", words, "missed_call"),
        law.reason("last_card", "A player down to one card has to say so."),
    )
    stock = position.stock
    then = {"offender_draws": price} | (
        {"stock": stock - price} if stock and stock >= price else {}
    )
    return Verdict("upheld", reasons, then, rules=rules, again=again)


def _denied(position: CallPosition, challenge: Challenge, law: Law) -> Reason | None:
    if challenge.by == challenge.offender:
        return law.reason("caught", "It is for another player to notice.")
    if position.said:
        return law.reason("last_card", "It was said.")
    if position.offender_hand_count not in (None, 1):
        return law.reason("last_card", "The call is due only while a single card is left.")
    if position.game_over or position.confirmed:
        return law.reason("wins", "The game was over before anybody noticed.")
    if position.offender_has_acted and law.set_to("challenge_until") == "next_turn":
        words = "The challenged player has had their next turn."
        return law.reason("caught", words, "challenge_until")
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
    """Say whether a call counts now."""
    law = law_of(table.rules)
    if not table.flags.price:
        return Verdict("illegal", (_no_call(law),), rules=table.rules)
    if table.may_call(call.seat):
        ground = law.reason("last_card", "A player down to one card says so.")
        return Verdict("legal", (ground,), rules=table.rules)
    ground = law.reason("last_card", "No call is due from this seat now.")
    return Verdict("illegal", (ground,), rules=table.rules)


def _no_call(law: Law) -> Reason:
    return law.reason("wins", "Nothing has to be said at the last card here.")
