"""The rules of the games and the arithmetic of the event. Imports no Django.

The front door, loaded when first asked for. `new_game` deals a game, `load_game` reads a
transcript, `load` sets up a position: each gives a `RecordedGame`. `adjudicate`, `rule`, `tally`
and `status` put questions to the umpire; `rulebook` finds the rules of a game, `parse_hand` and
`receipt` count a hand, `Cards` prints cards.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.cards import Cards
    from scoring.counting.hand import parse_hand, receipt
    from scoring.games.rulebooks import rulebook
    from scoring.law.verdict import IllegalPlay
    from scoring.recorded_game import RecordedGame, load, load_game, new_game
    from scoring.umpire import adjudicate, rule, status, tally

__version__ = "0.1.0"
__all__ = [
    "Cards",
    "IllegalPlay",
    "RecordedGame",
    "adjudicate",
    "load",
    "load_game",
    "new_game",
    "parse_hand",
    "receipt",
    "rule",
    "rulebook",
    "status",
    "tally",
]

_ROOMS = {
    "Cards": "scoring.cards",
    "IllegalPlay": "scoring.law.verdict",
    "RecordedGame": "scoring.recorded_game",
    "adjudicate": "scoring.umpire",
    "load": "scoring.recorded_game",
    "load_game": "scoring.recorded_game",
    "new_game": "scoring.recorded_game",
    "parse_hand": "scoring.counting.hand",
    "receipt": "scoring.counting.hand",
    "rule": "scoring.umpire",
    "rulebook": "scoring.games.rulebooks",
    "status": "scoring.umpire",
    "tally": "scoring.umpire",
}


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ROOMS[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
