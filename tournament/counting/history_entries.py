"""The entries that say how things were, read once for however many moments are asked for."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from tournament.models import Event, LedgerEntry

SEATS = (
    "publish",
    "unpublish",
    "swap",
    "reseat",
    "attendance",
    "seat",
    "take_back",
    "substitute",
    "unsubstitute",
    "move_seats",
    "move_seats_back",
    "door",
    "reopen_door",
    "open_table",
    "close_table",
    "part_seats",
)


GAMES = ("not_played", "play_after_all", "time_out", "resume", "adjust", "cancel_adjustment")


LISTING = ("arrival", "walk_in", "guest", "next_round")


DECIDED = ("settings", "cut_of_cards", "take_back_cards", "seal", "break_seal")


KINDS = frozenset({*SEATS, *GAMES, *LISTING, *DECIDED})
"""Whatever a board is made of besides sheets, points of rulings and totals of rounds, whose rows
bear their numbers.
"""


class Entry(NamedTuple):
    """An entry of the ledger as far as rewinding needs it."""

    number: int
    kind: str
    body: Mapping[str, Any]


def entries(event: Event) -> list[Entry]:
    """Every entry of these kinds in order; of a seal only that it is one. One query."""
    rows = LedgerEntry.standing.filter(event=event, kind__in=KINDS - {"seal"}).order_by("number")
    sealed = LedgerEntry.standing.filter(event=event, kind="seal").values_list(
        "number", "body__edition"
    )
    plain = [Entry(*row) for row in rows.values_list("number", "kind", "body")]
    return sorted(
        [*plain, *(Entry(number, "seal", {"edition": edition}) for number, edition in sealed)]
    )


def until(ledger: Iterable[Entry], number: int) -> Iterator[Entry]:
    """The entries up to a number, in order."""
    return (entry for entry in ledger if entry.number <= number)


def undone(ledger: Iterable[Entry], number: int) -> list[Entry]:
    """The entries after a number, the last one first: what is to be rewound."""
    return [entry for entry in ledger if entry.number > number][::-1]


def moment_of(event: Event, moment: datetime) -> int:
    """The number of the last entry made up to a time; 0 before the first one."""
    numbers = (
        LedgerEntry.objects.filter(event=event, at__lte=moment)
        .order_by("-number")
        .values_list("number", flat=True)
    )
    return numbers.first() or 0
