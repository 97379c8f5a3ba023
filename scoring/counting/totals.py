"""One player's figures out of their scores: sums, counts, and which cells lack cards or eights."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.counting.policies import Adjustment
from scoring.counting.tally import Direction, Player, RoundTotal, Sheet, Tally, fault_of

Game = tuple[int, int]
SECOND = 2


class Results(NamedTuple):
    """What the line of a player is counted of."""

    player: Player
    scores: Sequence[Tally]
    adjustments: Sequence[Adjustment]
    totals: Sequence[RoundTotal]


class Line(NamedTuple):
    """A player's figures before anybody is compared, counted of their `results`; `points` go by
    (round, game). `second_places` are the games finished second, `given_away` the points of hands
    that others scored. `countback` is the points game by game, the last game first, `round_games`
    how many games count in each round.

    `bare` are the rounds of which only a total is known, with the number of their games: they count
    in `total` and `rounds`, and no figure of single games knows them. `par` is what a declared par
    of table sizes adds to `total`, and to nothing else (scoring/counting/table_par.py).
    """

    player: Player
    results: Results
    total: int
    rounds: Mapping[int, int]
    round_games: Mapping[int, int]
    adjusted: int
    points: Mapping[Game, int]
    countback: tuple[int, ...]
    games_won: int
    eights: int
    cards: int
    second_places: int
    laps: int
    given_away: int
    no_eights: tuple[Sheet, ...]
    no_cards: tuple[Sheet, ...]
    absent: int
    unranked_because: str
    bare: Mapping[int, int]
    par: int = 0

    @property
    def tables(self) -> Mapping[Game, int]:
        """The table at which they played each game."""
        return {
            (score.round, score.game): score.table
            for score in self.results.scores
            if score.state == "played"
        }

    def worst(self, direction: Direction) -> int | None:
        """The worst single game in the event's direction, None before the first game."""
        pick = max if direction == "lowest" else min
        return pick(self.points.values(), default=None)

    def best(self, direction: Direction) -> int | None:
        """The best single game in the event's direction, None before the first game."""
        pick = min if direction == "lowest" else max
        return pick(self.points.values(), default=None)


def lines(
    scores: Iterable[Tally],
    players: Sequence[Player],
    adjustments: Iterable[Adjustment] = (),
    round_totals: Iterable[RoundTotal] = (),
    earlier: Iterable[Line] = (),
) -> tuple[Line, ...]:
    """The figures of every player, in the order of `players`. Of the `earlier` lines those of
    players with the same results still stand.

    Points from a policy count in sums, worst game and countback; nothing was won or held in such a
    game. Raises ValueError when two players share an id, a score, adjustment or round total names
    nobody among them, or a player has two results for one game of a round, or a round total beside
    a played game of that round, or when a score contradicts itself; what was not played of such a
    round counts nothing beside its total.
    """
    scored: defaultdict[str, list[Tally]] = defaultdict(list)
    ruled: defaultdict[str, list[Adjustment]] = defaultdict(list)
    for score in scores:
        scored[score.player].append(score)
    for adjustment in adjustments:
        ruled[adjustment.player].append(adjustment)
    bare: defaultdict[str, list[RoundTotal]] = defaultdict(list)
    for total in round_totals:
        bare[total.player].append(total)
    ids = {player.id for player in players}
    if len(ids) < len(players):
        raise ValueError("Two players share an id; give each their own.")
    strangers = sorted({*scored, *ruled, *bare} - ids)
    if strangers:
        raise ValueError(
            f"There are results for {', '.join(strangers)}, who are not among the players; add them"
            " first."
        )
    counted = {line.player.id: line for line in earlier}
    return tuple(
        _line(
            Results(player, scored[player.id], ruled[player.id], bare[player.id]),
            counted.get(player.id),
        )
        for player in players
    )


def _line(results: Results, earlier: Line | None) -> Line:
    if earlier and earlier.results == results:
        return earlier
    player, scores, adjustments, bare = results
    _refuse_contradictions(scores)
    if bare:
        _refuse_mixture(player, scores, bare)
        by_card = {card.round for card in bare}
        # A game that nobody played, or that they missed, is in the total of their card already.
        scores = [score for score in scores if score.round not in by_card]
    columns = [*zip(*scores, strict=True)] or [()] * len(Tally._fields)
    _, numbers, _, games, states, counted, zeros, cards, eights, hands, places, laps, _ = columns
    pairs = zip(zip(numbers, games, strict=True), counted, strict=True)
    points = {game: figure for game, figure in pairs if figure is not None}
    if len(points) < len(scores):
        results_of = Counter(zip(numbers, games, strict=True))
        (number, game), times = results_of.most_common(1)[0]
        if times > 1:
            raise ValueError(
                f"{player.name} has {times} results for game {game} of round {number}; keep one."
            )
    adjusted = sum([adjustment.points for adjustment in adjustments])
    in_order = sorted(points.items())
    rounds, round_games = _by_round(in_order, adjustments, bare)
    return Line(
        player=player,
        results=results,
        total=sum(points.values()) + sum([card.points for card in bare]) + adjusted,
        rounds=rounds,
        round_games=round_games,
        adjusted=adjusted,
        points=points,
        countback=tuple([scored for _game, scored in reversed(in_order)]),
        games_won=sum(zeros),
        eights=sum(filter(None, eights)),
        cards=sum(filter(None, cards)),
        second_places=places.count(SECOND),
        laps=sum(filter(None, laps)),
        given_away=sum(filter(None, hands)),
        no_eights=_lacking(scores, eights),
        no_cards=_lacking(scores, cards),
        absent=states.count("absent"),
        unranked_because=_unranked_because(player, scores, bare),
        bare={card.round: card.games for card in sorted(bare, key=lambda card: card.round)},
    )


def _lacking(scores: Sequence[Tally], column: Sequence[int | None]) -> tuple[Sheet, ...]:
    """The sheets of games played on which a figure is not known."""
    if None not in column:
        return ()
    missing = [score for score, figure in zip(scores, column, strict=True) if figure is None]
    return tuple(sorted(score.sheet for score in missing if score.state == "played"))


def _refuse_contradictions(scores: Sequence[Tally]) -> None:
    for score in scores:
        if fault := fault_of(score):
            place = f"round {score.round}, table {score.table}, game {score.game}"
            raise ValueError(f"{score.player}, {place}: {fault}")


def _refuse_mixture(player: Player, scores: Sequence[Tally], bare: Sequence[RoundTotal]) -> None:
    """Two totals of one round, or one beside a played game of it, would count it twice."""
    times = Counter(card.round for card in bare)
    times.update({score.round for score in scores if score.state == "played"} & times.keys())
    for number, results in times.items():
        if results > 1:
            raise ValueError(
                f"{player.name} has a total of round {number} beside another result of it; keep"
                " one."
            )


def _by_round(
    points: Sequence[tuple[Game, int]],
    adjustments: Sequence[Adjustment],
    bare: Sequence[RoundTotal],
) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """The points of each round, and how many games they are of."""
    rounds = {total.round: total.points for total in bare}
    games = {total.round: total.games for total in bare}
    for (number, _game), scored in points:
        rounds[number] = rounds.get(number, 0) + scored
        games[number] = games.get(number, 0) + 1
    for adjustment in adjustments:
        if adjustment.round is not None:
            rounds[adjustment.round] = rounds.get(adjustment.round, 0) + adjustment.points
    return dict(sorted(rounds.items())), dict(sorted(games.items()))


def _unranked_because(player: Player, scores: Sequence[Tally], bare: Sequence[RoundTotal]) -> str:
    if player.status == "withdrawn":
        return "withdrawn"
    if not scores and not bare:
        return "no games"
    without = [score.state for score in scores if score.points is None]
    if not without:
        return ""
    return "absent games" if "absent" in without else "no games"
