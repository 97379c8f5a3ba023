"""What the pages of the seating show: before the draw, and a round with its certificate and its
history.

The seating: before the draw, each round, drawing, publishing and taking it back.

Who goes home, who comes late, and taking either back: acts on seats, each with its reason.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.seating import (
    Certificate,
    Kind,
    PricedPlan,
    SeatingImpossibleError,
    certificate,
    fill,
    offers,
    with_companies,
)
from tournament.counting.formats import event_format
from tournament.counting.seats import Hall, bounds_of, hall, locked_tables, plans_for, table_label
from tournament.counting.words import measured_words
from tournament.ledger.signing import new_key, perform
from tournament.models import Event, Guest, LedgerEntry, Round
from tournament.models.seating import RoundState
from tournament.seating.acts_draw import (
    Draft,
    drawn,
    drawn_in_public,
    not_ready,
    standing,
)
from tournament.seating.acts_draw import draw_seating as draw_act
from tournament.seating.acts_draw import publish_seating as publish_act
from tournament.seating.acts_draw import unpublish_seating as unpublish_act
from tournament.seating.acts_places import Spot, leave, seat_late, take_back
from tournament.seating.forms import (
    LARGEST_SEED,
    DrawForm,
    LateForm,
    LeaveForm,
    ReasonForm,
)
from tournament.seating.views_certificate import exceptions, figures, in_words, named, unavoidable
from tournament.seating.views_hall import free_tables, person, seated, tiles
from tournament.seating.words import (
    LABELS,
    check_words,
    drafts,
    entries,
    history,
    last_in_public,
    not_drawn,
    stale,
)
from tournament.site.access import DESK, GRAVE, OFFICIAL, EventRequest, at_event

MOST_OFFERED = 12
"""Divisions on the form of a draw: of a thousand guests there are eighty, and nobody reads them."""


def may_change(request: HttpRequest) -> bool:
    """Whether this official may draw and change seats; the others look."""
    return cast(EventRequest, request).official.role in DESK.roles


def new_seed() -> int:
    """A seed nobody chose."""
    return secrets.randbelow(LARGEST_SEED) + 1


def draw_form(
    found: Hall, acts: Sequence[LedgerEntry], data: Mapping[str, Any] | None = None
) -> DrawForm:
    """The form of a draw: a seed nobody chose, or the cards of the room; and the tables of the last
    draw or those that do least harm.
    """
    plans = [
        (str(one.plan.tables), f"{_capital(in_words(one.plan))}: {one.words}")
        for one in with_companies(_legal_plans(found)[:MOST_OFFERED], found.wishes)
    ]
    initial: dict[str, object] = {"seed": new_seed()}
    drawn_at = str(len(found.seating.rounds[0])) if found.rounds else ""
    if drawn_at in dict(plans):
        initial["tables"] = drawn_at
    return DrawForm(data, plans=plans, initial=initial, public=standing(acts) is not None)


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def start_page(request: HttpRequest, found: Hall, form: DrawForm) -> dict[str, Any]:
    """Before the draw: who is to be seated, at which tables, and with which seed."""
    present = [guest for guest in found.guests.values() if guest.badge in found.present]
    try:
        plans, impossible = plans_for(found.event, len(present)), ""
    except SeatingImpossibleError as error:
        plans, impossible = (), str(error)
    return {
        "form": form,
        "shown": standing(entries(found.event)),
        "may_change": may_change(request),
        "guests": len(present),
        "gone": len(found.guests) - len(present),
        "placeholders": sum(guest.placeholder for guest in present),
        "liveries": len({guest.livery_id for guest in present} - {None}),
        "tables": in_words(plans[0].plan) if plans else "",
        "divisions": len(plans),
        "impossible": impossible,
        "fixed": sum(guest.fixed_table is not None for guest in present),
        "apart": len(found.wishes.apart),
    }


def _legal_plans(found: Hall) -> tuple[PricedPlan, ...]:
    try:
        return plans_for(found.event, len(found.present))
    except SeatingImpossibleError:
        return ()


def round_page(
    request: HttpRequest,
    found: Hall,
    number: int,
    *,
    chosen: Sequence[int] = (),
) -> dict[str, Any]:
    """A round: its tables, the movement to it, the certificate of the whole seating, and what was
    done to it.
    """
    held, acts = found.rounds[number - 1], entries(found.event)
    locked = locked_tables(found.event, number)
    changing = may_change(request) and held.state != RoundState.CLOSED
    picked = [key for key in chosen if found.seating.place(key, number)]
    said = certificate(found.seating, found.wishes, name=found.name, plans=_legal_plans(found))
    page = frame_of(found, number, acts_drawn=drafts(acts))
    return page | {
        "may_change": changing,
        "tiles": tiles(
            found, number, _address(found, number, picked) if changing else None, picked, locked
        ),
        "locked": sorted(locked),
        "one": person(found, number, picked[0]) if len(picked) == 1 else None,
        "check": check_words(said, number),
        "back": reverse("round_seating", args=[found.event.slug, number]),
        "exceptions": exceptions(said, number),
        "figures": figures(said, None, number),
        "named": named(said.harms),
        "unavoidable": unavoidable(said),
        "size_words": measured_words(found.event)
        if len(said.tables_by_size[number - 1]) > 1
        else "",
        "history": history(found, acts),
        "stale": (changed := stale(found, acts)),
        "stale_url": _print_url(found, {*changed.seat, *changed.neighbour}),
        "desk": may_change(request),
        "waits": not_ready(found),
        "again": None if found.published else draw_form(found, acts),
        "shown": standing(acts),
        "public": last_in_public(acts),
        "times": drafts(acts)[0],
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
    times, _seed = acts_drawn
    draft = not found.published
    return {
        "round": held,
        "draft": draft,
        "state": _state(held, times),
        "rounds": [
            (one, reverse("round_seating", args=[found.event.slug, one.number]))
            for one in found.rounds
        ],
        "all_rounds": {1: "the round", 2: "both rounds"}.get(
            len(found.rounds), f"all {len(found.rounds)} rounds"
        ),
        "movement": held.movement,
        "table_count": len(found.seating.rounds[number - 1]),
    }


def _state(held: Round, times: int) -> str:
    if held.state == RoundState.DRAFT:
        return f"draft {times}, not published" if times else "draft, not published"
    return "published" if held.state == RoundState.PUBLISHED else "closed"


def _address(found: Hall, number: int, picked: Sequence[int]) -> Any:
    """Where a click on a guest leads: it chooses the first, then tries the swap."""
    at = [found.event.slug, number]
    if not picked:
        return lambda badge: f"{reverse('round_seating', args=at)}?one={badge}"
    return lambda badge: f"{reverse('swap_seats', args=at)}?one={picked[0]}&other={badge}"


FINAL = "Cards are then printed from it. Afterwards guests can only swap seats or take a free one."
REVERSED = "The rounds become drafts again. Throw away cards printed from them."


@at_event(OFFICIAL)
def seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Before the draw what is to be drawn; afterwards the round that comes next."""
    found = hall(event)
    if not found.rounds:
        return _start(request, found, draw_form(found, entries(event)))
    coming = next(
        (row.number for row in found.rounds if row.state != RoundState.CLOSED), len(found.rounds)
    )
    return _round(request, found, coming)


@at_event(OFFICIAL)
def round_seating(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """One round; `?one=` is the badge of a guest chosen for a swap."""
    found = hall(event)
    if not 1 <= round <= len(found.rounds):
        raise Http404(not_drawn(round))
    return _round(request, found, round)


@at_event(DESK)
@require_POST
def draw_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Draw all qualifying rounds as drafts."""
    found = hall(event)
    form = draw_form(found, entries(event), request.POST)
    if not form.is_valid() and found.rounds:
        return render(
            request, "seating/rounds.html", round_page(request, found, 1) | {"again": form}
        )
    if not form.is_valid():
        return _start(request, found, form)
    done = "Drawn. Look it over, then publish."
    perform(request, event, lambda by: draw_act(event, _draft(found, form), by), done)
    return redirect("seating", event.slug)


def _draft(found: Hall, form: DrawForm) -> Draft:
    said = form.cleaned_data
    if "cards" in said:
        return drawn_in_public(found, said["cards"], said.get("tables"))
    return drawn(found, said["seed"], said.get("tables"))


@at_event(DESK)
def publish_seating(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask, then publish every drawn round."""
    if request.method == "POST":
        perform(
            request,
            event,
            lambda by: publish_act(event, by),
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
            lambda by: unpublish_act(event, by, reason=reason),
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


def _start(request: HttpRequest, found: Hall, form: DrawForm) -> HttpResponse:
    return render(
        request, "seating/start.html", start_page(request, found, form) | {"key": new_key()}
    )


def _round(request: HttpRequest, found: Hall, number: int) -> HttpResponse:
    asked = request.GET.get("one", "")
    chosen = [int(asked)] if asked.isascii() and asked.isdigit() and len(asked) < 8 else []
    return render(request, "seating/rounds.html", round_page(request, found, number, chosen=chosen))


def _ask(request: HttpRequest, event: Event, question: dict[str, object]) -> HttpResponse:
    back = {"cancel_url": reverse("seating", args=[event.slug]), "hidden": [("key", new_key())]}
    return render(request, "seating/question.html", back | question)


WEIGHED = 40  # offers whose harm is told in words, the best first


@at_event(DESK)
def change_seat(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """The forms of a round; `?late=` names a guest to be given a place, `?undo=` one whose change
    is taken back.
    """
    found = hall(event)
    if not 1 <= round <= len(found.rounds):
        raise Http404(not_drawn(round))
    form = _form(request, found, round)
    if request.method == "POST" and form.is_valid() and _done(request, found, round, form):
        return redirect("round_seating", event.slug, round)
    return render(request, "seating/change.html", _page(request, found, round, form))


def _form(request: HttpRequest, found: Hall, number: int) -> forms.Form:
    """The form that the address asks for, filled in where it was sent."""
    data = request.POST if request.method == "POST" else None
    if "undo" in request.GET:
        return ReasonForm(data)
    games, unit = found.rounds[number - 1].games, event_format(found.event).unit
    if "late" in request.GET:
        return LateForm(
            data,
            games=games,
            unit=unit,
            places=_places(found, number, _guest(request, found, "late")),
        )
    leaving = {"guest": request.GET.get("leave", "")}
    return LeaveForm(data, games=games, unit=unit, guests=seated(found, number), initial=leaving)


def _done(request: HttpRequest, found: Hall, number: int, form: forms.Form) -> bool:
    """Do what the form asks and say so, or say why not."""
    event, reason = found.event, form.cleaned_data["reason"]
    if isinstance(form, LeaveForm):
        who, since = found.guests[form.cleaned_data["guest"]], (number, form.cleaned_data["game"])
        done = f"{who.name} has gone home. Their seats are free."
        return perform(
            request, event, lambda by: leave(event, who.ref, since, by, reason=reason), done
        )
    if isinstance(form, LateForm):
        who = _guest(request, found, "late")
        spots = _spots(form.cleaned_data["places"], number, form.cleaned_data["game"])
        reason = reason or "Takes a free seat"
        done = f"{who.name} has a seat. Print their card."
        return perform(
            request, event, lambda by: seat_late(event, who.ref, spots, by, reason=reason), done
        )
    who = _guest(request, found, "undo")
    done = f"Taken back: {who.name} is as before."
    return perform(request, event, lambda by: take_back(event, who.ref, by, reason=reason), done)


def _page(request: HttpRequest, found: Hall, number: int, form: forms.Form) -> dict[str, Any]:
    here = reverse("change_seat", args=[found.event.slug, number])
    sitting = {
        key for table in found.seating.rounds[number - 1] for key in table if key is not None
    }
    name = "undo" if "undo" in request.GET else "late" if "late" in request.GET else ""
    return frame_of(found, number, acts_drawn=drafts(entries(found.event))) | {
        "form": form,
        "asks": name or "leave",
        "who": _guest(request, found, name) if name else None,
        "without": [guest for badge, guest in found.guests.items() if badge not in sitting],
        "here": here,
        "back": reverse("round_seating", args=[found.event.slug, number]),
        "key": new_key(),
        "hidden": [("key", new_key())],
    }


def _guest(request: HttpRequest, found: Hall, name: str) -> Guest:
    asked = request.GET.get(name, "")
    guest = (
        found.guests.get(int(asked))
        if asked.isascii() and asked.isdigit() and len(asked) < 8
        else None
    )
    if guest is None:
        raise Http404("There is no such guest.")
    return guest


def _spots(said: str, number: int, game: int) -> list[Spot]:
    """The places of an offer, such as `1.23E 2.9A`: in this round from a game on, in later ones
    from the first.
    """
    chosen = (place.partition(".") for place in said.split())
    return [
        Spot(int(held), int(spot[:-1]), spot[-1], game if int(held) == number else 1)
        for held, _dot, spot in chosen
    ]


def _places(found: Hall, number: int, guest: Guest) -> list[tuple[str, str]]:
    """Free places of this round and the later ones together, the best first; then those of the
    later ones alone.
    """
    free, now = _free(found, number, guest), certificate(found.seating, found.wishes)
    later = {held: tables for held, tables in free.items() if held > number}
    every = [
        *_offered(found, now, guest.badge, free),
        *(_offered(found, now, guest.badge, later) if later != free else ()),
    ]
    return every[:WEIGHED]


def best_places(found: Hall, number: int, guest: Guest) -> tuple[str, str] | None:
    """The first of the places that a guest is offered in this round and the later ones, if any."""
    now, free = certificate(found.seating, found.wishes), _free(found, number, guest)
    return next(_offered(found, now, guest.badge, free), None)


def _free(found: Hall, number: int, guest: Guest) -> dict[int, Sequence[int]]:
    return {
        held.number: free_tables(found, held.number)
        for held in found.rounds[number - 1 :]
        if held.state != RoundState.CLOSED and found.seating.place(guest.badge, held.number) is None
    }


def _offered(
    found: Hall, now: Certificate, badge: int, free: Mapping[int, Sequence[int]]
) -> Iterator[tuple[str, str]]:
    """The value and the words of each offer, with what is worse about it."""
    for offer in offers(found.seating, found.wishes, badge, free, bounds=bounds_of(found.event))[
        :WEIGHED
    ]:
        then, said = found.seating, []
        for held, place in offer.places:
            then = fill(then, badge, held, place.table, ord(place.seat) - ord("A"))
            said.append(
                f"round {held}: table {table_label(found.event, place.table)}, seat {place.seat}"
            )
        words = "; ".join(said)
        value = " ".join(f"{held}.{place.table}{place.seat}" for held, place in offer.places)
        yield value, f"{_capital(words)}{_harm(now, certificate(then, found.wishes))}"


def _harm(now: Certificate, then: Certificate) -> str:
    kinds: list[Kind] = ["repeats", "same_livery", "same_group"]
    more = [(LABELS[kind].lower(), then.count(kind) - now.count(kind)) for kind in kinds]
    said = ", ".join(f"{label}: {number} more" for label, number in more if number > 0)
    return f" ({said})" if said else ""
