"""Every paper as a PDF: a drawing, or a page from a template, which a browser shows and prints as
well.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string

from tournament.paper.apart import made_in_parts
from tournament.paper.cards import badge_pages, fours, labels, place_card_pages, table_card_pages
from tournament.paper.drawing import Drawing
from tournament.paper.layouts import LAYOUTS
from tournament.paper.press import COMMON, PaperUnavailable, Press, bound, on_screen
from tournament.paper.rule_sheet import PrintedRules
from tournament.paper.score_cards import card_pages, sheets_of
from tournament.paper.table_sheets import parts_of, sheet_pages
from tournament.paper.umpire_card import UmpireCard
from tournament.paper.values import (
    Badges,
    Certificates,
    FieldList,
    Keepsakes,
    KitchenList,
    PlaceCards,
    ScoreCards,
    SeatingByName,
    SeatingByTable,
    TableCards,
    TableSheets,
)
from tournament.paper.values_results import (
    FinalList,
    IncidentReport,
    PlayerSlips,
    PrintedBracket,
    PrintedCross,
    PrintedLeague,
    PrintedPairings,
    PrintedStandings,
    PrintedTeams,
    PrizeList,
    RulingsMinute,
    TheTen,
)
from tournament.site.codes import code_image

Guests = PlaceCards | Badges | Certificates | FieldList | KitchenList | Keepsakes
Ruled = IncidentReport | RulingsMinute
Matches = PrintedPairings | PrintedBracket | PrintedCross | PlayerSlips
Results = PrintedStandings | PrintedTeams | PrintedLeague | TheTen | FinalList | PrizeList
Paper = (
    ScoreCards
    | TableSheets
    | SeatingByName
    | SeatingByTable
    | TableCards
    | Results
    | Matches
    | Ruled
    | PrintedRules
    | UmpireCard
    | Guests
)


class Drawn(NamedTuple):
    """A paper of marks at fixed places, which needs no page of words to be laid out: its name, what
    stands on each of its sheets, and how some of these are drawn.
    """

    name: str
    sheets: Callable[[Any], Sequence[Any]]
    pages: Callable[[Any, Sequence[Any]], Iterator[Drawing]]


DRAWN: Mapping[type, Drawn] = {
    ScoreCards: Drawn("Score cards", sheets_of, card_pages),
    TableSheets: Drawn("Table sheets", parts_of, sheet_pages),
    TableCards: Drawn("Table cards", attrgetter("cards"), table_card_pages),
    PlaceCards: Drawn("Place cards", fours, place_card_pages),
    Badges: Drawn("Badges", labels, badge_pages),
}
SHEETS_AT_ONCE = 200
"""So many are drawn in two seconds; of more is told how many are ready."""
Part = tuple[Paper, int, int]
"""A paper with the first of its sheets that are made and the one after the last."""


def is_drawn(paper: Paper) -> bool:
    """Whether a paper is a drawing, which a browser shows as the PDF that it is."""
    return type(paper) in DRAWN


def html(paper: Paper) -> str:
    """The paper as a whole web page: no script, no style of its own, linked style sheets for screen
    and print.
    """
    return _markup(paper, screen=True)


def pdf(paper: Paper) -> bytes:
    """The paper as a PDF, by a process of its own where a server runs. Raises PaperUnavailable."""
    return bound([part for _ready, _total, part in pdf_in_parts(paper)])


def pdf_in_parts(paper: Paper) -> Iterator[tuple[int, int, bytes]]:
    """The parts of a paper as PDFs, each with the number of sheets that are ready with it and of
    all. Raises PaperUnavailable.
    """
    total = len(DRAWN[type(paper)].sheets(paper)) if type(paper) in DRAWN else 1
    starts = range(0, max(total, 1), SHEETS_AT_ONCE)
    parts = [(paper, start, min(start + SHEETS_AT_ONCE, total)) for start in starts]
    printed = made_in_parts(_or_none, parts) if settings.PRINT_APART else map(drawn_part, parts)
    for part, content in zip(parts, printed, strict=True):
        yield part[-1], total, content


def _or_none(part: Part) -> bytes | None:
    """None where PDFs cannot be made: an exception of ours would not come back as it is."""
    try:
        return drawn_part(part)
    except PaperUnavailable:
        return None


def drawn_part(part: Part) -> bytes:
    """Those sheets of a paper as a PDF, drawn here; one that is no drawing is whole. Raises
    PaperUnavailable.
    """
    paper, start, stop = part
    if type(paper) not in DRAWN:
        return Press(_sheets(paper)).pdf(_markup(paper, screen=False))
    from tournament.paper import pen  # noqa: PLC0415 -- its library is slow to load

    name, sheets, pages = DRAWN[type(paper)]
    return pen.pdf(pages(paper, sheets(paper)[start:stop]), f"{name} · {paper.edition.event}")


LINES = (54, 58)
"""Rows of a list of the field on its first sheet, below its heading, and on each that follows."""
HEADING = 1.6
"""What a heading in such a list takes, in rows."""
KITCHEN = (620, 730)
"""The height of a sheet for the kitchen in points, the first and each that follows."""
DINER, TABLE, PLATE, COURSE = 25.8, 37.1, 18.6, 36
"""What a diner takes there, a table at least, a kind of plate, and the heading of a course."""


def pages_of_list(paper: Paper) -> int:
    """How many pages a list takes, counted without drawing it; a long name on two lines can make
    it one more. 0 for any other paper.
    """
    if isinstance(paper, FieldList):
        rows = [
            1 + HEADING * (bool(heading) and row is group[0])
            for heading, group in paper.groups
            for row in group
        ]
        return _filled(rows, *LINES)
    if isinstance(paper, KitchenList):
        tables = [max(TABLE, DINER * len(diners)) for _, _, diners in paper.tables if diners]
        courses = [COURSE + PLATE * len(plates) for _, plates in paper.courses]
        return _filled([*tables, *courses], *KITCHEN)
    return 0


def _filled(blocks: Iterable[float], first: float, later: float) -> int:
    """Sheets that blocks of these heights fill, none of them broken."""
    sheets, remaining = 1, first
    for block in blocks:
        if block > remaining:
            sheets, remaining = sheets + 1, later
        remaining -= block
    return sheets


def _sheets(paper: Paper) -> tuple[str, ...]:
    return (*COMMON, *LAYOUTS[type(paper)].styles)


def _markup(paper: Paper, *, screen: bool) -> str:
    layout = LAYOUTS[type(paper)]
    kind = PurePosixPath(layout.template).stem.replace("_", "-")
    code = code_image(paper.edition.address) if paper.edition.address else ""
    context = {"paper": paper, "kind": kind, "edition_code": code} | layout.prepare(paper)
    return render_to_string(layout.template, context | on_screen(_sheets(paper), screen=screen))
