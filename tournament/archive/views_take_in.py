"""A whole evening taken in from its file by a page: checked, then played through the real acts."""

import zlib
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournament.archive.acts import import_evening
from tournament.archive.shape import ArchiveError, read_document, refuse
from tournament.counting.finals import CLOSED
from tournament.event.acts import appoint
from tournament.ledger.chain import all_or_nothing
from tournament.ledger.signing import key_of, once, pressed_before
from tournament.models import Event, LedgerEntry, Role
from tournament.server.backup import copy_beforehand
from tournament.site.access import SIGNED_IN, open_to
from tournament.site.limits import NO_EVENING, may_start_evening
from tournament.site.uploads import LARGEST_FILE

PACKED = b"\x1f\x8b"
LARGEST_UNPACKED = 20 * 1024 * 1024
LATELY = timedelta(minutes=30)
TAKEN_ALREADY = "This file was taken in already: it stands among your evenings."
PLAYED_NOW = (
    "{name} is being played: taking an evening in holds its sheets up. Take it in before or"
    " afterwards; nothing was changed."
)


class EveningFileForm(forms.Form):
    """The file, read as far as it is one."""

    evening = forms.FileField(
        label="File of an evening",
        help_text="“Evening (JSON)” of the page of its files, as it was saved: .json or .json.gz.",
        error_messages={
            "required": "Choose the file of an evening.",
            "empty": "This file is empty: choose the file of an evening.",
        },
    )

    def clean_evening(self) -> dict[str, Any]:
        """The document in it."""
        held = self.cleaned_data["evening"]
        try:
            return read_document(_unpacked(held.read(LARGEST_FILE + 1)))
        except ArchiveError as fault:
            raise forms.ValidationError(f"Nothing was taken in. {fault}") from None


def _unpacked(data: bytes) -> bytes:
    """What the file holds, never more than any evening does."""
    if len(data) > LARGEST_FILE:
        refuse(
            "the file",
            "it is larger than 2 MB: pack it first (gzip), and take the .json.gz in.",
        )
    if not data.startswith(PACKED):
        return data
    try:
        whole = zlib.decompressobj(wbits=31).decompress(data, LARGEST_UNPACKED + 1)
    except zlib.error:
        refuse("the file", "it is damaged: save it once more from the page of its files.")
    if len(whole) > LARGEST_UNPACKED:
        refuse("the file", "unpacked it is larger than any evening.")
    return whole


@open_to(SIGNED_IN)
def take_in(request: HttpRequest) -> HttpResponse:
    """The page; a new evening of the one who asks, beside those that are there."""
    if not may_start_evening(request):
        messages.error(request, NO_EVENING)
        return redirect("start")
    if request.method == "POST" and pressed_before(request, None):
        messages.warning(request, TAKEN_ALREADY)
        return redirect("start")
    form = EveningFileForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and (event := _taken(request, form)):
        messages.success(request, f"{event.name} is taken in, and you are its organiser.")
        return redirect("evening", event.slug)
    return render(request, "archive/take_in.html", {"form": form, "key": key_of(request)})


def _taken(request: HttpRequest, form: EveningFileForm) -> Event | None:
    if busy := _played_now():
        form.add_error(None, PLAYED_NOW.format(name=busy.name))
        return None
    if hindrance := copy_beforehand():
        messages.warning(request, hindrance)
    document, user = form.cleaned_data["evening"], cast(User, request.user)
    try:
        with all_or_nothing():
            return once(request, None, lambda _by: _of(document, user))
    except ArchiveError as fault:
        form.add_error("evening", f"Nothing was taken in. {fault}")
    except IntegrityError:
        form.add_error(None, TAKEN_ALREADY)
    return None


def _of(document: dict[str, Any], user: User) -> Event:
    event = import_evening(document, timezone.now())
    appoint(event, user, Role.ORGANISER)
    return event


def _played_now() -> Event | None:
    """An evening of today or yesterday into which something was entered of late."""
    now = timezone.now()
    lately = LedgerEntry.objects.filter(
        at__gte=now - LATELY,
        event__is_demo=False,
        event__date__range=(now.date() - timedelta(days=1), now.date()),
    )
    last = lately.select_related("event").order_by("-pk").first()
    return last.event if last and last.kind != CLOSED else None
