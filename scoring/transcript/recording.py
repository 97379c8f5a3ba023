"""Turns a game that was played into a transcript."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.game import Game
from scoring.plays import Call, Challenge, Nominate, Play, Reshuffle, TakePenalty
from scoring.transcript.dealing import Dealt, header
from scoring.transcript.replaying import begin, footer
from scoring.transcript.values import Move, Transcript


def transcript_of(game: Game, dealt: Dealt, tags: Mapping[str, str] | None = None) -> Transcript:
    """Write down a game, over or still on, that was dealt so; `tags` such as Event, Round, Table, Number, Seats.

    Raises IllegalPlay if the record of the game does not follow from the deal.
    """
    return Transcript(header(dealt, tags), tuple(_moves(game.record, dealt)), footer(game))


def _moves(record: Sequence[tuple[int, Play | Reshuffle]], dealt: Dealt) -> list[Move]:
    """Play the record again to know what penalties were due and who went out; calls become marks."""
    again = begin(dealt, [play.cards for _, play in record if isinstance(play, Reshuffle)]).game
    moves: list[Move] = []
    last = -1
    early = 0
    for seat, play in record:
        if isinstance(play, Reshuffle):
            moves.append(Move(0, play))
            continue
        due = getattr(again, "pending", None) if isinstance(play, TakePenalty) else None
        # Said after the lay that left one card it belongs to that lay, said on turn to the play that follows.
        late = isinstance(play, Call) and last >= 0 and moves[last].seat == seat and len(again.hand(seat)) == 1
        again.apply(play)
        if isinstance(play, Call):
            if late:
                moves[last] = replace(moves[last], called=True)
            else:
                early = seat
        elif isinstance(play, Challenge | Nominate):
            moves.append(Move(seat, play))
        else:
            last = len(moves)
            moves.append(Move(seat, play, due, called=early == seat, out=not again.hand(seat) or again.winner == seat))
            early = 0
    return moves
