"""The line of each player's evening: total and place after every game that all tables have in."""

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from scoring.counting.tally import Direction
from scoring.counting.totals import Game, Line


class Step(NamedTuple):
    """Where a player stood after a game: the total so far, the place (shared on equal totals), and
    the points inside.

    `inside` is the distance to the last total that would have gone through: 0 on it, positive
    better, negative worse.
    """

    round: int
    game: int
    total: int
    place: int
    inside: int


def evening_lines(
    field: Sequence[Line], cut: int, direction: Direction = "lowest", missing: Collection[Game] = ()
) -> Mapping[str, tuple[Step, ...]]:
    """The steps of every ranked player, in the order of play; none after a game that is in
    `missing`.

    Points of rulings count from their round on, those on the total and a par of tables throughout;
    a round known by its total alone counts with its last game. Ties are not split here: a place is
    a place on points. The cut is from 1 up; where it takes everybody, the last total of all is the
    line. Raises ValueError for a cut below 1.
    """
    if cut < 1:
        raise ValueError(f"The cut takes at least one player, not {cut}.")
    ranked = [line for line in field if not line.unranked_because]
    by_player: dict[str, list[Step]] = {line.player.id: [] for line in ranked}
    sign = 1 if direction == "lowest" else -1
    played = {game for line in ranked for game in line.points}
    by_total = {last for line in ranked for last in line.bare.items()}
    moments = sorted((played | by_total) - set(missing))
    so_far = zip(*(_totals(line, moments) for line in ranked), strict=True)
    for moment, totals in zip(moments, so_far, strict=True):
        best_first = sorted(totals, key=lambda total: sign * total)
        places = {total: place for place, total in reversed(list(enumerate(best_first, start=1)))}
        last_in = best_first[min(cut, len(best_first)) - 1]
        for line, total in zip(ranked, totals, strict=True):
            by_player[line.player.id].append(
                Step(*moment, total, places[total], sign * (last_in - total))
            )
    return {player: tuple(steps) for player, steps in by_player.items()}


def _totals(line: Line, moments: Sequence[Game]) -> list[int]:
    """The total after each of these games: the points up to it, and what rulings and bare totals
    add to the rounds up to it.
    """
    added, unplayed = [0] * (len(moments) + 1), dict(line.rounds)
    for game, points in line.points.items():
        added[bisect_left(moments, game)] += points
        unplayed[game[0]] -= points
    for number, points in unplayed.items():
        added[bisect_left(moments, (number, line.bare.get(number, 0)))] += points
    added[0] += line.total - sum(line.rounds.values())
    return list(accumulate(added[:-1]))
