"""The forms a lay of Switch can take: one card, a 7 with its suit, cards alike (SW-24), a run of one suit (SW-25)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from scoring.cards import SEVEN, Card, rank_of, suit_of
from scoring.rulebook import Rules

Row = tuple[Card, ...]


def of_one_suit(row: Sequence[Card]) -> bool:
    """Tell whether all cards share a suit."""
    return len({suit_of(card) for card in row}) == 1


def is_seven_drop(row: Sequence[Card]) -> bool:
    """Tell whether the row is a 7 followed by others of its suit (SW-12)."""
    return rank_of(row[0]) == SEVEN and of_one_suit(row)


def is_alike(row: Sequence[Card]) -> bool:
    """Tell whether all cards share a suit, or all share a rank (SW-24)."""
    return of_one_suit(row) or len({rank_of(card) for card in row}) == 1


def is_run(row: Sequence[Card]) -> bool:
    """Tell whether the cards share a suit and go up, or down, rank by rank; the Ace is next to the 2 only (SW-25)."""
    steps = {after - before for before, after in pairwise(row)}
    return of_one_suit(row) and steps in ({1}, {-1})


def has_free_order(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the cards between the first and the last may stand in any order."""
    return is_seven_drop(row) or (rules["same_suit_or_rank"] == "yes" and is_alike(row))


def is_allowed_form(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether these cards may be laid together at all, whatever lies on the pile."""
    return len(row) == 1 or has_free_order(row, rules) or (rules["suit_runs"] == "yes" and is_run(row))


def spelt_row(row: Row, rules: Rules) -> Row:
    """The one spelling among rows alike in effect: cards between the first and the last in ascending order."""
    if len(row) < 4 or not has_free_order(row, rules):
        return row
    return (row[0], *sorted(row[1:-1]), row[-1])


def rows_of(hand: Sequence[Card], rules: Rules) -> set[Row]:
    """Every row of an allowed form that a hand can make, in that spelling. `hand` may hold a card twice."""
    rows: set[Row] = {(card,) for card in hand}
    for first in set(hand):
        rest = list(hand)
        rest.remove(first)
        for companions in _companions(first, rest, rules):
            rows.update(_with_companions(first, companions))
    if rules["suit_runs"] == "yes":
        rows.update(spelt_row(run, rules) for run in _runs(set(hand)))
    return rows


def _companions(first: Card, rest: list[Card], rules: Rules) -> Iterator[list[Card]]:
    if rank_of(first) == SEVEN or rules["same_suit_or_rank"] == "yes":
        yield sorted(card for card in rest if suit_of(card) == suit_of(first))
    if rules["same_suit_or_rank"] == "yes":
        yield sorted(card for card in rest if rank_of(card) == rank_of(first))


def _with_companions(first: Card, companions: list[Card]) -> Iterator[Row]:
    for size in range(1, len(companions) + 1):
        for chosen in combinations(companions, size):
            for place, last in enumerate(chosen):
                yield (first, *chosen[:place], *chosen[place + 1 :], last)


def _runs(cards: Iterable[Card]) -> Iterator[Row]:
    held = set(cards)
    for start in held:
        for step in (1, -1):
            row = [start]
            while row[-1] + step in held and suit_of(row[-1] + step) == suit_of(start):
                row.append(row[-1] + step)
                yield tuple(row)
