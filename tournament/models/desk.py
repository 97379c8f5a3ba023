"""What the desk types from paper: hands kept until their game is whole, totals of cards, and what
was keyed twice.

Rows that count are only added: what is taken back names the entry that took it back and stays.
"""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest
from tournament.models.ledger import LedgerEntry
from tournament.models.seating import Round
from tournament.models.sheet import Game, Sheet


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
        help_text="The bare points it was asked of; of others it says nothing."
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
