"""Calls for an umpire: who waits at which table, who goes there, and when it was settled."""

from django.db import models

from tournament.models.event import Event
from tournament.models.seating import Table


class Call(models.Model):
    """A table calling for an umpire. No result depends on it, so it is a plain row that moves on in time."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="calls")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    reason = models.CharField(max_length=120, blank=True)
    called_by = models.CharField(max_length=120)
    called_at = models.DateTimeField()
    seen_by = models.CharField(max_length=120, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    done_by = models.CharField(max_length=120, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("called_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("event", "table"), condition=models.Q(done_at__isnull=True), name="one_open_call_a_table"
            ),
        )

    def __str__(self) -> str:
        return f"{self.table} calls"
