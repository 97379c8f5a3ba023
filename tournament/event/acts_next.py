"""The next evening from this one: its copy, and the guests who are asked again."""

from collections.abc import Collection
from datetime import date

from django.contrib.auth.models import User

from tournament.event.acts import appoint, create_event
from tournament.event.acts_officials import ask_to_serve
from tournament.event.copied import companies, declared, may_come_again
from tournament.guests.acts import add_guests
from tournament.ledger.chain import Signature, all_or_nothing, durable, writing
from tournament.models import Event, EventCopy, Invited, Role
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot


def copy_event(
    source: Event,
    called: tuple[str, date],
    user: User,
    signature: Signature,
    *,
    officials: Collection[int] = (),
    guests: bool = False,
) -> Event:
    """A new event with the settings, companies, prizes and hall plan of another, never with
    anything that happened.

    `officials` are those (by row) who are asked to serve again; the account that copies is
    organiser in any case. With `guests` everybody who came is listed as somebody who may come
    again, and nobody is a guest. Reverse act: `remove_event`.
    """
    name, day = called
    with all_or_nothing():
        Event.objects.select_for_update().get(pk=source.pk)
        before = (
            EventCopy.objects.filter(source=source, key=signature.key)
            .select_related("made")
            .first()
        )
        if before:
            return before.made
        if not source.officials.filter(user=user, role=Role.ORGANISER).exists():
            raise Refused("Only an organiser of the evening can start another one as its copy.")
        if source.is_rehearsal:
            raise Refused("A rehearsal is not copied: copy the evening itself.")
        if guests and source.names_wiped_at:
            raise Refused("The names of that evening were wiped, so there is nobody to ask again.")
        event = create_event(
            {**declared(source), "name": name, "date": day}, companies=companies(source)
        )
        for official in (
            source.officials.filter(pk__in=officials).exclude(user=user).select_related("user")
        ):
            ask_to_serve(event, official.user, Role(official.role), signature)
        appoint(event, user, Role.ORGANISER)
        if guests:
            _invite(source, event)
        EventCopy.objects.create(
            source=source, made=event, key=signature.key, at=signature.at, by=signature.actor.name
        )
    return event


def confirm_invited(event: Event, chosen: Collection[int], signature: Signature) -> int:
    """Those chosen (by row) come again: each becomes a guest with the next badge; how many.

    Reverse act: `remove_guest`, for each, and `ask_again`.
    """
    liveries = {livery.name: livery for livery in event.liveries.all()}
    with writing(event) as locked:
        rows = list(Invited.objects.filter(event=locked, pk__in=chosen, answered_at=None))
        if not rows:
            raise Refused("Nobody is ticked who still waits for an answer.")
        field_rows = [row.fields | {"name": row.name, "sort_name": row.sort_name} for row in rows]
        fields = [
            item | {"livery": liveries.get(row.livery)}
            for item, row in zip(field_rows, rows, strict=True)
        ]
        for row, guest in zip(rows, add_guests(locked, fields, signature), strict=True):
            row.guest, row.answered_at, row.answered_by = guest, signature.at, signature.actor.name
        Invited.objects.bulk_update(rows, ["guest", "answered_at", "answered_by"])
    return len(rows)


def decline_invited(event: Event, chosen: Collection[int], signature: Signature) -> int:
    """Those chosen (by row) do not come; how many. Reverse act: `ask_again`."""
    with writing(event):
        waiting = Invited.objects.filter(event=event, pk__in=chosen, answered_at=None)
        declined = waiting.update(answered_at=signature.at, answered_by=signature.actor.name)
        if not declined:
            raise Refused("Nobody is ticked who still waits for an answer.")
    return declined


@after_snapshot
def ask_again(event: Event, chosen: Collection[int]) -> int:
    """Those chosen (by row), who are no guests, wait for an answer again; how many.

    Reverse act: `decline_invited`.
    """
    with writing(event):
        rows = Invited.objects.filter(event=event, pk__in=chosen, guest=None).exclude(
            answered_at=None
        )
        count = rows.update(answered_at=None, answered_by="")
        if not count:
            raise Refused(
                "Nobody is ticked who said no: those who said yes are on the list of guests."
            )
    return int(count)


def forget_invited(event: Event) -> int:
    """Forget everybody who may come again; guests already confirmed stay.

    No reverse: what is forgotten is gone.
    """
    with durable():
        return Invited.objects.filter(event=event).delete()[0]


def _invite(source: Event, event: Event) -> None:
    Invited.objects.bulk_create(
        Invited(
            event=event,
            name=guest.name,
            sort_name=guest.sort_name,
            livery=guest.livery_name,
            fields=guest_fields,
        )
        for guest, guest_fields in may_come_again(source)
    )
