"""Rounds, tables and seats."""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest


class Stage(models.TextChoices):
    """The part of the event a round belongs to."""

    QUALIFYING = "qualifying", "Qualifying round"
    PLAYOFF = "playoff", "Play-off"
    EXTRA = "extra", "Extra game"


class RoundState(models.TextChoices):
    """A drawn seating is a draft until published; a closed round takes no more new sheets."""

    DRAFT = "draft", "Draft"
    PUBLISHED = "published", "Published"
    CLOSED = "closed", "Closed"


class Round(models.Model):
    """A sitting: a number of games played without re-seating."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=12, choices=Stage, default=Stage.QUALIFYING)
    games = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=RoundState, default=RoundState.DRAFT)
    movement = models.CharField(
        max_length=400, blank=True, help_text="The sentence that moves guests on to this round."
    )
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_round_a_number"),
        )

    def __str__(self) -> str:
        return (
            f"Round {self.number}"
            if self.stage == Stage.QUALIFYING
            else str(Stage(self.stage).label)
        )

    @property
    def open(self) -> bool:
        """Whether sheets are taken."""
        return self.state == RoundState.PUBLISHED


class Table(models.Model):
    """A numbered table of one round."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tables")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    packs = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "round", "number"), name="one_table_a_number"),
        )

    def __str__(self) -> str:
        return f"Table {self.number}"


class Seat(models.Model):
    """Who sits where, from which game, and until which: a substitute is a new row."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="seats")
    letter = models.CharField(max_length=1)
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="seats")
    from_game = models.PositiveSmallIntegerField(default=1)
    left_after_game = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("table__number", "letter", "from_game")
        constraints = (
            models.UniqueConstraint(
                fields=("event", "table", "letter", "from_game"), name="one_guest_a_seat"
            ),
            models.UniqueConstraint(
                fields=("event", "round", "guest"),
                condition=models.Q(left_after_game__isnull=True),
                name="one_seat_a_guest_and_round",
            ),
        )

    def __str__(self) -> str:
        return f"{self.table}, seat {self.letter}: {self.guest}"
