"""A change of what was declared, seen before it is made: each setting as it is and as it would be, and who moves."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournament.actor import actor_of
from tournament.acts.event import EventRefusedError, change_event, changes
from tournament.acts.rehearsal import rehearse
from tournament.chance_moves import moves_and_chances
from tournament.ledger.chain import Signature
from tournament.ledger.consequence import Consequence
from tournament.models import Event
from tournament.settings_words import called, value_words
from tournament.views.signing import new_key, reason_of
from tournament.views.witness import key_of, seconds

SENT_AGAIN = frozenset({"csrfmiddlewaretoken", "key", "reason", "witness", "step"})


def change_settings(request: HttpRequest, event: Event, fields: Mapping[str, Any], back: str) -> HttpResponse | None:
    """Save at once before the evening has a record; afterwards show the change first. None where it is refused."""
    if not event.ledger.exists() or request.POST.get("step") == "save":
        return _saved(request, event, fields, back)
    try:
        changed = changes(event, fields)
        if not changed:
            messages.success(request, "Saved. Nothing was changed.")
            return redirect(back, event.slug)
        act = partial(change_event, event, fields, reason="Rehearsed")
        found = rehearse(event, act, timezone.now())
    except EventRefusedError as refused:
        messages.error(request, str(refused))
        return None
    return seen_first(request, event, changed, found, back=back)


def seen_first(
    request: HttpRequest,
    event: Event,
    changed: Mapping[str, tuple[Any, Any]],
    found: Consequence,
    *,
    back: str,
    together: bool = False,
) -> HttpResponse:
    """The page on which the change is looked at and given its reason."""
    context = {
        "lines": lines(changed),
        "moves": moves_and_chances(event, found, ()),
        "sent": [(name, value) for name in request.POST if name not in SENT_AGAIN for value in _all(request, name)],
        "back": back,
        "together": together,
        "seconds": seconds(request, event) if together else [],
        "key": new_key(),
    }
    return render(request, "tournament/settings_change.html", context)


def lines(changed: Mapping[str, tuple[Any, Any]]) -> list[tuple[str, str, str]]:
    """Each setting with its two values in words."""
    return [(called(name), value_words(name, was), value_words(name, will)) for name, (was, will) in changed.items()]


def _all(request: HttpRequest, name: str) -> list[str]:
    return [str(value) for value in request.POST.getlist(name)]


def _saved(request: HttpRequest, event: Event, fields: Mapping[str, Any], back: str) -> HttpResponse | None:
    by = Signature(actor_of(request), timezone.now(), key_of(request))
    try:
        change_event(event, fields, by, reason=reason_of(request))
    except EventRefusedError as refused:
        messages.error(request, str(refused))
        return None
    messages.success(request, "Saved.")
    return redirect(back, event.slug)
