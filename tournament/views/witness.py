"""Who may agree to a change of a sealed cut: another official, or a named witness where there is only one."""

from django.http import HttpRequest

from tournament.actor import actor_of
from tournament.models import Event, Official


def seconds(request: HttpRequest, event: Event) -> list[str]:
    """The names of the other officials of the event."""
    officials = Official.objects.filter(event=event).select_related("user").order_by("pk")
    others = (official.user for official in officials if official.user_id != request.user.pk)
    return [user.get_full_name() or user.get_username() for user in others]


def fault_of_witness(request: HttpRequest, event: Event, witness: str) -> str:
    """A sentence when the person named cannot agree; nothing when they can, or when nobody is named."""
    if not witness:
        return ""
    if witness.casefold() == actor_of(request).name.casefold():
        return "Somebody else has to agree: your own name is no second one."
    if not event.one_official and witness not in seconds(request, event):
        return f"{witness} is no other official of this event: choose one of them."
    return ""
