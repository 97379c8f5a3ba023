"""Leagues of an account: who may open their pages, set up, their standing, how they count, their
evenings and organisers.

Who is who across the evenings of a league: proposals side by side, links confirmed, told apart and
split.

The standing of a league on paper and as a workbook.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from functools import wraps
from typing import Any, Concatenate, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.dateformat import format as write_date
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from tournament.leagues import acts
from tournament.leagues.forms import EveningForm, LeagueForm, LeagueOrganiserForm, NewLeagueForm
from tournament.leagues.reading import (
    MOST_SHOWN,
    LeagueBoard,
    Line,
    Night,
    history,
    known_persons,
    league_board,
    likenesses,
    told_apart,
)
from tournament.leagues.tables import league_table
from tournament.ledger.signing import new_key, perform, signature
from tournament.models import Event, League, LeagueOrganiser, Role
from tournament.paper.page import html, pdf
from tournament.paper.press import PaperUnavailable
from tournament.paper.values import Edition
from tournament.paper.values_results import LeagueRow, PrintedLeague
from tournament.site.access import (
    NO_SUCH_PAGE,
    PUBLIC,
    SIGNED_IN,
    Mark,
    View,
    marked,
    open_to,
    without_log_in,
)
from tournament.site.password import asked_again
from tournament.site.spreadsheet import XLSX
from tournament.site.tables import arrange


def printed_league(now_board: LeagueBoard, now: datetime) -> PrintedLeague:
    """Everybody in order with each evening that counts; the edition moves on with the league and
    its evenings.
    """
    nights = now_board.nights
    number = now_board.league.version + sum(night.event.version for night in nights)
    last = max((night.event.date for night in nights), default=date(2000, 1, 1))
    counted = now_board.counted
    return PrintedLeague(
        edition=Edition(now_board.league.name, last, number, now),
        facts=(f"After {len(counted)} of {len(nights)} evenings", "Best sum first"),
        evenings=tuple(
            (str(night.number), write_date(night.event.date, "j M")) for night in counted
        ),
        rows=tuple(_league_row(line) for line in now_board.lines),
        rules=(*now_board.rules, *_legend(now_board)),
        waiting=tuple(_waits(night) for night in now_board.waiting),
    )


def _league_row(line: Line) -> LeagueRow:
    cells = tuple((cell.words, cell.counts, cell.missed) for cell in line.cells)
    return LeagueRow(line.place, line.name, line.livery, line.figure, cells, line.note)


def _legend(now_board: LeagueBoard) -> tuple[str, ...]:
    cells = [cell for line in now_board.lines for cell in line.cells if cell.words]
    left_out = any(not cell.counts for cell in cells)
    missed = any(cell.missed for cell in cells)
    notes = ["In brackets: left out of the sum."] if left_out else []
    return (*notes, "In italics: the evening was missed.") if missed else tuple(notes)


def _waits(night: Night) -> str:
    return f"Evening {night.number}, {night.event.name}, does not count yet. {night.why_not}"


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
            if page := without_log_in(request, reverse("leagues")):
                return page
            runs = LeagueOrganiser.objects.select_related("league")
            organiser = runs.filter(league__slug=league, user=cast(User, request.user)).first()
            if organiser is None:
                raise Http404(NO_SUCH_PAGE)
            return (mark.again and asked_again(request)) or view(
                request, organiser.league, *args, **kwargs
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


LONGEST = 12


@at_league(LEAGUE)
def league_people(request: HttpRequest, league: League) -> HttpResponse:
    """Proposals with their reasons, the persons known, those told apart, and
    the log of all of it.
    """
    pairs = likenesses(league)
    context = {
        "league": league,
        "likenesses": pairs[:MOST_SHOWN],
        "further": max(0, len(pairs) - MOST_SHOWN),
        "persons": known_persons(league),
        "apart": told_apart(league),
        "history": history(league),
        "key": new_key(),
    }
    return render(request, "leagues/people.html", context)


@at_league(LEAGUE)
@require_POST
def link_guests(request: HttpRequest, league: League) -> HttpResponse:
    """Those ticked are the same person; or, by the button of one pair, two persons."""
    if "apart" in request.POST:
        first, second = _pair(request.POST["apart"])
        perform(
            request,
            league,
            lambda signer: acts.tell_apart(league, first, second, signer),
            "They are two persons.",
        )
        return redirect("league_people", league.slug)
    pairs = [_pair(text) for text in request.POST.getlist("pair")]
    words = (
        "The ticked pair is one person."
        if len(pairs) == 1
        else f"{len(pairs)} pairs are one person each."
    )
    perform(request, league, lambda signer: acts.link_guests(league, pairs, signer), words)
    return redirect("league_people", league.slug)


@at_league(LEAGUE)
@require_POST
def split_guest(request: HttpRequest, league: League) -> HttpResponse:
    """A wrong link is split."""
    guest = _row(request.POST.get("guest", ""))
    perform(
        request,
        league,
        lambda signer: acts.split_guest(league, guest, signer),
        "The link is split; it stays on record.",
    )
    return redirect("league_people", league.slug)


@at_league(LEAGUE)
@require_POST
def propose_again(request: HttpRequest, league: League) -> HttpResponse:
    """Two told apart may be proposed again."""
    row = _row(request.POST.get("apart", ""))
    perform(
        request,
        league,
        lambda signer: acts.take_telling_apart_back(league, row, signer),
        "They may be proposed again.",
    )
    return redirect("league_people", league.slug)


def _pair(text: str) -> tuple[int, int]:
    first, _dash, second = text.partition("-")
    return _row(first), _row(second)


def _row(text: str) -> int:
    """The number of a row; whatever is no number names none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST else 0


@at_league(LEAGUE)
def league_paper(request: HttpRequest, league: League) -> HttpResponse:
    """The standing as a page that prints well from the browser."""
    return HttpResponse(html(printed_league(league_board(league), now())))


@at_league(LEAGUE)
def league_pdf(request: HttpRequest, league: League) -> HttpResponse:
    """The standing as a PDF; without the renderer it says what to install."""
    try:
        printed = pdf(printed_league(league_board(league), now()))
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("league", league.slug)
    return HttpResponse(
        printed, "application/pdf", headers=_named_field(f"{league.slug}.pdf", "inline")
    )


@at_league(LEAGUE)
def league_workbook(request: HttpRequest, league: League) -> HttpResponse:
    """The standing and every evening as a workbook whose sums are formulas."""
    from tournament.leagues.workbook import league_workbook as bind  # noqa: PLC0415 -- openpyxl is slow to load

    try:
        content = bind(league_board(league))
    except PaperUnavailable as refused:
        messages.error(request, str(refused))
        return redirect("league", league.slug)
    return HttpResponse(content, XLSX, headers=_named_field(f"{league.slug}.xlsx", "attachment"))


def _named_field(name: str, method: str) -> dict[str, str]:
    return {"Content-Disposition": f'{method}; filename="{name}"', "Cache-Control": "no-store"}
