"""Reading out the ten, and the podium, name by name; each step moves the public board along."""

from dataclasses import replace
from typing import Any

from scoring.board import Board, Progress
from tournament.acts.cut import check_still_true
from tournament.acts.seating import known
from tournament.board import compute, stage_progress
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.lift import seal_in_force
from tournament.ledger.reading import CUT, PODIUM, Called, half_time, podium_list, reading_now, sealed_list
from tournament.models import Event, LedgerEntry, Sheet, Stage
from tournament.released import released
from tournament.snapshot import after_snapshot


class RevealRefusedError(ValueError):
    """It cannot be read out or shown so: the sentence says why and what to do first."""


def read_next(event: Event, by: Signature, *, stage: str = CUT) -> None:
    """Begin the reading with every name covered, then show one name more, the last place first.

    Reverse act: `read_back`.
    """
    with writing(event) as row:
        if known(row, by):
            return
        whole, edition = _whole(row, stage)
        said = reading_now(row, stage)
        if said is None:
            _keep(row, by, "read", {"stage": stage, "edition": edition, "count": len(whole), "called": []})
            return
        called: list[Called] = said["called"]
        if len(called) == len(whole):
            raise RevealRefusedError("All of them are read: let the board show the whole list now.")
        if called != whole[len(whole) - len(called) :][::-1]:
            raise RevealRefusedError("The results changed since the first name was read: take the names back first.")
        following = whole[len(whole) - len(called) - 1]
        _keep(row, by, "read", said | {"called": [*called, following]})


def read_back(event: Event, by: Signature, *, stage: str = CUT) -> None:
    """Cover the last name again, or end a reading in which none was shown. Reverse act: `read_next`."""
    with writing(event) as row:
        if known(row, by):
            return
        said = reading_now(row, stage)
        if said is None:
            raise RevealRefusedError("Nothing is being read out: there is no name to take back.")
        _keep(row, by, "unread", said | {"called": said["called"][:-1]} if said["called"] else None)


@after_snapshot
def reveal_podium(event: Event, by: Signature) -> None:
    """Show the final standing to everybody. Reverse act: `withdraw_podium`."""
    with writing(event) as row:
        if known(row, by):
            return
        _whole(row, PODIUM)
        if row.podium_revealed_at:
            raise RevealRefusedError("The final standing is public already.")
        append(row, "reveal_podium", {}, by)
        row.podium_revealed_at = by.at
        row.save(update_fields=["podium_revealed_at"])


@after_snapshot
def withdraw_podium(event: Event, by: Signature, *, reason: str) -> None:
    """Take the final standing from the public pages again. Reverse act: `reveal_podium`."""
    with writing(event) as row:
        if known(row, by):
            return
        if not row.podium_revealed_at:
            raise RevealRefusedError("The final standing is not public yet.")
        if not reason.strip():
            raise RevealRefusedError("Withdrawing the final standing needs its reason.")
        append(row, "withdraw_podium", {}, by, reason=reason)
        row.podium_revealed_at, row.reading = None, None
        row.save(update_fields=["podium_revealed_at", "reading"])


def show_playoff(event: Event, by: Signature, *, live: bool) -> None:
    """Let the public board follow the play-off as it is played, or not until the podium. It is its own reverse act."""
    with writing(event) as row:
        if known(row, by):
            return
        if row.playoff_live == live:
            raise RevealRefusedError("The public board does that already.")
        append(row, "playoff_live", {"live": live}, by)
        row.playoff_live = live
        row.save(update_fields=["playoff_live"])


def hold_half_time(event: Event, by: Signature) -> None:
    """Let the standing after the last closed round stay up while the next is played. Reverse act: `release_board`."""
    with writing(event) as row:
        if known(row, by):
            return
        if row.held:
            raise RevealRefusedError("The public board is held already.")
        after = half_time(row)
        if not after:
            raise RevealRefusedError("It is not half-time: close a round that another one follows.")
        entry = append(row, "hold", {"half_time": after}, by)
        row.held_since, row.released = by.at, _half_time(row, after, entry)
        row.save(update_fields=["held_since", "released"])


def _whole(row: Event, stage: str) -> tuple[list[Called], int]:
    """Everybody who is to be read, in order, and the edition they belong to."""
    if stage == PODIUM:
        if not row.has_playoff or not stage_progress(row, Stage.PLAYOFF).complete:
            raise RevealRefusedError("The play-off is not over: enter all its games first.")
        now = compute(row)
        if not now.playoff or any(award.undecided for award in (now.prizes.podium if now.prizes else ())):
            raise RevealRefusedError("The podium is not decided: those who are level play an extra game or cut cards.")
        return podium_list(now), 0
    seal = seal_in_force(row)
    if seal is None:
        raise RevealRefusedError("The list is read from the sealed cut, and the cut is not sealed.")
    if seal.revealed_at:
        raise RevealRefusedError("The cut was revealed already.")
    check_still_true(row, seal)
    return sealed_list(row, seal), seal.edition


def _keep(row: Event, by: Signature, kind: str, said: dict[str, Any] | None) -> None:
    append(row, kind, {"reading": said}, by)
    row.reading = said
    row.save(update_fields=["reading"])


def _half_time(row: Event, after: int, entry: LedgerEntry) -> dict[str, Any]:
    """The public board as it stood when that round was closed, though the next may have begun."""
    later = Sheet.objects.filter(event=row, game__table__round__number__gt=after, accepted=True)
    began = later.order_by("entry__number").values_list("entry__number", flat=True).first()
    now = compute(row, until=began - 1) if began else compute(row)
    return released(row, _until_round(now, after)) | {"half_time": after}


def _until_round(now: Board, after: int) -> Board:
    progress = now.progress
    tables = tuple(table for table in progress.tables if table.round <= after)
    rounds = {number: figures for number, figures in progress.rounds.items() if number <= after}
    return replace(now, progress=Progress(progress.games_in, progress.games_due, rounds, tables))
