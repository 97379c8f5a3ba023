"""What each paper adds to its values before its template draws them: title, foot, and the figures of its layout."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from django.utils.dateformat import format as write_date

from tournament.paper.codes import code_image
from tournament.paper.edition import clock, foot
from tournament.paper.results import (
    FinalList,
    PlayerSlips,
    PrintedDrawing,
    PrintedLeague,
    PrintedPairings,
    PrintedStandings,
    PrintedTeams,
    PrizeList,
    TheTen,
)
from tournament.paper.rule_sheet import PrintedRules, rule_sheet_context
from tournament.paper.ruling_values import IncidentReport, RulingsMinute
from tournament.paper.sheet_form import parts, sheet_form
from tournament.paper.values import SeatingByName, SeatingByTable, TableCard, TableCards, TableSheets

Context = dict[str, Any]
FULL_WIDTH, FIXED_COLUMNS, ROUND_COLUMN = 180, 14 + 57 + 13 + 8 * 3, 11
DRAFT = "draft, not published"
LEAGUE_ROOM, LEAGUE_COLUMN = 150, 12


@dataclass(frozen=True)
class Layout:
    """A paper's template and style sheets, and the function that prepares its values."""

    template: str
    styles: tuple[str, ...]
    prepare: Callable[[Any], Context]


def table_sheets(paper: TableSheets) -> Context:
    """A drawing for each page."""
    drawings = [sheet_form(paper, sheet, games) for sheet in paper.sheets for games in parts(sheet)]
    return {"title": "Table sheets", "drawings": drawings}


def seating_by_name(paper: SeatingByName) -> Context:
    """The initial stands at the first guest of each letter."""
    rows, before = [], ""
    for guest in paper.guests:
        initial = normalize("NFD", guest.surname)[:1].upper()
        rows.append({"guest": guest, "initial": initial if initial != before else ""})
        before = initial
    many = "both rounds" if len(paper.rounds) == 2 else "every round"
    facts = (f"Table and seat for {many if len(paper.rounds) > 1 else 'the round'}", _day(paper.edition.on))
    remark = f"{len(paper.guests)} guests"
    return {"title": "Where do I sit?", "rows": rows, "facts": facts} | _foot(paper, remark)


def seating_by_table(paper: SeatingByTable) -> Context:
    """Tables in their order."""
    title = paper.name or f"Round {paper.round}"
    facts = (f"Who sits at each table, {title.lower()}", _day(paper.edition.on))
    return {"title": title, "facts": facts} | _foot(paper, f"{len(paper.tables)} tables")


def standings(paper: PrintedStandings) -> Context:
    """The livery takes what the rounds leave."""
    rest = FULL_WIDTH - FIXED_COLUMNS - ROUND_COLUMN * len(paper.rounds)
    return {
        "title": paper.title,
        "facts": paper.facts,
        "columns": 4 + len(paper.figures) + len(paper.rounds),
        "livery_room": f"9.4 {max(rest, 12)}",
        "foot": foot(paper.edition, results=True),
    }


def teams(paper: PrintedTeams) -> Context:
    """Nothing to add but the line at the foot."""
    return {"title": paper.title, "facts": paper.facts, "foot": foot(paper.edition, results=True)}


def matches(paper: PrintedPairings | PrintedDrawing) -> Context:
    """Nothing to add but the line at the foot."""
    return {"title": paper.title, "facts": paper.facts, "foot": foot(paper.edition)}


def player_slips(paper: PlayerSlips) -> Context:
    """Each with the square that leads to the player's own page."""
    slips = [(slip, code_image(slip.link) if slip.link else "") for slip in paper.slips]
    return {"title": paper.title, "facts": paper.facts, "slips": slips, "foot": foot(paper.edition)}


def league(paper: PrintedLeague) -> Context:
    """The name takes what the evenings leave; each evening has a narrow column of its own."""
    room = LEAGUE_ROOM - LEAGUE_COLUMN * len(paper.evenings)
    return {
        "title": paper.title,
        "facts": paper.facts,
        "columns": 3 + len(paper.evenings),
        "name_room": f"10.6 {max(room, 40)}",
        "foot": foot(paper.edition),
    }


def the_ten(paper: TheTen) -> Context:
    """Rows shrink in steps so that all who go through stand on one page."""
    count = len(paper.rows)
    sealed = paper.edition.sealed_at
    return {
        "title": paper.title,
        "crowd": next((most for most in (10, 12, 16, 20) if count <= most), 30),
        "seated": any(row.seat for row in paper.rows),
        "sealed_at": clock(sealed) if sealed else "",
        "foot": foot(paper.edition, paper.note, results=True),
    }


def final_list(paper: FinalList) -> Context:
    """Nothing to add but the line at the foot."""
    return {"title": paper.title, "facts": paper.facts, "foot": foot(paper.edition, results=True)}


def prize_list(paper: PrizeList) -> Context:
    """Names on it are a secret until the podium is revealed."""
    secret = "" if paper.public else "for the master of ceremonies, not public until the podium is revealed"
    return {"title": "Prizes", "facts": paper.facts, "foot": foot(paper.edition, secret, results=True)}


def incident_report(paper: IncidentReport) -> Context:
    """The foot says which ruling of how many it is, and by which rules."""
    remark = f"ruling {paper.number} of {paper.of}"
    return {"title": f"Ruling {paper.number}", "facts": paper.facts, "foot": foot(paper.edition, remark, paper.rules)}


def rulings_minute(paper: RulingsMinute) -> Context:
    """Nothing to add but the line at the foot."""
    return {"title": paper.title, "facts": paper.facts, "foot": foot(paper.edition)}


def table_cards(paper: TableCards) -> Context:
    """The number is as large as its digits allow, the rows as high as the seats allow."""
    return {"title": "Table cards", "cards": [_table_card(card) for card in paper.cards], "foot": foot(paper.edition)}


def _table_card(card: TableCard) -> Context:
    return {
        "card": card,
        "digits": min(3, len(card.called)),
        "crowd": next((most for most in (5, 6, 8) if len(card.seats) <= most), 10),
        "room": f"14.5 {162 / max(len(card.rounds), 1) - 4:.0f}",
        "image": code_image(card.link) if card.link else "",
    }


def _foot(paper: SeatingByName | SeatingByTable, remark: str) -> Context:
    return {"foot": foot(paper.edition, remark, DRAFT if paper.draft else "")}


def _day(day: Any) -> str:
    return write_date(day, "l j F Y")


SHEET = ("paper/table_sheets.css",)
LISTS = ("paper/lists.css",)
MATCHES = ("paper/lists.css", "paper/results.css", "paper/matches.css")
RESULTS = ("paper/lists.css", "paper/results.css")
RULED = ("paper/lists.css", "paper/rulings.css")
LAYOUTS: dict[type, Layout] = {
    TableSheets: Layout("print/table_sheets.html", SHEET, table_sheets),
    SeatingByName: Layout("print/seating_by_name.html", LISTS, seating_by_name),
    SeatingByTable: Layout("print/seating_by_table.html", LISTS, seating_by_table),
    PrintedStandings: Layout("print/standings.html", RESULTS, standings),
    PrintedPairings: Layout("print/pairings.html", MATCHES, matches),
    PrintedDrawing: Layout("print/drawing.html", MATCHES, matches),
    PlayerSlips: Layout("print/player_slips.html", MATCHES, player_slips),
    PrintedTeams: Layout("print/teams.html", RESULTS, teams),
    PrintedLeague: Layout("print/league.html", (*RESULTS, "paper/league.css"), league),
    FinalList: Layout("print/final_list.html", RESULTS, final_list),
    PrizeList: Layout("print/prize_list.html", RESULTS, prize_list),
    TheTen: Layout("print/the_ten.html", ("paper/the_ten.css",), the_ten),
    IncidentReport: Layout("print/incident_report.html", RULED, incident_report),
    RulingsMinute: Layout("print/rulings_minute.html", RULED, rulings_minute),
    TableCards: Layout("print/table_cards.html", ("paper/table_cards.css",), table_cards),
    PrintedRules: Layout("print/rule_sheet.html", ("paper/rule_sheet.css",), rule_sheet_context),
}
