"""What a list would change, each difference in words, with what it does to the seating."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.words import capital, listed, many, number_word
from tournament.models import Event, Guest, Ticket
from tournament.tickets.judging import ADDED, CHANGED, GIVES_UP, LISTED, MATCHED, Candidate, Judged
from tournament.tickets.reading import Seating, Sits, bound, seating_of

FEWEST = 3
NAME, LIVERY = "Name as printed", "Livery"


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
    off = [one.guest for one in judged.candidates if one.outcome == GIVES_UP and one.guest]
    off += [one.guest for one in judged.gone if one.guest]
    stays = bound(event, off)
    rows = [found for one in judged.candidates for found in _of_row(one, seating, stays)]
    rows += [_gone(one, seating, stays) for one in judged.gone]
    return sorted(rows, key=lambda one: ORDER.index(one.kind))


NEW, NOT, RENAMED, MOVED, BACK = "new", "not coming", "renamed", "other livery", "comes after all"
OTHER, GONE = "changed", "no longer in the list"
ORDER = (NEW, BACK, NOT, RENAMED, MOVED, OTHER, GONE)


def _of_row(one: Candidate, seating: Seating, stays: dict[int, str]) -> Iterator[Difference]:
    name = str(one.values.get("name", ""))
    if one.outcome == ADDED:
        yield Difference(one.key, NEW, name, _new_words(one), _seat_wanted(seating))
    elif one.outcome == GIVES_UP and one.guest:
        word = one.said.word or one.said.state.label
        yield _off(one.key, NOT, one.guest, f"The list says “{word}”.", seating, stays)
    elif one.outcome == CHANGED and one.guest:
        kind, words = _changed(one)
        at = "" if one.returns else _of_change(one, kind, seating)
        yield Difference(one.key, kind, one.guest.name, words, at or _seat_wanted(seating))


def _new_words(one: Candidate) -> str:
    livery = one.values.get("livery")
    parts = [livery.name if livery else "", one.values.get("office", "")]
    return ", ".join(part for part in parts if part)


def _changed(one: Candidate) -> tuple[str, str]:
    parts = {"First name", "Last name", "Title", "Place held"} if NAME in one.changes else set()
    told = [
        f"{label}: {old} becomes {new}"
        for label, (old, new) in one.changes.items()
        if label not in parts
    ]
    kind = OTHER
    if one.returns:
        kind = BACK
    elif NAME in one.changes:
        kind = RENAMED
    elif LIVERY in one.changes:
        kind = MOVED
    return kind, "; ".join(told)


def _seat_wanted(seating: Seating) -> str:
    if seating.published:
        return "Has no seat: takes a free place at the door."
    return "Has no seat in the draft: draw it again." if seating.drawn else "Nothing is drawn yet."


def _of_change(one: Candidate, kind: str, seating: Seating) -> str:
    sits = seating.sits.get(one.guest.pk if one.guest else 0, [])
    if not sits:
        return "" if kind == MOVED else "Nothing."
    livery = one.values.get("livery")
    met = [
        f"{other.name} of the same livery at {at.label} in round {at.round}"
        for at in sits
        for other in at.others
        if LIVERY in one.changes and livery and other.livery_id == livery.pk
    ]
    if met:
        return f"Sits with {listed(met)}: look at the seating check."
    keeps = f"Keeps {listed(at.words for at in sits)}."
    return f"{keeps} The cards are to be printed again." if kind in (RENAMED, MOVED) else keeps


def _gone(one: Ticket, seating: Seating, stays: dict[int, str]) -> Difference:
    key, words = f"t{one.pk}", "The last list had this ticket, and this one has not."
    if one.guest is None:
        return Difference(key, GONE, one.name, words, "Nothing: no guest came of it.", ticked=False)
    return _off(key, GONE, one.guest, words, seating, stays)


def _off(
    key: str, kind: str, guest: Guest, words: str, seating: Seating, stays: dict[int, str]
) -> Difference:
    if guest.pk in stays:
        told = f"{guest.name} {stays[guest.pk]}: the ticket is listed so, and nothing else changes."
        return Difference(key, kind, guest.name, words, told, can=False, ticked=kind != GONE)
    at = _left_behind(seating.sits.get(guest.pk, []))
    return Difference(key, kind, guest.name, words, at, ticked=kind != GONE)


def _left_behind(sits: Sequence[Sits]) -> str:
    """What becomes of the tables of somebody who is off the list."""
    if not sits:
        return "Comes off the list; no seat is lost."
    draft = any(at.draft for at in sits)
    tables = [
        f"table {at.label} of round {at.round} is left with {number_word(len(at.others))}"
        for at in sits
    ]
    few = any(len(at.others) < FEWEST for at in sits)
    after = "Draw it again, or keep the draft." if draft else "The places are free for others."
    after = "Too few: move somebody there, or break the table up." if few else after
    return f"{capital(listed(tables))}. {after}"


def taken_words(told: Mapping[str, int]) -> str:
    """What was taken in, in a sentence: only what there was of."""
    parts = [f"{many(told[ADDED], 'guest')} added"] * bool(told[ADDED])
    parts += [f"{told[CHANGED]} changed"] * bool(told[CHANGED])
    parts += [f"{told[GIVES_UP]} not coming any more"] * bool(told[GIVES_UP])
    parts += [f"{told[MATCHED]} on the list already"] * bool(told[MATCHED])
    parts += [f"{told[LISTED]} listed, not seated"] * bool(told[LISTED])
    return f"{', '.join(parts) or 'Nothing has changed'}."
