"""What an act would do to the chances: whose change, from what to what, beside the places that `before_after` draws."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from scoring.chances import Chance
from scoring.standings import Standing
from tournament.before_after import BeforeAfter, ChanceMove, ChanceMoves, before_after
from tournament.chances import Chances, in_words, reckon
from tournament.ledger.consequence import Consequence
from tournament.ledger.to_come import games_to_come
from tournament.models import Event

SLIGHT = 0.015
"""Less than this is what another thousand finishes could say as well."""
MOST = 10
NONE = "no chance to tell"


def moves_and_chances(event: Event, found: Consequence, about: Collection[str]) -> BeforeAfter:
    """A consequence as its preview shows it: places drawn, and chances before and after; `about` are always shown."""
    return replace(before_after(found, about), chances=chance_moves(event, found, about))


def chance_moves(event: Event, found: Consequence, about: Collection[str]) -> ChanceMoves | None:
    """The chances before and after; None where neither side has any (see `reckon`)."""
    ahead = found.ahead or games_to_come(event)
    now = reckon(found.before, ahead, event.version)
    then = reckon(found.after, found.coming or ahead, event.version)
    if isinstance(now, str) and isinstance(then, str):
        return None
    was, will = _by_player(now), _by_player(then)
    names = {standing.player: standing.name for side in (now, then) for standing, _chance, _games in _rows(side)}
    differ = sorted(
        (player for player in names if _differ(was.get(player), will.get(player))),
        key=lambda player: -abs(_share(will.get(player)) - _share(was.get(player))),
    )
    first = [player for player in about if player in names]
    shown = list(dict.fromkeys((*first, *differ)))
    rows = tuple(ChanceMove(names[one], _said(was.get(one)), _said(will.get(one))) for one in shown[:MOST])
    return ChanceMoves(rows, max(0, len(shown) - MOST))


def _rows(side: Chances | str) -> Iterable[tuple[Standing, Chance, int]]:
    return () if isinstance(side, str) else side.rows


def _by_player(side: Chances | str) -> dict[str, Chance]:
    return {} if isinstance(side, str) else side.of_player


def _share(chance: Chance | None) -> float:
    return chance.share if chance else 0.0


def _differ(was: Chance | None, will: Chance | None) -> bool:
    if was is None or will is None:
        return was is not will
    return abs(was.share - will.share) > SLIGHT


def _said(chance: Chance | None) -> str:
    return in_words(chance) if chance else NONE
