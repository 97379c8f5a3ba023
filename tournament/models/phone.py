"""Codes on paper, the phones that came by them, phones that ask, and guests who say that something
is wrong.
"""

from django.db import models

from tournament.models.event import Event
from tournament.models.guest import Guest, printable
from tournament.models.sheet import Game


class CodeKind(models.TextChoices):
    """What a code opens."""

    TABLE = "table", "A table, by its card"
    PHONE = "phone", "A table, for one phone that an official let in"
    HAND_OVER = "hand_over", "The tables of a lost phone, once"
    GUEST = "guest", "A guest's own page"


class Code(models.Model):
    """A capability of 128 bits and more, of which only the sha256 is kept.

    A revoked one stays as it is.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="codes")
    kind = models.CharField(max_length=10, choices=CodeKind)
    digest = models.CharField(max_length=64, unique=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    guest = models.ForeignKey(
        Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="codes"
    )
    phone = models.ForeignKey(
        "Phone",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="hand_overs",
        help_text="The lost one.",
    )
    short = models.CharField(
        max_length=6,
        null=True,
        blank=True,
        unique=True,
        help_text="Typed from the table card; it only asks.",
    )
    issue = models.PositiveSmallIntegerField(
        default=1, help_text="Goes up each time the code is made again."
    )
    address = models.CharField(
        max_length=200, blank=True, help_text="The server's address as printed last."
    )
    issued_at = models.DateTimeField()
    issued_by = models.CharField(max_length=120)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.CharField(max_length=120, blank=True)
    doubt = 0
    """What its guest told the umpires last and nobody has looked at; set by the entrance."""

    class Meta:
        ordering = ("event", "kind", "table", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("event", "table"),
                condition=models.Q(kind="table", revoked_at__isnull=True),
                name="one_code_a_table",
            ),
            models.UniqueConstraint(
                fields=("event", "guest"),
                condition=models.Q(kind="guest", revoked_at__isnull=True),
                name="one_code_a_guest",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=("table", "phone"), table__isnull=False)
                | models.Q(kind="guest", guest__isnull=False)
                | models.Q(kind="hand_over", phone__isnull=False),
                name="a_code_opens_something",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.table or self.guest or 'hand-over'})"


class PhoneState(models.TextChoices):
    """Whether a phone may enter sheets."""

    WAITING = "waiting", "Waiting to be let in"
    ADMITTED = "admitted", "Let in"
    REVOKED = "revoked", "No longer let in"


class Phone(models.Model):
    """One phone at one event: known by the digest of a key it made itself, called by its mark."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="phones")
    digest = models.CharField(max_length=64)
    mark = models.CharField(max_length=2)
    umpire = models.CharField(max_length=60, blank=True, validators=[printable])
    tables = models.JSONField(
        default=list, help_text="The numbers of the tables it has called for."
    )
    state = models.CharField(max_length=10, choices=PhoneState)
    first_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    settled_by = models.CharField(max_length=120, blank=True)
    unsent = models.PositiveSmallIntegerField(
        default=0, help_text="Games it keeps that nobody has taken yet."
    )
    clock_ahead = models.IntegerField(
        null=True, blank=True, help_text="Its clock minus the server's, in seconds."
    )

    class Meta:
        ordering = ("event", "first_at", "pk")
        constraints = (models.UniqueConstraint(fields=("event", "digest"), name="one_phone_a_key"),)

    def __str__(self) -> str:
        return f"Phone {self.mark}"


class Ask(models.Model):
    """A phone that typed a table's six characters; the digest is of the ticket it holds.

    Settled once.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="asks")
    table = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    mark = models.CharField(max_length=2)
    name = models.CharField(max_length=60, blank=True, validators=[printable])
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.CharField(max_length=120, blank=True)
    let_in = models.BooleanField(default=False)

    class Meta:
        ordering = ("event", "at", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(let_in=False) | models.Q(settled_at__isnull=False),
                name="let_in_is_settled",
            ),
        )

    def __str__(self) -> str:
        return f"Phone {self.mark} asks for table {self.table}"


class CountKind(models.TextChoices):
    """What is counted by the day."""

    WRONG_ASK = "wrong_ask", "Wrong characters typed"
    REACHED = "reached", "Phones that reached the server"


class DayCount(models.Model):
    """A count of a day, of no event: a wrong ask costs one write here, as a right one does
    elsewhere.
    """

    kind = models.CharField(max_length=10, choices=CountKind)
    day = models.DateField()
    count = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("kind", "day"), name="one_count_a_day"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.count} on {self.day}"


class Doubt(models.Model):
    """A guest says from their own page that a game of theirs is wrong. No result depends on it."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="doubts")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="doubts")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="doubts"
    )
    words = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    seen_by = models.CharField(max_length=120, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("event", "at", "pk")

    def __str__(self) -> str:
        return f"{self.guest}: {self.words}"
