"""The page of a round with everybody's seat, which a draft, a swap and a table too small are
asked on, and the form that draws one.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.http import HttpRequest
from django.urls import reverse

from scoring.seating import PricedPlan, SeatingImpossibleError, certificate, with_companies
from scoring.words import capital
from tournament.counting.plan import plans_for
from tournament.counting.seats import Hall, locked_tables
from tournament.ledger.signing import new_key
from tournament.models import Guest, LedgerEntry, Round
from tournament.models.seating import RoundState
from tournament.seating.acts_draw import not_ready, standing
from tournament.seating.certificate import exceptions, figures, in_words, named, unavoidable
from tournament.seating.changes import Floor
from tournament.seating.forms import LARGEST_SEED, DrawForm, MoveForm
from tournament.seating.pages_changes import free_seats, move_choices
from tournament.seating.small_tables import small_tables
from tournament.seating.tiles import person, tiles
from tournament.seating.words import check_words, drafts, entries, history, last_in_public, stale
from tournament.site.access import DESK, EventRequest

MOST_OFFERED = 12
"""Divisions on the form of a draw: of a thousand guests there are eighty, and nobody reads them."""


def may_change(request: HttpRequest) -> bool:
    """Whether this official may draw and change seats; the others look."""
    return cast(EventRequest, request).official.role in DESK.roles


def new_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbelow(LARGEST_SEED) + 1


def draw_form(
    hall_: Hall, acts: Sequence[LedgerEntry], data: Mapping[str, Any] | None = None
) -> DrawForm:
    """The form of a draw: a seed nobody chose, or the cards of the room; and the tables of the last
    draw or those that do least harm.
    """
    plans = [
        (
            str(with_company.plan.tables),
            f"{capital(in_words(with_company.plan))}: {with_company.words}",
        )
        for with_company in with_companies(_legal_plans(hall_)[:MOST_OFFERED], hall_.wishes)
    ]
    initial: dict[str, object] = {"seed": new_seed()}
    drawn_at = str(len(hall_.seating.rounds[0])) if hall_.rounds else ""
    if drawn_at in dict(plans):
        initial["tables"] = drawn_at
    return DrawForm(data, plans=plans, initial=initial, public=standing(acts) is not None)


def _legal_plans(hall_: Hall) -> tuple[PricedPlan, ...]:
    try:
        return plans_for(hall_.event, len(hall_.present))
    except SeatingImpossibleError:
        return ()


def round_page(
    request: HttpRequest,
    hall_: Hall,
    number: int,
    *,
    chosen: Sequence[int] = (),
    floor: Floor | None = None,
) -> dict[str, Any]:
    """A round: its tables, the movement to it, the certificate of the whole seating, and what was
    done to it.
    """
    round_, acts = hall_.rounds[number - 1], entries(hall_.event)
    changing = may_change(request) and round_.state != RoundState.CLOSED
    picked = [key for key in chosen if hall_.seating.place(key, number)]
    one = picked[0] if len(picked) == 1 and changing else None
    if floor is None and one is not None:
        floor = Floor.of(hall_.event, number)
    check = certificate(hall_.seating, hall_.wishes, name=hall_.name, plans=_legal_plans(hall_))
    return {
        "round": round_,
        "draft": not hall_.published,
        "state": _state(round_, drafts(acts)[0]),
        "rounds": [
            (row, reverse("round_seating", args=[hall_.event.slug, row.number]))
            for row in hall_.rounds
        ],
        "all_rounds": {1: "the round", 2: "both rounds"}.get(
            len(hall_.rounds), f"all {len(hall_.rounds)} rounds"
        ),
        "movement": round_.movement,
        "may_change": changing,
        "tiles": tiles(
            hall_,
            number,
            _address(hall_, number, picked) if changing else None,
            picked,
            _free(floor, one) if floor and one else {},
        ),
        "locked": floor.last if floor else locked_tables(hall_.event, number),
        "one": person(hall_, number, one) if one else None,
        "move": MoveForm(None, initial={"guest": one}, **move_choices(hall_, floor))
        if floor and one
        else None,
        "without": _without(hall_, number) if changing else [],
        "too_few": small_tables(hall_.event, number) if changing else [],
        "check": check_words(check, number),
        "back": reverse("round_seating", args=[hall_.event.slug, number]),
        "exceptions": exceptions(check, number),
        "figures": figures(check, None, number),
        "named": named(check.harms),
        "unavoidable": unavoidable(check),
        "history": history(hall_, acts),
        "stale": stale(hall_, acts),
        "desk": may_change(request),
        "waits": not_ready(hall_),
        "again": None if hall_.published else draw_form(hall_, acts),
        "shown": standing(acts),
        "public": last_in_public(acts),
        "times": drafts(acts)[0],
        "key": new_key(),
    }


def _state(round_: Round, times: int) -> str:
    if round_.state == RoundState.DRAFT:
        return f"draft {times}, not published" if times else "draft, not published"
    return "published" if round_.state == RoundState.PUBLISHED else "closed"


def _free(floor: Floor, badge: int) -> dict[int, tuple[str, str]]:
    """A free seat of each other table, with the address that asks about the move there."""
    seat = floor.open_seat(badge)
    if seat is None:
        return {}
    event, number = floor.round.event, floor.round.number
    address = reverse("change_seat", args=[event.slug, number])
    return {
        table: (letter, f"{address}?move-guest={badge}&move-place={table}{letter}")
        for table, letter in free_seats(floor, floor.leaves(seat))
        if table != seat.table.number
    }


def _without(hall_: Hall, number: int) -> list[Guest]:
    """Who has no seat in a round."""
    sitting = {key for table in hall_.seating.rounds[number - 1] for key in table}
    return [guest for badge, guest in hall_.guests.items() if badge not in sitting]


def _address(hall_: Hall, number: int, picked: Sequence[int]) -> Any:
    """Where a click on a guest leads: it chooses the first, then tries the swap."""
    address = [hall_.event.slug, number]
    if not picked:
        return lambda badge: f"{reverse('round_seating', args=address)}?one={badge}"
    return lambda badge: f"{reverse('swap_seats', args=address)}?one={picked[0]}&other={badge}"
