"""All prizes of the evening, with whom each passed over and what the announcer says."""

from collections.abc import Iterable
from typing import Any

from scoring.counting.board import Board
from scoring.counting.prizes import Award
from tournament.counting.announcement import Honour, honours, in_capitals
from tournament.counting.board import podium, stage_progress
from tournament.finals.reading import Row, prize_rows
from tournament.finals.reading import names as phrase
from tournament.models import Event, Stage


def is_final(event: Event, now: Board) -> bool:
    """Whether nothing is to come that could change a prize."""
    if not event.has_playoff:
        return now.state == "sealed"
    return bool(now.playoff) and stage_progress(event, Stage.PLAYOFF).complete


def podium_of(event: Event, now: Board) -> list[dict[str, Any]]:
    """The podium prizes in order; each names who was passed over for it, and who would be next."""
    if now.prizes is None or not now.playoff:
        return []
    honoured = {honour.player: honour for honour in honours(now)}
    return [
        _award(award, honoured.get(award.player or ""), now, skips=rule.skips_host)
        for award, rule in zip(now.prizes.podium, podium(event), strict=True)
    ]


def _award(award: Award, honour: Honour | None, now: Board, *, skips: bool) -> dict[str, Any]:
    return {
        "prize": in_capitals(honour.prize if honour else award.prize),
        "condition": "Not for guests connected with the host" if skips else "Open to all",
        "honour": honour,
        "passed_over": names(now, award.passed_over),
        "next": names(now, [award.next_in_line] if award.next_in_line else []),
        "undecided": names(now, award.undecided),
    }


def names(now: Board, refs: Iterable[str]) -> str:
    """Names of some players as one phrase."""
    return phrase(now.players[ref].name for ref in refs if ref in now.players)


def other_prizes(event: Event, now: Board) -> tuple[Row, ...]:
    """The prizes beside the podium in words."""
    return prize_rows(event, now)
