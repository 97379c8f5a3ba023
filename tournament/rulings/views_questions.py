"""Just ask: an official asks the rules on pages of the evening; nothing is recorded."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament.models import Event
from tournament.rulings.forms_questions import UnknownSituationError
from tournament.rulings.pages_asking import Asker, ask_question, give_answer, list_situations
from tournament.site.access import OFFICIAL, at_event


@at_event(OFFICIAL)
def ask(request: HttpRequest, event: Event) -> HttpResponse:
    """The situations of this game."""
    return list_situations(_asker(request, event))


@at_event(OFFICIAL)
def ask_about(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """One situation, told in taps."""
    return _of_this_game(request, event, partial(ask_question, kind=kind))


@at_event(OFFICIAL)
def ask_answer(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """What the rules say to it, with the form that makes it a ruling."""
    return _of_this_game(request, event, partial(give_answer, kind=kind))


def _of_this_game(
    request: HttpRequest, event: Event, page: Callable[[Asker], HttpResponse]
) -> HttpResponse:
    try:
        return page(_asker(request, event))
    except UnknownSituationError as unknown:
        messages.error(request, str(unknown))
        return redirect("just_ask", event.slug)


def _asker(request: HttpRequest, event: Event) -> Asker:
    def address(name: str, *args: str) -> str:
        return reverse(name, args=[event.slug, *args])

    def draw(template: str, context: dict[str, object], status: int) -> HttpResponse:
        return render(request, template, context, status=status)

    return Asker(event, request.GET.dict(), address, draw, {"here": request.get_full_path()})
