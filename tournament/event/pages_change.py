"""A change of what was declared, seen before it is made: each setting as it is and as it would
be, and who moves.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournament.approvals.pages_by_two import seconds
from tournament.counting.before_after import moves_and_chances
from tournament.counting.consequences import Consequence, rehearse
from tournament.event.acts import change_event, changes
from tournament.event.words import called, value_words
from tournament.ledger.signing import new_key, reason_of, signature
from tournament.models import Event
from tournament.refusal import Refused

AT_ONCE = "Changed in the settings"
"""The reason in the record of a change that is saved as it is made."""


SENT_AGAIN = frozenset({"csrfmiddlewaretoken", "key", "reason", "witness", "step"})


def change_settings(
    request: HttpRequest,
    event: Event,
    fields: Mapping[str, Any],
    back: str,
    *,
    at_once: bool = False,
) -> HttpResponse | None:
    """Save at once while no sheet is in, and where no place moves on a page that saves each change
    `at_once`; else show the change first.

    None where it is refused.
    """
    if not event.frozen or request.POST.get("step") == "save":
        return _saved(request, event, fields, back)
    try:
        changed = changes(event, fields)
        if not changed:
            messages.success(request, "Saved. Nothing was changed.")
            return redirect(back, event.slug)
        act = partial(change_event, event, fields, reason="Rehearsed")
        consequence = rehearse(event, act, timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
        return None
    moves = consequence.moves
    if at_once and not (moves.crosses_the_line or moves.shifted):
        return _saved(request, event, fields, back)
    return seen_first(request, event, changed, consequence, back=back)


def seen_first(
    request: HttpRequest,
    event: Event,
    changed: Mapping[str, tuple[Any, Any]],
    consequence: Consequence,
    *,
    back: str,
    together: bool = False,
) -> HttpResponse:
    """The page on which the change is looked at and given its reason."""
    context = {
        "lines": lines(changed),
        "moves": moves_and_chances(event, consequence, ()),
        "sent": [
            (name, value)
            for name in request.POST
            if name not in SENT_AGAIN
            for value in map(str, request.POST.getlist(name))
        ],
        "back": back,
        "together": together,
        "seconds": seconds(request, event) if together else [],
        "key": new_key(),
    }
    return render(request, "event/change.html", context)


def lines(changed: Mapping[str, tuple[Any, Any]]) -> list[tuple[str, str, str]]:
    """Each setting with its two values in words."""
    return [
        (called(name), value_words(name, was), value_words(name, will))
        for name, (was, will) in changed.items()
    ]


def _saved(
    request: HttpRequest, event: Event, fields: Mapping[str, Any], back: str
) -> HttpResponse | None:
    signer = signature(request)
    seen = request.POST.get("step") == "save"
    try:
        change_event(event, fields, signer, reason=reason_of(request) if seen else AT_ONCE)
    except Refused as refused:
        messages.error(request, str(refused))
        return None
    messages.success(request, "Saved.")
    return redirect(back, event.slug)
