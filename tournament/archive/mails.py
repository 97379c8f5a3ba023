"""Mails without a mail server: each a file that any mail program opens as a draft, and one sheet
for those who merge their own.

A mail holds what its guest may know and goes to that guest alone; who has no address has no mail.
"""

import csv
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.dateformat import format as write_date

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.standings import ordinal
from scoring.words import many
from tournament.counting.board import board
from tournament.counting.formats import event_format
from tournament.counting.seats import stand
from tournament.models import Event, Guest, Seat, in_list_order
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.paper.guest_cards import greeting
from tournament.site.text import plain_cell

SEATS, RESULTS = "seats", "results"
KINDS = (SEATS, RESULTS)
NOBODY = {
    SEATS: "Nobody who has a seat has an e-mail address: publish the seating, or add addresses.",
    RESULTS: "Nobody who has a place has an e-mail address.",
}


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one guest."""

    badge: int
    name: str
    address: str
    subject: str
    text: str


def mails(event: Event, kind: str) -> list[Mail]:
    """The mails of a kind, in the order of the list; where an address is none there is no mail."""
    guests = in_list_order(event.guests.exclude(email="").select_related("livery"))
    told = dict(_seats(event) if kind == SEATS else _results(event, board(event)))
    subject = f"{'Your seat' if kind == SEATS else 'Your evening'}: {event.name}"
    return [
        Mail(
            guest.badge,
            _line(guest.name),
            guest.email.strip(),
            _line(subject),
            _text(event, guest, told[guest.ref], kind),
        )
        for guest in guests
        if guest.ref in told and _is_address(guest.email.strip())
    ]


def packed(event: Event, found: list[Mail], kind: str) -> bytes:
    """All of them in one file, with the sheet beside them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        folder = f"{event.slug}-{kind}"
        for one in found:
            pack.writestr(f"{folder}/{one.badge:03}.eml", drafted(one))
        pack.writestr(f"{folder}/merge.csv", _merged(found))
    return out.getvalue()


def drafted(mail: Mail) -> bytes:
    """The mail as a file; without a sender, so that whoever opens it sends it as their own."""
    made = EmailMessage(policy=SMTP)
    made["X-Unsent"] = "1"
    made["To"] = Address(mail.name, addr_spec=mail.address)
    made["Subject"] = mail.subject
    made.set_content(mail.text)
    return made.as_bytes()


def _merged(found: list[Mail]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("Badge", "Name", "E-mail", "Subject", "Text"))
    for one in found:
        cells = (str(one.badge), one.name, one.address, one.subject, one.text)
        writer.writerow([plain_cell(cell) for cell in cells])
    return out.getvalue().encode("utf-8-sig")


def _line(words: str) -> str:
    """One line without anything that a heading of a mail cannot hold."""
    return " ".join("".join(one if one.isprintable() else " " for one in words).split())


def _is_address(said: str) -> bool:
    try:
        validate_email(said)
        Address(addr_spec=said)
    except (ValidationError, ValueError, HeaderParseError):
        return False
    return said.isascii()


def _seats(event: Event) -> Iterator[tuple[str, str]]:
    rows = Seat.objects.filter(event=event, left_after_game=None).exclude(
        round__state=RoundState.DRAFT
    )
    rows = rows.exclude(guest__status__in=AWAY).select_related("round", "table", "guest")
    found: dict[str, list[str]] = {}
    for seat in rows.order_by("round__number"):
        where = f"table {stand(event, seat.table.number).words}, seat {seat.letter}"
        found.setdefault(seat.guest.ref, []).append(f"{seat.round}: {where}.")
    for ref, lines in found.items():
        yield ref, "\n".join(["This is where you sit.", "", *lines])


def _results(event: Event, now: Board) -> Iterator[tuple[str, str]]:
    ranked = [one for one in now.standings if one.ranked]
    through = now.cut.qualifiers if isinstance(now.cut, Cut) else ()
    final = {one.player: one for one in now.playoff if one.ranked}
    for one in ranked:
        level = "level " if one.tied_with else ""
        lines = [
            "Thank you for playing.",
            "",
            f"Your total: {many(one.total or 0, 'point')} in"
            f" {event_format(event).counted(event.qualifying_rounds * event.games_per_round)}.",
            f"Your place: {level}{ordinal(one.place or 0)} of {len(ranked)}.",
        ]
        if one.player in through:
            lines.append("You went through to the play-off." if final else "You went through.")
        if one.player in final:
            place = final[one.player].place_words.removeprefix("=")
            lines.append(f"Your place in the play-off: {place} of {len(final)}.")
        yield one.player, "\n".join(lines)


def _text(event: Event, guest: Guest, told: str, kind: str) -> str:
    day = write_date(event.date, "l j F Y")
    where = ", ".join(part for part in (_line(event.name), day, _line(event.venue)) if part)
    end = "Until then." if kind == SEATS else ""
    if kind == RESULTS and event.charity:
        end = f"The evening was in aid of {_line(event.charity)}."
    parts = [f"{_line(greeting(guest))},", where, told, end]
    return "\n\n".join(part for part in parts if part) + "\n"
