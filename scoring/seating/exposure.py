"""Table sizes as the guests meet them: which size is the usual one, and who sits at another more often than is fair."""

from collections import Counter
from collections.abc import Iterable, Sequence


def usual_size(sizes: Iterable[int]) -> int:
    """The commonest size among the tables of all rounds, the larger of two equally common; 0 without tables."""
    counted = Counter(sizes)
    return max(counted, key=lambda size: (counted[size], size), default=0)


def fair_share(rounds: Sequence[Sequence[int]], guests: int, usual: int) -> tuple[int, int]:
    """How often at most a guest need sit at a table smaller, and larger, than `usual` over rounds of such table sizes.

    The seats at such tables shared out evenly among `guests` (from 1) and rounded up.
    """
    small = sum(size for row in rounds for size in row if size < usual)
    large = sum(size for row in rounds for size in row if size > usual)
    return -(-small // guests), -(-large // guests)
