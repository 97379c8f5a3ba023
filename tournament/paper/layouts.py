"""What each paper adds to its values before its template draws them: title, foot, and the figures
of its layout; first those of the papers for guests.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.dateformat import format as write_date

from tournament.paper.fitting import ITALIC_WIDTH, NAME_WIDTH, name_lines, one_line, step
from tournament.paper.labels import clock, foot
from tournament.paper.rule_sheet import PrintedRules, rule_sheet_context
from tournament.paper.umpire_card import UmpireCard, umpire_card_context
from tournament.paper.values import (
    Certificate,
    Certificates,
    FieldList,
    Keepsakes,
    KitchenList,
    SeatingByName,
    SeatingByTable,
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

Context = dict[str, Any]
Card = TypeVar("Card")
ON_A_SHEET = 4
COMPANY, BADGE_GAP = 48, 2
"""Millimetres of the company in a list of the field, as lists.css has them, and before it."""
BADGE_NUMBER, ARMS = 10, 9
"""Millimetres of the number of a badge and of the arms beside its heading."""
CAPITALS = 1.32
"""How much wider capitals with space between them are than the same letters; measured."""
SMALL = 64
"""At this step of its size and below a name takes two lines."""


def certificates(paper: Certificates) -> Context:
    """The name in the size that fits."""
    day = write_date(paper.edition.on, "l j F Y")
    return {
        "title": paper.title,
        "when": ", ".join(part for part in (paper.edition.venue, day) if part),
        "made": [_certificate(certificate) for certificate in paper.certificates],
    }


def _certificate(certificate: Certificate) -> Context:
    return {"one": certificate, "size": step(certificate.of, 19, 220)}


def field_list(paper: FieldList) -> Context:
    """As many figures as there are; the company takes what the name leaves."""
    narrow = 9 if len(paper.columns) > 2 else 17
    company = COMPANY if paper.company else 0
    room = 180 - 14 - 16 - narrow * len(paper.columns) - company - BADGE_GAP
    return {
        "title": paper.title,
        "facts": paper.facts,
        "wide": narrow == 17,
        "lists": [
            (heading, [(row, one_line(row.name, 9.8, room / NAME_WIDTH)) for row in rows])
            for heading, rows in paper.groups
        ],
        "livery_room": f"9.2 {(COMPANY - BADGE_GAP) / ITALIC_WIDTH:.0f}",
        "columns": 3 + paper.company + len(paper.columns),
        "foot": foot(paper.edition, results=True),
    }


def keepsakes(paper: Keepsakes) -> Context:
    """Nothing to add but the day."""
    day = write_date(paper.edition.on, "j F Y")
    place = ", ".join(part for part in (paper.edition.venue, day) if part)
    return {"title": paper.title, "where": place}


def kitchen_list(paper: KitchenList) -> Context:
    """Tables where nobody eats otherwise are named in a line of their own."""
    return {
        "title": paper.title,
        "facts": paper.facts,
        "otherwise": [table for table in paper.tables if table[2]],
        "as_the_menu": ", ".join(table[0] for table in paper.tables if not table[2]),
        "foot": foot(paper.edition, "for the kitchen alone: destroy after the dinner"),
    }


def _parts(cards: Sequence[Card], count: int) -> list[Sequence[Card]]:
    return [cards[start : start + count] for start in range(0, len(cards), count)]


FULL_WIDTH, FIXED_COLUMNS, ROUND_COLUMN = 180, 14 + 57 + 13 + 8 * 3, 11
DRAFT = "draft, not published"
LEAGUE_ROOM, LEAGUE_COLUMN = 150, 12
INITIAL_COLUMN, PLACE_COLUMNS, GAP = 7.5, 19, 1.5
LIVERY_ROOMS = {1: 58, 2: 54, 3: 48, 4: 40}
"""Millimetres for the livery in the seating by name, by rounds; lists.css has the same."""


@dataclass(frozen=True)
class Layout:
    """A paper's template and style sheets, and the function that prepares its values."""

    template: str
    styles: tuple[str, ...]
    prepare: Callable[[Any], Context]


def seating_by_name(paper: SeatingByName) -> Context:
    """The initial stands at the first guest of each letter; a guest has one line as long as it can
    be read.
    """
    rows, before = [], ""
    livery_room = LIVERY_ROOMS[min(len(paper.rounds), max(LIVERY_ROOMS))]
    name_room = FULL_WIDTH - INITIAL_COLUMN - livery_room - PLACE_COLUMNS * len(paper.rounds)
    for guest in paper.guests:
        name = f"{guest.surname}, {guest.rest}" if guest.rest else guest.surname
        row = {"guest": guest, "initial": guest.initial if guest.initial != before else ""}
        row["name_fits"] = one_line(name, 10.5, (name_room - GAP) / NAME_WIDTH)
        row["livery_fits"] = one_line(guest.livery, 9.4, (livery_room - GAP) / ITALIC_WIDTH)
        rows.append(row)
        before = guest.initial
    heading = {1: "Table and seat for the round", 2: "Table and seat for both rounds"}
    facts = (
        heading.get(len(paper.rounds), "Table and seat for every round"),
        _day(paper.edition.on),
    )
    remark = f"{len(paper.guests)} guests"
    columns = f"rounds-{min(len(paper.rounds), max(LIVERY_ROOMS))}"
    return {"title": "Where do I sit?", "rows": rows, "facts": facts, "columns": columns} | _foot(
        paper, remark
    )


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


def matches(paper: PrintedPairings | PrintedBracket | PrintedCross) -> Context:
    """Nothing to add but the line at the foot."""
    return {"title": paper.title, "facts": paper.facts, "foot": foot(paper.edition)}


def player_slips(paper: PlayerSlips) -> Context:
    """Each with the square that leads to the player's own page."""
    slips = [
        (slip, name_lines(slip.name, 15, 52), code_image(slip.link) if slip.link else "")
        for slip in paper.slips
    ]
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
    secret = "" if paper.public else "not public until the podium is revealed"
    return {
        "title": "Prizes",
        "facts": paper.facts,
        "foot": foot(paper.edition, secret, results=True),
    }


def incident_report(paper: IncidentReport) -> Context:
    """The foot says which ruling of how many it is, and by which rules."""
    remark = f"ruling {paper.number} of {paper.of}"
    return {
        "title": f"Ruling {paper.number}",
        "facts": paper.facts,
        "foot": foot(paper.edition, remark, paper.rules),
    }


def rulings_minute(paper: RulingsMinute) -> Context:
    """Nothing to add but the line at the foot."""
    return {"title": paper.title, "facts": paper.facts, "foot": foot(paper.edition)}


def _foot(paper: SeatingByName | SeatingByTable, remark: str) -> Context:
    return {"foot": foot(paper.edition, remark, DRAFT if paper.draft else "")}


def _day(day: Any) -> str:
    return write_date(day, "l j F Y")


LISTS = ("paper/lists.css",)
TAKEN_HOME = ("paper/keepsakes.css",)
LAYOUTS: dict[type, Layout] = {
    SeatingByName: Layout("paper/print/seating_by_name.html", LISTS, seating_by_name),
    SeatingByTable: Layout("paper/print/seating_by_table.html", LISTS, seating_by_table),
    PrintedStandings: Layout("paper/print/standings.html", LISTS, standings),
    PrintedPairings: Layout("paper/print/pairings.html", LISTS, matches),
    PrintedCross: Layout("paper/print/cross_table.html", LISTS, matches),
    PrintedBracket: Layout("paper/print/bracket.html", LISTS, matches),
    PlayerSlips: Layout("paper/print/player_slips.html", LISTS, player_slips),
    PrintedTeams: Layout("paper/print/teams.html", LISTS, teams),
    PrintedLeague: Layout("paper/print/league.html", LISTS, league),
    FinalList: Layout("paper/print/final_list.html", LISTS, final_list),
    PrizeList: Layout("paper/print/prize_list.html", LISTS, prize_list),
    TheTen: Layout("paper/print/the_ten.html", ("paper/the_ten.css",), the_ten),
    IncidentReport: Layout("paper/print/incident_report.html", LISTS, incident_report),
    RulingsMinute: Layout("paper/print/rulings_minute.html", LISTS, rulings_minute),
    Certificates: Layout("paper/print/certificates.html", TAKEN_HOME, certificates),
    FieldList: Layout(
        "paper/print/field_list.html",
        LISTS,
        field_list,
    ),
    Keepsakes: Layout("paper/print/keepsakes.html", TAKEN_HOME, keepsakes),
    KitchenList: Layout(
        "paper/print/kitchen_list.html",
        LISTS,
        kitchen_list,
    ),
    PrintedRules: Layout(
        "paper/print/rule_sheet.html", ("paper/rule_sheet.css",), rule_sheet_context
    ),
    UmpireCard: Layout("paper/print/umpire_card.html", LISTS, umpire_card_context),
}
