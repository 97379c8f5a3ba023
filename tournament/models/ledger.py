"""The ledger: append-only, hash-chained rows of every accepted act on results.

What one official asked for and a second one has to approve.
"""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournament.models.event import Event


class Standing(models.Manager["LedgerEntry"]):
    """The entries that stand: those whose press was taken back are passed over."""

    def get_queryset(self) -> "models.QuerySet[LedgerEntry]":
        """All of them in one question."""
        here = {"event": models.OuterRef("event"), "number": models.OuterRef("number")}
        return super().get_queryset().exclude(models.Exists(Withdrawal.objects.filter(**here)))


class LedgerEntry(models.Model):
    """One accepted act. Triggers refuse to change or delete it (tournament/server/triggers.py)."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="ledger")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    key = models.CharField(
        max_length=80, help_text="Made by the browser: the same act sent twice is one entry."
    )
    body = models.JSONField(encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=300, blank=True)
    actor = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)
    press = models.ForeignKey(
        "Press",
        null=True,
        blank=True,
        db_constraint=False,
        on_delete=models.DO_NOTHING,
        related_name="entries",
        editable=False,
    )
    """The form that was sent; no part of the digest."""

    objects: "models.Manager[LedgerEntry]" = models.Manager()
    standing = Standing()

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_entry_a_number"),
            models.UniqueConstraint(fields=("event", "key"), name="one_entry_a_key"),
        )
        verbose_name_plural = "ledger entries"

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Press(models.Model):
    """A form that was sent, noted in the transaction of its act: the same form sent again changes
    nothing.

    Also where an act leaves no entry in the ledger, as most do before the seating is published.
    """

    record = models.CharField(
        max_length=40, help_text="The evening or league it was pressed for, or the site."
    )
    key = models.CharField(
        max_length=80, help_text="Made with the form, and the digest of what was sent in it."
    )
    at = models.DateTimeField()
    route = models.CharField(max_length=60, blank=True, help_text="Empty for a command.")
    schema = models.CharField(
        max_length=12, blank=True, help_text="The columns that its changes name."
    )
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone"
    )
    actor = models.CharField(max_length=120, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        constraints = (models.UniqueConstraint(fields=("record", "key"), name="one_press_a_form"),)
        verbose_name_plural = "presses"

    def __str__(self) -> str:
        return f"{self.record}: {self.key}"


class Verb(models.TextChoices):
    """What a change did to its row."""

    INSERT = "i", "New"
    UPDATE = "u", "Changed"
    DELETE = "d", "Gone"


MARK = "ledgerentry"
"""The kind of a change that marks how far the ledger was when an act began: its key is the last
number then, and it is of no press.
"""


class Change(models.Model):
    """What a row was before a press changed it, kept by triggers (tournament/server/capture.py).

    It points at nothing that is looked after: what it tells of may be gone. Only added to.
    """

    event = models.ForeignKey(
        Event,
        null=True,
        db_constraint=False,
        db_index=False,
        on_delete=models.DO_NOTHING,
        related_name="changes",
    )
    press = models.ForeignKey(
        Press, null=True, db_constraint=False, on_delete=models.DO_NOTHING, related_name="changes"
    )
    kind = models.CharField(max_length=40, help_text="The name of the model.")
    key = models.BigIntegerField()
    verb = models.CharField(max_length=1, choices=Verb)
    before = models.JSONField(
        help_text="Columns that differ, of a row that is gone all of them, of a new one none."
    )

    class Meta:
        indexes = (
            models.Index(fields=("kind", "key"), name="changes_of_a_row"),
            models.Index(fields=("event", "id"), name="changes_of_an_evening"),
        )

    def __str__(self) -> str:
        return f"{self.verb} {self.kind} {self.key}"


class Withdrawal(models.Model):
    """An entry whose press was taken back: readers pass it over (LedgerEntry.standing)."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="withdrawals")
    number = models.PositiveIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_withdrawal_an_entry"),
        )

    def __str__(self) -> str:
        return f"{self.event}: entry {self.number}"


class PendingState(models.TextChoices):
    """It waits until somebody else approves or declines it, or who asked takes it back."""

    WAITING = "waiting", "Waiting"
    APPROVED = "approved", "Approved"
    DECLINED = "declined", "Declined"
    WITHDRAWN = "withdrawn", "Taken back"


class Pending(models.Model):
    """An act that waits for its second official, with the preview that was seen when it was asked
    for.

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
    asked_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
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
                | (
                    ~models.Q(state="waiting")
                    & models.Q(settled_at__isnull=False, entry__isnull=False)
                ),
                name="pending_is_settled_once",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="approved")
                | ~models.Q(settled_user=models.F("asked_user")),
                name="nobody_approves_their_own",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind}, asked by {self.asked_by}"

    @property
    def waits(self) -> bool:
        """Whether a second official can still approve it."""
        return self.state == PendingState.WAITING
