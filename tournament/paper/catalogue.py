"""Every paper of an event, in the order of the evening: its address, its name and purpose, what it
still waits for, and how it is made.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import NamedTuple

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from tournament.counting.board import board
from tournament.counting.formats import event_format
from tournament.counting.matches import course_of, field_of, match_tables
from tournament.guests.names import named_publicly
from tournament.guests.namesakes import public_names
from tournament.matches.reading import winner_of
from tournament.models import Event, Round, Stage
from tournament.models.seating import RoundState
from tournament.paper import (
    certificates,
    field,
    guest_cards,
    pairings,
    prizes,
    results,
    rulings,
    seating,
)
from tournament.paper.page import Paper
from tournament.paper.rule_sheet import printed_rules
from tournament.paper.umpire_card import umpire_card

BEFORE, DURING, AFTER = "Before the evening", "During the rounds", "The cut and after"
DRAW_FIRST = "Waits for the seating: draw it first."
NO_SHEET = "Waits for the first sheet."


@dataclass(frozen=True, slots=True)
class Kind:
    """One paper: its address, name and purpose, what it waits for ("" when nothing), and how it is
    made.
    """

    key: str
    name: str
    purpose: str
    part: str
    waits_for: str
    make: Callable[[datetime], Paper]


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


class Row(NamedTuple):
    """A paper as the table has it, made from the event and the moment; one `of_board` from event,
    board and moment.
    """

    key: str
    name: str
    purpose: str
    part: str
    waits: Callable[[Evening], str]
    make: Callable[..., Paper]
    of_board: bool = False


def _kind(evening: Evening, row: Row) -> Kind:
    sources = (evening.event, evening.board) if row.of_board else (evening.event,)
    make: Callable[[datetime], Paper] = partial(row.make, *sources)
    return Kind(row.key, row.name, row.purpose, row.part, row.waits(evening), make)


_FOR_TABLES = (
    Row(
        key="rule-sheet",
        name="Rule sheet",
        purpose="The rules on one page, one for each table.",
        part=BEFORE,
        waits=nothing,
        make=printed_rules,
    ),
    Row(
        key="rule-sheet-clauses",
        name="Rule sheet with its clauses",
        purpose="For the organiser: what each sentence rests on, in small figures.",
        part=BEFORE,
        waits=nothing,
        make=partial(printed_rules, clauses=True),
    ),
    Row(
        key="umpire-card",
        name="For an umpire",
        purpose="What an umpire does, on one page, one for each.",
        part=BEFORE,
        waits=nothing,
        make=umpire_card,
    ),
)
_SEATING = (
    Row(
        key="seating-by-name",
        name="Seating by name",
        purpose="For the wall at the door.",
        part=BEFORE,
        waits=Evening.seats,
        make=seating.seating_by_name,
    ),
    Row(
        key="table-cards",
        name="Table cards",
        purpose="Folded, one on each table for the whole evening.",
        part=BEFORE,
        waits=Evening.seats,
        make=seating.table_cards,
    ),
    *_FOR_TABLES,
)
_FOR_GUESTS = (
    Row(
        key="place-cards",
        name="Place cards, four to a sheet",
        purpose="Folded, with dietary wishes as marks.",
        part=BEFORE,
        waits=Evening.seats,
        make=guest_cards.place_cards,
    ),
    *(
        Row(
            key=key,
            name=f"Badges, {sheet.name}",
            purpose="With the code of their own page, and blank ones.",
            part=BEFORE,
            waits=Evening.guest,
            make=partial(guest_cards.badges, kind=key),
        )
        for key, sheet in guest_cards.SHEETS.items()
    ),
)
_BLANK = (
    Row(
        key="blank-score-cards",
        name="Blank score cards",
        purpose="To fill in by hand.",
        part=BEFORE,
        waits=nothing,
        make=seating.blank_score_cards,
    ),
    Row(
        key="blank-playoff-cards",
        name="Blank play-off cards",
        purpose="To fill in by hand.",
        part=AFTER,
        waits=nothing,
        make=seating.blank_playoff_cards,
    ),
)
"""Cards without names, for whoever comes unannounced; the second where there is a play-off."""
_OUTCOME = (
    Row(
        key="the-ten",
        name="Who goes through",
        purpose="The list that is read out, with the seal.",
        part=AFTER,
        waits=Evening.cut,
        make=results.the_ten,
        of_board=True,
    ),
    Row(
        key="final-list",
        name="Final list",
        purpose="The play-off in order, with its honours.",
        part=AFTER,
        waits=Evening.podium,
        make=results.final_list,
        of_board=True,
    ),
    Row(
        key="prize-list",
        name="Prize list",
        purpose="For the hand-over, last prize first. Not public.",
        part=AFTER,
        waits=Evening.podium,
        make=prizes.prize_list,
        of_board=True,
    ),
)
_MATCHES = (
    Row(
        key="player-slips",
        name="Player slips",
        purpose="One each, with the code of their own page.",
        part=BEFORE,
        waits=nothing,
        make=pairings.player_slips,
    ),
    *_FOR_TABLES,
    Row(
        key="table-cards",
        name="Table cards",
        purpose="Folded, one on each table, with the code for its phone.",
        part=BEFORE,
        waits=Evening.two_guests,
        make=pairings.match_table_cards,
    ),
    Row(
        key="pairings",
        name="Pairings",
        purpose="The newest round by table, for the wall.",
        part=DURING,
        waits=Evening.pairing,
        make=pairings.printed_pairings,
    ),
    Row(
        key="pairings-by-name",
        name="Pairings by name",
        purpose="The newest round, for the door.",
        part=DURING,
        waits=Evening.pairing,
        make=pairings.pairings_by_name,
    ),
    Row(
        key="result-slips",
        name="Result slips",
        purpose="One a match, where results come in on paper.",
        part=DURING,
        waits=Evening.pairing,
        make=pairings.result_slips,
    ),
)
_MATCHES_OVER = (
    Row(
        key="certificates",
        name="Certificates of the first three",
        purpose="One to a sheet.",
        part=AFTER,
        waits=Evening.winner,
        make=certificates.match_certificates,
    ),
    Row(
        key="certificates-all",
        name="Certificates for everybody",
        purpose="One to a sheet.",
        part=AFTER,
        waits=Evening.winner,
        make=partial(certificates.match_certificates, everybody=True),
    ),
)
_MINUTE = Row(
    key="rulings",
    name="Minute of rulings",
    purpose="Every ruling in order, with its effect on scores.",
    part=AFTER,
    waits=Evening.ruling,
    make=rulings.minute,
)
"""All rulings; each one alone is printed from its own page."""


def catalogue(event: Event) -> tuple[Kind, ...]:
    """All papers of an event."""
    evening = Evening(event)
    rows = _of_matches(evening) if event.paired else _of_an_evening(evening)
    return tuple(_kind(evening, row) for row in rows)


def find(event: Event, key: str) -> Kind | None:
    """The paper of an address, if it can be printed now."""
    return next((kind for kind in catalogue(event) if kind.key == key and not kind.waits_for), None)


def _of_an_evening(evening: Evening) -> list[Row]:
    """Where tables play rounds: seating and cards, then results."""
    event, rounds = evening.event, evening.rounds or [Round(event=evening.event, number=1)]
    return [
        *(_cards(event, first) for first in range(1, event.qualifying_rounds + 1, 2)),
        *_SEATING,
        *(row for round_ in rounds for row in _of_round(round_)),
        *_FOR_GUESTS,
        *(_slips(event, round_.number) for round_ in evening.seated[1:]),
        *(_kitchen(round_.number) for round_ in _dining(evening)),
        *_BLANK[: 1 + event.has_playoff],
        *_results(evening),
        *_to_take_home(evening),
        *_teams(event),
        *_OUTCOME,
        _MINUTE,
    ]


def _of_matches(evening: Evening) -> list[Row]:
    """Where guests are paired: slips and pairings, and a drawing of each stage."""
    stages = (_stage(number, kind) for number, kind in pairings.begun_stages(evening.event))
    return [*_MATCHES, *stages, *_MATCHES_OVER, *_teams(evening.event), _MINUTE]


def _cards(event: Event, first: int) -> Row:
    """The score cards of two rounds, as each card holds them."""
    title = "Score cards"
    if event.qualifying_rounds > 2:
        title = f"Score cards, rounds {first} and {first + 1}"
    return Row(
        key="score-cards" if first == 1 else f"score-cards-{first}",
        name=f"{title}, four to a sheet",
        purpose="Cut, and stack A on B on C on D: table order.",
        part=BEFORE,
        waits=lambda evening: evening.drawn_up_to(first),
        make=partial(seating.score_cards, first=first),
    )


def _of_round(round_: Round) -> Iterator[Row]:
    number, name = round_.number, str(round_).lower()
    part = AFTER if round_.stage == Stage.PLAYOFF else BEFORE
    games = event_format(round_.event).counted(round_.games or round_.event.games_per_round)
    yield Row(
        key=f"seating-by-table-{number}",
        name=f"Seating by table, {name}",
        purpose="Who sits where, in seat order.",
        part=part,
        waits=Evening.seats,
        make=lambda event, now: seating.seating_by_table(event, number, now),
    )
    yield Row(
        key=f"table-sheets-{number}",
        name=f"Table sheets, {name}",
        purpose=f"For the umpires: {games} a sheet.",
        part=part,
        waits=Evening.seats,
        make=lambda event, now: seating.table_sheets(event, number, now),
    )
    if round_.stage == Stage.PLAYOFF:
        yield Row(
            key=f"score-cards-{number}",
            name="Score cards, play-off",
            purpose="One for each finalist.",
            part=part,
            waits=Evening.seats,
            make=partial(seating.score_cards, first=number),
        )


def _slips(event: Event, number: int) -> Row:
    return Row(
        key=f"movement-slips-{number}",
        name=f"Movement slips, {event.round_within(number)}",
        purpose="Where each guest goes next, to cut and lay at the seats.",
        part=BEFORE,
        waits=nothing,
        make=lambda event, now: seating.movement_slips(event, number, now),
    )


def _dining(evening: Evening) -> list[Round]:
    """The rounds in which somebody eats otherwise; the first, to wait, while nobody does."""
    return evening.seated[: 1 if evening.wish() else None]


def _kitchen(number: int) -> Row:
    return Row(
        key=f"kitchen-list-{number}",
        name=f"For the kitchen, round {number}",
        purpose="Dietary wishes, by table and by course. Not public.",
        part=BEFORE,
        waits=Evening.wish,
        make=lambda event, now: guest_cards.kitchen_list(event, number, now),
    )


def _results(evening: Evening) -> list[Row]:
    """Standings, and lists of the whole field."""
    event, company = evening.event, evening.event.groups.word
    playing = Round.objects.filter(event=event, stage=Stage.QUALIFYING)
    under_way = playing.exclude(state=RoundState.CLOSED).exists()
    return [
        Row(
            key="standings",
            name="Standings",
            purpose="The whole field, so far." if under_way else "The whole field.",
            part=DURING,
            waits=Evening.sheet,
            make=results.standings,
            of_board=True,
        ),
        Row(
            key="half-time-list",
            name="Half-time list",
            purpose="Round 1 game by game, without the line.",
            part=DURING,
            waits=Evening.sheet,
            make=field.half_time_list,
            of_board=True,
        ),
        Row(
            key="final-by-livery",
            name=f"Final list by {company}",
            purpose=f"Each {company} with its guests.",
            part=AFTER,
            waits=Evening.sheet,
            make=field.final_by_livery,
            of_board=True,
        ),
    ]


def _to_take_home(evening: Evening) -> list[Row]:
    """What the guests keep of the evening."""
    through = "Certificates for those who go through"
    if evening.board.playoff:
        through = "Certificates of the play-off"
    one_to_a_sheet = "One to a sheet."
    return [
        Row(
            key="keepsakes",
            name="Keepsakes, A5",
            purpose="Everybody’s own evening, to take home.",
            part=AFTER,
            waits=Evening.sheet,
            make=certificates.keepsakes,
            of_board=True,
        ),
        Row(
            key="certificates",
            name=through,
            purpose=one_to_a_sheet,
            part=AFTER,
            waits=Evening.podium,
            make=certificates.certificates,
            of_board=True,
        ),
        Row(
            key="certificates-all",
            name="Certificates for everybody",
            purpose=one_to_a_sheet,
            part=AFTER,
            waits=Evening.sheet,
            make=partial(certificates.certificates, everybody=True),
            of_board=True,
        ),
    ]


def _teams(event: Event) -> Iterator[Row]:
    """The liveries as teams, where the event ranks them."""
    if event.team_figure:
        yield Row(
            key="teams",
            name="Teams",
            purpose=f"The {event.groups.several} in order, with those whose totals count.",
            part=AFTER,
            waits=Evening.team,
            make=prizes.printed_teams,
            of_board=True,
        )


def _stage(number: int, kind: str) -> Row:
    knock_out = kind == "knock_out"
    draw = pairings.printed_bracket if knock_out else pairings.printed_cross_table
    everybody = "Everybody’s results, in the order of the standing."
    return Row(
        key="bracket" if knock_out else "cross-table",
        name="Bracket" if knock_out else "Cross-table",
        purpose="The knock-out as far as it is played." if knock_out else everybody,
        part=DURING,
        waits=nothing,
        make=lambda event, now: draw(event, number, now),
    )
