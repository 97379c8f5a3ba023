"""The forms a lay of Switch can take: one card, a 7 with its suit, cards alike (SW-24), a run of
one suit (SW-25).
"""

from collections.abc import Iterator, Sequence, Set
from itertools import combinations, pairwise, product

from scoring.cards import ACE, SEVEN, Card, rank_of, suit_of
from scoring.games.shedding.flags import Row
from scoring.law.rulebook import Rules


def of_one_suit(row: Sequence[Card]) -> bool:
    """Tell whether all cards share a suit."""
    return len({suit_of(card) for card in row}) == 1


def is_seven_drop(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the row is a 7 and others of its suit (SW-12), the 7 where an option wants it
    (SW-A15).
    """
    sevens = row[:1] if rules["seven_place"] == "first" else row
    return of_one_suit(row) and any(rank_of(card) == SEVEN for card in sevens)


def is_alike(row: Sequence[Card]) -> bool:
    """Tell whether all cards share a suit, or all share a rank (SW-24)."""
    return of_one_suit(row) or len({rank_of(card) for card in row}) == 1


def is_run(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the cards share a suit and go up, or down, rank by rank (SW-25); where the Ace
    stands: SW-A16.
    """
    aces = (ACE,) if rules["ace_in_run"] == "low" else (ACE, HIGH_ACE)
    return of_one_suit(row) and any(is_stair(row, ace) for ace in aces)


HIGH_ACE = 13
"""The Ace counted as the rank above the King."""


def is_stair(row: Sequence[Card], ace: int) -> bool:
    """Tell whether ranks go up, or down, by one, with the Ace counted as rank `ace`."""
    ranks = [rank_of(card) or ace for card in row]
    return {after - before for before, after in pairwise(ranks)} in ({1}, {-1})


def has_free_order(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the cards between the first and the last may stand in any order."""
    return is_seven_drop(row, rules) or (rules["same_suit_or_rank"] == "yes" and is_alike(row))


def is_allowed_form(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether these cards may be laid together at all, whatever lies on the pile."""
    return (
        len(row) == 1
        or has_free_order(row, rules)
        or (rules["suit_runs"] == "yes" and is_run(row, rules))
    )


def spelt_row(row: Row, rules: Rules) -> Row:
    """The one spelling among rows alike in effect: cards between the first and the last in
    ascending order.
    """
    if len(row) < 4 or not has_free_order(row, rules):
        return row
    return (row[0], *sorted(row[1:-1]), row[-1])


def rows_of(hand: Sequence[Card], rules: Rules) -> set[Row]:
    """Every row of an allowed form that a hand can make, in that spelling.

    `hand` may hold a card twice.
    """
    rows: set[Row] = {(card,) for card in hand}
    for first in set(hand):
        rest = list(hand)
        rest.remove(first)
        for companions in _companions(first, rest, rules):
            rows.update(_with_companions(first, companions))
        if rules["seven_place"] == "any":
            alike = sorted(card for card in rest if suit_of(card) == suit_of(first))
            rows.update(row for row in _with_companions(first, alike) if is_seven_drop(row, rules))
    if rules["suit_runs"] == "yes":
        rows.update(spelt_row(run, rules) for run in _runs(set(hand), rules))
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


def _runs(cards: Set[Card], rules: Rules) -> Iterator[Row]:
    high = rules["ace_in_run"] == "either"
    for suit, way in product(range(4), (1, -1)):
        order = [13 * suit + rank % 13 for rank in range(HIGH_ACE + high)][::way]
        for begin in range(len(order)):
            for end in range(begin + 1, len(order) + 1):
                if order[end - 1] not in cards:
                    break
                # With the Ace at both ends of the order the whole of it is no run.
                if 1 < end - begin <= HIGH_ACE:
                    yield tuple(order[begin:end])
