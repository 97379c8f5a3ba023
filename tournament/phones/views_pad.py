"""The phone's own page: one page for every code, right or wrong, its script, its worker, and the
training table.

Asking the rules from the phone at a table, and making the answer a ruling of that table
(docs/phone.md).

The calls of a phone at a table: its state, a sheet, the order of the seats, its umpire's name
(docs/phone.md).

Calling an umpire from a phone at a table, and what became of the call (docs/phone.md).
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from gzip import compress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from tournament.counting.rulings import Where
from tournament.counting.seats import table_label
from tournament.counting.submission import SheetConflictError, Submission, flag_key
from tournament.entry.acts import Outcome, SheetRefusedError
from tournament.ledger.chain import Signature
from tournament.ledger.signing import sign
from tournament.models import Event, LedgerEntry, Round, Ruling, Tally
from tournament.models.guest import PUNCTUATION, tidy
from tournament.models.seating import RoundState
from tournament.phones.acts import (
    PhoneRefusedError,
    accepted,
    carry_on,
    name_umpire,
    order_seats,
    record_from_phone,
)
from tournament.phones.entrance import (
    NOT_LET_IN,
    TOO_OFTEN,
    Entrance,
    TurnedAwayError,
    by_code,
    fault,
    render_bare,
)
from tournament.phones.forms import (
    UnreadableError,
    key_of,
    order_of,
    own_table,
    submission_of,
    umpire_of,
)
from tournament.phones.reading import (
    entries_of,
    round_at,
    rounds_shown,
    sent_entries,
    state_of,
    tag_of,
    training_state,
)
from tournament.phones.script import ENTRIES, MODULES, packed, script
from tournament.rulings.acts import (
    LONGEST,
    CallRefusedError,
    RulingRefusedError,
    call_umpire,
    make_ruling,
)
from tournament.rulings.forms import MakeRulingForm
from tournament.rulings.forms_questions import UnknownSituationError
from tournament.rulings.reading import about_table
from tournament.rulings.views_questions import Asker, ask_question, give_answer, list_situations
from tournament.seating.acts import SeatingRefusedError
from tournament.site.access import HAND_OVER, PUBLIC, TABLE, Actor, open_to
from tournament.site.limits import spend
from tournament.site.middleware import OURS
from tournament.standings.reading import foresee

FOR_EVER = "public, max-age=31536000, immutable"


@open_to(PUBLIC)
def pad_page(request: HttpRequest, code: str) -> HttpResponse:
    """The pad.

    The code is not looked at here: the script bears it in each call, and that is where it is
    judged.
    """
    return _page(request, "real", "page")


@open_to(PUBLIC)
def pad_training(request: HttpRequest) -> HttpResponse:
    """The same pad on an invented table: nothing is sent, nothing is kept."""
    return _page(request, "training", "training", training_state())


@require_safe
def _script(request: HttpRequest, entry: str) -> HttpResponse:
    if entry not in ENTRIES:
        raise Http404("There is no such script.")
    script_file = script(entry)
    gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = HttpResponse(
        packed(entry) if gzip else script_file.plain, content_type="text/javascript; charset=utf-8"
    )
    answer["Cache-Control"] = FOR_EVER if request.GET.get("v") == script_file.digest else "no-cache"
    answer["Vary"] = "Accept-Encoding"
    if gzip:
        answer["Content-Encoding"] = "gzip"
    return answer


pad_script = open_to(PUBLIC)(_script)


@open_to(PUBLIC)
def pad_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands beside the calls, but serves the pages under /T/."""
    answer = worker()
    answer["Service-Worker-Allowed"] = "/T/"
    return answer


def worker() -> HttpResponse:
    """The script of the service worker, which answers for the pages below where it lies."""
    text = (MODULES / "worker.js").read_text(encoding="utf-8")
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


def _page(
    request: HttpRequest, table: str, entry: str, training: dict[str, Any] | None = None
) -> HttpResponse:
    context = {
        "training": training,
        "table": table,
        "entry": entry,
        "edition": script(entry).digest,
        "later": script("later").digest,
        "signs": "".join(sorted(PUNCTUATION)),
    }
    answer = render(request, "phones/pad.html", context)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        # Nothing secret stands on it, so that its length tells nobody anything.
        answer.content = compress(answer.content, mtime=0)
        answer["Content-Encoding"] = "gzip"
    answer["Vary"] = "Accept-Encoding"
    answer["Cache-Control"] = "no-cache"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


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
    except RulingRefusedError as refused:
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
    text = request.GET.get("round", "")
    if round_ and text.isascii() and text.isdigit() and len(text) < 3 and int(text) < round_.number:
        rounds = rounds_shown(entrance.event, entrance.code.table or 0)
        round_ = rounds.filter(number=int(text)).first() or round_
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


@by_code(TABLE, "GET")
def state(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Everything the pad shows; 304 while nothing changed."""
    tag = tag_of(entrance.code, entrance.phone)
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        answer = JsonResponse(state_of(entrance.code, entrance.phone))
    else:
        # Nobody waits for this answer: what officials' pages tell of the pace is made ready here.
        foresee(entrance.event, timezone.now())
    answer.headers["ETag"] = tag
    return answer


@by_code(TABLE, "POST")
def sheet(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Save a sheet; the answer comes after the commit."""
    try:
        submission = submission_of(entrance.sent, entrance.code.table or 0)
        outcome = record_from_phone(entrance.event, submission, signature(entrance))
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    except SheetRefusedError as refusal:
        findings = refusal.findings
        return refused(
            [
                fault((finding.seats or (_field(finding.kind),))[0], finding.text, finding.kind)
                for finding in findings
            ]
        )
    except SheetConflictError as conflict:
        return _conflict(entrance, submission, conflict)
    return _receipt(entrance, outcome)


@by_code(TABLE, "POST")
def order(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Seat the people as they really sit, before the first game."""
    try:
        number = order_seats(
            entrance.event, order_of(entrance.sent, entrance.code.table or 0), signature(entrance)
        )
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    except SeatingRefusedError as refusal:
        return refused([fault("order", str(refusal), "order")])
    return JsonResponse({"receipt": number})


@by_code(TABLE, "POST")
def name(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Keep the name of the phone's umpire."""
    try:
        text = umpire_of(entrance.sent)
    except UnreadableError as unread:
        return refused([fault(unread.field, str(unread))])
    name_umpire(entrance.phone, text)
    return JsonResponse({"umpire": text})


@by_code(HAND_OVER, "POST")
def take_over(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """A new phone takes over the tables of a lost one, once."""
    try:
        carried = carry_on(entrance.code, entrance.phone, timezone.now())
    except PhoneRefusedError:
        raise TurnedAwayError(401, NOT_LET_IN) from None
    codes = [{"table": table, "code": code} for table, code in carried]
    return JsonResponse({"umpire": entrance.phone.umpire, "codes": codes})


def refused(faults: list[dict[str, str]]) -> JsonResponse:
    """What was sent cannot be taken, and why."""
    return JsonResponse({"faults": faults}, status=422)


def _field(kind: str) -> str:
    return kind if kind in ("reason", "people") else ""


def signature(entrance: Entrance) -> Signature:
    """Who signs: the umpire by name and the phone by its mark, so that the ledger tells the phones
    apart.
    """
    umpire = umpire_of(entrance.sent) or entrance.phone.umpire or f"Table {entrance.code.table}"
    phone = f"phone {entrance.phone.mark}"
    actor = Actor(f"{umpire}, {phone}", account=phone)
    return sign(actor, key_of(entrance.sent))


def _receipt(entrance: Entrance, outcome: Outcome) -> JsonResponse:
    moment = (
        outcome.sheet.entered_at if outcome.sheet else _entry_at(entrance.event, outcome.number)
    )
    body: dict[str, Any] = {
        "receipt": outcome.number,
        "version": outcome.version,
        "saved_at": moment.isoformat(),
        "repeated": outcome.repeated,
        "flags": [
            {"key": flag_key(flag), "seats": flag.seats, "sentence": flag.text}
            for flag in outcome.flags
        ],
    }
    return JsonResponse(body, status=200 if outcome.repeated else 201)


def _entry_at(event: Event, number: int) -> datetime:
    return LedgerEntry.objects.values_list("at", flat=True).get(event=event, number=number)


def _conflict(
    entrance: Entrance, submission: Submission, conflict: SheetConflictError
) -> JsonResponse:
    """Both versions, side by side on the phone."""
    body: dict[str, Any] = {
        "sentence": str(conflict),
        "conflict": conflict.entry.number,
        "yours": {"blocked": submission.blocked, "entries": sent_entries(conflict.entry.body)},
        "theirs": None,
    }
    current = accepted(entrance.event, submission.place)
    if current is not None:
        body["theirs"] = {
            "version": current.version,
            "receipt": current.entry.number,
            "saved_at": current.entered_at.isoformat(),
            "by": current.entered_by,
            "blocked": current.blocked,
            "entries": entries_of(
                current, Tally.objects.filter(event=entrance.event, sheet=current)
            ),
        }
    return JsonResponse(body, status=409)


@by_code(TABLE, "GET")
def called(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Whether an umpire can be called, and what became of this table's call."""
    return JsonResponse(_call_context(entrance))


@by_code(TABLE, "POST")
def call(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    """Call an umpire with a short reason; a table that called already keeps its place."""
    reason = entrance.sent.get("reason", "")
    if (
        not isinstance(reason, str)
        or len(reason) > LONGEST
        or any(not text.isprintable() for text in reason)
    ):
        words = f"The reason is a text of at most {LONGEST} characters."
        return JsonResponse({"faults": [fault("reason", words)]}, status=422)
    round, table = _place(entrance)
    try:
        actor = entrance.phone.umpire or f"Table {table}"
        call_umpire(entrance.event, round, table, tidy(reason), (actor, timezone.now()))
    except CallRefusedError as refused:
        return JsonResponse({"faults": [fault("", str(refused))]}, status=422)
    return JsonResponse(_call_context(entrance))


def _place(entrance: Entrance) -> tuple[int, int]:
    """The round that is played at the table of the code, and the table; 0 while none is."""
    table = entrance.code.table or 0
    rounds = Round.objects.filter(event=entrance.event, tables__number=table).exclude(
        state=RoundState.DRAFT
    )
    round_states = list(rounds.order_by("number").values_list("number", "state"))
    playing = [number for number, state in round_states if state == RoundState.PUBLISHED]
    return (playing or [number for number, _state in round_states[-1:]] or [0])[0], table


def _call_context(entrance: Entrance) -> dict[str, object]:
    about = about_table(entrance.event, *_place(entrance))
    open_call = about["call"]
    return {
        "on_duty": bool(about["duty"]),
        "called_at": open_call.called_at.isoformat() if open_call else None,
        "seen_by": open_call.seen_by if open_call else "",
        "words": about["words"],
        "reasons": list(about["reasons"]),
    }
