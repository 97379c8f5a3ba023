"""Counts the lines of play from a known deal: the exact test of a rules engine."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from scoring.cards import TWO, mask_of, parse_card, parse_cards
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.machine import Machine
from scoring.games.shedding.match_tables import NOTHING_DUE
from scoring.games.swedish_pursuit.flags import flags_of
from scoring.law.game import GameError
from scoring.law.rulebook import Rules


def read_deal(deal: Mapping[str, Any]) -> Placement:
    """Read a deal of a perft file (its counts are not looked at). Raises CardError or GameError."""
    hands = [parse_cards(text) for text in deal["hands"]]
    if len(hands) != deal["players"]:
        raise GameError(f"The deal has {len(hands)} hands for {deal['players']} players.")
    top = parse_card(deal["turned_up"])
    stock = list(parse_cards(deal["stock"]))
    everywhere = [card for hand in hands for card in hand] + [top, *stock]
    if len(set(everywhere)) != len(everywhere):
        raise GameError("The deal has a card twice.")
    masks = [0, *(mask_of(hand) for hand in hands)]
    due = TWO if deal["pending"] else NOTHING_DUE
    ways = deal["first"], deal["direction"], deal["pending"], due
    return Placement(masks, stock[::-1], [top], *ways)


def perft(placement: Placement, rules: Rules, depth: int) -> list[int]:
    """Count the different lines of 1, 2, ...

    `depth` plays; a finished game counts once at each greater depth.
    """
    counts = [0] * depth
    if depth:
        _count(Machine(rules, flags_of(rules), deepcopy(placement)), counts, 0)
    return counts


def _count(table: Machine, counts: list[int], count: int) -> None:
    """Add the lines below a table that has seen `count` plays."""
    if table.over:
        for deeper in range(count, len(counts)):
            counts[deeper] += 1
        return
    plays = table.legal_plays()
    counts[count] += len(plays)
    if count + 1 == len(counts):
        return
    mark = table.mark()
    for play in plays:
        table.apply(play)
        _count(table, counts, count + 1)
        table.back(mark)
