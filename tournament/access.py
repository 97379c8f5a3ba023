"""Who may open a page: every route carries a mark, and an unmarked one fails the build."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, cast

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournament.models import Event, Official, Role


@dataclass(frozen=True, slots=True)
class Mark:
    """What a route asks for: nothing, an account, or one of some roles at the event."""

    name: str
    signed_in: bool = True
    roles: frozenset[str] = frozenset()


PUBLIC = Mark("public", signed_in=False)
SIGNED_IN = Mark("signed in")
OFFICIAL = Mark("official", roles=frozenset({Role.UMPIRE, Role.HEAD_UMPIRE, Role.ORGANISER}))
DESK = Mark("desk", roles=frozenset({Role.HEAD_UMPIRE, Role.ORGANISER}))
ORGANISER = Mark("organiser", roles=frozenset({Role.ORGANISER}))

View = Callable[..., HttpResponseBase]
EventView = Callable[Concatenate[HttpRequest, Event, ...], HttpResponseBase]


class EventRequest(HttpRequest):
    """A request whose official is known (set by the mark)."""

    official: Official


def open_to(mark: Mark) -> Callable[[View], View]:
    """Mark a page that belongs to no event: public, or for any account."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if mark.signed_in and not request.user.is_authenticated:
                return redirect_to_login(_way_back(request, reverse("start")))
            return view(request, *args, **kwargs)

        return marked(guarded, mark)

    return decorate


def at_event(mark: Mark) -> Callable[[EventView], View]:
    """Mark a page of an event: it gets the event, and only those with the role see it; to others it is not there."""

    def decorate(view: EventView) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not mark.signed_in:
                return view(request, get_object_or_404(Event, slug=slug), *args, **kwargs)
            if not request.user.is_authenticated:
                return redirect_to_login(_way_back(request, reverse("evening", args=[slug])))
            official = _official(request, slug, mark)
            cast(EventRequest, request).official = official
            return view(request, official.event, *args, **kwargs)

        return marked(guarded, mark)

    return decorate


def marked(view: View, mark: Mark) -> View:
    """Put the mark on a view (also on one from a library)."""
    view.access = mark  # type: ignore[attr-defined]
    return view


def mark_of(view: View) -> Mark | None:
    """The mark of a view, or None when it has none."""
    return getattr(view, "access", None)


def _way_back(request: HttpRequest, otherwise: str) -> str:
    """Where a log-in leads afterwards: to the page asked for, or home where it was an act that cannot be repeated."""
    return request.get_full_path() if request.method in ("GET", "HEAD") else otherwise


def _official(request: HttpRequest, slug: str, mark: Mark) -> Official:
    officials = Official.objects.select_related("event").order_by()
    found = officials.filter(event__slug=slug, user=cast(User, request.user), role__in=mark.roles).first()
    if found is None:
        raise Http404("There is no such page for this account.")
    return found
