"""What the pages of the seating show: before the draw, and a round with its certificate and its history."""

import secrets
from typing import Any, cast

from django.http import HttpRequest
from django.urls import reverse

from scoring.seating import SeatingImpossibleError, certificate
from tournament.access import DESK, EventRequest
from tournament.acts.draw import not_ready
from tournament.fair_tables import measured_words
from tournament.forms.seating import LARGEST_SEED, DrawForm, PairForm
from tournament.ledger.seat_history import drafts, entries, history, stale
from tournament.ledger.seats import Hall, locked_tables, plan_for
from tournament.models import Round
from tournament.models.seating import RoundState
from tournament.views.seating_certificate import exceptions, figures, in_words, named, unavoidable
from tournament.views.seating_hall import full_table, seated, tiles
from tournament.views.signing import new_key


def may_change(request: HttpRequest) -> bool:
    """Whether this official may draw and change seats; the others look."""
    return cast(EventRequest, request).official.role in DESK.roles


def new_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbelow(LARGEST_SEED) + 1


def start_page(request: HttpRequest, found: Hall, form: DrawForm) -> dict[str, Any]:
    """Before the draw: who is to be seated, at which tables, and with which seed."""
    present = [guest for guest in found.guests.values() if guest.badge in found.present]
    try:
        plan, impossible = plan_for(found.event, len(present)), ""
    except SeatingImpossibleError as error:
        plan, impossible = None, str(error)
    return {
        "form": form,
        "may_change": may_change(request),
        "guests": len(present),
        "gone": len(found.guests) - len(present),
        "placeholders": sum(guest.placeholder for guest in present),
        "liveries": len({guest.livery_id for guest in present} - {None}),
        "tables": in_words(plan) if plan else "",
        "impossible": impossible,
        "fixed": sum(guest.fixed_table is not None for guest in present),
        "apart": len(found.wishes.apart),
    }


def round_page(
    request: HttpRequest, found: Hall, number: int, *, chosen: int | None = None, form: PairForm | None = None
) -> dict[str, Any]:
    """A round: its tables, the movement to it, the certificate of the whole seating, and what was done to it."""
    held, acts = found.rounds[number - 1], entries(found.event)
    locked = locked_tables(found.event, number)
    changing = may_change(request) and held.state != RoundState.CLOSED
    place = found.seating.place(chosen, number) if chosen is not None else None
    picked = {chosen} if chosen is not None and place else set()
    said = certificate(found.seating, found.wishes, name=found.name)
    page = frame_of(found, number, acts_drawn=drafts(acts))
    return page | {
        "may_change": changing,
        "tiles": tiles(
            found, number, _address(found, number, chosen if place else None) if changing else None, picked, locked
        ),
        "locked": sorted(locked),
        "picked": found.guest(chosen) if place else None,
        "picked_table": full_table(found, number, place.table, picked) if place else None,
        "exceptions": exceptions(said, number),
        "figures": figures(said, None, number),
        "named": named(said.harms),
        "unavoidable": unavoidable(said),
        "size_words": measured_words(found.event) if len(said.tables_by_size[number - 1]) > 1 else "",
        "pair": form or PairForm(seated=seated(found, number, locked), initial={"one": chosen}),
        "history": history(found, acts),
        "stale": (changed := stale(found, acts)),
        "stale_url": _print_url(found, {*changed.seat, *changed.neighbour}),
        "desk": may_change(request),
        "waits": not_ready(found),
        "again": DrawForm(initial={"seed": new_seed()}),
        "key": new_key(),
    }


def _print_url(found: Hall, badges: set[int]) -> str:
    """The score cards of those of these badges who have a seat."""
    seated = {key for row in found.seating.rounds for table in row for key in table}
    wanted = ",".join(str(badge) for badge in sorted(badges & seated))
    return f"{reverse('paper_page', args=[found.event.slug, 'score-cards'])}?badges={wanted}"


def frame_of(found: Hall, number: int, *, acts_drawn: tuple[int, int | None]) -> dict[str, Any]:
    """The head of every page about a round: which, in what state, and the way to the others."""
    held = found.rounds[number - 1]
    times, seed = acts_drawn
    draft = not found.published
    return {
        "round": held,
        "draft": draft,
        "state": _state(held, times),
        "seed": seed,
        "rounds": [(one, reverse("round_seating", args=[found.event.slug, one.number])) for one in found.rounds],
        "all_rounds": {1: "the round", 2: "both rounds"}.get(len(found.rounds), f"all {len(found.rounds)} rounds"),
        "movement": held.movement,
        "table_count": len(found.seating.rounds[number - 1]),
    }


def _state(held: Round, times: int) -> str:
    if held.state == RoundState.DRAFT:
        return f"draft {times}, not published" if times else "draft, not published"
    return "published" if held.state == RoundState.PUBLISHED else "closed"


def _address(found: Hall, number: int, chosen: int | None) -> Any:
    """Where a click on a badge leads: it chooses the first guest, and with one chosen it tries the swap."""
    at = [found.event.slug, number]
    if chosen is None:
        return lambda badge: f"{reverse('round_seating', args=at)}?one={badge}#chosen"
    return lambda badge: f"{reverse('swap_seats', args=at)}?one={chosen}&other={badge}"
