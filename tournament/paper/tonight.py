"""Everything for tonight: which papers are laid out before the first game, in that order, how many
copies and pages of each, and what may join them.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil
from typing import cast

from django.utils import timezone

from scoring.counting.cut import Cut
from scoring.words import many
from tournament.counting.board import board
from tournament.models import Event, Stage
from tournament.paper.catalogue import BEFORE, Kind, catalogue
from tournament.paper.field import pages_of_field
from tournament.paper.guest_cards import badge_sheets
from tournament.paper.kitchen import pages_of_kitchen
from tournament.paper.printed import ListPaper
from tournament.paper.score_cards import PILES
from tournament.paper.table_sheets import GAMES_A_SHEET

AT_THE_END = {
    "half-time-list": "for the wall, without the line",
    "final-by-livery": "for the wall",
    "certificates": "to sign and to hand over",
    "keepsakes": "one each, to take home",
}
"""Papers of what was played, each with what is done with it."""


@dataclass(frozen=True, slots=True)
class Part:
    """A paper as one part of everything for tonight: how many copies, what is done with it in
    words, and the pages of one copy.
    """

    kind: Kind
    copies: int
    words: str
    pages: int = 0

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


NAMES_A_PAGE = 57
"""Lines of the seating by name on one page."""
SLIPS_A_PAGE = (14, 16)
"""Slips on the first page, below its heading, and on each that follows."""
ON_THE_WALL = 2
"""Copies of the seating by name: one each side of the door."""


ON_DEMAND = re.compile(rf"badges|movement-slips-\d+|{'|'.join(AT_THE_END)}")
"""Papers that not every evening has: they go into everything for tonight when they are asked for.
"""


def further(event: Event, parts: Iterable[Part]) -> list[Kind]:
    """What can be added to everything for tonight and is not in it."""
    there = {part.kind.key for part in parts}
    return [
        kind
        for kind in catalogue(event)
        if there and ON_DEMAND.fullmatch(kind.key) and not kind.waits_for and kind.key not in there
    ]


def tonight(event: Event, also: Collection[str] = ()) -> list[Part]:
    """All papers that are laid out before the first game, in that order, and those of `also` where
    they are used; nothing before there are seats.
    """
    kinds = {kind.key: kind for kind in catalogue(event) if not kind.waits_for}
    tables = event.tables.exclude(round__stage=Stage.PLAYOFF).values("number").distinct().count()
    guests = event.seats.exclude(round__stage=Stage.PLAYOFF).values("guest").distinct().count()
    if event.paired or not tables:
        return []
    note, games = "one for each table", dict(event.rounds.values_list("number", "games"))
    selected = [key for key in kinds if key in also and ON_DEMAND.fullmatch(key)]
    by_name = ("seating-by-name", ON_THE_WALL, "two copies", ceil(guests / NAMES_A_PAGE))
    lines: list[tuple[str, int, str, int]] = [by_name]
    if "badges" in selected:
        lines.append(("badges", 1, "for the coats, at the door", badge_sheets(event)))
    lines.append(("table-cards", 1, note, tables))
    lines += [
        (key, 1, "cut and stack", ceil(guests / len(PILES)))
        for key, kind in kinds.items()
        if kind.part == BEFORE and re.fullmatch(r"score-cards(-\d+)?", key)
    ]
    lines += [
        (f"table-sheets-{number}", 1, note, tables * ceil(games.get(number, 1) / GAMES_A_SHEET))
        for number in range(1, event.qualifying_rounds + 1)
    ]
    slips = [key for key in selected if key.startswith("movement")]
    lines += [(key, 1, "cut and lay out", _pages_of_slips(guests)) for key in slips]
    lines.append(("rule-sheet", tables, "", 1))
    if "kitchen-list-1" in kinds:
        cards = ceil(guests / len(PILES))
        lines.append(("place-cards", 1, "cut and fold", cards))
        lines.append(("kitchen-list-1", 1, "", _counted(event, kinds["kitchen-list-1"])))
    lines += [
        (key, 1, use, _counted(event, kinds[key]))
        for key, use in AT_THE_END.items()
        if key in selected
    ]
    return [
        Part(kinds[key], copies, use, pages) for key, copies, use, pages in lines if key in kinds
    ]


def _pages_of_slips(guests: int) -> int:
    return 1 + ceil(max(guests - SLIPS_A_PAGE[0], 0) / SLIPS_A_PAGE[1])


def _counted(event: Event, kind: Kind) -> int:
    """The pages of a list, or of a paper that gives each guest one."""
    if kind.key not in ("keepsakes", "certificates"):
        count = pages_of_kitchen if kind.key.startswith("kitchen") else pages_of_field
        return count(cast(ListPaper, kind.make(timezone.now())))
    standing = board(event)
    if kind.key == "keepsakes":
        return sum(item.ranked for item in standing.standings)
    through = len(standing.cut.qualifiers) if isinstance(standing.cut, Cut) else 0
    return sum(item.ranked for item in standing.playoff) or through
