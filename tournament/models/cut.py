"""What was sealed, and what the Umpire's cut of cards decided."""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest
from tournament.models.ledger import LedgerEntry


class Seal(models.Model):
    """A sealed cut: a snapshot with its digest. Printing and revealing are acts of their own."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="seals")
    edition = models.PositiveSmallIntegerField(default=1)
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="seal")
    snapshot = models.JSONField()
    digest = models.CharField(max_length=64)
    sealed_at = models.DateTimeField()
    sealed_by = models.CharField(max_length=120)
    printed_at = models.DateTimeField(null=True, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)
    broken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("event", "edition")
        constraints = (
            models.UniqueConstraint(fields=("event", "edition"), name="one_seal_an_edition"),
            models.UniqueConstraint(
                fields=("event",), condition=models.Q(broken_at__isnull=True), name="one_seal_in_force"
            ),
        )

    def __str__(self) -> str:
        return f"The cut, edition {self.edition}"


class CutOfCards(models.Model):
    """One guest's card in a cut of cards: the lower rank goes before (1 first)."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="cuts_of_cards")
    entry = models.ForeignKey(LedgerEntry, on_delete=models.PROTECT, related_name="cuts_of_cards")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="cuts_of_cards")
    stage = models.CharField(max_length=12)
    card = models.CharField(max_length=3)
    rank = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "cuts of cards"
        constraints = (models.UniqueConstraint(fields=("event", "entry", "guest"), name="one_card_a_guest_and_cut"),)

    def __str__(self) -> str:
        return f"{self.guest}: {self.card}"
