"""What anybody opens: a short address, the rules at hand, the games compared."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from scoring.law.comparison import comparison
from scoring.law.readings import readings
from scoring.law.rulesheet import rule_sheet
from tournament.counting.faces import faces
from tournament.counting.formats import page_of
from tournament.counting.scores import rules
from tournament.models import CountKind, DayCount, Event
from tournament.phones.acts_admission import ask, count_one
from tournament.phones.entrance import nothing_here, render_bare, same_origin
from tournament.phones.forms import AskForm
from tournament.phones.script import worker
from tournament.site.access import (
    PUBLIC,
    at_event,
    open_to,
)
from tournament.site.binding import way_in
from tournament.site.codes import base_address, code_image, is_local, typed_address
from tournament.site.limits import spend
from tournament.site.this_machine import from_this_machine

COUNTED_A_MINUTE = 30


"""More than so many a minute are not counted: the page is public, and a count is a write."""


@open_to(PUBLIC)
def hall(request: HttpRequest) -> HttpResponse:
    """What the laptop shows: where phones find it, and whether one has."""
    base = base_address()
    context: dict[str, Any] = {
        "address": base,
        "local": is_local(base),
        "let_in": f"{way_in()} Phones in the hall can then open it.",
        "typed": typed_address(),
        "image": code_image(f"{base}/hall/reached/"),
        "reached": DayCount.objects.filter(
            kind=CountKind.REACHED, day=timezone.now().date()
        ).first(),
    }
    answer = render(request, "phones/hall.html", context)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@open_to(PUBLIC)
def reached(request: HttpRequest) -> HttpResponse:
    """What a phone sees once it has reached the laptop."""
    if not from_this_machine(request) and spend("reached", COUNTED_A_MINUTE):
        count_one(CountKind.REACHED, timezone.now())
    context = {"address": request.get_host(), "typed": f"{request.get_host()}/t"}
    return HttpResponse(
        render_bare("phones/hall_reached.html", context), headers={"Cache-Control": "no-store"}
    )


@open_to(PUBLIC)
@csrf_exempt
def short_address(request: HttpRequest) -> HttpResponse:
    """Where a short code is typed: it opens what it stands for, or asks the desk to be let in."""
    form = AskForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _short_page(form)
    if not same_origin(request):
        return HttpResponse(nothing_here(), status=403)
    if not form.is_valid():
        return _short_page(form, 422)
    text = form.whole(form.cleaned_data["typed"])
    if text:
        return HttpResponseRedirect(text)
    ticket, mark = ask(form.cleaned_data["typed"], form.cleaned_data["name"], timezone.now())
    return HttpResponseRedirect(f"/T/{ticket}#ask={mark}")


def _short_page(form: AskForm, status: int = 200) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(
        render_bare("phones/short_address.html", {"form": form}), status=status, headers=headers
    )


@at_event(PUBLIC)
def rules_at_hand(request: HttpRequest, event: Event) -> HttpResponse:
    """Short sheet, questions, all clauses, the options in force and the other games, all on one
    page.
    """
    in_force = rules(event)
    face_by_rank = faces(in_force)
    valued = "".join(value.ranks for value in in_force.scoring.values or ())
    context = {
        "event": event,
        "sheet": rule_sheet(in_force),
        "page": page_of(event),
        "readings": readings(in_force),
        "comparison": comparison(in_force),
        "cards": [face_by_rank[rank] for rank in valued if rank in in_force.deal.ranks],
    }
    return render(request, "phones/rules_at_hand.html", context)


@at_event(PUBLIC)
def rules_worker(request: HttpRequest, event: Event) -> HttpResponse:
    """The service worker beside the rules: with it they open again while the server is away."""
    return worker()


@at_event(PUBLIC)
def games_compared(request: HttpRequest, event: Event) -> HttpResponse:
    """The games side by side where they differ."""
    context = {"event": event, "comparison": comparison(rules(event))}
    return render(request, "entry/games_compared.html", context)
