"""Binding the pages into one file."""

from collections.abc import Iterator

from scoring.counting.board import Board
from tournament.counting.board import compute
from tournament.models import Event, Tally
from tournament.site.progress import Pieces
from tournament.site.spreadsheet import Page, file_of, written
from tournament.workbook.chances import chances_page
from tournament.workbook.games import entries_page, hands_page, playoff_page
from tournament.workbook.matches import match_pages
from tournament.workbook.page import Evening, lift_evening
from tournament.workbook.people import log_page, mail_merge_page
from tournament.workbook.results import cut_page, liveries_page, standings_page, teams_page
from tournament.workbook.rulings import adjustments_page, rulings_page


def workbook(event: Event, board: Board) -> bytes:
    """The whole file.

    `board` is the value the page on the screen shows; the entries are lifted beside it.
    """
    return file_of(pages(lift_evening(event, board)))


def workbook_file(key: int) -> Pieces:
    """The same of an event, piece by piece; the board, larger than the rest, is not kept."""
    event = Event.objects.get(pk=key)
    tallies = Tally.objects.filter(event=event)
    # Standings, entries, chances and mail merge have a row a guest.
    total = 4 * event.guests.count() + tallies.count() + event.ledger.count()
    return written(pages(lift_evening(event, compute(event))), total)


def pages(evening: Evening) -> Iterator[Page]:
    """Every page in the order of the file, none of a play-off or of chances that there are not; of
    matches nothing is added up, so what counts sheets is left out.
    """
    tables = not evening.event.paired
    if tables:
        yield standings_page(evening)
    yield entries_page(evening)
    if tables:
        yield cut_page(evening)
        if evening.board.format.foretold:
            yield chances_page(evening)
        if evening.event.has_playoff:
            yield playoff_page(evening)
        yield liveries_page(evening)
    if evening.event.team_figure:
        yield teams_page(evening)
    yield from match_pages(evening.event)
    if tables:
        yield hands_page(evening)
    yield rulings_page(evening)
    if tables:
        yield adjustments_page(evening)
    yield log_page(evening)
    yield mail_merge_page(evening)
