"""What the site knows of accounts beyond Django's: where one was made, who is asked to serve, and
who logged in.

What the server notes about itself: how often something was tried of late, counted here, as server
processes share nothing but the database, and which requests took long.
"""

from django.conf import settings
from django.db import models

from tournament.models.event import Event, Role


class AccountOrigin(models.Model):
    """The evening for which an account was made: its organisers may give it a new password, nobody
    else's may.

    An account that its owner made, or an administrator, has none.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="origin"
    )
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="accounts_made")

    def __str__(self) -> str:
        return f"{self.user}, made at {self.event}"


class Appointment(models.Model):
    """An account that is asked to serve at an event: an office only once its owner accepts."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="appointments")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="appointments"
    )
    role = models.CharField(max_length=20, choices=Role)
    at = models.DateTimeField()
    by = models.CharField(max_length=150)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("event", "user"), name="one_appointment_a_user_and_event"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} is asked ({self.get_role_display()})"


class LogInEntry(models.Model):
    """One try to log in: right or wrong, from where. The account is missing where nobody has the
    name that was given.

    What was typed as a name is not stored: it is often a password.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="log_in_entries"
    )
    at = models.DateTimeField()
    right = models.BooleanField()
    here = models.BooleanField(help_text="On the computer that runs Last Card.")
    browser = models.CharField(max_length=60, blank=True)

    class Meta:
        indexes = (models.Index(fields=("user", "-at")),)

    def __str__(self) -> str:
        return f"{self.user}: {'in' if self.right else 'refused'}"


class Purse(models.Model):
    """Tries taken from one purse since its window began; afterwards it is full again
    (tournament/site/limits.py).
    """

    name = models.CharField(max_length=80, primary_key=True)
    until = models.BigIntegerField(
        db_index=True, help_text="When the window ends, in seconds since 1970."
    )
    taken = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.name}: {self.taken}"


class SlowRequest(models.Model):
    """A request that took long. Of no event and of nobody: the name of the route says enough."""

    at = models.DateTimeField(db_index=True)
    route = models.CharField(max_length=60)
    method = models.CharField(max_length=8)
    status = models.PositiveSmallIntegerField()
    milliseconds = models.PositiveIntegerField()

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.method} {self.route}: {self.milliseconds} ms"
