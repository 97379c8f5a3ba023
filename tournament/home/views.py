"""The ways in: the first screen, logging in and starting an evening, its home with the sheets of
all rounds, and what a watchman asks of the process, for which no cookie is read.
"""

import os
from collections.abc import Hashable, Iterable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.games.rulebooks import USUAL
from scoring.words import capital
from tournament import places
from tournament.archive.demo import ACCOUNTS, PASSWORD, Until, build_demo, demo_event
from tournament.counting.announcement import honours
from tournament.counting.board import board
from tournament.counting.finals import half_time
from tournament.counting.formats import event_format
from tournament.counting.grid import Cell, cells
from tournament.entry.forms import ReopenForm
from tournament.event.acts import appoint, create_event
from tournament.event.acts_officials import create_organiser
from tournament.event.forms_kind import LEAGUE
from tournament.finals.pages_playoff import plan_chosen
from tournament.home.evenings import evenings_of
from tournament.home.forms import NewEventForm, OwnEveningForm
from tournament.home.health import readiness
from tournament.home.hindrances import Todo, todo
from tournament.home.my_tables import my_tables
from tournament.home.now import card, drawer
from tournament.home.phase import Evening, last_entry
from tournament.home.phase import evening as where_it_stands
from tournament.home.words import troubles
from tournament.ledger.chain import all_or_nothing
from tournament.ledger.signing import (
    key_of,
    new_key,
    once,
    perform,
    pressed_before,
    reason_of,
    signature,
)
from tournament.matches.forms import SwapForm
from tournament.matches.now import matches_now, podium
from tournament.models import Event, Official, Role, Round
from tournament.models.guest import tidy
from tournament.paper.catalogue import catalogue
from tournament.refusal import Refused
from tournament.seating.acts import close_round, games_missing, reopen_round
from tournament.server.recovery import restored
from tournament.site.access import (
    DESK,
    GRAVE,
    OFFICIAL,
    ORGANISER,
    PUBLIC,
    SIGNED_IN,
    Actor,
    EventRequest,
    at_desk,
    at_event,
    is_administrator,
    is_there,
    marked,
    may,
    open_to,
    round_of,
)
from tournament.site.binding import binds_anew, way_in
from tournament.site.codes import base_address, is_local
from tournament.site.keeping import kept, soon_again
from tournament.site.log_in import TOO_OFTEN, LogInForm
from tournament.site.log_in_limits import keep_number, know_again
from tournament.site.registration import has_code, somebody_registered
from tournament.site.this_machine import (
    DEMO_REFUSED,
    NO_EVENING,
    from_this_machine,
    is_demo_account,
    may_start_evening,
)
from tournament.standings.pace import pace_of_minute
from tournament.standings.public import board_now
from tournament.steps import acts
from tournament.steps.conditions import target_ends
from tournament.steps.offers import offered, step_now
from tournament.steps.table import Part, Step


def _beside(request: HttpRequest, event: Event) -> Hashable:
    """What the home shows beside the rows of the evening: how the machine does, and whether the
    asker sits at it.
    """
    return *_troubles(request, event), _may_let_phones_in(request)


def _troubles(request: HttpRequest, event: Event) -> list[str]:
    """How the machine does, looked at once a request: whether a kept page stands goes by it, and
    the page tells it.
    """
    sentences: list[str] | None = getattr(request, "troubles", None)
    if sentences is None:
        last = last_entry.of(event)
        sentences = troubles(last.at if last else None)
        request.troubles = sentences  # type: ignore[attr-defined]
    return sentences


def _may_let_phones_in(request: HttpRequest) -> bool:
    """Whether one press of whoever asks opens this computer to the hall."""
    return binds_anew() and from_this_machine(request) and may(request, ORGANISER.roles)


def _is_played(coming: Step) -> bool:
    """Whether sheets of a round are to come, so that its end is asked for."""
    return coming.key.partition("-")[0] == "play"


def _this_minute() -> datetime:
    return timezone.now().replace(second=0, microsecond=0)


BEFORE_THE_DOOR = frozenset({Part.GUESTS, Part.SEATING})


@at_event(OFFICIAL)
@kept(_beside)
def evening(request: HttpRequest, event: Event) -> HttpResponse:
    """The phase line, the next act, what is in the way, and the games of the round."""
    evening_, moment = where_it_stands(event), _this_minute()
    pace = pace_of_minute(event, moment, evening_.rounds) if _is_played(evening_.next) else None
    now = card(event, evening_, pace, moment)
    context = {
        "evening": evening_,
        "next": evening_.next,
        "act": offered(request, event, evening_.next.act),
        "others": [
            offer for act in evening_.next.others if (offer := offered(request, event, act)).opens
        ],
        "whose": _whose(request, event, evening_.next.who),
        "waits_for": WAITS_FOR.get(evening_.next.who, ""),
        "now": now,
        "soon": pace is not None and pace.soon,
        "todo": _open_to(request, todo(event, evening_.hindrances, pace)),
        "mine": None if at_desk(request) else my_tables(event, evening_, pace),
        "drawer": drawer(event, evening_.next, desk=at_desk(request)),
        "at_desk": at_desk(request),
        "key": new_key(),
        "walls_here": at_desk(request) and evening_.next.part not in BEFORE_THE_DOOR,
        **_phones(request, evening_),
        "to_ask": _to_ask(event, evening_),
        "board_now": board_now(event) if _last_round_goes(event, evening_) else None,
        "half_time": _half_time(event, evening_),
        "troubles": _troubles(request, event),
        "restored": restored(event) if at_desk(request) else None,
    }
    context |= _matches(request, event) if event.paired else {}
    context |= _end(request, event) if evening_.next.part == Part.OVER else {}
    page = render(request, "home/home.html", context)
    return soon_again(page) if context["soon"] else page


def _matches(request: HttpRequest, event: Event) -> dict[str, Any]:
    """The round of matches, and the form by which two of a draft change places."""
    context = matches_now(event, desk=at_desk(request))
    movable = context["matches"]["movable"] if context else ()
    return context | ({"swap_form": SwapForm(players=movable)} if movable else {})


OFFICES = {"head umpire": Role.HEAD_UMPIRE, "announcer": Role.ANNOUNCER}


def _whose(request: HttpRequest, event: Event, who: str) -> str:
    """Who acts, for whoever looks: an office that nobody holds falls to the organiser, and all to
    whoever is alone.
    """
    organises = cast(EventRequest, request).official.role in ORGANISER.roles
    if who in OFFICES and not event.officials.filter(role=OFFICES[who]).exists():
        who = "organiser"
    if organises and event.one_official and who in ("organiser", *OFFICES):
        return "you"
    return who if not who or who.startswith("whoever") else f"the {who}"


WAITS_FOR = {
    "organiser": "The organiser does this.",
    "head umpire": "The head umpire or the organiser does this.",
    "announcer": "The announcer or the organiser does this.",
}


def _phones(request: HttpRequest, evening_: Evening) -> dict[str, Any]:
    """The switch that lets phones in, once there is a list; at the door without it what does."""
    lets_in = evening_.next.part != Part.GUESTS and _may_let_phones_in(request)
    closed = evening_.next.key == "door" and is_local(base_address()) and not lets_in
    return {"lets_in": lets_in, "only_here": way_in() if closed else ""}


def _to_ask(event: Event, evening_: Evening) -> int:
    """How many of an earlier evening may be asked again, while nobody is on the list."""
    empty = evening_.next.key in ("list", "m-list")
    return event.invited.filter(answered_at=None).count() if empty else 0


def _half_time(event: Event, evening_: Evening) -> int:
    """The round whose list may be frozen; 0 where it is frozen, or a target has ended the last
    round.
    """
    if event.held or target_ends(evening_.facts):
        return 0
    return half_time(event, evening_.rounds or None)


def _last_round_goes(event: Event, evening_: Evening) -> bool:
    """Whether the last round is played, or was and its line is not sealed: what the board shows
    then is what is read out later.
    """
    coming = evening_.next
    last = coming.plays and coming.number == event.qualifying_rounds
    return not event.paired and (last or coming.part == Part.CUT)


def _open_to(request: HttpRequest, lines: Iterable[Todo]) -> list[Todo]:
    """The lines, each with the ways that are there for whoever asks: an umpire reads what is to do,
    and who of the desk does it.
    """
    return [
        replace(line, acts=tuple(link for link in line.acts if is_there(request, link.url)))
        for line in lines
    ]


def _end(request: HttpRequest, event: Event) -> dict[str, Any]:
    """What is left of an evening that is over: its podium, its papers and its files."""
    first = podium(event) if event.paired else {"podium": honours(board(event))}
    takes_files = cast(EventRequest, request).official.role in ORGANISER.roles
    return first | {
        "papers": [kind for kind in catalogue(event) if kind.result and not kind.waits_for],
        "takes_files": takes_files,
    }


@require_POST
@at_event(DESK)
def close(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """Close a round; where flags are open they are shown first, once, and may be let stand."""
    round_of(event, round)
    round_ = Round.objects.get(event=event, number=round)
    flagged = [] if pressed_before(request, event) else _flagged(round_)
    if flagged and request.POST.get("flagged") != str(len(flagged)):
        context = {"held": round_, "flagged": flagged, "key": key_of(request)}
        return render(request, "home/close_flagged.html", context)
    perform(
        request,
        event,
        partial(close_round, event, round, flagged=len(flagged)),
        f"{capital(event.round_within(round))} is closed.",
    )
    return redirect("evening", event.slug)


def _flagged(round_: Round) -> list[Cell]:
    """The games with an open flag, where nothing else keeps the round from being closed."""
    if not round_.open or games_missing(round_):
        return []
    return [cell for cell in cells(round_.event) if cell.round == round_.number and cell.flags]


@require_POST
@at_event(DESK)
def seat_playoff(request: HttpRequest, event: Event) -> HttpResponse:
    """Seat those who are through and open their tables, in one act."""
    chosen, warned = plan_chosen(request.POST), "warned" in request.POST
    tables, packs = chosen.get("tables"), chosen.get("packs")
    act = partial(acts.seat_playoff, event, tables=tables, packs=packs, warned=warned)
    perform(request, event, act, "The play-off is seated, and its tables take sheets.")
    return redirect("playoff", event.slug)


@require_POST
@at_event(DESK)
def close_evening(request: HttpRequest, event: Event) -> HttpResponse:
    """The prizes are handed over: nothing is to do any more."""
    knows = request.POST.get("unread") == "1" or pressed_before(request, event)
    coming = step_now(event)
    if coming.key in acts.UNREAD and not knows:
        context = {"key": key_of(request), "next": coming}
        return render(request, "home/close_unread.html", context)
    perform(request, event, partial(acts.close_evening, event), "The evening is closed.")
    return redirect("evening", event.slug)


@require_POST
@at_event(DESK)
def reopen_evening(request: HttpRequest, event: Event) -> HttpResponse:
    """The evening is not over after all, with the reason."""
    act = partial(acts.reopen_evening, event, reason=reason_of(request))
    perform(request, event, act, "The evening is open again.")
    return redirect("evening", event.slug)


@at_event(GRAVE)
def reopen(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """A closed round takes sheets again, for a reason."""
    round_of(event, round)
    form = ReopenForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            opened = reopen_round(
                event, round, signature(request), reason=form.cleaned_data["reason"]
            )
            messages.success(request, f"{opened} takes sheets again.")
        except Refused as refused:
            messages.error(request, str(refused))
        return redirect("evening", event.slug)
    context = {"form": form, "number": round, "action": reverse("reopen", args=[event.slug, round])}
    return render(
        request,
        "entry/reopen.html",
        context | {"cancel_url": reverse("evening", args=[event.slug])},
    )


INVENTED, HALF_WAY = 110, Until(9)
"""Guests of the demo, and the games that are played in it."""
NO_DEMO = (
    "There is no demo evening here, and one is made only while nobody is registered: start Last"
    " Card with “demo”, which keeps one apart from your own evening."
)
CLOSED = "There is an organiser here already. Log in, or ask them to add you as an official."
NOBODY_YET = (
    "Nobody is registered here yet. The first organiser registers on the computer that runs Last"
    " Card, at 127.0.0.1."
)


@open_to(PUBLIC)
def start(request: HttpRequest) -> HttpResponse:
    """The demo, an evening of one's own, and for those logged in their evenings."""
    return render(request, "home/start.html", _doors(request, _own_form(request)))


@open_to(PUBLIC)
def icon(request: HttpRequest) -> HttpResponse:
    """The mark, for readers that ask for an icon at the usual place, such as the one for PDFs."""
    return redirect(static("tournament/parts/mark.svg"))


@open_to(PUBLIC)
@require_POST
def own_evening(request: HttpRequest) -> HttpResponse:
    """Make the organiser's account and the event, log in, open it."""
    form = _own_form(request, request.POST)
    if pressed_before(request, None) and (response := _made_before(request)):
        return response
    if not _may_register(request):
        messages.error(request, CLOSED if somebody_registered() else NOBODY_YET)
        return redirect("login")
    if not form.is_valid():
        return render(request, "home/start.html", _doors(request, form))
    name, password = form.cleaned_data["your_name"], form.cleaned_data["password"]
    try:
        with all_or_nothing():
            event, user = once(
                request, None, lambda _actor: _create_own(form, name, password), actor=Actor(name)
            )
    except IntegrityError:
        if response := _made_before(request):
            return response
        raise
    login(request, user)
    return _begun(form, event)


@open_to(SIGNED_IN)
def new_event(request: HttpRequest) -> HttpResponse:
    """A further evening of someone who has an account."""
    user = cast(User, request.user)
    if is_demo_account(user):
        messages.error(
            request,
            "A demo log-in cannot start an evening. Log out, then start one under your own name.",
        )
        return redirect("start")
    if not may_start_evening(request):
        messages.error(request, NO_EVENING)
        return redirect("start")
    form = NewEventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _begun(form, _created_once(request, form, user))
    return render(request, "event/start.html", {"form": form, "key": new_key()})


@open_to(PUBLIC)
@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """Log the one at this machine in as the organiser of the demo, made now where none is."""
    if not from_this_machine(request):
        messages.error(request, DEMO_REFUSED)
        return redirect("login")
    if _may_try(request):
        with all_or_nothing():
            event = demo_event("demo", USUAL, timezone.localtime())
            build_demo(event, INVENTED, HALF_WAY, timezone.localtime(), lambda _words: None)
    official = _demo_organiser()
    if official is None:
        messages.error(request, NO_DEMO)
        return redirect("start")
    login(request, official.user)
    return redirect("evening", official.event.slug)


def demo_log_ins(request: HttpRequest) -> list[tuple[str, str, str]]:
    """Role, name and password of the demo's accounts, for one who sits at this machine."""
    if not from_this_machine(request) or not Event.objects.filter(is_demo=True).exists():
        return []
    return [(str(role.label), name, PASSWORD) for name, role in ACCOUNTS.items()]


class LogIn(LoginView):
    """The log-in page."""

    authentication_form = LogInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The demo's log-ins, and the way to a new password, are shown where they work."""
        here = from_this_machine(self.request)
        return super().get_context_data(**kwargs) | {
            "demo_log_ins": demo_log_ins(self.request),
            "renewing": places.command("new_password NAME") if here else "",
        }

    def form_valid(self, form: LogInForm) -> HttpResponse:  # type: ignore[override]
        """In, and known again the next time."""
        answer = super().form_valid(form)
        know_again(self.request, answer, form.get_user().get_username())
        return answer

    def form_invalid(self, form: LogInForm) -> HttpResponse:  # type: ignore[override]
        """The page again; too many tries are called so to programs too."""
        answer = super().form_invalid(form)
        if form.has_error("__all__", TOO_OFTEN):
            answer.status_code = 429
            keep_number(self.request, answer)
        return answer


log_in = marked(LogIn.as_view(), PUBLIC)
log_out = marked(LogoutView.as_view(), PUBLIC)


def _create(form: NewEventForm, user: User) -> Event:
    cleaned = form.cleaned_data
    event = create_event(
        {"name": cleaned["name"], "date": cleaned["date"]}
        | form.of_kind
        | form.group_words
        | form.term
        | {"time_zone": places.own_zone()}
    )
    appoint(event, user, Role.ORGANISER)
    return event


def _create_own(form: OwnEveningForm, name: str, password: str) -> tuple[Event, User]:
    user = create_organiser(name, password)
    return _create(form, user), user


def _made_before(request: HttpRequest) -> HttpResponse | None:
    """The evening that this form has made, for who says the name and the password again that they
    gave in it.
    """
    name = tidy(request.POST.get("your_name", ""))
    user = User.objects.filter(username__iexact=name).first()
    event = Event.objects.filter(officials__user=user).order_by("pk").first() if user else None
    if user is None or event is None or not user.check_password(request.POST.get("password", "")):
        return None
    login(request, user)
    return redirect(_first(event), event.slug)


def _created_once(request: HttpRequest, form: NewEventForm, user: User) -> Event:
    """The evening that this form makes; the one it has made where it is sent again."""
    if not pressed_before(request, None):
        try:
            with all_or_nothing():
                return once(request, None, lambda _actor: _create(form, user))
        except IntegrityError:
            if not pressed_before(request, None):
                raise
    return Event.objects.filter(officials__user=user, name=form.cleaned_data["name"]).latest("pk")


def _begun(form: NewEventForm, event: Event) -> HttpResponse:
    """Where a new evening goes on; one of a league is put into its league first."""
    if form.cleaned_data["kind"] == LEAGUE:
        return redirect("leagues")
    return redirect(_first(event), event.slug)


def _first(event: Event) -> str:
    """Where a new evening goes on: to the choices of its game where there are any, else to its
    guests.
    """
    asks = any(not choice.with_kind for choice in event_format(event).choices)
    return "event_rules" if asks else "guests"


def _may_register(request: HttpRequest) -> bool:
    """Whether a stranger may make an account: at this machine, or with the code that the terminal
    shows while no evening has an organiser.
    """
    return from_this_machine(request) or (has_code() and not somebody_registered())


def _may_try(request: HttpRequest) -> bool:
    """The demo is made at the machine while the database holds nothing: its accounts are new."""
    return from_this_machine(request) and not User.objects.exists() and not Event.objects.exists()


def _own_form(request: HttpRequest, data: QueryDict | None = None) -> OwnEveningForm:
    return OwnEveningForm(data, asks_code=not from_this_machine(request))


def _demo_organiser() -> Official | None:
    offices = Official.objects.select_related("event", "user").filter(
        event__is_demo=True, role=Role.ORGANISER
    )
    return offices.order_by("event__pk").first()


def _doors(request: HttpRequest, form: OwnEveningForm) -> dict[str, Any]:
    user = request.user
    demo_event = Event.objects.filter(is_demo=True).order_by("pk").first()
    administrator = user.is_authenticated and is_administrator(user)
    return evenings_of(request, everything=administrator) | {
        "form": form,
        "key": new_key(),
        "administrator": administrator,
        "may_register": _may_register(request),
        "nobody_yet": "" if user.is_authenticated or somebody_registered() else NOBODY_YET,
        "demo": demo_event,
        "practice": os.environ.get("DEMO") == "1",
        "may_try": _may_try(request),
        "invented": INVENTED,
        "demo_here": from_this_machine(request),
        "demo_guests": demo_event.guests.count() if demo_event else 0,
        "demo_log_ins": demo_log_ins(request),
        "may_start": may_start_evening(request),
        "asked": user.appointments.select_related("event").order_by("at")
        if user.is_authenticated
        else [],
        "demo_account": user.is_authenticated and is_demo_account(user),
    }


@open_to(PUBLIC)
def healthz(request: HttpRequest) -> JsonResponse:
    """The process lives; nothing else is asked, so that a slow database restarts no server."""
    return _json_answer({"alive": True})


@open_to(PUBLIC)
def readyz(request: HttpRequest) -> JsonResponse:
    """Sheets can be taken; else 503, and what to mend.

    Figures of the machine are for its keeper, not for everybody.
    """
    wrong = [finding.mend for finding in readiness() if finding.wrong]
    return _json_answer({"ready": not wrong, "wrong": wrong}, status=503 if wrong else 200)


def _json_answer(body: dict[str, object], status: int = 200) -> JsonResponse:
    answer = JsonResponse(body, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer
