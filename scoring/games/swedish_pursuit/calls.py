"""The LAST CARD call of Swedish Pursuit and challenges for a missing one (SP-25 to SP-27)."""

from collections.abc import Iterator
from functools import partial

from scoring.cards import SUITS
from scoring.games.shedding.laying_table import LayingTable
from scoring.law.plays import Call, Challenge, Nominate, Reshuffle
from scoring.law.position import CallPosition, NamingPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict

PENALTY = 2
_NEEDED = {
    "said": "whether LAST CARD was said in time",
    "next_player_has_acted": "whether the next player had already acted",
    "left_then": "how many cards the challenged player held",
    "offender_has_acted": "whether the challenged player has had a turn since",
}


def check_challenge(position: CallPosition, challenge: Challenge, rules: Rules) -> Verdict:
    """Rule on a challenge for a missing LAST CARD: upheld, denied, or depends on a fact that is not
    given.
    """
    again = partial(check_challenge, position, challenge)
    denied = _denied(position, challenge, rules)
    if denied:
        return Verdict("denied", denied, {"offender_draws": 0}, rules=rules, again=again)
    settled = _settled(position, rules)
    needs = tuple(
        words
        for name, words in _NEEDED.items()
        if getattr(position, name) is None and name not in settled
    )
    if needs:
        ground = Reason(
            "SP-25", "The call is due when one card is left, before the next player's turn."
        )
        return Verdict("depends", (ground,), needs=needs, rules=rules, again=again)
    draws = _cards_drawn(position, rules)
    then = {"offender_draws": draws, "game_over": False}
    if position.stock is not None:
        then["stock"] = position.stock - min(draws, position.stock)
    return Verdict("upheld", _upheld(position, draws), then, rules=rules, again=again)


def _upheld(position: CallPosition, draws: int) -> tuple[Reason, ...]:
    reasons = [
        Reason("SP-25", "LAST CARD was not said before the next player's turn."),
        Reason(
            "SP-26",
            f"The penalty is two cards; {draws} are taken."
            if draws < PENALTY
            else "The penalty for a missed call is two cards.",
        ),
        Reason("SP-27", "Any other player may challenge, whenever they notice."),
        Reason(
            "SP-28",
            "Nothing has closed the challenge: the scores are still open.",
            "default",
            "SP-A24",
        )
        if _went_out(position)
        else Reason("SP-28", "The game is still on, so it is not too late."),
    ]
    if _went_out(position):
        reasons.insert(
            0, Reason("SP-8", "The win was not legal; play goes on.", "default", "SP-A24")
        )
    return tuple(reasons)


def _settled(position: CallPosition, rules: Rules) -> tuple[str, ...]:
    """The facts that need not be known: a game that is over has passed every next player, and a
    turn since closes nothing unless it is chosen so.
    """
    closed = position.game_over or _went_out(position)
    open_on = rules["challenge_until"] != "next_turn" or closed
    return (
        *(("next_player_has_acted",) if closed else ()),
        *(("left_then",) if _went_out(position) else ()),
        *(("offender_has_acted",) if open_on else ()),
    )


def _went_out(position: CallPosition) -> bool:
    return position.offender_hand_count == 0


def _cards_drawn(position: CallPosition, rules: Rules) -> int:
    """SP-A25: as many as there are, unless the discards may be shuffled."""
    if position.stock is None or rules["short_stock"] == "reshuffle":
        return PENALTY
    return min(PENALTY, position.stock)


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
    if table.may_call(call.seat):
        ahead = not table.silent >> call.seat & 1
        question = "SP-A21" if ahead else ""
        ground = Reason(
            "SP-25",
            "The call is made in the turn it belongs to.",
            "default" if ahead else "text",
            question,
        )
        return Verdict("legal", (ground,), rules=table.rules)
    words = "No call is due from this seat now."
    if 0 < call.seat <= table.players and table.silent >> call.seat & 1:
        acted = "The game is over" if table.over else "The next player has acted"
        words = f"{acted}: the call comes too late."
    return Verdict("illegal", (Reason("SP-25", words),), rules=table.rules)


def check_naming(position: NamingPosition, naming: Nominate, rules: Rules) -> Verdict:
    """Rule on a suit that is named after the 8 was laid (SP-18, SP-A9)."""
    again = partial(check_naming, position, naming)
    then = {"suit_in_force": SUITS[naming.suit]}
    if position.named_before:
        return Verdict(
            "illegal", (_naming("The first suit named binds."),), rules=rules, again=again
        )
    if position.next_player_has_acted:
        return Verdict(
            "illegal", (_naming("The next player has acted: too late."),), rules=rules, again=again
        )
    if rules["nominate_until"] == "card":
        return Verdict(
            "illegal",
            (_naming("The suit had to be named with the card."),),
            rules=rules,
            again=again,
        )
    if position.next_player_has_acted is None:
        needs = (_NEEDED["next_player_has_acted"],)
        return Verdict(
            "depends",
            (_naming("The suit may be named late."),),
            needs=needs,
            rules=rules,
            again=again,
        )
    return Verdict(
        "legal",
        (_naming("The next player has not acted: in time."),),
        then,
        rules=rules,
        again=again,
    )


def _naming(words: str) -> Reason:
    return Reason("SP-18", words, "default", "SP-A9")


def check_naming_in_game(table: LayingTable, naming: Nominate) -> Verdict:
    """Rule on a suit named late in a game whose record is known."""
    is_waiting = table.waits_for(naming)
    if not is_waiting and not _names_again(table, naming):
        words = f"Seat {naming.seat} has no 8 without a suit."
        return Verdict("illegal", (Reason("SP-18", words),), rules=table.rules)
    position = NamingPosition(next_player_has_acted=False, named_before=not is_waiting)
    return check_naming(position, naming, table.rules)


def _names_again(table: LayingTable, naming: Nominate) -> bool:
    """Whether this seat has named the suit of the 8 on top late, and nobody has acted since."""
    names_suit = (
        seat == naming.seat and isinstance(play, Nominate) for seat, play in _asides(table)
    )
    return not table.over and 0 <= naming.suit <= 3 and any(names_suit)


def _asides(table: LayingTable) -> Iterator[tuple[int, object]]:
    """What was said since the last play of a turn."""
    for seat, play in reversed(table.record):
        if not isinstance(play, Call | Challenge | Nominate | Reshuffle):
            return
        yield seat, play
