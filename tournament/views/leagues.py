"""Leagues of an account: set up, their standing, how they count, their evenings and organisers."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tournament.access import PUBLIC, SIGNED_IN, open_to
from tournament.actor import actor_of
from tournament.acts import leagues as acts
from tournament.forms.leagues import EveningForm, LeagueForm, LeagueOrganiserForm, NewLeagueForm
from tournament.league_access import LEAGUE, LEAGUE_GRAVE, at_league
from tournament.league_board import league_board, rule_words
from tournament.ledger.chain import Signature
from tournament.models import Event, League, LeagueOrganiser, Role
from tournament.views.signing import new_key
from tournament.views.witness import key_of


@open_to(SIGNED_IN)
def leagues(request: HttpRequest) -> HttpResponse:
    """The leagues one runs, and a new one."""
    user = cast(User, request.user)
    form = NewLeagueForm(request.POST or None)
    organises = user.offices.filter(role=Role.ORGANISER).exists()
    if request.method == "POST" and not organises:
        messages.error(request, "A league is set up by who organises an evening: start or take over one first.")
    elif request.method == "POST" and form.is_valid():
        made = acts.create_league(form.cleaned_data["name"], user, signed(request))
        messages.success(request, f"{made.name} is set up: take its evenings in.")
        return redirect("league_evenings", made.slug)
    runs = League.objects.filter(organisers__user=user).prefetch_related("evenings__event")
    context = {"form": form, "leagues": runs, "organises": organises, "key": new_key()}
    return render(request, "tournament/leagues.html", context)


@at_league(LEAGUE)
def league(request: HttpRequest, held: League) -> HttpResponse:
    """The standing as its organisers see it."""
    return render(request, "tournament/league.html", standing(held, public=False))


@at_league(PUBLIC)
def league_public(request: HttpRequest, held: League) -> HttpResponse:
    """The standing as anybody may see it, while the league is public."""
    return render(request, "tournament/league_public.html", standing(held, public=True))


@at_league(LEAGUE)
def league_settings(request: HttpRequest, held: League) -> HttpResponse:
    """What the league is called, how it counts, who sees it."""
    form = LeagueForm(held, request.POST or None)
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        if done(request, lambda: acts.change_league(held, fields, signed(request)), "Saved."):
            return redirect("league", held.slug)
    context = {"league": held, "form": form, "key": new_key(), "wrong": request.method == "POST"}
    return render(request, "tournament/league_settings.html", context)


@at_league(LEAGUE)
def league_evenings(request: HttpRequest, held: League) -> HttpResponse:
    """The evenings in their order; another one is taken in."""
    user = cast(User, request.user)
    form = EveningForm(_free(held, user), request.POST or None)
    if request.method == "POST" and form.is_valid():
        event = form.cleaned_data["event"]
        words = f"{event.name} is in the league."
        if done(request, lambda: acts.add_evening(held, event, user, signed(request)), words):
            return redirect("league_evenings", held.slug)
    nights = [(night, acts.linked(held, night.event)) for night in league_board(held).nights]
    context = {"league": held, "form": form, "nights": nights, "key": new_key()}
    return render(request, "tournament/league_evenings.html", context | {"free": _free(held, user).exists()})


@at_league(LEAGUE)
@require_POST
def remove_evening(request: HttpRequest, held: League, evening: str) -> HttpResponse:
    """Take an evening out again."""
    event = get_object_or_404(Event, in_leagues__league=held, slug=evening)
    done(request, lambda: acts.remove_evening(held, event, signed(request)), f"{event.name} is out of the league.")
    return redirect("league_evenings", held.slug)


@at_league(LEAGUE_GRAVE)
def league_organisers(request: HttpRequest, held: League) -> HttpResponse:
    """Who runs the league; one more."""
    form = LeagueOrganiserForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        if done(request, lambda: acts.add_league_organiser(held, name, signed(request)), f"{name} runs it too."):
            return redirect("league_organisers", held.slug)
    serving = held.organisers.select_related("user").order_by("user__username")
    context = {"league": held, "form": form, "serving": serving, "key": new_key()}
    return render(request, "tournament/league_organisers.html", context)


@at_league(LEAGUE_GRAVE)
@require_POST
def remove_league_organiser(request: HttpRequest, held: League, pk: int) -> HttpResponse:
    """Take the league from somebody."""
    get_object_or_404(LeagueOrganiser, league=held, pk=pk)
    done(request, lambda: acts.remove_league_organiser(held, pk, signed(request)), "They run it no more.")
    if held.organisers.filter(user=cast(User, request.user)).exists():
        return redirect("league_organisers", held.slug)
    return redirect("leagues")


@at_league(LEAGUE_GRAVE)
@require_POST
def remove_league(request: HttpRequest, held: League) -> HttpResponse:
    """Take a league without evenings back."""
    if done(request, lambda: acts.remove_league(held), f"{held.name} is gone; evenings and guests are as they were."):
        return redirect("leagues")
    return redirect("league_settings", held.slug)


def standing(held: League, *, public: bool) -> dict[str, Any]:
    """What both pages of the standing show."""
    now = league_board(held, public=public)
    return {"league": held, "board": now, "rules": rule_words(now.rule), "counted": len(now.counted)}


def signed(request: HttpRequest) -> Signature:
    """Who acts, now, under the key of the form."""
    return Signature(actor_of(request), timezone.now(), key_of(request))


def done(request: HttpRequest, act: Callable[[], object], words: str) -> bool:
    """Do an act and say so, or say why it was refused."""
    try:
        act()
    except acts.LeagueRefusedError as refused:
        messages.error(request, str(refused))
        return False
    messages.success(request, words)
    return True


def _free(held: League, user: User) -> QuerySet[Event]:
    """The evenings one organises that are not in the league."""
    mine = Event.objects.filter(officials__user=user, officials__role=Role.ORGANISER)
    return mine.exclude(in_leagues__league=held).order_by("-date", "name")
