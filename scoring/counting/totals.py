"""One player's figures out of their scores: sums, counts, and which cells lack cards or eights."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.counting.policies import Adjustment
from scoring.counting.tally import Direction, Player, RoundTotal, Sheet, Tally

Game = tuple[int, int]
SECOND = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A player's figures before anybody is compared; `points` go by (round, game), `played` are not
    filled. `second_places` are the games finished second, `given_away` the points of hands that
    others scored.

    `bare` are the rounds of which only a total is known, with the number of their games: they count
    in `total` and `rounds`, and no figure of single games knows them. `par` is what a declared par
    of table sizes adds to `total`, and to nothing else (scoring/counting/table_par.py).
    """

    player: Player
    total: int
    rounds: Mapping[int, int]
    adjusted: int
    points: Mapping[Game, int]
    played: Sequence[Tally]
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
        return {(score.round, score.game): score.table for score in self.played}

    @property
    def countback(self) -> tuple[int, ...]:
        """Points game by game, the last game first."""
        return tuple(self.points[game] for game in sorted(self.points, reverse=True))

    @property
    def round_games(self) -> Mapping[int, int]:
        """How many games count in each round."""
        games = dict(self.bare)
        for number, _game in self.points:
            games[number] = games.get(number, 0) + 1
        return dict(sorted(games.items()))

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
    known: Mapping[str, Line] | None = None,
) -> tuple[Line, ...]:
    """The figures of every player, in the order of `players`; those that are `known` by player id
    from the same adjustments and round totals are taken from there where the scores are the same.

    Points from a policy count in sums, worst game and countback; nothing was won or held in such a
    game. Raises ValueError when two players share an id, a score, adjustment or round total names
    nobody among them, or a player has two results for one game of a round, or a round total beside
    a played game of that round; what was not played of such a round counts nothing beside its
    total.
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
    found, known = [], known or {}
    for player in players:
        line = known.get(player.id)
        # Who was absent, or has a par of their table in the total, is added up anew.
        if not (line and line.player == player and line.played == scored[player.id]) or line.par:
            line = _line(player, scored[player.id], ruled[player.id], bare[player.id])
        found.append(line)
    return tuple(found)


def _line(
    player: Player,
    scores: Sequence[Tally],
    adjustments: Sequence[Adjustment],
    bare: Sequence[RoundTotal],
) -> Line:
    if bare:
        _refuse_mixture(player, scores, bare)
        rounds = {card.round for card in bare}
        # A game that nobody played, or that they missed, is in the total of their card already.
        scores = [score for score in scores if score.round not in rounds]
    points = {
        (score.round, score.game): score.points for score in scores if score.points is not None
    }
    if len(points) < len(scores):
        games = Counter((score.round, score.game) for score in scores)
        (number, game), times = games.most_common(1)[0]
        if times > 1:
            raise ValueError(
                f"{player.name} has {times} results for game {game} of round {number}; keep one."
            )
    played = [score for score in scores if score.state == "played"]
    won = eights = cards = second_places = laps = given_away = 0
    no_eights: list[Sheet] = []
    no_cards: list[Sheet] = []
    for score in played:
        won += score.went_out
        if score.eights is None:
            no_eights.append(score.sheet)
        else:
            eights += score.eights
        if score.cards is None:
            no_cards.append(score.sheet)
        else:
            cards += score.cards
        second_places += score.place == SECOND
        laps += score.laps or 0
        given_away += score.held or 0
    adjusted = sum([adjustment.points for adjustment in adjustments])
    return Line(
        player=player,
        total=sum(points.values()) + sum([card.points for card in bare]) + adjusted,
        rounds=_rounds(points, adjustments, bare),
        adjusted=adjusted,
        points=points,
        played=played,
        games_won=won,
        eights=eights,
        cards=cards,
        second_places=second_places,
        laps=laps,
        given_away=given_away,
        no_eights=tuple(sorted(no_eights)),
        no_cards=tuple(sorted(no_cards)),
        absent=sum([score.state == "absent" for score in scores]),
        unranked_because=_unranked_because(player, scores, bare),
        bare={card.round: card.games for card in sorted(bare, key=lambda card: card.round)},
    )


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


def _rounds(
    points: Mapping[Game, int], adjustments: Sequence[Adjustment], bare: Sequence[RoundTotal]
) -> Mapping[int, int]:
    rounds: defaultdict[int, int] = defaultdict(int)
    for (number, _), scored in points.items():
        rounds[number] += scored
    for total in bare:
        rounds[total.round] += total.points
    for adjustment in adjustments:
        if adjustment.round is not None:
            rounds[adjustment.round] += adjustment.points
    return dict(sorted(rounds.items()))


def _unranked_because(player: Player, scores: Sequence[Tally], bare: Sequence[RoundTotal]) -> str:
    if player.status == "withdrawn":
        return "withdrawn"
    if not scores and not bare:
        return "no games"
    without = [score.state for score in scores if score.points is None]
    if not without:
        return ""
    return "absent games" if "absent" in without else "no games"
