"""What a command of `python -m scoring` is: its name, its help, its arguments,
and what it answers.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass

Read = Callable[[str], str]
"""Gives the text of a file by its path, or of the standard input for `-`. Raises CommandError."""


class CommandError(ValueError):
    """Input that cannot be worked with: the sentence is printed and the command ends with 2."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command prints, and its exit code: 0 well, 1 a fault found, 2 unreadable."""

    out: str
    code: int = 0


@dataclass(frozen=True, slots=True)
class Command:
    """A command: `manual` is its whole help text, `arguments` adds its arguments, `run` does it
    without touching files.

    A file in `scoring/commands/` defines `COMMAND`; `scoring/commands/__init__.py` lists them.
    """

    name: str
    summary: str
    manual: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Read], Outcome]


def takes_options(parser: ArgumentParser) -> None:
    """Give a command the argument `options`: those in force, as text, none unless given."""
    parser.add_argument(
        "--options", default="", metavar="TEXT", help="options in force, such as “blocked=tally”"
    )
