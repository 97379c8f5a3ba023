"""Which personal card to compare next: how sure the list is now, why this card, and the few figures to type."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.words import number_word
from tournament.access import DESK, at_event
from tournament.acts.desk import DeskRefusedError, record_card_totals
from tournament.board import board, clock
from tournament.check_queue import SURE, CheckQueue, Wanted, check_queue
from tournament.forms.check_queue import CardRefusedError, TypedCard, read_card
from tournament.forms.entry import new_key
from tournament.ledger.entered import Whereabouts, entered_totals, whereabouts
from tournament.ledger.formats import event_format, whole
from tournament.models import Event, Guest
from tournament.views.sheet_pages import signature

SHOWN = 40


@at_event(DESK)
def check_queue_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The next card first, the others in order below; `?list` is the same as a list to walk round with."""
    told = check_queue(event)
    context: dict[str, object] = {"as_of": clock(board(event).as_of), "why_not": told, "key": new_key()}
    if isinstance(told, CheckQueue):
        context |= {
            "told": told,
            "why_not": "",
            "sure": percent(told.sure),
            "promise": promise(told),
            "wanted": _found(event, told),
            "left": len(told.wanted),
            "rounds": range(1, event.qualifying_rounds + 1),
        }
    template = "tournament/check_list.html" if "list" in request.GET else "tournament/check_queue.html"
    return render(request, template, context)


def _found(event: Event, told: CheckQueue) -> list[tuple[Wanted, Whereabouts, str]]:
    """The first cards with where their guests are and which company they belong to."""
    places, players = whereabouts(event), board(event).players
    return [(one, places[one.doubt.player], players[one.doubt.player].livery) for one in told.wanted[:SHOWN]]


def percent(share: float) -> str:
    """A certainty in whole hundredths; nothing short of certain is called a hundred."""
    return "100" if share == 1 else str(min(99, int(100 * share)))


def promise(told: CheckQueue) -> str:
    """What more comparing brings, in one sentence."""
    odds = f"one in {round(1 / (1 - SURE))}"
    if told.enough is None:
        return f"No number of cards makes the list sure at {odds}: compare every sheet that is in doubt."
    if told.enough == 0:
        return f"The list is beyond doubt at {odds}."
    cards = "card" if told.enough == 1 else "cards"
    return f"The list is beyond doubt at {odds} after {number_word(told.enough)} more {cards}, if they agree."


@at_event(DESK)
@require_POST
def compare_card(request: HttpRequest, event: Event) -> HttpResponse:
    """Take what a card says, and tell whether the entries agree."""
    try:
        card = read_card(request.POST.dict(), event.qualifying_rounds)
        guest = Guest.objects.filter(event=event, badge=card.badge).first()
        if guest is None:
            raise CardRefusedError(f"There is no badge {card.badge} at this event: read the number on the card again.")
        key = request.POST.get("key", "")[:60]
        for number, points in card.totals.items():
            said = {guest.ref: whole(event_format(event), points)}
            record_card_totals(event, number, said, signature(request, f"{key} {number}"))
    except (CardRefusedError, DeskRefusedError) as refused:
        messages.error(request, str(refused))
        return redirect("check_queue", event.slug)
    return _told(request, event, guest, card)


def _told(request: HttpRequest, event: Event, guest: Guest, card: TypedCard) -> HttpResponse:
    differs = difference(entered_totals(event, guest.ref), card.totals)
    if differs is None:
        messages.success(request, f"The card of {guest} agrees.")
        return redirect("check_queue", event.slug)
    messages.warning(request, f"The card of {guest} says {card.totals[differs]} for round {differs}: find the game.")
    return redirect("desk_card", event.slug, differs, guest.badge)


def difference(entered: Mapping[int, int], said: Mapping[int, int]) -> int | None:
    """The first round of which the card says otherwise than the entries."""
    return next((number for number, points in said.items() if entered.get(number) != points), None)
