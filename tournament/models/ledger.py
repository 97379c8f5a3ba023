"""The ledger: append-only, hash-chained rows of every accepted act on results."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournament.models.event import Event


class LedgerEntry(models.Model):
    """One accepted act. Triggers refuse to change or delete it (tournament/triggers.py)."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="ledger")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=80, help_text="Made by the client: the same act sent twice is one entry.")
    body = models.JSONField(encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=300, blank=True)
    actor = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_entry_a_number"),
            models.UniqueConstraint(fields=("event", "key"), name="one_entry_a_key"),
        )
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
