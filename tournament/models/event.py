"""An event: one evening, what was declared before it, and who its officials are.

A rehearsal: which evening it practises, and how fast it plays by itself.
"""

import uuid
from collections.abc import Collection, Iterable
from datetime import tzinfo
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.timezone import get_default_timezone

from scoring.counting.table_par import read_par
from scoring.formats import Format, format_of, read_line
from scoring.games.rulebooks import USUAL
from scoring.words import capital, many, plural

LARGEST = 32_767
"""No number of a round, table or game is larger; the database would not even compare such a one."""
LARGEST_NUMBER = 2**31 - 1
"""No badge, no number of a ruling, of an edition or of a row is larger."""
DEFAULT_TIE_BREAKS = (
    "games_won",
    "eights_caught",
    "last_round",
    "worst_game",
    "cards_left",
    "last_game_countback",
    "cut_of_cards",
)


@cache
def format_named(name: str, choices: str = "") -> Format:
    """The format of a name with the choices of one line."""
    return format_of(name, read_line(choices))


def known_par(value: str) -> None:
    """Refuse what is no par of tables."""
    try:
        read_par(value)
    except ValueError as error:
        raise ValidationError(str(error)) from None


class Groups(NamedTuple):
    """What an evening calls the groups its guests come from, one and several; empty for none."""

    one: str
    many: str

    @property
    def word(self) -> str:
        """The word inside a sentence: that of an evening without groups is never printed alone."""
        return self.one or "group"

    @property
    def several(self) -> str:
        """The same for several."""
        return self.many or plural(self.word)

    @property
    def in_full(self) -> str:
        """The same where there is room: liveries are companies."""
        return "livery companies" if self == LIVERIES else self.several

    @property
    def heading(self) -> str:
        """What stands over a column of them; nothing where the evening has none."""
        return capital(self.one)

    @property
    def article(self) -> str:
        """One of them that is not named yet: `a livery`, `an office`."""
        return f"{'an' if self.word[:1].lower() in 'aeio' else 'a'} {self.word}"

    @property
    def host(self) -> str:
        """Whose guest a host’s own guest is: a livery is a company."""
        return "company" if self.one == LIVERIES.one else self.word

    def counted(self, number: int) -> str:
        """So many of them: `1 club`, `24 liveries`."""
        return many(number, self.word, self.several)


LIVERIES = Groups("livery", "liveries")


def default_tie_breaks() -> list[str]:
    """The order of tie-breaks of the livery evening."""
    return list(DEFAULT_TIE_BREAKS)


def default_prizes() -> list[dict[str, Any]]:
    """The winner's prize is open to all; second and third pass over the host's own guests."""
    return [
        {"name": "winner", "skips_host": False},
        {"name": "second", "skips_host": True},
        {"name": "third", "skips_host": True},
    ]


def default_courses() -> list[str]:
    """The courses of a dinner, in the order of serving."""
    return ["Starter", "Main course", "Pudding"]


def best_two(groups: Groups) -> str:
    """What the prize for two of one group is called unless somebody calls it otherwise."""
    return f"Best two of one {groups.word}"


def default_further_prizes() -> list[dict[str, Any]]:
    """The prizes beside the podium, in the order of handing over."""
    return [
        {"name": "Wooden spoon", "scope": "field", "figure": "last"},
        {"name": best_two(LIVERIES), "scope": "livery"},
        {"name": "Best single round", "scope": "round"},
        {"name": "Most games won", "scope": "field", "figure": "games_won"},
        {"name": "Most eights caught", "scope": "field", "figure": "eights_caught"},
    ]


def known_zone(name: str) -> None:
    """Refuse what no time zone is called, with what may be meant."""
    zones = available_timezones()
    if name and name not in zones:
        cities = {zone.rpartition("/")[2].casefold(): zone for zone in sorted(zones)}
        city = name.rpartition("/")[2].replace(" ", "_").casefold()
        near = get_close_matches(city, cities, n=1)
        meant = cities[near[0]] if near else "Europe/London"
        raise ValidationError(f"No time zone is called “{name}”. Write it as in {meant}.")


class PaperSize(models.TextChoices):
    """The sheets in the printer."""

    A4 = "A4", "A4"
    LETTER = "Letter", "Letter (8.5 by 11 inches)"


class ListSeparator(models.TextChoices):
    """What parts the cells of a list that a spreadsheet opens."""

    COMMA = ",", "Comma"
    SEMICOLON = ";", "Semicolon, where a comma is for decimals"


class CutTie(models.TextChoices):
    """What settles a tie on the line that no criterion splits."""

    CUT_OF_CARDS = "cut_of_cards", "The Umpire's cut of cards"
    ADMIT_STILL_TIED = "admit_still_tied", "Everyone still level goes through"
    ADMIT_ALL = "admit_all", "Everyone on the line goes through, without tie-breaks"


class AbsentPolicy(models.TextChoices):
    """What a game counts for a guest who was absent from it."""

    TABLE_WORST = "table_worst", "The most points scored at that table in that game"
    TABLE_MEAN_UP = "table_mean_up", "The mean of that table's scores, rounded up"
    UNRANKED = "unranked", "Nothing; they are listed and not ranked"


class WithdrawnPolicy(models.TextChoices):
    """How a guest who went home is listed."""

    UNRANKED = "unranked", "Listed last, not ranked"


class UnplayedPolicy(models.TextChoices):
    """What becomes of a game that some tables could not play."""

    VOID_EVERYWHERE = "void_everywhere", "That game number is void at every table"
    MEAN_OF_OTHERS = "mean_of_others", "The mean of the guest's other games, rounded up"


class TeamFigure(models.TextChoices):
    """How liveries are ranked as teams beside the guests."""

    OFF = "", "Not at all"
    SUM = "sum", "By the sum of their best totals"
    MEAN = "mean", "By the mean of their best totals"


class PadTicks(models.TextChoices):
    """How hands are confirmed on a phone."""

    ALL = "all", "One tick for all hands of a game"
    EACH = "each", "A tick for each hand"


class Event(models.Model):
    """One evening.

    What decides results is frozen once the first sheet is accepted (`frozen_at`).
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    date = models.DateField()
    venue = models.CharField(max_length=120, blank=True)
    time_zone = models.CharField(
        max_length=60,
        blank=True,
        validators=[known_zone],
        help_text="Where its clocks stand, such as Europe/London; empty for the server's own.",
    )
    paper_size = models.CharField(max_length=6, choices=PaperSize, default=PaperSize.A4)
    list_separator = models.CharField(
        max_length=1, choices=ListSeparator, default=ListSeparator.COMMA
    )
    charity = models.CharField(max_length=120, blank=True)

    group_one = models.CharField(
        max_length=24,
        default=LIVERIES.one,
        blank=True,
        help_text="What a group of guests is called; empty where they come from none.",
    )
    group_many = models.CharField(
        max_length=30, default=LIVERIES.many, blank=True, help_text="The same for several."
    )

    game = models.CharField(max_length=40, default=USUAL)
    rules = models.CharField(
        max_length=400, blank=True, help_text="Options that differ from the default, as one line."
    )
    format = models.CharField(
        max_length=40, blank=True, help_text="The format played; empty for that of the game."
    )
    choices = models.CharField(
        max_length=200, blank=True, help_text="The choices of the format, as one line."
    )
    qualifying_rounds = models.PositiveSmallIntegerField(default=2)
    games_per_round = models.PositiveSmallIntegerField(default=5)
    cut_size = models.PositiveSmallIntegerField(default=10)
    cut_tie = models.CharField(max_length=20, choices=CutTie, default=CutTie.CUT_OF_CARDS)
    tie_breaks = models.JSONField(default=default_tie_breaks)
    absent_policy = models.CharField(
        max_length=20, choices=AbsentPolicy, default=AbsentPolicy.TABLE_WORST
    )
    withdrawn_policy = models.CharField(
        max_length=20, choices=WithdrawnPolicy, default=WithdrawnPolicy.UNRANKED
    )
    unplayed_policy = models.CharField(
        max_length=20, choices=UnplayedPolicy, default=UnplayedPolicy.VOID_EVERYWHERE
    )

    table_par = models.CharField(
        max_length=120,
        blank=True,
        validators=[known_par],
        help_text="Corrects for the size of tables; empty for none.",
    )

    has_playoff = models.BooleanField(default=True)
    playoff_tables = models.PositiveSmallIntegerField(default=2)
    playoff_games = models.PositiveSmallIntegerField(default=5)
    playoff_carries = models.BooleanField(
        default=False, help_text="The play-off starts from the qualifying totals."
    )
    third_place_match = models.BooleanField(
        default=False, help_text="A knock-out plays for the third place."
    )
    prizes = models.JSONField(default=default_prizes)
    playoff_tie_breaks = models.JSONField(
        default=list,
        blank=True,
        help_text="The play-off's own order of tie-breaks; empty for that of the evening.",
    )
    further_prizes = models.JSONField(default=default_further_prizes, blank=True)
    one_official = models.BooleanField(
        default=False, help_text="No second official: a named witness stands in."
    )
    second_keying = models.BooleanField(
        default=False, help_text="Paper is typed twice, the second time by someone else."
    )

    team_figure = models.CharField(
        max_length=4, choices=TeamFigure, default=TeamFigure.OFF, blank=True
    )
    team_best = models.PositiveSmallIntegerField(
        default=2, help_text="How many totals of a team count; 0 for all."
    )
    team_minimum = models.PositiveSmallIntegerField(
        default=2, help_text="How many ranked guests a team needs."
    )

    hall_plan = models.JSONField(
        default=list,
        blank=True,
        help_text="Label, room and step-free side of each table, from table 1 on.",
    )
    sign_in_secret = models.CharField(
        max_length=40,
        blank=True,
        help_text="In the address of the code on the wall; empty while nobody signs in.",
    )

    tablet_secret = models.CharField(
        max_length=40,
        blank=True,
        help_text="In the address that a tablet at the door has open; empty while none is in use.",
    )
    guests_check_in = models.BooleanField(
        default=False, help_text="A guest's own page may say that they are here."
    )

    pad_ticks = models.CharField(max_length=4, choices=PadTicks, default=PadTicks.ALL)
    phones_wait = models.BooleanField(
        default=False, help_text="Every phone waits until an official lets it in, once."
    )

    names_kept_days = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="How many days after the evening the guests’ names should be wiped.",
    )
    names_wiped_alone = models.BooleanField(
        default=False, help_text="The names are wiped by the program itself once they are due."
    )
    list_headings = models.JSONField(
        default=dict,
        blank=True,
        help_text="The field chosen for each heading, by kind of list.",
    )
    list_mends = models.JSONField(
        default=list,
        blank=True,
        help_text="What was fixed in earlier lists, and proposed when it comes again.",
    )
    courses = models.JSONField(default=default_courses, blank=True)
    names_wiped_at = models.DateTimeField(null=True, blank=True, editable=False)

    arms = models.CharField(max_length=64, blank=True, help_text="The digest of a picture.")
    sponsor = models.CharField(max_length=64, blank=True, help_text="The digest of a picture.")

    is_demo = models.BooleanField(default=False)
    is_rehearsal = models.BooleanField(
        default=False, editable=False, help_text="A copy to practise on; it is wiped afterwards."
    )
    frozen_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    board_full = models.BooleanField(
        default=False, help_text="The public board lists the whole field."
    )
    chances_shown = models.BooleanField(
        default=False, help_text="Guests see their chances of going through."
    )
    held_since = models.DateTimeField(null=True, blank=True)
    released = models.JSONField(
        null=True, blank=True, help_text="The public board as it stays while it is frozen."
    )
    reading = models.JSONField(
        null=True, blank=True, help_text="Who was read out so far: the ten, or the podium."
    )
    podium_revealed_at = models.DateTimeField(null=True, blank=True)
    playoff_live = models.BooleanField(
        default=False, help_text="The public board follows the play-off as it is played."
    )
    extra = models.JSONField(
        default=dict, blank=True, help_text="Keys of an imported archive that nothing else holds."
    )

    class Meta:
        ordering = ("-date", "name")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(qualifying_rounds__gte=1), name="event_has_a_round"
            ),
            models.CheckConstraint(
                condition=models.Q(games_per_round__gte=1), name="event_round_has_a_game"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: "models.QuerySet[Event] | None" = None,
    ) -> None:
        """The first field that was left out brings all the others along, in one query."""
        unread = self.get_deferred_fields()
        if fields is not None and unread.issuperset(fields):
            fields = unread
        super().refresh_from_db(using, fields, from_queryset)

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Both of them, and no query about each where one sees that they hold."""
        counted = (self.qualifying_rounds, self.games_per_round)
        if not all(isinstance(number, int) and number >= 1 for number in counted):
            super().validate_constraints(exclude)

    @property
    def groups(self) -> Groups:
        """What this evening calls the groups its guests come from: every page, paper and file asks
        here.
        """
        return Groups(self.group_one, self.group_many)

    @property
    def zone(self) -> tzinfo:
        """Where its clocks stand."""
        return ZoneInfo(self.time_zone) if self.time_zone else get_default_timezone()

    @property
    def frozen(self) -> bool:
        """Whether options, tie-breaks and policies may no longer change."""
        return self.frozen_at is not None

    @property
    def paired(self) -> bool:
        """Whether opponents are paired here instead of tables being drawn."""
        return format_named(self.format or self.game, self.choices).paired

    @property
    def held(self) -> bool:
        """Whether the public sees the last released board instead of the running one."""
        return self.held_since is not None

    @property
    def playoff_round(self) -> int:
        """The number of the play-off round."""
        return self.qualifying_rounds + 1

    def round_called(self, number: int) -> str:
        """A round by its number: `Round 2`, `Play-off`, `Extra game`."""
        if number <= self.qualifying_rounds:
            return f"Round {number}"
        return "Play-off" if number == self.playoff_round else "Extra game"

    def round_within(self, number: int) -> str:
        """A round inside a sentence: `round 2`, `the play-off`, `the extra game`."""
        called = self.round_called(number).lower()
        return called if number <= self.qualifying_rounds else f"the {called}"


class Picture(models.Model):
    """A picture that was made harmless, by its digest; evenings that show the same share it."""

    digest = models.CharField(max_length=64, primary_key=True)
    svg = models.BooleanField()
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.digest[:8]


class Role(models.TextChoices):
    """What an account may do at one event."""

    UMPIRE = "umpire", "Umpire"
    HEAD_UMPIRE = "head_umpire", "Head umpire"
    ORGANISER = "organiser", "Organiser"
    ANNOUNCER = "announcer", "Announcer"


class Official(models.Model):
    """An account's role at one event."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="officials")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="offices"
    )
    role = models.CharField(max_length=20, choices=Role)
    on_duty = models.BooleanField(
        default=False, help_text="Goes to the tables that call for an umpire."
    )
    moved = 0
    """How far the rows of the event have moved (tournament/site/access.py)."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "user"), name="one_role_a_user_and_event"),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


PACES = (10, 5, 2)
"""Seconds from one step to the next: slow, as usual (about ten minutes in all), quick."""


class Rehearsal(models.Model):
    """What a copy that is marked so knows of itself. `moved_at` is when its last step was taken."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rehearsal")
    source = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="rehearsed")
    pace = models.PositiveSmallIntegerField(default=PACES[1])
    going = models.BooleanField(default=False)
    over = models.BooleanField(default=False)
    steps = models.PositiveSmallIntegerField(default=0)
    moved_at = models.DateTimeField()
    said = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.event} of {self.source}"
