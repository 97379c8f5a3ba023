"""Who signed in by the code on the wall and waits to be taken in, with the seats that are free
for them.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest
from django.urls import reverse

from scoring.seating import SeatingImpossibleError
from scoring.words import first_few, noun
from tournament.counting.formats import event_format
from tournament.counting.plan import fewest, letters_of, stand, table_label, usual_plan
from tournament.counting.seats import all_played, waiting
from tournament.ledger.chain import Signature
from tournament.ledger.signing import once, pressed_before
from tournament.models import Event, Guest, LedgerEntry, Round, Seat, SignIn, Table
from tournament.refusal import Refused
from tournament.seating import acts_walk_in
from tournament.seating.acts_draw import number_to_draw
from tournament.site.codes import base_address, code_image

MOST_FREE = 8
"""So many free seats are named at the door."""
MOST_TICKED = 24
"""So many of those who wait are offered for a table; the others stand in the list."""


def arrivals(event: Event, round_: Round | None, seatless: list[Guest]) -> dict[str, Any]:
    """What the door shows to the desk besides its list: who signed in, the code on the wall, who
    waits for a table, and which tables were opened tonight. `seatless` is who waits in an open
    round.
    """
    number, over = number_to_draw(event), round_ is None and all_played(event)
    people = [] if over or number else seatless if round_ else waiting(event, None)
    ticked = _at_once(event, len(people)) if people else 0
    opened = _tables(event, round_)
    answered = SignIn.objects.filter(event=event, guest=None, answered_at__isnull=False)
    return code(event) | {
        "waiting": [(guest, index < ticked) for index, guest in enumerate(people[:MOST_TICKED])],
        "more_waiting": max(0, len(people) - MOST_TICKED),
        "enough": len(people) >= fewest(event),
        "tables": opened,
        "further": number,
        "drawn": round_ is not None
        and LedgerEntry.standing.filter(
            event=event, kind="next_round", body__round=round_.number
        ).exists(),
        "sign_ins": list(SignIn.objects.filter(event=event, answered_at=None)),
        "turned_away": list(answered[:8]),
        "free_seats": _free_seats(event, round_) if round_ else [],
    }


def _free_seats(event: Event, round_: Round) -> list[tuple[str, str]]:
    """The seats that take a newcomer, such as 22 and E, one for each table: the smallest first.

    A table that everybody left is given up. One query.
    """
    row: defaultdict[int, set[str]] = defaultdict(set)
    seats = Seat.objects.filter(round=round_, left_after_game=None).order_by()
    for number, letter in seats.values_list("table__number", "letter"):
        row[number].add(letter)
    letters = letters_of(event)
    free = {
        number: [letter for letter in letters if letter not in there]
        for number, there in row.items()
    }
    open_tables = [(len(row[number]), number) for number in free if len(row[number]) < len(letters)]
    return [
        (table_label(event, number), free[number][0])
        for _size, number in sorted(open_tables)[:MOST_FREE]
    ]


def _at_once(event: Event, number: int) -> int:
    """How many of those who wait are ticked for a table: as many as the best plan for all of them
    begins with.
    """
    try:
        return usual_plan(event, number).sizes[0]
    except SeatingImpossibleError:
        return min(number, event_format(event).seats.best) if number >= fewest(event) else 0


def _tables(event: Event, round_: Round | None) -> list[dict[str, Any]]:
    """The tables that were opened tonight and can be taken back, with who sits there."""
    opened = _opened(event, round_) if round_ else set()
    if not opened:
        return []
    guests = defaultdict(list)
    seats = Seat.objects.filter(round=round_, left_after_game=None, table__number__in=opened)
    for seat in seats.select_related("guest").order_by("letter"):
        guests[seat.table_id].append(seat.guest)
    tables = Table.objects.filter(round=round_, number__in=opened).order_by("number")
    return [
        {"number": table.number, "stand": stand(event, table.number), "guests": guests[table.pk]}
        for table in tables.annotate(in_already=Count("games__sheets"))
        if guests[table.pk] and not table.in_already
    ]


def _opened(event: Event, round_: Round) -> set[int]:
    """The tables of a round that were opened from this page and not taken back; those of a drawn
    seating are not.
    """
    acts = (
        LedgerEntry.standing.filter(event=event)
        .filter(kind__in=("open_table", "close_table"), body__round=round_.number)
        .order_by("number")
    )
    last = {body["table"]: kind for kind, body in acts.values_list("kind", "body")}
    return {table for table, kind in last.items() if kind == "open_table"}


def added(
    request: HttpRequest, event: Event, act: Callable[[Signature], acts_walk_in.Added]
) -> None:
    """Do an act that adds guests (it gives what `Added` of acts_walk_in says) once, and say whom it
    added and which companies are new.
    """
    if pressed_before(request, event):
        return
    try:
        guests, new_companies = once(request, event, act)
    except Refused as refused:
        messages.error(request, str(refused))
        return
    names = first_few([f"{guest.name} (badge {guest.badge})" for guest in guests], 3)
    messages.success(request, f"{names} {noun(len(guests), 'is', 'are')} here.")
    if new_companies:
        words = f"New here as {event.groups.article}: {', '.join(new_companies)}."
        messages.warning(request, words)


def code(event: Event) -> dict[str, Any]:
    """The code on the wall as a picture and its address, both empty while none is up."""
    if not event.sign_in_secret:
        return {"code": "", "address": ""}
    address = base_address() + reverse("sign_in", args=[event.slug, event.sign_in_secret])
    return {"code": code_image(address), "address": address}
