"""The command `perft`: counts the lines of play of the deals in a file."""

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from scoring.command import Command, CommandError, Outcome, Read
from scoring.games.registry import engine
from scoring.games.rulebooks import USUAL
from scoring.json_text import read_json
from scoring.law.game import as_they_lie
from scoring.law.lines_of_play import lines_of_play, read_laid

MANUAL = """
Counts the different lines of play of Swedish Pursuit from each deal of a file, up to twelve plays deep, and prints
{deal: {"perft_follow_suit": [12 numbers], "perft_match_rank": [12 numbers]}}.

FILE is an object: name of the deal -> {players, hands, turned_up, stock, first, direction, pending}. “hands” is a list
of texts such as "TD JD QD 2H 4H", seat 1 first; “stock” is drawn from the left. Counts in the file are never read.
An 8 counts as four plays, one for each suit it may name; calls and challenges are no plays; a game that is over
counts once at each greater depth. perft_follow_suit uses the option trick_match=suit, perft_match_rank the option
trick_match=rank_or_suit.

Example:  python -m scoring perft fixtures/rulebook/perft.json
Two engines that agree on these numbers agree on every legal play of the deal.
"""
DEPTH = 12
COUNTS = {"perft_follow_suit": "suit", "perft_match_rank": "rank_or_suit"}


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a JSON file of deals, or - for the standard input"
    )


def _run(arguments: Namespace, read: Read) -> Outcome:
    deals = read_json(read(arguments.file), arguments.file)
    if not isinstance(deals, dict):
        raise CommandError(f"{arguments.file}: a file of deals is an object, deal by deal.")
    counted = {name: _counts(name, deal) for name, deal in deals.items()}
    return Outcome(json.dumps(counted, indent=1) + "\n")


def _counts(name: str, deal: Any) -> dict[str, list[int]]:
    played = engine(USUAL)
    try:
        laid = read_laid(deal)
        games = {
            key: played.lay_out(played.rulebook.rules({"trick_match": value}), laid, as_they_lie)
            for key, value in COUNTS.items()
        }
    except KeyError as missing:
        raise CommandError(f"Deal {name}: the key {missing} is missing.") from None
    except (ValueError, TypeError, AttributeError, IndexError) as fault:
        raise CommandError(f"Deal {name}: {fault}") from None
    return {key: lines_of_play(game, DEPTH) for key, game in games.items()}


COMMAND = Command("perft", "count the lines of play of known deals", MANUAL, _arguments, _run)
