"""The cut: looked at by every official; sealed, printed and revealed by the desk, each an act of its own."""

from collections.abc import Callable
from functools import partial
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.board import Board
from scoring.cut import Cut, NoCut
from tournament.access import DESK, GRAVE, RECORD, EventRequest, at_event
from tournament.acts import cut as acts
from tournament.acts import cut_of_cards
from tournament.acts.event import change_event
from tournament.acts.pending import Asked
from tournament.board import board
from tournament.forms.cut import PREFIX, CutOfCardsForm
from tournament.ledger.chain import Signature
from tournament.ledger.lift import seal_in_force
from tournament.models import CutOfCards, Event, Stage
from tournament.views import cut_page
from tournament.views.desk_answers import asked_for, other_prompts
from tournament.views.signing import new_key, perform, reason_of
from tournament.views.standings import facts
from tournament.views.witness import by_two, waiting_here


@at_event(RECORD)
def cut(request: HttpRequest, event: Event) -> HttpResponse:
    """The list, the tie on the line, what could still change it, and the seal."""
    now, seal = board(event), seal_in_force(event)
    drawn = now.cut
    context = {
        "facts": facts(event, now),
        "state": now.state,
        "no_cut": drawn.words if isinstance(drawn, NoCut) else "",
        "seal": seal,
        "hindrance": "" if seal else acts.hindrance(event, now),
        "changed": cut_page.since_the_seal(seal, drawn) if seal else "",
        "desk": may_act(request),
        "key": new_key(),
        "asked": waiting_here(event) if seal else [],
        "cards_recorded": CutOfCards.objects.filter(event=event, stage=Stage.QUALIFYING).exists(),
        "paper_url": reverse("paper_page", args=[event.slug, "the-ten"]) if may_act(request) else "",
        "playoff_seated": event.rounds.filter(stage=Stage.PLAYOFF).exists(),
    }
    return render(request, "tournament/cut.html", context | (_drawn(event, now, drawn) if _is_cut(drawn) else {}))


def _is_cut(drawn: object) -> bool:
    return isinstance(drawn, Cut)


def _drawn(event: Event, now: Board, found: object) -> dict[str, object]:
    drawn = cast(Cut, found)
    sheets = [] if now.state == "sealed" else cut_page.still_open(event, drawn)
    return {
        "drawn": drawn,
        "rows": cut_page.cut_list(now, drawn),
        "tie": cut_page.tie(event, drawn),
        "tie_breaks": cut_page.tie_breaks(event),
        "open_sheets": sheets[: cut_page.SHOWN],
        "open_count": len(sheets),
        "more_sheets": max(0, len(sheets) - cut_page.SHOWN),
        "prompts": other_prompts(drawn),
        "asked": asked_for(event, drawn),
        "cards_form": CutOfCardsForm(guests=level(drawn)) if drawn.undecided else None,
    }


def level(drawn: Cut) -> list[tuple[str, str]]:
    """Those whom only a cut of cards can split, as (ref, name)."""
    return [(one.player, one.name) for one in drawn.standings if one.player in drawn.undecided]


def may_act(request: HttpRequest) -> bool:
    """Whether the official at this page is of the desk."""
    return cast(EventRequest, request).official.role in DESK.roles


Act = Callable[[Event, Signature], object]


def _pressed(request: HttpRequest, event: Event, act: Act, done: str, back: str = "cut") -> HttpResponse:
    perform(request, event, partial(act, event), done)
    return redirect(back, event.slug)


@require_POST
@at_event(DESK)
def seal_cut(request: HttpRequest, event: Event) -> HttpResponse:
    """Seal the cut as it stands."""
    return _pressed(
        request, event, acts.seal_cut, "The cut is sealed. Nothing is announced yet: the public board is held."
    )


@require_POST
@at_event(GRAVE)
def break_seal(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask the second official to take the seal back; with one official a witness agrees at once."""
    return _by_two(request, event, "break_seal", "The seal is broken. The next one is a new edition.")


def _by_two(request: HttpRequest, event: Event, kind: str, done: str) -> HttpResponse:
    seal = seal_in_force(event)
    asked = Asked(kind, reason_of(request), {"edition": seal.edition if seal else 0})
    return by_two(request, event, asked, done, "cut")


@require_POST
@at_event(DESK)
def mark_printed(request: HttpRequest, event: Event) -> HttpResponse:
    """Record that the list is on paper."""
    return _pressed(request, event, acts.mark_printed, "Recorded: the list is on paper.")


@require_POST
@at_event(DESK)
def unmark_printed(request: HttpRequest, event: Event) -> HttpResponse:
    """Take back that the list is on paper, with the reason."""
    act = partial(acts.unmark_printed, reason=reason_of(request))
    return _pressed(request, event, act, "Taken back: the list is not on paper.")


@require_POST
@at_event(DESK)
def reveal_cut(request: HttpRequest, event: Event) -> HttpResponse:
    """Announce the cut: the public board follows again."""
    return _pressed(request, event, acts.reveal_cut, "The cut is revealed, and the public board shows it.")


@require_POST
@at_event(GRAVE)
def withdraw_announcement(request: HttpRequest, event: Event) -> HttpResponse:
    """Ask the second official to take the announcement back; with one official a witness agrees at once."""
    done = "The announcement is withdrawn: the public board shows what it did before, and a new edition follows."
    return _by_two(request, event, "withdraw_reveal", done)


@require_POST
@at_event(DESK)
def hold_board(request: HttpRequest, event: Event) -> HttpResponse:
    """Hold the public board as it is."""
    return _pressed(request, event, acts.hold_board, "The public board is held: it stands as it is now.")


@require_POST
@at_event(DESK)
def release_board(request: HttpRequest, event: Event) -> HttpResponse:
    """Let the public board follow again."""
    return _pressed(request, event, acts.release_board, "The public board follows again.")


@require_POST
@at_event(DESK)
def list_on_board(request: HttpRequest, event: Event) -> HttpResponse:
    """Let the public board offer the whole field, or the first twenty alone."""
    full = request.POST.get("full") == "1"
    done = "The public board offers the full list." if full else "The public board shows the first twenty and the cut."
    return _pressed(request, event, lambda row, by: change_event(row, {"board_full": full}), done)


@require_POST
@at_event(DESK)
def record_cut_of_cards(request: HttpRequest, event: Event) -> HttpResponse:
    """Record who cut what, on the line or in the play-off."""
    stage = stage_of(request)
    guests = [(ref, one.name) for ref, one in board(event).players.items() if f"{PREFIX}{ref}" in request.POST]
    form = CutOfCardsForm(request.POST, guests=guests)
    if not form.is_valid():
        messages.error(request, " ".join(form.faults))
        return redirect(back_from(stage), event.slug)
    act = partial(_record, cards=form.cards, stage=stage)
    return _pressed(request, event, act, "The cut of cards is recorded.", back_from(stage))


def _record(event: Event, by: Signature, *, cards: dict[str, str], stage: str) -> None:
    cut_of_cards.record_cut_of_cards(event, cards, by, stage=stage)


@require_POST
@at_event(DESK)
def take_back_cut_of_cards(request: HttpRequest, event: Event) -> HttpResponse:
    """Take the last cut of cards back, with the reason."""
    stage = stage_of(request)
    act = partial(cut_of_cards.take_back_cut_of_cards, reason=reason_of(request), stage=stage)
    return _pressed(request, event, act, "The cut of cards is taken back.", back_from(stage))


def stage_of(request: HttpRequest) -> str:
    """The stage a cut of cards belongs to."""
    return Stage.PLAYOFF if request.POST.get("stage") == Stage.PLAYOFF else Stage.QUALIFYING


def back_from(stage: str) -> str:
    """The page on which cards of a stage are cut."""
    return "playoff" if stage == Stage.PLAYOFF else "cut"
