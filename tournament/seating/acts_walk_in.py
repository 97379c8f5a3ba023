"""Guests who come without a place: signed in, taken in, turned away; and whether guests check
themselves in, at a tablet at the door and on their own pages.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from secrets import token_urlsafe

from scoring.names import folded
from tournament.guests.acts import new_guest, next_badge, refs_of, save_new
from tournament.guests.companies import Companies
from tournament.ledger.chain import Signature, append, durable, writing
from tournament.models import (
    Event,
    Guest,
    SignIn,
)
from tournament.refusal import Refused

MOST_WAITING = 120
"""So many names wait to be accepted; a hall full of jokers fills no more than this."""


Added = tuple[list[Guest], list[str]]
"""Guests who are on the list now, and the names of companies that were not known before."""


def add_walk_in(event: Event, name: str, company: str, signature: Signature) -> Added:
    """A guest who stands before the desk: on the list and here. Reverse act: `remove_guest`."""
    with writing(event) as row:
        return _add(row, [(name, company)], signature)


def accept(event: Event, keys: Iterable[int], signature: Signature) -> Added:
    """Those who signed themselves in become guests. Reverse act: `remove_guest`, for each."""
    with writing(event) as row:
        waiting = list(SignIn.objects.filter(event=row, answered_at=None, pk__in=list(keys)))
        if not waiting:
            raise Refused("Nobody of these waits any more: somebody else has answered them.")
        added = _add(row, [(newcomer.name, newcomer.company) for newcomer in waiting], signature)
        for newcomer, guest in zip(waiting, added[0], strict=True):
            newcomer.answered_at, newcomer.guest = signature.at, guest
        SignIn.objects.bulk_update(waiting, ["answered_at", "guest"])
    return added


def turn_away(event: Event, key: int, signature: Signature) -> SignIn:
    """One who signed in does not become a guest. Reverse act: `wait_again`."""
    with writing(event) as row:
        newcomer = SignIn.objects.filter(event=row, pk=key, answered_at=None).first()
        if newcomer is None:
            raise Refused("They do not wait any more: somebody else has answered them.")
        newcomer.answered_at = signature.at
        newcomer.save(update_fields=["answered_at"])
    return newcomer


def wait_again(event: Event, key: int) -> SignIn:
    """One who was turned away waits again. Reverse act: `turn_away`."""
    with writing(event) as row:
        newcomer = SignIn.objects.filter(
            event=row, pk=key, guest=None, answered_at__isnull=False
        ).first()
        if newcomer is None:
            raise Refused("They were not turned away.")
        newcomer.answered_at = None
        newcomer.save(update_fields=["answered_at"])
    return newcomer


def sign_in(event: Event, fields: Mapping[str, str], moment: datetime) -> SignIn:
    """Somebody gives their name by the code on the wall and waits; the same name twice is one.
    Reverse: `turn_away`.

    Raises Refused while too many wait.
    """
    with durable():
        waiting = list(SignIn.objects.filter(event=event, answered_at=None))
        for item in waiting:
            if folded(item.name) == folded(fields["name"]):
                return item
        if len(waiting) >= MOST_WAITING:
            raise Refused("Too many are waiting to be let in: tell the organiser your name.")
        return SignIn.objects.create(
            event=event, name=fields["name"], company=fields["company"], at=moment
        )


def put_code_up(event: Event) -> str:
    """Switch signing in on, with a code nobody has seen. Reverse act: `take_code_down`."""
    with writing(event) as row:
        row.sign_in_secret = token_urlsafe(12)
        row.save(update_fields=["sign_in_secret"])
    return row.sign_in_secret


def take_code_down(event: Event) -> None:
    """Switch signing in off; who waits goes on waiting.

    Reverse act: `put_code_up`, with another code.
    """
    with writing(event) as row:
        row.sign_in_secret = ""
        row.save(update_fields=["sign_in_secret"])


def allow_self_check_in(event: Event, *, tablet: bool, guests: bool) -> Event:
    """Let a tablet at the door, or the guests' own pages, check guests in, or stop it. It is its
    own reverse act.

    A tablet that was stopped stays so: the next one has another address.
    """
    with writing(event) as row:
        row.tablet_secret = (row.tablet_secret or token_urlsafe(12)) if tablet else ""
        row.guests_check_in = guests
        row.save(update_fields=["tablet_secret", "guests_check_in"])
    return row


def _add(row: Event, people: list[tuple[str, str]], signature: Signature) -> Added:
    companies, refs, badge = Companies(row), refs_of(row), next_badge(row)
    guests = []
    for place, (name, company) in enumerate(people):
        fields = {"badge": badge + place, "name": name, "livery": companies.find(company)}
        guest = new_guest(row, fields, refs)
        guest.arrived_at = signature.at
        guests.append(guest)
    companies.save()
    save_new(guests)
    arrived = [guest.ref for guest in guests]
    append(row, "walk_in", {"guests": arrived, "arrived": arrived}, signature)
    return guests, [livery.name for livery in companies.new]
