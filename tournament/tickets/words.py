"""What a list would change, each difference in words, with what it does to the seating: where its
guests sit, and who of them can no longer be taken off, read for the page of differences and for the
act alike.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.words import capital, listed, many, number_word
from tournament.counting.plan import table_label
from tournament.models import Event, Guest, Seat, Sheet, Stage, Ticket
from tournament.models.event import Groups
from tournament.models.seating import RoundState
from tournament.tickets.headings import BY_FIELD, called
from tournament.tickets.judging import ADDED, CHANGED, GIVES_UP, LISTED, MATCHED, Candidate, Judged


def bound(event: Event, guests: Iterable[Guest]) -> dict[int, str]:
    """Why a guest stays on the list whatever the list says, by the guest’s key. Two queries."""
    requirements = {guest.pk: guest for guest in guests}
    reasons = {pk: "is here already" for pk, guest in requirements.items() if guest.arrived_at}
    if event.paired and event.match_rounds.exists():
        reasons |= dict.fromkeys(requirements, "is paired: mark them as gone home there")
    sheets = Sheet.objects.filter(accepted=True, game__table__event=event)
    played = set(sheets.order_by().values_list("game__table_id", flat=True).distinct())
    seats = Seat.objects.filter(event=event, guest__in=list(requirements)).select_related("round")
    for seat in seats:
        if seat.table_id in played:
            reasons[seat.guest_id] = "has played"
        elif seat.round.stage != Stage.QUALIFYING:
            reasons[seat.guest_id] = "sits in the play-off"
    return reasons


@dataclass(frozen=True, slots=True)
class Sits:
    """A seat of a guest: its round, table and letter, who else is at the table."""

    round: int
    label: str
    letter: str
    draft: bool
    others: tuple[Guest, ...]

    @property
    def words(self) -> str:
        """`7 B in round 1`."""
        return f"{self.label} {self.letter} in round {self.round}"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, and how far the seating is: nothing, drafted or published."""

    sits: dict[int, list[Sits]]
    drawn: bool
    published: bool


def seating_of(event: Event) -> Seating:
    """The qualifying seats of everybody. Two queries."""
    states = list(event.rounds.filter(stage=Stage.QUALIFYING).values_list("state", flat=True))
    rows = Seat.objects.filter(event=event, left_after_game=None, round__stage=Stage.QUALIFYING)
    seats = list(rows.select_related("round", "table", "guest__livery"))
    tables: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        tables[seat.table_id].append(seat)
    by_guest: defaultdict[int, list[Sits]] = defaultdict(list)
    for seat in sorted(seats, key=lambda seat: seat.round.number):
        rest = tuple(table.guest for table in tables[seat.table_id] if table.pk != seat.pk)
        label, draft = table_label(event, seat.table.number), seat.round.state == RoundState.DRAFT
        by_guest[seat.guest_id].append(Sits(seat.round.number, label, seat.letter, draft, rest))
    published = any(state != RoundState.DRAFT for state in states)
    return Seating(dict(by_guest), bool(states), published)


FEWEST = 3
NAME = BY_FIELD["name"].label


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that a list changes: what, of whom, in words; what it does to the seating; whether
    it can be done, and whether it is ticked to begin with.
    """

    key: str
    kind: str
    who: str
    words: str
    seating: str
    can: bool = True
    ticked: bool = True


def differences(event: Event, judged: Judged) -> list[Difference]:
    """Everything that a list changes, in the order new, not coming, renamed, moved, other, gone."""
    seating = seating_of(event)
    off = [
        candidate.guest
        for candidate in judged.candidates
        if candidate.outcome == GIVES_UP and candidate.guest
    ]
    off += [ticket.guest for ticket in judged.gone if ticket.guest]
    stays = bound(event, off)
    rows = [
        row
        for candidate in judged.candidates
        for row in _of_row(candidate, seating, stays, event.groups)
    ]
    rows += [_ticket_gone(ticket, seating, stays) for ticket in judged.gone]
    rows.sort(key=lambda difference: ORDER.index(difference.kind))
    return [replace(row, kind=row.kind.format(group=event.groups.word)) for row in rows]


NEW, NOT, RENAMED, MOVED, BACK = "new", "not coming", "renamed", "other {group}", "comes after all"
OTHER, GONE = "changed", "no longer in the list"
ORDER = (NEW, BACK, NOT, RENAMED, MOVED, OTHER, GONE)


def _of_row(
    candidate: Candidate, seating: Seating, stays: dict[int, str], groups: Groups
) -> Iterator[Difference]:
    name = str(candidate.values.get("name", ""))
    if candidate.outcome == ADDED:
        yield Difference(candidate.key, NEW, name, _new_words(candidate), _seat_wanted(seating))
    elif candidate.outcome == GIVES_UP and candidate.guest:
        word = candidate.said.word or candidate.said.state.label
        yield _off(candidate.key, NOT, candidate.guest, f"The list says “{word}”.", seating, stays)
    elif candidate.outcome == CHANGED and candidate.guest:
        kind, words = _changed(candidate, groups)
        sitting = "" if candidate.returns else _of_change(candidate, kind, seating, groups)
        yield Difference(
            candidate.key, kind, candidate.guest.name, words, sitting or _seat_wanted(seating)
        )


def _new_words(candidate: Candidate) -> str:
    livery = candidate.values.get("livery")
    parts = [livery.name if livery else "", candidate.values.get("office", "")]
    return ", ".join(part for part in parts if part)


def _changed(candidate: Candidate, groups: Groups) -> tuple[str, str]:
    parts = (
        {"First name", "Last name", "Title", "Place held"} if NAME in candidate.changes else set()
    )
    changes = [
        f"{label}: {old} becomes {new}"
        for label, (old, new) in candidate.changes.items()
        if label not in parts
    ]
    kind = OTHER
    if candidate.returns:
        kind = BACK
    elif NAME in candidate.changes:
        kind = RENAMED
    elif called("livery", groups) in candidate.changes:
        kind = MOVED
    return kind, "; ".join(changes)


def _seat_wanted(seating: Seating) -> str:
    if seating.published:
        return "Has no seat: takes a free place at the door."
    return "Has no seat in the draft: draw it again." if seating.drawn else "Nothing is drawn yet."


def _of_change(candidate: Candidate, kind: str, seating: Seating, groups: Groups) -> str:
    sits = seating.sits.get(candidate.guest.pk if candidate.guest else 0, [])
    if not sits:
        return "" if kind == MOVED else "Nothing."
    livery = candidate.values.get("livery")
    met = [
        f"{guest.name} of the same {groups.word} at {sitting.label} in round {sitting.round}"
        for sitting in sits
        for guest in sitting.others
        if called("livery", groups) in candidate.changes and livery and guest.livery_id == livery.pk
    ]
    if met:
        return f"Sits with {listed(met)}: look at the seating check."
    keeps = f"Keeps {listed(sitting.words for sitting in sits)}."
    return f"{keeps} The cards are to be printed again." if kind in (RENAMED, MOVED) else keeps


def _ticket_gone(ticket: Ticket, seating: Seating, stays: dict[int, str]) -> Difference:
    key, words = f"t{ticket.pk}", "The last list had this ticket, and this one has not."
    if ticket.guest is None:
        return Difference(
            key, GONE, ticket.name, words, "Nothing: no guest came of it.", ticked=False
        )
    return _off(key, GONE, ticket.guest, words, seating, stays)


def _off(
    key: str, kind: str, guest: Guest, words: str, seating: Seating, stays: dict[int, str]
) -> Difference:
    if guest.pk in stays:
        why = f"{guest.name} {stays[guest.pk]}: the ticket is listed so, and nothing else changes."
        return Difference(key, kind, guest.name, words, why, can=False, ticked=kind != GONE)
    sitting = _left_behind(seating.sits.get(guest.pk, []))
    return Difference(key, kind, guest.name, words, sitting, ticked=kind != GONE)


def _left_behind(sits: Sequence[Sits]) -> str:
    """What becomes of the tables of somebody who is off the list."""
    if not sits:
        return "Comes off the list; no seat is lost."
    draft = any(sitting.draft for sitting in sits)
    tables = [
        f"table {sitting.label} of round {sitting.round} is left with"
        f" {number_word(len(sitting.others))}"
        for sitting in sits
    ]
    few = any(len(sitting.others) < FEWEST for sitting in sits)
    after = "Draw it again, or keep the draft." if draft else "The places are free for others."
    after = "Too few: move somebody there, or break the table up." if few else after
    return f"{capital(listed(tables))}. {after}"


def taken_words(counts: Mapping[str, int]) -> str:
    """What was taken in, in a sentence: only what there was of."""
    parts = [f"{many(counts[ADDED], 'guest')} added"] * bool(counts[ADDED])
    parts += [f"{counts[CHANGED]} changed"] * bool(counts[CHANGED])
    parts += [f"{counts[GIVES_UP]} not coming any more"] * bool(counts[GIVES_UP])
    parts += [f"{counts[MATCHED]} on the list already"] * bool(counts[MATCHED])
    parts += [f"{counts[LISTED]} listed, not seated"] * bool(counts[LISTED])
    return f"{', '.join(parts) or 'Nothing has changed'}."
