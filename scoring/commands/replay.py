"""The command `replay`: reads a game transcript and validates every play."""

from argparse import ArgumentParser, Namespace

from scoring.cards import cards_text
from scoring.command import Command, Outcome, Read
from scoring.law.game import Game
from scoring.transcript import Followed, Replay, Stop, Transcript, follow, is_whole, loads, replay
from scoring.transcript.deal import rules_of
from scoring.transcript.values import place_of
from scoring.transcript.writing import move_text

MANUAL = """
Reads the transcript of one game and does every play again, by the rules and options its tags name. The first fault
stops it and is explained. Prints each hand as it then was, the points if the game is over, and the fault.

FILE is text: tags such as [Game "swedish-pursuit"] [Rules "blocked=tally"] [Dealer "5"] [Turn-up "KS"]
[Deal "JC5D6HAS2S ..."] [Stock "8CTS6D..."], then moves:
  3:7H        seat 3 lays the seven of hearts      3:8C=S   ... an eight, naming spades
  3:+         picks up a card                      3:++4    takes a penalty of four
  3:-         misses the turn                      3:7H*    says LAST CARD
  3:7H??      was ruled illegal and taken back     3:7H#    goes out
The whole notation is in docs/transcripts.md. Of a game of which only a part is known (no Stock, for one) every play is
judged by what is known; what that leaves open is listed.

Example:  python -m scoring replay fixtures/transcripts/swedish-pursuit.txt
Ends with 0 if all is in order, with 1 at a fault, with 2 if the text cannot be read: then every fault of the text is
named with line and column.
"""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a transcript, or - for the standard input")


def _run(arguments: Namespace, read: Read) -> Outcome:
    text = read(arguments.file)
    transcript = loads(text)
    rules = rules_of(transcript)
    finished = replay(transcript) if is_whole(transcript) else follow(transcript)
    lines = [
        f"{rules.rulebook.title}, {str(rules) or 'all options at their defaults'}",
        *(
            _game(finished, transcript)
            if isinstance(finished, Replay)
            else _part(finished, transcript)
        ),
    ]
    if finished.stop:
        lines += _fault(finished.stop, transcript, text)
    return Outcome("\n".join(lines) + "\n", 1 if finished.stop else 0)


def _game(finished: Replay, transcript: Transcript) -> list[str]:
    game = finished.game
    lines = [_count(finished.done, len(transcript.moves))]
    points = game.result().points if game.over else ()
    for seat in range(1, game.players + 1):
        scored = f"  {points[seat - 1]} points" if points else ""
        lines.append(f"seat {seat}: {cards_text(game.hand(seat)) or 'no cards'}{scored}")
    return [*lines, _ending(game)]


def _count(count: int, moves: int) -> str:
    return f"{count} of {moves} moves are in order."


def _ending(game: Game) -> str:
    if not game.over:
        return f"The game is still on; seat {game.turn} is to play."
    result = game.result()
    return f"Seat {result.winner} won." if result.winner else f"Nobody went out: {result.ending}."


def _part(followed: Followed, transcript: Transcript) -> list[str]:
    lines = [_count(followed.done, len(transcript.moves)) + " Only a part of the game is known."]
    for number, needs in followed.undecided:
        lines.append(
            f"move {number}, {move_text(transcript.moves[number - 1])}: it depends on"
            f" {', '.join(needs)}"
        )
    return lines


def _fault(stop: Stop, transcript: Transcript, text: str) -> list[str]:
    if stop.move is None:
        return [f"fault: {stop.words}"]
    place = place_of(text, transcript.places[stop.number - 1])
    lines = [f"fault at move {stop.number}, {move_text(stop.move)} ({place}): {stop.words}"]
    return [*lines, stop.verdict.text] if stop.verdict else lines


COMMAND = Command("replay", "validate every play of a game transcript", MANUAL, _arguments, _run)
