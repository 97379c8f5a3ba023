"""Putting right what was entered in the wrong place: asked for, seen in its consequences, then done
with its reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.counting.cut import Move
from tournament.counting.before_after import moves_and_chances
from tournament.counting.consequences import Consequence, rehearse
from tournament.counting.formats import event_format
from tournament.entry.acts_corrections import move_sheet, swap_hands
from tournament.entry.acts_desk import DeskRefusedError
from tournament.entry.acts_reseat import reseat
from tournament.entry.forms import HandsForm, MoveForm, SeatsForm
from tournament.entry.wrong_place import seats_seen, sheets_seen
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, signature
from tournament.models import Event
from tournament.site.access import DESK, at_event

Act = Callable[[Signature, str, str], object]
"""Done with a signature, for a reason, on what was seen."""
REHEARSED = "a look at what it would change"
MOST = 12


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be put right: its heading, the form it was asked with, the page it is sent to, the
    act, its words, and what the preview stands on.
    """

    heading: str
    name: str
    form: MoveForm | HandsForm | SeatsForm
    act: Act
    done: str
    seen: str


@at_event(DESK)
def put_right(request: HttpRequest, event: Event) -> HttpResponse:
    """The three forms, with the round and table one comes from."""
    start = {
        name: request.GET[name]
        for name in ("round", "table", "game")
        if request.GET.get(name, "").isdigit()
    }
    start |= {"to_table": start["table"]} if "table" in start else {}
    return _forms(
        request, event, MoveForm(initial=start), HandsForm(initial=start), SeatsForm(initial=start)
    )


@require_POST
def _move_hands(request: HttpRequest, event: Event) -> HttpResponse:
    """A sheet to another game, or two hands of one sheet: `what` says which."""
    if request.POST.get("what") == "hands":
        hands = HandsForm(request.POST)
        if not hands.is_valid():
            return _forms(request, event, MoveForm(), hands, SeatsForm(), status=422)
        place, seats = hands.wanted()
        act: Act = lambda signer, why, seen: swap_hands(  # noqa: E731
            event, place, seats, signer, reason=why, seen_state=seen
        )
        outcome = f"The hands of seats {seats[0]} and {seats[1]} in {place} have changed places."
        seen_state = sheets_seen(event, place)
        return _confirmation_page(
            request, event, Wish("Swap two hands", "move_hands", hands, act, outcome, seen_state)
        )
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _forms(request, event, form, HandsForm(), SeatsForm(), status=422)
    move = form.wanted()
    outcome = f"The sheet of {move.away} is now that of {move.to}."
    wish = Wish(
        "Move a sheet",
        "move_hands",
        form,
        lambda signer, why, seen: move_sheet(event, move, signer, reason=why, seen_state=seen),
        outcome,
        sheets_seen(event, move.away, move.to),
    )
    return _confirmation_page(request, event, wish)


@require_POST
def _change_seats(request: HttpRequest, event: Event) -> HttpResponse:
    """Seats from a game on."""
    form = SeatsForm(request.POST)
    if not form.is_valid():
        return _forms(request, event, MoveForm(), HandsForm(), form, status=422)
    change = form.wanted()
    since = f"{event_format(event).unit} {change.from_game}"
    outcome = (
        f"Seats of round {change.round} changed from {since} on. Some cards may be out of date."
    )
    wish = Wish(
        "Change seats",
        "change_seats",
        form,
        lambda signer, why, seen_state: reseat(
            event, change, signer, reason=why, seen_state=seen_state
        ),
        outcome,
        seats_seen(event, change),
    )
    return _confirmation_page(request, event, wish)


move_hands, change_seats = at_event(DESK)(_move_hands), at_event(DESK)(_change_seats)


def _confirmation_page(request: HttpRequest, event: Event, wish: Wish) -> HttpResponse:
    """The preview; sent again from there with a reason, the act."""
    reason, refused = wish.form.cleaned_data["reason"].strip(), ""
    if request.POST.get("step") == "save":
        try:
            seen_state = request.POST.get("seen", "")[:200]
            wish.act(signature(request, request.POST.get("key", "")[:60]), reason, seen_state)
        except DeskRefusedError as fault:
            refused = str(fault)
        else:
            messages.success(request, wish.done)
            return redirect(
                f"{reverse('desk', args=[event.slug])}?round={wish.form.cleaned_data['round']}"
            )
    try:
        effect = rehearse(event, lambda signer: wish.act(signer, REHEARSED, ""), timezone.now())
    except DeskRefusedError as fault:
        wish.form.add_error(None, str(fault))
        own = {MoveForm: 0, HandsForm: 1, SeatsForm: 2}[type(wish.form)]
        forms: list[Any] = [MoveForm(), HandsForm(), SeatsForm()]
        forms[own] = wish.form
        return _forms(request, event, *forms, status=422)
    return _preview(request, event, wish, effect, refused)


def _preview(
    request: HttpRequest, event: Event, wish: Wish, consequence: Consequence, refused: str
) -> HttpResponse:
    moved = [move for move in consequence.moves.shifted if move.total[0] != move.total[1]]
    context = {
        "wish": wish,
        "here": reverse(wish.name, args=[event.slug]),
        "refused": refused,
        "moves": moves_and_chances(event, consequence, [move.player for move in moved[:MOST]]),
        "becomes": [_words(move) for move in moved[:MOST]],
        "more": max(0, len(moved) - MOST),
        "what": request.POST.get("what", ""),
        "hidden": [
            (name, request.POST.get(name, "")) for name in wish.form.fields if name != "reason"
        ],
        "key": new_key(),
    }
    return render(request, "entry/put_right_preview.html", context, status=422 if refused else 200)


def _words(move: Move) -> str:
    was, now = ("not listed" if total is None else total for total in move.total)
    return f"{move.name}: {was} becomes {now}"


def _forms(
    request: HttpRequest,
    event: Event,
    move: MoveForm,
    hands: HandsForm,
    seats: SeatsForm,
    *,
    status: int = 200,
) -> HttpResponse:
    forms = {"move_form": move, "hands_form": hands, "seats_form": seats}
    context = {"event": event} | {
        name: form.in_units(event_format(event)) for name, form in forms.items()
    }
    return render(request, "entry/put_right.html", context, status=status)
