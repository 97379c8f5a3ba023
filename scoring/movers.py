"""Who moved between two boards of one evening: over the line first, then by places."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from scoring.board import Board
from scoring.cut import Cut
from scoring.standings import Standing

Crossed = Literal["in", "out", ""]


@dataclass(frozen=True, slots=True)
class Mover:
    """One player on two boards; None on the one that has no line for them. `crossed` is a way over the line."""

    player: str
    name: str
    before: Standing | None
    after: Standing | None
    crossed: Crossed = ""

    @property
    def places(self) -> int:
        """Places gained, negative for places lost; 0 where one of the two boards gives them none."""
        one, two = self.before, self.after
        return one.place - two.place if one and two and one.place and two.place else 0

    @property
    def points(self) -> int:
        """Points that came to the total; a total that is not there counts 0."""
        return (self.after.total if self.after else 0) - (self.before.total if self.before else 0)


def movers(before: Board, after: Board) -> tuple[Mover, ...]:
    """Everybody whose place or total differs, the line first, then the most places, then the order on the later board.

    Where one of the boards has no cut, nobody crosses a line.
    """
    was = {one.player: one for one in before.standings}
    now = {one.player: one for one in after.standings}
    crossed = _crossed(before, after)
    listed = [*now, *(player for player in was if player not in now)]
    found = [_mover(player, was.get(player), now.get(player), crossed) for player in listed]
    moved = [one for one in found if _figures(one.before) != _figures(one.after) or one.crossed]
    return tuple(sorted(moved, key=lambda one: (("in", "out", "").index(one.crossed), -abs(one.places))))


def _mover(player: str, was: Standing | None, now: Standing | None, crossed: dict[str, Crossed]) -> Mover:
    name = next(one.name for one in (now, was) if one)
    return Mover(player, name, was, now, crossed.get(player, ""))


def _crossed(before: Board, after: Board) -> dict[str, Crossed]:
    if not isinstance(before.cut, Cut) or not isinstance(after.cut, Cut):
        return {}
    was, now = set(before.cut.qualifiers), set(after.cut.qualifiers)
    return {**_all(now - was, "in"), **_all(was - now, "out")}


def _all(players: Iterable[str], crossed: Crossed) -> dict[str, Crossed]:
    return dict.fromkeys(players, crossed)


def _figures(one: Standing | None) -> tuple[int | None, int] | None:
    return (one.place, one.total) if one else None
