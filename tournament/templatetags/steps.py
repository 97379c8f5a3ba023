"""The filled button of a page: the one that does the act of the step, wherever the page stands. And
what comes next for a guest, on their own page.
"""

from typing import Any

from django import template

from tournament.counting.board import board
from tournament.counting.finals import finalists_of, replies
from tournament.counting.scores import seal_in_force
from tournament.ledger.signing import new_key
from tournament.models import Guest
from tournament.steps.offers import does, offered, step_now
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


@register.inclusion_tag("home/_to_the_step.html", takes_context=True)
def to_the_step(context: dict[str, Any], *shown: str) -> dict[str, Any]:
    """The act of the step, filled, on a page that does not do it and has done its own; not where
    the page shows a way to it already, by one of these routes.
    """
    coming, request = _step(context), context["request"]
    here = (request.resolver_match.url_name, *shown)
    act = coming.act if coming.act and coming.act.route not in here else None
    offer = offered(request, context["event"], act)
    return {"offer": offer, "csrf_token": context.get("csrf_token"), "key": new_key()}


@register.simple_tag
def what_comes(guest: Guest, *, plays: bool) -> str:
    """What a guest without a seat to come reads; `plays` where they had one."""
    coming = step_now(guest.event)
    if not (plays or coming.part in NOBODY_SITS):
        return ""
    own = _of_finalists(guest) if "through" in coming.guests else ""
    return coming.guests.get(own) or coming.guests.get("everybody", "")


NOBODY_SITS = frozenset({Part.GUESTS, Part.SEATING})


def _of_finalists(guest: Guest) -> str:
    """Whether a guest plays on, as far as they have answered; empty for everybody else."""
    event, seal = guest.event, seal_in_force(guest.event)
    answers = replies(event, seal) if seal else {}
    if answers.get(guest.ref):
        return "declined"
    through = finalists_of(event, seal, board(event).standings, answers).players if seal else ()
    return "through" if guest.ref in through else ""
