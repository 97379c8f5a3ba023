"""What an archive says of liveries and guests, of the tickets they came of and how their mails
fared; and the pictures of the evening.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from tournament.archive import kinds
from tournament.archive.keys import Key, Table
from tournament.archive.shape import refuse, rows_of
from tournament.event.acts_pictures import USES, keep
from tournament.models import LARGEST, Event, Guest, Livery, Picture, SentMail, Ticket
from tournament.models.guest import HIGHEST_BADGE, HIGHEST_TABLE

REF = kinds.text(20, empty=False)
PICTURE_KEYS = {use: f"{use}_picture" for use in USES}
"""What an archive calls each picture: an older one may say something else of a sponsor."""
LIVERIES = Table(
    Livery,
    Key("precedence", kind=kinds.whole(LARGEST), always=True),
    Key("short_name", "name", kinds.text(80, empty=False), always=True),
    Key("full_name", always=True),
    Key("great_twelve", always=True),
    Key("modern", always=True),
    Key("note", always=True),
)
PLAYERS = Table(
    Guest,
    Key("id", "ref", REF, always=True),
    Key("badge", kind=kinds.whole(HIGHEST_BADGE), always=True),
    Key("name", kind=kinds.text(80, empty=False), always=True),
    Key("first_name", always=True),
    Key("last_name", always=True),
    Key(
        "livery",
        kind=kinds.optional(kinds.whole(LARGEST)),
        always=True,
        told=lambda guest: guest.livery and guest.livery.precedence,
    ),
    Key("livery_name", kind=kinds.text(80), always=True, told=lambda guest: guest.livery_name),
    Key("office", always=True),
    Key("host_connected", always=True),
    Key("status", always=True),
    Key("status_note", always=True),
    Key("team"),
    Key("title"),
    Key("sort_name"),
    Key("post_nominals"),
    Key("spoken"),
    Key("guest_of"),
    Key("email"),
    Key("fixed_table", kind=kinds.optional(kinds.whole(HIGHEST_TABLE, least=1))),
    Key("placeholder"),
    Key("phone"),
    Key("dietary"),
    Key("notes"),
    Key("order_number"),
    Key("arrived_at", kind=kinds.moment),
    Key("step_free"),
    Key("keeps_room"),
    Key("unnamed"),
    Key("no_photographs"),
)
TICKETS = Table(
    Ticket,
    Key("source", always=True),
    Key("name", always=True),
    Key("state", always=True),
    Key("order"),
    Key("number"),
    Key("company"),
    Key("said"),
    Key("player", kind=REF, told=lambda ticket: ticket.guest.ref if ticket.guest else ""),
)
MAILS = Table(
    SentMail,
    Key("player", kind=REF, always=True, told=lambda sent_mail: sent_mail.guest.ref),
    Key("kind", always=True),
    Key("state", always=True),
    Key("address", always=True),
    Key("digest", always=True),
    Key("at", kind=kinds.moment, always=True),
    Key("said"),
)
Row = dict[str, Any]


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


def tickets_and_mails(event: Event) -> dict[str, list[Row]]:
    """The tickets of the last lists, each with the guest who came of it; and how the one mail of
    each kind to each guest fared, so that nobody gets it twice from another computer either; never
    where mails are handed in.
    """
    tickets = event.tickets.select_related("guest").order_by("pk")
    sent_mails = event.sent_mails.select_related("guest").order_by("guest__pk", "kind")
    return {
        "tickets": [TICKETS.written(ticket) for ticket in tickets],
        "mails": [MAILS.written(sent_mail) for sent_mail in sent_mails],
    }


def take_tickets(event: Event, document: Mapping[str, Any]) -> None:
    """The tickets as they stood; a guest has one at most."""
    guests = {guest.ref: guest for guest in event.guests.all()}
    tickets = []
    for place, row in rows_of(document, "tickets"):
        player = row.get("player", "")
        if player and player not in guests:
            refuse(f"{place}.player", f"there is no player {player!r} left without a ticket.")
        ticket = Ticket(event=event, guest=guests.pop(player, None), **TICKETS.fields(row))
        ticket.full_clean(validate_unique=False, exclude=["event", "guest"])
        tickets.append(ticket)
    Ticket.objects.bulk_create(tickets)


def take_mails(event: Event, document: Mapping[str, Any]) -> None:
    """The mails as they had fared; a guest has one of each kind at most."""
    guests = {guest.ref: guest for guest in event.guests.all()}
    sent_mails: dict[tuple[str, str], SentMail] = {}
    for place, row in rows_of(document, "mails"):
        player, kind = row["player"], row["kind"]
        if player not in guests or (player, kind) in sent_mails:
            refuse(f"{place}.player", f"there is no player {player!r} left without a {kind} mail.")
        sent_mail = SentMail(event=event, guest=guests[player], **MAILS.fields(row))
        sent_mail.full_clean(
            validate_unique=False, validate_constraints=False, exclude=["event", "guest"]
        )
        sent_mails[player, kind] = sent_mail
    SentMail.objects.bulk_create(sent_mails.values())
