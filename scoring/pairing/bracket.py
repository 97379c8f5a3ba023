"""The knock-out: where seeds stand, who has a bye, and who meets in the next round."""

from collections.abc import Sequence

from scoring.pairing.values import Match

THIRD = -1
"""The slot of the match for the third place."""
FEWEST = 2


def bracket_size(players: int) -> int:
    """The places of the bracket: the smallest power of two that holds so many
    players (2 or more).
    """
    if players < FEWEST:
        raise ValueError("A knock-out needs at least two players.")
    return 1 << (players - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds from 1 in the order of the bracket, so that the best two can meet in the final
    alone, and so on.
    """
    order = [1]
    while len(order) < size:
        doubled = 2 * len(order) + 1
        order = [seed for number in order for seed in (number, doubled - number)]
    return tuple(order)


def first_round(entrants: Sequence[str]) -> tuple[tuple[str, str | None], ...]:
    """The pairs of the first round in the order of the bracket; entrants come best seed first.

    The top seeds have the byes, since a bye is a place of the bracket that no seed fills. Raises
    ValueError for fewer than two entrants.
    """
    size = bracket_size(len(entrants))
    names = [entrants[seed - 1] if seed <= len(entrants) else None for seed in seed_order(size)]
    pairs = zip(names[::2], names[1::2], strict=True)
    return tuple((str(first or second), second if first else None) for first, second in pairs)


def rounds_needed(players: int) -> int:
    """How many rounds lead to a winner."""
    return bracket_size(players).bit_length() - 1


def next_pairs(matches: Sequence[Match], slots: int) -> dict[int, tuple[str, str | None]]:
    """Who meets in the next round, by slot, from the finished matches of this one with so many
    slots.

    Where both of a match are out, whoever would have met the winner goes through without a match;
    where nobody is left on either side the slot stays empty.
    """
    # The match for the third place leads nowhere.
    winners = {match.slot: match.winner for match in matches if match.slot != THIRD}
    pairs: dict[int, tuple[str, str | None]] = {}
    for slot in range(slots // 2):
        here = [winners[index] for index in (2 * slot, 2 * slot + 1) if winners.get(index)]
        if here:
            pairs[slot] = (str(here[0]), here[1] if len(here) > 1 else None)
    return pairs


def third_pair(matches: Sequence[Match]) -> tuple[str, str] | None:
    """The two who play for the third place: the losers of both semi-finals; None where one of them
    has none.
    """
    losers = [match.loser for match in matches if match.slot != THIRD and match.loser]
    return (losers[0], losers[1]) if len(losers) == 2 else None


Pair = tuple[str, str | None]
"""Two who meet, or one who meets nobody."""
