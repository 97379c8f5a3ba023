"""What pages of standings share: files to take away, facts above a table, the line of the cut,
and the guest that a badge means.
"""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from scoring.counting.board import Board
from scoring.counting.cut import Cut, in_words
from scoring.words import capital
from tournament.counting import scores
from tournament.counting.board import clock
from tournament.counting.tables import StandingsTable
from tournament.models import Event, Guest
from tournament.site.access import ORGANISER, at_desk, may
from tournament.site.frame import address
from tournament.site.tables import Choice
from tournament.standings.public import cut_words, where_the_round_stands

LONGEST_BADGE = 6


def exports(request: HttpRequest, event: Event, paper_kind: str) -> dict[str, str]:
    """What the head of the results offers to take away, by role; without a kind no paper, nor
    where guests are paired: theirs are laid out on the page of the papers.
    """
    files = may(request, ORGANISER.roles)
    paper = paper_kind and not event.paired and at_desk(request)
    return {
        "workbook_url": address("workbook", event.slug) if files else "",
        "export_url": reverse("paper_pdf", args=[event.slug, paper_kind]) if paper else "",
    }


def liveries(event: Event, now: Board, current: str) -> Choice:
    """The filter by livery, or what the evening calls it."""
    names = sorted({player.livery for player in now.players.values() if player.livery})
    groups = event.groups
    options = tuple((name, name) for name in names)
    return Choice("livery", capital(groups.word), f"All {groups.several}", options, current)


def facts(event: Event, now: Board, *, count_unchecked: bool = True) -> str:
    """How far the evening is: the clock, the tables in, and (where asked) the sheets nobody has
    looked over.
    """
    number, game, tables = where_the_round_stands(now.progress)
    if not tables:
        return "Nothing is in yet"
    is_in, unit = sum(count_done for _place, count_done in tables), now.format.unit
    if now.progress.rounds[number][0] == now.progress.rounds[number][1]:
        words = f"Round {number}: every {unit} is in, {clock(now.as_of)}"
    else:
        words = (
            f"Round {number}, {unit} {game} in at {is_in} of {len(tables)} tables,"
            f" {clock(now.as_of)}"
        )
    unchecked = (
        len(scores.unchecked(event)) if count_unchecked and now.state == "provisional" else 0
    )
    return f"{words}, {unchecked} not checked" if unchecked else words


def draw_line(table: StandingsTable, now: Board, *, line: bool) -> None:
    """Draw the line of the cut, where the rows stand in order and the last sheet is in."""
    if line and isinstance(now.cut, Cut) and table.in_order:
        table.cut_after, table.cut_sentence = len(now.cut.qualifiers), line_words(now.cut)


def line_words(cut: Cut) -> str:
    """The sentence in the line of the cut."""
    return f"{cut_words(cut)}. {in_words(cut) if cut.tie else ''}".strip()


def badge_of(event: Event, text: str) -> str | None:
    """Whose badge number was asked for, if it was one."""
    badge: Any = text.strip()
    if not (badge.isascii() and badge.isdigit() and len(badge) <= LONGEST_BADGE):
        return None
    return Guest.objects.filter(event=event, badge=int(badge)).values_list("ref", flat=True).first()
