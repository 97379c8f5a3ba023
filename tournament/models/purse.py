"""How often something was tried of late: counted here, as server processes share nothing but the database."""

from django.db import models


class Purse(models.Model):
    """Tries taken from one purse since its window began; afterwards it is full again (tournament/limits.py)."""

    name = models.CharField(max_length=80, primary_key=True)
    until = models.BigIntegerField(db_index=True, help_text="When the window ends, in seconds since 1970.")
    taken = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.name}: {self.taken}"
