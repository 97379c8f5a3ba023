"""What a ticket shop or a form last said of each ticket, and which guest came of it."""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest, printable


class TicketState(models.TextChoices):
    """Whether the holder of a ticket comes."""

    COMING = "coming", "Coming"
    CANCELLED = "cancelled", "Cancelled"
    REFUNDED = "refunded", "Refunded"
    AWAY = "away", "Not attending"
    WAITING = "waiting", "On the waiting list"
    GONE = "gone", "No longer in the list"


class Ticket(models.Model):
    """A line of the last list of a kind: listed whether its holder comes or not, seated by its
    guest alone.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tickets")
    source = models.CharField(max_length=20)
    order = models.CharField(max_length=60, blank=True)
    number = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=80, validators=[printable])
    company = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=12, choices=TicketState, default=TicketState.COMING)
    said = models.CharField(max_length=60, blank=True, help_text="The list’s own word for it.")
    guest = models.OneToOneField(
        Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="ticket"
    )

    class Meta:
        ordering = ("event", "pk")

    def __str__(self) -> str:
        return self.name
