"""Every paper of an event, in the order of the evening, with what it still waits for.

Cards with their codes: a square and six characters on a table card, a square on the half that a
guest keeps.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil

from django.utils import timezone

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.words import many
from tournament.counting.board import board
from tournament.counting.formats import event_format
from tournament.counting.matches import field_of, match_tables
from tournament.guests.names import named_publicly
from tournament.guests.namesakes import public_names
from tournament.models import Event, Round, Stage
from tournament.models.seating import RoundState
from tournament.paper.catalogue_guests import (
    AFTER,
    AT_THE_END,
    BEFORE,
    DRAW_FIRST,
    DURING,
    NO_SHEET,
    Kind,
    cards_for_guests,
    of_the_field,
)
from tournament.paper.guest_cards import badge_sheets
from tournament.paper.page import Paper, pages_of_list
from tournament.paper.pairings import (
    NOTHING_PAIRED,
    begun_stages,
    match_table_cards,
    pairings_by_name,
    player_slips,
    printed_bracket,
    printed_cross_table,
    printed_pairings,
    result_slips,
)
from tournament.paper.prizes import printed_teams, prize_list
from tournament.paper.results import final_list, standings, the_ten
from tournament.paper.rule_sheet import printed_rules
from tournament.paper.rulings import minute
from tournament.paper.score_cards import PILES
from tournament.paper.seating import (
    blank_playoff_cards,
    blank_score_cards,
    blank_table_cards,
    blank_table_sheet,
    score_cards,
    seating_by_name,
    seating_by_table,
    seating_check,
    table_cards,
    table_sheets,
)
from tournament.paper.table_sheets import GAMES_A_SHEET
from tournament.paper.values import Badges, ScoreCards, TableCards
from tournament.paper.values_results import PlayerSlips
from tournament.site.codes import typed_address
from tournament.site.paper_codes import PaperCodes


def catalogue(event: Event) -> tuple[Kind, ...]:
    """All papers of an event."""
    if event.paired:
        return (*_matches(event), *_teams(event, board(event)), _minute(event))
    return (*_seats(event), *_results(event), _minute(event))


def find(event: Event, key: str) -> Kind | None:
    """The paper of an address, if it can be printed now."""
    return next((kind for kind in catalogue(event) if kind.key == key and not kind.waits_for), None)


@dataclass(frozen=True, slots=True)
class Part:
    """A paper as one part of everything for tonight: how many copies, what is done with it in
    words, and the pages of one copy.
    """

    kind: Kind
    copies: int
    words: str
    pages: int = 0

    @property
    def amount(self) -> str:
        """How much it is: `28 pages, cut and stack`, `2 pages, for the wall`."""
        if self.copies > 1 and self.pages == 1:
            return f"{many(self.copies, 'copy', 'copies')} of one page"
        return ", ".join(filter(None, (many(self.pages, "page"), self.words)))


def pages_of(parts: Iterable[Part]) -> str:
    """How many pages a printing has in all; `about`, for the lists among them tell only as they are
    printed whether a long name takes a second line.
    """
    return f"about {many(sum(part.pages * part.copies for part in parts), 'page')}"


NAMES_A_PAGE = 57
"""Lines of the seating by name on one page."""
SLIPS_A_PAGE = (14, 16)
"""Slips on the first page, below its heading, and on each that follows."""
ON_THE_WALL = 2
"""Copies of the seating by name: one each side of the door."""


ON_DEMAND = re.compile(
    rf"seating-check|badges|ribbon-list|movement-slips-\d+|{'|'.join(AT_THE_END)}"
)
"""Papers that not every evening has: they go into everything for tonight when they are asked for.
"""


def further(event: Event, parts: Iterable[Part]) -> list[Kind]:
    """What can be added to everything for tonight and is not in it."""
    there = {part.kind.key for part in parts}
    return [
        kind
        for kind in catalogue(event)
        if there and ON_DEMAND.fullmatch(kind.key) and not kind.waits_for and kind.key not in there
    ]


def tonight(event: Event, also: Collection[str] = ()) -> list[Part]:
    """All papers that are laid out before the first game, in that order, and those of `also` where
    they are used; nothing before there are seats.
    """
    kinds = {kind.key: kind for kind in catalogue(event) if not kind.waits_for}
    tables = event.tables.exclude(round__stage=Stage.PLAYOFF).values("number").distinct().count()
    guests = event.seats.exclude(round__stage=Stage.PLAYOFF).values("guest").distinct().count()
    if event.paired or not tables:
        return []
    note, games = "one for each table", dict(event.rounds.values_list("number", "games"))
    selected = [key for key in kinds if key in also and ON_DEMAND.fullmatch(key)]
    for_coats = [key for key in selected if key in ("badges", "ribbon-list")]
    by_name = ("seating-by-name", ON_THE_WALL, "two copies", ceil(guests / NAMES_A_PAGE))
    lines: list[tuple[str, int, str, int]] = [by_name]
    lines += [(key, 1, "for the wall", 1) for key in selected if key == "seating-check"]
    lines += [
        (key, 1, "for the coats, at the door", _counted(event, kinds[key])) for key in for_coats
    ]
    lines.append(("table-cards", 1, note, tables))
    lines += [
        (key, 1, "cut and stack", ceil(guests / len(PILES)))
        for key, kind in kinds.items()
        if kind.part == BEFORE and re.fullmatch(r"score-cards(-\d+)?", key)
    ]
    lines += [
        (f"table-sheets-{number}", 1, note, tables * ceil(games.get(number, 1) / GAMES_A_SHEET))
        for number in range(1, event.qualifying_rounds + 1)
    ]
    slips = [key for key in selected if key.startswith("movement")]
    lines += [(key, 1, "cut and lay out", _pages_of_slips(guests)) for key in slips]
    lines.append(("rule-sheet", tables, "", 1))
    if "kitchen-list-1" in kinds:
        cards = ceil(guests / len(PILES))
        lines.append(("place-cards", 1, "cut and fold", cards))
        lines.append(("kitchen-list-1", 1, "", _counted(event, kinds["kitchen-list-1"])))
    lines += [
        (key, 1, use, _counted(event, kinds[key]))
        for key, use in AT_THE_END.items()
        if key in selected
    ]
    return [
        Part(kinds[key], copies, use, pages) for key, copies, use, pages in lines if key in kinds
    ]


def _pages_of_slips(guests: int) -> int:
    return 1 + ceil(max(guests - SLIPS_A_PAGE[0], 0) / SLIPS_A_PAGE[1])


def _counted(event: Event, kind: Kind) -> int:
    """The pages of a list, or of a paper that gives each guest one."""
    if kind.key == "badges":
        return badge_sheets(event)
    if kind.key not in ("keepsakes", "certificates"):
        return pages_of_list(kind.make(timezone.now()))
    standing = board(event)
    if kind.key == "keepsakes":
        return sum(item.ranked for item in standing.standings)
    through = len(standing.cut.qualifiers) if isinstance(standing.cut, Cut) else 0
    return sum(item.ranked for item in standing.playoff) or through


def _matches(event: Event) -> Iterator[Kind]:
    """Where guests are paired: slips, pairings, brackets and cross-tables in the place of seating
    and cards.
    """
    yield Kind(
        "player-slips",
        "Player slips",
        "One each, with the code of their own page.",
        BEFORE,
        "",
        lambda now: player_slips(event, now),
    )
    yield Kind(
        "rule-sheet",
        "Rule sheet",
        "The rules on one page, one for each table.",
        BEFORE,
        "",
        lambda now: printed_rules(event, now),
    )
    tables = "" if match_tables(event) else "Waits for two guests."
    yield Kind(
        "table-cards",
        "Table cards",
        "Folded, one on each table, with the code for its phone.",
        BEFORE,
        tables,
        lambda now: match_table_cards(event, now),
    )
    begun = begun_stages(event)
    yield Kind(
        "pairings",
        "Pairings",
        "The newest round by table, for the wall.",
        DURING,
        "" if begun else NOTHING_PAIRED,
        lambda now: printed_pairings(event, now),
    )
    yield Kind(
        "pairings-by-name",
        "Pairings by name",
        "The newest round, for the door.",
        DURING,
        "" if begun else NOTHING_PAIRED,
        lambda now: pairings_by_name(event, now),
    )
    yield Kind(
        "result-slips",
        "Result slips",
        "One a match, where results come in on paper.",
        DURING,
        "" if begun else NOTHING_PAIRED,
        lambda now: result_slips(event, now),
    )
    for number, kind in begun:
        yield _drawn_stage(event, number, kind)


def _drawn_stage(event: Event, number: int, kind: str) -> Kind:
    if kind == "knock_out":
        return Kind(
            "bracket",
            "Bracket",
            "The knock-out as far as it is played.",
            DURING,
            "",
            lambda now: printed_bracket(event, number, now),
        )
    return Kind(
        "cross-table",
        "Cross-table",
        "Everybody's results, in the order of the standing.",
        DURING,
        "",
        lambda now: printed_cross_table(event, number, now),
    )


def _seats(event: Event) -> Iterator[Kind]:
    rounds = list(Round.objects.filter(event=event).order_by("number"))
    qualifying = [round_ for round_ in rounds if round_.stage == Stage.QUALIFYING]
    waits = "" if qualifying else DRAW_FIRST
    for first in range(1, event.qualifying_rounds + 1, 2):
        yield from _cards(event, first, "" if len(qualifying) >= first else DRAW_FIRST)
    yield Kind(
        "seating-by-name",
        "Seating by name",
        "For the wall at the door.",
        BEFORE,
        waits,
        lambda now: seating_by_name(event, now),
    )
    yield Kind(
        "seating-check",
        "Seating check",
        "For the wall: who meets whom, in figures.",
        BEFORE,
        waits,
        lambda now: seating_check(event, now),
    )
    yield Kind(
        "table-cards",
        "Table cards",
        "Folded, one on each table for the whole evening.",
        BEFORE,
        waits,
        lambda now: table_cards(event, now),
    )
    yield Kind(
        "rule-sheet",
        "Rule sheet",
        "The rules on one page, one for each table.",
        BEFORE,
        "",
        lambda now: printed_rules(event, now),
    )
    for round_ in rounds or [Round(event=event, number=1)]:
        yield from _of_round(event, round_, waits)
    yield from cards_for_guests(event, rounds)
    yield from _blank(event)


def _cards(event: Event, first: int, waits: str) -> Iterator[Kind]:
    """The score cards of two rounds, as each card holds them."""
    behind = "" if first == 1 else f"-{first}"
    title = "Score cards"
    if event.qualifying_rounds > 2:
        title = f"Score cards, rounds {first} and {first + 1}"
    stacked = "Cut, and stack A on B on C on D: table order."
    yield Kind(
        f"score-cards{behind}",
        f"{title}, four to a sheet",
        stacked,
        BEFORE,
        waits,
        lambda now: score_cards(event, now, first=first),
    )
    yield Kind(
        f"score-cards-a5{behind}",
        f"{title}, A5",
        "The same card, larger.",
        BEFORE,
        waits,
        lambda now: score_cards(event, now, first=first, size="A5"),
    )


def _blank(event: Event) -> Iterator[Kind]:
    """Cards without names, for whoever comes unannounced and for evenings on paper alone."""
    fill_in = "To fill in by hand."
    yield Kind(
        "blank-score-cards",
        "Blank score cards",
        fill_in,
        BEFORE,
        "",
        lambda now: blank_score_cards(event, now),
    )
    yield Kind(
        "blank-table-sheets",
        "Blank table sheet",
        fill_in,
        BEFORE,
        "",
        lambda now: blank_table_sheet(event, now),
    )
    yield Kind(
        "blank-table-cards",
        "Spare table cards",
        "The next two numbers, without names.",
        BEFORE,
        "",
        lambda now: blank_table_cards(event, now),
    )
    if event.has_playoff:
        yield Kind(
            "blank-playoff-cards",
            "Blank play-off cards",
            fill_in,
            AFTER,
            "",
            lambda now: blank_playoff_cards(event, now),
        )


def _of_round(event: Event, round_: Round, waits: str) -> Iterator[Kind]:
    number = round_.number
    part = AFTER if round_.stage == Stage.PLAYOFF else BEFORE
    name = str(round_).lower()
    yield Kind(
        f"seating-by-table-{number}",
        f"Seating by table, {name}",
        "Who sits where, in seat order.",
        part,
        waits,
        lambda now: seating_by_table(event, number, now),
    )
    yield Kind(
        f"table-sheets-{number}",
        f"Table sheets, {name}",
        (
            "For the umpires:"
            f" {event_format(event).counted(round_.games or event.games_per_round)} a sheet."
        ),
        part,
        waits,
        lambda now: table_sheets(event, number, now),
    )
    if round_.stage == Stage.PLAYOFF:
        yield Kind(
            f"score-cards-{number}",
            "Score cards, play-off",
            "One for each finalist.",
            part,
            waits,
            lambda now: score_cards(event, now, first=number),
        )


def _teams(event: Event, now_board: Board) -> Iterator[Kind]:
    """The liveries as teams, where the event ranks them."""
    if event.team_figure:
        waits = "" if field_of(event, now_board) else NO_SHEET
        yield Kind(
            "teams",
            "Teams",
            f"The {event.groups.several} in order, with those whose totals count.",
            AFTER,
            waits,
            lambda now: printed_teams(event, now_board, now),
        )


def _minute(event: Event) -> Kind:
    """All rulings; each one alone is printed from its own page."""
    waits = "" if event.rulings.exists() else "Waits for the first ruling."
    return Kind(
        "rulings",
        "Minute of rulings",
        "Every ruling in order, with its effect on scores.",
        AFTER,
        waits,
        lambda now: minute(event, now),
    )


def _results(event: Event) -> Iterator[Kind]:
    now_board = named_publicly(board(event), public_names(event))
    entered = "" if now_board.standings else NO_SHEET
    cut = entered or (
        "" if isinstance(now_board.cut, Cut) else "Waits for a cut that can be drawn."
    )
    open_rounds = Round.objects.filter(event=event, stage=Stage.QUALIFYING).exclude(
        state=RoundState.CLOSED
    )
    text = "The whole field, so far." if open_rounds else "The whole field."
    played = entered or (
        "" if now_board.playoff or not event.has_playoff else "Waits for the play-off."
    )
    yield Kind(
        "standings",
        "Standings",
        text,
        DURING,
        entered,
        lambda now: standings(event, now_board, now),
    )
    yield from of_the_field(event, now_board, entered, played)
    yield from _teams(event, now_board)
    yield Kind(
        "the-ten",
        "Who goes through",
        "The list that is read out, with the seal.",
        AFTER,
        cut,
        lambda now: the_ten(event, now_board, now),
    )
    yield Kind(
        "final-list",
        "Final list",
        "The play-off in order, with its honours.",
        AFTER,
        played,
        lambda now: final_list(event, now_board, now),
    )
    yield Kind(
        "prize-list",
        "Prize list",
        "For the hand-over, last prize first. Not public.",
        AFTER,
        played,
        lambda now: prize_list(event, now_board, now),
    )


def coded(paper: Paper, codes: PaperCodes) -> Paper:
    """The same cards with the codes there are; any other paper as it is."""
    if isinstance(paper, ScoreCards):
        cards = tuple(
            replace(card, link=codes.guests.get(card.guest.badge or 0, card.link))
            for card in paper.cards
        )
        return replace(paper, cards=cards)
    if isinstance(paper, Badges):
        hung = tuple(
            replace(badge, link=codes.guests.get(badge.guest.badge or 0, ""))
            for badge in paper.badges
        )
        return replace(paper, badges=hung)
    if isinstance(paper, PlayerSlips):
        slips = tuple(replace(slip, link=codes.guests.get(slip.badge, "")) for slip in paper.slips)
        return replace(paper, slips=slips)
    if isinstance(paper, TableCards):
        tables = (
            replace(
                card, code=codes.shorts.get(card.table, ""), link=codes.tables.get(card.table, "")
            )
            for card in paper.cards
        )
        return replace(paper, cards=tuple(tables), address=typed_address())
    return paper
