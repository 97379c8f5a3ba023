"""The acts that wait for their step: seating the play-off from the sealed cut, and closing the
evening once its prizes are handed over; and opening it again.
"""

from collections.abc import Collection

from scoring.counting.playoff import PlayOff
from tournament.counting.board import board
from tournament.counting.finals import (
    CLOSED,
    REOPENED,
    closing_of,
    finalists_of,
    playoff_plan,
    replies,
)
from tournament.finals.acts_playoff import NO_PLAYOFF
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event, Round, Seal, Stage, Table
from tournament.refusal import Refused
from tournament.seating.acts import laid, published
from tournament.server.snapshot import after_snapshot
from tournament.site.cache import asked_once
from tournament.steps.facts import facts_of
from tournament.steps.table import Part, Step, drawn_row, undone

UNREAD = frozenset({"podium", "final"})
"""The steps that an evening may be closed without: it is asked about, and the board stays."""
LAST = frozenset({"end", "m-end"})


PASSED = frozenset({"show", "ask"})
"""The steps that the play-off may be seated without: the board goes on showing the reading, and
whoever was not asked plays on.
"""


@after_snapshot
def seat_playoff(
    event: Event,
    signature: Signature,
    *,
    tables: int | None = None,
    packs: int | None = None,
    warned: bool = False,
) -> Round:
    """Seat those who are through and did not decline, and open their tables. Reverse act:
    `unseat_playoff`.

    `tables` and `packs` differ from the event's format where given. What should not be dealt needs
    `warned`: whoever presses has read the warning.
    """
    if not event.has_playoff:
        raise Refused(NO_PLAYOFF)
    with writing(event) as row:
        coming = _comes_first(row, PASSED)
        if Round.objects.filter(event=row, number=row.playoff_round).exists():
            raise Refused("The play-off is seated already.")
        if coming.key != "seat-off":
            raise Refused(f"The play-off is not seated yet. {coming.first}")
        plan = _plan(row, tables, packs)
        if plan.impossible:
            raise Refused(" ".join(plan.impossible))
        if plan.warnings and not warned:
            warning = " ".join(plan.warnings)
            raise Refused(f"{warning} To seat it so all the same, tick that you know.")
        seated = laid(row, row.playoff_round, plan.tables, stage=Stage.PLAYOFF)
        for count in sorted({*plan.packs} - {1}):
            numbers = [number for number, pack in enumerate(plan.packs, start=1) if pack == count]
            Table.objects.filter(round=seated, number__in=numbers).update(packs=count)
        return published(row, seated, signature)


def _plan(row: Event, tables: int | None, packs: int | None) -> PlayOff:
    """The tables of those who play on."""
    seal = Seal.objects.get(event=row, broken_at=None)
    through = finalists_of(row, seal, board(row).standings, replies(row, seal))
    try:
        return playoff_plan(row, through.players, tables=tables, packs=packs)
    except ValueError as error:
        raise Refused(str(error)) from None


@after_snapshot
def close_evening(event: Event, signature: Signature) -> None:
    """Say that the prizes are handed over and the evening is over. Reverse act: `reopen_evening`.

    It decides nothing and forbids nothing: whatever changes results afterwards is done, and on
    record, as before.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        coming = _comes_first(row, UNREAD)
        if coming.part == Part.OVER:
            raise Refused("The evening is already closed.")
        if coming.key not in LAST:
            raise Refused(f"The evening is not over. {coming.first}")
        append(row, CLOSED, {}, signature)


@after_snapshot
def reopen_evening(event: Event, signature: Signature, *, reason: str) -> None:
    """Take back that the evening is over. Reverse act: `close_evening`."""
    with writing(event) as row:
        if known(row, signature):
            return
        if closing_of(row) is None:
            raise Refused("The evening is not closed.")
        if not reason.strip():
            raise Refused("Say why the evening is opened again.")
        append(row, REOPENED, {}, signature, reason=reason)


def _comes_first(row: Event, without: Collection[str]) -> Step:
    """What comes first, the steps that the act may go without set aside."""
    with asked_once():
        facts = facts_of(row)
        place = next(place for place in undone(facts) if place[0]["key"] not in without)
        return drawn_row(place[0], facts, place[1])
