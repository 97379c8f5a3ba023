"""What is asked before a sheet is saved: once for a whole page whether its numbers are cards or
points, and of a game whether nobody went out. One key gives each answer.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scoring.counting.double_reading import DoubleReading, double_reading
from scoring.words import listed
from tournament.counting.formats import Play, play_of
from tournament.entry.forms_grid import GridForm, TypedColumn
from tournament.entry.notation import AS_CARDS, CARDS, POINTS, hands_typed, to_points
from tournament.models import Event

READING, NOBODY_OUT = "reading", "nobody"
NOBODY_FLAG = "nobody_out"
"""The flag whose dismissal answers the question whether nobody went out."""
SURE_OF_READING = "sure_"
MANY = 3
"""So many numbers that are no cards are asked about once, instead of each at its cell."""
_BARE = re.compile(r"\d{1,3}", re.ASCII)
_NAMES = dict(
    zip(
        "A23456789TJQKX",
        (
            "an Ace",
            "a Two",
            "a Three",
            "a Four",
            "a Five",
            "a Six",
            "a Seven",
            "an Eight",
            "a Nine",
            "a Ten",
            "a Jack",
            "a Queen",
            "a King",
            "a ten or court card",
        ),
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: the key that gives it, what is sent for it, and its words."""

    key: str
    name: str
    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before something is saved, and the `games` that wait for the answer."""

    text: str
    answers: tuple[Answer, ...]
    games: tuple[int, ...] = ()

    @property
    def json(self) -> dict[str, Any]:
        """As the page's script takes it."""
        return asdict(self)


def questions_of(
    event: Event, form: GridForm, *, card: bool = False, stands: Mapping[str, str] | None = None
) -> tuple[Question, ...]:
    """What is asked of a page before it is saved: whether its numbers are read as they are meant,
    then of each whole game whether nobody went out.

    A `card` is one row; `stands` is what a sheet to be corrected says at each seat.
    """
    reading = question_of_reading(event, form, card=card, stands=stands)
    return (reading,) if reading else questions_of_nobody(event, form)


def questions_of_nobody(event: Event, form: GridForm) -> tuple[Question, ...]:
    """Of each whole game in which nobody went out, whether it was blocked."""
    play = play_of(event)
    if play.format.entry not in CARDS or NOBODY_FLAG in form.stand(form.game):
        return ()
    complete = (
        column for column in form.columns if not (column.empty or column.missing or column.faults)
    )
    return tuple(
        _of_nobody(play, column, "" if form.game else str(column.game))
        for column in complete
        if _nobody_out(column)
    )


def _nobody_out(column: TypedColumn) -> bool:
    entries = column.entries.values()
    settled = column.blocked or NOBODY_OUT in column.sure
    return not (settled or any(entry.went_out for entry in entries)) and not all(
        entry.absent for entry in entries
    )


def _of_nobody(play: Play, column: TypedColumn, ending: str) -> Question:
    unit = play.format.unit
    answers = (
        Answer("B", f"blocked_{ending}".rstrip("_"), "on", "Blocked: everybody counts"),
        Answer("S", f"sure_{ending}", NOBODY_OUT, "Save it, and look at it later"),
    )
    text = f"Nobody went out in {unit} {column.game}: was the {unit} blocked?"
    return Question(text, answers, (column.game,))


def question_of_reading(
    event: Event, form: GridForm, *, card: bool = False, stands: Mapping[str, str] | None = None
) -> Question | None:
    """Whether numbers are meant as they are read: the first in doubt is named, and one answer does
    for all.
    """
    play = play_of(event)
    if play.format.entry not in CARDS or play.rules.scoring.values is None or READING in form.sure:
        return None
    columns = [column for column in form.columns if not column.empty and READING not in column.sure]
    judged = (
        columns if card else [column for column in columns if column.faults or not column.missing]
    )
    rows = _rows(play, judged, card=card, stands=stands or {})
    doubts = {
        games: doubt
        for games, texts in rows.items()
        if (doubt := double_reading(hands_typed(texts), play.rules, points=form.points))
    }
    if doubts:
        games = tuple(game for several in doubts for game in several)
        return _asked(next(iter(doubts.values())), games, points=form.points, card=card)
    return None if form.points else _of_many(play, columns)


def _rows(
    play: Play, columns: Sequence[TypedColumn], *, card: bool, stands: Mapping[str, str]
) -> dict[tuple[int, ...], dict[str, str]]:
    """What is judged together: the seats of a game, or the games of a card; of a correction what
    is typed anew.
    """
    unit = play.format.unit.capitalize()
    if card:
        row = {f"{unit} {column.game}": text for column in columns for text in column.raw.values()}
        return {tuple(column.game for column in columns): row}
    return {
        (column.game,): {
            f"{unit} {column.game}, seat {seat}": text
            for seat, text in column.raw.items()
            if seat not in stands or text not in (stands[seat], to_points(stands[seat]))
        }
        for column in columns
    }


def _asked(doubt: DoubleReading, games: tuple[int, ...], *, points: bool, card: bool) -> Question:
    names = listed(_NAMES[rank] for rank in doubt.ranks.split())
    text = f"{doubt.seat}: is {doubt.points} {names}, or {doubt.points} points?"
    if not doubt.cards:
        number = doubt.points
        text = f"{doubt.seat}: {number} is no hand of cards. Is it {number} points?"
    if len(games) > 1 and not card:
        text += " One answer does for the whole table."
    certain, switched = (SURE_OF_READING, READING), ("switch", AS_CARDS if points else POINTS)
    as_cards, as_points = (switched, certain) if points else (certain, switched)
    answers = [Answer("P", *as_points, f"Points: {doubt.points}")]
    if doubt.cards:
        answers.insert(0, Answer("C", *as_cards, f"Cards: they count {doubt.cards}"))
    return Question(text, tuple(answers), games)


def _of_many(play: Play, columns: Iterable[TypedColumn]) -> Question | None:
    """One question where many numbers are no hands of cards."""
    unread = [
        (column, finding.seats[0])
        for column in columns
        for finding in column.faults
        if _BARE.fullmatch(column.raw[finding.seats[0]].strip())
    ]
    if len(unread) < MANY:
        return None
    column, seat = unread[0]
    place = f"{column.raw[seat].strip()} at seat {seat} in {play.format.unit} {column.game}"
    text = f"{len(unread)} numbers are no cards, such as {place}. Read the whole table as points?"
    answers = (Answer("P", "switch", POINTS, "Points: all numbers"),)
    return Question(text, answers, tuple(dict.fromkeys(column.game for column, _seat in unread)))
