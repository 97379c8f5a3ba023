"""What a paper of the catalogue is: its row, what it waits for in an evening, its place in
everything for tonight, and how it is made.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from tournament.counting.board import board
from tournament.counting.matches import course_of, field_of, match_tables
from tournament.guests.names import named_publicly
from tournament.guests.namesakes import public_names
from tournament.matches.reading import winner_of
from tournament.models import Event, Round, Stage
from tournament.paper import pairings
from tournament.paper.values import Paper

SITE, ORGANISER = "site", "organiser"
"""Folders of the closing pack: of what could hang in the hall, and of what is the organiser’s."""
BEFORE, DURING, AFTER = "Before the evening", "During the rounds", "The cut and after"
DRAW_FIRST = "Waits for the seating: draw it first."
NO_SHEET = "Waits for the first sheet."


class Evening:
    """What the table asks of an event: its rounds, its board, and what each paper waits for."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.rounds = list(Round.objects.filter(event=event).order_by("number"))
        for round_ in self.rounds:
            round_.event = event
        self.seated = [round_ for round_ in self.rounds if round_.stage == Stage.QUALIFYING]

    @cached_property
    def board(self) -> Board:
        """The board as everybody may read it; of matches as the officials do."""
        now_board = board(self.event)
        if self.event.paired:
            return now_board
        return named_publicly(now_board, public_names(self.event))

    @cached_property
    def _has_guests(self) -> bool:
        return self.event.guests.exists()

    @cached_property
    def _has_wishes(self) -> bool:
        return self.event.guests.exclude(dietary="").exists()

    @cached_property
    def tables(self) -> int:
        """How many tables play before the play-off."""
        tables = self.event.tables.exclude(round__stage=Stage.PLAYOFF)
        return tables.values("number").distinct().count()

    @cached_property
    def guests(self) -> int:
        """How many guests sit there."""
        seats = self.event.seats.exclude(round__stage=Stage.PLAYOFF)
        return seats.values("guest").distinct().count()

    def seats(self) -> str:
        """Whether a round is drawn."""
        return "" if self.seated else DRAW_FIRST

    def drawn_up_to(self, number: int) -> str:
        """Whether so many rounds are drawn."""
        return "" if len(self.seated) >= number else DRAW_FIRST

    def sheet(self) -> str:
        """Whether something was played."""
        return "" if self.board.standings else NO_SHEET

    def cut(self) -> str:
        """Whether it is known who goes through."""
        drawn_up = isinstance(self.board.cut, Cut)
        return self.sheet() or ("" if drawn_up else "Waits for a cut that can be drawn.")

    def podium(self) -> str:
        """Whether the last places are known."""
        through = self.board.playoff or not self.event.has_playoff
        return self.sheet() or ("" if through else "Waits for the play-off.")

    def guest(self) -> str:
        """Whether somebody is to come."""
        return "" if self._has_guests else "Waits for the first guest."

    def wish(self) -> str:
        """Whether somebody eats otherwise."""
        if self.seats() or self._has_wishes:
            return self.seats()
        return "Waits for the first dietary wish."

    def ruling(self) -> str:
        """Whether a ruling was given."""
        return "" if self.event.rulings.exists() else "Waits for the first ruling."

    def team(self) -> str:
        """Whether there is something to add up."""
        return "" if field_of(self.event, self.board) else NO_SHEET

    def two_guests(self) -> str:
        """Whether anybody can meet."""
        return "" if match_tables(self.event) else "Waits for two guests."

    def winner(self) -> str:
        """Whether the matches are decided."""
        course = course_of(self.event)
        return "" if course and winner_of(course) else "Waits for the winner."

    def pairing(self) -> str:
        """Whether a round of matches is published."""
        return "" if pairings.begun_stages(self.event) else pairings.NOTHING_PAIRED


def nothing(_evening: Evening) -> str:
    """What a paper waits for that can always be printed."""
    return ""


class Tonight(NamedTuple):
    """A paper as one part of everything for tonight: how early it is laid out, the pages of one
    copy, what is done with it in words, how many copies there are, what it waits for besides, and
    whether it goes in only where it is asked for.
    """

    order: int
    pages: Callable[[Evening, "Kind"], int]
    words: str = ""
    copies: Callable[[Evening], int] = lambda _evening: 1
    waits: Callable[[Evening], str] = nothing
    asked_for: bool = False


A_SHEET_EACH = 10
"""Laying out a sheet takes as long as so many lines of a list."""


class Kind(NamedTuple):
    """A paper as the table has it: its address, name and purpose, when it is needed, and its
    source, which makes it from the event and the moment; one `of_board` from the board as well.

    It goes into the `folder` of the closing pack, is offered as a `result` by the home of an
    evening that is over, and has its place in everything for tonight. A guest on it takes as long
    as so many `lines` of a list. As a paper of an event it says what it still waits for, "" when
    nothing, and holds what it is made from.
    """

    key: str
    name: str
    purpose: str
    part: str
    source: Callable[..., Paper]
    waits: Callable[[Evening], str] = nothing
    of_board: bool = False
    folder: str = ""
    result: bool = False
    tonight: Tonight | None = None
    lines: int = 1
    waits_for: str = ""
    made_from: tuple[Event | Board, ...] = ()

    def make(self, now: datetime) -> Paper:
        """The paper as it is now."""
        return self.source(*self.made_from, now)
