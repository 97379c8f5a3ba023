"""The seating: before the draw, each round with its certificate, drawing, publishing and taking
it back.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.seating import PricedPlan, SeatingImpossibleError, certificate, with_companies
from tournament.counting.formats import fitting_cut
from tournament.counting.plan import plans_for
from tournament.counting.seats import Hall, hall, locked_tables
from tournament.counting.sizes import measured_words
from tournament.ledger.signing import new_key, perform
from tournament.models import Event, LedgerEntry, Round
from tournament.models.seating import RoundState
from tournament.seating.acts_draw import Draft, drawn, drawn_in_public, not_ready, standing
from tournament.seating.acts_draw import draw_seating as draw_act
from tournament.seating.acts_draw import publish_seating as publish_act
from tournament.seating.acts_draw import unpublish_seating as unpublish_act
from tournament.seating.forms import LARGEST_SEED, DrawForm, ReasonForm
from tournament.seating.views_certificate import exceptions, figures, in_words, named, unavoidable
from tournament.seating.views_hall import person, tiles
from tournament.seating.words import (
    check_words,
    drafts,
    entries,
    history,
    last_in_public,
    not_drawn,
    stale,
)
from tournament.site.access import DESK, GRAVE, OFFICIAL, ORGANISER, EventRequest, at_event, may

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


def capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def start_page(request: HttpRequest, hall_: Hall, form: DrawForm) -> dict[str, Any]:
    """Before the draw: who is to be seated, at which tables, and with which seed."""
    present = [guest for guest in hall_.guests.values() if guest.badge in hall_.present]
    try:
        plans, impossible = plans_for(hall_.event, len(present)), ""
    except SeatingImpossibleError as error:
        plans, impossible = (), str(error)
    return {
        "form": form,
        "shown": standing(entries(hall_.event)),
        "may_change": may_change(request),
        "guests": len(present),
        "gone": len(hall_.guests) - len(present),
        "placeholders": sum(guest.placeholder for guest in present),
        "liveries": len({guest.livery_id for guest in present} - {None}),
        "tables": in_words(plans[0].plan) if plans else "",
        "divisions": len(plans),
        "impossible": impossible,
        "fixed": sum(guest.fixed_table is not None for guest in present),
        "apart": len(hall_.wishes.apart),
        "fitting": fitting_cut(hall_.event, (guest.status for guest in hall_.guests.values())),
        "may_settle": may(request, ORGANISER.roles),
    }


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
) -> dict[str, Any]:
    """A round: its tables, the movement to it, the certificate of the whole seating, and what was
    done to it.
    """
    round_, acts = hall_.rounds[number - 1], entries(hall_.event)
    locked = locked_tables(hall_.event, number)
    changing = may_change(request) and round_.state != RoundState.CLOSED
    picked = [key for key in chosen if hall_.seating.place(key, number)]
    check = certificate(hall_.seating, hall_.wishes, name=hall_.name, plans=_legal_plans(hall_))
    page = frame_of(hall_, number, acts_drawn=drafts(acts))
    return page | {
        "may_change": changing,
        "tiles": tiles(
            hall_, number, _address(hall_, number, picked) if changing else None, picked, locked
        ),
        "locked": sorted(locked),
        "one": person(hall_, number, picked[0]) if len(picked) == 1 else None,
        "check": check_words(check, number),
        "back": reverse("round_seating", args=[hall_.event.slug, number]),
        "exceptions": exceptions(check, number),
        "figures": figures(check, None, number),
        "named": named(check.harms),
        "unavoidable": unavoidable(check),
        "size_words": measured_words(hall_.event)
        if len(check.tables_by_size[number - 1]) > 1
        else "",
        "history": history(hall_, acts),
        "stale": (changed := stale(hall_, acts)),
        "stale_url": _print_url(hall_, {*changed.seat, *changed.neighbour}),
        "desk": may_change(request),
        "waits": not_ready(hall_),
        "again": None if hall_.published else draw_form(hall_, acts),
        "shown": standing(acts),
        "public": last_in_public(acts),
        "times": drafts(acts)[0],
        "key": new_key(),
    }


def _print_url(hall_: Hall, badges: set[int]) -> str:
    """The score cards of those of these badges who have a seat."""
    seated = {key for row in hall_.seating.rounds for table in row for key in table}
    target = ",".join(str(badge) for badge in sorted(badges & seated))
    return f"{reverse('paper_page', args=[hall_.event.slug, 'score-cards'])}?badges={target}"


def frame_of(hall_: Hall, number: int, *, acts_drawn: tuple[int, int | None]) -> dict[str, Any]:
    """The head of every page about a round: which, in what state, and the way to the others."""
    round_ = hall_.rounds[number - 1]
    times, _seed = acts_drawn
    draft = not hall_.published
    return {
        "round": round_,
        "draft": draft,
        "state": _state(round_, times),
        "rounds": [
            (round_, reverse("round_seating", args=[hall_.event.slug, round_.number]))
            for round_ in hall_.rounds
        ],
        "all_rounds": {1: "the round", 2: "both rounds"}.get(
            len(hall_.rounds), f"all {len(hall_.rounds)} rounds"
        ),
        "movement": round_.movement,
        "table_count": len(hall_.seating.rounds[number - 1]),
    }


def _state(round_: Round, times: int) -> str:
    if round_.state == RoundState.DRAFT:
        return f"draft {times}, not published" if times else "draft, not published"
    return "published" if round_.state == RoundState.PUBLISHED else "closed"


def _address(hall_: Hall, number: int, picked: Sequence[int]) -> Any:
    """Where a click on a guest leads: it chooses the first, then tries the swap."""
    address = [hall_.event.slug, number]
    if not picked:
        return lambda badge: f"{reverse('round_seating', args=address)}?one={badge}"
    return lambda badge: f"{reverse('swap_seats', args=address)}?one={picked[0]}&other={badge}"


FINAL = "Cards are then printed from it. Afterwards guests can only swap seats or take a free one."


REVERSED = "The rounds become drafts again. Throw away cards printed from them."


@at_event(OFFICIAL)
def seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Before the draw what is to be drawn; afterwards the round that comes next."""
    hall_ = hall(event)
    if not hall_.rounds:
        return _start(request, hall_, draw_form(hall_, entries(event)))
    coming = next(
        (row.number for row in hall_.rounds if row.state != RoundState.CLOSED), len(hall_.rounds)
    )
    return _round(request, hall_, coming)


@at_event(OFFICIAL)
def round_seating(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """One round; `?one=` is the badge of a guest chosen for a swap."""
    hall_ = hall(event)
    if not 1 <= round <= len(hall_.rounds):
        raise Http404(not_drawn(round))
    return _round(request, hall_, round)


@at_event(DESK)
@require_POST
def draw_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Draw all qualifying rounds as drafts."""
    hall_ = hall(event)
    form = draw_form(hall_, entries(event), request.POST)
    if not form.is_valid() and hall_.rounds:
        return render(
            request, "seating/rounds.html", round_page(request, hall_, 1) | {"again": form}
        )
    if not form.is_valid():
        return _start(request, hall_, form)
    outcome = "Drawn. Look it over, then publish."
    perform(
        request, event, lambda signature: draw_act(event, _draft(hall_, form), signature), outcome
    )
    return redirect("seating", event.slug)


def _draft(hall_: Hall, form: DrawForm) -> Draft:
    cleaned = form.cleaned_data
    if "cards" in cleaned:
        return drawn_in_public(hall_, cleaned["cards"], cleaned.get("tables"))
    return drawn(hall_, cleaned["seed"], cleaned.get("tables"))


@at_event(DESK)
def publish_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask, then publish every drawn round."""
    if request.method == "POST":
        perform(
            request,
            event,
            lambda signature: publish_act(event, signature),
            "The seating is published. Print the cards.",
        )
        return redirect("seating", event.slug)
    waits = not_ready(hall(event))
    if waits:
        messages.error(request, waits)
        return redirect("seating", event.slug)
    question = {
        "question": "Publish the seating?",
        "consequence": FINAL,
        "button": "Publish",
        "grave": False,
    }
    return _ask(
        request, event, question | {"action": reverse("publish_seating", args=[event.slug])}
    )


@at_event(GRAVE)
def unpublish_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask for the reason, then make the rounds drafts again."""
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        perform(
            request,
            event,
            lambda signature: unpublish_act(event, signature, reason=reason),
            "The seating is a draft again.",
        )
        return redirect("seating", event.slug)
    question = {
        "question": "Take the seating back?",
        "consequence": REVERSED,
        "button": "Take it back",
        "grave": True,
    }
    return _ask(
        request,
        event,
        question | {"form": form, "action": reverse("unpublish_seating", args=[event.slug])},
    )


def _start(request: HttpRequest, hall_: Hall, form: DrawForm) -> HttpResponse:
    return render(
        request, "seating/start.html", start_page(request, hall_, form) | {"key": new_key()}
    )


def _round(request: HttpRequest, hall_: Hall, number: int) -> HttpResponse:
    badge = request.GET.get("one", "")
    chosen = [int(badge)] if badge.isascii() and badge.isdigit() and len(badge) < 8 else []
    return render(request, "seating/rounds.html", round_page(request, hall_, number, chosen=chosen))


def _ask(request: HttpRequest, event: Event, question: dict[str, object]) -> HttpResponse:
    back = {"cancel_url": reverse("seating", args=[event.slug]), "hidden": [("key", new_key())]}
    return render(request, "seating/question.html", back | question)
