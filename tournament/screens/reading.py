"""How far the evening is for the walls, and what may be told of it: released values alone.

Whatever a wall draws comes from here. The one board a scene knows is the public one, in which names
are as their guests chose; the board behind it is asked for reasons only, of names already read.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from scoring.counting.board import Board
from tournament.counting.board import board
from tournament.counting.finals import CUT, half_time, replies
from tournament.counting.scores import seal_in_force
from tournament.guests.names import named_publicly
from tournament.guests.namesakes import public_names
from tournament.models import Event, Round, RoundClock, Seal, Sheet, Show
from tournament.models.seating import RoundState
from tournament.site.cache import KeptQuery
from tournament.standings.pace import RoundPace, pace_of_minute
from tournament.standings.public import public_board, reading_shown
from tournament.steps.facts import Facts, facts_of
from tournament.steps.table import Step, step

HALF_TIME_MINUTES = 10
"""So long the half-time standing stays up before the walls say where everybody moves."""


@dataclass
class Hall:
    """One evening as its walls may know it, each part asked for once."""

    event: Event
    show: Show
    at: datetime

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The board as anybody may see it."""
        return public_board(self.event)

    @property
    def whole(self) -> bool:
        """Whether all that was asked for is known, and nothing of it still being reckoned."""
        asked = vars(self)
        waits = "shown" in asked and self.shown["waits"]
        return not waits and not (asked.get("pace") and asked["pace"].soon)

    @cached_property
    def said(self) -> dict[str, Any] | None:
        """How far a reading is that anybody may follow; names not yet changed to what is public."""
        return reading_shown(self.event)

    @cached_property
    def named(self) -> Board:
        """The board behind, nobody named in it who chose not to be."""
        return named_publicly(board(self.event), self.instead)

    @cached_property
    def instead(self) -> dict[str, str]:
        """What guests are called in public where it is not by their name alone."""
        return public_names(self.event)

    @cached_property
    def rounds(self) -> list[Round]:
        """Every round that was published."""
        published = Round.objects.filter(event=self.event).exclude(state=RoundState.DRAFT)
        return list(published.order_by("number"))

    @cached_property
    def playing(self) -> Round | None:
        """The first round that takes sheets."""
        return next((round_ for round_ in self.rounds if round_.open), None)

    @cached_property
    def pace(self) -> RoundPace | None:
        """When the round that is played is expected to end."""
        return pace_of_minute(self.event, self.at, self.rounds)

    @cached_property
    def seal(self) -> Seal | None:
        """The seal in force."""
        return seal_in_force(self.event)

    @cached_property
    def answers(self) -> dict[str, bool]:
        """What those who go through and their reserves answered: whether they declined."""
        return replies(self.event, self.seal) if self.seal else {}

    @cached_property
    def clock(self) -> RoundClock | None:
        """The clock of the round that is played."""
        return RoundClock.objects.filter(round=self.playing).first() if self.playing else None

    @cached_property
    def begun(self) -> bool:
        """Whether the round that takes sheets is being played."""
        round_ = self.playing
        if round_ is None:
            return False
        if self.clock is not None and self.clock.started_at:
            return True
        return self.sheets_in

    @cached_property
    def sheets_in(self) -> bool:
        """Whether a sheet of the round that takes sheets is in."""
        return Sheet.objects.filter(event=self.event, game__table__round=self.playing).exists()

    @cached_property
    def facts(self) -> Facts:
        """What decides where the evening stands."""
        return facts_of(self.event)

    @property
    def interrupted(self) -> bool:
        """Whether a result is looked at again while a list is read: no name is shown meanwhile."""
        return self.said is not None and self.step.interrupted

    @cached_property
    def step(self) -> Step:
        """What comes next."""
        return step(self.facts)

    @property
    def announced(self) -> bool:
        """Whether those who go through were told to everybody."""
        return self.seal is not None and self.seal.revealed_at is not None

    @property
    def all_told(self) -> bool:
        """Whether the last result of the evening is public."""
        if self.event.has_playoff:
            return self.event.podium_revealed_at is not None
        return self.announced

    @property
    def closed_round(self) -> int:
        """The round after which it is half-time; 0 where it is not."""
        return half_time(self.event)


def show_of(event: Event) -> Show:
    """What was told the walls of an event; nothing before the first word."""
    return next(iter(SHOW.of(event.pk)), None) or Show(event=event)


SHOW = KeptQuery(lambda event: Show.objects.filter(event=event).order_by())


def course(hall: Hall) -> str:
    """Where the evening stands for the walls: the scene that its step asks for and what it is of, a
    word that changes whenever another scene is due.
    """
    if hall.said is not None and not hall.interrupted:
        return "reading" if hall.said["stage"] == CUT else "podium"
    coming = hall.step
    numbers = {
        # Each cut of cards is a part of its own: those of a second one are turned one by one again.
        "cards": hall.facts.line.turned,
        "pairings": hall.facts.matches.rounds if hall.facts.matches else 0,
    }
    return f"{coming.wall}-{numbers.get(coming.wall, coming.number)}"


def moment(hall: Hall) -> str:
    """The course, and which lines are said in it: what was told the walls holds as long."""
    return f"{course(hall)}/{hall.step.talk}"


def scene_due(hall: Hall) -> str:
    """The scene that the evening asks for: what was called up last, while the evening stands as it
    did then; else what its course says.
    """
    if hall.show.scene and hall.show.course == moment(hall):
        return hall.show.scene
    scene = course(hall).partition("-")[0]
    moves = scene == "half_time" and hall.step.plays and not _just_closed(hall)
    return "move" if moves else scene


def _just_closed(hall: Hall) -> bool:
    last = max((round_.closed_at for round_ in hall.rounds if round_.closed_at), default=None)
    # A clock that was put back meanwhile lets nobody wait for their seat.
    return last is not None and 0 <= (hall.at - last).total_seconds() < HALF_TIME_MINUTES * 60
