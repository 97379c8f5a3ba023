"""Leagues of an account: set up, their standing, how they count, their evenings and organisers."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tournament.leagues import acts
from tournament.leagues.access import LEAGUE, LEAGUE_GRAVE, at_league
from tournament.leagues.forms import EveningForm, LeagueForm, LeagueOrganiserForm, NewLeagueForm
from tournament.leagues.reading import league_board
from tournament.leagues.tables import league_table
from tournament.ledger.signing import new_key, perform, signature
from tournament.models import Event, League, LeagueOrganiser, Role
from tournament.site.access import PUBLIC, SIGNED_IN, open_to
from tournament.site.tables import arrange


@open_to(SIGNED_IN)
def leagues(request: HttpRequest) -> HttpResponse:
    """The leagues one runs, and a new one."""
    user = cast(User, request.user)
    form = NewLeagueForm(request.POST or None)
    organises = user.offices.filter(role=Role.ORGANISER).exists()
    if request.method == "POST" and not organises:
        messages.error(
            request, "A league is set up by who organises an evening: start or take over one first."
        )
    elif request.method == "POST" and form.is_valid():
        league = acts.create_league(form.cleaned_data["name"], user, signature(request))
        messages.success(request, f"{league.name} is set up: take its evenings in.")
        return redirect("league_evenings", league.slug)
    runs = League.objects.filter(organisers__user=user).prefetch_related("evenings__event")
    context = {"form": form, "leagues": runs, "organises": organises, "key": new_key()}
    return render(request, "leagues/list.html", context)


@at_league(LEAGUE)
def league_page(request: HttpRequest, league: League) -> HttpResponse:
    """The standing as its organisers see it."""
    context = standing(league, public=False)
    if file := arrange(
        request, context["table"], league.slug, saves=True, groups=context["groups"]
    ):
        return file
    return render(request, "leagues/standing.html", context)


@at_league(PUBLIC)
def league_public(request: HttpRequest, league: League) -> HttpResponse:
    """The standing as anybody may see it, while the league is public."""
    context = standing(league, public=True)
    arrange(request, context["table"], groups=context["groups"])
    return render(request, "leagues/public.html", context)


@at_league(LEAGUE)
def league_settings(request: HttpRequest, league: League) -> HttpResponse:
    """What the league is called, how it counts, who sees it."""
    form = LeagueForm(league, request.POST or None)
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        if perform(
            request, league, lambda signer: acts.change_league(league, fields, signer), "Saved."
        ):
            return redirect("league", league.slug)
    context = {"league": league, "form": form, "key": new_key(), "wrong": request.method == "POST"}
    return render(request, "leagues/settings.html", context)


@at_league(LEAGUE)
def league_evenings(request: HttpRequest, league: League) -> HttpResponse:
    """The evenings in their order; another one is taken in."""
    user = cast(User, request.user)
    form = EveningForm(_free(league, user), request.POST or None)
    if request.method == "POST" and form.is_valid():
        event = form.cleaned_data["event"]
        words = f"{event.name} is in the league."
        if perform(
            request, league, lambda signer: acts.add_evening(league, event, user, signer), words
        ):
            return redirect("league_evenings", league.slug)
    nights = [(night, acts.linked(league, night.event)) for night in league_board(league).nights]
    context = {"league": league, "form": form, "nights": nights, "key": new_key()}
    return render(
        request, "leagues/evenings.html", context | {"free": _free(league, user).exists()}
    )


@at_league(LEAGUE)
@require_POST
def remove_evening(request: HttpRequest, league: League, evening: str) -> HttpResponse:
    """Take an evening out again."""
    event = get_object_or_404(Event, in_leagues__league=league, slug=evening)
    perform(
        request,
        league,
        lambda signer: acts.remove_evening(league, event, signer),
        f"{event.name} is out of the league.",
    )
    return redirect("league_evenings", league.slug)


@at_league(LEAGUE_GRAVE)
def league_organisers(request: HttpRequest, league: League) -> HttpResponse:
    """Who runs the league; one more."""
    form = LeagueOrganiserForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        if perform(
            request,
            league,
            lambda signer: acts.add_league_organiser(league, name, signer),
            f"{name} runs it too.",
        ):
            return redirect("league_organisers", league.slug)
    serving = league.organisers.select_related("user").order_by("user__username")
    context = {"league": league, "form": form, "serving": serving, "key": new_key()}
    return render(request, "leagues/organisers.html", context)


@at_league(LEAGUE_GRAVE)
@require_POST
def remove_league_organiser(request: HttpRequest, league: League, pk: int) -> HttpResponse:
    """Take the league from somebody."""
    get_object_or_404(LeagueOrganiser, league=league, pk=pk)
    perform(
        request,
        league,
        lambda signer: acts.remove_league_organiser(league, pk, signer),
        "They no longer run it.",
    )
    if league.organisers.filter(user=cast(User, request.user)).exists():
        return redirect("league_organisers", league.slug)
    return redirect("leagues")


@at_league(LEAGUE_GRAVE)
@require_POST
def remove_league(request: HttpRequest, league: League) -> HttpResponse:
    """Take a league without evenings back."""
    if perform(
        request,
        league,
        lambda signer: acts.remove_league(league),
        f"{league.name} is gone; evenings and guests are as they were.",
    ):
        return redirect("leagues")
    return redirect("league_settings", league.slug)


def standing(league: League, *, public: bool) -> dict[str, Any]:
    """What both pages of the standing show."""
    now = league_board(league, public=public)
    return {
        "league": league,
        "board": now,
        "rules": now.rules,
        "counted": len(now.counted),
        "table": league_table(now),
        "groups": now.groups,
    }


def _free(league: League, user: User) -> QuerySet[Event]:
    """The evenings one organises that are not in the league."""
    mine = Event.objects.filter(officials__user=user, officials__role=Role.ORGANISER)
    mine = mine.filter(is_rehearsal=False)
    return mine.exclude(in_leagues__league=league).order_by("-date", "name")
