"""What officials see of what is to come: who can still make it and what the games to come have
to bring, which personal card to compare next and why, and how fast the tables play.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.foresight.statement import COME_BACK, HOLDS_FOR
from scoring.words import many
from tournament.counting.board import board, clock
from tournament.counting.chance_moves import chance_moves_of
from tournament.counting.chances import (
    BEING_WORKED_OUT,
    Chances,
    earlier_chances,
    event_chances,
)
from tournament.counting.figures import Whereabouts, entered_games, entered_totals, whereabouts
from tournament.counting.formats import event_format, whole
from tournament.counting.tables import chosen
from tournament.entry.acts_desk import record_card_totals
from tournament.event.acts import show_chances
from tournament.ledger.signing import new_key, signature
from tournament.models import Event, Guest, Role
from tournament.refusal import Refused
from tournament.site.access import DESK, OFFICIAL, ORGANISER, EventRequest, at_desk, at_event
from tournament.site.keeping import not_kept, soon_again
from tournament.site.tables import FILE, arrange
from tournament.standings.forms import CloseForm, TypedCard, read_card
from tournament.standings.pace import AT_ONCE, call_for, pace_of_minute
from tournament.standings.pages import badge_of, liveries
from tournament.standings.reading import CheckQueue, Wanted, check_queue
from tournament.standings.tables import ChanceTable, chance_rows, pace_table, queue_table


@at_event(OFFICIAL)
def chances_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The field with its chances; a switch of the organiser shows them to the room as well. While
    those of now are being reckoned, the last ones stand there with the totals they belong to.
    """
    now, is_file = board(event), FILE in request.GET
    chances = event_chances(event, waits=is_file)
    waits = chances if chances == BEING_WORKED_OUT else ""
    earlier = earlier_chances(event) if waits and not is_file else None
    if earlier:
        chances = earlier.chances
    context: dict[str, object] = {
        "as_of": clock(earlier.as_of if earlier else now.as_of),
        "waits": waits,
        "earlier": earlier and clock(earlier.as_of),
        "why_not": chances,
        "shown": event.chances_shown,
        "key": new_key(),
    }
    context["may_show"] = cast(EventRequest, request).official.role == Role.ORGANISER
    if isinstance(chances, Chances):
        filters = {name: request.GET.get(name, "") for name in ("q", "livery", "sort")}
        rows = chosen(chance_rows(event, now, chances), filters, badge_of(event, filters["q"]))
        table = ChanceTable(rows)  # type: ignore[no-untyped-call]
        if file := arrange(
            request, table, f"{event.slug}-chances", saves=at_desk(request), groups=event.groups
        ):
            return file
        context |= {"why_not": "", "told": chances, "table": table, "asked": filters}
        context |= {"filtered": any(filters[name] for name in ("q", "livery"))}
        context["choices"] = [liveries(event, now, filters["livery"])]
    page = render(request, "standings/chances.html", context)
    return soon_again(page) if waits else page


@at_event(OFFICIAL)
@not_kept("asked for until it is there, and then no more")
def moved_chances(request: HttpRequest, event: Event, key: str) -> HttpResponse:
    """The chances that a change moves: the part of its preview that comes later."""
    chances = chance_moves_of(event, key)
    part = render(request, "standings/_moved_chances.html", {"chances": chances})
    return soon_again(part) if chances.key else part


@at_event(ORGANISER)
@require_POST
def switch_chances(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the chances to the room, or to officials alone."""
    enabled = request.POST.get("shown") == "on"
    show_chances(event, signature(request), visible=enabled)
    messages.success(
        request, "Guests see their chances." if enabled else "Officials alone see the chances."
    )
    return redirect("chances", event.slug)


SHOWN = 40


@at_event(DESK)
def check_queue_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The next card first, the others in order below; `?list` is the same as a list to walk round
    with.
    """
    queue = check_queue(event)
    context: dict[str, object] = {
        "as_of": clock(board(event).as_of),
        "why_not": queue,
        "key": new_key(),
    }
    if isinstance(queue, CheckQueue):
        places = whereabouts(event)
        context |= {
            "told": queue,
            "why_not": "",
            "holds_for": HOLDS_FOR,
            "come_back": COME_BACK,
            "wanted": _with_places(event, queue.wanted[:SHOWN], places),
            "by_lot": _with_places(
                event,
                [doubt for doubt in queue.wanted if doubt.doubt.player in queue.by_lot],
                places,
            ),
            "left": len(queue.wanted),
            "rounds": range(1, event.qualifying_rounds + 1),
        }
        table = queue_table(_with_places(event, queue.wanted, places))
        if file := arrange(request, table, f"{event.slug}-cards", saves=True, groups=event.groups):
            return file
        context["table"] = table
    template = (
        "standings/check_list.html" if "list" in request.GET else "standings/check_queue.html"
    )
    return render(request, template, context)


def _with_places(
    event: Event, doubts: Sequence[Wanted], places: Mapping[str, Whereabouts]
) -> list[tuple[Wanted, Whereabouts, str]]:
    """Cards with where their guests are and which company they belong to."""
    players = board(event).players
    return [
        (doubt, places[doubt.doubt.player], players[doubt.doubt.player].livery) for doubt in doubts
    ]


@at_event(DESK)
@require_POST
def compare_card(request: HttpRequest, event: Event) -> HttpResponse:
    """Take what a card says, and tell whether the entries agree."""
    try:
        card = read_card(request.POST.dict(), event.qualifying_rounds)
        guest = Guest.objects.filter(event=event, badge=card.badge).first()
        if guest is None:
            raise Refused(
                f"There is no badge {card.badge} this evening: read the number on the card again."
            )
        key = request.POST.get("key", "")[:60]
        for number, points in card.totals.items():
            totals = {guest.ref: whole(event_format(event), points)}
            record_card_totals(event, number, totals, signature(request, f"{key} {number}"))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("check_queue", event.slug)
    return _card_answer(request, event, guest, card)


def _card_answer(request: HttpRequest, event: Event, guest: Guest, card: TypedCard) -> HttpResponse:
    differs = difference(entered_totals(event, guest.ref), card.totals)
    if differs is None and (moved := _another_game(entered_games(event, guest.ref), card.games)):
        number, words = moved
        messages.warning(request, f"The totals of {guest} agree, but {words}")
        return redirect("desk_card", event.slug, number, guest.badge)
    if differs is None:
        messages.success(request, f"The card of {guest} agrees.")
        return redirect("check_queue", event.slug)
    messages.warning(
        request,
        f"The card of {guest} says {card.totals[differs]} for round {differs}: find the game.",
    )
    return redirect("desk_card", event.slug, differs, guest.badge)


def difference(entered: Mapping[int, int], on_card: Mapping[int, int]) -> int | None:
    """The first round of which the card says otherwise than the entries."""
    return next(
        (number for number, points in on_card.items() if entered.get(number) != points), None
    )


def _another_game(
    entered: Mapping[tuple[int, int], int], on_card: Sequence[int]
) -> tuple[int, str] | None:
    """The round and the words where the games of a card are not those entered, though its totals
    are: a sheet may stand at another game of the table.
    """
    if not on_card:
        return None
    if len(on_card) != len(entered):
        number = max(entered, default=(1, 1))[0]
        text = many(len(on_card), "game was", "games were")
        return number, f"{text} typed of {len(entered)} entered: compare again."
    for (number, game), points, card in zip(entered, entered.values(), on_card, strict=True):
        if points != card:
            return number, (
                f"game {game} of round {number} is entered as {points} and the card says {card}:"
                " a sheet may stand at another game. Put it right there, the tie turns on it."
            )
    return None


@at_event(OFFICIAL)
def pace_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The tables of the round being played, the latest first, and when to call the last game."""
    now = timezone.now()
    pace = pace_of_minute(event, now, oldest=AT_ONCE, waits=FILE in request.GET)
    if pace is None or pace.soon:
        page = render(request, "standings/pace.html", {"found": pace})
        return soon_again(page) if pace else page
    form = CloseForm(request.GET if "close" in request.GET else None)
    context: dict[str, Any] = {"found": pace, "form": form}
    if pace.of:
        table = pace_table(pace.tables, event_format(event).units)
        if file := arrange(request, table, f"{event.slug}-pace", saves=at_desk(request)):
            return file
        context["table"] = table
    if pace.of and form.is_valid() and form.cleaned_data["close"]:
        context["call"] = call_for(event, pace.of, form.cleaned_data["close"], now)
    return render(request, "standings/pace.html", context, status=422 if form.errors else 200)
