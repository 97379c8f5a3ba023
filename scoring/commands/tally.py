"""The command `tally`: itemises the points of a hand."""

from argparse import ArgumentParser, Namespace

from scoring.command import Command, Outcome, Read, takes_options
from scoring.games.rulebooks import RULEBOOKS
from scoring.umpire import tally

MANUAL = """
Counts a hand that was left at the end of a game: a line for each card with its points and the clause that gives them,
then the total.

HAND is one text: cards (8H KD), bare ranks (8 A K, or 8AK), or X for a ten or court card. The ten is 10 or T.
Without --rulebook the hand is counted for Swedish Pursuit. Where a game prints no card values the command says so;
--options may bring some in: --rulebook switch --options scoring=hand_points.

Example:  python -m scoring tally --rulebook swedish_pursuit "8H KD"
  8H 30 SP-30
  KD 10 SP-33
  total 40
Ends with 2 and a sentence if a card cannot be read, or if the packs cannot hold the hand: five 8s of one pack.
"""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--rulebook", default=next(iter(RULEBOOKS)), metavar="GAME", help="the game (%(default)s)"
    )
    takes_options(parser)
    parser.add_argument(
        "--players", type=int, help="how many play, where that tells the number of packs"
    )
    parser.add_argument("hand", metavar="HAND", nargs="+", help="the cards left, such as “8H KD”")


def _run(arguments: Namespace, read: Read) -> Outcome:
    hand = " ".join(arguments.hand)
    counted = tally(arguments.rulebook, hand, arguments.options, players=arguments.players)
    lines = [f"{line.card} {line.points} {line.clause}" for line in counted.lines]
    return Outcome("\n".join([*lines, f"total {counted.total}"]) + "\n")


COMMAND = Command("tally", "itemise the points of a hand", MANUAL, _arguments, _run)
