"""The line of each player's evening: total and place after every game that all tables have in."""

from collections.abc import Collection, Mapping, Sequence
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
    for moment in sorted((played | by_total) - set(missing)):
        totals = [_total(line, moment) for line in ranked]
        best_first = sorted(totals, key=lambda total: sign * total)
        places = {total: place for place, total in reversed(list(enumerate(best_first, start=1)))}
        last_in = best_first[min(cut, len(best_first)) - 1]
        for line, total in zip(ranked, totals, strict=True):
            by_player[line.player.id].append(
                Step(*moment, total, places[total], sign * (last_in - total))
            )
    return {player: tuple(steps) for player, steps in by_player.items()}


def _total(line: Line, moment: Game) -> int:
    """The points up to a game, and what rulings and bare totals add to the rounds up to it."""
    number, _ = moment
    unplayed = {
        round_: points - sum(line.points[game] for game in line.points if game[0] == round_)
        for round_, points in line.rounds.items()
    }
    total = line.total - sum(line.rounds.values())
    total += sum(points for game, points in line.points.items() if game <= moment)
    for index, points in unplayed.items():
        late = index in line.bare and (index, line.bare[index]) > moment
        total += points if index <= number and not late else 0
    return total
