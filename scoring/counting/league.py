"""A league: several evenings adding up, the best n of m, by totals or by places."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from scoring.counting.places import placed
from scoring.counting.tally import Direction

CountBy = Literal["total", "place", "points"]
Absent = Literal["unranked", "worst", "nothing"]
PLACE_POINTS = (10, 8, 6, 5, 4, 3, 2, 1)
"""What the places bring where a league counts points and says nothing else; any further place
brings none.
"""
CALLED = {
    "evenings_won": "most evenings won",
    "best_evening": "the best single evening",
    "last_evening": "the better last evening",
}
TIE_BREAKS = tuple(CALLED)
"""In this order, always: it is shown on page and paper before anybody can be level."""


@dataclass(frozen=True, slots=True)
class LeagueRule:
    """How a league adds up.

    `by` is what an evening counts: its `total`, the `place` (1 for the best; level ones share the
    mean of the places they take up), or `points` for the place (`place_points`, the first place
    first; level ones share the mean of them). `direction` is that of the totals and is not asked
    otherwise. `best` evenings count, None for all of them. `absent` says what becomes of whoever
    has played fewer: `unranked` they are listed without a place, `worst` an evening missed counts
    as the worst total of that evening, or one place behind its last, `nothing` it counts 0. Raises
    ValueError with a sentence where that cannot be: 0 for an evening missed where the lowest is the
    best would reward staying away.
    """

    by: CountBy = "total"
    direction: Direction = "lowest"
    best: int | None = None
    absent: Absent = "unranked"
    place_points: tuple[int, ...] = PLACE_POINTS

    def __post_init__(self) -> None:
        if self.by not in get_args(CountBy) or self.absent not in get_args(Absent):
            raise ValueError(
                "A league counts total, place or points; absent is unranked, worst or nothing."
            )
        if self.best is not None and self.best < 1:
            raise ValueError(
                "The evenings that count are 1 or more: give a whole number from 1, or none for"
                " all."
            )
        if self.absent == "nothing" and self.lowest:
            raise ValueError(
                "Nothing for an evening missed would reward staying away, as the lowest figure"
                " leads."
            )
        falls = any(
            place_point < after
            for place_point, after in zip(self.place_points, self.place_points[1:], strict=False)
        )
        if self.by == "points" and (not self.place_points or falls or min(self.place_points) < 0):
            raise ValueError(
                "Points for places are whole numbers from 0 that never rise, such as 10, 8, 6, 5."
            )

    @property
    def lowest(self) -> bool:
        """Whether the lowest figure leads."""
        return self.by == "place" or (self.by == "total" and self.direction == "lowest")


class Result(NamedTuple):
    """One person's evening: the total in whole points, and the place, shared on equal totals; None
    where not ranked.
    """

    person: str
    total: int | Fraction
    place: int | None


@dataclass(frozen=True, slots=True)
class Counted:
    """What an evening counts for a person: the exact figure, whether it is among those that count,
    or was missed.
    """

    figure: Fraction
    place: int | None = None
    counts: bool = True
    missed: bool = False


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """One person's line. `place` is shared on equal figures, `order` is after the tie-breaks; None
    if not ranked.

    `evenings` holds what each evening counts, by its number from 0; one missed and filled for by
    nothing is not in it. `attended` counts evenings with a place. `decided_by` says what separates
    this line from the next on its figure, `level` names all (this one included) whom no tie-break
    separates: among them the order decides nothing.
    """

    person: str
    figure: Fraction
    evenings: Mapping[int, Counted]
    attended: int
    won: int
    place: int | None = None
    order: int | None = None
    decided_by: str = ""
    level: tuple[str, ...] = ()

    @property
    def ranked(self) -> bool:
        """Whether they have played evenings enough to be placed."""
        return self.place is not None


def league(evenings: Sequence[Iterable[Result]], rule: LeagueRule) -> tuple[LeagueStanding, ...]:
    """Everybody who was at any of the evenings, which are given in their order; the unranked last,
    most evenings first.

    Of the evenings so far `best` count, or all of them while there are fewer. Raises ValueError
    where somebody has two results in one evening.
    """
    listed = [list(results) for results in evenings]
    people = sorted({result.person for results in listed for result in results})
    per_evening = [_evening(results, people, rule) for results in listed]
    lines = [_line(person, per_evening, rule) for person in people]
    needed = min(rule.best or len(per_evening), len(per_evening))
    enough = needed if rule.absent == "unranked" else 1
    ranked = [line for line in lines if line.attended >= max(enough, 1)]
    short = [line for line in lines if line.attended < max(enough, 1)]
    return (
        *_placed(ranked, len(per_evening) - 1, rule),
        *sorted(short, key=lambda line: -line.attended),
    )


def _evening(
    results: Sequence[Result], people: Iterable[str], rule: LeagueRule
) -> Mapping[str, Counted]:
    """What an evening counts for everybody for whom it counts anything."""
    if len({result.person for result in results}) < len(results):
        raise ValueError("Somebody has two results in one evening: keep one of them.")
    ranked = [result for result in results if result.place is not None]
    sharing = Counter(result.place for result in ranked)
    figures = {
        result.person: Counted(Fraction(0), None, counts=False)
        if result.place is None
        else Counted(_figure(result, sharing[result.place], rule), result.place)
        for result in results
    }
    missed = _missed(ranked, rule) if ranked else None
    if missed is not None:
        for person in people:
            if person not in figures or figures[person].place is None:
                figures[person] = Counted(missed, missed=True)
    return figures


def _figure(result: Result, sharing: int, rule: LeagueRule) -> Fraction:
    place = result.place or 0
    if rule.by == "total":
        return Fraction(result.total)
    if rule.by == "place":
        return Fraction(2 * place + sharing - 1, 2)
    return Fraction(sum(rule.place_points[place - 1 : place - 1 + sharing]), sharing)


def _missed(ranked: Sequence[Result], rule: LeagueRule) -> Fraction | None:
    """What missing this evening counts; None where it counts in no way."""
    if rule.absent == "unranked":
        return None
    if rule.absent == "nothing" or rule.by == "points":
        return Fraction(0)
    if rule.by == "place":
        return Fraction(len(ranked) + 1)
    worst = max if rule.direction == "lowest" else min
    return Fraction(worst(result.total for result in ranked))


def _line(
    person: str, per_evening: Sequence[Mapping[str, Counted]], rule: LeagueRule
) -> LeagueStanding:
    evenings = {
        number: evening[person] for number, evening in enumerate(per_evening) if person in evening
    }
    with_figure = [number for number, counted in evenings.items() if counted.counts]
    sign = 1 if rule.lowest else -1
    with_figure.sort(key=lambda number: (sign * evenings[number].figure, number))
    best = set(with_figure[: rule.best])
    evenings = {
        number: replace(counted, counts=number in best) for number, counted in evenings.items()
    }
    figure = sum((evenings[number].figure for number in best), Fraction(0))
    places = [evening.place for evening in evenings.values() if evening.place is not None]
    return LeagueStanding(person, figure, evenings, len(places), places.count(1))


def _placed(ranked: list[LeagueStanding], last: int, rule: LeagueRule) -> Iterable[LeagueStanding]:
    sign = 1 if rule.lowest else -1
    ranked.sort(key=lambda line: (sign * line.figure, _keys(line, last, rule), line.person))
    for line, place, order, level, after in placed(
        ranked, lambda line: line.figure, lambda line: _keys(line, last, rule)
    ):
        yield replace(
            line,
            place=place,
            order=order,
            decided_by=_decided(line, after, last, rule) if after else "",
            level=tuple(peer.person for peer in level),
        )


def _keys(line: LeagueStanding, last: int, rule: LeagueRule) -> tuple[Fraction, Fraction, Fraction]:
    """The figures of the tie-breaks as they sort, the smallest first; an evening not played stands
    behind all.
    """
    sign = 1 if rule.lowest else -1
    played = {
        number: sign * counted.figure
        for number, counted in line.evenings.items()
        if counted.place is not None
    }
    behind = (
        max((abs(evening.figure) for evening in line.evenings.values()), default=Fraction(0))
        + 10**9
    )
    return Fraction(-line.won), min(played.values()), played.get(last, behind)


def _decided(line: LeagueStanding, after: LeagueStanding, last: int, rule: LeagueRule) -> str:
    pairs = zip(TIE_BREAKS, _keys(line, last, rule), _keys(after, last, rule), strict=True)
    name = next(name for name, mine, theirs in pairs if mine != theirs)
    return CALLED[name]
