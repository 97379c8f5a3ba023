"""The result of a match from the phone at its table (docs/phone.md)."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from scoring.pairing.values import PairingError
from tournament.counting.matches import course
from tournament.matches.acts_results import Outcome, StaleMatchError, confirm_match
from tournament.models import Event
from tournament.phones.acts import Taken, record_match_from_phone
from tournament.phones.entrance import Entrance, by_code, fault
from tournament.phones.forms import UnreadableError, match_of
from tournament.phones.matches import match_told
from tournament.phones.pages_answers import refused, signature
from tournament.site.access import TABLE


@by_code(TABLE, "POST")
def match(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Save the match of the table; the answer comes after the commit."""
    try:
        outcome = _outcome(entrance)
        occupied = record_match_from_phone(entrance.event, outcome, signature(entrance))
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    except StaleMatchError as stale:
        return _conflict(entrance.event, outcome, stale)
    except PairingError as refusal:
        return refused([fault("", str(refusal), "match")])
    return _receipt(entrance.event, occupied)


@by_code(TABLE, "POST")
def agreed(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """The other player says on their own phone that the result is right, or that it is not."""
    agrees = entrance.sent.get("agrees")
    try:
        outcome = _outcome(entrance)
        if not isinstance(agrees, bool):
            raise UnreadableError("agrees", "Say whether the result is right: true or false.")
        confirm_match(entrance.event, outcome, signature(entrance), agrees=agrees)
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    except PairingError as refusal:
        return refused([fault("", str(refusal), "match")])
    return JsonResponse({"agrees": agrees})


def _outcome(entrance: Entrance) -> Outcome:
    table = entrance.code.table or 0
    return Outcome(table=table, **match_of(entrance.sent, table))


def _receipt(event: Event, occupied: Taken) -> JsonResponse:
    body: dict[str, Any] = {
        "receipt": occupied.entry.number,
        "version": occupied.version,
        "saved_at": occupied.entry.at.isoformat(),
        "repeated": occupied.repeated,
        "as_of": Event.objects.values_list("version", flat=True).get(pk=event.pk),
    }
    return JsonResponse(body, status=200 if occupied.repeated else 201)


def _conflict(event: Event, outcome: Outcome, stale: StaleMatchError) -> JsonResponse:
    """Both results, side by side on the phone."""
    now = course(event)
    theirs = match_told(
        event, now, now.round(outcome.round), now.match(outcome.round, outcome.table)
    )
    body = {"sentence": str(stale), "theirs": theirs, "yours": {"games": outcome.games}}
    return JsonResponse(body, status=409)
