"""Everything for tonight: which papers are laid out before the first game, in that order, how many
copies and pages of each, and what may join them.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.words import many
from tournament.models import Event
from tournament.paper.catalogue import catalogue, kinds_of
from tournament.paper.kinds import Evening, Kind


@dataclass(frozen=True, slots=True)
class Part:
    """A paper as one part of everything for tonight: how many copies, what is done with it in
    words, and the pages of one copy.
    """

    kind: Kind
    copies: int
    words: str
    pages: int

    @property
    def amount(self) -> str:
        """How much it is: `28 pages, cut and stack`, `2 pages, for the wall`."""
        if self.copies > 1 and self.pages == 1:
            return f"{many(self.copies, 'copy', 'copies')} of one page"
        return ", ".join(filter(None, (many(self.pages, "page"), self.words)))


def pages_of(parts: Iterable[Part]) -> str:
    """How many pages a printing has in all; `about`, for the lists among them tell only as they are
    printed whether a long name takes a second line.
    """
    return f"about {many(sum(part.pages * part.copies for part in parts), 'page')}"


def on_demand(kind: Kind) -> bool:
    """Whether a paper goes into everything for tonight where it is asked for: not every evening has
    it.
    """
    return kind.tonight is not None and kind.tonight.asked_for


def further(event: Event, parts: Iterable[Part]) -> list[Kind]:
    """What can be added to everything for tonight and is not in it."""
    there = {part.kind.key for part in parts}
    return [
        kind
        for kind in catalogue(event)
        if there and on_demand(kind) and not kind.waits_for and kind.key not in there
    ]


def tonight(event: Event, also: Collection[str] = ()) -> list[Part]:
    """All papers that are laid out before the first game, in that order, and those of `also` where
    they are used; nothing before there are seats.
    """
    evening = Evening(event)
    if event.paired or not evening.tables:
        return []
    laid_out = [
        (part, kind)
        for kind in kinds_of(evening)
        if (part := kind.tonight)
        and not (kind.waits_for or part.waits(evening))
        and (kind.key in also or not part.asked_for)
    ]
    return [
        Part(kind, part.copies(evening), part.words, part.pages(evening, kind))
        for part, kind in sorted(laid_out, key=lambda row: row[0].order)
    ]
