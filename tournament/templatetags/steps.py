"""The filled button of a page: the one that does the act of the step, wherever the page stands."""

from typing import Any

from django import template

from tournament.ledger.signing import new_key
from tournament.steps.offers import does, offered, step_now
from tournament.steps.table import Step

register = template.Library()


def _step(context: dict[str, Any]) -> Step | None:
    """The step of the page's evening, asked for once a request."""
    request = context["request"]
    if not hasattr(request, "step_now"):
        request.step_now = step_now(context["event"])
    coming: Step | None = request.step_now
    return coming


@register.simple_tag(takes_context=True)
def filled(context: dict[str, Any], *targets: str) -> str:
    """The look of a button that leads to these routes: filled where the step asks for one."""
    return " button-main" if does(_step(context), *targets) else ""


@register.inclusion_tag("home/_to_the_step.html", takes_context=True)
def to_the_step(context: dict[str, Any], *shown: str) -> dict[str, Any]:
    """The act of the step, filled, on a page that does not do it and has done its own; not where
    the page shows a way to it already, by one of these routes.
    """
    coming, request = _step(context), context["request"]
    here = (request.resolver_match.url_name, *shown)
    elsewhere = coming if coming and coming.act and coming.act.route not in here else None
    offer = offered(request, context["event"], elsewhere.act if elsewhere else None)
    return {"offer": offer, "csrf_token": context.get("csrf_token"), "key": new_key()}
