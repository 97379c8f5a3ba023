"""Matches of two: the stages, rounds and pairings of an event that pairs its guests instead of
seating them.
"""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest


class MatchStage(models.Model):
    """A stage that has begun: who is in it, best seed first, and once it is closed its final order;
    both as refs.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="match_stages")
    number = models.PositiveSmallIntegerField(help_text="From 0.")
    entrants = models.JSONField(default=list)
    order = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_match_stage_a_number"),
        )

    def __str__(self) -> str:
        return f"Stage {self.number + 1}"


class MatchRound(models.Model):
    """A round of pairings: a draft until it is published."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="match_rounds")
    stage = models.ForeignKey(MatchStage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="From 1, over all stages.")
    published = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_match_round_a_number"),
        )

    def __str__(self) -> str:
        return f"Round {self.number}"


class Pairing(models.Model):
    """Two guests who meet, or one with a bye, and what came of it (`scoring.pairing.values.Match`
    says how).
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="pairings")
    round = models.ForeignKey(MatchRound, on_delete=models.PROTECT, related_name="pairings")
    position = models.PositiveSmallIntegerField(help_text="The order within the round, from 0.")
    slot = models.SmallIntegerField(
        help_text="The place in a bracket, from 0; -1 for the match for the third place."
    )
    table = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=12, default="match")
    one = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(
        Guest, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    result = models.CharField(max_length=16, blank=True)
    games = models.CharField(max_length=5, blank=True)
    version = models.PositiveSmallIntegerField(default=0)
    reasons = models.JSONField(default=list)

    class Meta:
        ordering = ("round__number", "position")
        constraints = (
            models.UniqueConstraint(
                fields=("event", "round", "position"), name="one_pairing_a_position"
            ),
            models.CheckConstraint(
                condition=models.Q(other__isnull=False) | models.Q(result="", table=0),
                name="a_bye_has_no_result",
            ),
        )

    def __str__(self) -> str:
        return f"{self.one} and {self.other}" if self.other else f"{self.one}: bye"


class PairBond(models.Model):
    """Two guests whom the desk binds together for a round, or keeps apart in
    one round or always.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="pair_bonds")
    one = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="+")
    forced = models.BooleanField()
    round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.one} and {self.other}: {'bound' if self.forced else 'kept apart'}"


class AskedBye(models.Model):
    """A guest who asked to sit a round of the Swiss out."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="asked_byes")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="asked_byes")
    round = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("round", "guest__badge")
        constraints = (
            models.UniqueConstraint(
                fields=("event", "guest", "round"), name="one_bye_a_guest_and_round"
            ),
        )

    def __str__(self) -> str:
        return f"{self.guest}: bye in round {self.round}"


class LateEntry(models.Model):
    """A guest who came into the Swiss before a round, with the points stated for those missed, in
    halves.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="late_entries")
    guest = models.ForeignKey(Guest, on_delete=models.PROTECT, related_name="late_entries")
    round = models.PositiveSmallIntegerField()
    halves = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "late entries"
        constraints = (
            models.UniqueConstraint(fields=("event", "guest"), name="one_late_entry_a_guest"),
        )

    def __str__(self) -> str:
        return f"{self.guest}: from round {self.round}"
