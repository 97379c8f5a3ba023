"""Rows that look like a guest of the list, each beside that guest with what tells them apart: open
ones with both answers, answered ones with what was said.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scoring.names import folded
from tournament.models import Event, Guest
from tournament.tickets.judging import Candidate

Words = list[tuple[str, bool]]
Twin = tuple[int, int, str]
"""Number of the row, badge of the guest it looks like, and the field that has the answer."""


def shown_twins(
    event: Event, answered: Sequence[Twin], rows: Iterable[Candidate], asked: Iterable[Candidate]
) -> list[dict[str, Any]]:
    """The pairs in the order of the file."""
    pairs = [(row, row.like, "") for row in asked if row.like]
    by_number = {row.number: row for row in rows}
    badges = [badge for _number, badge, _field in answered]
    guests = event.guests.select_related("livery").filter(badge__in=badges) if badges else ()
    by_badge = {guest.badge: guest for guest in guests}
    for number, badge, field in answered:
        row, guest = by_number.get(number), by_badge.get(badge)
        if row and guest and not row.faults:
            pairs.append((row, guest, field))
    pairs_shown = [_pair(event, *pair) for pair in sorted(pairs, key=lambda pair: pair[0].number)]
    first = next((pair for pair in pairs_shown if not pair["said"]), {})
    first["keys"] = True
    return pairs_shown


def _pair(event: Event, row: Candidate, guest: Guest, answer: str) -> dict[str, Any]:
    none, livery = f"no {event.groups.word}", row.values.get("livery")
    name = row.cells.get("name") or str(row.values["name"])
    group, like_group = livery.name if livery else none, guest.livery_name or none
    address = str(row.values.get("email") or "")
    both = address.partition("@")[0] if address and address == guest.email else ""
    return {
        "number": row.number,
        "place": row.place,
        "name": differing(name, guest.name),
        "like": differing(guest.name, name),
        "group": (group, group != like_group),
        "like_group": (like_group, group != like_group),
        "both": f"{both}@ in both" if both else "",
        "badge": guest.badge,
        "said": _said(event, row, guest, answer) if answer else "",
        "same": answer == "badge",
        "mends": _answers(row) if not answer else (),
    }


def _answers(row: Candidate) -> Iterator[tuple[str, str, str, str]]:
    for key, mend in zip("SN", row.faults[0].mends, strict=False):
        yield key, mend.words, mend.field, mend.text


def differing(name: str, like: str) -> Words:
    """The words of a name, each with whether the other name has another one in its place."""
    words, others = name.split(), like.split()
    if len(words) == len(others):
        pairs = zip(words, others, strict=True)
        return [(word, folded(word) != folded(counterpart)) for word, counterpart in pairs]
    known = set(folded(like).split())
    return [(word, folded(word) not in known) for word in words]


def _said(event: Event, row: Candidate, guest: Guest, answer: str) -> str:
    if answer != "badge":
        livery = row.values.get("livery")
        group = f", {livery.name}" if livery else ""
        return f"{row.values['name']}{group}, is new."
    changes = [
        f"gets the {label.lower()} {new}"
        if old == "nothing"
        else f"gets the {label.lower()} {new} in place of {old}"
        for label, (old, new) in row.changes.items()
    ]
    return f"Badge {guest.badge} {', '.join(changes) or 'stays as it is'}."
