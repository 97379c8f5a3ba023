"""The format of an event with the rules in force; points in the unit of the format; and the cut,
where it is larger than the field.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple, overload

from scoring.counting.tally import RoundTotal, Tally
from scoring.formats import Format, Halves, rules_of
from scoring.games.registry import leaflet
from scoring.law.leaflet import Leaflet
from scoring.law.rulebook import Rules
from scoring.words import many, number_word
from tournament.models import Event
from tournament.models.event import format_named
from tournament.models.guest import AWAY


def event_format(event: Event) -> Format:
    """The format an event is played in, with the choices made for it."""
    return format_named(event.format or event.game, event.choices)


@cache
def rules_named(name: str, choices: str, options: str) -> Rules:
    """The rules of a format with the options of one line."""
    return rules_of(format_named(name, choices), options)


class Play(NamedTuple):
    """A format with the rules in force: what a sheet is read, checked and scored by."""

    format: Format
    rules: Rules


def play_of(event: Event) -> Play:
    """The format of an event with its rules."""
    return Play(
        event_format(event), rules_named(event.format or event.game, event.choices, event.rules)
    )


def page_of(event: Event) -> Leaflet:
    """The rules of an evening on one page that a player can read aloud."""
    return leaflet(play_of(event).rules, for_two=event.paired)


@overload
def stored(form: Format, points: int) -> int: ...


@overload
def stored(form: Format, points: None) -> None: ...


@overload
def stored(form: Format, points: int | None) -> int | None: ...


def stored(form: Format, points: int | None) -> int | None:
    """Points of a row as they count: in a format with half points a row holds halves, so 7 is three
    and a half.
    """
    return Halves(points) if form.halves and points is not None else points


@overload
def whole(form: Format, points: int) -> int: ...


@overload
def whole(form: Format, points: None) -> None: ...


def whole(form: Format, points: int | None) -> int | None:
    """Points as officials say them, 7 is seven, in the unit in which the format counts."""
    return Halves.of(points) if form.halves and points is not None else points


def with_unit(form: Format, tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """Tallies whose points know their unit."""
    if not form.halves:
        return tuple(tallies)
    return tuple(tally._replace(points=stored(form, tally.points)) for tally in tallies)


def totals_with_unit(form: Format, totals: Iterable[RoundTotal]) -> tuple[RoundTotal, ...]:
    """Totals of rounds, given in whole points, in the unit of the format."""
    return (
        tuple(replace(total, points=whole(form, total.points)) for total in totals)
        if form.halves
        else tuple(totals)
    )


def columns_with_unit(form: Format, columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a tally as a `Tally` takes them, its points in their unit; a `Tally` has no
    `hand`.
    """
    return {name: value for name, value in columns.items() if name != "hand"} | {
        "points": stored(form, columns.get("points"))
    }


FEWEST_FOR_A_CUT = 3
"""With fewer guests no cut is offered."""


def cut_too_large(event: Event, statuses: Iterable[str]) -> str:
    """What is said of a cut that the guests who are there cannot fill; nothing while nobody is."""
    there = sum(status not in AWAY for status in statuses)
    if not there or event.cut_size <= there:
        return ""
    numbers = f"{event.cut_size} go through and {many(there, 'guest is', 'guests are')} there"
    return f"The cut is larger than the field: {numbers}. Choose a smaller cut in the settings."


@dataclass(frozen=True, slots=True)
class FittingCut:
    """A cut that the field can fill, offered in place of one that it cannot."""

    size: int
    words: str


def fitting_cut(event: Event, statuses: Iterable[str]) -> FittingCut | None:
    """The cut to be offered where the one declared is larger than the field: about half of it, and
    for a knock-out a power of two.
    """
    there = sum(status not in AWAY for status in statuses)
    if there < FEWEST_FOR_A_CUT or not event.cut_size or event.cut_size <= there:
        return None
    size = max(2, there // 2)
    if event_format(event).paired:
        size = 1 << (size.bit_length() - 1)
    cut = number_word(event.cut_size)
    return FittingCut(size, f"The cut of {cut} is larger than {there} guests.")
