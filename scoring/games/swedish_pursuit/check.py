"""The verdict on a play of Swedish Pursuit: from a whole game, or from the little an umpire can see
of a table.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from scoring.cards import ACE, SUITS, TWO, Card, case_text
from scoring.games.shedding.laying_table import LayingTable, Placement
from scoring.games.shedding.machine import Machine
from scoring.games.shedding.match_tables import NOTHING_DUE, mask_of_copies
from scoring.games.swedish_pursuit.calls import (
    check_call,
    check_challenge_in_game,
    check_naming_in_game,
)
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.games.swedish_pursuit.grounds import illegal_grounds, legal_grounds
from scoring.games.swedish_pursuit.position import (
    HAND,
    OTHER_HAND,
    PENDING,
    STOCK,
    SUIT,
    TOP,
    TOP_BRINGS,
    UNKNOWN_DISCARDS,
    known_cards,
    unseen,
    wholes,
)
from scoring.law.game import GameError
from scoring.law.guesses import settled
from scoring.law.plays import Call, Challenge, Lay, Miss, Nominate, Play, Reshuffle
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason, Verdict
from scoring.words import many

_GROUNDS = {
    TOP: Reason("SP-12", "A card must match the rank or suit of the card before it."),
    SUIT: Reason("SP-18", "The suit named with the 8 is to be followed."),
    PENDING: Reason("SP-22", "An unanswered 2 can only be answered by a 2."),
    STOCK: Reason("SP-15", "A turn is missed only when no stock is left."),
    HAND: Reason("SP-16", "A card that can be laid must be laid."),
}


def check_table(position: TablePosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a play of the seat to play; never raises on a bad play. `depends` names what must
    be known.

    Missing facts are tried out in every way they could be: only those that decide are asked for.
    """
    if isinstance(play, Call | Challenge | Nominate):
        raise GameError(
            "A call, challenge or late naming is put with a position of its own, not with a table."
        )
    tried = [
        (guess, judge(table, position.taking(play, table.pending or 0), rules))
        for guess, table in wholes(position, play, rules)
    ]
    unsure = (*position.unsure, *(("stock",) if position.stock is None else ()))
    if isinstance(play, Miss) and not position.stock and _may_be_the_last(position):
        unsure += ("game_over", "stock")
    verdict = settled(
        tried, lambda needs: tuple(_GROUNDS[fact] for fact in needs), TOP_BRINGS, unsure
    )
    return replace(verdict, rules=rules, again=partial(check_table, position, play))


def _may_be_the_last(position: TablePosition) -> bool:
    """Whether a miss may end a round of misses: nobody told how many missed, or of how many."""
    return position.misses is None or (position.players is None and position.misses > 0)


def check_in_game(table: LayingTable, play: Play) -> Verdict:
    """Answer for a play, call or challenge in a game whose cards are all known."""
    if isinstance(play, Call):
        return check_call(table, play)
    if isinstance(play, Challenge):
        return check_challenge_in_game(table, play)
    if isinstance(play, Nominate):
        return check_naming_in_game(table, play)
    if table.over:
        return Verdict(
            "illegal",
            (Reason("SP-28", "The game is over."),),
            {"game_over": True},
            rules=table.rules,
        )
    return judge(position_of(table), play, table.rules)


def position_of(table: LayingTable) -> TablePosition:
    """What the player on turn and the table can see."""
    return TablePosition(
        players=table.players,
        turn=table.turn,
        direction=table.direction,
        top=table.top,
        suit=table.suit,
        pending=table.pending,
        stock=table.left,
        hand=table.hand(table.turn),
        misses=table.misses,
        discards=len(table.discards),
    )


def lay_out(position: TablePosition, rules: Rules) -> Machine:
    """Set up a table from a position without gaps, with unseen cards wherever nobody looked."""
    turn = position.turn or 1
    players = position.players or max(5, turn)
    if position.top is None or position.suit is None:
        raise GameError("A table needs a card showing and a suit in force.")
    hands = [OTHER_HAND] * (players + 1)
    hands[turn] = mask_of_copies(position.hand or ())
    under = UNKNOWN_DISCARDS if position.discards is None else position.discards - 1
    stock, discards = unseen(position.stock or 0, 10), [*unseen(under, 100), position.top]
    placement = Placement(
        hands=hands,
        stock=stock,
        discards=discards,
        turn=turn,
        direction=position.direction or 1,
        pending=position.pending or 0,
        due=TWO if position.pending else NOTHING_DUE,
        suit=position.suit,
    )
    table = Machine(rules, flags_of(rules), placement)
    table.misses, table.quiet = position.misses or 0, False
    return table


def judge(position: TablePosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a position without gaps."""
    table = lay_out(position, rules)
    again = partial(judge, position, play)
    is_known = position.players is not None and position.turn is not None
    if table.is_legal(play) and not position.picked_up:
        plays = tuple(table.legal_plays())
        reasons = legal_grounds(table, play)
        then = _after(table, play, position)
        return Verdict(
            "legal", reasons, _told_facts(then, is_known=is_known), plays, rules=rules, again=again
        )
    reasons = illegal_grounds(table, play, position.picked_up)
    if position.picked_up:
        then, plays = {"next_turn": _next(table), "must": "leave it for the next turn"}, ()
    else:
        plays = tuple(table.legal_plays())
        then = _required(table, position)
    return Verdict(
        "illegal",
        reasons,
        _told_facts(then, is_known=is_known),
        plays,
        plays,
        rules=rules,
        again=again,
    )


def _told_facts(then: dict[str, Any], *, is_known: bool) -> dict[str, Any]:
    """Leave out what cannot be said without knowing the seats."""
    return (
        then
        if is_known
        else {key: then[key] for key in then if key not in ("next_turn", "missed", "winner")}
    )


def _next(table: LayingTable) -> int:
    return (table.turn + table.direction - 1) % table.players + 1


def _after(table: Machine, play: Play, position: TablePosition) -> dict[str, Any]:
    """Do the play and say what follows."""
    seat, following = table.turn, _next(table)
    drawer = following if isinstance(play, Lay) else seat
    before = table.hands[drawer].bit_count()
    table.apply(play)
    then: dict[str, Any] = {
        "direction": table.direction,
        "suit_in_force": SUITS[table.suit],
        "pending": table.pending,
        "cards_drawn": table.hands[drawer].bit_count() - before,
        "stock": table.left,
        "game_over": table.over,
    }
    if position.discards is None and any(isinstance(entry, Reshuffle) for _, entry in table.record):
        del then["stock"]
    if isinstance(play, Lay):
        then["hand_left"] = _in_hand_order(table.hands[seat], position)
    if table.over:
        return then | {"winner": table.winner, "all_tally": table.ending != "redeal"}
    skipped = isinstance(play, Lay) and play.cards[0] % 13 == ACE
    return then | {"next_turn": table.turn} | ({"missed": following} if skipped else {})


def _in_hand_order(mask: int, position: TablePosition) -> list[str]:
    """The real cards of a hand, in the order in which the hand was told; cards drawn since come
    last.
    """
    drawn, ordered = list(known_cards(mask)), list[Card]()
    for card in position.hand or ():
        if card in drawn:
            drawn.remove(card)
            ordered.append(card)
    return [case_text(card) for card in (*ordered, *drawn)]


def _required(table: Machine, position: TablePosition) -> dict[str, Any]:
    """What has to be done instead of an illegal play."""
    cards = _in_hand_order(table.lays, position)
    if cards:
        return {"legal_cards": cards, "must": f"lay {' or '.join(cards)}"}
    then = _after(table, table.alternative(), position)
    draws = then["cards_drawn"]
    must = f"pick up {many(draws, 'card')}" if draws else "miss the turn"
    keys = ("cards_drawn", "next_turn", "game_over", "winner")
    return {"legal_cards": [], "must": must} | {key: then[key] for key in keys if key in then}
