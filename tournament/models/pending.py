"""What one official asked for and a second one has to approve."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournament.models.event import Event
from tournament.models.ledger import LedgerEntry


class PendingState(models.TextChoices):
    """It waits until somebody else approves or declines it, or who asked takes it back."""

    WAITING = "waiting", "Waiting"
    APPROVED = "approved", "Approved"
    DECLINED = "declined", "Declined"
    WITHDRAWN = "withdrawn", "Taken back"


class Pending(models.Model):
    """An act that waits for its second official, with the preview that was seen when it was asked for.

    Once settled it stays as it is; asking again makes a new row.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="pending")
    kind = models.CharField(max_length=20)
    payload = models.JSONField(encoder=DjangoJSONEncoder)
    preview = models.JSONField(encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=300)
    state = models.CharField(max_length=12, choices=PendingState, default=PendingState.WAITING)
    asked = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="pending")
    asked_by = models.CharField(max_length=120)
    asked_user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    settled_by = models.CharField(max_length=120, blank=True)
    settled_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)
    entry = models.OneToOneField(
        LedgerEntry,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="settles",
        help_text="What it led to.",
    )

    class Meta:
        ordering = ("event", "pk")
        verbose_name_plural = "pending acts"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state="waiting", settled_at__isnull=True, entry__isnull=True)
                | (~models.Q(state="waiting") & models.Q(settled_at__isnull=False, entry__isnull=False)),
                name="pending_is_settled_once",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="approved") | ~models.Q(settled_user=models.F("asked_user")),
                name="nobody_approves_their_own",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind}, asked by {self.asked_by}"

    @property
    def waits(self) -> bool:
        """Whether a second official can still approve it."""
        return self.state == PendingState.WAITING
