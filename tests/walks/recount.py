"""The evening counted once more from what was typed and done, with nothing of the product:
arithmetic alone.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

FACE = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, "X": 10, "8": 30}
OTTAWA_FACE = FACE | {"8": 8, "A": 15}
Place = tuple[int, int, int]
"""Round, table and game."""


@dataclass(frozen=True)
class Said:
    """What was typed of one guest in one game: out, the ranks of the cards left, bare points, a
    place, laps.
    """

    out: bool = False
    cards: str = ""
    points: int | None = None
    place: int | None = None
    laps: int | None = None


Sitting = Mapping[str, Said]


@dataclass(frozen=True)
class Match:
    """Two who met: a letter for each game, 1 or 2 for who won it and - for time; how it ended
    otherwise.
    """

    one: str
    other: str
    games: str
    ended: str = ""


@dataclass
class Rules:
    """What was declared on the page of the settings, in its own words."""

    counting: str = "hand"
    highest: bool = False
    through: int = 10
    tie_breaks: tuple[str, ...] = ()
    cut_tie: str = "cut_of_cards"
    absent: str = "table_worst"
    unplayed: str = "void_everywhere"
    no_winner: str = ""
    pairing: str = ""


@dataclass
class Evening:
    """Everything that was done: games by place, games that were not played, who came late or moved
    (guest, round, the table they came to) and missed which games of it, who went home.
    """

    rules: Rules = field(default_factory=Rules)
    games: dict[Place, Sitting] = field(default_factory=dict)
    not_played: dict[Place, tuple[str, ...]] = field(default_factory=dict)
    missed: dict[tuple[str, int, int], range] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    ruled: list[tuple[str, int]] = field(default_factory=list)
    void: set[Place] = field(default_factory=set)
    drawn: list[Mapping[str, int]] = field(default_factory=list)
    drawn_after: list[Mapping[str, int]] = field(default_factory=list)
    final: dict[Place, Sitting] = field(default_factory=dict)
    extra: dict[Place, Sitting] = field(default_factory=dict)
    matches: dict[tuple[int, int], Match] = field(default_factory=dict)
    rounds_of_matches: dict[int, int] = field(default_factory=dict)
    stated: dict[str, int] = field(default_factory=dict)


@dataclass
class Line:
    """One guest's figures."""

    guest: str
    total: Fraction = Fraction()
    points: dict[tuple[int, int], Fraction] = field(default_factory=dict)
    tables: dict[tuple[int, int], int] = field(default_factory=dict)
    won: int = 0
    seconds: int = 0
    eights: int | None = 0
    cards: int | None = 0
    given: Fraction = Fraction()
    laps: int = 0
    lacking: bool = False


def points_of(sitting: Sitting, rules: Rules) -> dict[str, Fraction]:
    """What each guest of a game scores."""
    return _COUNTINGS[rules.counting](sitting, rules)


def _hands(sitting: Sitting, rules: Rules) -> dict[str, Fraction]:
    return {guest: Fraction(points_left(said, FACE)) for guest, said in sitting.items()}


def points_left(said: Said, face: Mapping[str, int]) -> int:
    """The points of what a guest was left with."""
    if said.out:
        return 0
    return (
        said.points
        if said.points is not None
        else sum(face.get(card) or int(card) for card in said.cards)
    )


def _winner_takes(sitting: Sitting, rules: Rules) -> dict[str, Fraction]:
    left = {guest: points_left(said, OTTAWA_FACE) for guest, said in sitting.items()}
    winner = next((guest for guest, said in sitting.items() if said.out), None)
    if winner is not None:
        return {guest: Fraction(sum(left.values()) if guest == winner else 0) for guest in left}
    least = [guest for guest in left if left[guest] == min(left.values())]
    if rules.no_winner == "no_score" or len(least) > 1:
        return dict.fromkeys(left, Fraction())
    beyond = sum(points - left[least[0]] for points in left.values())
    return {guest: Fraction(beyond if guest == least[0] else 0) for guest in left}


def _finish(sitting: Sitting) -> dict[str, tuple[int, int]]:
    """The best place each shares and how many share it: by laps, then by the
    place that was told.
    """
    keys = {guest: (-(said.laps or 0), said.place or 999) for guest, said in sitting.items()}
    order = sorted(keys.values())
    return {guest: (order.index(key) + 1, order.count(key)) for guest, key in keys.items()}


def _places(sitting: Sitting, rules: Rules) -> dict[str, Fraction]:
    return {
        guest: place + Fraction(shared - 1, 2)
        for guest, (place, shared) in _finish(sitting).items()
    }


def _spread(sitting: Sitting, rules: Rules) -> dict[str, Fraction]:
    steps = max(1, len(sitting) - 1)
    exact = {guest: (mean - 1) * 120 / steps for guest, mean in _places(sitting, rules).items()}
    return {guest: Fraction(floor(parts + Fraction(1, 2))) for guest, parts in exact.items()}


def _wins(sitting: Sitting, rules: Rules) -> dict[str, Fraction]:
    return {guest: Fraction(said.out) for guest, said in sitting.items()}


_COUNTINGS: Mapping[str, Callable[[Sitting, Rules], dict[str, Fraction]]] = {
    "hand": _hands,
    "winner_takes": _winner_takes,
    "places": _places,
    "spread": _spread,
    "wins": _wins,
}


def lines(evening: Evening) -> dict[str, Line]:
    """The figures of everybody who sat at a table."""
    rules, found = evening.rules, defaultdict[str, Line](lambda: Line(""))
    void = (
        {(r, g) for r, _t, g in evening.not_played}
        if rules.unplayed == "void_everywhere"
        else set()
    )
    for (number, table, game), sitting in sorted(evening.games.items()):
        if (number, game) in void or (number, table, game) in evening.void:
            continue
        finish = _finish(sitting)
        for guest, points in points_of(sitting, rules).items():
            _count(
                found[guest], (number, game), table, points, sitting[guest], finish[guest], rules
            )
    for guest, line in found.items():
        line.guest = guest
    played = {guest: list(line.points.values()) for guest, line in found.items()}
    _late(evening, found, void)
    _unplayed(evening, found, played)
    for line in found.values():
        line.total = sum(line.points.values(), Fraction())
    for guest, more in evening.ruled:
        # Who has no game has no total that anything could be added to.
        found.get(guest, Line("")).total += more
    for guest, line in found.items():
        line.guest = guest
    return dict(found)


def _count(
    line: Line,
    game: tuple[int, int],
    table: int,
    points: Fraction,
    said: Said,
    finish: tuple[int, int],
    rules: Rules,
) -> None:
    line.points[game], line.tables[game] = points, table
    by_place = rules.counting in ("places", "spread")
    alone_first = finish == (1, 1) and (said.laps is not None or said.place is not None)
    line.won += alone_first if by_place else said.out
    line.seconds += by_place and finish[0] == 2
    line.laps += said.laps or 0
    if rules.counting == "winner_takes":
        line.given += points_left(said, OTTAWA_FACE)
    elif not said.out:
        bare = said.points is not None
        line.cards = None if bare or line.cards is None else line.cards + len(said.cards)
        line.eights = _plus(line.eights, _eights(said))


def _eights(said: Said) -> int | None:
    """Points alone tell of eights only where there cannot have been one."""
    if said.points is None:
        return said.cards.count("8")
    return 0 if said.points < FACE["8"] else None


def _plus(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _late(evening: Evening, found: Mapping[str, Line], void: set[tuple[int, int]]) -> None:
    """Who came late or from another table missed games: they count as was declared, by the table
    at which a seat was found.
    """
    for (guest, number, table), games in evening.missed.items():
        for game in games:
            sitting = evening.games.get((number, table, game))
            if sitting is None or (number, game) in void or (number, table, game) in evening.void:
                continue
            scored = list(points_of(sitting, evening.rules).values())
            if evening.rules.absent == "unranked":
                found[guest].lacking = True
            elif evening.rules.absent == "table_mean_up":
                found[guest].points[number, game] = _mean_up(scored, evening.rules)
            else:
                found[guest].points[number, game] = (
                    min(scored) if evening.rules.highest else max(scored)
                )


def _mean_up(points: Sequence[Fraction], rules: Rules) -> Fraction:
    """Up to the next whole point; where a place may be shared, to the next half."""
    parts = 2 if rules.counting == "places" else 1
    return Fraction(-(-sum(points) * parts // len(points)), parts)


def _unplayed(
    evening: Evening, found: Mapping[str, Line], played: Mapping[str, Sequence[Fraction]]
) -> None:
    without = dict(evening.not_played) if evening.rules.unplayed == "mean_of_others" else {}
    without |= {place: tuple(evening.games[place]) for place in evening.void}
    for (number, _table, game), guests in without.items():
        for guest in guests:
            own = played.get(guest, [])
            if own:
                found[guest].points[number, game] = _mean_up(own, evening.rules)
            elif guest in found:
                found[guest].lacking = True


def standings(evening: Evening) -> list[tuple[str, ...]]:
    """The ranked in order, best first; those whom nothing separates stand together."""
    field = [
        line
        for line in lines(evening).values()
        if line.guest not in evening.gone and not line.lacking
    ]
    return _order(field, evening.rules, evening.rules.tie_breaks, evening.drawn)


def _order(
    field: Iterable[Line], rules: Rules, criteria: Sequence[str], drawn: Sequence[Mapping[str, int]]
) -> list[tuple[str, ...]]:
    by_total: defaultdict[Fraction, list[Line]] = defaultdict(list)
    for line in field:
        by_total[line.total].append(line)
    last = max(
        (
            number
            for lines_ in by_total.values()
            for line in lines_
            for number, _game in line.points
        ),
        default=0,
    )
    judge = _Judge(rules, last, drawn)
    totals = sorted(by_total, reverse=rules.highest)
    return [level for total in totals for level in judge.untied(by_total[total], criteria)]


@dataclass
class _Judge:
    """Takes those on one total apart, criterion by criterion; one whose figure somebody lacks is
    passed over.
    """

    rules: Rules
    last_round: int
    drawn: Sequence[Mapping[str, int]]

    def untied(self, group: list[Line], criteria: Sequence[str]) -> list[tuple[str, ...]]:
        if len(group) == 1 or not criteria:
            return [tuple(line.guest for line in group)]
        if criteria[0] == "cut_of_cards":
            return self.by_cards([line.guest for line in group])
        figures = [self._figure(criteria[0], line, group) for line in group]
        if None in figures:
            return self.untied(group, criteria[1:])
        known = [figure for figure in figures if figure is not None]
        parts = {
            figure: [line for line, own in zip(group, known, strict=True) if own == figure]
            for figure in known
        }
        return [
            level for figure in sorted(parts) for level in self.untied(parts[figure], criteria[1:])
        ]

    def by_cards(self, group: list[str]) -> list[tuple[str, ...]]:
        """By the newest cut of cards that all of them took part in and that splits them."""
        for ranks in reversed(self.drawn):
            held = [ranks[guest] for guest in group if guest in ranks]
            if len(held) == len(group) and len(set(held)) > 1:
                return [
                    level
                    for rank in sorted(set(held))
                    for level in self.by_cards([guest for guest in group if ranks[guest] == rank])
                ]
        return [tuple(group)]

    def _figure(self, name: str, line: Line, group: list[Line]) -> tuple[Fraction, ...] | None:
        """What the criterion compares, the smaller the better; None where it is not known."""
        sign = -1 if self.rules.highest else 1
        if name == "last_game_countback":
            games = sorted({game for one in group for game in one.points}, reverse=True)
            whole = len(line.points) == len(games)
            return tuple(sign * line.points[game] for game in games) if whole else None
        if name == "last_round":
            last = [
                points
                for (number, _game), points in line.points.items()
                if number == self.last_round
            ]
            return (sign * sum(last, Fraction()),) if last else None
        if name == "head_to_head":
            shared = [
                game
                for game, table in group[0].tables.items()
                if all(one.tables.get(game) == table for one in group)
            ]
            return (
                (sign * sum((line.points[game] for game in shared), Fraction()),)
                if shared
                else None
            )
        if name in ("worst_game", "best_game"):
            pick = max if (name == "worst_game") != self.rules.highest else min
            return (sign * pick(line.points.values()),) if line.points else None
        plain: Mapping[str, int | Fraction | None] = {
            "games_won": -line.won,
            "second_places": -line.seconds,
            "most_laps": -line.laps,
            "eights_caught": line.eights,
            "cards_left": line.cards,
            "least_given_away": line.given,
            "qualifying_total": None,
        }
        found = plain[name]
        return None if found is None else (Fraction(found),)


@dataclass
class Cut:
    """Who goes through in order, and among whom the cards still have to decide."""

    through: list[str]
    undecided: set[str]


def cut(evening: Evening) -> Cut:
    """The cut, as declared."""
    levels, rules = standings(evening), evening.rules
    order = [guest for level in levels for guest in level]
    if len(order) < rules.through:
        return Cut([], set())
    if rules.cut_tie == "admit_all":
        totals = {line.guest: line.total for line in lines(evening).values()}
        last = totals[order[rules.through - 1]]
        return Cut(
            [guest for guest in order if totals[guest] == last or guest in order[: rules.through]],
            set(),
        )
    through: list[str] = []
    for level in levels:
        if len(through) + len(level) <= rules.through or (
            rules.cut_tie == "admit_still_tied" and len(through) < rules.through
        ):
            through += level
        else:
            return Cut(through, set(level) if len(through) < rules.through else set())
    return Cut(through, set())
