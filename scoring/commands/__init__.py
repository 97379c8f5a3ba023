"""The commands of `python -m scoring`, in the order in which the help lists them."""

from scoring.command import Command
from scoring.commands.adjudicate import COMMAND as ADJUDICATE
from scoring.commands.conform import COMMAND as CONFORM
from scoring.commands.draw import COMMAND as DRAW
from scoring.commands.perft import COMMAND as PERFT
from scoring.commands.questions import COMMAND as QUESTIONS
from scoring.commands.replay import COMMAND as REPLAY
from scoring.commands.rule import COMMAND as RULE
from scoring.commands.rules import COMMAND as RULES
from scoring.commands.sizes import COMMAND as SIZES
from scoring.commands.tally import COMMAND as TALLY

COMMANDS: tuple[Command, ...] = (
    ADJUDICATE,
    RULE,
    TALLY,
    REPLAY,
    RULES,
    QUESTIONS,
    PERFT,
    CONFORM,
    SIZES,
    DRAW,
)
