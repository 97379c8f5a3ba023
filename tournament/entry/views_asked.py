"""Taking in what guests say who were asked about bare points (pages_asked.py says whom and why)."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.counting.cut import Cut
from scoring.words import many
from tournament.counting.board import board
from tournament.counting.submission import Place
from tournament.entry.acts_cards import Said, record_answer, take_back_answer
from tournament.entry.pages_asked import asked_for
from tournament.ledger.signing import signature
from tournament.models import Event
from tournament.refusal import Refused
from tournament.site.access import DESK, at_event
from tournament.site.text import whole_number


@require_POST
def _answer(request: HttpRequest, event: Event) -> HttpResponse:
    """Record every figure that was typed, a game at a time; or take one answer back."""
    key = request.POST.get("key", "")[:60]
    try:
        if "take_back" in request.POST:
            _take_back(request, event, key)
        elif not _record(request, event, key):
            messages.info(request, "Nothing has been typed yet: type what they said.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("cut", event.slug)


def _record(request: HttpRequest, event: Event, key: str) -> int:
    cut = board(event).cut
    requested = asked_for(event, cut).get("wanted", []) if isinstance(cut, Cut) else []
    answers: dict[tuple[str, Place], dict[str, int]] = {}
    for item in requested:
        text = request.POST.get(item.field, "").strip()
        number = whole_number(text, 2)
        if text and number is None:
            raise Refused(f"{item.name}: {item.kind} are counted, such as 0 or 1.")
        if number is not None:
            answers.setdefault((item.player, item.place), {})[item.kind] = number
    for index, ((player, place), numbers) in enumerate(answers.items(), start=1):
        record_answer(event, Said(place, player, **numbers), signature(request, f"{key}-{index}"))
    if answers:
        messages.success(
            request,
            f"Recorded: {many(len(answers), 'answer')}. The tie-breaks count them.",
        )
    return len(answers)


def _take_back(request: HttpRequest, event: Event, key: str) -> None:
    number = whole_number(request.POST["take_back"], 9)
    if number is None:
        raise Refused("There is no such answer.")
    take_back_answer(
        event, number, signature(request, key), reason=request.POST.get("reason", "")[:300]
    )
    messages.success(request, "The answer is taken back.")


answer = at_event(DESK)(_answer)
