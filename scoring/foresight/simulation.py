"""Simulated play: players and games played out by them, pools of what whole tables write down
after a game, and finishes of an event drawn from these pools. All chance comes in as a
`random.Random`.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, repeat
from operator import add, itemgetter
from random import Random
from sys import byteorder
from typing import NamedTuple

from scoring.cards import EIGHT, RANKS, is_joker, packs_of, rank_of, suit_of
from scoring.counting.tally import Direction
from scoring.games.registry import ENGINES, engine
from scoring.law.game import Game, GameError
from scoring.law.plays import Discard, Draw, Lay, PickUp, PutDown, TakeDiscard, TurnPlay
from scoring.law.rulebook import Rules

Player = Callable[[Game, Random], TurnPlay]
"""Chooses one of the legal plays of the seat on turn."""

MOST_PLAYS = 5_000


def at_random(game: Game, rng: Random) -> TurnPlay:
    """Any legal play, each as likely as the others; of thousands of lay-offs (Ottawa) one of the
    first found.
    """
    return rng.choice(game.some_plays())


def simple(game: Game, rng: Random) -> TurnPlay:
    """The play that gets rid of most: many cards before few, dear before cheap, wild cards last;
    else at random.

    The suit named is the one held most often.
    """
    plays = game.some_plays()
    if len(plays) == 1:
        return plays[0]
    worth, wild = game.rules.scoring.card_values, ENGINES[game.rules.rulebook.name].wild
    return max(plays, key=lambda play: (*_weight(game, play, worth, wild), rng.random()))


def _weight(
    game: Game, play: TurnPlay, worth: Mapping[str, int] | None, wild: int | None
) -> tuple[int, int, int]:
    if isinstance(play, PutDown):
        return sum(map(len, play.sequences)), 0, 0
    if isinstance(play, Lay):
        tame = sum(card % 13 != wild for card in play.cards)
        of_suit = (
            0
            if play.suit is None
            else sum(suit_of(card) == play.suit for card in game.hand(game.turn))
        )
        dear = sum(
            rank_of(card) + 1 if worth is None or is_joker(card) else worth[RANKS[rank_of(card)]]
            for card in play.cards
        )
        return tame, dear, of_suit
    return 0, -1 if isinstance(play, Discard | Draw | TakeDiscard | PickUp) else -2, 0


def play_out(game: Game, player: Player, rng: Random, most: int = MOST_PLAYS) -> bool:
    """Let one player choose for every seat until the game is over; False if `most` plays were not
    enough.
    """
    for _ in range(most):
        if game.over:
            return True
        game.apply(player(game, rng))
    return game.over


class TableResult(NamedTuple):
    """One game at one table: points of seats 1, 2, ... (empty where the game has none), the seat
    that won or None.

    `places` are the seats in order of finishing; `cards` and `eights` count what each seat still
    held.
    """

    points: tuple[int, ...]
    winner: int | None
    places: tuple[int, ...]
    cards: tuple[int, ...]
    eights: tuple[int, ...]


@dataclass(frozen=True)
class Pool:
    """Results of one rulebook with its options at one table size.

    A joint result keeps exactly one winner a table.
    """

    rules: Rules
    players: int
    results: tuple[TableResult, ...]


def pool(rules: Rules, players: int, size: int, rng: Random, player: Player = simple) -> Pool:
    """Play `size` games at a table of so many players, the dealer drawn anew each time, all seats
    by one strategy.

    Games that are void (redealt) or do not come to an end are played again. Raises GameError for a
    table size the rules do not allow, and when nothing but such games comes of it.
    """
    results: list[TableResult] = []
    tries = 0
    while len(results) < size:
        if tries > 20 + 4 * size:
            raise GameError(
                f"{rules.rulebook.title} under these options seldom comes to an end in simulated"
                " play."
            )
        tries += 1
        result = result_of(rules, players, rng, player)
        if result:
            results.append(result)
    return Pool(rules, players, tuple(results))


def result_of(
    rules: Rules, players: int, rng: Random, player: Player = simple
) -> TableResult | None:
    """Deal and play one game; None if it was void or did not come to an end."""
    pack = packs_of(rules.deal.pack, rules.deal.packs(players))
    dealer = rng.randrange(players) + 1
    try:
        game = engine(rules.rulebook.name).deal(
            rules, players, pack, dealer=dealer, shuffle=rng.shuffle
        )
    except GameError:
        # In Switch a pack can turn up nothing but Power Cards; a wrong table size fails every time
        # and is told above.
        if not rules.deal.seats_min <= players <= rules.deal.seats_max:
            raise
        return None
    if not play_out(game, player, rng):
        return None
    result = game.result()
    if result.ending == "redeal":
        return None
    hands = [game.hand(seat) for seat in range(1, players + 1)]
    eights = tuple(
        sum(not is_joker(card) and card % 13 == EIGHT for card in hand) for hand in hands
    )
    cards = tuple(map(len, hands))
    return TableResult(result.points, result.winner, result.places, cards, eights)


def turned(played: Pool) -> Pool:
    """The same results once for every way round the table, so that no seat is favoured by a small
    sample.
    """
    ways = range(played.players)
    results = (_turned(result, way) for result in played.results for way in ways)
    return Pool(played.rules, played.players, tuple(results))


def _turned(result: TableResult, shift: int) -> TableResult:
    """The result as it would be had everybody sat so many seats further on."""
    players = len(result.cards)

    def moved(row: tuple[int, ...]) -> tuple[int, ...]:
        return row[-shift:] + row[:-shift] if shift else row

    def seat(number: int) -> int:
        return (number - 1 + shift) % players + 1

    return TableResult(
        moved(result.points),
        None if result.winner is None else seat(result.winner),
        tuple(map(seat, result.places)),
        moved(result.cards),
        moved(result.eights),
    )


_FIELD = 32
"""Bits for each seat when the points of a table are packed into one integer, so that one addition
serves all seats.
"""


@dataclass(frozen=True, slots=True)
class Finishes:
    """What so many simulated finishes gave.

    `through` is each player's share of a place inside the cut: 1 for every finish clearly inside,
    on a tie at the line a share of the places left, all divided by `count`. `lines` are the totals
    of the last place through, one for each finish, ascending, `beyond` those of the first place
    outside; `tied` is the share of finishes with a tie across the line.
    """

    count: int
    through: Mapping[str, float]
    lines: tuple[int, ...]
    beyond: tuple[int, ...]
    tied: float


@dataclass(frozen=True, slots=True)
class Field:
    """An event on its way: totals so far by player, the tables of each game to come, the cut, which
    total is best.

    A table is the players in seat order and stands once for each game. Only the players of `totals`
    are ranked; each player of `tables` has to be among them, or is "" for a seat whose points count
    for nobody. `scale` has for players how many times the points of the simulated games theirs are
    expected to be, and how unsure that is (a standard deviation): 1 and 0 where it says nothing.
    """

    totals: Mapping[str, int]
    tables: Sequence[Sequence[str]]
    cut: int
    direction: Direction = "lowest"
    scale: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def finishes(field: Field, pools: Mapping[int, Pool], count: int, rng: Random) -> Finishes:
    """Finish an event `count` times; `pools` has one for every table size that is still to play.

    Simulated play is not human play: the shares are indications. A game of a table is drawn the
    same whatever else is to come, so that two finishes with the same `rng` differ by what differs
    in their fields alone. Raises ValueError if a pool is missing or without points, or the cut does
    not leave anybody out.
    """
    if not 0 < field.cut < len(field.totals):
        raise ValueError(
            f"The cut is from 1 to {len(field.totals) - 1} players here, not {field.cut}."
        )
    shares = [0.0] * len(field.totals)
    lines: list[int] = []
    beyond: list[int] = []
    ties = 0
    sign = 1 if field.direction == "lowest" else -1
    for totals in _ends(field, pools, count, rng):
        ranked = sorted(totals) if sign > 0 else sorted(totals, reverse=True)
        line = ranked[field.cut - 1]
        lines.append(line)
        beyond.append(ranked[field.cut])
        inside = ranked.index(line)
        share = (field.cut - inside) / ranked.count(line)
        ties += share < 1
        for place, total in enumerate(totals):
            if total == line:
                shares[place] += share
            elif (total < line) is (sign > 0):
                shares[place] += 1
    through = {player: share / count for player, share in zip(field.totals, shares, strict=True)}
    return Finishes(count, through, tuple(sorted(lines)), tuple(sorted(beyond)), ties / count)


def _ends(field: Field, pools: Mapping[int, Pool], count: int, rng: Random) -> Iterator[list[int]]:
    """The totals at the end of each finish, in the order of the players."""
    groups = Counter(map(tuple, field.tables))
    seed = rng.getrandbits(64)
    columns = [_draws(pools, group, games, count, seed) for group, games in groups.items()]
    layers = [itemgetter(*layer) for layer in _layers(list(field.totals), list(groups))]
    start = list(field.totals.values())
    widths = [len(group) * _FIELD // 8 for group in groups]
    # The slot behind the last one is always nought: for players without a further game.
    nobody = bytes(_FIELD // 8)
    scales = cycle(_scales(field, seed))
    for packed in zip(*columns, strict=True) if columns else repeat((), count):
        gained = array("I", b"".join(map(_bytes, packed, widths)) + nobody)
        scale = next(scales)
        totals = start if scale is None else [0] * len(start)
        for layer in layers:
            totals = list(map(add, totals, layer(gained)))
        if scale is not None:
            totals = [
                total + (more * shift + HALF >> PART)
                for total, more, shift in zip(start, totals, scale, strict=True)
            ]
        yield totals


SKILLS = 256
"""So many ideas of how well everybody plays are gone through in turn."""
PART, HALF = 10, 512
"""Points are multiplied in whole parts of 2 ** `PART` and rounded."""
LEAST = 0.5
"""Points are multiplied by no less, so that a hand that holds a card never counts nought."""


def _scales(field: Field, seed: int) -> list[list[int] | None]:
    """By how much the points of each player are multiplied, for each idea of how well they play."""
    if not field.scale:
        return [None]
    columns = []
    for player in field.totals:
        shift, unsure = field.scale.get(player, (1.0, 0.0))
        source = Random(f"{seed} {player}")  # noqa: S311 -- play, no secrets
        columns.append(
            [round(max(LEAST, source.gauss(shift, unsure)) * 2**PART) for _ in range(SKILLS)]
        )
    return list(map(list, zip(*columns, strict=True)))


def _bytes(packed: int, width: int) -> bytes:
    return packed.to_bytes(width, byteorder)


def _draws(
    pools: Mapping[int, Pool], group: tuple[str, ...], games: int, count: int, seed: int
) -> list[int]:
    """For each finish the points of one table over all its games, the seats packed into one
    integer.
    """
    seats = len(group)
    if seats not in pools:
        raise ValueError(f"There is no pool of results for a table of {seats}.")
    results = [_packed(result.points, seats) for result in pools[seats].results]
    sources = (Random(f"{seed} {game} {group}") for game in range(games))  # noqa: S311 -- play, no secrets
    return list(
        map(sum, zip(*(source.choices(results, k=count) for source in sources), strict=True))
    )


def _packed(points: tuple[int, ...], seats: int) -> int:
    if len(points) != seats:
        raise ValueError("The pool has no points for every seat: this game is decided by places.")
    return sum(point << _FIELD * seat for seat, point in enumerate(points))


def _layers(players: list[str], groups: list[tuple[str, ...]]) -> list[list[int]]:
    """Where each player's points stand among all seats: one list for each of the groups a player
    can be in.
    """
    slots: dict[str, list[int]] = {player: [] for player in players}
    seats = [player for group in groups for player in group]
    for slot, player in enumerate(seats):
        if player and player not in slots:
            raise ValueError(f"{player} has a seat in a game to come but no total.")
        if player:
            slots[player].append(slot)
    depth = max(map(len, slots.values()))
    return [
        [(*slots[player], *[len(seats)] * depth)[layer] for player in players]
        for layer in range(depth)
    ]
