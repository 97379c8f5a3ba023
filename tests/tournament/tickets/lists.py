"""Lists in the shape of each shop’s export, and the page that takes them in."""

import csv
import io
from pathlib import Path

from tests.tournament.evening import sign
from tournament.models import Event, TicketState
from tournament.tickets.acts import Chosen, import_guests
from tournament.tickets.forms import opened_for
from tournament.tickets.judging import Candidate
from tournament.tickets.shaping import shaped

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "tickets"
DELIMITERS = {"pretix": ";", "own": "\t"}
SHOPS = (
    "eventbrite",
    "ticket-tailor",
    "pretix",
    "google-forms",
    "microsoft-forms",
    "tabbycat",
    "own",
)


def shop(name: str) -> list[list[str]]:
    """The rows of a fixture, headings first."""
    text = (FOLDER / f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.reader(io.StringIO(text), delimiter=DELIMITERS.get(name, ",")))


def take_in(event: Event, data: bytes, only: frozenset[str] | None = None) -> list[Candidate]:
    """The list taken in as it is read, nothing mended."""
    listed = opened_for(event, "list", data)
    shape = shaped(listed.file, listed.columns)
    chosen = Chosen(listed.wishes, headings=listed.file.headings, only=only)
    taken = import_guests(event, shape.rows, shape.columns, sign(), chosen)
    event.refresh_from_db()
    return taken


def seated(event: Event) -> list[tuple[str, str, str, str]]:
    """Name, company, diet and order of everybody on the list, places held among them."""
    rows = event.guests.order_by("badge").select_related("livery")
    return [(row.name, row.livery_name, row.dietary, row.order_number) for row in rows]


def not_coming(event: Event) -> list[tuple[str, str, str]]:
    """Who is listed and not seated, with the state and the list’s own word."""
    rows = event.tickets.exclude(state=TicketState.COMING).order_by("pk")
    return [(row.name, row.state, row.said) for row in rows]
