"""Asking the rules from the phone at a table, and making the answer a ruling of that table (docs/phone.md)."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tournament.access import PUBLIC, TABLE, open_to
from tournament.actor import Actor
from tournament.acts.rulings import RulingRefusedError, make_ruling
from tournament.entrance import TOO_OFTEN, Entrance, TurnedAwayError, by_code, fault, render_bare
from tournament.forms.ask import UnknownSituationError
from tournament.forms.pad import UnreadableError, key_of, own_table, umpire_of
from tournament.forms.rulings import MakeRulingForm
from tournament.hall_plan import table_label
from tournament.ledger.chain import Signature
from tournament.ledger.rulings import Where
from tournament.limits import spend
from tournament.models import Ruling
from tournament.pad_script import script
from tournament.pad_state import round_at, rounds_shown
from tournament.views.asking import Asker, ask_question, give_answer, list_situations

RULINGS_A_MINUTE = 6
"""For each code: what is recorded stays for good, and the code lies on the table for everybody to see."""


@open_to(PUBLIC)
def ask_page(request: HttpRequest, code: str) -> HttpResponse:
    """The page that asks from a table. The code is not looked at here: the script bears it in each call."""
    shown = {"code": code, "edition": script("ask").digest}
    answer = render(request, "tournament/ask_at_table.html", shown)
    answer["Cache-Control"] = "no-cache"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@by_code(TABLE, "GET")
def ask(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """The situations of this game."""
    return list_situations(_asker(request, entrance))


@by_code(TABLE, "GET")
def ask_about(request: HttpRequest, entrance: Entrance, kind: str) -> HttpResponse:
    """One situation, told in taps."""
    return _of_this_game(request, entrance, partial(ask_question, kind=kind))


@by_code(TABLE, "GET")
def ask_answer(request: HttpRequest, entrance: Entrance, kind: str) -> HttpResponse:
    """What the rules say to it, with the form that makes it a ruling."""
    return _of_this_game(request, entrance, partial(give_answer, kind=kind))


@by_code(TABLE, "POST")
def rule(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Record the answer as a ruling of the own table; the head umpire signs or overrules it."""
    try:
        made = _recorded(entrance)
    except UnreadableError as unread:
        return JsonResponse({"faults": [fault(unread.field, str(unread))]}, status=422)
    except RulingRefusedError as refused:
        return JsonResponse({"faults": [fault("", str(refused))]}, status=422)
    return JsonResponse({"ruling": made.number, "words": f"{made} is recorded: the head umpire signs it."}, status=201)


def _recorded(entrance: Entrance) -> Ruling:
    table = own_table(entrance.sent, entrance.code.table or 0)
    by, form = _signature(entrance), MakeRulingForm(entrance.sent)
    for field, (words, *_more) in form.errors.items():
        raise UnreadableError(field, str(words))
    said = form.cleaned_data
    if not rounds_shown(entrance.event, table).filter(number=said["round"] or 0).exists():
        raise UnreadableError("round", f"Table {table} plays no such round: ask the question again.")
    if not spend(f"ruling-{entrance.code.pk}", RULINGS_A_MINUTE):
        raise TurnedAwayError(429, TOO_OFTEN)
    where = Where(said["round"], table, said["game"], while_open=True)
    return make_ruling(entrance.event, by, claim=said["claim"], where=where, departs_reason=said["departs_reason"])


def _signature(entrance: Entrance) -> Signature:
    """The umpire by the name given and the phone by its mark: nothing is ruled without a name."""
    umpire = umpire_of(entrance.sent) or entrance.phone.umpire
    if not umpire:
        raise UnreadableError("umpire", "Give your name: a ruling bears the name of whoever gave it.")
    phone = f"phone {entrance.phone.mark}"
    return Signature(Actor(f"{umpire}, {phone}", account=phone), timezone.now(), key_of(entrance.sent))


def _of_this_game(request: HttpRequest, entrance: Entrance, page: Callable[[Asker], HttpResponse]) -> HttpResponse:
    try:
        return page(_asker(request, entrance))
    except UnknownSituationError as unknown:
        return JsonResponse({"faults": [fault("kind", str(unknown))]}, status=422)


def _asker(request: HttpRequest, entrance: Entrance) -> Asker:
    """Whoever holds the phone, at the table of the code in the round that it plays, whatever the address says."""
    held, _cells = round_at(entrance.event, entrance.code.table or 0)
    label = table_label(entrance.event, entrance.code.table or 0) if held else ""
    where = {"table": label, "round": str(held.number) if held else "", "refers_to": ""}
    more = {"may_rule": bool(held and held.open), "umpire": entrance.phone.umpire}

    def address(name: str, *args: str) -> str:
        return reverse(f"pad_{name}", args=args)

    def draw(template: str, context: dict[str, object], status: int) -> HttpResponse:
        return HttpResponse(render_bare(template, context), status=status)

    return Asker(entrance.event, {**request.GET.dict(), **where}, address, draw, more, at_table=True)
