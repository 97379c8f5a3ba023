"""Seating and opening the play-off from the sealed cut, in one act; and the extra game that splits a tie in it."""

from collections.abc import Sequence

from scoring.cut import Cut
from tournament.acts.seating import clear_published, laid, published
from tournament.board import board, compute
from tournament.ledger.chain import Signature, writing
from tournament.ledger.finals import finalists_of, playoff_plan, replies
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, Game, Round, Seal, Stage, Table
from tournament.snapshot import after_snapshot

EXTRA_GAMES = 1
LEFT_BEHIND = "The results changed since the sealing: break the seal with its reason and seal again."


class PlayoffRefusedError(ValueError):
    """The play-off cannot be seated so: the sentence says why and what to do first."""


@after_snapshot
def seat_playoff(
    event: Event, by: Signature, *, tables: int | None = None, packs: int | None = None, warned: bool = False
) -> Round:
    """Seat those who are through and did not decline, and open their tables. Reverse act: `unseat_playoff`.

    `tables` and `packs` differ from the event's format where given. What should not be dealt needs `warned`: whoever
    presses has read the warning.
    """
    seal = seal_in_force(event)
    if not event.has_playoff:
        raise PlayoffRefusedError("This event has no play-off: the cut is its end.")
    if seal is None:
        raise PlayoffRefusedError("The play-off is seated from the sealed cut: seal it first.")
    try:
        plan = playoff_plan(event, _players(event, seal), tables=tables, packs=packs)
    except ValueError as error:
        raise PlayoffRefusedError(str(error)) from None
    if plan.impossible:
        raise PlayoffRefusedError(" ".join(plan.impossible))
    if plan.warnings and not warned:
        raise PlayoffRefusedError(f"{' '.join(plan.warnings)} To seat it so all the same, tick that you know.")
    with writing(event) as row:
        seated = laid(row, row.playoff_round, plan.tables, stage=Stage.PLAYOFF)
        for count in sorted({*plan.packs} - {1}):
            numbers = [number for number, given in enumerate(plan.packs, start=1) if given == count]
            Table.objects.filter(round=seated, number__in=numbers).update(packs=count)
        return published(row, seated, by)


def _players(event: Event, seal: Seal) -> tuple[str, ...]:
    now = compute(event)
    if not isinstance(now.cut, Cut) or list(now.cut.qualifiers) != seal.snapshot["qualifiers"]:
        raise PlayoffRefusedError(LEFT_BEHIND)
    found = finalists_of(event, seal, now.standings, replies(event, seal))
    if found.level:
        names = " and ".join(one.name for one in now.standings if one.player in found.level)
        raise PlayoffRefusedError(f"Nothing separates the reserves {names}: let them cut cards and record it.")
    return found.players


@after_snapshot
def unseat_playoff(event: Event, by: Signature, *, reason: str) -> None:
    """Take the seating back while no sheet of the play-off is in. Reverse act: `seat_playoff`."""
    if not Round.objects.filter(event=event, number=event.playoff_round).exists():
        raise PlayoffRefusedError("The play-off is not seated.")
    if not reason.strip():
        raise PlayoffRefusedError("Unseating the play-off needs its reason.")
    clear_published(event, event.playoff_round, by, reason=reason)


def open_extra_game(event: Event, refs: Sequence[str], by: Signature) -> Round:
    """Open a table for one game between finalists whom nothing separates yet. Reverse act: `drop_extra_game`.

    Its sheet is entered as any other and splits their tie; it adds to no total. Raises PlayoffRefusedError while
    games of the play-off are missing, or where these are not level.
    """
    waiting = Game.objects.filter(event=event, not_played=False, void=False).exclude(sheets__accepted=True)
    stages = set(waiting.order_by().values_list("table__round__stage", flat=True))
    # The page has just shown this board, so it is at hand.
    final = board(Event.objects.get(pk=event.pk)).playoff
    if Stage.PLAYOFF in stages or not final:
        raise PlayoffRefusedError("The play-off is still being played: enter all its games first.")
    if Stage.EXTRA in stages:
        raise PlayoffRefusedError("An extra game is open already: enter it, or take it back, first.")
    level = [one for one in final if one.player in refs]
    if len(refs) < 2 or len(level) != len(refs) or any(set(refs) - {*one.undecided} for one in level):
        raise PlayoffRefusedError("An extra game is played by those who are level, and by all who play it.")
    return lay_extra_game(event, [one.player for one in level], by)


def lay_extra_game(event: Event, refs: Sequence[str], by: Signature) -> Round:
    """The round and the table of an extra game, whoever plays it. Reverse act: `drop_extra_game`."""
    with writing(event) as row:
        numbers = Round.objects.filter(event=row).values_list("number", flat=True)
        found = laid(row, max(numbers, default=row.playoff_round) + 1, [refs], stage=Stage.EXTRA)
        found.games = EXTRA_GAMES
        packs = playoff_plan(row, refs, tables=1).packs[0]
        if packs > 1:
            Table.objects.filter(round=found).update(packs=packs)
        return published(row, found, by)


@after_snapshot
def drop_extra_game(event: Event, number: int, by: Signature, *, reason: str) -> None:
    """Take an extra game back while it has no sheet. Reverse act: `open_extra_game`."""
    if not Round.objects.filter(event=event, number=number, stage=Stage.EXTRA).exists():
        raise PlayoffRefusedError("There is no such extra game to take back.")
    if not reason.strip():
        raise PlayoffRefusedError("Taking an extra game back needs its reason.")
    clear_published(event, number, by, reason=reason)
