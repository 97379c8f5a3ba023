"""Judging the rows of a list: what each would do, what is the matter with it, and the mends.

A row may be a ticket: of a holder who comes or not, one of several of an order, of nobody yet.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.guests.companies import Companies
from tournament.models import Event, Guest, Livery, Ticket, TicketState
from tournament.models.event import LIVERIES
from tournament.models.guest import AWAY, GuestStatus, name_within
from tournament.tickets.answers import on_a_waiting_list, state_of
from tournament.tickets.headings import OF_A_TICKET
from tournament.tickets.rows import (
    NO_NAME,
    UNNAMED,
    Fault,
    Mend,
    Reader,
    hold_place,
    is_total,
)
from tournament.tickets.sheets import GuestRow, place_of
from tournament.tickets.sources import OWN, Source, plain

ADDED, MATCHED, CHANGED, REFUSED = "added", "matched", "changed", "refused"
LISTED, GIVES_UP = "listed", "gives up"
ALL_TOTALS = "totals"
ANOTHER_PERSON = Mend("Another person", "as_it_stands", "yes")
AS_IT_STANDS = Mend("This is a guest", "as_it_stands", "yes")
LONGEST_OF = 50
"""A company or buyer with a longer name does not fit into the name of a place that is held."""


BUYERS, NEW_GROUPS = "buyers", "new groups"


@dataclass(frozen=True, slots=True)
class Wishes:
    """Of what kind a list is, what of it was left out, and what was chosen otherwise than it is
    read by itself.
    """

    source: Source = OWN
    left: Sequence[GuestRow] = ()
    choices: frozenset[str] = frozenset()

    def chose(self, key: str) -> bool:
        """Whether somebody has pressed for it."""
        return key in self.choices


@dataclass(slots=True)
class Said:
    """What a row says of its ticket."""

    order: str = ""
    number: str = ""
    state: TicketState = TicketState.COMING
    word: str = ""
    buyer: str = ""
    company: str = ""
    places: int = 1
    beside: tuple[str, ...] = ()

    @property
    def comes(self) -> bool:
        """Whether its holder is to have a seat."""
        return self.state == TicketState.COMING


@dataclass(slots=True)
class Candidate:
    """A row as it was understood: its cells by field, the values read, its faults, the guest and
    the earlier ticket it matches.

    `sure`: somebody has said that it is a guest of its own, though it looks like a total or like an
    earlier row. `part` counts the places of a row that holds several. `left`: it was left out.
    `like`: the guest of whom it is asked whether they are the same.
    `buyers`: the name is that of the buyer of an order that names nobody. `came` and `done` say
    what taking it in has made of it.
    """

    number: int
    cells: Mapping[str, str]
    values: dict[str, Any]
    faults: list[Fault] = field(default_factory=list)
    sure: bool = False
    guest: Guest | None = None
    changes: dict[str, tuple[str, str]] = field(default_factory=dict)
    said: Said = field(default_factory=Said)
    ticket: Ticket | None = None
    part: int = 0
    left: bool = False
    buyers: bool = False
    like: Guest | None = None
    came: Guest | None = None
    done: str = ""

    @property
    def key(self) -> str:
        """How a page names the row."""
        return f"{self.number}.{self.part}" if self.part else str(self.number)

    @property
    def place(self) -> str:
        """Where a person finds the row."""
        return place_of(self.number)

    @property
    def outcome(self) -> str:
        """What taking the file in does with this row."""
        if self.faults:
            return REFUSED
        if not self.said.comes:
            return GIVES_UP if self.guest and self.guest.status not in AWAY else LISTED
        if self.guest is None:
            return ADDED
        return CHANGED if self.changes else MATCHED

    @property
    def returns(self) -> bool:
        """Whether its guest gave a seat up because of the ticket, and comes after all."""
        off = self.ticket is not None and self.ticket.state != TicketState.COMING
        never = self.guest is not None and self.guest.status == GuestStatus.NO_SHOW
        return off and never and self.said.comes

    @property
    def held(self) -> bool:
        """Whether it is a place for a name that follows."""
        return bool(self.values.get("placeholder"))

    @property
    def identity(self) -> tuple[str, Any]:
        """Name and livery: what tells guests apart where there is no badge."""
        livery = self.values.get("livery")
        company = (livery.pk or livery.name) if livery else None
        return key_of_name(self.values.get("name", "")), company

    def refuse(self, name: str, bold: str, words: str, *mends: Mend) -> None:
        """Add a fault of one cell."""
        self.faults.append(Fault(name, bold, words, mends))


def key_of_name(name: str) -> str:
    """A name without case, accents and punctuation; its words stay in order."""
    return plain(name)


def read_rows(
    rows: Sequence[GuestRow], columns: Mapping[int, str], wishes: Wishes, reader: Reader
) -> list[Candidate]:
    """Every place that the rows speak of, in the order of the file, before it is known who they
    are.
    """
    read = [_candidate(row, columns, reader, wishes.source) for row in rows]
    _refuse_totals(read, rows)
    candidates = [place for candidate in read for place in _places(candidate)]
    _hold_repeated(candidates)
    if not wishes.chose(BUYERS):
        _give_buyers(candidates)
    _name_held(candidates)
    return candidates


def counts(candidates: Iterable[Candidate]) -> Counter[str]:
    """How many rows come to each outcome."""
    return Counter(candidate.done or candidate.outcome for candidate in candidates)


def next_free(candidates: Iterable[Candidate], guests: Iterable[Guest]) -> int:
    """The first badge above all that the event or the file holds."""
    badges = [guest.badge for guest in guests] + [
        candidate.values["badge"] for candidate in candidates if candidate.values.get("badge")
    ]
    return max(badges, default=0) + 1


def totals(rows: Iterable[GuestRow]) -> set[int]:
    """The numbers of the rows that count guests."""
    return {row.number for row in rows if is_total(row.cells)}


def _candidate(
    row: GuestRow, columns: Mapping[int, str], reader: Reader, source: Source
) -> Candidate:
    cells = {
        name: row.cells[place] for place, name in columns.items() if name and place < len(row.cells)
    }
    values, faults = reader.read(cells)
    certain = bool(values.pop("as_it_stands", False))
    unnamed = bool(values.pop(UNNAMED, False))
    _wishes(values)
    line = _cells_said(cells, values)
    candidate = Candidate(row.number, cells, values, faults, certain, said=line)
    if not line.comes:
        _listed_only(candidate)
    elif unnamed:
        _hold(candidate)
    elif source is not OWN or line.order or line.number or line.buyer:
        nameless = [fault for fault in faults if fault is NO_NAME]
        if nameless:
            faults.remove(NO_NAME)
            _hold(candidate)
    return candidate


def _wishes(values: dict[str, Any]) -> None:
    """What was answered of name and photographs, as the guest’s own marks; nothing where nothing
    was answered.
    """
    named, pictured = values.pop("public_name", None), values.pop("photographs", None)
    if named is not None:
        values["unnamed"] = not named
    if pictured is not None:
        values["no_photographs"] = not pictured
    elif values.get("no_photographs") is None:
        values.pop("no_photographs", None)


def _cells_said(cells: Mapping[str, str], values: dict[str, Any]) -> Said:
    """What is said of the ticket, taken out of the values of the guest."""
    fields = {name: values.pop(name, None) for name in OF_A_TICKET}
    words = [str(fields[name] or "") for name in ("status", "order_status")]
    states = [(state, word) for word in words if (state := state_of(word))]
    state, word = next(
        (state for state in states if state[0] != TicketState.COMING),
        (TicketState.COMING, next((word for word in words if word), "")),
    )
    if state == TicketState.COMING and on_a_waiting_list(fields["ticket_type"] or ""):
        state, word = TicketState.WAITING, fields["ticket_type"][:60]
    if fields["buyer_company"] and not values.get("livery"):
        values["livery"] = fields["buyer_company"]
    first_last = f"{fields['buyer_first'] or ''} {fields['buyer_last'] or ''}".strip()
    further, by_name = fields["more_places"] or 0, fields["beside"] or ()
    return Said(
        order=values.get("order_number", ""),
        number=fields["ticket"] or "",
        state=state,
        word=word,
        buyer=fields["buyer"] or first_last,
        company=_clean(cells.get("livery", "") or cells.get("buyer_company", "")),
        places=max(fields["quantity"] or 1, 1 + further, 1 + len(by_name)),
        beside=by_name,
    )


def _listed_only(candidate: Candidate) -> None:
    """Nothing is wrong with a row that seats nobody: it is listed under what its name leaves."""
    candidate.faults.clear()
    cells = candidate.cells
    words = cells.get("name") or f"{cells.get('first_name', '')} {cells.get('last_name', '')}"
    candidate.values["name"] = (
        _clean(candidate.values.get("name") or words) or candidate.said.buyer or "Somebody"
    )


def _clean(text: str) -> str:
    return name_within(text)


def _hold(candidate: Candidate) -> None:
    """The row is a place for somebody who is not known yet; its company or buyer is named later."""
    for name in ("first_name", "last_name", "title", "post_nominals", "sort_name"):
        candidate.values.pop(name, None)
    candidate.values |= {"name": "", "placeholder": True}


def _places(candidate: Candidate) -> Iterator[Candidate]:
    """The row, and a held place for each further one that it counts."""
    yield candidate
    for part in range(1, candidate.said.places):
        livery, order = candidate.values.get("livery"), candidate.said.order
        values = {"livery": livery} | ({"order_number": order} if order else {})
        number = f"{candidate.said.number}.{part}" if candidate.said.number else ""
        buyer = candidate.said.buyer or ("" if candidate.held else candidate.values.get("name", ""))
        place = Candidate(candidate.number, candidate.cells, values, part=part)
        place.said = replace(candidate.said, number=number, buyer=buyer, places=1, beside=())
        place.values["name"] = candidate.values.get("name", "") if not candidate.said.comes else ""
        if candidate.said.comes and not candidate.faults:
            _call(place, candidate.said.beside[part - 1 : part])
            yield place
        elif not candidate.said.comes:
            yield place


def _call(place: Candidate, names: Sequence[str]) -> None:
    """A further place of a row is somebody’s whose name is told beside the first, or is held."""
    name = next(iter(names), "")
    if not name:
        _hold(place)
        return
    place.values["name"] = name
    hold_place(place.values)


def _give_buyers(candidates: Sequence[Candidate]) -> None:
    """Of an order that names nobody, the first ticket is its buyer’s."""
    orders: defaultdict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if candidate.said.comes and (candidate.said.order or candidate.said.buyer):
            orders[candidate.said.order or f"buyer {candidate.said.buyer}"].append(candidate)
    for places in orders.values():
        first = places[0]
        nameless = all(place.held and not place.values.get("name") for place in places)
        if nameless and first.said.buyer and not first.faults and not first.part:
            first.values["name"] = first.said.buyer
            first.values.pop("placeholder")
            first.buyers = True


def _hold_repeated(candidates: Iterable[Candidate]) -> None:
    """A shop that asks the buyer alone gives every ticket of an order the same name: the first is
    theirs, the others are places held.
    """
    existing: set[tuple[str, str]] = set()
    for candidate in candidates:
        if (
            not candidate.said.order
            or candidate.held
            or candidate.sure
            or candidate.faults
            or not candidate.said.comes
        ):
            continue
        person = candidate.said.order, key_of_name(candidate.values["name"])
        if person in existing:
            candidate.said.buyer = candidate.said.buyer or candidate.values["name"]
            _hold(candidate)
        existing.add(person)


def _name_held(candidates: Sequence[Candidate]) -> None:
    """Places that are held are called by the company, else by the buyer: the row’s own or that of
    its order.
    """
    of_order: defaultdict[str, dict[str, Livery]] = defaultdict(dict)
    for candidate in candidates:
        if candidate.said.order and candidate.values.get("livery"):
            of_order[candidate.said.order][candidate.values["livery"].name] = candidate.values[
                "livery"
            ]
    for candidate in candidates:
        if not candidate.held or candidate.values.get("name"):
            continue
        shared = list(of_order.get(candidate.said.order, {}).values())
        if not candidate.values.get("livery") and len(shared) == 1:
            candidate.values["livery"] = shared[0]
        livery, buyer = candidate.values.get("livery"), candidate.said.buyer
        host_name = livery.name if livery else buyer
        if not 0 < len(host_name) <= LONGEST_OF:
            host_name = ""
        candidate.values["name"] = (
            f"Guest of {host_name}, name to follow" if host_name else "Guest, name to follow"
        )
        candidate.values["sort_name"] = f"Guest of {host_name}" if host_name else "Guest"
        if buyer and len(buyer) <= 80:
            candidate.values["guest_of"] = buyer


def _refuse_totals(candidates: Sequence[Candidate], rows: Sequence[GuestRow]) -> None:
    """Refuse a row that counts the guests, and nothing else about it."""
    counting = totals(rows)
    for candidate in candidates:
        if candidate.number in counting and not candidate.sure:
            candidate.faults.clear()
            all_out = (
                [Mend(f"Leave all {len(counting)} totals out", "", ALL_TOTALS)]
                if len(counting) > 1
                else []
            )
            candidate.refuse(
                "name",
                "A total, not a guest?",
                "It seems to count the guests.",
                *all_out,
                AS_IT_STANDS,
            )


def refuse_twice(
    candidates: Sequence[Candidate],
    free: int,
    guests: Iterable[Guest] = (),
    *,
    word: str = LIVERIES.one,
) -> None:
    """Refuse a badge or a person that an earlier row of the file has already, unless so many of one
    name are on the list by now; a place to be named is nobody yet. `word` is the evening’s for a
    livery.
    """
    badges: dict[int, Candidate] = {}
    several = Counter((key_of_name(guest.name), guest.livery_id) for guest in guests)
    people: dict[tuple[str, Any], Candidate] = {}
    for candidate in candidates:
        if candidate.left or not candidate.said.comes:
            continue
        badge = candidate.values.get("badge")
        if badge in badges:
            first = badges[badge]
            give = Mend(f"Give {free}, the next free", "badge", str(free))
            candidate.refuse(
                "badge",
                f"Badge {badge} twice.",
                f"Row {first.place} has it: {_candidate_name(first)}.",
                give,
            )
        elif badge:
            badges[badge] = candidate
        if candidate.sure or candidate.held or not candidate.values.get("name"):
            continue
        earlier = people.setdefault(candidate.identity, candidate)
        several[candidate.identity] -= 1
        if earlier is not candidate and several[candidate.identity] < 0:
            words = f"Row {earlier.place} has the same name and {word}."
            candidate.refuse("name", "The same guest twice?", words, ANOTHER_PERSON)


def _candidate_name(candidate: Candidate) -> str:
    return str(candidate.values.get("name") or "a guest whose name needs fixing")


@dataclass(frozen=True, slots=True)
class Judged:
    """What a list would do: its places, and the tickets of the last list that it no longer has."""

    candidates: list[Candidate]
    gone: list[Ticket]
    strangers: Mapping[str, int] = field(default_factory=dict)
    """The companies that are not known, with the number of rows that name each."""
    new: Sequence[Livery] = ()


def reader_of(event: Event, wishes: Wishes) -> Reader:
    """Who reads the cells of a list for an event. One query."""
    return Reader(Companies(event), adds=wishes.chose(NEW_GROUPS))
