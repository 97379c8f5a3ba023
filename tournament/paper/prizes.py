"""The prize list and the standing of the teams as paper values, in the order of handing over:
the wooden spoon first, the winner last.
"""

from datetime import datetime

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.counting.board import Board
from scoring.counting.prizes import Award
from scoring.counting.standings import Standing
from scoring.words import listed, many
from tournament.counting.announcement import honours, in_capitals
from tournament.finals.reading import Row, prize_rows
from tournament.models import Event
from tournament.paper.fitting import fitted
from tournament.paper.printed import ListPaper, beneath, bold, italic, list_paper
from tournament.paper.seating import edition
from tournament.site.columns import Column
from tournament.standings.teams import TeamRow, rule_words, team_rows

CLOSING = "Read the name, then the livery, then the result."


def prize_list(event: Event, board: Board, now: datetime) -> ListPaper:
    """Every prize that can be given by now: a secret until the podium is revealed."""
    facts = ["In the order of handing over"]
    if any(row.get("once") for row in event.further_prizes):
        facts.append("One prize a person")
    if event.has_playoff and any(prize["skips_host"] for prize in event.prizes):
        skipping = listed(prize["name"] for prize in event.prizes if prize["skips_host"])
        facts.append(f"Not open to the host’s own guests: {skipping}")
    columns: list[Column[tuple[int, Row]]] = [
        Column("", lambda row: row[0], style="number"),
        Column("Prize", lambda row: _prize(row[1]), style="prize"),
        Column("Called up", lambda row: _called_up(row[1])),
        Column("Result", lambda row: row[1].result, style="result"),
        Column("Given", lambda _row: SafeString('<span class="tick"></span>'), style="given"),
    ]
    return list_paper(
        columns,
        [("", enumerate(prizes_given(event, board), 1))],
        edition=edition(event, now),
        title="Prizes",
        style="prizes",
        facts=tuple(facts),
        remarks=("not public until the podium is revealed",),
        results=True,
        below=format_html('<p class="closing">{}</p>', CLOSING),
    )


def _prize(row: Row) -> str:
    return bold(row.prize) + beneath(italic(row.condition), "")


def _called_up(row: Row) -> str:
    return (
        format_html("<h2>{}</h2>", fitted(row.called, "17.5 80"))
        + beneath(row.livery, "from")
        + format_html_join("", '<div class="from"><i>{}</i></div>', ((note,) for note in row.notes))
        + beneath(f"next: {row.next_in_line}" if row.next_in_line else "", "next")
    )


def prizes_given(event: Event, board: Board) -> tuple[Row, ...]:
    """Every prize in the order of handing over, those of the podium where a play-off decides them;
    none before one can be given.
    """
    if not board.prizes:
        return ()
    podium = reversed(board.prizes.podium) if event.has_playoff else ()
    return (*prize_rows(event, board), *(_award(board, award) for award in podium))


def _award(board: Board, award: Award) -> Row:
    honour = next((honour for honour in honours(board) if honour.player == award.player), None)
    if honour is None:
        level = ", ".join(_name(board, player) for player in award.undecided)
        nobody = "Nobody" if board.playoff and not level else "Not decided yet"
        notes = (f"level: {level}",) if level else ()
        return Row(in_capitals(award.prize), "play-off", nobody, "", "", notes, "")
    passed = ", ".join(_name(board, player) for player in award.passed_over)
    heir = award.next_in_line
    return Row(
        prize=in_capitals(honour.prize),
        condition="play-off",
        called=honour.name,
        livery=honour.livery,
        result=", ".join(
            filter(
                None,
                (f"{honour.total} {'point' if honour.total == 1 else 'points'}", honour.placed),
            )
        ),
        notes=(f"passes over {passed} (host)",) if passed else (),
        next_in_line=f"{_name(board, heir)}, {_final(board, heir).total}" if heir else "",
    )


def _final(board: Board, player: str) -> Standing:
    return next(standing for standing in board.playoff if standing.player == player)


def _name(board: Board, player: str) -> str:
    return board.players[player].name


def printed_teams(event: Event, board: Board, now: datetime) -> ListPaper:
    """Every team in order, with those whose totals count."""
    progress = board.progress

    def name(row: TeamRow) -> str:
        members = italic(", ".join(row.members)) if row.members else ""
        return bold(row.team, "15.5 100") + beneath(members, "") + beneath(row.note)

    columns: list[Column[TeamRow]] = [
        Column("Place", lambda row: row.place, style="place"),
        Column("Team", name, style="who"),
        Column("Guests", lambda row: row.players, style="before"),
        Column("Figure", lambda row: row.figure or None, style="total"),
    ]
    return list_paper(
        columns,
        [("", team_rows(event, board))],
        edition=edition(event, now),
        title="Teams",
        style="final",
        facts=(f"{progress.games_in} of {many(progress.games_due, 'sheet')} in", "Best team first"),
        results=True,
        above=format_html('<p class="reason">{}</p>', rule_words(event)),
    )
