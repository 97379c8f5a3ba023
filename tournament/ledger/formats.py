"""The format of an event: what its sheets hold, how they score, and the figures that say something in it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple, overload

from scoring.formats import Format, Halves, format_of, read_line, rules_of
from scoring.rulebook import Rules
from scoring.tally import RoundTotal, Tally
from tournament.models import Event


def event_format(event: Event) -> Format:
    """The format an event is played in, with the choices made for it."""
    return format_named(event.format or event.game, event.choices)


@cache
def format_named(name: str, choices: str = "") -> Format:
    """The format of a name with the choices of one line."""
    return format_of(name, read_line(choices))


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
    return Play(event_format(event), rules_named(event.format or event.game, event.choices, event.rules))


@overload
def stored(form: Format, points: int) -> int: ...
@overload
def stored(form: Format, points: None) -> None: ...
@overload
def stored(form: Format, points: int | None) -> int | None: ...
def stored(form: Format, points: int | None) -> int | None:
    """Points of a row as they count: half points know that they are."""
    return Halves(points) if form.halves and points is not None else points


@overload
def whole(form: Format, points: int) -> int: ...
@overload
def whole(form: Format, points: None) -> None: ...
def whole(form: Format, points: int | None) -> int | None:
    """Whole points, as officials give them, in the unit of the format."""
    return Halves.of(points) if form.halves and points is not None else points


def with_unit(form: Format, tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """Tallies whose points know their unit."""
    if not form.halves:
        return tuple(tallies)
    return tuple(replace(one, points=stored(form, one.points)) for one in tallies)


def totals_with_unit(form: Format, told: Iterable[RoundTotal]) -> tuple[RoundTotal, ...]:
    """Totals of rounds, given in whole points, in the unit of the format."""
    return tuple(replace(one, points=whole(form, one.points)) for one in told) if form.halves else tuple(told)


def columns_with_unit(form: Format, columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a tally as a `Tally` takes them, its points in their unit."""
    return {name: value for name, value in columns.items() if name != "hand"} | {
        "points": stored(form, columns.get("points"))
    }
