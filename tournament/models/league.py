"""What spans several evenings: leagues with their persons and their log, evenings that began as
copies of another one, and the people invited again from an earlier one.
"""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from scoring.counting.league import PLACE_POINTS
from tournament.models.event import Event
from tournament.models.guest import Guest, printable


class CountBy(models.TextChoices):
    """What an evening counts in a league."""

    TOTAL = "total", "The totals are added up"
    PLACE = "place", "The places are added up, the lowest sum leads"
    POINTS = "points", "Points for the places are added up, the highest sum leads"


class Missed(models.TextChoices):
    """How somebody who played fewer evenings than count stands in a league."""

    UNRANKED = "unranked", "They are listed without a place"
    WORST = "worst", "An evening missed counts as the worst of that evening"
    NOTHING = "nothing", "An evening missed counts 0 (where the highest leads)"


def default_place_points() -> list[int]:
    """Points for the first places, as long as a league sets none of its own."""
    return list(PLACE_POINTS)


class League(models.Model):
    """Several evenings whose results add up.

    Every act moves the version on: the row is also the lock at which its writers queue.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    count_by = models.CharField(max_length=8, choices=CountBy, default=CountBy.TOTAL)
    best = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many evenings count; empty for all."
    )
    missed = models.CharField(max_length=10, choices=Missed, default=Missed.UNRANKED)
    place_points = models.JSONField(default=default_place_points)
    public = models.BooleanField(default=False, help_text="Anybody may see the standing.")
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class LeagueOrganiser(models.Model):
    """An account that runs a league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="organisers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="leagues_run"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("league", "user"), name="one_organiser_a_league_and_user"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} runs {self.league}"


class LeagueEvening(models.Model):
    """An event as one of the evenings of a league, in their order."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="evenings")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="in_leagues")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("league", "event"), name="one_evening_a_league_and_event"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}, evening {self.number}"


class Person(models.Model):
    """One person across the evenings of a league, whoever they are: names are kept by the guests
    linked to them alone.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="persons")
    number = models.PositiveIntegerField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("league", "number"), name="one_person_a_league_and_number"
            ),
        )

    def __str__(self) -> str:
        return f"Person {self.number}"


class PersonLink(models.Model):
    """A guest whom an official confirmed to be a person of the league. A link that was split later
    stays as a row that says who split it.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="links")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="links")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="person_links")
    confirmed_at = models.DateTimeField()
    confirmed_by = models.CharField(max_length=120)
    split_at = models.DateTimeField(null=True, blank=True)
    split_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("league", "guest"),
                condition=models.Q(split_at__isnull=True),
                name="one_person_a_league_and_guest",
            ),
        )

    def __str__(self) -> str:
        return f"{self.guest}: {self.person}"


class ToldApart(models.Model):
    """Two guests of different evenings who are not one person, as an official said: the pair is not
    proposed again.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="told_apart")
    one = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        verbose_name_plural = "told apart"
        constraints = (
            models.UniqueConstraint(
                fields=("league", "one", "other"), name="one_telling_apart_a_pair"
            ),
        )

    def __str__(self) -> str:
        return f"{self.one} is not {self.other}"


class LeagueEntry(models.Model):
    """One act on a league: who did what, and when. Guests are named by their key alone, so that no
    name stays here after it was wiped.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=80)
    body = models.JSONField(encoder=DjangoJSONEncoder)
    actor = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ("league", "number")
        constraints = (
            models.UniqueConstraint(fields=("league", "number"), name="one_league_entry_a_number"),
            models.UniqueConstraint(fields=("league", "key"), name="one_league_entry_a_key"),
        )
        verbose_name_plural = "league entries"

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class EventCopy(models.Model):
    """An event that began as a copy of another one. By its key a request that comes twice is
    recognised.
    """

    source = models.ForeignKey(Event, null=True, on_delete=models.SET_NULL, related_name="copies")
    made = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="copied_from")
    key = models.CharField(max_length=80)
    at = models.DateTimeField()
    by = models.CharField(max_length=120)

    class Meta:
        verbose_name_plural = "event copies"
        constraints = (
            models.UniqueConstraint(fields=("source", "key"), name="one_copy_a_source_and_key"),
        )

    def __str__(self) -> str:
        return f"{self.made} from {self.source}"


class Invited(models.Model):
    """Somebody of an earlier evening who is invited to this one: neither a guest nor in any draw
    until an official confirms them.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invited")
    name = models.CharField(max_length=80, validators=[printable])
    sort_name = models.CharField(max_length=120, blank=True, validators=[printable])
    livery = models.CharField(max_length=80, blank=True)
    fields = models.JSONField(
        default=dict, help_text="What else was known of them, as a guest's fields."
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=120, blank=True)
    guest = models.OneToOneField(
        Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="invitation"
    )

    class Meta:
        ordering = ("sort_name", "pk")
        verbose_name_plural = "invited"

    def __str__(self) -> str:
        return self.name
