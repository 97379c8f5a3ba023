"""What a guest is called in public: by name, or by badge and livery alone where they chose that."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.standings import Standing
from tournament.models import Guest


def public_name(name: str, badge: int, *, unnamed: bool) -> str:
    """The one place where it is decided how a guest is called in public; the livery stands beside
    it.
    """
    return f"Badge {badge}" if unnamed else name


def called(guest: Guest) -> str:
    """What this guest is called in public."""
    return public_name(guest.name, guest.badge, unnamed=guest.unnamed)


def publicly(rows: Iterable[Mapping[str, Any]], instead: Mapping[str, str]) -> list[dict[str, Any]]:
    """Rows with a `player` and a `name`, as they may be shown to anybody."""
    return [{**row, "name": instead.get(row.get("player", ""), row["name"])} for row in rows]


def named_publicly(now: Board, instead: Mapping[str, str]) -> Board:
    """A board as lists for the wall show it: nobody is named in it, nor in any reason, who chose
    not to be.
    """
    if not instead:
        return now

    def all_of(rows: Iterable[Standing]) -> tuple[Standing, ...]:
        return tuple(_standing(row, instead) for row in rows)

    standings, cut = all_of(now.standings), now.cut
    if isinstance(cut, Cut):
        cut = replace(cut, standings=standings, tied=all_of(cut.tied))
    players = {
        ref: replace(player, name=instead.get(ref, player.name))
        for ref, player in now.players.items()
    }
    return replace(now, standings=standings, playoff=all_of(now.playoff), cut=cut, players=players)


def _standing(standing: Standing, instead: Mapping[str, str]) -> Standing:
    decisions = tuple(
        replace(step, other_name=instead.get(step.other, step.other_name))
        for step in standing.decided_by
    )
    return replace(standing, name=instead.get(standing.player, standing.name), decided_by=decisions)
