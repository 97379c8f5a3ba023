"""Chances of going through before an act and after it, for its preview. They are worked out in the
background, and the page fetches them by a key, from whichever process of the server it asks. What
lies in the server's folder until then tells refs and no names.
"""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from secrets import token_hex

from django.core.cache import caches

from scoring.foresight.chances import Chance
from tournament.counting import scores
from tournament.counting.chances import (
    BEING_WORKED_OUT,
    FAILED,
    Chances,
    Play,
    in_words,
    kept_chances,
    play_of,
)
from tournament.counting.consequences import Consequence
from tournament.counting.grid import games_to_come
from tournament.models import Event
from tournament.site.background import BACKGROUND

SLIGHT = 0.015
"""A chance that moves by less is not shown: simulating it again would move it as much."""
MOST_MOVES = 10
LONGEST_KEY = 32
NO_CHANCE = "no chance to tell"
NO_CHANCES = "There are no chances to tell here."
GONE = "The chances are no longer at hand: look at the change once more."

Sides = tuple[Play | Chances | str, Play | Chances | str]
"""What tells the chances before and after, or why there are none."""
ChanceMove = tuple[str, str, str]
"""A guest, by ref until the name is looked up, and the chance before and after, in words."""


@dataclass(frozen=True, slots=True)
class ChanceMoves:
    """The chances that change most, and how many `more` change. While these are worked out there is
    the `key` by which they are fetched; `words` say why there are none, or none yet.
    """

    rows: tuple[ChanceMove, ...] = ()
    more: int = 0
    key: str = ""
    words: str = ""


def chance_moves(
    event: Event, consequence: Consequence, corrected: Collection[str]
) -> ChanceMoves | None:
    """The chances that an act changes, those of `corrected` in any case: at once where nothing has
    to be simulated, or no server is here to do it in the background; None where there are none to
    tell on either side, for the reason that `play_of` gives.
    """
    ahead = consequence.ahead or games_to_come(event)
    grounds = consequence.before, ahead
    sides: Sides = (
        kept_chances(event, grounds) or play_of(*grounds),
        play_of(consequence.after, consequence.coming or ahead),
    )
    first = tuple(corrected)
    if not any(isinstance(side, Play) for side in sides):
        moves = _moved(sides, first)
        return moves and _named(event, moves)
    key = token_hex(LONGEST_KEY // 2)
    _put(event, key, ChanceMoves(key=key, words=BEING_WORKED_OUT))
    BACKGROUND.ask(key, None, partial(_work_out, event, key, sides, first))
    return chance_moves_of(event, key)


def chance_moves_of(event: Event, key: str) -> ChanceMoves:
    """The chances that a preview of this event was given a key to."""
    moves: ChanceMoves | None = None
    with suppress(OSError):
        moves = caches["soon"].get(_place(event, key))
    return ChanceMoves(words=GONE) if moves is None else _named(event, moves)


def _work_out(event: Event, key: str, sides: Sides, first: tuple[str, ...]) -> None:
    moves = ChanceMoves(words=FAILED)
    try:
        moves = _moved(sides, first) or ChanceMoves(words=NO_CHANCES)
    finally:
        _put(event, key, moves)


def _place(event: Event, key: str) -> str:
    return f"{event.uid}-{key[:LONGEST_KEY]}"


def _put(event: Event, key: str, moves: ChanceMoves) -> None:
    with suppress(OSError):  # a full disk costs these chances, not the preview
        caches["soon"].set(_place(event, key), moves)


def _named(event: Event, moves: ChanceMoves) -> ChanceMoves:
    names = {player.id: player.name for player in scores.players(event)}
    return replace(
        moves, rows=tuple((names.get(ref, ref), was, then) for ref, was, then in moves.rows)
    )


def _moved(sides: Sides, corrected: Collection[str]) -> ChanceMoves | None:
    reckoned = [side.finished() if isinstance(side, Play) else side for side in sides]
    if not any(isinstance(chances, Chances) for chances in reckoned):
        return None
    was, then = (chances.of_player if isinstance(chances, Chances) else {} for chances in reckoned)
    changed = sorted(
        (ref for ref in {**was, **then} if _differ(was.get(ref), then.get(ref))),
        key=lambda ref: -abs(_share(then.get(ref)) - _share(was.get(ref))),
    )
    first = [ref for ref in corrected if ref in was or ref in then]
    rows = [
        (ref, _words(was.get(ref)), _words(then.get(ref)))
        for ref in dict.fromkeys((*first, *changed))
    ]
    return ChanceMoves(tuple(rows[:MOST_MOVES]), max(0, len(rows) - MOST_MOVES))


def _share(chance: Chance | None) -> float:
    return chance.share if chance else 0.0


def _differ(before: Chance | None, after: Chance | None) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(before.share - after.share) > SLIGHT


def _words(chance: Chance | None) -> str:
    return in_words(chance) if chance else NO_CHANCE
