"""Leagues of an account: who may open their pages, set up, their standing, how they count, their
evenings and organisers.

Who is who across the evenings of a league: proposals side by side, links confirmed, told apart and
split.

The standing of a league on paper and as a workbook.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from tournament.leagues import acts
from tournament.leagues.forms import EveningForm, LeagueForm, LeagueOrganiserForm, NewLeagueForm
from tournament.leagues.paper import printed_league
from tournament.leagues.reading import (
    MOST_SHOWN,
    history,
    known_persons,
    league_board,
    likenesses,
    rule_words,
    told_apart,
)
from tournament.leagues.tables import league_table
from tournament.ledger.signing import new_key, perform, signature
from tournament.models import Event, League, LeagueOrganiser, Role
from tournament.paper.page import html, pdf
from tournament.paper.press import PaperUnavailable
from tournament.site.access import PUBLIC, SIGNED_IN, Mark, View, marked, open_to
from tournament.site.password import asked_again
from tournament.site.tables import arrange
from tournament.workbook.page import XLSX

LEAGUE = Mark("league", roles=frozenset({"organiser"}))
"""An organiser of the league; being an official of one of its evenings is not enough."""
LEAGUE_GRAVE = replace(LEAGUE, name="league, password again", again=True)

LeagueView = Callable[Concatenate[HttpRequest, League, ...], HttpResponse]


def at_league(mark: Mark) -> Callable[[LeagueView], View]:
    """Mark a page of a league: it gets the league, and to others it is not there."""

    def decorate(view: LeagueView) -> View:
        @wraps(view)
        def guarded(
            request: HttpRequest, league: str, *args: Any, **kwargs: Any
        ) -> HttpResponseBase:
            if mark is PUBLIC:
                return view(
                    request, get_object_or_404(League, slug=league, public=True), *args, **kwargs
                )
            if not request.user.is_authenticated:
                here = (
                    request.get_full_path()
                    if request.method in ("GET", "HEAD")
                    else reverse("leagues")
                )
                return redirect_to_login(here)
            runs = LeagueOrganiser.objects.select_related("league")
            found = runs.filter(league__slug=league, user=request.user).first()
            if found is None:
                raise Http404("There is no such page for this account.")
            return (mark.again and asked_again(request)) or view(
                request, found.league, *args, **kwargs
            )

        return marked(guarded, mark)

    return decorate


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
        made = acts.create_league(form.cleaned_data["name"], user, signature(request))
        messages.success(request, f"{made.name} is set up: take its evenings in.")
        return redirect("league_evenings", made.slug)
    runs = League.objects.filter(organisers__user=user).prefetch_related("evenings__event")
    context = {"form": form, "leagues": runs, "organises": organises, "key": new_key()}
    return render(request, "leagues/list.html", context)


@at_league(LEAGUE)
def league(request: HttpRequest, held: League) -> HttpResponse:
    """The standing as its organisers see it."""
    context = standing(held, public=False)
    if file := arrange(request, context["table"], held.slug, saves=True):
        return file
    return render(request, "leagues/standing.html", context)


@at_league(PUBLIC)
def league_public(request: HttpRequest, held: League) -> HttpResponse:
    """The standing as anybody may see it, while the league is public."""
    context = standing(held, public=True)
    arrange(request, context["table"])
    return render(request, "leagues/public.html", context)


@at_league(LEAGUE)
def league_settings(request: HttpRequest, held: League) -> HttpResponse:
    """What the league is called, how it counts, who sees it."""
    form = LeagueForm(held, request.POST or None)
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        if perform(request, held, lambda by: acts.change_league(held, fields, by), "Saved."):
            return redirect("league", held.slug)
    context = {"league": held, "form": form, "key": new_key(), "wrong": request.method == "POST"}
    return render(request, "leagues/settings.html", context)


@at_league(LEAGUE)
def league_evenings(request: HttpRequest, held: League) -> HttpResponse:
    """The evenings in their order; another one is taken in."""
    user = cast(User, request.user)
    form = EveningForm(_free(held, user), request.POST or None)
    if request.method == "POST" and form.is_valid():
        event = form.cleaned_data["event"]
        words = f"{event.name} is in the league."
        if perform(request, held, lambda by: acts.add_evening(held, event, user, by), words):
            return redirect("league_evenings", held.slug)
    nights = [(night, acts.linked(held, night.event)) for night in league_board(held).nights]
    context = {"league": held, "form": form, "nights": nights, "key": new_key()}
    return render(request, "leagues/evenings.html", context | {"free": _free(held, user).exists()})


@at_league(LEAGUE)
@require_POST
def remove_evening(request: HttpRequest, held: League, evening: str) -> HttpResponse:
    """Take an evening out again."""
    event = get_object_or_404(Event, in_leagues__league=held, slug=evening)
    perform(
        request,
        held,
        lambda by: acts.remove_evening(held, event, by),
        f"{event.name} is out of the league.",
    )
    return redirect("league_evenings", held.slug)


@at_league(LEAGUE_GRAVE)
def league_organisers(request: HttpRequest, held: League) -> HttpResponse:
    """Who runs the league; one more."""
    form = LeagueOrganiserForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        if perform(
            request,
            held,
            lambda by: acts.add_league_organiser(held, name, by),
            f"{name} runs it too.",
        ):
            return redirect("league_organisers", held.slug)
    serving = held.organisers.select_related("user").order_by("user__username")
    context = {"league": held, "form": form, "serving": serving, "key": new_key()}
    return render(request, "leagues/organisers.html", context)


@at_league(LEAGUE_GRAVE)
@require_POST
def remove_league_organiser(request: HttpRequest, held: League, pk: int) -> HttpResponse:
    """Take the league from somebody."""
    get_object_or_404(LeagueOrganiser, league=held, pk=pk)
    perform(
        request,
        held,
        lambda by: acts.remove_league_organiser(held, pk, by),
        "They no longer run it.",
    )
    if held.organisers.filter(user=cast(User, request.user)).exists():
        return redirect("league_organisers", held.slug)
    return redirect("leagues")


@at_league(LEAGUE_GRAVE)
@require_POST
def remove_league(request: HttpRequest, held: League) -> HttpResponse:
    """Take a league without evenings back."""
    if perform(
        request,
        held,
        lambda by: acts.remove_league(held),
        f"{held.name} is gone; evenings and guests are as they were.",
    ):
        return redirect("leagues")
    return redirect("league_settings", held.slug)


def standing(held: League, *, public: bool) -> dict[str, Any]:
    """What both pages of the standing show."""
    now = league_board(held, public=public)
    return {
        "league": held,
        "board": now,
        "rules": rule_words(now.rule),
        "counted": len(now.counted),
        "table": league_table(now),
    }


def _free(held: League, user: User) -> QuerySet[Event]:
    """The evenings one organises that are not in the league."""
    mine = Event.objects.filter(officials__user=user, officials__role=Role.ORGANISER)
    mine = mine.filter(is_rehearsal=False)
    return mine.exclude(in_leagues__league=held).order_by("-date", "name")


LONGEST = 12


@at_league(LEAGUE)
def league_people(request: HttpRequest, held: League) -> HttpResponse:
    """Proposals with their reasons, the persons known, those told apart, and
    the log of all of it.
    """
    found = likenesses(held)
    context = {
        "league": held,
        "likenesses": found[:MOST_SHOWN],
        "further": max(0, len(found) - MOST_SHOWN),
        "persons": known_persons(held),
        "apart": told_apart(held),
        "history": history(held),
        "key": new_key(),
    }
    return render(request, "leagues/people.html", context)


@at_league(LEAGUE)
@require_POST
def link_guests(request: HttpRequest, held: League) -> HttpResponse:
    """Those ticked are the same person; or, by the button of one pair, two persons."""
    if "apart" in request.POST:
        one, other = _pair(request.POST["apart"])
        perform(
            request, held, lambda by: acts.tell_apart(held, one, other, by), "They are two persons."
        )
        return redirect("league_people", held.slug)
    pairs = [_pair(said) for said in request.POST.getlist("pair")]
    words = (
        "The ticked pair is one person."
        if len(pairs) == 1
        else f"{len(pairs)} pairs are one person each."
    )
    perform(request, held, lambda by: acts.link_guests(held, pairs, by), words)
    return redirect("league_people", held.slug)


@at_league(LEAGUE)
@require_POST
def split_guest(request: HttpRequest, held: League) -> HttpResponse:
    """A wrong link is split."""
    guest = _row(request.POST.get("guest", ""))
    perform(
        request,
        held,
        lambda by: acts.split_guest(held, guest, by),
        "The link is split; it stays on record.",
    )
    return redirect("league_people", held.slug)


@at_league(LEAGUE)
@require_POST
def propose_again(request: HttpRequest, held: League) -> HttpResponse:
    """Two told apart may be proposed again."""
    row = _row(request.POST.get("apart", ""))
    perform(
        request,
        held,
        lambda by: acts.take_telling_apart_back(held, row, by),
        "They may be proposed again.",
    )
    return redirect("league_people", held.slug)


def _pair(said: str) -> tuple[int, int]:
    one, _dash, other = said.partition("-")
    return _row(one), _row(other)


def _row(said: str) -> int:
    """The number of a row; whatever is no number names none."""
    return int(said) if said.isascii() and said.isdigit() and len(said) <= LONGEST else 0


@at_league(LEAGUE)
def league_paper(request: HttpRequest, held: League) -> HttpResponse:
    """The standing as a page that prints well from the browser."""
    return HttpResponse(html(printed_league(league_board(held), now())))


@at_league(LEAGUE)
def league_pdf(request: HttpRequest, held: League) -> HttpResponse:
    """The standing as a PDF; without the renderer it says what to install."""
    try:
        printed = pdf(printed_league(league_board(held), now()))
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("league", held.slug)
    return HttpResponse(printed, "application/pdf", headers=_named(f"{held.slug}.pdf", "inline"))


@at_league(LEAGUE)
def league_workbook(request: HttpRequest, held: League) -> HttpResponse:
    """The standing and every evening as a workbook whose sums are formulas."""
    from tournament.leagues.workbook import league_workbook as bind  # noqa: PLC0415 -- openpyxl is slow to load

    try:
        content = bind(league_board(held))
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("league", held.slug)
    return HttpResponse(content, XLSX, headers=_named(f"{held.slug}.xlsx", "attachment"))


def _named(name: str, how: str) -> dict[str, str]:
    return {"Content-Disposition": f'{how}; filename="{name}"', "Cache-Control": "no-store"}
