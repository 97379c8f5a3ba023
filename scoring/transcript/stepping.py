"""Goes through a whole game move by move, each with its verdict and the table after it, for drawing it."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.cards import Card
from scoring.game import Game
from scoring.plays import Challenge, Nominate, Reshuffle
from scoring.transcript.dealing import dealt_from
from scoring.transcript.replaying import Stop, begin
from scoring.transcript.values import Move, Transcript
from scoring.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Step:
    """One move: its number from 1 (0 = the table as dealt), the verdict on it, and the table after it.

    `stop` is the fault at which the game stops here. `hands` are those of seats 1, 2, ...; `top` is the card showing;
    `stock` counts. A new stock and a play out of turn have no verdict; a play marked as illegal changes nothing.
    """

    number: int
    move: Move | None
    verdict: Verdict | None
    stop: Stop | None
    turn: int
    hands: tuple[tuple[Card, ...], ...]
    top: Card | None
    stock: int


def steps(transcript: Transcript) -> Iterator[Step]:
    """Every step up to the first fault, the table as dealt first. Raises as `replay` does if the deal is not whole."""
    course = begin(dealt_from(transcript), [m.play.cards for m in transcript.moves if isinstance(m.play, Reshuffle)])
    yield _step(course.game, 0, None, None, None)
    for number, move in enumerate(transcript.moves, start=1):
        verdict = _verdict(course.game, move)
        fault = course.step(move)
        stop = Stop(number, *fault, move=move) if fault else None
        yield _step(course.game, number, move, verdict, stop)
        if stop:
            return


def _verdict(game: Game, move: Move) -> Verdict | None:
    """The verdict on a move; None for a new stock, and for a play out of turn, which is no question of cards."""
    if isinstance(move.play, Reshuffle):
        return None
    aside = isinstance(move.play, Challenge | Nominate)
    return game.check(move.play) if aside or move.seat == game.turn else None


def _step(game: Game, number: int, move: Move | None, verdict: Verdict | None, stop: Stop | None) -> Step:
    hands = tuple(game.hand(seat) for seat in range(1, game.players + 1))
    pile = getattr(game, "discards", None) or getattr(game, "pile", None)
    top, stock = pile[-1] if pile else None, len(getattr(game, "stock", ()))
    return Step(number, move, verdict, stop, game.turn, hands, top, stock)
