"""A list of guests taken into an event: new ones added, known ones changed, places given up by
those who do not come; what each ticket said is kept for the next time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.guests.acts import (
    IN_STANDINGS,
    by_surname,
    new_guest,
    next_badge,
    recorded,
    refs_of,
    sorted_as,
    strike,
)
from tournament.ledger.chain import Signature, append, append_each, writing
from tournament.models import Event, Guest, Livery, Seat, Ticket, TicketState
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot
from tournament.tickets.headings import fault_in_columns, suggested
from tournament.tickets.judging import (
    ADDED,
    CHANGED,
    GIVES_UP,
    LISTED,
    MATCHED,
    Candidate,
    Judged,
    Wishes,
)
from tournament.tickets.last_time import CHOICE, LEFT_OUT, Mended, joined, text_of
from tournament.tickets.matching import judge
from tournament.tickets.sheets import GuestRow
from tournament.tickets.sources import Source, plain
from tournament.tickets.words import bound

MOST_REMEMBERED = 100
NOT_COMING = "Ticket no longer good"
"""What a guest is marked with whose ticket was cancelled after the seating was published."""


class RowsRefusedError(Refused):
    """A file with faulty rows: nothing of it is taken in."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        super().__init__("Some rows need fixing: nothing was added.")
        self.candidates = candidates


@dataclass(frozen=True, slots=True)
class Chosen:
    """Of what kind a list is, what of it was left out, which of its differences are accepted (None
    for all but those who are no longer in it), and which of its cells were mended by hand.
    """

    wishes: Wishes = field(default_factory=Wishes)
    headings: Sequence[str] = ()
    only: frozenset[str] | None = None
    mended: Sequence[Mended] = ()

    @property
    def source(self) -> Source:
        """Of what kind the list is."""
        return self.wishes.source

    def takes(self, key: str, *, absent: bool = False) -> bool:
        """Whether a difference is accepted."""
        return not absent if self.only is None else key in self.only


ALL = Chosen()
QUIET = frozenset({MATCHED, LISTED})
"""What changes no guest: only what the ticket says is kept."""
Entry = tuple[str, dict[str, Any]]


@after_snapshot
def import_guests(
    event: Event,
    rows: Sequence[GuestRow],
    columns: Mapping[int, str],
    signature: Signature,
    chosen: Chosen = ALL,
) -> list[Candidate]:
    """Take what is chosen of a list in, or nothing of it: guests added, changed, and those whose
    tickets are no longer good taken off, or marked as never coming once they have a published seat.
    Raises Refused.

    Reverse act: `remove_guest` and `change_guest`, for each.
    """
    fault = fault_in_columns(columns, event.groups)
    if fault:
        raise Refused(fault)
    with writing(event) as row:
        judged = judge(rows, columns, row, chosen.wishes)
        if any(candidate.faults for candidate in judged.candidates):
            raise RowsRefusedError(judged.candidates)
        if chosen.only is not None and not chosen.only:
            raise Refused("Nothing is ticked: tick at least one change.")
        candidates = [
            candidate
            for candidate in judged.candidates
            if candidate.outcome in QUIET or chosen.takes(candidate.key)
        ]
        tickets = [ticket for ticket in judged.gone if chosen.takes(gone_key(ticket), absent=True)]
        for candidate in candidates:
            candidate.done = candidate.outcome
        names = {id(candidate.values.get("livery")) for candidate in candidates}
        Livery.objects.bulk_create(livery for livery in judged.new if id(livery) in names)
        _take(row, Judged(candidates, tickets), signature, chosen)
        _remember(row, columns, chosen)
    return candidates


def gone_key(ticket: Ticket) -> str:
    """How a page names a ticket that is no longer in the list."""
    return f"t{ticket.pk}"


def _take(row: Event, judged: Judged, signature: Signature, chosen: Chosen) -> None:
    candidates = judged.candidates
    off = [
        candidate.guest
        for candidate in candidates
        if candidate.outcome == GIVES_UP and candidate.guest
    ]
    off += [ticket.guest for ticket in judged.gone if ticket.guest and ticket.guest not in off]
    changed = [candidate for candidate in candidates if candidate.outcome == CHANGED]
    back = [candidate.guest for candidate in changed if candidate.returns and candidate.guest]
    before = _as_they_were(changed)
    added = _add_all(row, [candidate for candidate in candidates if candidate.outcome == ADDED])
    _change_all(changed)
    _write_tickets(row, judged, chosen.source)
    away, entries = _take_off(row, off)
    # Those who come after all are on the list again, without a seat.
    entries += _marked(back, GuestStatus.REGISTERED, "")
    if added or changed or away:
        body = {"act": "import", "added": [guest.ref for guest in added], "changed": before}
        entries.insert(0, ("guest", body | ({"removed": away} if away else {})))
    if row.rounds.exclude(state=RoundState.DRAFT).exists() and entries:
        first = append(row, *entries[0], signature)
        append_each(row, entries[1:], signature, reason="", after=first)


def _add_all(event: Event, candidates: Sequence[Candidate]) -> list[Guest]:
    refs, badge = refs_of(event), next_badge(event)
    badge = max([badge, *((candidate.values.get("badge") or 0) + 1 for candidate in candidates)])
    guests = []
    for candidate in candidates:
        value = candidate.values.get("badge")
        candidate.came = new_guest(event, candidate.values | {"badge": value or badge}, refs)
        guests.append(candidate.came)
        badge += 0 if value else 1
    return Guest.objects.bulk_create(guests)


def _as_they_were(candidates: Iterable[Candidate]) -> list[dict[str, Any]]:
    """What the record keeps of each change: what standings show of the guest before it, of that
    which the file gives.
    """
    columns = {"name", *IN_STANDINGS}
    rows = []
    for candidate in candidates:
        guest = candidate.guest
        if guest is not None:
            before = {
                name: getattr(guest, name) for name in sorted(columns & set(candidate.values))
            }
            changed = sorted(candidate.changes)
            rows.append({"guest": guest.ref, "changed": changed, "before": recorded(before)})
    return rows


def _change_all(candidates: Iterable[Candidate]) -> None:
    guests, touched = [], {"sort_name", "placeholder"}
    for candidate in candidates:
        guest = candidate.guest
        if guest is None:
            continue
        derived = guest.placeholder or guest.sort_name in ("", by_surname(guest))
        guest.placeholder = (
            guest.placeholder and candidate.values.get("name", guest.name) == guest.name
        )
        values = {
            name: value for name, value in candidate.values.items() if value not in ("", None)
        }
        for name, value in values.items():
            setattr(guest, name, value)
        guest.sort_name = values.get("sort_name") or ("" if derived else guest.sort_name)
        if not (guest.placeholder and guest.sort_name):
            guest.sort_name = sorted_as(guest)
        touched |= set(values)
        guests.append(guest)
    if guests:
        Guest.objects.bulk_update(guests, sorted(touched), batch_size=200)


def _write_tickets(row: Event, judged: Judged, source: Source) -> None:
    """What the list says now, each line with its guest."""
    new, tickets = list[Ticket](), list[Ticket]()
    for candidate in judged.candidates:
        ticket = candidate.ticket or Ticket(event=row)
        line = candidate.said
        ticket.source, ticket.order, ticket.number = source.key, line.order, line.number
        ticket.name, ticket.company = str(candidate.values["name"])[:80], line.company
        ticket.state, ticket.said = line.state, line.word[:60]
        ticket.guest = candidate.came or candidate.guest
        (tickets if ticket.pk else new).append(ticket)
    for ticket in judged.gone:
        ticket.state, ticket.said = TicketState.GONE, ""
        tickets.append(ticket)
    Ticket.objects.bulk_create(new)
    fields = ["source", "order", "number", "name", "company", "state", "said", "guest"]
    Ticket.objects.bulk_update(tickets, fields, batch_size=200)


def _take_off(row: Event, guests: Sequence[Guest]) -> tuple[list[str], list[Entry]]:
    """Guests who do not come any more: off the list while no published seat is theirs, else marked
    as never coming, their seats free. Returns the refs of those who are off the list, and what the
    ledger is told of the others.
    """
    staying = bound(row, guests)
    going = [guest for guest in guests if guest.pk not in staying]
    if not going:
        return [], []
    occupied = Seat.objects.filter(event=row, guest__in=going, left_after_game=None)
    seats = list(occupied.select_related("round", "table").order_by("round__number"))
    spots_of: dict[int, list[dict[str, Any]]] = {}
    for seat in seats:
        if seat.round.state != RoundState.DRAFT:
            spot = {"round": seat.round.number, "table": seat.table.number}
            spots = spots_of.setdefault(seat.guest_id, [])
            spots.append(spot | {"letter": seat.letter, "game": seat.from_game})
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).delete()
    unseated = [guest for guest in going if guest.pk not in spots_of]
    if unseated and not strike(Guest.objects.filter(pk__in=[guest.pk for guest in unseated])):
        spots_of |= {guest.pk: [] for guest in unseated}
        unseated = []
    entries = _never_come([guest for guest in going if guest.pk in spots_of], spots_of)
    return [guest.ref for guest in unseated], entries


def _never_come(guests: Sequence[Guest], seats: Mapping[int, list[dict[str, Any]]]) -> list[Entry]:
    entries = _marked(guests, GuestStatus.NO_SHOW, NOT_COMING)
    for guest, (_kind, body) in zip(guests, entries, strict=True):
        if spots := seats[guest.pk]:
            body |= {"round": spots[0]["round"], "game": 1, "seats": spots}
    return entries


def _marked(guests: Sequence[Guest], status: GuestStatus, note: str) -> list[Entry]:
    """Mark the guests so; what the ledger is told of each."""
    entries = list[Entry]()
    for guest in guests:
        body = {"guest": guest.ref, "before": guest.status, "after": status.value}
        entries.append(("attendance", body))
        guest.status, guest.status_note = status, note
    Guest.objects.bulk_update(guests, ["status", "status_note"])
    return entries


def _remember(row: Event, columns: Mapping[int, str], chosen: Chosen) -> None:
    """Which field a heading holds, where it was chosen otherwise than it is known, what else was
    chosen, and which cells were mended: for the next list.
    """
    headings, key = chosen.headings, chosen.source.key
    by_itself = suggested(headings)
    differing = {
        plain(heading): columns.get(place, "")
        for place, heading in enumerate(headings)
        if plain(heading) and columns.get(place, "") != by_itself.get(place, "")
    }
    before = {
        heading: name
        for heading, name in row.list_headings.get(key, {}).items()
        if not heading.startswith(CHOICE)
    }
    chose = {f"{CHOICE}{choice}": "yes" for choice in sorted(chosen.wishes.choices)}
    after = dict(list({**before, **differing, **chose}.items())[-MOST_REMEMBERED:])
    before = row.list_headings.get(key, {})
    remaining = [(LEFT_OUT, text_of(line), "") for line in chosen.wishes.left]
    mends = joined(row.list_mends, [*chosen.mended, *remaining])
    if after != before or mends != row.list_mends:
        row.list_headings = {**row.list_headings, key: after}
        row.list_mends = mends
        row.save(update_fields=["list_headings", "list_mends"])
