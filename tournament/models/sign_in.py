"""Those who signed themselves in by the code on the wall, and what the organiser answered."""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest, printable


class SignIn(models.Model):
    """One who signed themselves in: waits until an official makes them a guest or turns them away, once and for all."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sign_ins")
    name = models.CharField(max_length=80, validators=[printable])
    company = models.CharField(max_length=80, blank=True, validators=[printable])
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    guest = models.OneToOneField(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="sign_in")

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(guest__isnull=True) | models.Q(answered_at__isnull=False),
                name="a_guest_was_accepted",
            ),
        )

    def __str__(self) -> str:
        return self.name
