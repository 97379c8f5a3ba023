"""What the umpires ruled, what became of each ruling, and what it did to the scores: rows that are
never changed.

Calls for an umpire: who waits at which table, who goes there, and when it was settled.
"""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest
from tournament.models.ledger import LedgerEntry
from tournament.models.seating import Table
from tournament.models.sheet import Game, Sheet


class Ruling(models.Model):
    """One ruling as it was given: the claim, the five parts, and the earlier ruling it departs
    from, if any.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="ruling")
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    seat = models.CharField(max_length=1, blank=True)
    guest = models.ForeignKey(
        Guest, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    kind = models.CharField(max_length=40, help_text="The situation, by its name in claims.")
    noticed = models.CharField(max_length=20)
    clauses = models.CharField(max_length=400, blank=True, help_text="All clauses cited, in order.")
    claim = models.JSONField()
    answer = models.JSONField(help_text="The five parts of the answer.")
    refers_to = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="later"
    )
    precedent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    departs = models.BooleanField(
        default=False, help_text="Decided differently from its precedent."
    )
    departs_reason = models.CharField(max_length=300, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    given_by = models.CharField(max_length=120)
    given_at = models.DateTimeField()

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_ruling_a_number"),
        )

    def __str__(self) -> str:
        return f"Ruling {self.number}"


class DecisionKind(models.TextChoices):
    """What was said of a ruling after it was given."""

    ACCEPTED = "accepted", "Accepted"
    OVERRULED = "overruled", "Overruled"
    EXPLAINED = "explained", "Why it departs"


class Decision(models.Model):
    """A further row about a ruling: it was accepted, overruled with own parts, or its departure
    explained.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="decisions")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="decisions")
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="decision")
    kind = models.CharField(max_length=12, choices=DecisionKind)
    parts = models.JSONField(
        default=dict, blank=True, help_text="An overruling's own words, by part, and its act."
    )
    reason = models.CharField(max_length=300, blank=True)
    departs = models.BooleanField(default=False)
    by = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        ordering = ("entry__number",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind="accepted") | ~models.Q(reason=""),
                name="a_decision_has_its_reason",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ruling}: {self.get_kind_display()}"


class AdjustmentKind(models.TextChoices):
    """What a ruling may do to the scores."""

    POINTS = "points", "Points on a player"
    VOID = "void", "Game void"
    REPLAY = "replay", "Game played again"
    TALLY = "tally", "Tally corrected"


class Adjustment(models.Model):
    """One effect on the scores, a row of its own beside the tallies; taken back by a row of
    `Cancellation`.

    `before` is the sheet as it stood (set aside by a replay, replaced by a corrected tally),
    `after` the corrected one.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="adjustments")
    number = models.PositiveIntegerField()
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="adjustment")
    ruling = models.ForeignKey(
        Ruling, null=True, blank=True, on_delete=models.PROTECT, related_name="adjustments"
    )
    kind = models.CharField(max_length=8, choices=AdjustmentKind)
    guest = models.ForeignKey(
        Guest, null=True, blank=True, on_delete=models.PROTECT, related_name="adjustments"
    )
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.SmallIntegerField(null=True, blank=True)
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="adjustments"
    )
    before = models.ForeignKey(
        Sheet, null=True, blank=True, on_delete=models.PROTECT, related_name="set_aside_by"
    )
    after = models.ForeignKey(
        Sheet, null=True, blank=True, on_delete=models.PROTECT, related_name="corrected_by"
    )
    reason = models.CharField(max_length=300)
    witness = models.CharField(max_length=120, blank=True)
    by = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_adjustment_a_number"),
            models.CheckConstraint(
                condition=models.Q(
                    kind="points", guest__isnull=False, points__isnull=False, game__isnull=True
                )
                | models.Q(
                    kind__in=("void", "replay", "tally"), points__isnull=True, game__isnull=False
                ),
                name="an_adjustment_is_of_one_kind",
            ),
            models.CheckConstraint(
                condition=~models.Q(reason=""), name="an_adjustment_has_its_reason"
            ),
        )

    def __str__(self) -> str:
        return f"Adjustment {self.number}"


class Cancellation(models.Model):
    """An adjustment taken back, with the reason."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="cancellations")
    adjustment = models.OneToOneField(
        Adjustment, on_delete=models.PROTECT, related_name="cancellation"
    )
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="cancellation")
    reason = models.CharField(max_length=300)
    by = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=~models.Q(reason=""), name="a_cancellation_has_its_reason"
            ),
        )

    def __str__(self) -> str:
        return f"{self.adjustment}, cancelled"


class Call(models.Model):
    """A table calling for an umpire.

    No result depends on it, so it is a plain row that moves on in time.
    """

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
                fields=("event", "table"),
                condition=models.Q(done_at__isnull=True),
                name="one_open_call_a_table",
            ),
        )

    def __str__(self) -> str:
        return f"{self.table} calls"
