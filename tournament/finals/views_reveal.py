"""Reading out the ten, and the podium: the next name for whoever reads, and a button that shows it
on the board.
"""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.counting.board import Board
from scoring.counting.standings import Standing
from tournament.counting.announcement import places_aloud, podium_sentence, sentence
from tournament.counting.board import board
from tournament.counting.finals import CUT, PODIUM, Called, podium_list, reading_now, sealed_list
from tournament.counting.grid import contested
from tournament.counting.scores import seal_in_force
from tournament.finals import acts_playoff as acts
from tournament.finals.cut_page import after_showing, since_the_seal
from tournament.finals.podium import is_final
from tournament.guests.namesakes import to_be_read
from tournament.ledger.signing import new_key, perform, reason_of
from tournament.models import Event, Guest, Stage
from tournament.site.access import DESK, GRAVE, at_event


@at_event(DESK)
def reveal(request: HttpRequest, event: Event) -> HttpResponse:
    """The reading of those who go through."""
    seal, now = seal_in_force(event), board(event)
    changed = since_the_seal(seal, now.cut) if seal else ""
    if seal is None or changed:
        return render(request, "finals/reveal_not_yet.html", {"changed": changed})
    everybody = sealed_list(event, seal)
    count = _shown(event, CUT, everybody, public=bool(seal.revealed_at))
    context = _page(event, CUT, everybody, count) | {"tie": _tie(now, everybody, count)}
    context |= {
        "seal": seal,
        "revealed": seal.revealed_at,
        "act": reverse("reveal_cut", args=[event.slug]),
    }
    return render(request, "finals/reveal.html", context)


@at_event(DESK)
def podium(request: HttpRequest, event: Event) -> HttpResponse:
    """The reading of the podium, the last prize first."""
    now = board(event)
    everything = podium_list(now)
    open_prize = any(award.undecided for award in (now.prizes.podium if now.prizes else ()))
    waiting = contested(event, Stage.PLAYOFF, Stage.EXTRA)
    if not event.has_playoff or not is_final(event, now) or open_prize or not everything or waiting:
        context = {"undecided": open_prize, "contested": waiting}
        return render(request, "finals/podium_not_yet.html", context)
    revealed = event.podium_revealed_at
    count = _shown(event, PODIUM, everything, public=bool(revealed))
    context = _page(event, PODIUM, everything, count)
    context |= {"live": event.playoff_live, "revealed": revealed}
    context |= {"act": reverse("reveal_podium", args=[event.slug])}
    return render(request, "finals/reveal.html", context)


def _shown(event: Event, stage: str, everybody: list[Called], *, public: bool) -> int | None:
    """How many of a list the board shows, from the last place on: all of it once it is public, None
    before the reading began.
    """
    current = reading_now(event, stage)
    return len(everybody) if public else len(current["called"]) if current else None


def _next(everybody: list[Called], shown: int | None) -> Called | None:
    """Who is read next; nobody before the reading began, nor after the last."""
    remaining = len(everybody) - (shown or 0)
    return everybody[remaining - 1] if shown is not None and remaining else None


def _page(event: Event, stage: str, everybody: list[Called], shown: int | None) -> dict[str, Any]:
    """What both readings show; names to come are not in it, but for the next."""
    count, number = len(everybody), shown or 0
    called = {row["order"] for row in everybody[count - number :]}
    names, person = to_be_read(event, everybody), _next(everybody, shown)
    if stage == CUT:
        spots = places_aloud(board(event).standings, [row["player"] for row in names])
        names = [row | {"spot": spots[row["player"]]} for row in names]
    following = names[everybody.index(person)] if person else None
    rows = [
        {"order": item["order"], "one": item if item["order"] in called else None}
        for item in reversed(names)
    ]
    badges = dict(
        Guest.objects.filter(event=event, ref__in=[row["player"] for row in names]).values_list(
            "ref", "badge"
        )
    )
    return {
        "stage": stage,
        "count": count,
        "rows": rows,
        "begun": shown is not None,
        "all_read": shown == count,
        "following": following,
        "badge": badges.get(following["player"]) if following else None,
        "place": _title(following) if following else "",
        "sentence": _sentence(following) if following else "",
        "last": _title(names[count - number]) if number else "",
        "title": _span(names, number),
        "key": new_key(),
    }


def _title(called: Called) -> str:
    prize = str(called["prize"])
    return f"the {prize}" if called.get("placed") else prize or str(called["spot"])


def _span(names: list[Called], number: int) -> str:
    """What the board shows by now: “tenth to seventh”."""
    if not number:
        return ""
    first, last = _title(names[-1]), _title(names[len(names) - number])
    return first if number == 1 else f"{first} to {last}"


def _sentence(called: Called) -> str:
    if called["prize"]:
        return podium_sentence(
            called["prize"],
            called["name"],
            called["livery"],
            called["total"],
            called["placed"],
            called["apart"],
        )
    return sentence(
        f"In {called['spot']} place",
        called["name"],
        called["livery"],
        called["total"],
        called["apart"],
    )


def _tie(now: Board, everybody: list[Called], shown: int | None) -> str:
    """What decided for who is read next, without naming anybody still to be read."""
    person = _next(everybody, shown)
    if person is None:
        return ""
    own = next(row for row in now.standings if row.player == person["player"])
    return _tie_of(own, {row["player"] for row in everybody})


def _tie_of(standing: Standing, through: set[str]) -> str:
    if standing.undecided:
        return f"Level on {standing.total}: nothing separates them."
    decisions = sorted(standing.decided_by, key=lambda decision: decision.ahead, reverse=True)
    if not decisions:
        return ""
    if not decisions[0].ahead:
        return f"Level on {standing.total} with the guest read next. {decisions[0].unnamed}"
    if decisions[0].other in through:
        return f"Level on {standing.total} with the guest read before. {decisions[0].unnamed}"
    return f"Level on {standing.total} with a guest who is not through. {decisions[0].unnamed}"


@require_POST
@at_event(DESK)
def read_next(request: HttpRequest, event: Event, stage: str) -> HttpResponse:
    """One name more on the board."""
    perform(request, event, partial(acts.read_next, event, stage=stage), "")
    return redirect(PAGES[stage], event.slug)


@require_POST
@at_event(DESK)
def read_back(request: HttpRequest, event: Event, stage: str) -> HttpResponse:
    """The last name covered again."""
    perform(request, event, partial(acts.read_back, event, stage=stage), "")
    return redirect(PAGES[stage], event.slug)


@require_POST
@at_event(DESK)
def reveal_podium(request: HttpRequest, event: Event) -> HttpResponse:
    """The final standing for everybody."""
    perform(
        request,
        event,
        partial(acts.reveal_podium, event),
        "The public board shows the final standing.",
    )
    return redirect(after_showing(request, "playoff"), event.slug)


@require_POST
@at_event(GRAVE)
def withdraw_podium(request: HttpRequest, event: Event) -> HttpResponse:
    """The final standing taken back, with the reason."""
    act = partial(acts.withdraw_podium, event, reason=reason_of(request))
    perform(request, event, act, "The final standing is not public any more.")
    return redirect("playoff", event.slug)


@require_POST
@at_event(DESK)
def show_playoff(request: HttpRequest, event: Event) -> HttpResponse:
    """Whether the board follows the play-off as it is played."""
    live = request.POST.get("live") == "1"
    outcome = (
        "The public board follows the play-off."
        if live
        else "The play-off stays hidden until the podium is read."
    )
    perform(request, event, partial(acts.show_playoff, event, live=live), outcome)
    return redirect("playoff", event.slug)


@require_POST
@at_event(DESK)
def hold_half_time(request: HttpRequest, event: Event) -> HttpResponse:
    """The half-time standing stays up."""
    perform(
        request,
        event,
        partial(acts.hold_half_time, event),
        "The half-time list stays up until you release it.",
    )
    return redirect("evening", event.slug)


PAGES = {CUT: "reveal", PODIUM: "podium"}
