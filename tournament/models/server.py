"""How often something was tried of late: counted here, as server processes share nothing but the
database.

What the server notes about itself.
"""

from django.db import models


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
