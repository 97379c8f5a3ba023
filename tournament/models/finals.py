"""What was sealed, and what the Umpire's cut of cards decided.

What each finalist answered, and what went on paper.
"""

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
                fields=("event",),
                condition=models.Q(broken_at__isnull=True),
                name="one_seal_in_force",
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
        constraints = (
            models.UniqueConstraint(
                fields=("event", "entry", "guest"), name="one_card_a_guest_and_cut"
            ),
        )

    def __str__(self) -> str:
        return f"{self.guest}: {self.card}"


class Reply(models.Model):
    """Whether one of those sealed, or a reserve in their place, is there for the play-off; a
    further act on the seal.

    A reply is never rewritten: it is taken back, and another one given.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="replies")
    seal = models.ForeignKey(Seal, on_delete=models.PROTECT, related_name="replies")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="replies")
    entry = models.ForeignKey(LedgerEntry, on_delete=models.PROTECT, related_name="replies")
    declined = models.BooleanField()
    taken_back = models.ForeignKey(
        LedgerEntry,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="replies_taken_back",
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
    """One item that went out as paper: a guest's score card, a table's card, a whole list; the
    digest of what it said.

    A log beside the ledger: it decides nothing, and is only added to.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="printings")
    kind = models.CharField(max_length=40)
    item = models.CharField(
        max_length=20, blank=True, help_text="A badge or a table; empty for a list as a whole."
    )
    digest = models.CharField(max_length=64)
    edition = models.PositiveIntegerField()
    printed_at = models.DateTimeField()
    printed_by = models.CharField(max_length=120)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("event", "kind", "item"), name="printings_of_a_paper"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.item}, edition {self.edition}"
