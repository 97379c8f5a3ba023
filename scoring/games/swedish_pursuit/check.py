"""The verdict on a play of Swedish Pursuit: from a whole game, or from the little an umpire can see
of a table.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from scoring.cards import ACE, SUITS, TWO, Card, card_text
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
    OTHER_HAND,
    UNKNOWN_DISCARDS,
    known_cards,
    unseen,
    wholes,
)
from scoring.law.game import GameError
from scoring.law.plays import Call, Challenge, Lay, Nominate, Play
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Answer, Reason, Verdict, agreed
from scoring.words import many

_ASKED = {
    "top": (
        "the card showing",
        Reason("SP-12", "A card must match the rank or suit of the card before it."),
    ),
    "suit": ("the suit in force", Reason("SP-18", "The suit named with the 8 is to be followed.")),
    "pending": (
        "whether the penalty has been taken",
        Reason("SP-22", "An unanswered 2 can only be answered by a 2."),
    ),
    "stock": (
        "whether the stock is empty",
        Reason("SP-15", "A turn is missed only when no stock is left."),
    ),
    "hand": ("the hand", Reason("SP-16", "A card that can be laid must be laid.")),
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
        (table_position, judge(table_position, play, rules))
        for table_position in wholes(position, play, rules)
    ]
    if [table_position for table_position, _ in tried] == [position]:
        return tried[0][1]
    again = partial(check_table, position, play)
    if len({verdict.answer for _, verdict in tried}) == 1:
        same = agreed([verdict for _, verdict in tried])
        if position.stock is None:
            same = replace(same, then={key: same.then[key] for key in same.then if key != "stock"})
        return replace(same, again=again)
    deciding = [
        name for name in _ASKED if getattr(position, name) is None and _decides(name, tried)
    ]
    if "top" in deciding:
        deciding = [name for name in deciding if name not in ("suit", "pending")]
    reasons = tuple(_ASKED[name][1] for name in deciding)
    return Verdict(
        "depends",
        reasons,
        needs=tuple(_ASKED[name][0] for name in deciding),
        rules=rules,
        again=again,
    )


def _decides(name: str, tried: list[tuple[TablePosition, Verdict]]) -> bool:
    """Whether two cases that differ in this fact alone have different answers; the top card settles
    the rest.
    """
    answers: dict[TablePosition, Answer] = {}
    blank: dict[str, Any] = (
        {"top": None, "suit": None, "pending": None} if name == "top" else {name: None}
    )
    return any(
        answers.setdefault(replace(table_position, **blank), verdict.answer) != verdict.answer
        for table_position, verdict in tried
    )


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
    players, turn = position.players or 5, position.turn or 1
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
        direction=position.direction,
        pending=position.pending or 0,
        due=TWO if position.pending else NOTHING_DUE,
        suit=position.suit,
    )
    table = Machine(rules, flags_of(rules), placement)
    table.misses, table.quiet = position.misses, False
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
    return [long_text(card) for card in (*ordered, *drawn)]


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


def long_text(card: Card) -> str:
    """A card as case files write it, the ten as `10`."""
    return card_text(card).replace("T", "10")
