"""What is kept beside the record of an evening, and changes no result: where an account was
made, who is asked to serve and who logged in; how often something was tried of late and which
requests took long, since server processes share nothing but the database; and walls, what they
are told to show, and the clock of a round.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from django.conf import settings
from django.db import connections, models, router

from tournament.models.event import Event, Role
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


M = TypeVar("M", bound=models.Model)


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
    """A request that took long, or at which the server stumbled (status 500). Of no event and of
    nobody: the name of the route says enough.
    """

    at = models.DateTimeField(db_index=True)
    route = models.CharField(max_length=60)
    method = models.CharField(max_length=8)
    status = models.PositiveSmallIntegerField()
    milliseconds = models.PositiveIntegerField()

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.method} {self.route}: {self.milliseconds} ms"


Columns = tuple[list[str], str, list[tuple[int, Any, Callable[[Any, Any, Any], Any]]]]
"""The names of a row's fields, their columns, and what turns a column into a value."""


def row_asked(
    model: type[M],
    name: str,
    question: str,
    params: Sequence[str | int],
    *,
    last: tuple[type[models.Model], str] | None = None,
    only: frozenset[str] = frozenset(),
) -> tuple[M, tuple[Any, ...]] | None:
    """The row in the answer to a question written out, and what else the answer holds.

    The columns of the row stand where the question says its name in braces, which comes first; the
    `last` of what else there is may be a row as well, or None where it is not there. Of the row
    `only` these fields are read, where any are named. A raw query of Django's finds out anew each
    time what every column is, which takes longer than the answer.
    """
    used = connections[router.db_for_read(model)]
    columns = {name: _columns(model, name, used.vendor, only)}
    if last is not None:
        columns[last[1]] = _columns(*last, used.vendor)
    with used.cursor() as cursor:
        cursor.execute(question.format(**{key: told[1] for key, told in columns.items()}), params)
        row = cursor.fetchone()
    if row is None:
        return None
    width = len(columns[name][0])
    made, rest = cast(M, _made(model, used, columns[name], row[:width])), row[width:]
    if last is not None:
        width = len(rest) - len(columns[last[1]][0])
        other = rest[width:]
        there = None if other[0] is None else _made(last[0], used, columns[last[1]], other)
        rest = (*rest[:width], there)
    return made, rest


def _made(model: type[models.Model], used: Any, columns: Columns, row: Sequence[Any]) -> Any:
    """A row of the database; its first column is its key."""
    names, _spelt, converters = columns
    values = list(row)
    for index, column, converter in converters:
        values[index] = converter(values[index], column, used)
    return model.from_db(used.alias, names, values)


@cache
def _columns(
    model: type[models.Model], name: str, _vendor: str, only: frozenset[str] = frozenset()
) -> Columns:
    used = connections[router.db_for_read(model)]
    fields = [
        field.get_col(name)
        for field in model._meta.concrete_fields
        if not only or field.attname in only
    ]
    columns = ", ".join(
        f"{name}.{used.ops.quote_name(str(field.target.column))}" for field in fields
    )
    converters = [
        (index, column, converter)
        for index, column in enumerate(fields)
        for converter in used.ops.get_db_converters(column) + column.get_db_converters(used)
    ]
    return [field.target.attname for field in fields], columns, converters
