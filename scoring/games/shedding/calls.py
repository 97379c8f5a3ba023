"""What is said in a laying game: the call at the last card, challenges for a missing one, and a
suit that is named late.
"""

from scoring.cards import SUITS
from scoring.games.shedding.law import PRICE, set_to
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.grounds import Ground, verdict_of
from scoring.law.plays import Call, Challenge, Nominate
from scoring.law.position import CallPosition, NamingPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable
from scoring.words import noun, spelt

_NEEDED = {
    "said": "whether it was said",
    "offender_hand_count": "how many cards the challenged player holds now",
    "turn_came_back": "whether the turn came straight back to the challenged player",
    "offender_has_acted": "whether the challenged player has had a turn since",
}


@repeatable
def check_challenge(position: CallPosition, challenge: Challenge, rules: Rules) -> Verdict:
    """Rule on a challenge for a missing call: upheld, denied, or depends on a fact that is not
    given.
    """
    turn_closes = set_to(rules, "challenge_until") == "next_turn"
    waits = rules.get("call_two") == "until_play"
    denied = _denied(position, challenge, rules, turn_closes=turn_closes, waits=waits)
    if denied:
        return verdict_of(rules, "denied", denied, then={"offender_draws": 0})
    back = waits and not position.offender_has_acted and position.turn_came_back is not False
    deciding = {"offender_has_acted": turn_closes or back, "turn_came_back": back}
    needs = tuple(
        words
        for name, words in _NEEDED.items()
        if getattr(position, name) is None and deciding.get(name, True)
    )
    if needs:
        return verdict_of(rules, "depends", "call_due", needs=needs)
    price, stock = PRICE[set_to(rules, "missed_call")], position.stock or 0
    then = {"offender_draws": price} | ({"stock": stock - price} if stock >= price else {})
    cost = ("caught", spelt(price, "card"), noun(price, "is", "are"))
    asked = position.turn_came_back and not position.offender_has_acted and rules.get("call_two")
    read = ("caught_back",) if asked else ()
    return verdict_of(rules, "upheld", cost, "has_to_say", *read, then=then)


def _denied(
    position: CallPosition, challenge: Challenge, rules: Rules, *, turn_closes: bool, waits: bool
) -> Ground:
    """The ground on which a challenge fails, empty where none is known. The next turn closes it
    where `turn_closes`; with `waits` a turn that comes straight back leaves time to call.
    """
    if "caught" not in rules.rulebook.aspects:
        return "no_call"
    if challenge.by == challenge.offender:
        return "for_others"
    if position.said:
        return "was_said"
    if position.offender_hand_count not in (None, 1):
        return "only_single"
    if position.game_over or position.confirmed:
        return "noticed_late"
    if waits and position.turn_came_back and position.offender_has_acted is False:
        return "still_time_back"
    return "had_turn" if position.offender_has_acted and turn_closes else ""


def seen_of_call(table: LayingTable, challenge: Challenge) -> CallPosition:
    """What a game whose record is known tells of a challenge; of a seat that is not there, that it
    holds no card and has said what it had to.
    """
    offender = challenge.offender
    seated = all(1 <= seat <= table.players for seat in (challenge.by, offender))
    silent = seated and bool(table.silent >> offender & 1)
    return CallPosition(
        players=table.players,
        offender=offender,
        offender_hand_count=table.hands[offender].bit_count() if seated else 0,
        held_then=1 if silent else None,
        said=not silent,
        next_player_has_acted=not (seated and table.still_time(offender)),
        stock=table.left,
        offender_has_acted=False,
        game_over=table.over,
        turn_came_back=seated and table.came_back(offender),
    )


def check_challenge_in_game(table: LayingTable, challenge: Challenge) -> Verdict:
    """Rule on a challenge in a game whose record is known."""
    return check_challenge(seen_of_call(table, challenge), challenge, table.rules)


def check_call(table: LayingTable, call: Call) -> Verdict:
    """Say whether a call counts now."""
    if not table.flags.price:
        return verdict_of(table.rules, "illegal", "no_call")
    if table.may_call(call.seat):
        return verdict_of(table.rules, "legal", "says_so")
    return verdict_of(table.rules, "illegal", "no_call_due")


def late_suit(position: NamingPosition, naming: Nominate, rules: Rules, *legal: Ground) -> Verdict:
    """Rule on a suit named after its card was laid, in a game with an option on that; `legal` are
    the grounds on which one is in time.
    """
    acted, until = position.next_player_has_acted, rules["nominate_until"]
    if position.named_before:
        return verdict_of(rules, "illegal", "first_binds")
    if acted:
        return verdict_of(rules, "illegal", f"too_late_{until}")
    if until == "card":
        return verdict_of(rules, "illegal", "with_the_card")
    if acted is None:
        needs = ("whether the next player had already acted",)
        return verdict_of(rules, "depends", "may_be_late", needs=needs)
    return verdict_of(rules, "legal", *legal, then={"suit_in_force": SUITS[naming.suit]})
