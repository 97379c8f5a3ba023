"""Every paper in its two forms, from one template: a page for the browser, which prints it well,
and a PDF.
"""

from collections.abc import Iterable
from pathlib import PurePosixPath

from django.conf import settings
from django.template.loader import render_to_string

from tournament.paper import score_cards
from tournament.paper.apart import made_apart
from tournament.paper.layouts import LAYOUTS
from tournament.paper.press import COMMON, PaperUnavailable, Press, on_screen
from tournament.paper.rule_sheet import PrintedRules
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
    SeatingCheck,
    TableCards,
    TableSheets,
)
from tournament.paper.values_results import (
    FinalList,
    IncidentReport,
    PlayerSlips,
    PrintedDrawing,
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
Matches = PrintedPairings | PrintedDrawing | PlayerSlips
Results = PrintedStandings | PrintedTeams | PrintedLeague | TheTen | FinalList | PrizeList
Paper = (
    ScoreCards
    | TableSheets
    | SeatingByName
    | SeatingByTable
    | SeatingCheck
    | TableCards
    | Results
    | Matches
    | Ruled
    | PrintedRules
    | Guests
)


def html(paper: Paper) -> str:
    """The paper as a whole web page: no script, no style of its own, linked style sheets for screen
    and print.
    """
    if isinstance(paper, ScoreCards):
        return score_cards.html(paper)
    return _markup(paper, screen=True)


def pdf(paper: Paper) -> bytes:
    """The paper as a PDF, by a process of its own where a server runs. Raises PaperUnavailable."""
    return made_apart(_or_none, paper) if settings.PRINT_APART else drawn(paper)


def _or_none(paper: Paper) -> bytes | None:
    """None where PDFs cannot be made: an exception of ours would not come back as it is."""
    try:
        return drawn(paper)
    except PaperUnavailable:
        return None


def drawn(paper: Paper) -> bytes:
    """The paper as a PDF, drawn here. Raises PaperUnavailable."""
    if isinstance(paper, ScoreCards):
        return score_cards.pdf(paper)
    return Press(_sheets(paper)).pdf(_markup(paper, screen=False))


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
