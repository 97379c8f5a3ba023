"""How much of a result is skill and how much is luck, learned from the games a field has played.

What a player scores in a game is the mean of the field, plus what is their own, plus luck. Of the
spread of one game skill is about 3 in 100 at a card table, so a few games say little: whatever is
learned is shrunk towards nobody being better than anybody. Not one share of skill is plugged in but
seven, each weighed by how well it explains the games.
"""

from collections.abc import Mapping, Sequence
from math import asin, ceil, exp, log, pi, sin, sqrt
from statistics import fmean, pstdev
from typing import NamedTuple

from scoring.words import many

SHARES = {0.0: 0.10, 0.01: 0.20, 0.02: 0.20, 0.03: 0.20, 0.05: 0.15, 0.08: 0.10, 0.13: 0.05}
"""What share of the spread of one game may be skill, and how likely each is before a game is
played. An assumption; its mean is 3 in 100.
"""
SIMULATED = 100
"""The mean of simulated games counts as much as so many figures of the hall."""
CAME_TWICE = 8
"""Of a league where fewer players came to two evenings nothing is said."""
ORDERED = 0.8
"""A table is called telling once of two players the better one leads in this share of pairs."""


class Own(NamedTuple):
    """What is a player's own, in points a game beyond the mean of the field, and how unsure that is
    (a standard deviation). `games` is from how many it was learned, `beyond` by how many points all
    of them together are off the mean.
    """

    points: float
    unsure: float
    games: int
    beyond: float


class Skill(NamedTuple):
    """The skill of a field: the `mean` of a game, the `share` of its spread that is skill, and what
    is each player's own.
    """

    mean: float
    share: float
    of: Mapping[str, Own]

    def added(self, player: str) -> float:
        """How many points luck added to all games of a player: what goes beyond the mean of the
        field and what is their own.
        """
        own = self.of[player]
        return own.beyond - own.games * own.points


def skill(games: Mapping[str, Sequence[float]]) -> Skill | None:
    """What each player's games say of their skill; None before anybody has played two, and where
    all scored the same.
    """
    played = {player: list(points) for player, points in games.items() if points}
    weighed = _weighed(list(played.values()), SHARES)
    if weighed is None:
        return None
    mean, luck, likely = weighed
    own_of = {}
    for player, points in played.items():
        beyond = sum(points) - len(points) * mean
        shrunk = [
            weight * _ratio(share) / (1 + len(points) * _ratio(share))
            for share, weight in likely.items()
        ]
        own = beyond * sum(shrunk)
        own_of[player] = Own(own, sqrt(luck * sum(shrunk)), len(points), beyond)
    return Skill(mean, sum(share * weight for share, weight in likely.items()), own_of)


def scales(games: Mapping[str, Sequence[float]]) -> dict[str, tuple[float, float]]:
    """How many times the points of simulated games each player's are, and how unsure that is.

    `games` are their points, each divided by the mean of simulated games at such a table. The hall
    may play otherwise than simulated players, all of it; that is believed the more the more games
    are in. Empty as long as nothing can be learned.
    """
    skill_found = skill(games)
    if skill_found is None:
        return {}
    number = sum(own.games for own in skill_found.of.values())
    hall = (number * skill_found.mean + SIMULATED) / (number + SIMULATED)
    return {
        player: (max(0.0, hall + own.points), own.unsure) for player, own in skill_found.of.items()
    }


class Reliability(NamedTuple):
    """What the table of a league tells after so many evenings.

    `ordered` is in what share of pairs the better player leads the other; `needed` how many
    evenings it takes until that is `ORDERED`.
    """

    evenings: int
    ordered: float
    needed: int

    @property
    def words(self) -> str:
        """It all, in a sentence or two."""
        pairs, target = round(10 * self.ordered), round(10 * ORDERED)
        first = (
            f"Luck and skill: after {many(self.evenings, 'evening')} the better of two players"
            f" leads in about {pairs} pairs of 10."
        )
        more = f"It takes about {many(self.needed, 'evening')} for {target} of 10."
        return first if pairs >= target else f"{first} {more}"


def reliability(
    evenings: Sequence[Mapping[str, float]], games: Sequence[int]
) -> Reliability | None:
    """What a league's table tells, from the totals of everybody ranked evening by evening, and how
    many games each had.

    None before `CAME_TWICE` players have come to two evenings.
    """
    rows: dict[str, list[float]] = {}
    for totals in evenings:
        spread = pstdev(totals.values()) if totals else 0.0
        for player, total in totals.items() if spread else ():
            rows.setdefault(player, []).append((total - fmean(totals.values())) / spread)
    if sum(len(row) > 1 for row in rows.values()) < CAME_TWICE:
        return None
    # Of an evening of many games a larger share is skill than of one game.
    by_evening = {_of_many(share, round(fmean(games))): weight for share, weight in SHARES.items()}
    weighed = _weighed(list(rows.values()), by_evening, mean=0.0)
    if weighed is None:
        return None
    share = sum(share * weight for share, weight in weighed[2].items())
    most = max(map(len, rows.values()))
    target = sin(pi * (ORDERED - 0.5)) ** 2
    needed = ceil(target / (1 - target) * (1 - share) / share)
    return Reliability(most, 0.5 + asin(sqrt(_of_many(share, most))) / pi, needed)


def _ratio(share: float) -> float:
    return share / (1 - share)


def _of_many(share: float, number: int) -> float:
    """What share of the spread of a mean of so many is skill, where it is `share` of one."""
    return number * share / (1 + (number - 1) * share)


def _weighed(
    rows: Sequence[Sequence[float]], first: Mapping[float, float], mean: float | None = None
) -> tuple[float, float, Mapping[float, float]] | None:
    """What the figures of each player in a row of their own say: their `mean` (of all figures, if
    none is given), the variance of luck, and how likely each share of skill is now that was so
    likely at `first`; the chances add up to 1. None before anybody has two, and where all are the
    same.
    """
    number = sum(map(len, rows))
    if number <= len(rows):
        return None
    middle = sum(map(sum, rows)) / number if mean is None else mean
    off = [(len(row), sum(row) / len(row) - middle) for row in rows]
    squares = sum(
        (figure - middle - offset) ** 2
        for row, (_, offset) in zip(rows, off, strict=True)
        for figure in row
    )
    if squares <= 0:
        return None
    heights = []
    for share, weight in first.items():
        ratio, spread, height = _ratio(share), squares, log(weight)
        for count, offset in off:
            spread += count * offset * offset / (1 + count * ratio)
            height -= log(1 + count * ratio) / 2
        heights.append(height - (number - 1) / 2 * log(spread))
    weights = [exp(height - max(heights)) for height in heights]
    likely = {share: weight / sum(weights) for share, weight in zip(first, weights, strict=True)}
    return middle, squares / (number - len(rows)), likely
