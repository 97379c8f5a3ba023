"""Cards and sheets without names, to be filled in by hand."""

from datetime import datetime

from django.db.models import Max

from tournament.format_words import hint, seat_words
from tournament.ledger import lift
from tournament.ledger.formats import event_format
from tournament.models import Event, Round, Stage, Table
from tournament.paper.card_values import printed_values
from tournament.paper.seats import KEEP, NOBODY, SEATS_RUN, edition
from tournament.paper.values import (
    Half,
    Named,
    ScoreCard,
    ScoreCards,
    SheetSeat,
    TableCard,
    TableCards,
    TableSheet,
    TableSheets,
)

CARDS = 8
SPARE = 2
LETTERS = "ABCDEF"
NAMELESS = Named("")


def blank_score_cards(event: Event, now: datetime) -> ScoreCards:
    """Two sheets of personal cards for the qualifying rounds."""
    upper = Half(1, None, "", NOBODY, NOBODY, blank=True)
    number = min(2, event.qualifying_rounds)
    lower = Half(number, None, "", NOBODY, NOBODY, "" if number > 1 else KEEP, blank=True)
    return _cards(event, now, ScoreCard(NAMELESS, upper, lower), event.games_per_round)


def blank_playoff_cards(event: Event, now: datetime) -> ScoreCards:
    """Two sheets of cards for the play-off; an extra game is written on one as well."""
    held = Half(event.playoff_round, None, "", NOBODY, NOBODY, name=str(Stage.PLAYOFF.label), blank=True)
    lower = Half(event.playoff_round, None, "", NOBODY, NOBODY, KEEP, str(Stage.PLAYOFF.label), blank=True)
    return _cards(event, now, ScoreCard(NAMELESS, held, lower), event.playoff_games)


def _cards(event: Event, now: datetime, card: ScoreCard, games: int) -> ScoreCards:
    values, form = printed_values(lift.rules(event).scoring.values), event_format(event)
    cards = (card,) * CARDS
    return ScoreCards(edition(event, now), cards, games, values, hint(form), unit=form.unit, units=form.units)


def blank_table_cards(event: Event, now: datetime) -> TableCards:
    """Cards for the next two numbers of tables."""
    last = Table.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    rounds = tuple(range(1, event.qualifying_rounds + 1))
    seats = tuple((letter, (None,) * len(rounds)) for letter in LETTERS[:5])
    cards = tuple(TableCard(last + step, rounds, seats) for step in range(1, SPARE + 1))
    return TableCards(edition(event, now), cards, SEATS_RUN)


def blank_table_sheet(event: Event, now: datetime) -> TableSheets:
    """One umpire's sheet with six seats and no table."""
    held = Round.objects.filter(event=event).order_by("number").first()
    seats = tuple(
        SheetSeat(letter, NAMELESS, LETTERS[(place + 1) % len(LETTERS)]) for place, letter in enumerate(LETTERS)
    )
    games = held.games if held else event.games_per_round
    sheet = TableSheet(0, 1, seats, games, "Round")
    return TableSheets(
        edition(event, now), (sheet,), printed_values(lift.rules(event).scoring.values), seat_words(event_format(event))
    )
