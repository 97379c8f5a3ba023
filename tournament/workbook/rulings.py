"""The pages of rulings and adjustments: what was ruled, what stands, and what it did to the
scores.
"""

from collections.abc import Iterator

from django.utils.timezone import localtime

from tournament.counting.consequences import words
from tournament.counting.plan import table_cell
from tournament.counting.rulings import decided, overruling, rulings, with_effects
from tournament.counting.scores import rules
from tournament.models import Adjustment
from tournament.rulings.reading import decided_words, headline, situation_name, state_words
from tournament.site.spreadsheet import Cell, Page
from tournament.workbook.page import Evening

CLOCK = "%Y-%m-%d %H:%M:%S"


def rulings_page(evening: Evening) -> Page:
    """A row a ruling: what was answered, what stands, by which clauses, and who signed."""
    unit = evening.board.format.unit.capitalize()
    columns = [
        ("Ruling", 8),
        ("Given at", 18),
        ("Given by", 20),
        ("Round", 7),
        ("Table", 7),
        (unit, 7),
        ("Seat", 6),
        ("Badge", 7),
        ("Name", 34),
        ("Situation", 34),
        ("Noticed", 16),
        ("Decided", 34),
        ("In words", 60),
        ("Clauses", 30),
        ("State", 28),
        ("Reason", 50),
        ("Refers to", 10),
        ("Precedent", 10),
        ("Departs", 9),
        ("Effects", 9),
    ]
    return Page("Rulings", columns, _rulings(evening))


def _rulings(evening: Evening) -> Iterator[list[Cell]]:
    in_force = rules(evening.event)
    for with_effect in with_effects(rulings(evening.event)):
        last, guest = overruling(with_effect), with_effect.guest
        reasons = [decision.reason for decision in with_effect.decisions.all() if decision.reason]
        effects = sum(
            not hasattr(adjustment, "cancellation") for adjustment in with_effect.adjustments.all()
        )
        yield [
            with_effect.number,
            localtime(with_effect.given_at).strftime(CLOCK),
            with_effect.given_by,
            with_effect.table.round.number if with_effect.table else None,
            table_cell(evening.event, with_effect.table.number) if with_effect.table else None,
            with_effect.game.number if with_effect.game else None,
            with_effect.seat,
            *((guest.badge, guest.name) if guest else (None, None)),
            situation_name(in_force, with_effect.kind),
            with_effect.noticed.replace("_", " "),
            decided_words(decided(with_effect)),
            headline(with_effect),
            with_effect.clauses,
            state_words(with_effect),
            last.reason if last else "; ".join(reasons),
            with_effect.refers_to.number if with_effect.refers_to else None,
            with_effect.precedent.number if with_effect.precedent else None,
            int(with_effect.departs),
            effects,
        ]


def adjustments_page(evening: Evening) -> Page:
    """A row an adjustment, with its cancellation where it was taken back; its points count in
    “Adjusted”.
    """
    unit = evening.board.format.unit.capitalize()
    columns = [
        ("Number", 8),
        ("Ruling", 8),
        ("Made at", 18),
        ("By", 20),
        ("Kind", 16),
        ("Badge", 7),
        ("Name", 34),
        ("Points", 8),
        ("Round", 7),
        ("Table", 7),
        (unit, 7),
        ("What", 60),
        ("Reason", 50),
        ("Agreed by", 20),
        ("In force", 9),
        ("Cancelled at", 18),
        ("Cancelled by", 20),
        ("Why cancelled", 50),
    ]
    return Page("Adjustments", columns, _adjustments(evening))


def _adjustments(evening: Evening) -> Iterator[list[Cell]]:
    rows = Adjustment.objects.filter(event=evening.event).order_by("number")
    for row in rows.select_related(
        "event", "ruling", "guest", "game__table__round", "cancellation"
    ):
        game, departed = row.game, getattr(row, "cancellation", None)
        cancelled_words = (
            [localtime(departed.at).strftime(CLOCK), departed.by, departed.reason]
            if departed
            else [None, None, None]
        )
        yield [
            row.number,
            row.ruling.number if row.ruling else None,
            localtime(row.at).strftime(CLOCK),
            row.by,
            row.get_kind_display(),
            *((row.guest.badge, row.guest.name) if row.guest else (None, None)),
            row.points,
            game.table.round.number if game else row.round,
            *(
                (table_cell(evening.event, game.table.number), game.number)
                if game
                else (None, None)
            ),
            *(words(row), row.reason, row.witness, int(departed is None), *cancelled_words),
        ]
