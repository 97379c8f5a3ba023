"""Sheets, seating lists and results of the reference evening as values, for the tests of their
papers.
"""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

from tests.tournament.paper.evening import EDITION, LETTERS, SEALED, VALUES, archive, guest
from tournament.archive.acts import import_evening
from tournament.counting.board import compute
from tournament.models import Livery
from tournament.paper import prizes, results, seating
from tournament.paper.cards import TableCard, TableCards
from tournament.paper.printed import ListPaper, Printed
from tournament.paper.table_sheets import SheetSeat, TableSheet, TableSheets

NOW = datetime(2027, 2, 11, 21, 47, tzinfo=UTC)
LONG = "Alderman Sir Peregrine Featherstonehaugh-Cholmondeley of Bishopsgate Without"
LONGEST = "M" * 160


@cache
def lifted(*, long_names: bool = False) -> dict[str, Any]:
    """The papers that a template lays out, from the rows of the evening: values, so that one import
    serves every test. Everybody has one of two long names where these are asked for.
    """
    event = import_evening(archive(), NOW)
    if long_names:
        event.name = LONG
        Livery.objects.filter(event=event).update(name=LONG)
        for place, guest in enumerate(event.guests.all()):
            guest.name = guest.sort_name = LONGEST[:80] if place % 2 else LONG
            guest.last_name = ""
            guest.save()
    board = compute(event)
    return {
        "seating by name": seating.seating_by_name(event, NOW),
        "seating by table": seating.seating_by_table(event, 1, NOW),
        "standings": results.standings(event, board, NOW),
        "the ten": results.the_ten(event, board, NOW),
        "final list": results.final_list(event, board, NOW),
        "prize list": prizes.prize_list(event, board, NOW),
    }


def table_sheets(round_number: int = 1, games: int = 5) -> TableSheets:
    """The 22 sheets of a round."""
    sheets = []
    for number, ids in enumerate(archive()["seating"][str(round_number)], 1):
        rows = [
            SheetSeat(LETTERS[i], guest(who), LETTERS[(i + 1) % len(ids)])
            for i, who in enumerate(ids)
        ]
        sheets.append(TableSheet(number, round_number, tuple(rows), games))
    return TableSheets(EDITION, tuple(sheets), VALUES)


def by_name() -> ListPaper:
    """All 110 guests, sorted."""
    paper: ListPaper = replace(lifted()["seating by name"], edition=EDITION)
    return paper


def by_table() -> ListPaper:
    """The 22 tables of the first round."""
    paper: ListPaper = replace(lifted()["seating by table"], edition=EDITION)
    return paper


def table_cards(code: str = "") -> TableCards:
    """A card for each table, with a made-up code if wanted."""
    one, two = archive()["seating"]["1"], archive()["seating"]["2"]
    cards = []
    for number, (first, second) in enumerate(zip(one, two, strict=True), 1):
        rows = tuple(
            (LETTERS[i], (guest(a), guest(b)))
            for i, (a, b) in enumerate(zip(first, second, strict=True))
        )
        cards.append(
            TableCard(
                number,
                (1, 2),
                rows,
                code,
                f"HTTP://192.168.8.20:8000/T/{number:026}" if code else "",
            )
        )
    note = (
        "Seats run clockwise. The player on your left, the next letter, checks your hand; A"
        " checks E."
    )
    return TableCards(EDITION, tuple(cards), note, "192.168.8.20:8000/t")


def standings(*, sealed: bool = True) -> ListPaper:
    """The standings after two rounds, with the cut after the tenth."""
    paper: ListPaper = replace(lifted()["standings"], edition=SEALED if sealed else EDITION)
    return paper


def the_ten(*, sealed: bool = True) -> Printed:
    """Who goes through, seated by snake."""
    paper: Printed = lifted()["the ten"]
    content = {**paper.content, "sealed_at": "21:46" if sealed else ""}
    return replace(paper, edition=SEALED if sealed else EDITION, content=content)


def final_list() -> ListPaper:
    """The play-off's end."""
    paper: ListPaper = replace(lifted()["final list"], edition=SEALED)
    return paper


def prize_list() -> ListPaper:
    """The prizes in the order of handing over."""
    paper: ListPaper = replace(lifted()["prize list"], edition=SEALED)
    return paper


def some_rows(paper: ListPaper, count: int) -> ListPaper:
    """The first rows of a list alone, in one group."""
    return replace(paper, groups=((paper.groups[0][0], paper.rows[:count]),))
