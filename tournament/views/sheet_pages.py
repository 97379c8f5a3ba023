"""What the views of one game share: finding its page, signing an act, drawing the page of entry."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.sheet import Finding
from tournament.access import DESK, EventRequest
from tournament.actor import actor_of
from tournament.card_faces import PAD, faces, for_script
from tournament.format_words import seat_words, taps
from tournament.forms.entry import SheetForm, new_key
from tournament.ledger.chain import Signature
from tournament.ledger.formats import play_of
from tournament.models import Event
from tournament.submission import Place
from tournament.table_page import TAPPED, TablePage, Typed, of_the_sheet, rows, table_page

NOTHING = Typed({}, {})


def found_page(event: Event, place: Place) -> TablePage:
    """The page of a game; to everyone it is not there when there is no such game."""
    page = table_page(event, place)
    if page is None:
        raise Http404(f"There is no {place}.")
    return page


def signature(request: HttpRequest, key: str = "") -> Signature:
    """Who acts now; without a key of the client the request is its own. No database keeps a nought byte."""
    return Signature(actor_of(request), timezone.now(), key.replace("\0", "") or str(uuid.uuid4()))


def at_desk(request: HttpRequest) -> bool:
    """Whether a head umpire or organiser asks."""
    official = getattr(request, "official", None)
    return official is not None and official.role in DESK.roles


def may_write(request: EventRequest, page: TablePage) -> bool:
    """Umpires write while the round is open, the desk afterwards too."""
    return page.seats[0].round.open or at_desk(request)


def typed_of(form: SheetForm, findings: tuple[Finding, ...]) -> Typed:
    """What was typed, kept whole, with everything found about it."""
    told = dict.fromkeys((*form.faults, *findings))
    blocked = bool(form.cleaned_data.get("blocked"))
    return Typed(form.typed, form.entries, tuple(told), form.dismissed(), blocked=blocked)


def entry_page(
    request: HttpRequest, page: TablePage, form: SheetForm | None = None, findings: tuple[Finding, ...] = ()
) -> HttpResponse:
    """The page on which a game is entered: empty, or with everything that was typed and what is wrong with it."""
    typed = typed_of(form, findings) if form else NOTHING
    context = page_context(page, typed) | {"sent": form.data if form else {}, "at_desk": at_desk(request)}
    return render(request, "tournament/entry.html", context, status=422 if form else 200)


def page_context(page: TablePage, typed: Typed) -> dict[str, Any]:
    """What every page with a row a seat needs."""
    play = play_of(page.event)
    seat_rows = rows(page.event, page.seats, typed)
    refusals, flags = of_the_sheet(typed, (row.seat for row in seat_rows))
    first = next((row.seat for row in seat_rows if row.refusals), seat_rows[0].seat if not refusals else "")
    return {
        "page": page,
        "place": page.place,
        "round": page.seats[0].round,
        "rows": seat_rows,
        "refusals": refusals,
        "sheet_flags": flags,
        "focus": first,
        "key": new_key(),
        "said": seat_words(play.format),
        "taps": taps(play.format, len(seat_rows)),
        "faces": for_script(play),
        "dismissals": TAPPED,
        "pad": [faces(play.rules)[token] for token in PAD],
    }
