"""Take back: what was done, newest first, and taken back in its place."""

from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.counting.submission import submission_from
from tournament.entry.acts_desk import keep_typed
from tournament.entry.notation import typed
from tournament.home.presses import MOST_SHOWN, SHOWN, Done, Reader
from tournament.ledger.barriers import standing_on
from tournament.ledger.chain import Signature, all_or_nothing
from tournament.ledger.own import mark_of_press, origin
from tournament.ledger.pressing import record_named
from tournament.ledger.signing import new_key, one_line, perform
from tournament.ledger.taking_back import take_back_all
from tournament.models import LARGEST_NUMBER, Event, LedgerEntry, Press
from tournament.site.access import DESK, NO_SUCH_PAGE, EventRequest, at_event
from tournament.site.password import asked_again

LAST = "last"


@at_event(DESK)
def acts(request: HttpRequest, event: Event) -> HttpResponse:
    """What was done, with “Take back” beside each; asked about one, the question stands in its
    place, or all that stand on it are listed.
    """
    reader = Reader(event, cast(EventRequest, request).official)
    mine = request.GET.get("mine") == "1"
    chosen = _chosen(reader, request.GET.get("press", ""))
    if chosen is not None and chosen.several:
        return _chain(request, reader, chosen)
    number = min(MOST_SHOWN, max(SHOWN, _number(request.GET.get("shown", "")) or SHOWN))
    rows = reader.newest(number, mine=mine)
    if chosen is not None and all(row.number != chosen.number for row in rows):
        rows.insert(0, chosen)
    everybody, own = reader.count(), reader.count(mine=True)
    context: dict[str, Any] = {
        "rows": rows,
        "asked": chosen.number if chosen is not None and chosen.press else 0,
        "mine": mine,
        "everybody": everybody,
        "own": own,
        "earlier": max(0, (own if mine else everybody) - number),
        "further": number + SHOWN,
        "key": new_key(),
    }
    return render(request, "home/take_back.html", context)


def _chosen(reader: Reader, asked: str) -> Done | None:
    """The row that a page asks about; the newest own one where it asks for the last."""
    presses = reader.presses(mine=asked == LAST)
    if asked == LAST:
        press = next((own for own in presses[:SHOWN] if not reader.head(own)[1]), None)
    else:
        press = presses.filter(pk=_number(asked)).first()
    if press is None:
        return None
    return reader.rows([press])[press.pk]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and int(text) <= LARGEST_NUMBER else 0


def _chain(request: HttpRequest, reader: Reader, chosen: Done) -> HttpResponse:
    later = reader.later(standing_on([Press.objects.get(pk=chosen.press)])[chosen.press])
    context = {"chosen": chosen, "later": later, "all": len(later) + 1, "key": new_key()}
    return render(request, "home/take_back_chain.html", context)


@require_POST
@at_event(DESK)
def take_back_press(request: HttpRequest, event: Event) -> HttpResponseBase:
    """Take one press back, or several: all of them or none."""
    reader = Reader(event, cast(EventRequest, request).official)
    numbers = {_number(text) for text in request.POST.getlist("press")[:MOST_SHOWN]} - {0}
    presses = list(Press.objects.filter(pk__in=numbers, record=record_named(event)))
    if len(presses) != len(numbers):
        raise Http404(NO_SUCH_PAGE)
    if not presses:
        messages.error(request, "Choose what is taken back.")
        return redirect("last_acts", event.slug)
    if any(mark_of_press(press).again for press in presses) and (page := asked_again(request)):
        return page
    first = min(presses, key=lambda press: press.pk)
    begins = "Taken back" if origin(first)[1] else "Done again"
    words = f"{begins}: {reader.later([first])[0].words}."
    saves = [entry for press in presses for entry in _saves(event, press)]

    def act(by: Signature) -> None:
        with all_or_nothing():
            take_back_all(event, presses, by, role=reader.official.role)
            for place, hands in _hands_of(saves).items():
                keep_typed(event, *place, hands, by)

    if not perform(request, event, act, words):
        listed = reverse("last_acts", args=[event.slug])
        return redirect(f"{listed}?press={origin(first)[0].pk}")
    return redirect(_next(request, event, saves))


def _saves(event: Event, press: Press) -> list[LedgerEntry]:
    """The sheets that count no longer: what was typed for them stands in their boxes again."""
    first, done = origin(press)
    return list(first.entries.filter(event=event, kind="sheet")) if done else []


def _hands_of(saves: list[LedgerEntry]) -> dict[tuple[int, int], dict[tuple[int, str], str]]:
    """What was typed for these sheets: by round and table, then by game and guest."""
    hands: dict[tuple[int, int], dict[tuple[int, str], str]] = {}
    for save in saves:
        place, refs = save.body, {tally["seat"]: tally["guest"] for tally in save.body["tallies"]}
        table = hands.setdefault((place["round"], place["table"]), {})
        for entry in submission_from(save.body).entries:
            table[place["game"], refs[entry.seat]] = typed(entry)
    return hands


def _next(request: HttpRequest, event: Event, saves: list[LedgerEntry]) -> str:
    """From the list of acts back to it; from the line of any page to the table whose boxes hold
    what was typed, else to that page.
    """
    back = one_line(request, "back")
    home, listed = (reverse(name, args=[event.slug]) for name in ("evening", "last_acts"))
    if not back.startswith(home):
        return listed
    tables = {(entry.body["round"], entry.body["table"]) for entry in saves}
    if len(tables) == 1:
        return reverse("desk_table", args=[event.slug, *tables.pop()])
    return back
