"""Copies by page: what there is, one made now here or on a stick, and one chosen to be put back."""

from dataclasses import dataclass
from pathlib import Path

from django.contrib import messages
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.models import Event
from tournament.refusal import Refused
from tournament.server import storage
from tournament.server.backup import lay_in, make_copy
from tournament.server.forms import PHRASE, PhraseForm
from tournament.server.ladder import Copy, copies
from tournament.server.restore import give_up, put_back_at_next_start, wished
from tournament.server.sealing import (
    choose_phrase,
    close_opened,
    is_sealed,
    open_for_next_start,
    seal_file,
    seal_no_more,
)
from tournament.server.sqlite_copies import DamagedError
from tournament.server.storage import (
    KEPT_BY_POSTGRESQL,
    REFUSED_BY_DISK,
    NoSuchPlaceError,
    database_file,
    folder,
    second,
)
from tournament.site.access import ORGANISER, ORGANISER_GRAVE, at_event
from tournament.site.keeping import not_kept
from tournament.site.system import plugged_in
from tournament.site.this_machine import from_this_machine

SHOWN = 12
ELSEWHERE = "A copy is put back at the computer that runs Last Card, at 127.0.0.1: go there."
NO_SUCH_COPY = "That copy is not there any more: choose another one."
NO_SUCH_STICK = "That stick is not plugged in any more: plug it in, then press again."
NOT_HERE = "Copies are sealed at the computer that runs Last Card, at 127.0.0.1: go there."
SEALED_NOW = (
    "Copies on a stick are sealed from now on. Write the phrase down where the stick is not: nobody"
    " can make it again."
)
NOT_SEALED = "Copies are laid on a stick as they are. Those sealed before stay sealed."


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with copies, as the page calls it, the newest first; `stick` names a stick."""

    words: str
    copies: tuple[Copy, ...]
    stick: str = ""


@at_event(ORGANISER)
@not_kept("it tells which files are there now")
def copies_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Every place with the newest copies in it."""
    context = {
        "folders": _places() if database_file() is not None else [],
        "here": from_this_machine(request),
        "one_file": database_file() is not None,
        "on_server": KEPT_BY_POSTGRESQL,
        "wished": wished(),
        "seal": seal_file().exists(),
        "phrase": PhraseForm(),
    }
    return render(request, "server/copies.html", context)


@at_event(ORGANISER)
@require_POST
def copy_now(request: HttpRequest, event: Event) -> HttpResponse:
    """A copy now, and the same one on the stick that was chosen."""
    stick = request.POST.get("stick", "")
    chosen = {str(path): path for path in plugged_in()}.get(stick)
    if stick and chosen is None:
        messages.error(request, NO_SUCH_STICK)
        return redirect("copies", event.slug)
    if connection.in_atomic_block:  # a copy sees what is committed, so it is made between two acts
        messages.error(request, "A copy is made between two acts: press again.")
        return redirect("copies", event.slug)
    try:
        created = make_copy()
        if chosen is not None:
            (chosen / storage.ON_STICK).mkdir(exist_ok=True)
            lay_in(created.path, chosen / storage.ON_STICK)
    except (NoSuchPlaceError, DamagedError) as fault:
        messages.error(request, str(fault))
    except REFUSED_BY_DISK as fault:
        messages.error(request, f"No copy was made: {fault}. See that there is room.")
    else:
        place = f"on {chosen.name}, and here" if chosen else "here"
        messages.success(request, f"A copy of everything lies {place}.")
        if created.fault:
            messages.error(request, f"In it the record is not in order. {created.fault}")
    return redirect("copies", event.slug)


@at_event(ORGANISER_GRAVE)
@require_POST
def put_back(request: HttpRequest, event: Event) -> HttpResponse:
    """Note the copy that is put back when the server starts the next time; or none after all."""
    if not from_this_machine(request):
        messages.error(request, ELSEWHERE)
    elif "none" in request.POST:
        give_up()
        close_opened()
        messages.success(request, "Nothing is put back.")
    else:
        chosen = request.POST.get("copy", "")
        there = {str(copy.path): copy.path for place in _places() for copy in place.copies}
        if chosen in there and database_file() is not None:
            _note(request, there[chosen])
        else:
            messages.error(request, NO_SUCH_COPY)
    return redirect("copies", event.slug)


def _note(request: HttpRequest, copy: Path) -> None:
    """The copy for the next start: nobody types a phrase then, so a sealed one is opened now."""
    try:
        if is_sealed(copy):
            copy = open_for_next_start(copy, request.POST.get(PHRASE, ""))
        put_back_at_next_start(copy)
    except Refused as refused:
        messages.error(request, str(refused))


@at_event(ORGANISER_GRAVE)
@require_POST
def seal_copies(request: HttpRequest, event: Event) -> HttpResponse:
    """Whether what goes on a stick is sealed, and with which phrase."""
    if not from_this_machine(request):
        messages.error(request, NOT_HERE)
        return redirect("copies", event.slug)
    if "off" in request.POST:
        seal_no_more()
        messages.success(request, NOT_SEALED)
        return redirect("copies", event.slug)
    form = PhraseForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(next(iter(form.errors.values()))[0])
        choose_phrase(form.cleaned_data[PHRASE])
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, SEALED_NOW)
    return redirect("copies", event.slug)


def _places() -> list[Place]:
    places = [Place("On this computer", _newest(folder()))]
    try:
        if (place := second()) is not None:
            places.append(Place(f"In the second place, {place}", _newest(place)))
    except NoSuchPlaceError as missing:
        places.append(Place(str(missing), ()))
    for stick in plugged_in():
        both = {copy for path in (stick, stick / storage.ON_STICK) for copy in copies(path)}
        places.append(Place(stick.name, tuple(sorted(both, reverse=True)[:SHOWN]), str(stick)))
    return places


def _newest(path: Path) -> tuple[Copy, ...]:
    return tuple(reversed(copies(path)[-SHOWN:]))
