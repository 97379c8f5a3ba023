"""Pools of simulated table results: what a whole table writes down after one game, all seats together."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from scoring.cards import EIGHT, is_joker, packs_of
from scoring.engines import engine
from scoring.game import Game, GameError
from scoring.rulebook import Rules
from scoring.simulation.playing import Player, play_out, simple


@dataclass(frozen=True, slots=True)
class TableResult:
    """One game at one table: points of seats 1, 2, ... (empty where the game has none), the seat that won or None.

    `places` are the seats in order of finishing; `cards` and `eights` count what each seat still held.
    """

    points: tuple[int, ...]
    winner: int | None
    places: tuple[int, ...]
    cards: tuple[int, ...]
    eights: tuple[int, ...]


@dataclass(frozen=True)
class Pool:
    """Results of one rulebook with its options at one table size. A joint result keeps exactly one winner a table."""

    rules: Rules
    players: int
    results: tuple[TableResult, ...]


def pool(rules: Rules, players: int, size: int, rng: Random, player: Player = simple) -> Pool:
    """Play `size` games at a table of so many players, the dealer drawn anew each time, all seats by one strategy.

    Games that are void (redealt) or do not come to an end are played again. Raises GameError for a table size the rules
    do not allow, and when nothing but such games comes of it.
    """
    results: list[TableResult] = []
    tries = 0
    while len(results) < size:
        if tries > 20 + 4 * size:
            raise GameError(f"{rules.rulebook.title} under these options seldom comes to an end in simulated play.")
        tries += 1
        found = result_of(rules, players, rng, player)
        if found:
            results.append(found)
    return Pool(rules, players, tuple(results))


def pools(rules: Rules, sizes: Mapping[int, int], rng: Random, player: Player = simple) -> dict[int, Pool]:
    """A pool for each table size; `sizes` says how many results of each."""
    return {players: pool(rules, players, size, rng, player) for players, size in sizes.items()}


def result_of(rules: Rules, players: int, rng: Random, player: Player = simple) -> TableResult | None:
    """Deal and play one game; None if it was void or did not come to an end."""
    cards = packs_of(rules.deal.pack, rules.deal.packs(players))
    dealer = rng.randrange(players) + 1
    try:
        game = engine(rules.rulebook.name).deal(rules, players, cards, dealer=dealer, shuffle=rng.shuffle)
    except GameError:
        # In Switch a pack can turn up nothing but Power Cards; a wrong table size fails every time and is told above.
        if not rules.deal.seats_min <= players <= rules.deal.seats_max:
            raise
        return None
    if not play_out(game, player, rng):
        return None
    result = game.result()
    if result.ending == "redeal":
        return None
    return TableResult(result.points, result.winner, result.places, *_held(game, players))


def _held(game: Game, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hands = [game.hand(seat) for seat in range(1, players + 1)]
    eights = tuple(sum(not is_joker(card) and card % 13 == EIGHT for card in hand) for hand in hands)
    return tuple(map(len, hands)), eights


def turned(found: Pool) -> Pool:
    """The same results once for every way round the table, so that no seat is favoured by a small sample."""
    ways = range(found.players)
    return Pool(found.rules, found.players, tuple(_turned(result, by) for result in found.results for by in ways))


def _turned(result: TableResult, by: int) -> TableResult:
    """The result as it would be had everybody sat so many seats further on."""
    players = len(result.cards)

    def moved(row: tuple[int, ...]) -> tuple[int, ...]:
        return row[-by:] + row[:-by] if by else row

    def seat(number: int) -> int:
        return (number - 1 + by) % players + 1

    return TableResult(
        moved(result.points),
        None if result.winner is None else seat(result.winner),
        tuple(map(seat, result.places)),
        moved(result.cards),
        moved(result.eights),
    )
