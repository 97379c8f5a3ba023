"""Every paper of an event, in the order of the evening: a row each."""

from collections.abc import Iterator
from functools import partial
from math import ceil
from typing import cast

from django.utils import timezone

from tournament.counting.formats import event_format
from tournament.models import Event, Round, Stage
from tournament.models.seating import RoundState
from tournament.paper import (
    certificates,
    field,
    guest_cards,
    keepsakes,
    kitchen,
    pairings,
    prizes,
    results,
    rulings,
    seating,
)
from tournament.paper.field import pages_of_field
from tournament.paper.kinds import (
    A_SHEET_EACH,
    AFTER,
    BEFORE,
    DURING,
    ORGANISER,
    SITE,
    Evening,
    Kind,
    Tonight,
)
from tournament.paper.printed import ListPaper
from tournament.paper.rule_sheet import printed_rules
from tournament.paper.score_cards import PILES
from tournament.paper.table_sheets import GAMES_A_SHEET
from tournament.paper.umpire_card import umpire_card


def _by_table(evening: Evening, _kind: Kind) -> int:
    return evening.tables


def _four_to_a_sheet(evening: Evening, _kind: Kind) -> int:
    return ceil(evening.guests / len(PILES))


def _of_field(_evening: Evening, kind: Kind) -> int:
    return pages_of_field(cast(ListPaper, kind.make(timezone.now())))


ONE_A_TABLE = "one for each table"
NAMES_A_PAGE = 57
"""Lines of the seating by name on one page."""
SLIPS_A_PAGE = (14, 16)
"""Slips on the first page, below its heading, and on each that follows."""
_FOR_TABLES = (
    Kind(
        key="rule-sheet",
        name="Rule sheet",
        purpose="The rules on one page, one for each table.",
        part=BEFORE,
        source=printed_rules,
        folder=SITE,
        tonight=Tonight(7, lambda _evening, _kind: 1, copies=lambda evening: evening.tables),
    ),
    Kind(
        key="rule-sheet-clauses",
        name="Rule sheet with its clauses",
        purpose="For the organiser: what each sentence rests on, in small figures.",
        part=BEFORE,
        source=partial(printed_rules, clauses=True),
    ),
    Kind(
        key="umpire-card",
        name="For an umpire",
        purpose="What an umpire does, on one page, one for each.",
        part=BEFORE,
        source=umpire_card,
    ),
)
_SEATING = (
    Kind(
        key="seating-by-name",
        name="Seating by name",
        purpose="For the wall at the door.",
        part=BEFORE,
        waits=Evening.seats,
        source=seating.seating_by_name,
        tonight=Tonight(
            1,
            lambda evening, _kind: ceil(evening.guests / NAMES_A_PAGE),
            "two copies",
            copies=lambda _evening: 2,
        ),
    ),
    Kind(
        key="table-cards",
        name="Table cards",
        purpose="Folded, one on each table for the whole evening.",
        part=BEFORE,
        waits=Evening.seats,
        source=seating.table_cards,
        tonight=Tonight(3, _by_table, ONE_A_TABLE),
    ),
    *_FOR_TABLES,
)
_BADGES = Tonight(
    2,
    lambda evening, _kind: guest_cards.badge_sheets(evening.event),
    "for the coats, at the door",
    asked_for=True,
)
_FOR_GUESTS = (
    Kind(
        key="place-cards",
        name="Place cards, four to a sheet",
        purpose="Folded, with dietary wishes as marks.",
        part=BEFORE,
        waits=Evening.seats,
        source=guest_cards.place_cards,
        tonight=Tonight(8, _four_to_a_sheet, "cut and fold", waits=Evening.wish),
    ),
    *(
        Kind(
            key=key,
            name=f"Badges, {sheet.name}",
            purpose="With the code of their own page, and blank ones.",
            part=BEFORE,
            waits=Evening.guest,
            source=partial(guest_cards.badges, kind=key),
            tonight=_BADGES if sheet is guest_cards.USUAL else None,
        )
        for key, sheet in guest_cards.SHEETS.items()
    ),
)
_BLANK = (
    Kind(
        key="blank-score-cards",
        name="Blank score cards",
        purpose="To fill in by hand.",
        part=BEFORE,
        source=seating.blank_score_cards,
    ),
    Kind(
        key="blank-playoff-cards",
        name="Blank play-off cards",
        purpose="To fill in by hand.",
        part=AFTER,
        source=seating.blank_playoff_cards,
    ),
)
"""Cards without names, for whoever comes unannounced; the second where there is a play-off."""
_OUTCOME = (
    Kind(
        key="the-ten",
        name="Who goes through",
        purpose="The list that is read out, with the seal.",
        part=AFTER,
        waits=Evening.cut,
        source=results.the_ten,
        of_board=True,
        folder=SITE,
    ),
    Kind(
        key="final-list",
        name="Final list",
        purpose="The play-off in order, with its honours.",
        part=AFTER,
        waits=Evening.podium,
        source=results.final_list,
        of_board=True,
        folder=SITE,
        result=True,
    ),
    Kind(
        key="prize-list",
        name="Prize list",
        purpose="For the hand-over, last prize first. Not public.",
        part=AFTER,
        waits=Evening.podium,
        source=prizes.prize_list,
        of_board=True,
        folder=ORGANISER,
        result=True,
    ),
)
_MATCHES = (
    Kind(
        key="player-slips",
        name="Player slips",
        purpose="One each, with the code of their own page.",
        part=BEFORE,
        source=pairings.player_slips,
    ),
    *_FOR_TABLES,
    Kind(
        key="table-cards",
        name="Table cards",
        purpose="Folded, one on each table, with the code for its phone.",
        part=BEFORE,
        waits=Evening.two_guests,
        source=pairings.match_table_cards,
    ),
    Kind(
        key="pairings",
        name="Pairings",
        purpose="The newest round by table, for the wall.",
        part=DURING,
        waits=Evening.pairing,
        source=pairings.printed_pairings,
    ),
    Kind(
        key="pairings-by-name",
        name="Pairings by name",
        purpose="The newest round, for the door.",
        part=DURING,
        waits=Evening.pairing,
        source=pairings.pairings_by_name,
    ),
    Kind(
        key="result-slips",
        name="Result slips",
        purpose="One a match, where results come in on paper.",
        part=DURING,
        waits=Evening.pairing,
        source=pairings.result_slips,
    ),
)
_MATCHES_OVER = (
    Kind(
        key="certificates",
        name="Certificates of the first three",
        purpose="One to a sheet.",
        part=AFTER,
        waits=Evening.winner,
        source=certificates.match_certificates,
        folder=ORGANISER,
    ),
    Kind(
        key="certificates-all",
        name="Certificates for everybody",
        purpose="One to a sheet.",
        part=AFTER,
        waits=Evening.winner,
        source=partial(certificates.match_certificates, everybody=True),
        lines=A_SHEET_EACH,
    ),
)
_MINUTE = Kind(
    key="rulings",
    name="Minute of rulings",
    purpose="Every ruling in order, with its effect on scores.",
    part=AFTER,
    waits=Evening.ruling,
    source=rulings.minute,
    folder=ORGANISER,
    result=True,
)
"""All rulings; each one alone is printed from its own page."""


def catalogue(event: Event) -> tuple[Kind, ...]:
    """All papers of an event."""
    return kinds_of(Evening(event))


def kinds_of(evening: Evening) -> tuple[Kind, ...]:
    """All papers of an evening."""
    rows = _of_matches(evening) if evening.event.paired else _of_an_evening(evening)
    event = evening.event
    return tuple(
        row._replace(
            waits_for=row.waits(evening),
            made_from=(event, evening.board) if row.of_board else (event,),
        )
        for row in rows
    )


def find(event: Event, key: str) -> Kind | None:
    """The paper of an address, if it can be printed now."""
    return next((kind for kind in catalogue(event) if kind.key == key and not kind.waits_for), None)


def _of_an_evening(evening: Evening) -> list[Kind]:
    """Where tables play rounds: seating and cards, then results; nothing of a half-time or of a
    play-off that there is not.
    """
    event, rounds = evening.event, evening.rounds or [Round(event=evening.event, number=1)]
    void = {
        *(() if event.qualifying_rounds > 1 else ("half-time-list",)),
        *(() if event.has_playoff else ("final-list",)),
    }
    rows = (
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
    )
    return [row for row in rows if row.key not in void]


def _of_matches(evening: Evening) -> list[Kind]:
    """Where guests are paired: slips and pairings, and a drawing of each stage."""
    stages = (_stage(number, kind) for number, kind in pairings.begun_stages(evening.event))
    return [*_MATCHES, *stages, *_MATCHES_OVER, *_teams(evening.event), _MINUTE]


def _cards(event: Event, first: int) -> Kind:
    """The score cards of two rounds, as each card holds them."""
    title = "Score cards"
    if event.qualifying_rounds > 2:
        title = f"Score cards, rounds {first} and {first + 1}"
    return Kind(
        key="score-cards" if first == 1 else f"score-cards-{first}",
        name=f"{title}, four to a sheet",
        purpose="Cut, and stack A on B on C on D: table order.",
        part=BEFORE,
        waits=lambda evening: evening.drawn_up_to(first),
        source=partial(seating.score_cards, first=first),
        tonight=Tonight(4, _four_to_a_sheet, "cut and stack"),
    )


def _of_round(round_: Round) -> Iterator[Kind]:
    event, number, name = round_.event, round_.number, str(round_).lower()
    part = AFTER if round_.stage == Stage.PLAYOFF else BEFORE
    games = event_format(event).counted(round_.games or event.games_per_round)

    def sheets(evening: Evening, _kind: Kind) -> int:
        return evening.tables * ceil((round_.games or 1) / GAMES_A_SHEET)

    yield Kind(
        key=f"seating-by-table-{number}",
        name=f"Seating by table, {name}",
        purpose="Who sits where, in seat order.",
        part=part,
        waits=Evening.seats,
        source=lambda event, now: seating.seating_by_table(event, number, now),
    )
    yield Kind(
        key=f"table-sheets-{number}",
        name=f"Table sheets, {name}",
        purpose=f"For the umpires: {games} a sheet.",
        part=part,
        waits=Evening.seats,
        source=lambda event, now: seating.table_sheets(event, number, now),
        tonight=Tonight(5, sheets, ONE_A_TABLE) if number <= event.qualifying_rounds else None,
    )
    if round_.stage == Stage.PLAYOFF:
        yield Kind(
            key=f"score-cards-{number}",
            name="Score cards, play-off",
            purpose="One for each finalist.",
            part=part,
            waits=Evening.seats,
            source=partial(seating.score_cards, first=number),
        )


def _of_slips(evening: Evening, _kind: Kind) -> int:
    first, later = SLIPS_A_PAGE
    return 1 + ceil(max(evening.guests - first, 0) / later)


def _slips(event: Event, number: int) -> Kind:
    return Kind(
        key=f"movement-slips-{number}",
        name=f"Movement slips, {event.round_within(number)}",
        purpose="Where each guest goes next, to cut and lay at the seats.",
        part=BEFORE,
        source=lambda event, now: seating.movement_slips(event, number, now),
        tonight=Tonight(6, _of_slips, "cut and lay out", asked_for=True),
    )


def _dining(evening: Evening) -> list[Round]:
    """The rounds in which somebody eats otherwise; the first, to wait, while nobody does."""
    return evening.seated[: 1 if evening.wish() else None]


def _of_kitchen(_evening: Evening, kind: Kind) -> int:
    return kitchen.pages_of_kitchen(cast(ListPaper, kind.make(timezone.now())))


def _kitchen(number: int) -> Kind:
    return Kind(
        key=f"kitchen-list-{number}",
        name=f"For the kitchen, round {number}",
        purpose="Dietary wishes, by table and by course. Not public.",
        part=BEFORE,
        waits=Evening.wish,
        source=lambda event, now: kitchen.kitchen_list(event, number, now),
        tonight=Tonight(9, _of_kitchen) if number == 1 else None,
    )


def _results(evening: Evening) -> list[Kind]:
    """Standings, and lists of the whole field."""
    event, company = evening.event, evening.event.groups.word
    playing = Round.objects.filter(event=event, stage=Stage.QUALIFYING)
    under_way = playing.exclude(state=RoundState.CLOSED).exists()
    return [
        Kind(
            key="standings",
            name="Standings",
            purpose="The whole field, so far." if under_way else "The whole field.",
            part=DURING,
            waits=Evening.sheet,
            source=results.standings,
            of_board=True,
            folder=SITE,
            result=True,
        ),
        Kind(
            key="half-time-list",
            name="Half-time list",
            purpose="Round 1 game by game, without the line.",
            part=DURING,
            waits=Evening.sheet,
            source=field.half_time_list,
            of_board=True,
            folder=SITE,
            tonight=Tonight(10, _of_field, "for the wall, without the line", asked_for=True),
        ),
        Kind(
            key="final-by-livery",
            name=f"Final list by {company}",
            purpose=f"Each {company} with its guests.",
            part=AFTER,
            waits=Evening.sheet,
            source=field.final_by_livery,
            of_board=True,
            folder=SITE,
            tonight=Tonight(11, _of_field, "for the wall", asked_for=True),
        ),
    ]


def _certificates(evening: Evening, _kind: Kind) -> int:
    now = evening.board
    return sum(item.ranked for item in now.playoff) or len(results.through(now))


def _to_take_home(evening: Evening) -> list[Kind]:
    """What the guests keep of the evening."""
    through = "Certificates for those who go through"
    if evening.board.playoff:
        through = "Certificates of the play-off"
    one_to_a_sheet = "One to a sheet."
    return [
        Kind(
            key="keepsakes",
            name="Keepsakes, A5",
            purpose="Everybody’s own evening, to take home.",
            part=AFTER,
            waits=Evening.sheet,
            source=keepsakes.keepsakes,
            of_board=True,
            folder=ORGANISER,
            lines=A_SHEET_EACH,
            tonight=Tonight(
                13,
                lambda evening, _kind: sum(item.ranked for item in evening.board.standings),
                "one each, to take home",
                asked_for=True,
            ),
        ),
        Kind(
            key="certificates",
            name=through,
            purpose=one_to_a_sheet,
            part=AFTER,
            waits=Evening.podium,
            source=certificates.certificates,
            of_board=True,
            folder=ORGANISER,
            tonight=Tonight(12, _certificates, "to sign and to hand over", asked_for=True),
        ),
        Kind(
            key="certificates-all",
            name="Certificates for everybody",
            purpose=one_to_a_sheet,
            part=AFTER,
            waits=Evening.sheet,
            source=partial(certificates.certificates, everybody=True),
            of_board=True,
            lines=A_SHEET_EACH,
        ),
    ]


def _teams(event: Event) -> Iterator[Kind]:
    """The liveries as teams, where the event ranks them."""
    if event.team_figure:
        yield Kind(
            key="teams",
            name="Teams",
            purpose=f"The {event.groups.several} in order, with those whose totals count.",
            part=AFTER,
            waits=Evening.team,
            source=prizes.printed_teams,
            of_board=True,
            folder=SITE,
            result=True,
        )


def _stage(number: int, kind: str) -> Kind:
    knock_out = kind == "knock_out"
    draw = pairings.printed_bracket if knock_out else pairings.printed_cross_table
    everybody = "Everybody’s results, in the order of the standing."
    return Kind(
        key="bracket" if knock_out else "cross-table",
        name="Bracket" if knock_out else "Cross-table",
        purpose="The knock-out as far as it is played." if knock_out else everybody,
        part=DURING,
        source=lambda event, now: draw(event, number, now),
        folder=SITE,
        result=True,
    )
