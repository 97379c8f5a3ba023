"""All prizes of the evening: the podium, each prize with whom it passed over and what the announcer
says (`Honour.sentence`), and those beside it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.counting.board import Board
from scoring.counting.prizes import Award
from tournament.counting.announcement import Honour, honours, in_capitals
from tournament.counting.board import podium, stage_progress
from tournament.finals.reading import Row, names, prize_rows
from tournament.models import Event, Stage


class PodiumPrize(NamedTuple):
    """A prize of the podium as its page shows it; who is named stands there as one phrase."""

    prize: str
    condition: str
    honour: Honour | None
    """Who has it; None while that is open."""
    passed_over: str
    next: str
    """Who would be next in line."""
    undecided: str
    """Who are level for it."""


def is_final(event: Event, board: Board) -> bool:
    """Whether nothing is to come that could change a prize."""
    if not event.has_playoff:
        return board.state == "sealed"
    return bool(board.playoff) and stage_progress(event, Stage.PLAYOFF).complete


def podium_of(event: Event, board: Board) -> list[PodiumPrize]:
    """The podium prizes in order; none before there is a play-off."""
    if board.prizes is None or not board.playoff:
        return []
    honoured = {honour.player: honour for honour in honours(board)}
    # The board gives one award for each rule, in the order of the rules.
    return [
        _prize(award, honoured.get(award.player or ""), board, skips=rule.skips_host)
        for award, rule in zip(board.prizes.podium, podium(event), strict=True)
    ]


def _prize(award: Award, honour: Honour | None, board: Board, *, skips: bool) -> PodiumPrize:
    def called(refs: Iterable[str]) -> str:
        return names(board.players[ref].name for ref in refs if ref in board.players)

    return PodiumPrize(
        # Where somebody was passed over, an honour calls the prize after its rank among the prizes.
        prize=in_capitals(honour.prize if honour else award.prize),
        condition="Not for guests connected with the host" if skips else "Open to all",
        honour=honour,
        passed_over=called(award.passed_over),
        next=called([award.next_in_line] if award.next_in_line else []),
        undecided=called(award.undecided),
    )


def other_prizes(event: Event, board: Board) -> tuple[Row, ...]:
    """The prizes beside the podium in words."""
    return prize_rows(event, board)
