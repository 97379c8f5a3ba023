"""A row of a second list that is nobody’s and looks like somebody: the same name and another group,
one letter off, the same address, or the name of a place that is held. It is asked about, once.
"""

from collections.abc import Iterable, Sequence

from tournament.models import Guest
from tournament.tickets.judging import ADDED, Candidate
from tournament.tickets.rows import Mend
from tournament.tickets.sources import plain

NOT_THE_SAME = Mend("Not the same", "as_it_stands", "yes")
ANOTHER_GUEST = Mend("Another guest", "as_it_stands", "yes")
SHORTEST = 4


def ask_alike(candidates: Sequence[Candidate], guests: Iterable[Guest]) -> None:
    """Refuse each row that would be added and looks like one of these guests, with both answers;
    each guest is offered once.
    """
    free = list(guests)
    rows = [
        candidate
        for candidate in candidates
        if candidate.outcome == ADDED and not candidate.sure and not candidate.left
    ]
    rows = [row for row in rows if not row.part and not row.values.get("badge")]
    for like in (_of_one_name, _of_one_address, _one_letter_off, _holds_the_place):
        for row in rows:
            guest = next((guest for guest in free if like(row, guest)), None)
            if guest is None or row.faults:
                continue
            free.remove(guest)
            _ask(row, guest)


def _ask(row: Candidate, guest: Guest) -> None:
    group = guest.livery_name or f"no {guest.event.groups.word}"
    words = f"Badge {guest.badge}, {guest.name}, {group}."
    badge, row.like = str(guest.badge), guest
    if guest.placeholder and not row.held:
        fills = Mend("Fills this place", "badge", badge)
        row.refuse("name", "A name for this place?", words, fills, ANOTHER_GUEST)
    else:
        row.refuse("name", "The same guest?", words, Mend("The same", "badge", badge), NOT_THE_SAME)


def _name(row: Candidate) -> str:
    return plain(str(row.values.get("name", "")))


def _of_one_name(row: Candidate, guest: Guest) -> bool:
    return row.held == guest.placeholder and _name(row) == plain(guest.name)


def _of_one_address(row: Candidate, guest: Guest) -> bool:
    address = str(row.values.get("email") or "").casefold()
    return bool(address) and address == guest.email.casefold()


def _one_letter_off(row: Candidate, guest: Guest) -> bool:
    if row.held or guest.placeholder or not _same_group(row, guest):
        return False
    return one_letter_off(_name(row), plain(guest.name))


def _same_group(row: Candidate, guest: Guest) -> bool:
    livery = row.values.get("livery")
    return (livery.pk if livery else None) == guest.livery_id


def _holds_the_place(row: Candidate, guest: Guest) -> bool:
    order = str(row.values.get("order_number") or row.said.order or "")
    if order and guest.order_number and order != guest.order_number:
        return False  # another order of the same shop: its place is its own
    host = str(row.values.get("guest_of") or "")
    hosted = bool(host) and plain(host) == plain(guest.guest_of)
    group = guest.livery_id is not None and _same_group(row, guest)
    return guest.placeholder and not row.held and (hosted or group)


def one_letter_off(name: str, like: str) -> bool:
    """Whether two names differ by one letter put in, taken out, changed, or by two that changed
    places.
    """
    if name == like or min(len(name), len(like)) < SHORTEST or abs(len(name) - len(like)) > 1:
        return False
    short, long = sorted((name, like), key=len)
    start = next((p for p, letter in enumerate(short) if letter != long[p]), len(short))
    if len(short) < len(long):
        return short[start:] == long[start + 1 :]
    turned = short[start : start + 2][::-1] == long[start : start + 2]
    return short[start + 1 :] == long[start + 1 :] or (
        turned and short[start + 2 :] == long[start + 2 :]
    )
