"""Who may open the pages of a league: its organisers, and for grave acts with their password."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, cast

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from tournament.models import League, LeagueOrganiser
from tournament.site.access import NO_SUCH_PAGE, PUBLIC, Mark, View, marked, without_log_in
from tournament.site.password import asked_again

LeagueView = Callable[Concatenate[HttpRequest, League, ...], HttpResponseBase]


def at_league(mark: Mark) -> Callable[[LeagueView], View]:
    """Mark a page of a league; it gets the league.

    Of `PUBLIC` the page is there for everybody, where the league is public. Of `LEAGUE` and
    `LEAGUE_GRAVE`, the other marks there are for it, it is there for an organiser of the league
    alone; who is not logged in gets the page of the log-in.
    """

    def decorate(view: LeagueView) -> View:
        @wraps(view)
        def guarded(
            request: HttpRequest, league: str, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            if mark is PUBLIC:
                return view(
                    request, get_object_or_404(League, slug=league, public=True), *args, **kwargs
                )
            if log_in := without_log_in(request, "leagues"):
                return log_in
            runs = LeagueOrganiser.objects.select_related("league")
            organiser = runs.filter(league__slug=league, user=cast(User, request.user)).first()
            if organiser is None:
                raise Http404(NO_SUCH_PAGE)
            if mark.again and (password_page := asked_again(request)):
                return password_page
            return view(request, organiser.league, *args, **kwargs)

        return marked(guarded, mark)

    return decorate


LEAGUE = Mark("league", roles=frozenset({"organiser"}))
"""An organiser of the league; being an official of one of its evenings is not enough."""
LEAGUE_GRAVE = replace(LEAGUE, name="league, password again", again=True)
