"""Which guest each row of a list is, and which ticket of the last list: by badge, by the numbers of
order and ticket, by name and company, by e-mail, and by what is left of an order.

A list is compared with what it said last: what was written by hand since then stays.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tournament.models import Event, Guest, Ticket, TicketState
from tournament.tickets.alike import ask_alike
from tournament.tickets.headings import BY_FIELD, called
from tournament.tickets.judging import (
    ANOTHER_PERSON,
    Candidate,
    Judged,
    Wishes,
    key_of_name,
    next_free,
    read_rows,
    reader_of,
    refuse_twice,
)
from tournament.tickets.rows import Mend
from tournament.tickets.sheets import GuestRow
from tournament.tickets.sources import plain

PLAIN = Wishes()


def judge(
    rows: Sequence[GuestRow],
    columns: Mapping[int, str],
    event: Event,
    wishes: Wishes = PLAIN,
) -> Judged:
    """Every row under the chosen columns, in the order of the file; those that were left out are
    known to be there. Three queries, however many rows.
    """
    reader = reader_of(event, wishes)
    candidates = read_rows((*rows, *wishes.left), columns, wishes, reader)
    aside = {row.number for row in wishes.left}
    for candidate in candidates:
        candidate.left = candidate.number in aside
    guests = list(event.guests.select_related("livery"))
    free = next_free(candidates, guests)
    refuse_twice(candidates, free, guests, word=event.groups.word)
    tickets = list(event.tickets.all())
    by_guest = {ticket.guest_id: ticket for ticket in tickets if ticket.guest_id}
    _refuse_other_person(candidates, [guest for guest in guests if guest.pk not in by_guest], free)
    lookup = _Known(guests, [ticket for ticket in tickets if ticket.source == wishes.source.key])
    lookup.match(candidates)
    ask_alike(candidates, lookup.unclaimed())
    for candidate in candidates:
        if candidate.guest:
            candidate.ticket = candidate.ticket or by_guest.get(candidate.guest.pk)
            _leave_as_it_is(candidate, candidate.guest)
            candidate.changes = _changes(candidate.guest, candidate.values)
            if candidate.returns:
                candidate.changes["Ticket"] = ("not coming", "coming")
    claimed = {candidate.ticket.pk for candidate in candidates if candidate.ticket}
    alike = {candidate.like.pk for candidate in candidates if candidate.like}
    departed = [
        ticket
        for ticket in lookup.tickets
        if ticket.pk not in claimed and ticket.guest_id not in alike
    ]
    coming = [ticket for ticket in departed if ticket.state == TicketState.COMING]
    occupied = [candidate for candidate in candidates if not candidate.left]
    return Judged(occupied, coming, reader.strangers, reader.companies.new)


class _Known:
    """The guests and tickets that rows may be, each claimed by one row at most."""

    def __init__(self, guests: Sequence[Guest], tickets: Sequence[Ticket]) -> None:
        self.guests, self.tickets = guests, tickets
        self._by_pk = {guest.pk: guest for guest in guests}
        self._claimed: set[int] = set()
        self._used: set[int] = set()

    def match(self, candidates: Sequence[Candidate]) -> None:
        """The surest way first, over all rows, before the next."""
        self._by_badge(candidates)
        self._by_ticket(
            candidates, lambda candidate: (candidate.said.order, candidate.said.number), _numbered
        )
        self._by_ticket(candidates, _by_name_said, _by_name_kept)
        self._by_person(candidates)
        self._one_to_one(
            candidates,
            lambda candidate: str(candidate.values.get("email") or ""),
            lambda g: g.email,
        )
        for placeholder in (True, False):
            self._by_order(candidates, placeholder=placeholder)
        self._one_to_one(
            [candidate for candidate in candidates if not candidate.held and not candidate.sure],
            lambda candidate: key_of_name(candidate.values.get("name", "")),
            lambda guest: "" if guest.placeholder else key_of_name(guest.name),
        )
        self._by_ticket(candidates, _by_all_said, _by_all_kept)

    def _is(self, candidate: Candidate, guest: Guest | None, ticket: Ticket | None = None) -> None:
        candidate.guest, candidate.ticket = guest, ticket
        if guest:
            self._claimed.add(guest.pk)
        if ticket:
            self._used.add(ticket.pk)

    def _open(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        return [
            candidate
            for candidate in candidates
            if not candidate.guest and not candidate.ticket and not candidate.values.get("badge")
        ]

    def _by_badge(self, candidates: Sequence[Candidate]) -> None:
        by_badge = {guest.badge: guest for guest in self.guests}
        claimed = {
            candidate.values["badge"] for candidate in candidates if candidate.values.get("badge")
        }
        for candidate in candidates:
            badge = candidate.values.get("badge")
            if badge in by_badge:
                self._is(candidate, by_badge[badge])
            elif badge and candidate.values.get("name") and not candidate.sure:
                alike = [guest for guest in self._alike(candidate) if guest.badge not in claimed]
                _refuse_new_badge(candidate, alike)

    def _alike(self, candidate: Candidate) -> list[Guest]:
        return [
            guest
            for guest in self._persons().get(candidate.identity, [])
            if guest.pk not in self._claimed
        ]

    def unclaimed(self) -> list[Guest]:
        """The guests whom no row is."""
        return [guest for guest in self.guests if guest.pk not in self._claimed]

    def _persons(self) -> dict[tuple[str, Any], list[Guest]]:
        if not hasattr(self, "_people"):
            self._people: defaultdict[tuple[str, Any], list[Guest]] = defaultdict(list)
            for guest in self.guests:
                self._people[key_of_name(guest.name), guest.livery_id].append(guest)
        return self._people

    def _by_ticket(
        self,
        candidates: Sequence[Candidate],
        of_row: Callable[[Candidate], Any],
        of_ticket: Callable[[Ticket], Any],
    ) -> None:
        """Rows that say of their ticket what an unclaimed one says."""
        by_key: defaultdict[Any, list[Ticket]] = defaultdict(list)
        for ticket in self.tickets:
            key = of_ticket(ticket)
            if key and ticket.pk not in self._used and ticket.guest_id not in self._claimed:
                by_key[key].append(ticket)
        for candidate in self._open(candidates):
            alike = by_key.get(of_row(candidate) or None)
            if alike:
                ticket = alike.pop(0)
                self._is(candidate, self._by_pk.get(ticket.guest_id or 0), ticket)

    def _by_person(self, candidates: Sequence[Candidate]) -> None:
        rows = Counter(
            candidate.identity
            for candidate in self._open(candidates)
            if candidate.values.get("name")
        )
        for candidate in self._open(candidates):
            alike = (
                self._alike(candidate)
                if candidate.values.get("name") and not candidate.sure
                else []
            )
            alike = [guest for guest in alike if not self._other_ticket(candidate, guest)]
            if rows[candidate.identity] >= len(alike) > 1:
                rows[candidate.identity] -= 1
                alike = alike[:1]
            if len(alike) > 1 and not candidate.held and candidate.said.comes:
                text = ", ".join(str(guest.badge) for guest in alike)
                mends = (
                    Mend(f"Badge {guest.badge}", "badge", str(guest.badge)) for guest in alike[:3]
                )
                candidate.refuse(
                    "name",
                    "Which of them?",
                    f"Badges {text} have this name and {alike[0].event.groups.word}.",
                    *mends,
                )
            elif alike:
                self._is(candidate, alike[0])

    def _other_ticket(self, candidate: Candidate, guest: Guest) -> bool:
        """Whether a guest came of another numbered ticket than this row’s."""
        line = candidate.said
        return bool(
            line.number
            and any(
                ticket.guest_id == guest.pk
                and ticket.number
                and (ticket.order, ticket.number) != (line.order, line.number)
                for ticket in self.tickets
            )
        )

    def _one_to_one(
        self,
        candidates: Sequence[Candidate],
        of_row: Callable[[Candidate], str],
        of_guest: Callable[[Guest], str],
    ) -> None:
        """What one row alone says and one guest alone who came of this kind of list."""
        from_list = {ticket.guest_id for ticket in self.tickets}
        guests: defaultdict[str, list[Guest]] = defaultdict(list)
        for guest in self.guests:
            if guest.pk in from_list and guest.pk not in self._claimed and of_guest(guest):
                guests[of_guest(guest).casefold()].append(guest)
        rows: defaultdict[str, list[Candidate]] = defaultdict(list)
        for candidate in self._open(candidates):
            if of_row(candidate):
                rows[of_row(candidate).casefold()].append(candidate)
        for key, alike in rows.items():
            if len(alike) == len(guests.get(key, ())) == 1 and not alike[0].said.number:
                self._is(alike[0], guests[key][0])

    def _by_order(self, candidates: Sequence[Candidate], *, placeholder: bool) -> None:
        """Of an order, those left over are each other: places that were held first, and first for
        those who come.
        """
        remaining: defaultdict[str, list[Ticket]] = defaultdict(list)
        for ticket in self.tickets:
            guest = self._by_pk.get(ticket.guest_id or 0)
            free = ticket.pk not in self._used and guest and guest.pk not in self._claimed
            if (
                ticket.order
                and free
                and guest
                and guest.placeholder == placeholder
                and not ticket.number
            ):
                remaining[ticket.order].append(ticket)
        rows = [
            candidate
            for candidate in self._open(candidates)
            if candidate.said.order and not candidate.said.number
        ]
        for row in sorted(
            rows, key=lambda candidate: (not candidate.said.comes, candidate.number, candidate.part)
        ):
            if remaining[row.said.order]:
                ticket = remaining[row.said.order].pop(0)
                self._is(row, self._by_pk[ticket.guest_id or 0], ticket)


def _numbered(ticket: Ticket) -> Any:
    return (ticket.order, ticket.number) if ticket.number else None


def _by_name_said(candidate: Candidate) -> Any:
    key = candidate.said.order, key_of_name(candidate.values.get("name", ""))
    return key if candidate.said.order and not candidate.said.number else None


def _by_name_kept(ticket: Ticket) -> Any:
    key = ticket.order, key_of_name(ticket.name)
    return key if ticket.order and not ticket.number else None


def _by_all_said(candidate: Candidate) -> Any:
    """Of those who do not come nothing is kept but the ticket."""
    if candidate.said.number or (candidate.sure and candidate.said.comes):
        return None
    return (
        candidate.said.order,
        key_of_name(candidate.values.get("name", "")),
        plain(candidate.said.company),
    )


def _by_all_kept(ticket: Ticket) -> Any:
    if ticket.number or ticket.guest_id:
        return None
    return ticket.order, key_of_name(ticket.name), plain(ticket.company)


def _refuse_new_badge(candidate: Candidate, alike: Sequence[Guest]) -> None:
    if alike:
        badge = alike[0].badge
        words = f"{alike[0].name} is here with badge {badge}, and a badge stays with its guest."
        use = Mend(f"Use {badge}", "badge", str(badge))
        candidate.refuse("badge", f"Badge {candidate.values['badge']}?", words, use, ANOTHER_PERSON)


def _refuse_other_person(
    candidates: Sequence[Candidate], by_hand: Sequence[Guest], free: int
) -> None:
    """A list knows nothing of who was added by hand or signed in: where it gives their badge to a
    quite different name, it hardly means that they are called so.
    """
    by_badge = {guest.badge: guest for guest in by_hand if not guest.placeholder}
    for candidate in candidates:
        guest = by_badge.get(candidate.values.get("badge") or 0)
        name = key_of_name(candidate.values.get("name", ""))
        if (
            guest is None
            or candidate.sure
            or candidate.left
            or not name
            or not candidate.said.comes
        ):
            continue
        if not {*name.split()} & {*key_of_name(guest.name).split()}:
            words = f"{guest.name} has it, who was in no list so far."
            give = Mend(f"Give {free}, the next free", "badge", str(free))
            same = Mend(f"The same guest as {guest.name}", "as_it_stands", "yes")
            candidate.refuse("badge", f"Badge {guest.badge}?", words, give, same)


def _leave_as_it_is(candidate: Candidate, guest: Guest) -> None:
    """What the list says as it said it last is no news; a list typed without accents does not take
    them off a name; a place that somebody has named is not held again.
    """
    name, ticket = str(candidate.values.get("name", "")), candidate.ticket
    has_name = candidate.held and not guest.placeholder
    if has_name:
        for column in ("placeholder", "sort_name", "guest_of"):
            candidate.values.pop(column, None)
    again = ticket is not None and key_of_name(ticket.name) == key_of_name(name)
    bare = name.isascii() and key_of_name(name) == key_of_name(guest.name)
    if has_name or again or bare:
        candidate.values["name"] = guest.name
    if (
        ticket is not None
        and ticket.company
        and plain(ticket.company) == plain(candidate.said.company)
    ):
        candidate.values.pop("livery", None)


def _changes(guest: Guest, values: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """What a row would change on the guest it matches; an empty cell leaves things as they are."""
    changes = {}
    for name, value in values.items():
        old = getattr(guest, name)
        if value not in ("", None) and old != value:
            label = called(name, guest.event.groups) if name in BY_FIELD else "Place held"
            changes[label] = (_comparable(old), _comparable(value))
    return changes


def _comparable(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value not in ("", None) else "nothing"
