"""Walls that browsers make, what they are told to show, and the clock of a round.

None of it changes a result: the ledger is not asked.
"""

from django.db import models

from tournament.models.event import Event
from tournament.models.seating import Round


class Ground(models.TextChoices):
    """What a wall is drawn on."""

    DARK = "dark", "Dark"
    LIGHT = "light", "Light"
    PLAIN = "plain", "Black and white"


class Screen(models.Model):
    """A browser that is a wall of this evening, known by its two letters and a secret of its own.

    `digest` is that of the secret, empty until the browser answers for the first time; `scene` is
    chosen by hand, empty while the wall follows the evening.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screens")
    letters = models.CharField(max_length=2, unique=True)
    place = models.CharField(max_length=60, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    scene = models.CharField(max_length=16, blank=True)
    black = models.BooleanField(default=False)
    frozen = models.BooleanField(default=False)
    ground = models.CharField(max_length=8, choices=Ground, default=Ground.DARK)
    since = models.DateTimeField(help_text="When somebody last chose what it shows.")
    named_until = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"Wall {self.letters}"


class Show(models.Model):
    """What the walls that follow the evening are told besides its course.

    `scene` was called up by the announcer and holds while the evening stands as in `course`;
    `spoken` counts what was said since, and `scripted` tells that an announcer's key says it;
    `revision` moves on with every change, for the tags of the
    walls.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="show")
    revision = models.PositiveIntegerField(default=0)
    scene = models.CharField(max_length=16, blank=True)
    course = models.CharField(max_length=40, blank=True)
    notice = models.CharField(max_length=120, blank=True)
    given = models.CharField(max_length=20, blank=True)
    spoken = models.PositiveSmallIntegerField(default=0)
    scripted = models.BooleanField(default=False)
    prizes_read = models.PositiveSmallIntegerField(default=0)
    spoon_named = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"The show of {self.event}"


class RoundClock(models.Model):
    """When a round began, was paused, called its last game and ended, by the server's clock.

    `extra` holds minutes that a ruling gave, by the number of the table; `pauses` from when to when
    play stood still, in seconds since 1970; `ahead` by how many seconds the computer's clock was
    ahead of the even time (tournament/site/clock.py) at the start.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="clocks")
    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    started_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    last_game_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    extra = models.JSONField(default=dict, blank=True)
    pauses = models.JSONField(default=list, blank=True)
    ahead = models.FloatField(null=True, blank=True)

    def __str__(self) -> str:
        return f"The clock of {self.round}"
