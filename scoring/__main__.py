"""The command line of the rulebooks, `python -m scoring`: alone in `scoring` it touches files and
streams.
"""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from scoring.command import CommandError
from scoring.commands import COMMANDS

MANUAL = """
The rulebooks of Last Card on the command line: put a disputed play, count a hand, print the rules.
Each command has its own manual: python -m scoring COMMAND --help

A first look:  python -m scoring tally "8H KD"
               python -m scoring rules swedish-pursuit
Ends with 0 if all is well, 1 if a transcript has a fault, 2 and a sentence if something cannot be read.
"""
LARGEST = 50_000_000


def read(path: str) -> str:
    """Give the text of a file, or of the standard input for `-`. Raises CommandError."""
    try:
        if path == "-":
            return sys.stdin.read()
        file = Path(path)
        if file.stat().st_size > LARGEST:
            raise CommandError(f"{path}: the file is larger than {LARGEST // 1_000_000} MB.")
        return file.read_text(encoding="utf-8")
    except OSError as fault:
        raise CommandError(f"{path}: {fault.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{path}: this is no text in UTF-8.") from None


def parser() -> ArgumentParser:
    """The parser of all commands, with their manuals as help texts."""
    top = ArgumentParser(
        "python -m scoring", description=MANUAL, formatter_class=RawDescriptionHelpFormatter
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.manual,
            formatter_class=RawDescriptionHelpFormatter,
        )
        command.arguments(sub)
        sub.set_defaults(run=command.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit code: 0 well, 1 a fault found, 2 unreadable input."""
    command = parser().parse_args(arguments)
    try:
        outcome = command.run(command, read)
    except ValueError as fault:
        print(fault, file=sys.stderr)
        return 2
    sys.stdout.write(outcome.out)
    return int(outcome.code)


if __name__ == "__main__":
    sys.exit(main())
