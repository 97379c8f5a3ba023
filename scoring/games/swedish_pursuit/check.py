"""The verdict on a play of Swedish Pursuit: from a whole game, or from the little an umpire can see
of a table, with every table that agrees with it and stand-ins for cards that nobody has seen.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.cards import ACE, EIGHT, FULL_PACK, QUEEN, SUITS, TWO, Card, case_text
from scoring.games.shedding.laying_table import LayingTable, Placement
from scoring.games.shedding.machine import Machine
from scoring.games.shedding.match_tables import NOTHING_DUE, PLANE, cards_of_copies, mask_of_copies
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.games.swedish_pursuit.grounds import against, behind
from scoring.law.game import GameError
from scoring.law.grounds import reasons
from scoring.law.guesses import Guess, Ways, combinations_of, settled, ways
from scoring.law.plays import MISS, Call, Challenge, Lay, Miss, Nominate, Play, Reshuffle
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict, repeatable
from scoring.words import many

TOP, SUIT, PENDING = "the card showing", "the suit in force", "whether the penalty has been taken"
STOCK, HAND = "whether the stock is empty", "the hand"
"""The facts of a position that may be missing, as an umpire is asked for them."""
TOP_BRINGS = {TOP: (SUIT, PENDING)}
"""Whoever sees the top card sees these as well."""
_FIRST = 2 * PLANE
"""Stand-ins for cards nobody has seen are numbered from here: they can be held and drawn, but never
laid, and are none of the cards that a hand is told as.
"""
OTHER_HAND = 3 << _FIRST + 300
"""The hand of everybody but the player to play: two stand-ins."""
UNKNOWN_DISCARDS = 5
"""How many cards lie below the top one, where nobody counted."""
_SOME_STOCK = 20
"""How many cards a stock has that was not seen to be empty."""


def unseen(count: int, offset: int = 0) -> list[Card]:
    """So many stand-in cards; different offsets give different cards."""
    return list(range(_FIRST + offset, _FIRST + offset + count))


def wholes(
    position: TablePosition, play: Play, rules: Rules
) -> Iterator[tuple[Guess, TablePosition]]:
    """Every position without gaps that agrees with what is known, and before it the facts that were
    guessed there. The likeliest comes first.
    """

    def facts(top: Card) -> Iterator[Ways]:
        yield ways(position.suit, SUIT, range(4) if top % 13 == EIGHT else (top // 13,))
        yield ways(position.pending, PENDING, _pendings(top, rules))
        # A player who picks up shows that there was a stock; one who misses does not show that
        # there was none.
        yield ways(position.stock, STOCK, (_SOME_STOCK, 0) if play == MISS else (_SOME_STOCK,))
        yield ways(position.hand, HAND, _hands(play))

    if None not in (getattr(position, name) for name in _FIELDS):
        yield (), position
        return
    for values, guess in combinations_of(ways(position.top, TOP, FULL_PACK), facts):
        yield guess, replace(position, **dict(zip(_FIELDS, values, strict=True)))


_FIELDS = ("top", "suit", "pending", "stock", "hand")
"""What is tried of a position, in this order."""


def _pendings(top: Card, rules: Rules) -> tuple[int, ...]:
    """A penalty can be due under a 2, and under a card that an option lets pass it on (SP-A5,
    SP-A6).
    """
    if top % 13 == TWO:
        return (2, 0)
    passing = {"no": -1, "ace": ACE, "queen": QUEEN}[rules["deflect_two"]]
    passes = top % 13 == passing or (top % 13 == EIGHT and rules["eight_on_two"] == "passes")
    return (0, 2) if passes else (0,)


def _hands(play: Play) -> tuple[tuple[Card, ...], ...]:
    """A player who lays a card held it: with two unseen ones, as the last one, or among any others.
    One who does not lay may hold unseen cards or any.
    """
    if isinstance(play, Lay):
        return (*play.cards, *unseen(2)), play.cards, FULL_PACK
    return (tuple(unseen(3)), FULL_PACK)


_ASKED = {
    TOP: "asks_top", SUIT: "asks_suit", PENDING: "asks_pending", STOCK: "asks_stock",
    HAND: "asks_hand",
}  # fmt: skip
"""The ground on which each missing fact decides."""


@repeatable
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
    return settled(rules, tried, TOP_BRINGS, unsure, _ASKED)


def _may_be_the_last(position: TablePosition) -> bool:
    """Whether a miss may end a round of misses: nobody told how many missed, or of how many."""
    return position.misses is None or (position.players is None and position.misses > 0)


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


@repeatable
def judge(position: TablePosition, play: Play, rules: Rules) -> Verdict:
    """Answer for a position without gaps."""
    table, picked_up = lay_out(position, rules), position.picked_up
    plays = () if picked_up else tuple(table.legal_plays())
    if table.is_legal(play) and not picked_up:
        grounds = reasons(rules, behind(table, play))
        return Verdict(
            "legal", grounds, _told_facts(_after(table, play, position), position), plays
        )
    grounds = reasons(rules, against(table, play, picked_up))
    then: dict[str, Any] = {"next_turn": _next(table), "must": "leave it for the next turn"}
    if not picked_up:
        then = _required(table, position)
    return Verdict("illegal", grounds, _told_facts(then, position), plays, plays)


def _told_facts(then: dict[str, Any], position: TablePosition) -> dict[str, Any]:
    """Leave out what cannot be said without knowing the seats."""
    if position.players is not None and position.turn is not None:
        return then
    return {key: then[key] for key in then if key not in ("next_turn", "missed", "winner")}


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
        "pending": 0 if table.over else table.pending,
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
    drawn, ordered = list(cards_of_copies(mask)), list[Card]()
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
