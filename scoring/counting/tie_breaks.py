"""The criteria that order players on equal totals, as data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from scoring.counting.figures import given_away, laps, second_places
from scoring.counting.policies import Adjustment
from scoring.counting.tally import Direction, RoundTotal, Sheet
from scoring.counting.totals import Game, Line

Figure = tuple[int, ...]
Best = Literal["most", "fewest", "as_total"]

TIE_BREAK = (
    "games_won",
    "eights_caught",
    "last_round",
    "worst_game",
    "cards_left",
    "last_game_countback",
    "cut_of_cards",
)


Pairs = tuple[tuple[str, int], ...]
"""What some players had of something held among them alone: (player, figure)."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is recorded beside the tallies.

    `earlier` holds the totals of an earlier stage by player id, for `qualifying_total`.
    `card_cuts` are the cuts of cards in the order they were held, each with the rank of everybody
    in it, 1 first; those of equal rank cut again, as a further one. `extra_games` are the games
    played among players on one total, each with their points: they split a tie and count nowhere
    else. `round_totals` are rounds of which a card bears nothing but the total, and `told` says how
    many such players sat at a table in a game.
    """

    adjustments: tuple[Adjustment, ...] = ()
    card_cuts: tuple[Pairs, ...] = ()
    earlier: Mapping[str, int] = field(default_factory=dict)
    round_totals: tuple[RoundTotal, ...] = ()
    extra_games: tuple[Pairs, ...] = ()
    told: Mapping[Sheet, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Context:
    """What a criterion may look at besides the tied lines; `last_round` is 0 before any game."""

    direction: Direction
    last_round: int
    facts: Facts


@dataclass(frozen=True, slots=True)
class Criterion:
    """One tie-break: `figures` gives each line's figure, or None where its data is lacking.

    Figures compare part by part, the first difference decides; `best` says which way is better.
    `lacking` names the cells to be asked for, `ask` is the sentence with {name} and {cells}; no
    sentence where nobody could answer. `shown` is False where the figures say nothing to a reader.
    `ahead` and `behind` say in a whole sentence what {name} did better or worse than {other}.
    `unnamed` says it of nobody by name, the better figure first.
    `of_games` marks what is made of single games, so that a round of which only the total is known
    leaves it open.
    """

    name: str
    words: str
    ahead: str
    behind: str
    unnamed: str
    best: Best
    figures: Callable[[Sequence[Line], Context], Sequence[Figure | None]]
    ask: str = ""
    lacking: Callable[[Line], tuple[Sheet, ...]] = lambda line: ()
    shown: bool = True
    of_games: bool = False

    def sign(self, direction: Direction) -> int:
        """1 where fewer is better, -1 where more is."""
        best = (
            self.best
            if self.best != "as_total"
            else {"lowest": "fewest", "highest": "most"}[direction]
        )
        return 1 if best == "fewest" else -1


def _each(
    figure: Callable[[Line, Context], int | None],
) -> Callable[[Sequence[Line], Context], Sequence[Figure | None]]:
    def figures(group: Sequence[Line], around: Context) -> Sequence[Figure | None]:
        values = (figure(line, around) for line in group)
        return [None if value is None else (value,) for value in values]

    return figures


def _countback(group: Sequence[Line], around: Context) -> Sequence[Figure | None]:
    games = sorted({game for line in group for game in line.points}, reverse=True)
    return [
        tuple(line.points[game] for game in games) if len(line.points) == len(games) else None
        for line in group
    ]


def _held_among(group: Sequence[Line], rows: Sequence[Pairs]) -> Sequence[Figure | None]:
    """The figures of the newest row that holds all of the group and splits it; None for everybody
    where there is no such row.
    """
    members = [line.player.id for line in group]
    for row in reversed(rows):
        figures = dict(row)
        own = [figures[player] for player in members if player in figures]
        if len(own) == len(members) and len(set(own)) > 1:
            return [(figure,) for figure in own]
    return [None] * len(members)


def _head_to_head(group: Sequence[Line], around: Context) -> Sequence[Figure | None]:
    """Points in the games that the whole group played at one table."""
    first, *rest = [line.tables for line in group]
    shared: list[Game] = [
        game for game, table in first.items() if all(row.get(game) == table for row in rest)
    ]
    return [(sum(line.points[game] for game in shared),) if shared else None for line in group]


CRITERIA: Mapping[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        Criterion(
            "games_won",
            "most games won",
            "{name} won more games than {other}: {own} to {theirs}.",
            "{name} won fewer games than {other}: {own} to {theirs}.",
            "Whoever won more games is ahead: {own} to {theirs}.",
            "most",
            _each(lambda line, around: line.games_won),
            of_games=True,
        ),
        Criterion(
            "eights_caught",
            "fewest eights caught",
            "{name} was caught with fewer eights than {other}: {own} to {theirs}.",
            "{name} was caught with more eights than {other}: {own} to {theirs}.",
            "Whoever was caught with fewer eights is ahead: {own} to {theirs}.",
            "fewest",
            _each(lambda line, around: None if line.no_eights else line.eights),
            "Ask {name} for their eights in {cells}: only the points are known.",
            lambda line: line.no_eights,
            of_games=True,
        ),
        Criterion(
            "last_round",
            "better last round",
            "{name} had a better last round than {other}: {own} to {theirs}.",
            "{name} had a worse last round than {other}: {own} to {theirs}.",
            "Whoever had the better last round is ahead: {own} to {theirs}.",
            "as_total",
            _each(lambda line, around: line.rounds.get(around.last_round)),
            "Enter the last round of {name}: no game of it is in yet.",
        ),
        Criterion(
            "worst_game",
            "better worst game",
            "The worst game of {name} is better than that of {other}: {own} to {theirs}.",
            "The worst game of {name} is worse than that of {other}: {own} to {theirs}.",
            "Whoever has the better worst game is ahead: {own} to {theirs}.",
            "as_total",
            _each(lambda line, around: line.worst(around.direction)),
            of_games=True,
        ),
        Criterion(
            "best_game",
            "better best game",
            "The best game of {name} is better than that of {other}: {own} to {theirs}.",
            "The best game of {name} is worse than that of {other}: {own} to {theirs}.",
            "Whoever has the better best game is ahead: {own} to {theirs}.",
            "as_total",
            _each(lambda line, around: line.best(around.direction)),
            of_games=True,
        ),
        Criterion(
            "second_places",
            "most second places",
            "{name} came second more often than {other}: {own} to {theirs}.",
            "{name} came second less often than {other}: {own} to {theirs}.",
            "Whoever came second more often is ahead: {own} to {theirs}.",
            "most",
            _each(second_places),
            of_games=True,
        ),
        Criterion(
            "least_given_away",
            "fewest points given away",
            "{name} gave away fewer points than {other}: {own} to {theirs}.",
            "{name} gave away more points than {other}: {own} to {theirs}.",
            "Whoever gave away fewer points is ahead: {own} to {theirs}.",
            "fewest",
            _each(given_away),
            of_games=True,
        ),
        Criterion(
            "most_laps",
            "most laps",
            "{name} finished more laps than {other}: {own} to {theirs}.",
            "{name} finished fewer laps than {other}: {own} to {theirs}.",
            "Whoever finished more laps is ahead: {own} to {theirs}.",
            "most",
            _each(laps),
            of_games=True,
        ),
        Criterion(
            "cards_left",
            "fewest cards left",
            "{name} was left with fewer cards than {other}: {own} to {theirs}.",
            "{name} was left with more cards than {other}: {own} to {theirs}.",
            "Whoever was left with fewer cards is ahead: {own} to {theirs}.",
            "fewest",
            _each(lambda line, around: None if line.no_cards else line.cards),
            "Ask {name} for the number of cards left in {cells}: only the points are known.",
            lambda line: line.no_cards,
            of_games=True,
        ),
        Criterion(
            "last_game_countback",
            "countback from the last game",
            "Counting back from the last game, the first that differs went better for {name}"
            " than for {other}: {own} to {theirs}.",
            "Counting back from the last game, the first that differs went worse for {name}"
            " than for {other}: {own} to {theirs}.",
            "Whoever did better in the latest game that differs is ahead: {own} to {theirs}.",
            "as_total",
            _countback,
            "Enter the missing games of {name}: others on the same total have played more.",
            of_games=True,
        ),
        Criterion(
            "head_to_head",
            "better total at the shared table",
            "{name} did better than {other} at the table they shared: {own} to {theirs}.",
            "{name} did worse than {other} at the table they shared: {own} to {theirs}.",
            "Whoever did better at the shared table is ahead: {own} to {theirs}.",
            "as_total",
            _head_to_head,
            of_games=True,
        ),
        Criterion(
            "qualifying_total",
            "better qualifying total",
            "{name} had a better qualifying total than {other}: {own} to {theirs}.",
            "{name} had a worse qualifying total than {other}: {own} to {theirs}.",
            "Whoever had the better qualifying total is ahead: {own} to {theirs}.",
            "as_total",
            _each(lambda line, around: around.facts.earlier.get(line.player.id)),
            "Give the qualifying total of {name}: none is recorded.",
        ),
        Criterion(
            "extra_game",
            "the extra game",
            "{name} beat {other} in the extra game: {own} to {theirs}.",
            "{name} lost the extra game to {other}: {own} to {theirs}.",
            "Whoever did better in the extra game is ahead: {own} to {theirs}.",
            "as_total",
            lambda group, around: _held_among(group, around.facts.extra_games),
        ),
        Criterion(
            "cut_of_cards",
            "the Umpire's cut of cards",
            "{name} beat {other} at the Umpire’s cut of cards.",
            "{name} lost the Umpire’s cut of cards to {other}.",
            "The Umpire’s cut of cards decided.",
            "fewest",
            lambda group, around: _held_among(group, around.facts.card_cuts),
            shown=False,
        ),
    )
}

AGAIN = frozenset({"extra_game", "cut_of_cards"})
"""What may be held again among those it left level; every other criterion says the same a second
time.
"""


def with_extra_game(tie_break: Sequence[str]) -> tuple[str, ...]:
    """The order of tie-breaks for a play-off that declared none of its own: an extra game comes
    before the cards.
    """
    before = [name for name in tie_break if name not in AGAIN]
    return (*before, "extra_game", *(name for name in tie_break if name == "cut_of_cards"))
