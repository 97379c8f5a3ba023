"""A rehearsal: which evening it practises, and how fast it plays by itself."""

from django.db import models

from tournament.models.event import Event

PACES = (10, 5, 2)
"""Seconds from one step to the next: slow, as usual (about ten minutes in all), quick."""


class Rehearsal(models.Model):
    """What a copy that is marked so knows of itself. `moved_at` is when its last step was taken."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rehearsal")
    source = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="rehearsed")
    pace = models.PositiveSmallIntegerField(default=PACES[1])
    going = models.BooleanField(default=False)
    over = models.BooleanField(default=False)
    steps = models.PositiveSmallIntegerField(default=0)
    moved_at = models.DateTimeField()
    said = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.event} of {self.source}"
