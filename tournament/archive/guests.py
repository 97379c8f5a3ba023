"""What an archive says of the guests beside who they are: dinner, notes, the tickets they came of,
and how their mails fared; and the pictures of the evening.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from tournament.archive import shape as form
from tournament.archive.shape import refuse
from tournament.event.acts_pictures import USES, keep
from tournament.models import Event, Guest, MailState, Picture, SentMail, Ticket, TicketState

GUEST_TEXTS = ("phone", "dietary", "notes", "order_number")
TICKET_TEXTS = ("order", "number", "company", "said")
PICTURE_KEYS = {use: f"{use}_picture" for use in USES}
"""What an archive calls each picture: an older one may say something else of a sponsor."""
Row = dict[str, Any]


def notes_of_guest(guest: Guest) -> Row:
    """What is known of a guest beside the game."""
    return {name: value for name in GUEST_TEXTS if (value := getattr(guest, name))}


def notes_fields(row: Mapping[str, Any], place: str) -> Row:
    """The same as fields of a guest."""
    return {name: form.text(row, name, place, "") for name in GUEST_TEXTS}


def pictures_of(event: Event) -> Row:
    """Arms and sponsor, each as it is kept."""
    digests = {use: getattr(event, use) for use in USES if getattr(event, use)}
    pictures = Picture.objects.in_bulk(list(digests.values())) if digests else {}
    return {
        PICTURE_KEYS[use]: b64encode(bytes(pictures[digest].content)).decode()
        for use, digest in digests.items()
        if digest in pictures
    }


def pictures_kept(row: Mapping[str, Any]) -> Row:
    """The same as columns of an event, each kept once it is found harmless as if it were sent."""
    return {use: _picture(row[key], key) for use, key in PICTURE_KEYS.items() if key in row}


def _picture(content: str, key: str) -> str:
    try:
        return keep(b64decode(content, validate=True))
    except ValueError as refused:
        refuse(f"event.{key}", f"it is no picture that can be taken. {refused}")


def tickets_of(event: Event) -> dict[str, list[Row]]:
    """The tickets of the last lists, each with the guest who came of it."""
    rows = event.tickets.select_related("guest").order_by("pk")
    return {"tickets": [_ticket(row) for row in rows]}


def _ticket(ticket: Ticket) -> Row:
    texts = {name: getattr(ticket, name) for name in TICKET_TEXTS}
    return {
        "source": ticket.source,
        "name": ticket.name,
        "state": ticket.state,
        **{name: value for name, value in texts.items() if value},
        **({"player": ticket.guest.ref} if ticket.guest else {}),
    }


def take_tickets(event: Event, document: Mapping[str, Any]) -> None:
    """The tickets as they stood; a guest has one at most."""
    guests = {guest.ref: guest for guest in event.guests.all()}
    tickets = []
    for index, value in enumerate(form.sequence(document.get("tickets", []), "tickets")):
        place, row = f"tickets[{index}]", form.mapping(value, f"tickets[{index}]")
        player = form.text(row, "player", place, "")
        if player and player not in guests:
            refuse(f"{place}.player", f"there is no player {player!r} left without a ticket.")
        fields = {
            name: form.text(row, name, place, "") for name in ("order", "number", "company", "said")
        }
        ticket = Ticket(
            event=event,
            source=form.text(row, "source", place),
            name=form.text(row, "name", place),
            state=form.text(row, "state", place, TicketState.COMING.value),
            guest=guests.pop(player, None),
            **fields,
        )
        ticket.full_clean(validate_unique=False, exclude=["event", "guest"])
        tickets.append(ticket)
    Ticket.objects.bulk_create(tickets)


MAIL_ROWS = ("event", "guest")
MAIL_TEXTS = ("kind", "state", "address", "digest")


def mails_of(event: Event) -> dict[str, list[Row]]:
    """How the one mail of each kind to each guest fared, so that nobody gets it twice from another
    computer either; never where mails are handed in.
    """
    rows = event.sent_mails.select_related("guest").order_by("guest__pk", "kind")
    return {"mails": [_mail(row) for row in rows]}


def _mail(sent_mail: SentMail) -> Row:
    texts = {name: getattr(sent_mail, name) for name in MAIL_TEXTS}
    row = {"player": sent_mail.guest.ref, **texts, "at": form.archived_time(sent_mail.at)}
    return row | ({"said": sent_mail.said} if sent_mail.said else {})


def take_mails(event: Event, document: Mapping[str, Any]) -> None:
    """The mails as they had fared; a guest has one of each kind at most."""
    guests = {guest.ref: guest for guest in event.guests.all()}
    created: dict[tuple[str, str], SentMail] = {}
    for index, value in enumerate(form.sequence(document.get("mails", []), "mails")):
        place, row = f"mails[{index}]", form.mapping(value, f"mails[{index}]")
        player, kind = form.text(row, "player", place), form.text(row, "kind", place)
        if player not in guests or (player, kind) in created:
            refuse(f"{place}.player", f"there is no player {player!r} left without a {kind} mail.")
        if row.get("state") not in MailState.values:
            refuse(f"{place}.state", form.one_of(MailState.values))
        texts = {name: form.text(row, name, place) for name in MAIL_TEXTS}
        moment, reply = form.text(row, "at", place), form.text(row, "said", place, "")
        sent_mail = SentMail(event=event, guest=guests[player], said=reply, **texts)
        sent_mail.at = form.moment(moment, f"{place}.at")
        sent_mail.full_clean(validate_unique=False, validate_constraints=False, exclude=MAIL_ROWS)
        created[player, kind] = sent_mail
    SentMail.objects.bulk_create(created.values())
