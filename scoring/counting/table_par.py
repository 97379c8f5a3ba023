"""A par for each size of table: what a game is expected to bring there, and how results are
corrected by it.

Where one is declared, each game at another table than one of five is corrected by the difference of
the two pars, and the sum is rounded once for each player. How the par was measured:
scoring/foresight/table_sizes.py.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from scoring.counting.tally import Tally
from scoring.counting.tie_breaks import Facts
from scoring.counting.totals import Line

Par = tuple[tuple[int, int], ...]
"""Pairs of a table size and the par of it in tenths of a point, the smallest table first."""
USUAL = 5
"""The table against which the others are corrected."""
SMALLEST, LARGEST = 2, 10
HIGHEST = 2000
"""No par is over two hundred points, in tenths."""
PART = re.compile(r"(\d{1,2})\s*:\s*(\d{1,3})(?:[.](\d))?")


def read_par(text: str) -> Par:
    """A par as it is declared, `4: 15.7, 5: 16.4, 6: 16.5`; nothing for an empty text.

    Raises ValueError.
    """
    by_size: dict[int, int] = {}
    for part in filter(None, (name.strip() for name in text.split(","))):
        match = PART.fullmatch(part)
        if match is None:
            raise ValueError(
                f"“{part[:20]}” is no par: write the size of the table and its points, such as 4:"
                " 15.7."
            )
        seats, tenths = int(match[1]), int(match[2]) * 10 + int(match[3] or 0)
        if not SMALLEST <= seats <= LARGEST or tenths > HIGHEST:
            raise ValueError(
                f"A par is of a table of {SMALLEST} to {LARGEST} players and at most"
                f" {HIGHEST // 10} points."
            )
        if seats in by_size:
            raise ValueError(f"The table of {seats} is there twice: give each size one par.")
        by_size[seats] = tenths
    if by_size and USUAL not in by_size:
        raise ValueError(
            f"The par of a table of {USUAL} is missing: the others are set against it."
        )
    return tuple(sorted(by_size.items()))


def par_words(par: Par) -> str:
    """A par as it is declared and shown."""
    return ", ".join(f"{seats}: {tenths // 10}.{tenths % 10}" for seats, tenths in par)


def differences(par: Par) -> dict[int, int]:
    """What a game at a table of each size is corrected by, in tenths of a point: the par of five
    less its own.
    """
    usual = dict(par).get(USUAL, 0)
    return {seats: usual - tenths for seats, tenths in par}


def rounded(tenths: int) -> int:
    """Tenths of a point in whole points, the nearest; a half goes away from nought."""
    return (tenths + 5) // 10 if tenths >= 0 else -((5 - tenths) // 10)


def with_par(
    lines: Iterable[Line], scores: Sequence[Tally], par: Par, facts: Facts
) -> tuple[Line, ...]:
    """The figures of a field with the par of their tables in every total.

    The size of a table in a game is the number of those who played it: on its sheet, and by cards
    that bear a total alone. Who was absent and is given points from a table is corrected as its
    players are; a game that nobody played has no table.
    """
    by_size = differences(par)
    sizes = Counter(facts.told) + Counter(
        score.sheet for score in scores if score.state == "played"
    )
    tenths: defaultdict[tuple[str, int], int] = defaultdict(int)
    for score in scores:
        if score.state in ("played", "absent") and score.points is not None:
            tenths[score.player, score.round] += by_size.get(sizes[score.sheet], 0)
    for total in facts.round_totals:
        # Whatever they missed of such a round is in the total of their card already.
        tenths[total.player, total.round] = sum(
            by_size.get(sizes[sheet], 0) for sheet in total.sheets
        )
    of_player: Counter[str] = Counter()
    for (player, _number), shift in tenths.items():
        of_player[player] += shift
    return tuple(_corrected(line, rounded(of_player[line.player.id])) for line in lines)


def _corrected(line: Line, par: int) -> Line:
    """One that stands from before bears a par already."""
    return line if par == line.par else line._replace(total=line.total - line.par + par, par=par)
