"""How evenly a seating shares out what differs between places: the sizes of tables, the seats,
the deals.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.seating.harms import fair_sizes
from scoring.seating.values import Key, Seating, seat_letter


class Balance(NamedTuple):
    """One guest: for each round the number at their table and their seat, 0 and nothing where they
    do not sit.

    `deals` are the fewest and the most games they deal when the deal goes round the table from
    whoever cuts it.
    """

    key: Key
    sizes: tuple[int, ...]
    seats: tuple[str, ...]
    deals: tuple[int, int]

    def games_at(self, games: Sequence[int]) -> Mapping[int, int]:
        """How many games they play at a table of each size, with so many games in each round."""
        by_size: dict[int, int] = {}
        for size, number in zip(self.sizes, games, strict=True):
            if size:
                by_size[size] = by_size.get(size, 0) + number
        return by_size


class Share(NamedTuple):
    """Rounds at tables of an unusual size, smaller or larger: the most any guest has, and the least
    that can be had.

    `seats` is how many such seats there are in all rounds; with `even` every guest can have the
    same number of them.
    """

    most: int
    least_most: int
    seats: int
    even: bool


class Balanced(NamedTuple):
    """A whole seating: `usual` is the commonest size of a table, 0 without tables; every guest by
    their key.
    """

    usual: int
    guests: tuple[Balance, ...]
    small: Share
    large: Share


def balance(seating: Seating, games: Sequence[int]) -> Balanced:
    """The balance of a seating whose rounds have so many games each."""
    sizes = seating.sizes
    by_guest: dict[Key, list[tuple[int, str]]] = {}
    for number, table, seat, key in seating.places():
        rounds = by_guest.setdefault(key, [(0, "")] * len(seating.rounds))
        rounds[number - 1] = (sizes[number - 1][table - 1], seat_letter(seat))
    guests = []
    for key, rounds in sorted(by_guest.items(), key=lambda row: str(row[0])):
        guest_sizes, seats = zip(*rounds, strict=True)
        at_table = [(size, number) for size, number in zip(guest_sizes, games, strict=True) if size]
        fewest = sum(number // size for size, number in at_table)
        most = sum(-(-number // size) for size, number in at_table)
        guests.append(Balance(key, guest_sizes, seats, (fewest, most)))
    usual, share = fair_sizes(sizes, len(guests))
    small = [sum(0 < size < usual for size in guest.sizes) for guest in guests]
    large = [sum(size > usual for size in guest.sizes) for guest in guests]
    return Balanced(usual, tuple(guests), _share(small, share[0]), _share(large, share[1]))


def _share(times: Sequence[int], least: int) -> Share:
    seats = sum(times)
    return Share(max(times, default=0), least, seats, not times or seats % len(times) == 0)
