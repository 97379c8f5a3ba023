"""Who is here and has no seat in the round that is being played."""

from tournament.models import Event, Guest, Round, Seat, Stage
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState


def round_in_play(event: Event) -> Round | None:
    """The qualifying round that takes new tables: the one that is open."""
    rounds = Round.objects.filter(event=event, stage=Stage.QUALIFYING, state=RoundState.PUBLISHED)
    return rounds.order_by("number").first()


def waiting(event: Event, found: Round | None) -> list[Guest]:
    """Those who are here without a seat in this round, or in any where none is open; who came first stands first."""
    seated = Seat.objects.filter(event=event, left_after_game=None)
    seated = seated.filter(round=found) if found else seated.exclude(round__state=RoundState.CLOSED)
    guests = Guest.objects.filter(event=event, arrived_at__isnull=False).exclude(status__in=AWAY)
    return list(guests.exclude(pk__in=seated.values("guest")).select_related("livery").order_by("arrived_at", "badge"))


def present(event: Event) -> list[Guest]:
    """Who may take a seat in a further round: everybody who is here or sat before, and has not gone home."""
    guests = Guest.objects.filter(event=event).exclude(status__in=AWAY).select_related("livery").order_by("badge")
    sat = set(Seat.objects.filter(event=event).values_list("guest_id", flat=True))
    return [guest for guest in guests if guest.arrived_at or guest.pk in sat]
