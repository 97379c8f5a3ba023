"""The papers of an evening of matches: pairings, slips, bracket and cross-table."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from django.utils.html import format_html

from scoring.pairing.values import PairingError
from scoring.words import many
from tournament.counting.formats import event_format
from tournament.counting.matches import match_tables
from tournament.counting.plan import own_label
from tournament.matches.drawing import Bracket, cross_table
from tournament.matches.reading import (
    Placed,
    RoundShown,
    Row,
    names_of,
    public_course,
    rounds_shown,
    standing_shown,
)
from tournament.models import Event
from tournament.models.guest import AWAY
from tournament.paper.cards import TableCard, TableCards
from tournament.paper.fitting import fitted
from tournament.paper.printed import ListPaper, Printed, bold, list_paper
from tournament.paper.seating import edition
from tournament.paper.slips import PlayerSlips, Slip
from tournament.site.columns import Column

RESULTS_TOLD = (
    "After the match the phone at this table asks who won each game. Show the check to both"
    " players, then save. No phone? Tell the desk the result."
)
Of = TypeVar("Of")
ROOM = "13 56"
MOST_WIDE = 12
NOTHING_PAIRED = "Waits for the first published round."


def printed_pairings(event: Event, now: datetime) -> ListPaper:
    """The newest published round: who meets whom at which table, for the wall."""
    round_ = _newest(event)
    sides = event_format(event).sides
    columns: list[Column[Row]] = [
        _table_column(lambda row: row.table),
        Column(sides[0].head, lambda row: bold(row.one, ROOM), style="who"),
        Column(sides[1].head, lambda row: bold(row.other, ROOM), style="who"),
        Column("Result", _result, style="before"),
    ]
    return _pairings(
        event,
        columns,
        round_.rows,
        now,
        title=f"Pairings: {round_.name.lower()}",
        facts=(
            many(len(round_.matches), "match", "matches"),
            f"{round_.waiting} to be played" if round_.waiting else "all results in",
        ),
    )


def _result(row: Row) -> str:
    third = format_html("<br>{}", "For the third place") if row.slot == -1 else ""
    return format_html("{}{}", row.score or (row.words if row.done else ""), third)


def pairings_by_name(event: Event, now: datetime) -> ListPaper:
    """The newest published round by name, for the door: everybody with table and opponent."""
    round_ = _newest(event)
    rows = [(row.one, row.table, row.other or row.words) for row in round_.rows]
    rows += [(row.other, row.table, row.one) for row in round_.matches]
    rows.sort(key=lambda row: row[0].casefold())
    columns: list[Column[tuple[str, int, str]]] = [
        Column("Name", lambda row: bold(row[0], ROOM), style="who"),
        _table_column(lambda row: row[1]),
        Column("Against", lambda row: fitted(row[2], ROOM), style="who"),
    ]
    title, facts = f"By name: {round_.name.lower()}", (many(len(rows), "player"),)
    return _pairings(event, columns, rows, now, title=title, facts=facts)


def _newest(event: Event) -> RoundShown:
    return rounds_shown(public_course(event), names_of(event, public=True))[0]


def _table_column(table: Callable[[Of], int]) -> Column[Of]:
    return Column("Table", lambda row: table(row) or "", style="place")


def _pairings(
    event: Event, columns: Sequence[Column[Of]], rows: Iterable[Of], now: datetime, **head: Any
) -> ListPaper:
    style = "final pairings"
    return list_paper(columns, [("", rows)], edition=edition(event, now), style=style, **head)


def result_slips(event: Event, now: datetime) -> PlayerSlips:
    """A slip for each match of the newest published round, for a desk without phones."""
    round_ = _newest(event)
    slips = tuple(
        Slip(
            0,
            f"{row.one} and {row.other}",
            "Winner, and the games:",
            comes_from=f"{round_.name}, table {row.table}",
            words="Both sign, and bring it to the desk.",
        )
        for row in round_.matches
    )
    facts = (many(len(slips), "match", "matches"), "Cut along the lines")
    return PlayerSlips(edition=edition(event, now), title="Result slips", facts=facts, slips=slips)


def player_slips(event: Event, now: datetime) -> PlayerSlips:
    """A slip for each player who is there, to be cut: with its code their own page says whom they
    meet.
    """
    there = event.guests.exclude(status__in=AWAY).select_related("livery").order_by("badge")
    slips = tuple(Slip(guest.badge, guest.name, guest.livery_name) for guest in there)
    facts = (many(len(slips), "player"), "Cut along the lines")
    return PlayerSlips(edition=edition(event, now), title="Player slips", facts=facts, slips=slips)


def match_table_cards(event: Event, now: datetime) -> TableCards:
    """A card for each table that matches are played at, with the code by which its results are
    told.
    """
    cards = (
        TableCard(table, (), (), label=own_label(event, table)) for table in match_tables(event)
    )
    return TableCards(edition(event, now), tuple(cards), RESULTS_TOLD)


def printed_bracket(event: Event, stage: int, now: datetime) -> Printed:
    """The knock-out as far as it is played."""
    course, names = public_course(event), names_of(event, public=True)
    facts = (many(len(course.entrants[stage]), "player"),)
    return Printed(
        edition=edition(event, now),
        title="The bracket",
        template="paper/print/bracket.html",
        facts=facts,
        content={"drawings": Bracket(course, stage, names).sheets()},
    )


def printed_cross_table(event: Event, stage: int, now: datetime) -> ListPaper:
    """Everybody's results against everybody, or round by round."""
    course, names = public_course(event), names_of(event, public=True)
    lines = standing_shown(event, course, stage, names)
    facts = (many(len(lines), "player"), "Number of the opponent, + won, = drawn, − lost")
    if course.plan[stage].kind == "all_play_all":
        facts = (many(len(lines), "player"), "1 won, ½ drawn, 0 lost")
    heads, rows = cross_table(course, stage, lines)
    columns: list[Column[tuple[int, tuple[Placed, list[str]]]]] = [
        Column("No", lambda row: row[0], style="place"),
        Column("Player", lambda row: bold(row[1][0].name, ROOM), style="who"),
        *(Column(head, partial(_cell, number)) for number, head in enumerate(heads)),
        Column("Points", lambda row: bold(row[1][0].points, ROOM)),
    ]
    return list_paper(
        columns,
        [("", enumerate(rows, start=1))],
        edition=edition(event, now),
        style="final crossed crossed-close" if len(heads) > MOST_WIDE else "final crossed",
        title="The cross-table",
        facts=facts,
    )


def _cell(number: int, row: tuple[int, tuple[Placed, list[str]]]) -> str:
    return row[1][1][number]


def begun_stages(event: Event) -> list[tuple[int, str]]:
    """Number and kind of every stage with a published round; none where guests are not paired."""
    if not event.paired:
        return []
    try:
        course = public_course(event)
    except PairingError:
        return []
    published = {round_.stage for round_ in course.rounds if round_.published}
    return [(number, course.plan[number].kind) for number in sorted(published)]
