"""The pages of rulings and adjustments: what was ruled, what stands, and what it did to the
scores.
"""

from tournament.counting.consequences import words
from tournament.counting.plan import table_cell
from tournament.counting.rulings import decided, overruling, rulings, with_effects
from tournament.counting.scores import rules
from tournament.models import Adjustment, Ruling
from tournament.rulings.reading import decided_words, headline, situation_name, state_words
from tournament.site.columns import Column
from tournament.site.spreadsheet import Cell, Page
from tournament.workbook.page import Evening, clock


def rulings_page(evening: Evening) -> Page:
    """A row a ruling: what was answered, what stands, by which clauses, and who signed."""
    in_force = rules(evening.event)

    def table(ruling: Ruling) -> Cell:
        return table_cell(evening.event, ruling.table.number) if ruling.table else None

    columns: list[Column[Ruling]] = [
        Column("Ruling", lambda ruling: ruling.number, 8),
        Column("Given at", lambda ruling: clock(ruling.given_at), 18),
        Column("Given by", lambda ruling: ruling.given_by, 20),
        Column("Round", lambda ruling: ruling.table and ruling.table.round.number, 7),
        Column("Table", table, 7),
        Column(_unit(evening), lambda ruling: ruling.game and ruling.game.number, 7),
        Column("Seat", lambda ruling: ruling.seat, 6),
        Column("Badge", lambda ruling: ruling.guest and ruling.guest.badge, 7),
        Column("Name", lambda ruling: ruling.guest and ruling.guest.name, 34),
        Column("Situation", lambda ruling: situation_name(in_force, ruling.kind), 34),
        Column("Noticed", lambda ruling: ruling.noticed.replace("_", " "), 16),
        Column("Decided", lambda ruling: decided_words(decided(ruling)), 34),
        Column("In words", headline, 60),
        Column("Clauses", lambda ruling: ruling.clauses, 30),
        Column("State", state_words, 28),
        Column("Reason", _reason, 50),
        Column("Refers to", lambda ruling: ruling.refers_to and ruling.refers_to.number, 10),
        Column("Precedent", lambda ruling: ruling.precedent and ruling.precedent.number, 10),
        Column("Departs", lambda ruling: int(ruling.departs), 9),
        Column("Effects", _effects, 9),
    ]
    return Page.of("Rulings", columns, with_effects(rulings(evening.event)))


def _unit(evening: Evening) -> str:
    return evening.board.format.unit.capitalize()


def _reason(ruling: Ruling) -> str:
    last = overruling(ruling)
    if last:
        return last.reason
    return "; ".join(filter(None, (decision.reason for decision in ruling.decisions.all())))


def _effects(ruling: Ruling) -> int:
    """How many adjustments of it stand."""
    return sum(not hasattr(row, "cancellation") for row in ruling.adjustments.all())


def adjustments_page(evening: Evening) -> Page:
    """A row an adjustment, with its cancellation where it was taken back; its points count in
    “Adjusted”.
    """

    def number_of_round(row: Adjustment) -> Cell:
        return row.game.table.round.number if row.game else row.round

    def table(row: Adjustment) -> Cell:
        return table_cell(evening.event, row.game.table.number) if row.game else None

    columns: list[Column[Adjustment]] = [
        Column("Number", lambda row: row.number, 8),
        Column("Ruling", lambda row: row.ruling and row.ruling.number, 8),
        Column("Made at", lambda row: clock(row.at), 18),
        Column("By", lambda row: row.by, 20),
        Column("Kind", lambda row: row.get_kind_display(), 16),
        Column("Badge", lambda row: row.guest and row.guest.badge, 7),
        Column("Name", lambda row: row.guest and row.guest.name, 34),
        Column("Points", lambda row: row.points, 8),
        Column("Round", number_of_round, 7),
        Column("Table", table, 7),
        Column(_unit(evening), lambda row: row.game and row.game.number, 7),
        Column("What", words, 60),
        Column("Reason", lambda row: row.reason, 50),
        Column("Agreed by", lambda row: row.witness, 20),
        Column("In force", lambda row: int(not hasattr(row, "cancellation")), 9),
        Column("Cancelled at", lambda row: _cancelled(row) and clock(row.cancellation.at), 18),
        Column("Cancelled by", lambda row: _cancelled(row) and row.cancellation.by, 20),
        Column("Why cancelled", lambda row: _cancelled(row) and row.cancellation.reason, 50),
    ]
    rows = Adjustment.objects.filter(event=evening.event).order_by("number")
    beside = ("event", "ruling", "guest", "game__table__round", "cancellation")
    return Page.of("Adjustments", columns, rows.select_related(*beside))


def _cancelled(row: Adjustment) -> str:
    return "yes" if hasattr(row, "cancellation") else ""
