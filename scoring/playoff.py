"""Seating the play-off by snake seeding, with packs and warnings."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Seats per table in seat order A, B, C…, packs per table, and sentences on what to beware of."""

    tables: tuple[tuple[str, ...], ...]
    packs: tuple[int, ...]
    warnings: tuple[str, ...]


def seat(qualifiers: Sequence[str], tables: int | None = None, *, packs: int | None = None) -> PlayOff:
    """Qualifiers in order onto `tables` tables (None: as near five as may be), 1-4-5-8-9 / 2-3-6-7-10."""
    raise NotImplementedError
