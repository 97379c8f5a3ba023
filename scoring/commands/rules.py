"""The command `rules`: prints the rule sheet of a game."""

from argparse import ArgumentParser, Namespace

from scoring.command import Command, Outcome, Read, takes_options
from scoring.games.rulebooks import SLUGS, rulebook
from scoring.law.rulesheet import rule_sheet, sheet_text

MANUAL = """
Prints the rule sheet of a game: seats and deal, every clause with its number, the card values, the options in force,
and what is done where the text is silent. It is made from the same data that the verdicts obey.

GAME is GAMES. --options puts other options in force; they are marked as changed.

Example:  python -m scoring rules swedish-pursuit --options "trick_match=rank_or_suit blocked=redeal"
Ends with 2 and a sentence if the game or an option is not known.
""".replace("GAMES", SLUGS)


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=SLUGS)
    takes_options(parser)


def _run(arguments: Namespace, read: Read) -> Outcome:
    return Outcome(sheet_text(rule_sheet(rulebook(arguments.game).rules(arguments.options))))


COMMAND = Command("rules", "print the rule sheet of a game", MANUAL, _arguments, _run)
