"""Taking the seating of the play-off back, and the extra game that splits a tie in it.

Reading out the ten, and the podium, name by name; each step moves the public board along.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.counting.board import Progress
from tournament.counting.board import board, compute, counted, stage_progress
from tournament.counting.finals import (
    CUT,
    PODIUM,
    Called,
    half_time,
    playoff_plan,
    podium_list,
    reading_now,
    sealed_list,
)
from tournament.counting.past import at_number
from tournament.counting.scores import seal_in_force
from tournament.counting.seats import attended
from tournament.counting.state import Present
from tournament.finals.acts import FROZEN, REVEALED, UNCHANGED, check_still_true, to_choose
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Game, LedgerEntry, Round, Sheet, Stage, Table
from tournament.refusal import Refused, needs
from tournament.seating.acts import clear_published, laid, published
from tournament.server.snapshot import after_snapshot
from tournament.standings.public import frozen

EXTRA_GAMES = 1
NO_PLAYOFF = "This evening has no play-off: it ends with the cut."
NOT_PUBLIC = "The final standing is not public yet."


@after_snapshot
def unseat_playoff(event: Event, signature: Signature, *, reason: str) -> None:
    """Take the seating back while no sheet of the play-off is in. Reverse act: `seat_playoff`."""
    if not Round.objects.filter(event=event, number=event.playoff_round).exists():
        raise Refused("The play-off is not seated.")
    needs(reason, "Say why the play-off is unseated.")
    clear_published(event, event.playoff_round, signature, reason=reason)


def open_extra_game(event: Event, refs: Sequence[str], signature: Signature) -> Round:
    """Open a table for one game between finalists whom nothing separates yet. Reverse act:
    `drop_extra_game`.

    Its sheet is entered as any other and splits their tie; it adds to no total. Raises
    Refused while games of the play-off are missing, or where these are not level.
    """
    waiting = Game.objects.filter(event=event, not_played=False, void=False).exclude(
        sheets__accepted=True
    )
    stages = set(attended(waiting).order_by().values_list("table__round__stage", flat=True))
    # The page has just shown this board, so it is at hand.
    final = board(Event.objects.get(pk=event.pk)).playoff
    if Stage.PLAYOFF in stages or not final:
        raise Refused("The play-off is still being played: enter all its games first.")
    if Stage.EXTRA in stages:
        raise Refused("An extra game is already open: enter it or take it back first.")
    level = [standing for standing in final if standing.player in refs]
    if (
        len(refs) < 2
        or len(level) != len(refs)
        or any(set(refs) - {*standing.undecided} for standing in level)
    ):
        raise Refused("Everyone who is level plays the extra game, and nobody else.")
    return lay_extra_game(event, [standing.player for standing in level], signature)


def lay_extra_game(event: Event, refs: Sequence[str], signature: Signature) -> Round:
    """The round and the table of an extra game, whoever plays it.

    Reverse act: `drop_extra_game`.
    """
    with writing(event) as row:
        numbers = Round.objects.filter(event=row).values_list("number", flat=True)
        round_ = laid(row, max(numbers, default=row.playoff_round) + 1, [refs], stage=Stage.EXTRA)
        round_.games = EXTRA_GAMES
        packs = playoff_plan(row, refs, tables=1).packs[0]
        if packs > 1:
            Table.objects.filter(round=round_).update(packs=packs)
        return published(row, round_, signature)


@after_snapshot
def drop_extra_game(event: Event, number: int, signature: Signature, *, reason: str) -> None:
    """Take an extra game back while it has no sheet. Reverse act: `open_extra_game`."""
    if not Round.objects.filter(event=event, number=number, stage=Stage.EXTRA).exists():
        raise Refused("There is no such extra game to take back.")
    needs(reason, "Say why the extra game is taken back.")
    clear_published(event, number, signature, reason=reason)


def read_next(event: Event, signature: Signature, *, stage: str = CUT) -> None:
    """Begin the reading with every name covered, then show one name more, the last place first.

    Reverse act: `read_back`.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        content, edition = _called_in_order(row, stage)
        reading = reading_now(row, stage)
        if reading is None:
            _keep(
                row,
                signature,
                "read",
                {"stage": stage, "edition": edition, "count": len(content), "called": []},
            )
            return
        called: list[Called] = reading["called"]
        if len(called) == len(content):
            raise Refused("All names are read: show the whole list on the board now.")
        if called != content[len(content) - len(called) :][::-1]:
            raise Refused(
                "The results changed since the first name was read: take the names back first."
            )
        following = content[len(content) - len(called) - 1]
        _keep(row, signature, "read", reading | {"called": [*called, following]})


def read_back(event: Event, signature: Signature, *, stage: str = CUT) -> None:
    """Cover the last name again, or end a reading in which none was shown.

    Reverse act: `read_next`.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        reading = reading_now(row, stage)
        if reading is None:
            raise Refused("Nothing is being read out: there is no name to take back.")
        _keep(
            row,
            signature,
            "unread",
            reading | {"called": reading["called"][:-1]} if reading["called"] else None,
        )


@after_snapshot
def reveal_podium(event: Event, signature: Signature) -> None:
    """Show the final standing to everybody. Reverse act: `withdraw_podium`."""
    with writing(event) as row:
        if known(row, signature):
            return
        _called_in_order(row, PODIUM)
        if row.podium_revealed_at:
            raise Refused("The final standing is already public.")
        append(row, "reveal_podium", {}, signature)
        row.podium_revealed_at = signature.at
        row.save(update_fields=["podium_revealed_at"])


@after_snapshot
def withdraw_podium(event: Event, signature: Signature, *, reason: str) -> None:
    """Take the final standing from the public pages again. Reverse act: `reveal_podium`."""
    with writing(event) as row:
        if known(row, signature):
            return
        if not row.podium_revealed_at:
            raise Refused(NOT_PUBLIC)
        needs(reason, "Say why the final standing is withdrawn.")
        append(row, "withdraw_podium", {}, signature, reason=reason)
        row.podium_revealed_at, row.reading = None, None
        row.save(update_fields=["podium_revealed_at", "reading"])


def show_playoff(event: Event, signature: Signature, *, live: bool) -> None:
    """Let the public board follow the play-off as it is played, or not until the podium.

    It is its own reverse act.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        if row.playoff_live == live:
            raise Refused(UNCHANGED)
        append(row, "playoff_live", {"live": live}, signature)
        row.playoff_live = live
        row.save(update_fields=["playoff_live"])


def hold_half_time(event: Event, signature: Signature) -> None:
    """Let the standing after the last closed round stay up while the next is played.

    Reverse act: `release_board`.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        if row.held:
            raise Refused(FROZEN)
        after = half_time(row)
        if not after:
            raise Refused("It is not half-time: close a round that another one follows.")
        entry = append(row, "hold", {"half_time": after}, signature)
        row.held_since, row.released = signature.at, _half_time(row, after, entry)
        row.save(update_fields=["held_since", "released"])


def _called_in_order(row: Event, stage: str) -> tuple[list[Called], int]:
    """Everybody who is to be read, in order, and the edition they belong to."""
    if stage == PODIUM:
        if not row.has_playoff or not stage_progress(row, Stage.PLAYOFF).complete:
            raise Refused("The play-off is not over: enter all its games first.")
        if waiting := to_choose(row, Stage.PLAYOFF, Stage.EXTRA):
            raise Refused(waiting)
        now = compute(row)
        if not now.playoff or any(
            award.undecided for award in (now.prizes.podium if now.prizes else ())
        ):
            raise Refused(
                "The podium is not decided: those who are level play an extra game or cut cards."
            )
        return podium_list(now), 0
    seal = seal_in_force(row)
    if seal is None:
        raise Refused("The list is read from the sealed cut. Seal the cut first.")
    if seal.revealed_at:
        raise Refused(REVEALED)
    check_still_true(row, seal)
    return sealed_list(row, seal), seal.edition


def _keep(row: Event, signature: Signature, kind: str, reading: dict[str, Any] | None) -> None:
    append(row, kind, {"reading": reading}, signature)
    row.reading = reading
    row.save(update_fields=["reading"])


def _half_time(row: Event, after: int, entry: LedgerEntry) -> dict[str, Any]:
    """The public board as it stood when that round was closed, though the next may have begun."""
    later = Sheet.objects.filter(event=row, game__table__round__number__gt=after, accepted=True)
    began = later.order_by("entry__number").values_list("entry__number", flat=True).first()
    if began:
        return at_number(row, began - 1, lambda then: _until_round(Present(then), after))
    return _until_round(Present(row), after)


def _until_round(source: Present, after: int) -> dict[str, Any]:
    """The public board without the tables of later rounds."""
    now = counted(source)
    progress = now.progress
    tables = tuple(table for table in progress.tables if table.round <= after)
    rounds = {number: figures for number, figures in progress.rounds.items() if number <= after}
    won = tuple(table for table in now.won if table.round <= after)
    until = Progress(progress.games_in, progress.games_due, rounds, tables)
    return frozen(source, replace(now, progress=until, won=won)) | {"half_time": after}
