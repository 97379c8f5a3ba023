"""Mails without a mail server: each a file that any mail program opens as a draft, and one sheet
for those who merge their own. And with one: how the mail of each guest has fared so far.

A mail holds what its guest may know and goes to that guest alone; who has no address has no mail.
"""

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.dateformat import format as write_date

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.standings import ordinal
from scoring.words import many
from tournament.counting.board import board
from tournament.counting.formats import event_format
from tournament.counting.matches import course_of
from tournament.counting.plan import stand
from tournament.event.words import in_aid_of
from tournament.guests.namesakes import namesakes
from tournament.matches.reading import own_places
from tournament.models import Event, Guest, MailState, Seat, SentMail, in_list_order
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.paper.guest_cards import greeting
from tournament.site.progress import Pieces
from tournament.site.text import csv_text
from tournament.standings.public import won_words

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
    kind: str
    ref: str
    guest: int


DUE, SENT, CHANGED, BROKEN, REFUSED = "due", "sent", "changed", "broken", "refused"
AGAIN = (CHANGED, BROKEN, REFUSED)
"""Groups that are sent to once more only where somebody asks for that."""
ON_THE_WAY = timedelta(minutes=5)
"""No mail takes so long to be handed in: after that it was broken off."""


@dataclass(frozen=True, slots=True)
class Fared:
    """A mail with what became of it: the row of its sending, if there is one, and its group."""

    mail: Mail
    row: SentMail | None
    group: str


def mails(event: Event, kind: str) -> list[Mail]:
    """The mails of a kind, in the order of the list; where an address is none there is no mail."""
    guests = in_list_order(event.guests.exclude(email="").select_related("livery"))
    if event.paired:
        texts = dict(_match_results(event)) if kind == RESULTS else {}
    else:
        texts = dict(_seats(event) if kind == SEATS else _results(event, board(event)))
    shared = namesakes(event)
    for ref in shared.keys() & texts.keys():
        namesake = shared[ref]
        texts[ref] += f"\n\nAnother {namesake.name} plays too: you are badge {namesake.badge}."
    subject = f"Your seat: {event.name}" if kind == SEATS else f"Your evening: {event.name}"
    return [
        Mail(
            guest.badge,
            one_line(guest.name),
            guest.email.strip(),
            one_line(subject),
            _text(event, guest, texts[guest.ref], kind),
            kind,
            guest.ref,
            guest.pk,
        )
        for guest in guests
        if guest.ref in texts and _is_address(guest.email.strip())
    ]


def fared(event: Event, kind: str, drafts: Sequence[Mail]) -> list[Fared]:
    """What became of each of these mails so far. One query."""
    rows = {
        sent_mail.guest_id: sent_mail
        for sent_mail in SentMail.objects.filter(event=event, kind=kind)
    }
    return [
        Fared(mail, rows.get(mail.guest), _group(mail, rows.get(mail.guest))) for mail in drafts
    ]


def _group(mail: Mail, row: SentMail | None) -> str:
    if row is None or row.state == MailState.LATER:
        return DUE
    here = row.address == mail.address
    if row.state == MailState.GOING:
        return BROKEN if row.said or timezone.now() - row.at > ON_THE_WAY else SENT
    if row.state == MailState.SENT:
        return SENT if here and row.digest == digest_of_mail(mail) else CHANGED
    return REFUSED if here else DUE


def digest_of_mail(mail: Mail) -> str:
    """By what a mail is known to say the same as another."""
    return sha256(f"{mail.subject}\n{mail.text}".encode()).hexdigest()


DRAFTS_A_STEP = 500
"""Of many drafts it is told how far they are whenever so many more are packed."""


def packed(event: Event, drafts: list[Mail], kind: str) -> Pieces:
    """All of them in one file, with the sheet beside them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        folder = f"{event.slug}-{kind}"
        for number, draft in enumerate(drafts, start=1):
            pack.writestr(f"{folder}/{draft.badge:03}.eml", drafted(draft))
            if number % DRAFTS_A_STEP == 0:
                yield number, len(drafts), "drafts"
        pack.writestr(f"{folder}/merge.csv", _merged(drafts, event.list_separator))
    yield out.getvalue()


def drafted(mail: Mail) -> bytes:
    """The mail as a file; without a sender, so that whoever opens it sends it as their own."""
    email_message = EmailMessage(policy=SMTP)
    email_message["X-Unsent"] = "1"
    email_message["To"] = Address(mail.name, addr_spec=mail.address)
    email_message["Subject"] = mail.subject
    email_message.set_content(mail.text)
    return email_message.as_bytes()


def _merged(drafts: list[Mail], separator: str) -> bytes:
    rows = [("Badge", "Name", "E-mail", "Subject", "Text")]
    for draft in drafts:
        rows.append((str(draft.badge), draft.name, draft.address, draft.subject, draft.text))
    return csv_text(rows, separator).encode("utf-8-sig")


def one_line(words: str) -> str:
    """One line without anything that a heading of a mail cannot hold."""
    return " ".join("".join(word if word.isprintable() else " " for word in words).split())


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
        Address(addr_spec=text)
    except (ValidationError, ValueError, HeaderParseError):
        return False
    return text.isascii()


def _seats(event: Event) -> Iterator[tuple[str, str]]:
    rows = Seat.objects.filter(event=event, left_after_game=None).exclude(
        round__state=RoundState.DRAFT
    )
    rows = rows.exclude(guest__status__in=AWAY).select_related("round", "table", "guest")
    by_ref: dict[str, list[str]] = {}
    for seat in rows.order_by("round__number"):
        label = f"table {stand(event, seat.table.number).words}, seat {seat.letter}"
        by_ref.setdefault(seat.guest.ref, []).append(f"{seat.round}: {label}.")
    for ref, lines in by_ref.items():
        yield ref, "\n".join(["This is where you sit.", "", *lines])


def _results(event: Event, now: Board) -> Iterator[tuple[str, str]]:
    ranked = [one for one in now.standings if one.ranked]
    through = now.cut.qualifiers if isinstance(now.cut, Cut) else ()
    final = {one.player: one for one in now.playoff if one.ranked}
    won = won_words(now)
    for standing in ranked:
        place = f"{ordinal(standing.shown_place or 0)} of {len(ranked)}"
        lines = [
            "Thank you for playing.",
            "",
            f"Your total: {many(standing.total or 0, 'point')} in"
            f" {event_format(event).counted(standing.played)}.",
            f"Your place: level {place}." if standing.undecided else f"Your place: {place}.",
        ]
        if rounds := won.get(standing.player):
            lines.append(f"At your table: {rounds}.")
        if standing.player in through and event.has_playoff:
            lines.append("You went through to the play-off.")
        if standing.player in final:
            place = final[standing.player].place_words.removeprefix("=")
            lines.append(f"Your place in the play-off: {place} of {len(final)}.")
        yield standing.player, "\n".join(lines)


def _match_results(event: Event) -> Iterator[tuple[str, str]]:
    course = course_of(event)
    if course is None or course.now < len(course.plan):
        return
    for ref in course.entrants[0]:
        matches = [match for round_ in course.rounds if (match := round_.of(ref)) and match.other]
        won = sum(match.winner == ref for match in matches)
        lines = [
            "Thank you for playing.",
            "",
            f"You won {won} of {many(len(matches), 'match', 'matches')}.",
        ]
        yield ref, "\n".join([*lines, *own_places(course, ref)])


def _text(event: Event, guest: Guest, body: str, kind: str) -> str:
    day = write_date(event.date, "l j F Y")
    table_words = ", ".join(
        part for part in (one_line(event.name), day, one_line(event.venue)) if part
    )
    end = "Until then." if kind == SEATS else ""
    if kind == RESULTS and event.charity:
        end = in_aid_of(one_line(event.charity))
    parts = [f"{one_line(greeting(guest))},", table_words, body, end]
    return "\n\n".join(part for part in parts if part) + "\n"
