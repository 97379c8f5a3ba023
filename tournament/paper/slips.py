"""Slips, two beside one another to cut along the lines: with the code of a player's own page, where
a guest goes next, or for the result of a match.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

from tournament.models import CodeKind
from tournament.paper.fitting import name_lines
from tournament.paper.printed import Printed
from tournament.site.codes import code_image
from tournament.site.paper_codes import PaperCodes


@dataclass(frozen=True)
class Slip:
    """What a player keeps: badge, name and livery, and the address of their own page where there is
    one; on a movement slip where they sit now, where they go to, and how.
    """

    badge: int
    name: str
    livery: str
    link: str = ""
    comes_from: str = ""
    goes_to: tuple[str, str] = ("", "")
    words: str = ""


@dataclass(frozen=True, kw_only=True)
class PlayerSlips(Printed):
    """A slip for each of a printing."""

    codes = CodeKind.GUEST
    unit, runs_over = "slips", True
    template: str = "paper/print/player_slips.html"
    slips: tuple[Slip, ...]

    @property
    def length(self) -> int:
        """How many slips there are; 1 where there are none, for there is a page all the same."""
        return max(len(self.slips), 1)

    def lot(self, start: int, stop: int) -> Self:
        """Some of the slips, below the head of the page where they are its first."""
        slips, continued = self.slips[start:stop], {"continued": start > 0}
        return replace(self, slips=slips, content={**self.content, **continued})

    def drawn(self) -> list[tuple[Slip, Any, str]]:
        """Each with its name as it fits and the square that leads to the player's own page."""
        return [
            (slip, name_lines(slip.name, 15, 52), code_image(slip.link) if slip.link else "")
            for slip in self.slips
        ]

    def coded(self, codes: PaperCodes) -> Self:
        """Each with the way to its player's own page."""
        slips = (replace(slip, link=codes.guests.get(slip.badge, "")) for slip in self.slips)
        return replace(self, slips=tuple(slips))
