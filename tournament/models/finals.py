"""What each finalist answered, and what went on paper."""

from django.db import models

from tournament.models.cut import Seal
from tournament.models.event import Event
from tournament.models.guest import Guest
from tournament.models.ledger import LedgerEntry


class Reply(models.Model):
    """Whether one of those sealed, or a reserve in their place, is there for the play-off; a further act on the seal.

    A reply is never rewritten: it is taken back, and another one given.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="replies")
    seal = models.ForeignKey(Seal, on_delete=models.PROTECT, related_name="replies")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="replies")
    entry = models.ForeignKey(LedgerEntry, on_delete=models.PROTECT, related_name="replies")
    declined = models.BooleanField()
    taken_back = models.ForeignKey(
        LedgerEntry, null=True, blank=True, on_delete=models.PROTECT, related_name="replies_taken_back"
    )

    class Meta:
        verbose_name_plural = "replies"
        constraints = (
            models.UniqueConstraint(
                fields=("event", "seal", "guest"),
                condition=models.Q(taken_back__isnull=True),
                name="one_reply_a_guest_and_seal",
            ),
        )

    def __str__(self) -> str:
        return f"{self.guest}: {'declined' if self.declined else 'present'}"


class Printing(models.Model):
    """One item that went out as paper: a guest's score card, a table's card, a whole list; the digest of what it said.

    A log beside the ledger: it decides nothing, and is only added to.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="printings")
    kind = models.CharField(max_length=40)
    item = models.CharField(max_length=20, blank=True, help_text="A badge or a table; empty for a list as a whole.")
    digest = models.CharField(max_length=64)
    edition = models.PositiveIntegerField()
    printed_at = models.DateTimeField()
    printed_by = models.CharField(max_length=120)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("event", "kind", "item"), name="printings_of_a_paper"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.item}, edition {self.edition}"
