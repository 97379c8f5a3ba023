"""What the server notes about itself."""

from django.db import models


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
