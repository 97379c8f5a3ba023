"""Putting right what was entered in the wrong place: asked for, seen in its consequences, then done
with its reason.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.counting.cut import Move
from scoring.words import listed, number_word
from tournament.counting.before_after import moves_and_chances
from tournament.counting.consequences import Consequence, rehearse
from tournament.counting.formats import event_format
from tournament.counting.plan import letters_of, table_label
from tournament.counting.submission import Place
from tournament.entry.acts_corrections import games_found, move_sheet, move_table, swap_hands
from tournament.entry.acts_reseat import reseat
from tournament.entry.flags import address_after
from tournament.entry.forms import in_words
from tournament.entry.forms_wrong_place import HandsForm, MoveForm, SeatsForm, TableForm
from tournament.entry.in_hand import seats_at
from tournament.entry.place import accepted
from tournament.entry.wrong_place import (
    SeatChange,
    SheetMove,
    seats_seen,
    seats_that_change,
    sheets_seen,
)
from tournament.guests.namesakes import names_alone
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, signature
from tournament.models import LARGEST, Event
from tournament.refusal import Refused
from tournament.site.access import DESK, at_event

Act = Callable[[Signature, str, str], object]
"""Done with a signature, for a reason, on what was seen."""
REHEARSED = "a look at what it would change"
MOST = 12
WRONG_TABLE = "Typed at the wrong table"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be put right: its heading with place and game, the form it was asked with, the
    page it is sent to, the act, its words, what the preview stands on, and the `people` whom it
    touches, in sentences.
    """

    heading: str
    name: str
    form: MoveForm | HandsForm | SeatsForm | TableForm
    act: Act
    done: str
    seen: str
    people: tuple[str, ...] = ()


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
        request,
        event,
        MoveForm(initial=start),
        HandsForm(letters_of(event), initial=start),
        SeatsForm(initial=start),
    )


@require_POST
def _move_hands(request: HttpRequest, event: Event) -> HttpResponse:
    """A sheet to another game, all sheets of a table to another, or two hands of one sheet: `what`
    says which.
    """
    if request.POST.get("what") == "table":
        return _move_table(request, event)
    unit = event_format(event).unit
    if request.POST.get("what") == "hands":
        hands = HandsForm(letters_of(event), request.POST)
        if not hands.is_valid():
            return _forms(request, event, MoveForm(), hands, SeatsForm(), status=422)
        place, seats = hands.wanted()
        act: Act = lambda signer, why, seen: swap_hands(  # noqa: E731
            event, place, seats, signer, reason=why, seen_state=seen
        )
        outcome = f"The hands of seats {seats[0]} and {seats[1]} in {place} have changed places."
        seen_state = sheets_seen(event, place)
        names = _names(event, place.round, place.table)
        people = [f"{names[seat]} (seat {seat})" for seat in seats if seat in names]
        people_touched = (f"{listed(people)} change hands.",) if len(people) > 1 else ()
        label = table_label(event, place.table)
        heading = f"Swap two hands of {unit} {place.game} at table {label}"
        return _confirmation_page(
            request,
            event,
            Wish(heading, "move_hands", hands, act, outcome, seen_state, people_touched),
        )
    form = MoveForm(request.POST)
    if not form.is_valid():
        return _forms(request, event, form, HandsForm(letters_of(event)), SeatsForm(), status=422)
    move = form.wanted()
    outcome = f"The sheet of {move.away} is now that of {move.to}."
    away, to = move.away, move.to
    source, target = (table_label(event, place.table) for place in (away, to))
    wish = Wish(
        f"Move {unit} {away.game} of table {source} to {unit} {to.game} of table {target}",
        "move_hands",
        form,
        lambda signer, why, seen: move_sheet(event, move, signer, reason=why, seen_state=seen),
        outcome,
        sheets_seen(event, move.away, move.to),
        _who_goes_to_whom(event, away, to),
    )
    stands = "flag" in request.POST and accepted(event, to) is not None
    text = f"Table {target} has a sheet in {unit} {to.game}: the two change places."
    return _confirmation_page(request, event, wish, text if stands else "")


def _move_table(request: HttpRequest, event: Event) -> HttpResponse:
    """All sheets of a table to the one they belong to."""
    form = TableForm(request.POST, initial={"reason": WRONG_TABLE})
    number, table = request.POST.get("round", ""), request.POST.get("table", "")
    if not form.is_valid():
        messages.error(request, f"These belonged to table: {in_words(form)}")
        digits = all(text.isascii() and text.isdigit() for text in (number, table))
        if not digits:
            return redirect("desk", event.slug)
        return redirect("desk_table", event.slug, int(number), int(table))
    answers = form.cleaned_data
    answers["reason"] = answers["reason"] or WRONG_TABLE
    here = Q(table__round__number=answers["round"], table__number=answers["table"])
    games = [game_found.place.game for game_found in games_found(event, here) if game_found.sheet]
    away = [Place(answers["round"], answers["table"], game) for game in games]
    moves = [SheetMove(place, replace(place, table=answers["to_table"])) for place in away]
    if not moves or answers["table"] == answers["to_table"]:
        messages.error(request, "Give the number of another table: the saved games go there.")
        return redirect("desk_table", event.slug, answers["round"], answers["table"])
    unit, units = event_format(event).unit, event_format(event).units
    source, target = (table_label(event, answers[name]) for name in ("table", "to_table"))
    number_of_games = f"{number_word(len(moves))} {unit if len(moves) == 1 else units}"
    way = f"{number_of_games} from table {source} to table {target}"
    wish = Wish(
        f"Move {way}",
        "move_hands",
        form,
        lambda signer, why, seen: move_table(event, moves, signer, reason=why, seen_state=seen),
        f"Moved: {way}.",
        " | ".join(sheets_seen(event, move.away, move.to) for move in moves),
        _who_goes_to_whom(event, moves[0].away, moves[0].to),
    )
    return _confirmation_page(request, event, wish)


def _names(event: Event, number: int, table: int) -> dict[str, str]:
    """Who sits at a table, by seat, told apart from whoever shares their name."""
    alone = names_alone(event)
    return {
        seat.letter: alone.get(seat.guest.ref, seat.guest.name)
        for seat in seats_at(event, number, table)
    }


def _who_goes_to_whom(event: Event, away: Place, to: Place) -> tuple[str, ...]:
    """Whose hands become whose, at another table."""
    if away.table == to.table or max(away.table, to.table, away.round) > LARGEST:
        return ()
    names = _names(event, to.round, to.table)
    return tuple(
        f"Seat {seat}: typed for {name}, belongs to {names.get(seat, 'nobody')}."
        for seat, name in _names(event, away.round, away.table).items()
    )


@require_POST
def _change_seats(request: HttpRequest, event: Event) -> HttpResponse:
    """Seats from a game on."""
    form = SeatsForm(request.POST)
    if not form.is_valid():
        return _forms(request, event, MoveForm(), HandsForm(letters_of(event)), form, status=422)
    change = form.wanted()
    since = f"{event_format(event).unit} {change.from_game}"
    outcome = (
        f"Seats of round {change.round} changed from {since} on. Some cards may be out of date."
    )
    wish = Wish(
        f"Change seats from {since} on",
        "change_seats",
        form,
        lambda signer, why, seen_state: reseat(
            event, change, signer, reason=why, seen_state=seen_state
        ),
        outcome,
        seats_seen(event, change),
        _who_sits_where(event, change),
    )
    return _confirmation_page(request, event, wish)


def _who_sits_where(event: Event, change: SeatChange) -> tuple[str, ...]:
    """The people of a change of seats, by name: a slip in a badge is seen."""
    alone = names_alone(event)
    return tuple(
        f"Badge {seat.guest.badge} is {alone.get(seat.guest.ref, seat.guest.name)}, listed at"
        f" table {table_label(event, seat.table.number)}, seat {seat.letter}."
        for seat in seats_that_change(event, change).select_related("guest", "table")
    )


move_hands, change_seats = at_event(DESK)(_move_hands), at_event(DESK)(_change_seats)


def _confirmation_page(
    request: HttpRequest, event: Event, wish: Wish, refused: str = ""
) -> HttpResponse:
    """The preview; sent again from there with a reason, the act. What is `refused` is looked at
    first.
    """
    reason = wish.form.cleaned_data["reason"].strip()
    if request.POST.get("step") == "save" and not refused:
        try:
            seen_state = request.POST.get("seen", "")[:200]
            wish.act(signature(request, request.POST.get("key", "")[:60]), reason, seen_state)
        except Refused as fault:
            refused = str(fault)
        else:
            messages.success(request, wish.done)
            return redirect(_onwards(request, event, wish))
    if refused and isinstance(wish.form, TableForm):
        return _table_refused(request, event, wish, refused)
    try:
        effect = rehearse(event, lambda signer: wish.act(signer, REHEARSED, ""), timezone.now())
    except Refused as fault:
        if isinstance(wish.form, TableForm):
            return _table_refused(request, event, wish, str(fault))
        wish.form.add_error(None, str(fault))
        own = {MoveForm: 0, HandsForm: 1, SeatsForm: 2}[type(wish.form)]
        forms: list[Any] = [MoveForm(), HandsForm(letters_of(event)), SeatsForm()]
        forms[own] = wish.form
        return _forms(request, event, *forms, status=422)
    return _preview(request, event, wish, effect, refused)


def _onwards(request: HttpRequest, event: Event, wish: Wish) -> str:
    """To the next flag, where one was answered so; else to the round on the desk."""
    answers = wish.form.cleaned_data
    if "flag" in request.POST:
        return address_after(event, Place(answers["round"], answers["table"], answers["game"]))
    return f"{reverse('desk', args=[event.slug])}?round={answers['round']}"


def _table_refused(request: HttpRequest, event: Event, wish: Wish, text: str) -> HttpResponse:
    messages.error(request, text)
    answers = wish.form.cleaned_data
    return redirect("desk_table", event.slug, answers["round"], answers["table"])


def _preview(
    request: HttpRequest, event: Event, wish: Wish, consequence: Consequence, refused: str
) -> HttpResponse:
    moved = [move for move in consequence.moves.shifted if move.differs("total")]
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
    was, now = ("not listed" if total is None else total for total in move.figures("total"))
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
