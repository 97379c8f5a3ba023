"""The command `sizes`: measures what the size of a table does to the points of a game."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import Random

from scoring.command import Command, CommandError, Outcome, Read, takes_options
from scoring.foresight.table_sizes import measure
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rules

MOST = 100_000
SIZES = (3, 4, 5, 6)
MANUAL = f"""
Plays games of a rulebook at tables of three to six by simulated players, and prints for each size: players, games, mean
points a player and game, their standard error, their standard deviation, and the share of players who went out. The
same game, options and number of games give the same figures. The pars that an organiser can declare were measured so.

--games is the number of games at each size, 2 to {MOST}; forty thousand take about two minutes. --options puts other
options in force: Switch has points under “play_on=no scoring=hand_points” alone.

Example:  python -m scoring sizes swedish-pursuit --games 1000
Ends with 2 and a sentence if the game is not known, or its players score no points.
"""


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="games at each size of table (1000)"
    )
    takes_options(parser)


def _run(arguments: Namespace, read: Read) -> Outcome:
    if not 2 <= arguments.games <= MOST:
        raise CommandError(f"--games is from 2 to {MOST}.")
    return Outcome(
        "\n".join(_lines(rulebook(arguments.game).rules(arguments.options), arguments.games)) + "\n"
    )


def _lines(rules: Rules, games: int) -> Iterator[str]:
    for seats in (
        seats for seats in SIZES if rules.deal.seats_min <= seats <= rules.deal.seats_max
    ):
        chance = Random(f"table sizes {rules.rulebook.name} {seats}")  # noqa: S311 -- to be repeatable
        size = measure(rules, seats, games, chance)
        if size is None:
            under = f"“{rules}”" if str(rules) else "its usual options"
            raise CommandError(
                f"The players of {rules.rulebook.title} score no points under {under}."
            )
        yield f"{size.seats} {size.games} {size.mean:.3f} {size.error:.3f} {size.deviation:.3f} {size.out:.4f}"


COMMAND = Command(
    "sizes", "measure what the size of a table does to the points", MANUAL, _arguments, _run
)
