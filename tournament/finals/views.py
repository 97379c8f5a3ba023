"""The cut: looked at by every official; sealed, printed and revealed by the desk, each an act of
its own.
"""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.counting.board import Board
from scoring.counting.cut import Cut, NoCut
from tournament.approvals.acts import Asked
from tournament.approvals.pages_by_two import by_two, seconds, waiting_here
from tournament.counting.board import board, line_is_drawn
from tournament.counting.grid import contested
from tournament.counting.scores import seal_in_force
from tournament.entry.pages_asked import asked_for, other_prompts
from tournament.event.acts import change_event
from tournament.finals import acts, cut_page
from tournament.finals.cut_page import after_showing
from tournament.finals.forms import CutOfCardsForm
from tournament.finals.podium import is_final, other_prizes, podium_of
from tournament.guests.namesakes import known_apart
from tournament.ledger.chain import Signature
from tournament.ledger.signing import new_key, perform, reason_of
from tournament.models import CutOfCards, Event, Stage
from tournament.site.access import DESK, GRAVE, OFFICIAL, RECORD, at_desk, at_event
from tournament.site.keeping import kept
from tournament.standings.pages import exports, facts
from tournament.standings.public import board_now


@at_event(RECORD)
@kept()
def cut(request: HttpRequest, event: Event) -> HttpResponse:
    """The list, the tie on the line, what could still change it, and the seal."""
    now, seal = known_apart(board(event), event), seal_in_force(event)
    has_line = line_is_drawn(event, now)
    current = now.cut if has_line or isinstance(now.cut, NoCut) else None
    context = {
        "facts": facts(event, now),
        "state": now.state,
        "to_come": 0
        if has_line or now.cut is None
        else now.progress.games_due - now.progress.games_in,
        "no_cut": cut_page.no_line(event, current) if isinstance(current, NoCut) else "",
        "together": isinstance(current, NoCut) and cut_page.counts_nowhere(event, current),
        "seal": seal,
        "contested": () if seal else contested(event, Stage.QUALIFYING),
        "changed": cut_page.since_the_seal(seal, current) if seal else "",
        "desk": at_desk(request),
        "board_now": board_now(event) if at_desk(request) else None,
        "key": new_key(),
        "waiting": waiting_here(event) if seal else [],
        "seconds": seconds(request, event) if seal else [],
        "cards_recorded": CutOfCards.objects.filter(event=event, stage=Stage.QUALIFYING).exists(),
        "paper_url": (
            reverse("paper_page", args=[event.slug, "the-ten"]) if at_desk(request) else ""
        ),
        "playoff_seated": event.rounds.filter(stage=Stage.PLAYOFF).exists(),
    }
    context |= exports(request, event, "standings" if now.standings else "")
    return render(
        request,
        "finals/cut.html",
        context | (_line_context(event, now, current) if isinstance(current, Cut) else {}),
    )


def _line_context(event: Event, now: Board, current: Cut) -> dict[str, object]:
    sheets = [] if now.state == "sealed" else cut_page.still_open(event, current)
    return {
        "drawn": current,
        "rows": cut_page.cut_list(now, current),
        "tie": cut_page.tie(event, current),
        "tie_breaks": cut_page.tie_breaks(event),
        "open_sheets": sheets[: cut_page.SHOWN],
        "open_count": len(sheets),
        "more_sheets": max(0, len(sheets) - cut_page.SHOWN),
        "prompts": other_prompts(current),
        "asked": asked_for(event, current),
        "cards_form": CutOfCardsForm(guests=level(current)) if current.undecided else None,
    }


def level(current: Cut) -> list[tuple[str, str]]:
    """Those whom only a cut of cards can split, as (ref, name)."""
    return [
        (standing.player, standing.name)
        for standing in current.standings
        if standing.player in current.undecided
    ]


Act = Callable[[Event, Signature], object]


def _pressed(
    request: HttpRequest, event: Event, act: Act, outcome: str, back: str = "cut"
) -> HttpResponse:
    perform(request, event, partial(act, event), outcome)
    return redirect(back, event.slug)


@require_POST
@at_event(DESK)
def seal_cut(request: HttpRequest, event: Event) -> HttpResponse:
    """Seal the cut as it stands."""
    return _pressed(
        request,
        event,
        acts.seal_cut,
        "The cut is sealed. Nothing is announced yet: the public board is frozen.",
    )


@require_POST
@at_event(GRAVE)
def break_seal(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask the second official to take the seal back; with one official a witness agrees at once."""
    return _by_two(
        request, event, "break_seal", "The seal is broken. The next one is a new edition."
    )


def _by_two(request: HttpRequest, event: Event, kind: str, outcome: str) -> HttpResponse:
    seal = seal_in_force(event)
    proposal = Asked(kind, reason_of(request), {"edition": seal.edition if seal else 0})
    return by_two(request, event, proposal, outcome, "cut")


@require_POST
@at_event(DESK)
def mark_printed(request: HttpRequest, event: Event) -> HttpResponse:
    """Record that the list is on paper."""
    return _pressed(request, event, acts.mark_printed, "Noted: the list is printed.")


@require_POST
@at_event(DESK)
def unmark_printed(request: HttpRequest, event: Event) -> HttpResponse:
    """Take back that the list is on paper, with the reason."""
    act = partial(acts.unmark_printed, reason=reason_of(request))
    return _pressed(request, event, act, "Taken back: the list is not printed.")


@require_POST
@at_event(DESK)
def reveal_cut(request: HttpRequest, event: Event) -> HttpResponse:
    """Announce the cut: the public board follows again."""
    outcome, back = (
        "The cut is revealed, and the public board shows it.",
        after_showing(request, "cut"),
    )
    return _pressed(request, event, acts.reveal_cut, outcome, back)


@require_POST
@at_event(GRAVE)
def withdraw_announcement(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask the second official to take the announcement back; with one official a witness agrees at
    once.
    """
    outcome = (
        "The announcement is withdrawn: the public board shows what it did before, and a new"
        " edition follows."
    )
    return _by_two(request, event, "withdraw_reveal", outcome)


@require_POST
@at_event(DESK)
def hold_board(request: HttpRequest, event: Event) -> HttpResponse:
    """Hold the public board as it is."""
    return _pressed(request, event, acts.hold_board, "The public board is frozen as it is now.")


@require_POST
@at_event(DESK)
def release_board(request: HttpRequest, event: Event) -> HttpResponse:
    """Let the public board follow again."""
    return _pressed(
        request, event, acts.release_board, "The public board follows the scores again."
    )


@require_POST
@at_event(DESK)
def board_by_itself(request: HttpRequest, event: Event) -> HttpResponse:
    """Whether the board freezes by itself when the last game of the last round begins."""
    on = request.POST.get("on") == "1"
    outcome = (
        "The board freezes by itself when the last game begins."
        if on
        else "The board follows to the end: it shows who goes through before the names are read."
    )
    perform(request, event, partial(acts.freeze_by_itself, event, on=on), outcome)
    return redirect(after_showing(request, "cut"), event.slug)


@require_POST
@at_event(DESK)
def list_on_board(request: HttpRequest, event: Event) -> HttpResponse:
    """Let the public board offer the whole field, or the first twenty alone."""
    full = request.POST.get("full") == "1"
    outcome = (
        "The public board offers the full list."
        if full
        else "The public board shows the first twenty and the cut."
    )
    return _pressed(
        request, event, lambda row, signer: change_event(row, {"board_full": full}), outcome
    )


@at_event(OFFICIAL)
def prizes(request: HttpRequest, event: Event) -> HttpResponse:
    """The podium and the prizes of the qualifying rounds."""
    now = known_apart(board(event), event)
    context = {
        "facts": facts(event, now),
        "final": is_final(event, now),
        "podium": podium_of(event, now),
    }
    context |= {"others": other_prizes(event, now), "desk": at_desk(request)}
    printable = bool(now.standings) and (bool(now.playoff) or not event.has_playoff)
    context |= exports(request, event, "prize-list" if printable else "")
    context["printable"] = printable
    return render(request, "finals/prizes.html", context)
