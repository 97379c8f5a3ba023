"""Counts the lines of play from a known deal: the exact test of a rules engine."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.cards import mask_of, parse_card, parse_cards
from scoring.games.swedish_pursuit.course import Course
from scoring.games.swedish_pursuit.table import Layout
from scoring.law.game import GameError
from scoring.law.rulebook import Rules


def read_deal(deal: Mapping[str, Any]) -> Layout:
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
    return Layout(masks, stock[::-1], [top], top, deal["first"], deal["direction"], deal["pending"])


def perft(layout: Layout, rules: Rules, depth: int) -> list[int]:
    """Count the different lines of 1, 2, ...

    `depth` plays; a finished game counts once at each greater depth.
    """
    counts = [0] * depth
    if depth:
        _count(Course(rules, _copied(layout)), counts, 0)
    return counts


def _count(table: Course, counts: list[int], count: int) -> None:
    """Add the lines below a table that has seen `done` plays."""
    if table.over:
        for deeper in range(count, len(counts)):
            counts[deeper] += 1
        return
    plays: Sequence[Any] = table.legal_plays()
    counts[count] += len(plays)
    if count + 1 == len(counts):
        return
    before = _layout_of(table)
    for play in plays:
        child = Course(table.rules, _copied(before))
        child.apply(play)
        _count(child, counts, count + 1)


def _layout_of(table: Course) -> Layout:
    return Layout(
        table.hands,
        table.stock,
        table.discards,
        table.key,
        table.turn,
        table.direction,
        table.pending,
        table.misses,
    )


def _copied(layout: Layout) -> Layout:
    return Layout(
        layout.hands[:],
        layout.stock[:],
        layout.discards[:],
        layout.key,
        layout.turn,
        layout.direction,
        layout.pending,
        layout.misses,
    )
