"""Games, the versions of their sheets and the tallies on them, what was flagged or contested,
and what the desk types from paper beside them. Rows that count are only added: what is taken
back names the entry that took it back and stays.
"""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest
from tournament.models.ledger import LedgerEntry, Withdrawal
from tournament.models.seating import Round, Table


class Game(models.Model):
    """One deal at one table: game 3 of round 1 at table 7."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="games")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()
    dealer = models.CharField(max_length=1, blank=True, help_text="The dealer's seat, where known.")
    not_played = models.BooleanField(default=False)
    void = models.BooleanField(
        default=False, help_text="A ruling took it out of the scores at this table."
    )
    turns = models.PositiveIntegerField(null=True, blank=True)
    extra = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("table__round__number", "table__number", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "table", "number"), name="one_game_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.table}, game {self.number}"


class StandingSheets(models.Manager["Sheet"]):
    """The versions that were not taken back, whether they count or a later one does."""

    def get_queryset(self) -> "models.QuerySet[Sheet]":
        """All of them in one question."""
        saved = {"event": models.OuterRef("event"), "number": models.OuterRef("entry__number")}
        return super().get_queryset().exclude(models.Exists(Withdrawal.objects.filter(**saved)))


class Sheet(models.Model):
    """All tallies of one game as submitted together: a numbered version, never edited."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sheets")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sheets")
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="sheet")
    version = models.PositiveSmallIntegerField()
    accepted = models.BooleanField(
        default=True, help_text="The version that counts; a later one takes its place."
    )
    blocked = models.BooleanField(default=False)
    checked = models.BooleanField(
        default=False, help_text="Every hand was looked over by its left-hand neighbour."
    )
    checker = models.CharField(max_length=120, blank=True)
    entered_by = models.CharField(max_length=120)
    entered_at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)
    moved_by = models.ForeignKey(
        LedgerEntry,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="sheets_moved",
        editable=False,
    )
    """The act that took this sheet to another game, so that none counts here until the next one is
    entered.
    """

    objects: "models.Manager[Sheet]" = models.Manager()
    standing = StandingSheets()

    class Meta:
        ordering = ("game", "version")
        constraints = (
            models.UniqueConstraint(
                fields=("event", "game", "version"), name="one_sheet_a_version"
            ),
            models.UniqueConstraint(
                fields=("event", "game"),
                condition=models.Q(accepted=True),
                name="one_accepted_sheet_a_game",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}, version {self.version}"


class TallyState(models.TextChoices):
    """Played or absent; a game nobody played has no sheet at all."""

    PLAYED = "played", "Played"
    ABSENT = "absent", "Absent"


class Tally(models.Model):
    """One guest's result on one sheet: the hand, or bare points, or absent."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tallies")
    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="tallies")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="tallies")
    seat = models.CharField(max_length=1)
    state = models.CharField(max_length=8, choices=TallyState, default=TallyState.PLAYED)
    hand = models.CharField(max_length=240, null=True, blank=True)  # noqa: DJ001 -- null: only bare points are known
    points = models.PositiveSmallIntegerField(null=True, blank=True)
    went_out = models.BooleanField(default=False)
    cards = models.PositiveSmallIntegerField(null=True, blank=True)
    eights = models.PositiveSmallIntegerField(null=True, blank=True)
    held = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Points of a hand that another scores."
    )
    place = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The finishing place."
    )
    laps = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("sheet", "seat")
        constraints = (
            models.UniqueConstraint(fields=("event", "sheet", "seat"), name="one_tally_a_seat"),
            models.UniqueConstraint(fields=("event", "sheet", "guest"), name="one_tally_a_guest"),
            models.CheckConstraint(
                condition=models.Q(state="absent", points__isnull=True)
                | models.Q(state="played", points__isnull=False),
                name="absent_is_not_zero",
            ),
            models.CheckConstraint(
                condition=models.Q(went_out=False)
                | models.Q(points=0, state="played")
                | models.Q(held=0, state="played")
                | models.Q(place=1, state="played"),
                name="out_is_zero_points_or_a_win",
            ),
            models.CheckConstraint(
                condition=models.Q(points__isnull=True) | models.Q(points__lte=2000),
                name="points_within_reason",
            ),
        )
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.guest}: {self.points}"


class Flag(models.Model):
    """Something unlikely on a sheet, and the reason an official gave for letting it stand."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="flags")
    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="flags")
    kind = models.CharField(max_length=30)
    seat = models.CharField(max_length=12, blank=True)
    text = models.CharField(max_length=300)
    dismissed = models.CharField(
        max_length=60, blank=True, help_text="Why it may stand; empty while it is open."
    )
    dismissed_by = models.CharField(max_length=120, blank=True)
    dismissed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.text


class Conflict(models.Model):
    """A different sheet sent on a stale version: kept whole until a person chooses."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="conflicts")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="conflicts")
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="conflict")
    resolved_by = models.ForeignKey(
        LedgerEntry, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.game}: two sheets"


class TypedHand(models.Model):
    """One guest's hand as typed while others of its game are still wanting: kept so that nothing is
    typed twice.

    It is no result. It goes once the sheet of its game is in.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="typed_hands")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="typed_hands")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="typed_hands")
    text = models.CharField(max_length=240)
    typed_by = models.CharField(max_length=120)
    typed_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("event", "game", "guest"), name="one_typed_hand_a_guest"
            ),
        )

    def __str__(self) -> str:
        return f"{self.guest}, {self.game}: {self.text}"


class CardTotal(models.Model):
    """The total that stands on a guest's paper card for a round; of several the last one counts."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="card_totals")
    entry = models.ForeignKey(LedgerEntry, on_delete=models.PROTECT, related_name="card_totals")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="card_totals")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="card_totals")
    points = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("entry__number",)
        constraints = (
            models.UniqueConstraint(
                fields=("event", "entry", "guest"), name="one_card_a_guest_and_entry"
            ),
        )

    def __str__(self) -> str:
        return f"{self.guest}, {self.round}: the card says {self.points}"


class RoundTotal(models.Model):
    """A card that bears nothing but the total of a round: it counts in the place of the guest's
    tallies.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="round_totals")
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="round_total")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="round_totals")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="round_totals")
    points = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField(help_text="Of how many games the total is.")
    taken_back_by = models.OneToOneField(
        LedgerEntry,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="round_total_taken_back",
    )

    class Meta:
        ordering = ("entry__number",)
        constraints = (
            models.UniqueConstraint(
                fields=("event", "round", "guest"),
                condition=models.Q(taken_back_by__isnull=True),
                name="one_total_a_guest_and_round",
            ),
            models.CheckConstraint(
                condition=models.Q(games__gte=1), name="a_round_total_is_of_games"
            ),
        )

    def __str__(self) -> str:
        return f"{self.guest}, {self.round}: {self.points} in all"


class SecondKeying(models.Model):
    """A sheet keyed a second time by somebody else, who did not see the first keying."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="second_keyings")
    entry = models.OneToOneField(
        LedgerEntry, on_delete=models.PROTECT, related_name="second_keying"
    )
    sheet = models.ForeignKey(Sheet, on_delete=models.PROTECT, related_name="second_keyings")
    agrees = models.BooleanField()
    keyed_by = models.CharField(max_length=120)

    class Meta:
        ordering = ("entry__number",)

    def __str__(self) -> str:
        return f"{self.sheet}, keyed again by {self.keyed_by}"


class Answer(models.Model):
    """What a guest said, when asked, of a game of which only bare points are known: their eights,
    their cards.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="answers")
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="answer")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="answers")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="answers")
    points = models.PositiveSmallIntegerField(
        help_text="The points it was asked about; of other points it says nothing."
    )
    eights = models.PositiveSmallIntegerField(null=True, blank=True)
    cards = models.PositiveSmallIntegerField(null=True, blank=True)
    taken_back_by = models.OneToOneField(
        LedgerEntry,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="answer_taken_back",
    )

    class Meta:
        ordering = ("entry__number",)
        constraints = (
            models.UniqueConstraint(
                fields=("event", "game", "guest"),
                condition=models.Q(taken_back_by__isnull=True),
                name="one_answer_a_guest_and_game",
            ),
            models.CheckConstraint(
                condition=models.Q(eights__isnull=False) | models.Q(cards__isnull=False),
                name="an_answer_says_something",
            ),
        )

    def __str__(self) -> str:
        return f"{self.guest}, {self.game}: {self.eights} eights, {self.cards} cards"
