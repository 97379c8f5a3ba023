"""What a guest is called in public: by name, or by badge and livery alone where they chose that."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.board import Board
from scoring.cut import Cut
from scoring.standings import Standing
from tournament.models import Event, Guest


def public_name(name: str, badge: int, *, unnamed: bool) -> str:
    """The one place where it is decided how a guest is called in public; the livery stands beside it."""
    return f"Badge {badge}" if unnamed else name


def called(guest: Guest) -> str:
    """What this guest is called in public."""
    return public_name(guest.name, guest.badge, unnamed=guest.unnamed)


def unnamed_guests(event: Event) -> dict[str, str]:
    """What those are called who chose not to be named, by ref. One query."""
    rows = Guest.objects.filter(event=event, unnamed=True)
    return {ref: public_name("", badge, unnamed=True) for ref, badge in rows.values_list("ref", "badge")}


def publicly(rows: Iterable[Mapping[str, Any]], instead: Mapping[str, str]) -> list[dict[str, Any]]:
    """Rows with a `player` and a `name`, as they may be shown to anybody."""
    return [{**row, "name": instead.get(row.get("player", ""), row["name"])} for row in rows]


def named_publicly(now: Board, instead: Mapping[str, str]) -> Board:
    """A board as lists for the wall show it: nobody is named in it, nor in any reason, who chose not to be."""
    if not instead:
        return now

    def all_of(rows: Iterable[Standing]) -> tuple[Standing, ...]:
        return tuple(_standing(one, instead) for one in rows)

    standings, drawn = all_of(now.standings), now.cut
    if isinstance(drawn, Cut):
        drawn = replace(drawn, standings=standings, tied=all_of(drawn.tied))
    players = {ref: replace(one, name=instead.get(ref, one.name)) for ref, one in now.players.items()}
    return replace(now, standings=standings, playoff=all_of(now.playoff), cut=drawn, players=players)


def _standing(one: Standing, instead: Mapping[str, str]) -> Standing:
    told = tuple(replace(step, other_name=instead.get(step.other, step.other_name)) for step in one.decided_by)
    return replace(one, name=instead.get(one.player, one.name), decided_by=told)
