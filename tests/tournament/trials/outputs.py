"""Everything an evening gives out, without its history: what an act and its reverse must leave as
it was.
"""

from collections.abc import Iterator, Set
from dataclasses import asdict
from typing import Any

from django.db.models import F, Q

from scoring.counting.record import board_record
from tournament.archive.export import archive
from tournament.counting.board import compute
from tournament.models import Event, Seat, Sheet, Tally
from tournament.standings.public import released
from tournament.verification.checks import faults

HISTORY = frozenset(
    {"sheet_history", "broken_seals", "rulings", "adjustments", "printings", "seals", "match_log"}
    | {"tickets"}
)
"""Keys of the archive that tell what happened, and not how the evening stands."""
WHEN = frozenset(
    {"as_of", "ledger", "version", "recorded_at", "recorded_by", "finished_at", "status_note"}
)

COUNTED_OF = frozenset({"line"})
"""What a standing was counted of, in the order in which the rows were read: no part of what it
says.
"""


def outputs(event: Event) -> dict[str, Any]:
    """The board, the standings as a file, what the public sees, and the archive but for its
    history.
    """
    now = compute(event)
    seal = event.seals.filter(broken_at=None).first()
    return {
        "board": _timeless(asdict(now), WHEN | COUNTED_OF),
        "standings": _timeless(board_record(now)),
        "public": _timeless(
            event.released if event.held and event.released else released(event, now)
        ),
        "archive": _timeless(
            {key: value for key, value in archive(event).items() if key not in HISTORY}
        ),
        "sealed": seal
        and (_timeless(seal.snapshot), seal.printed_at is None, seal.revealed_at is None),
        "held": event.held,
        "frozen": event.frozen,
    }


def _timeless(value: Any, without: Set[str] = WHEN) -> Any:
    """A value without the times and numbers of its entries."""
    if isinstance(value, dict):
        return {key: _timeless(cell, without) for key, cell in value.items() if key not in without}
    return (
        [_timeless(cell, without) for cell in value] if isinstance(value, list | tuple) else value
    )


def wrongs(event: Event) -> Iterator[str]:
    """What may never be so: a fault of the ledger, a guest at two seats, a tally of a seat that was
    not theirs.
    """
    yield from faults(event)
    seats = Seat.objects.filter(event=event).values_list(
        "round__number", "guest__ref", "from_game", "left_after_game"
    )
    games = dict(event.rounds.values_list("number", "games"))
    taken: set[tuple[int, str, int]] = set()
    for number, ref, since, until in seats:
        for game in range(since, (until or games[number]) + 1):
            if (number, ref, game) in taken:
                yield f"{ref} has two seats in game {game} of round {number}."
            taken.add((number, ref, game))
    yield from _nobody_there(event)


def _nobody_there(event: Event) -> Iterator[str]:
    """Every tally that counts stands at a seat its guest had in that game."""
    game = F("sheet__game__number")
    here = Q(
        sheet__game__table__seats__guest=F("guest"), sheet__game__table__seats__letter=F("seat")
    )
    here &= Q(sheet__game__table__seats__from_game__lte=game)
    here &= Q(sheet__game__table__seats__left_after_game=None) | Q(
        sheet__game__table__seats__left_after_game__gte=game
    )
    counted = Tally.objects.filter(
        event=event, sheet__in=Sheet.objects.filter(event=event, accepted=True)
    )
    seated = counted.filter(here).values("pk")
    for tally in counted.exclude(pk__in=seated).select_related("guest"):
        yield f"A sheet has {tally.guest} at seat {tally.seat}, and nobody of that name sits there."
