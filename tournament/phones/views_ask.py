"""Asking the rules from the phone at a table, and making the answer a ruling of that table
(docs/phone.md).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.counting.plan import table_label
from tournament.counting.rulings import Where
from tournament.ledger.chain import Signature
from tournament.ledger.signing import sign
from tournament.models import Ruling
from tournament.phones.entrance import (
    TOO_OFTEN,
    Entrance,
    TurnedAwayError,
    by_code,
    fault,
    render_bare,
)
from tournament.phones.forms import UnreadableError, key_of, own_table, umpire_of
from tournament.phones.reading import round_at, rounds_shown
from tournament.phones.script import script
from tournament.refusal import Refused
from tournament.rulings.acts import make_ruling
from tournament.rulings.forms import MakeRulingForm
from tournament.rulings.forms_questions import UnknownSituationError
from tournament.rulings.pages_asking import Asker, ask_question, give_answer, list_situations
from tournament.site.access import PUBLIC, TABLE, Actor, open_to
from tournament.site.limits import spend
from tournament.site.not_saved import OURS
from tournament.site.text import whole_number

RULINGS_A_MINUTE = 6
"""For each code: what is recorded stays for good, and the code lies on the table for everybody to
see.
"""


@open_to(PUBLIC)
def ask_page(request: HttpRequest, code: str) -> HttpResponse:
    """The page that asks from a table.

    The code is not looked at here: the script bears it in each call.
    """
    context = {"code": code, "edition": script("ask").digest}
    answer = render(request, "rulings/ask_at_table.html", context)
    answer["Cache-Control"] = "no-cache"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@by_code(TABLE, "GET")
def ask(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """The situations of this game; where another round is played already, also about the one that
    ended.
    """
    asker = _asker(request, entrance)
    now = int(asker.said["round"] or 0)
    rounds = rounds_shown(entrance.event, entrance.code.table or 0)
    before = rounds.filter(number__lt=now).last()
    return list_situations(replace(asker, more={**asker.more, "before": before}))


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
        ruling = _recorded(entrance)
    except UnreadableError as unread:
        return JsonResponse({"faults": [fault(unread.field, str(unread))]}, status=422)
    except Refused as refused:
        return JsonResponse({"faults": [fault("", str(refused))]}, status=422)
    return JsonResponse(
        {"ruling": ruling.number, "words": f"{ruling} is recorded: the head umpire signs it."},
        status=201,
    )


def _recorded(entrance: Entrance) -> Ruling:
    table = own_table(entrance.sent, entrance.code.table or 0)
    signer, form = _signature(entrance), MakeRulingForm(entrance.sent)
    for field, (words, *_more) in form.errors.items():
        raise UnreadableError(field, str(words))
    answers = form.cleaned_data
    if not rounds_shown(entrance.event, table).filter(number=answers["round"] or 0).exists():
        raise UnreadableError(
            "round", f"Table {table} plays no such round: ask the question again."
        )
    if not spend(f"ruling-{entrance.code.pk}", RULINGS_A_MINUTE):
        raise TurnedAwayError(429, TOO_OFTEN)
    place = Where(answers["round"], table, answers["game"], while_open=True)
    return make_ruling(
        entrance.event,
        signer,
        claim=answers["claim"],
        place=place,
        departs_reason=answers["departs_reason"],
    )


def _signature(entrance: Entrance) -> Signature:
    """The umpire by the name given and the phone by its mark: nothing is ruled without a name."""
    umpire = umpire_of(entrance.sent) or entrance.phone.umpire
    if not umpire:
        raise UnreadableError(
            "umpire", "Give your name: a ruling carries the name of the person who gave it."
        )
    phone = f"phone {entrance.phone.mark}"
    return sign(Actor(f"{umpire}, {phone}", account=phone), key_of(entrance.sent))


def _of_this_game(
    request: HttpRequest, entrance: Entrance, page: Callable[[Asker], HttpResponse]
) -> HttpResponse:
    try:
        return page(_asker(request, entrance))
    except UnknownSituationError as unknown:
        return JsonResponse({"faults": [fault("kind", str(unknown))]}, status=422)


def _asker(request: HttpRequest, entrance: Entrance) -> Asker:
    """Whoever holds the phone, at the table of the code, whatever the address says; in the round
    that it plays, or an earlier one.
    """
    round_, _cells = round_at(entrance.event, entrance.code.table or 0)
    number = whole_number(request.GET.get("round", ""), 2)
    if round_ and number is not None and number < round_.number:
        rounds = rounds_shown(entrance.event, entrance.code.table or 0)
        round_ = rounds.filter(number=number).first() or round_
    label = table_label(entrance.event, entrance.code.table or 0) if round_ else ""
    query = {"table": label, "round": str(round_.number) if round_ else "", "refers_to": ""}
    more = {"may_rule": bool(round_ and round_.open), "umpire": entrance.phone.umpire}

    def address(name: str, *args: str) -> str:
        return reverse(f"pad_{name}", args=args)

    def draw(template: str, context: dict[str, object], status: int) -> HttpResponse:
        return HttpResponse(render_bare(template, context), status=status, headers={OURS: "page"})

    return Asker(
        entrance.event, {**request.GET.dict(), **query}, address, draw, more, at_table=True
    )
