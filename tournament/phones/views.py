"""The phones of an evening: who asks, who is in, a lost one replaced, codes printed anew, and
guests' doubts; and what an official sees who scans a guest's card.

A game kept on a phone without a line: its code comes to the desk, is looked at, and saved by the
one writer.

Whether a phone reaches the laptop: the address in large type and as a code, and the page that says
“reached”.

The short address: six characters ask, a whole code leads on; no cookie is read or set.

The rules for everybody in the hall: one page that needs no connection once open; the games
side by side.
"""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.counting.rescue import KeptGame, RescueError, decode, key_of
from scoring.counting.sheet import Finding
from scoring.counting.sheet import Sheet as SheetValue
from scoring.formats import check
from scoring.words import noun
from tournament.counting.formats import event_format, play_of
from tournament.counting.plan import table_label
from tournament.counting.submission import Place, SheetConflictError, Submission
from tournament.counting.words import seat_words
from tournament.entry.acts import SheetRefusedError
from tournament.entry.forms import LEFT_NEIGHBOURS
from tournament.entry.reading import Typed, of_the_sheet, rows
from tournament.entry.views_conflict import conflict_page
from tournament.entry.views_sheet import found_page, receipt
from tournament.ledger.signing import Act, new_key, perform, signature
from tournament.models import Ask, Code, CodeKind, Doubt, Event, Guest, Phone, PhoneState, Seat
from tournament.models.guest import AWAY
from tournament.models.seating import RoundState
from tournament.paper import acts
from tournament.phones import acts as phones_acts
from tournament.phones.acts import record_from_phone
from tournament.phones.forms import OptionsForm
from tournament.phones.guest_page import guest_page
from tournament.phones.views_public import open_by_short_code
from tournament.refusal import Refused
from tournament.site.access import (
    DESK,
    GRAVE,
    OFFICIAL,
    PUBLIC,
    actor_of,
    at_event,
    marked,
    of_event,
)
from tournament.site.codes import base_address, code_image, event_mark, paper_codes, spaced


@at_event(OFFICIAL)
def guest_card(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """The card of a guest, to check in and to answer them."""
    guest = get_object_or_404(
        Guest.objects.select_related("livery", "event"), event=event, badge=badge
    )
    seats = Seat.objects.filter(event=event, guest=guest, left_after_game=None)
    seats = seats.exclude(round__state=RoundState.DRAFT).select_related("round", "table")
    sits = [
        (str(seat.round), seat.round.open, table_label(event, seat.table.number), seat.letter)
        for seat in seats.order_by("round__number")
    ]
    expected = Guest.objects.filter(event=event).exclude(status__in=AWAY)
    page = guest_page(guest)
    context = {
        "guest": guest,
        "page": page,
        "sits": sits,
        "sits_now": next((row for row in sits if row[1]), sits[0] if sits else None),
        "points": [
            game for round_ in page.rounds for game in round_.games if game.points is not None
        ],
        "doubts": Doubt.objects.filter(guest=guest, seen_at=None).order_by("at"),
        "here": expected.filter(arrived_at__isnull=False).count(),
        "expected": expected.count(),
    }
    return render(request, "phones/guest_card.html", context)


@at_event(DESK)
def phone_list(request: HttpRequest, event: Event) -> HttpResponse:
    """Who waits, who is in, and the codes on paper."""
    return _phones_page(request, event)


@at_event(DESK)
@require_safe
def phones_now(request: HttpRequest, event: Event) -> HttpResponse:
    """Who asks and who is in, for the page that follows."""
    return render(request, "phones/_now.html", _now(event))


@at_event(DESK)
@require_POST
def phone_options(request: HttpRequest, event: Event) -> HttpResponse:
    """How phones are let in, and how hands are ticked on them."""
    form = OptionsForm(request.POST)
    if not form.is_valid():
        return _phones_page(request, event, form=form)
    phones_acts.change_options(event, **form.cleaned_data)
    messages.success(request, "Saved. Phones that are in stay in.")
    return redirect("phones", event.slug)


@at_event(DESK)
@require_POST
def answer_ask(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Let an asking phone in, or turn it away."""
    of_event(Ask, event, pk)
    let_in = request.POST.get("answer") == "let_in"
    words = "The phone is let in; it opens by itself." if let_in else "The phone is not let in."
    return _after_act(
        request,
        event,
        lambda signer: phones_acts.answer_ask(
            event, pk, signer.actor.name, signer.at, let_in=let_in
        ),
        words,
    )


@at_event(DESK)
@require_POST
def settle_phone(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Let a phone in, or no longer."""
    of_event(Phone, event, pk)
    if request.POST.get("answer") == "let_in":
        return _after_act(
            request,
            event,
            lambda signer: phones_acts.admit_phone(event, pk, signer.actor.name),
            "The phone is let in.",
        )
    return _after_act(
        request,
        event,
        lambda signer: phones_acts.revoke_phone(event, pk, signer.actor.name),
        "The phone is shut out.",
    )


@at_event(DESK)
@require_POST
def replace_phone(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Revoke a lost phone and show the code that a new one scans; on no second visit is it shown
    again.
    """
    of_event(Phone, event, pk)
    try:
        lost, code = phones_acts.replace_phone(event, pk, actor_of(request).name, timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("phones", event.slug)
    link = f"{base_address()}/".upper() + f"P/{code}"
    response = _phones_page(
        request, event, handed={"lost": lost, "link": link, "image": code_image(link)}
    )
    response["Cache-Control"] = "no-store"
    return response


@at_event(DESK)
@require_POST
def reissue_code(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Put a new code in the place of one on paper."""
    of_event(Code, event, pk)
    words = "There is a new code: print the card again. The old one no longer works."
    return _after_act(
        request,
        event,
        lambda signer: acts.reissue_code(event, pk, signer.actor.name, signer.at),
        words,
    )


@at_event(OFFICIAL)
def doubt_list(request: HttpRequest, event: Event) -> HttpResponse:
    """What guests called wrong; what nobody has looked at first."""
    doubts = Doubt.objects.filter(event=event).select_related("guest__livery", "game__table__round")
    listed = sorted(doubts.order_by("-at"), key=lambda doubt: doubt.seen_at is not None)
    return render(request, "phones/doubts.html", {"doubts": listed})


@at_event(OFFICIAL)
@require_POST
def see_doubt(request: HttpRequest, event: Event, pk: int) -> HttpResponse:
    """Mark it as looked at, or not."""
    of_event(Doubt, event, pk)
    try:
        phones_acts.mark_doubt(
            event,
            pk,
            actor_of(request).name,
            timezone.now(),
            acknowledged=request.POST.get("seen") != "no",
        )
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("doubts", event.slug)


@at_event(GRAVE)
@require_POST
def close_codes(request: HttpRequest, event: Event) -> HttpResponse:
    """The evening is over: no code opens anything any more."""
    words = "All codes are closed. Printing cards makes new ones."
    return _after_act(
        request, event, lambda signer: acts.close_codes(event, signer.actor.name, signer.at), words
    )


@at_event(DESK)
@require_POST
def reissue_guest_code(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Put a new code in the place of the one on a guest's score card."""
    guest = get_object_or_404(Guest, event=event, badge=badge)
    code = Code.objects.filter(guest=guest, revoked_at=None).first()
    if code is None:
        messages.error(
            request,
            "No card of this guest has been printed with a code yet: there is nothing to replace.",
        )
    else:
        pk, words = (
            code.pk,
            f"{guest.name} has a new code: print the score card again. The old one no longer"
            " works.",
        )
        perform(
            request,
            event,
            lambda signer: acts.reissue_code(event, pk, signer.actor.name, signer.at),
            words,
        )
    return redirect("guest", event.slug, badge)


def _labels(event: Event, phone: Phone) -> str:
    """The tables of a phone as they are called."""
    tables = noun(len(phone.tables), "table")
    return f"{tables} {', '.join(table_label(event, number) for number in phone.tables)}"


def _after_act(request: HttpRequest, event: Event, act: Act, words: str) -> HttpResponse:
    perform(request, event, act, words)
    return redirect("phones", event.slug)


def _now(event: Event) -> dict[str, Any]:
    """Who asks, who waits and who is in."""
    asks = Ask.objects.filter(event=event, settled_at=None).order_by("at")
    phones = Phone.objects.filter(event=event).order_by("umpire", "first_at")
    visible = [(phone, _labels(event, phone)) for phone in phones]
    return {
        "asks": [(ask, table_label(event, ask.table)) for ask in asks],
        "waiting": [row for row in visible if row[0].state == PhoneState.WAITING],
        "phones": [row for row in visible if row[0].state != PhoneState.WAITING],
    }


def _full(event: Event) -> list[str]:
    """The tables at which no further phone can ask until some are answered."""
    asks = Counter(phones_acts.waiting(event, timezone.now()).values_list("table", flat=True))
    return [
        f"{count} phones ask for table {table_label(event, table)}, and further phones are not"
        " listed: let those in that you know, and turn the others away."
        for table, count in sorted(asks.items())
        if count >= phones_acts.WAITING_A_TABLE
    ]


def _phones_page(
    request: HttpRequest,
    event: Event,
    *,
    form: OptionsForm | None = None,
    handed: dict[str, Any] | None = None,
) -> HttpResponse:
    tables = Code.objects.filter(event=event, kind=CodeKind.TABLE, revoked_at=None).order_by(
        "table"
    )
    context = _now(event) | {
        "key": new_key(),
        "cards": [
            (code, spaced(code.short or ""), table_label(event, code.table)) for code in tables
        ],
        "warnings": [*paper_codes(event).warnings, *_full(event)],
        "form": form
        or OptionsForm(initial={"phones_wait": event.phones_wait, "pad_ticks": event.pad_ticks}),
        "handed": handed and handed | {"tables": _labels(event, handed["lost"])},
    }
    return render(request, "phones/list.html", context, status=422 if form else 200)


LONGEST = 400


@at_event(OFFICIAL)
def rescue(request: HttpRequest, event: Event) -> HttpResponse:
    """The code, then the game it holds, then the receipt."""
    code = request.POST.get("code", "").strip()[:LONGEST]
    if not code:
        return render(request, "phones/rescue.html", {"code": ""})
    try:
        rescued = decode(code, event_mark(event))
    except RescueError as fault:
        return render(
            request, "phones/rescue.html", {"code": code, "fault": str(fault)}, status=422
        )
    if request.POST.get("save"):
        return _save(request, event, rescued, code)
    return _preview(request, event, rescued, code)


def _submission(rescued: KeptGame) -> Submission:
    """The sheet as the phone would have sent it: kept games were looked over
    before they were kept.
    """
    place = Place(rescued.round, rescued.table, rescued.game)
    return Submission(
        place, rescued.entries, blocked=rescued.blocked, checked=True, checker=LEFT_NEIGHBOURS
    )


def _save(request: HttpRequest, event: Event, rescued: KeptGame, code: str) -> HttpResponse:
    submission = _submission(rescued)
    place = submission.place
    try:
        outcome = record_from_phone(event, submission, signature(request, key_of(rescued)))
    except SheetRefusedError as refused:
        return _preview(request, event, rescued, code, refused.findings)
    except SheetConflictError as conflict:
        return conflict_page(request, found_page(event, place), conflict.entry, status=409)
    messages.success(request, receipt(event, place.table, {place.game: outcome}))
    return redirect("sheet", event.slug, place.round, place.table, place.game)


def _preview(
    request: HttpRequest,
    event: Event,
    rescued: KeptGame,
    code: str,
    findings: tuple[Finding, ...] = (),
) -> HttpResponse:
    """Names and hands before anything is saved."""
    try:
        page = found_page(event, _submission(rescued).place)
    except Http404 as missing:
        return render(
            request, "phones/rescue.html", {"code": code, "fault": str(missing)}, status=422
        )
    value = SheetValue(rescued.entries, blocked=rescued.blocked, packs=page.table.packs)
    sheet_findings = findings or check(value, *play_of(event))
    entries = Typed(
        {},
        {entry.seat: entry for entry in rescued.entries},
        sheet_findings,
        blocked=rescued.blocked,
    )
    refusals, flags = of_the_sheet(entries, (seat.letter for seat in page.seats))
    context = {
        "code": code,
        "page": page,
        "kept": rescued,
        "rows": rows(event, page.seats, entries),
    }
    context |= {"refusals": refusals, "sheet_flags": flags, "said": seat_words(event_format(event))}
    return render(request, "phones/rescue.html", context, status=422 if findings else 200)


short_address = marked(open_by_short_code, PUBLIC)
