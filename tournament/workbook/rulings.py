"""The pages of rulings and adjustments: what was ruled, what stands, and what it did to the scores."""

from collections.abc import Iterator

from django.utils.timezone import localtime

from tournament.hall_plan import table_cell
from tournament.ledger.effects import words
from tournament.ledger.lift import rules
from tournament.ledger.rulings import decided, overruling, rulings, with_effects
from tournament.models import Adjustment
from tournament.ruling_page import decided_words, headline, situation_name, state_words
from tournament.workbook.evening import Evening
from tournament.workbook.page import Cell, Page

CLOCK = "%Y-%m-%d %H:%M:%S"


def rulings_page(evening: Evening) -> Page:
    """A row a ruling: what was answered, what stands, by which clauses, and who signed."""
    unit = evening.board.format.unit.capitalize()
    columns = [
        *(("Ruling", 8), ("Given at", 18), ("Given by", 20), ("Round", 7), ("Table", 7), (unit, 7), ("Seat", 6)),
        *(("Badge", 7), ("Name", 34), ("Situation", 34), ("Noticed", 16), ("Decided", 34), ("In words", 60)),
        *(("Clauses", 30), ("State", 28), ("Reason", 50), ("Refers to", 10), ("Precedent", 10), ("Departs", 9)),
        ("Effects", 9),
    ]
    return Page("Rulings", columns, _rulings(evening))


def _rulings(evening: Evening) -> Iterator[list[Cell]]:
    in_force = rules(evening.event)
    for one in with_effects(rulings(evening.event)):
        last, guest = overruling(one), one.guest
        reasons = [said.reason for said in one.decisions.all() if said.reason]
        effects = sum(not hasattr(made, "cancellation") for made in one.adjustments.all())
        yield [
            *(one.number, localtime(one.given_at).strftime(CLOCK), one.given_by),
            one.table.round.number if one.table else None,
            table_cell(evening.event, one.table.number) if one.table else None,
            *(one.game.number if one.game else None, one.seat),
            *((guest.badge, guest.name) if guest else (None, None)),
            *(situation_name(in_force, one.kind), one.noticed.replace("_", " "), decided_words(decided(one))),
            *(headline(one), one.clauses, state_words(one), last.reason if last else "; ".join(reasons)),
            one.refers_to.number if one.refers_to else None,
            one.precedent.number if one.precedent else None,
            *(int(one.departs), effects),
        ]


def adjustments_page(evening: Evening) -> Page:
    """A row an adjustment, with its cancellation where it was taken back; its points count in “Adjusted”."""
    unit = evening.board.format.unit.capitalize()
    columns = [
        *(("Number", 8), ("Ruling", 8), ("Made at", 18), ("By", 20), ("Kind", 16), ("Badge", 7), ("Name", 34)),
        *(("Points", 8), ("Round", 7), ("Table", 7), (unit, 7), ("What", 60), ("Reason", 50), ("Agreed by", 20)),
        *(("In force", 9), ("Cancelled at", 18), ("Cancelled by", 20), ("Why cancelled", 50)),
    ]
    return Page("Adjustments", columns, _adjustments(evening))


def _adjustments(evening: Evening) -> Iterator[list[Cell]]:
    rows = Adjustment.objects.filter(event=evening.event).order_by("number")
    for one in rows.select_related("event", "ruling", "guest", "game__table__round", "cancellation"):
        game, gone = one.game, getattr(one, "cancellation", None)
        taken = [localtime(gone.at).strftime(CLOCK), gone.by, gone.reason] if gone else [None, None, None]
        yield [
            *(one.number, one.ruling.number if one.ruling else None, localtime(one.at).strftime(CLOCK), one.by),
            one.get_kind_display(),
            *((one.guest.badge, one.guest.name) if one.guest else (None, None)),
            *(one.points, game.table.round.number if game else one.round),
            *((table_cell(evening.event, game.table.number), game.number) if game else (None, None)),
            *(words(one), one.reason, one.witness, int(gone is None), *taken),
        ]
