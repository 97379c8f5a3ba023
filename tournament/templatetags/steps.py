"""The filled button of a page: the one that does the act of the step, wherever the page stands. And
what comes next for a guest, on their own page.
"""

from typing import Any

from django import template

from tournament.counting.board import board
from tournament.counting.finals import finalists_of, replies
from tournament.counting.scores import seal_in_force
from tournament.ledger.signing import new_key
from tournament.models import Event, Guest
from tournament.site.keep import KeptByVersion
from tournament.steps.offers import does, offered, step_for_guests, step_now
from tournament.steps.table import Part, Step

register = template.Library()


def _step(context: dict[str, Any]) -> Step:
    """The step of the page's evening, asked for once a request."""
    request = context["request"]
    if not hasattr(request, "step_now"):
        request.step_now = step_now(context["event"])
    coming: Step = request.step_now
    return coming


LOOK = ("button", "button-main")


@register.simple_tag(takes_context=True)
def filled(context: dict[str, Any], *targets: str) -> str:
    """The look of a button that leads to these routes: filled where the step asks for one."""
    return " ".join(LOOK[: 1 + does(_step(context), *targets)])


@register.simple_tag(takes_context=True)
def comes_before(context: dict[str, Any], *targets: str) -> str:
    """What comes before the act of these routes, in a sentence; nothing where one of them is the
    act of the step.
    """
    coming, here = _step(context), context["request"].resolver_match.url_name
    if does(coming, *targets):
        return ""
    return coming.figures if coming.act and coming.act.route == here else coming.first


@register.inclusion_tag("home/_to_the_step.html", takes_context=True)
def to_the_step(context: dict[str, Any], *ways: str) -> dict[str, Any]:
    """The act of the step, filled, on a page that does not do it and has done its own; not where
    the page shows a way to it already, by one of these routes.
    """
    coming, request = _step(context), context["request"]
    here = (request.resolver_match.url_name, *ways)
    act = coming.act
    act = act if act and act.of_event and act.route not in here else None
    offer = offered(request, context["event"], act)
    return {"offer": offer, "csrf_token": context.get("csrf_token"), "key": new_key()}


@register.simple_tag
def what_comes(guest: Guest, *, plays: bool) -> str:
    """What a guest without a seat to come reads; `plays` where they had one. Whom the guests of
    matches meet has a part of its own.
    """
    coming = step_for_guests(guest.event)
    if guest.event.paired or not (plays or coming.part in NOBODY_SITS):
        return ""
    own = OF_FINALISTS.of(guest.event).get(guest.ref, "") if "through" in coming.guests else ""
    return coming.guests.get(own) or coming.guests.get("everybody", "")


NOBODY_SITS = frozenset({Part.GUESTS, Part.SEATING})


def _of_finalists(event: Event) -> dict[str, str]:
    """Who plays on, and who has declined to, by ref."""
    seal = seal_in_force(event)
    if seal is None:
        return {}
    answers = replies(event, seal)
    through = finalists_of(event, seal, board(event).standings, answers).players
    declined = {ref: "declined" for ref, declines in answers.items() if declines}
    return dict.fromkeys(through, "through") | declined


OF_FINALISTS = KeptByVersion(_of_finalists)
