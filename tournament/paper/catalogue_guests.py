"""What a paper of the catalogue is: where it is found, what it waits for, and how it is made. And
the papers for guests in it: what stands on their table, hangs on their coat, and what is recorded
of them at the end.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import Count, Q

from scoring.counting.board import Board
from tournament.models import Event, Round, Stage
from tournament.paper.certificates import certificates, keepsakes
from tournament.paper.field import final_by_livery, final_by_name, half_time_list
from tournament.paper.guest_cards import SHEETS, badges, kitchen_list, place_cards, ribbon_list
from tournament.paper.page import Paper
from tournament.paper.seating import movement_slips

BEFORE, DURING, AFTER = "Before the evening", "During the rounds", "The cut and after"
DRAW_FIRST = "Waits for the seating: draw it first."
NO_SHEET = "Waits for the first sheet."


@dataclass(frozen=True, slots=True)
class Kind:
    """One paper: its address, name and purpose, what it waits for ("" when nothing), and how it is
    made.
    """

    key: str
    name: str
    purpose: str
    part: str
    waits_for: str
    make: Callable[[datetime], Paper]


AT_THE_END = {
    "half-time-list": "for the wall, without the line",
    "final-by-livery": "for the wall",
    "final-by-name": "for the wall",
    "certificates": "to sign and to hand over",
    "keepsakes": "one each, to take home",
}
"""Papers of what was played, each with what is done with it."""


def cards_for_guests(event: Event, rounds: Sequence[Round]) -> Iterator[Kind]:
    """Place cards, badges and the list for the kitchen."""
    qualifying = [round_ for round_ in rounds if round_.stage == Stage.QUALIFYING]
    waits = "" if qualifying else DRAW_FIRST
    yield Kind(
        "place-cards",
        "Place cards, four to a sheet",
        "Folded, with dietary wishes as marks.",
        BEFORE,
        waits,
        partial(place_cards, event),
    )
    there = event.guests.aggregate(
        guests=Count("pk"),
        ribbons=Count("pk", filter=~Q(office="", host_connected=False)),
        wishes=Count("pk", filter=~Q(dietary="")),
    )
    nobody = "" if there["guests"] else "Waits for the first guest."
    for key, sheet in SHEETS.items():
        yield Kind(
            key,
            f"Badges, {sheet.name}",
            "With the code of their own page, and blank ones.",
            BEFORE,
            nobody,
            partial(badges, event, kind=key),
        )
    yield Kind(
        "ribbon-list",
        "Ribbon list",
        "Whose badge gets a ribbon, by office.",
        BEFORE,
        "" if there["ribbons"] else "Waits for the first guest with an office.",
        partial(ribbon_list, event),
    )
    for round_ in qualifying[1:]:
        name = event.round_within(round_.number)
        yield Kind(
            f"movement-slips-{round_.number}",
            f"Movement slips, {name}",
            "Where each guest goes next, to cut and lay at the seats.",
            BEFORE,
            "",
            partial(movement_slips, event, round_.number),
        )
    wishes = waits or ("" if there["wishes"] else "Waits for the first dietary wish.")
    for round_ in qualifying[: None if there["wishes"] else 1]:
        number = round_.number
        yield Kind(
            f"kitchen-list-{number}",
            f"For the kitchen, round {number}",
            "Dietary wishes, by table and by course. Not public.",
            BEFORE,
            wishes,
            partial(kitchen_list, event, number),
        )


def of_the_field(event: Event, board: Board, entered: str, played: str) -> Iterator[Kind]:
    """The half-time list, the final lists and the certificates."""
    yield Kind(
        "half-time-list",
        "Half-time list",
        "Round 1 game by game, without the line.",
        DURING,
        entered,
        partial(half_time_list, event, board),
    )
    yield Kind(
        "final-by-livery",
        f"Final list by {event.groups.word}",
        f"Each {event.groups.word} with its guests.",
        AFTER,
        entered,
        partial(final_by_livery, event, board),
    )
    yield Kind(
        "final-by-name",
        "Final list by name",
        "In the order of surnames.",
        AFTER,
        entered,
        partial(final_by_name, event, board),
    )
    yield Kind(
        "keepsakes",
        "Keepsakes, A5",
        "Everybody’s own evening, to take home.",
        AFTER,
        entered,
        partial(keepsakes, event, board),
    )
    title = "Certificates for those who go through"
    if board.playoff:
        title = "Certificates of the play-off"
    for overprint in (False, True):
        behind = "-overprint" if overprint else ""
        note = "Black, for sheets printed in colour." if overprint else "Whole, one to a sheet."
        called = [title, "Certificates for everybody"]
        if overprint:
            called = [f"{name}, overprint" for name in called]
        yield Kind(
            f"certificates{behind}",
            called[0],
            note,
            AFTER,
            played,
            partial(certificates, event, board, overprint=overprint),
        )
        yield Kind(
            f"certificates-all{behind}",
            called[1],
            note,
            AFTER,
            entered,
            partial(certificates, event, board, everybody=True, overprint=overprint),
        )
