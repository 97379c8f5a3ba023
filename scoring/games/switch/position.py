"""A table of Switch as far as a play is judged by it, and every way the facts an umpire has not
seen could be.
"""

from collections.abc import Iterator

from scoring.cards import ACE, FOUR, FULL_PACK, SEVEN, TWO, Card, rank_of
from scoring.games.shedding import whole
from scoring.games.shedding.machine import Machine
from scoring.games.shedding.match_tables import NOTHING_DUE
from scoring.games.shedding.whole import PLENTY, SUIT, Whole, hands, suits
from scoring.games.switch.flags import PENALTY, flags_of
from scoring.law.guesses import Guess, combinations_of, ways
from scoring.law.plays import Play
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules

TOP_CARD, PENALTY_PAID = "the card showing", "whether the penalty has been taken"
PENALTY_RANK = "whether a 2 or a 4 brought the penalty"


def table_of(position: Whole, rules: Rules) -> Machine:
    """A table that agrees with what is known."""
    return whole.table_of(position, rules, flags_of(rules))


Due = tuple[int, int]
"""Penalty cards due, and the rank that brought them."""
NOTHING: Due = (0, NOTHING_DUE)
_ACES = frozenset({ACE})
_PLAIN = [card for card in FULL_PACK if rank_of(card) not in (ACE, SEVEN)]
"""Cards of hands to try: a lone Ace would bring in SW-22, and 7s or pairs are not needed to show
that something can be laid.
"""
TOP_BRINGS = {TOP_CARD: (SUIT, PENALTY_PAID, PENALTY_RANK)}


def wholes(position: TablePosition, play: Play, rules: Rules) -> Iterator[tuple[Guess, Whole]]:
    """Every whole table that agrees with what is known and could matter for this play, with what
    was assumed.
    """
    tops = ways(position.top, TOP_CARD, FULL_PACK)
    for (top, suit, due), guess in combinations_of(
        tops, lambda top: (suits(position, top, _ACES), _dues(position, top, rules))
    ):
        pile = Whole(top, suit, *due)
        for hand, hand_guess in hands(position, play, table_of(pile, rules), _PLAIN):
            position_filled = pile._replace(
                hand=hand,
                drawable=_drawable(position),
                players=position.players,
                turn=position.turn,
                direction=position.direction or 1,
                stock=position.stock,
                picked_up=position.picked_up,
                out=position.out,
            )
            yield guess + hand_guess, position_filled


def _dues(position: TablePosition, top: Card, rules: Rules) -> list[tuple[Due, Guess]]:
    """What can be due: by the 2 or 4 showing, or by one lying under another card, where every card
    laid acts (SW-A4), or where it answered as the first of several (SW-A23) and so adds to another.
    """
    is_penalty, flags = rank_of(top) in PENALTY, flags_of(rules)
    hidden = (TWO, FOUR) if flags.covers_penalty else ()
    ranks = (rank_of(top),) if is_penalty else hidden
    least = {rank: PENALTY[rank] for rank in ranks}
    if not is_penalty and not flags.all_act:
        smallest = min(PENALTY.values())
        least = {rank: due + (smallest if flags.mixed else due) for rank, due in least.items()}
    if position.pending is None:
        unpaid = [((due, rank), ((PENALTY_PAID, due),)) for rank, due in least.items()]
        return [(NOTHING, ((PENALTY_PAID, 0),) if ranks else ()), *unpaid]
    if not position.pending:
        return [(NOTHING, ())]
    if is_penalty or not hidden:
        return [((position.pending, rank_of(top) if is_penalty else TWO), ())]
    if position.brought is not None:
        return [((position.pending, position.brought), ())]
    able = [rank for rank in hidden if position.pending >= least[rank]]
    return [((position.pending, rank), ((PENALTY_RANK, rank),)) for rank in able or hidden]


def _drawable(position: TablePosition) -> int:
    """SW-19: with the pile used up there are the discards, unless somebody has seen that there are
    none.
    """
    if position.stock is None or position.discards is None:
        return max(position.stock or 0, PLENTY)
    return position.stock + max(position.discards - 1, 0)
