"""Judging the rows of a list: what each would do, what is the matter with it, and the mends.

A row may be a ticket: of a holder who comes or not, one of several of an order, of nobody yet.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.guests.companies import Companies
from tournament.models import Event, Guest, Livery, Ticket, TicketState
from tournament.models.guest import AWAY, GuestStatus, name_within
from tournament.tickets.headings import OF_A_TICKET, OWN, Source, plain
from tournament.tickets.rows import (
    NO_NAME,
    UNNAMED,
    Fault,
    Mend,
    Reader,
    hold_place,
    is_total,
    on_a_waiting_list,
    state_of,
)
from tournament.tickets.sheets import GuestRow

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
    came: Guest | None = None
    done: str = ""

    @property
    def key(self) -> str:
        """How a page names the row."""
        return f"{self.number}.{self.part}" if self.part else str(self.number)

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
    candidates = [place for one in read for place in _places(one)]
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
        one.values["badge"] for one in candidates if one.values.get("badge")
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
    sure = bool(values.pop("as_it_stands", False))
    unnamed = bool(values.pop(UNNAMED, False))
    line = _said(cells, values)
    one = Candidate(row.number, cells, values, faults, sure, said=line)
    if not line.comes:
        _listed_only(one)
    elif unnamed:
        _hold(one)
    elif source is not OWN or line.order or line.number or line.buyer:
        nameless = [fault for fault in faults if fault is NO_NAME]
        if nameless:
            faults.remove(NO_NAME)
            _hold(one)
    return one


def _said(cells: Mapping[str, str], values: dict[str, Any]) -> Said:
    """What is said of the ticket, taken out of the values of the guest."""
    fields = {name: values.pop(name, None) for name in OF_A_TICKET}
    words = [str(fields[name] or "") for name in ("status", "order_status")]
    states = [(state, word) for word in words if (state := state_of(word))]
    state, word = next(
        (one for one in states if one[0] != TicketState.COMING),
        (TicketState.COMING, next((word for word in words if word), "")),
    )
    if state == TicketState.COMING and on_a_waiting_list(fields["ticket_type"] or ""):
        state, word = TicketState.WAITING, fields["ticket_type"][:60]
    if fields["buyer_company"] and not values.get("livery"):
        values["livery"] = fields["buyer_company"]
    first_last = f"{fields['buyer_first'] or ''} {fields['buyer_last'] or ''}".strip()
    further, named = fields["more_places"] or 0, fields["beside"] or ()
    return Said(
        order=values.get("order_number", ""),
        number=fields["ticket"] or "",
        state=state,
        word=word,
        buyer=fields["buyer"] or first_last,
        company=_clean(cells.get("livery", "") or cells.get("buyer_company", "")),
        places=max(fields["quantity"] or 1, 1 + further, 1 + len(named)),
        beside=named,
    )


def _listed_only(one: Candidate) -> None:
    """Nothing is wrong with a row that seats nobody: it is listed under what its name leaves."""
    one.faults.clear()
    cells = one.cells
    words = cells.get("name") or f"{cells.get('first_name', '')} {cells.get('last_name', '')}"
    one.values["name"] = _clean(one.values.get("name") or words) or one.said.buyer or "Somebody"


def _clean(text: str) -> str:
    return name_within(text)


def _hold(one: Candidate) -> None:
    """The row is a place for somebody who is not known yet; its company or buyer is named later."""
    for name in ("first_name", "last_name", "title", "post_nominals", "sort_name"):
        one.values.pop(name, None)
    one.values |= {"name": "", "placeholder": True}


def _places(one: Candidate) -> Iterator[Candidate]:
    """The row, and a held place for each further one that it counts."""
    yield one
    for part in range(1, one.said.places):
        livery, order = one.values.get("livery"), one.said.order
        values = {"livery": livery} | ({"order_number": order} if order else {})
        number = f"{one.said.number}.{part}" if one.said.number else ""
        buyer = one.said.buyer or ("" if one.held else one.values.get("name", ""))
        place = Candidate(one.number, one.cells, values, part=part)
        place.said = replace(one.said, number=number, buyer=buyer, places=1, beside=())
        place.values["name"] = one.values.get("name", "") if not one.said.comes else ""
        if one.said.comes and not one.faults:
            _call(place, one.said.beside[part - 1 : part])
            yield place
        elif not one.said.comes:
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
    for one in candidates:
        if one.said.comes and (one.said.order or one.said.buyer):
            orders[one.said.order or f"buyer {one.said.buyer}"].append(one)
    for places in orders.values():
        first = places[0]
        nameless = all(one.held and not one.values.get("name") for one in places)
        if nameless and first.said.buyer and not first.faults and not first.part:
            first.values["name"] = first.said.buyer
            first.values.pop("placeholder")
            first.buyers = True


def _hold_repeated(candidates: Iterable[Candidate]) -> None:
    """A shop that asks the buyer alone gives every ticket of an order the same name: the first is
    theirs, the others are places held.
    """
    known: set[tuple[str, str]] = set()
    for one in candidates:
        if not one.said.order or one.held or one.sure or one.faults or not one.said.comes:
            continue
        who = one.said.order, key_of_name(one.values["name"])
        if who in known:
            one.said.buyer = one.said.buyer or one.values["name"]
            _hold(one)
        known.add(who)


def _name_held(candidates: Sequence[Candidate]) -> None:
    """Places that are held are called by the company, else by the buyer: the row’s own or that of
    its order.
    """
    of_order: defaultdict[str, dict[str, Livery]] = defaultdict(dict)
    for one in candidates:
        if one.said.order and one.values.get("livery"):
            of_order[one.said.order][one.values["livery"].name] = one.values["livery"]
    for one in candidates:
        if not one.held or one.values.get("name"):
            continue
        shared = list(of_order.get(one.said.order, {}).values())
        if not one.values.get("livery") and len(shared) == 1:
            one.values["livery"] = shared[0]
        livery, buyer = one.values.get("livery"), one.said.buyer
        of = livery.name if livery else buyer
        if not 0 < len(of) <= LONGEST_OF:
            of = ""
        one.values["name"] = f"Guest of {of}, name to follow" if of else "Guest, name to follow"
        one.values["sort_name"] = f"Guest of {of}" if of else "Guest"
        if buyer and len(buyer) <= 80:
            one.values["guest_of"] = buyer


def _refuse_totals(candidates: Sequence[Candidate], rows: Sequence[GuestRow]) -> None:
    """Refuse a row that counts the guests, and nothing else about it."""
    counting = totals(rows)
    for one in candidates:
        if one.number in counting and not one.sure:
            one.faults.clear()
            all_out = (
                [Mend(f"Leave all {len(counting)} totals out", "", ALL_TOTALS)]
                if len(counting) > 1
                else []
            )
            one.refuse(
                "name",
                "A total, not a guest?",
                "It seems to count the guests.",
                *all_out,
                AS_IT_STANDS,
            )


def refuse_twice(candidates: Sequence[Candidate], free: int, guests: Iterable[Guest] = ()) -> None:
    """Refuse a badge or a person that an earlier row of the file has already, unless so many of one
    name are on the list by now; a place to be named is nobody yet.
    """
    badges: dict[int, Candidate] = {}
    several = Counter((key_of_name(guest.name), guest.livery_id) for guest in guests)
    people: dict[tuple[str, Any], Candidate] = {}
    for one in candidates:
        if one.left or not one.said.comes:
            continue
        badge = one.values.get("badge")
        if badge in badges:
            first = badges[badge]
            give = Mend(f"Give {free}, the next free", "badge", str(free))
            one.refuse(
                "badge",
                f"Badge {badge} twice.",
                f"Row {first.number} has it: {_named(first)}.",
                give,
            )
        elif badge:
            badges[badge] = one
        if one.sure or one.held or not one.values.get("name"):
            continue
        earlier = people.setdefault(one.identity, one)
        several[one.identity] -= 1
        if earlier is not one and several[one.identity] < 0:
            words = f"Row {earlier.number} has the same name and livery."
            one.refuse("name", "The same guest twice?", words, ANOTHER_PERSON)


def _named(one: Candidate) -> str:
    return str(one.values.get("name") or "a guest whose name needs fixing")


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
