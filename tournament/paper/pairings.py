"""Pairings, bracket and cross-table as paper values."""

from datetime import datetime

from scoring.pairing.values import PairingError
from scoring.words import many
from tournament.counting.formats import event_format
from tournament.counting.matches import match_tables
from tournament.counting.plan import own_label
from tournament.matches.drawing import Bracket, cross_table
from tournament.matches.reading import names_of, public_course, rounds_shown, standing_shown
from tournament.models import Event
from tournament.models.guest import AWAY
from tournament.paper.seating import edition
from tournament.paper.values import TableCard, TableCards
from tournament.paper.values_results import (
    PlayerSlips,
    PrintedBracket,
    PrintedCross,
    PrintedPairings,
    Slip,
)

RESULTS_TOLD = (
    "After the match the phone at this table asks who won each game. Show the check to both"
    " players, then save. No phone? Tell the desk the result."
)
NOTHING_PAIRED = "Waits for the first published round."


def printed_pairings(event: Event, now: datetime) -> PrintedPairings:
    """The newest published round: who meets whom at which table, for the wall."""
    course, names = public_course(event), names_of(event, public=True)
    round_ = rounds_shown(course, names)[0]
    facts = (
        f"{len(round_.matches)} matches",
        f"{round_.waiting} to be played" if round_.waiting else "all results in",
    )
    return PrintedPairings(
        edition(event, now),
        facts,
        round_.rows,
        f"Pairings: {round_.name.lower()}",
        sides=event_format(event).sides,
    )


def pairings_by_name(event: Event, now: datetime) -> PrintedPairings:
    """The newest published round by name, for the door: everybody with table and opponent."""
    course, names = public_course(event), names_of(event, public=True)
    round_ = rounds_shown(course, names)[0]
    rows = [(row.one, row.table, row.other or row.words) for row in round_.rows]
    rows += [(row.other, row.table, row.one) for row in round_.matches]
    rows.sort(key=lambda row: row[0].casefold())
    facts = (many(len(rows), "player"),)
    title = f"By name: {round_.name.lower()}"
    return PrintedPairings(edition(event, now), facts, (), title, tuple(rows))


def result_slips(event: Event, now: datetime) -> PlayerSlips:
    """A slip for each match of the newest published round, for a desk without phones."""
    round_ = rounds_shown(public_course(event), names_of(event, public=True))[0]
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
    return PlayerSlips(edition(event, now), facts, slips, "Result slips")


def player_slips(event: Event, now: datetime) -> PlayerSlips:
    """A slip for each player who is there, to be cut: with its code their own page says whom they
    meet.
    """
    there = event.guests.exclude(status__in=AWAY).select_related("livery").order_by("badge")
    slips = tuple(Slip(guest.badge, guest.name, guest.livery_name) for guest in there)
    return PlayerSlips(edition(event, now), (f"{len(slips)} players", "Cut along the lines"), slips)


def match_table_cards(event: Event, now: datetime) -> TableCards:
    """A card for each table that matches are played at, with the code by which its results are
    told.
    """
    cards = (
        TableCard(table, (), (), label=own_label(event, table)) for table in match_tables(event)
    )
    return TableCards(edition(event, now), tuple(cards), RESULTS_TOLD)


def printed_bracket(event: Event, stage: int, now: datetime) -> PrintedBracket:
    """The knock-out as far as it is played."""
    course, names = public_course(event), names_of(event, public=True)
    facts = (f"{len(course.entrants[stage])} players",)
    drawings = Bracket.of(course, stage, names).sheets()
    return PrintedBracket(edition(event, now), facts, drawings)


def printed_cross_table(event: Event, stage: int, now: datetime) -> PrintedCross:
    """Everybody's results against everybody, or round by round."""
    course, names = public_course(event), names_of(event, public=True)
    lines = standing_shown(event, course, stage, names)
    facts = (f"{len(lines)} players", "Number of the opponent, + won, = drawn, − lost")
    if course.plan[stage].kind == "all_play_all":
        facts = (f"{len(lines)} players", "1 won, ½ drawn, 0 lost")
    return PrintedCross(edition(event, now), facts, cross_table(course, stage, lines))


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
