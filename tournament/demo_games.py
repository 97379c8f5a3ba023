"""Games of the demo played out by simulated players, entered as an umpire of their format would."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from scoring.cards import card_text, packs_of
from scoring.engines import engine
from scoring.formats import EntryKind
from scoring.game import Game, GameError
from scoring.hand import Hand
from scoring.plays import TurnPlay
from scoring.pursuit.table import Table as Chase
from scoring.sheet import SeatEntry
from scoring.simulation.playing import at_random, play_out, simple
from tournament.ledger.formats import Play

TRIES = 200
EAGER = 0.8
"""How often a simulated player takes the play that gets rid of most; the rest is chance, or a race may never end."""


def played_out(play: Play, seats: Sequence[str], rng: Random, packs: int) -> tuple[SeatEntry, ...]:
    """One game at a table of these seats, dealt and played by the rulebook, as its format enters it."""
    game = _finished(play, len(seats), rng, packs)
    return _ENTRIES[play.format.entry](game, seats)


def _finished(play: Play, players: int, rng: Random, packs: int) -> Game:
    cards = packs_of(play.rules.deal.pack, packs)
    for _ in range(TRIES):
        try:
            dealer = rng.randrange(players) + 1
            game = engine(play.rules.rulebook.name).deal(play.rules, players, cards, dealer=dealer, shuffle=rng.shuffle)
        except GameError:
            continue  # A pack can turn up nothing that a game may begin with: it is dealt again.
        if play_out(game, _mixed, rng) and game.result().ending == "won":
            return game
    raise GameError(f"{play.format.title} did not come to an end in simulated play.")


def _mixed(game: Game, rng: Random) -> TurnPlay:
    return (simple if rng.random() < EAGER else at_random)(game, rng)


def _hands(game: Game, seats: Sequence[str]) -> tuple[SeatEntry, ...]:
    return tuple(
        SeatEntry(seat, went_out=True)
        if number == game.winner
        else SeatEntry(seat, hand=Hand(tuple(card_text(card) for card in game.hand(number))))
        for number, seat in enumerate(seats, start=1)
    )


def _places(game: Game, seats: Sequence[str]) -> tuple[SeatEntry, ...]:
    order = game.result().places
    return tuple(SeatEntry(seat, place=order.index(number) + 1) for number, seat in enumerate(seats, start=1))


def _winner(game: Game, seats: Sequence[str]) -> tuple[SeatEntry, ...]:
    return tuple(SeatEntry(seat, went_out=number == game.winner) for number, seat in enumerate(seats, start=1))


def _laps(game: Game, seats: Sequence[str]) -> tuple[SeatEntry, ...]:
    ran = game.laps if isinstance(game, Chase) else ()
    return tuple(SeatEntry(seat, laps=laps) for seat, laps in zip(seats, ran, strict=True))


_ENTRIES: Mapping[EntryKind, Callable[[Game, Sequence[str]], tuple[SeatEntry, ...]]] = {
    "hand": _hands,
    "winner_and_hands": _hands,
    "places": _places,
    "winner": _winner,
    "laps": _laps,
}
