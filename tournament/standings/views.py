"""The standings as officials see them: every figure, sorted, filtered and paged.

Who can still make it: every guest's chance, what is proved, and what the games to come have to
bring.

Which personal card to compare next: what may be said of the list now, why this card, and the
figures to type.

How fast the tables play, for officials: it is reckoned when the page is opened, and nothing on it
moves.

Why a guest's total is what it is, for officials: to be read aloud in a minute.

Liveries as teams beside the guests: their standing, and how they are counted.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.counting.board import Board
from scoring.counting.cut import Cut, in_words
from scoring.foresight.statement import COME_BACK, HOLDS_FOR
from tournament.counting import scores
from tournament.counting.board import board, clock, line_is_drawn
from tournament.counting.chances import (
    Chances,
    as_good_words,
    event_chances,
    loses_words,
    needs_words,
    words,
)
from tournament.counting.figures import Whereabouts, entered_totals, whereabouts
from tournament.counting.formats import event_format, whole
from tournament.counting.tables import PARTS, StandingsTable, chosen, standing_rows, standings_table
from tournament.entry.acts_desk import DeskRefusedError, record_card_totals
from tournament.event.acts import show_chances
from tournament.event.views import change_settings
from tournament.ledger.signing import new_key, signature
from tournament.models import LARGEST_NUMBER, Event, Guest, Role
from tournament.site.access import (
    DESK,
    OFFICIAL,
    ORGANISER,
    RECORD,
    EventRequest,
    at_desk,
    at_event,
    may,
)
from tournament.site.frame import address
from tournament.site.tables import arrange
from tournament.standings.explanation import why
from tournament.standings.forms import CardRefusedError, CloseForm, TeamsForm, TypedCard, read_card
from tournament.standings.public import cut_words, where_the_round_stands
from tournament.standings.reading import CheckQueue, Wanted, call_for, check_queue, round_pace
from tournament.standings.teams import rule_words, team_rows

FILTERS = ("q", "livery", "show", "sort")
LONGEST_BADGE = 6


@at_event(RECORD)
def standings(request: HttpRequest, event: Event) -> HttpResponse:
    """The running totals of everybody, with the line of the cut."""
    now = board(event)
    asked = {name: request.GET.get(name, "") for name in FILTERS}
    context = {
        "asked": asked,
        "parts": PARTS,
        "facts": facts(event, now, count_unchecked=not any(asked.values())),
        "state": now.state,
        "field_size": len(now.standings),
        "filtered": any(asked[name] for name in ("q", "livery", "show")),
        "liveries": sorted({player.livery for player in now.players.values() if player.livery}),
        "table": _table(request, event, now, asked) if now.standings else None,
        "workbook_url": address("workbook", event.slug) if _may_take_files(request) else "",
    }
    return render(request, "standings/page.html", context)


def _may_take_files(request: HttpRequest) -> bool:
    return cast(EventRequest, request).official.role in ORGANISER.roles


def facts(event: Event, now: Board, *, count_unchecked: bool = True) -> str:
    """How far the evening is: the clock, the tables in, and (where asked) the sheets nobody has
    looked over.
    """
    number, game, tables = where_the_round_stands(now.progress)
    if not tables:
        return "Nothing is in yet"
    is_in = sum(done for _table, done in tables)
    said = (
        f"As of {clock(now.as_of)}, round {number}, {now.format.unit} {game}: {is_in} of"
        f" {len(tables)} tables in"
    )
    unchecked = (
        len(scores.unchecked(event)) if count_unchecked and now.state == "provisional" else 0
    )
    return (
        f"{said}, {unchecked} {'sheet' if unchecked == 1 else 'sheets'} unchecked"
        if unchecked
        else said
    )


def _table(request: HttpRequest, event: Event, now: Board, asked: dict[str, str]) -> StandingsTable:
    rows = chosen(standing_rows(now), asked, _badge(event, asked["q"]))
    numbers = sorted({number for one in now.standings for number in one.rounds})
    table = standings_table(rows, numbers, now)
    table.caption = f"Standings, {now.state}, as of {clock(now.as_of)}"
    arrange(request, table, StandingsTable.Meta.per_page)
    if (
        isinstance(now.cut, Cut)
        and line_is_drawn(event, now)
        and tuple(table.order_by or ()) in ((), ("order",))
    ):
        table.cut_after, table.cut_sentence = len(now.cut.qualifiers), line_words(now.cut)
    return table


def line_words(drawn: Cut) -> str:
    """The sentence in the line of the cut."""
    return f"{cut_words(drawn)}. {in_words(drawn) if drawn.tie else ''}".strip()


def _badge(event: Event, asked: str) -> str | None:
    """Whose badge number was asked for, if it was one."""
    said: Any = asked.strip()
    if not (said.isascii() and said.isdigit() and len(said) <= LONGEST_BADGE):
        return None
    return Guest.objects.filter(event=event, badge=int(said)).values_list("ref", flat=True).first()


@at_event(OFFICIAL)
def chances_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The field with its chances; a switch of the organiser shows them to the room as well."""
    told, now = event_chances(event), board(event)
    context: dict[str, object] = {
        "as_of": clock(now.as_of),
        "why_not": told,
        "shown": event.chances_shown,
        "key": new_key(),
    }
    context["may_show"] = cast(EventRequest, request).official.role == Role.ORGANISER
    if isinstance(told, Chances):
        context |= {
            "why_not": "",
            "told": told,
            "rows": [
                (
                    one.place_words,
                    one,
                    now.players[one.player].livery,
                    chance,
                    as_good_words(chance).capitalize() or words(chance.share),
                    games,
                    needs_words(chance, games, event_format(event)),
                    loses_words(chance, games, event_format(event)),
                )
                for one, chance, games in told.rows
            ],
        }
    return render(request, "standings/chances.html", context)


@at_event(ORGANISER)
@require_POST
def switch_chances(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the chances to the room, or to officials alone."""
    wanted = request.POST.get("shown") == "on"
    show_chances(event, signature(request), shown=wanted)
    messages.success(
        request, "Guests see their chances." if wanted else "Officials alone see the chances."
    )
    return redirect("chances", event.slug)


SHOWN = 40


@at_event(DESK)
def check_queue_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The next card first, the others in order below; `?list` is the same as a list to walk round
    with.
    """
    queue = check_queue(event)
    context: dict[str, object] = {
        "as_of": clock(board(event).as_of),
        "why_not": queue,
        "key": new_key(),
    }
    if isinstance(queue, CheckQueue):
        places = whereabouts(event)
        context |= {
            "told": queue,
            "why_not": "",
            "holds_for": HOLDS_FOR,
            "come_back": COME_BACK,
            "wanted": _with_places(event, queue.wanted[:SHOWN], places),
            "by_lot": _with_places(
                event, [one for one in queue.wanted if one.doubt.player in queue.by_lot], places
            ),
            "left": len(queue.wanted),
            "rounds": range(1, event.qualifying_rounds + 1),
        }
    template = (
        "standings/check_list.html" if "list" in request.GET else "standings/check_queue.html"
    )
    return render(request, template, context)


def _with_places(
    event: Event, wanted: Sequence[Wanted], places: Mapping[str, Whereabouts]
) -> list[tuple[Wanted, Whereabouts, str]]:
    """Cards with where their guests are and which company they belong to."""
    players = board(event).players
    return [(one, places[one.doubt.player], players[one.doubt.player].livery) for one in wanted]


@at_event(DESK)
@require_POST
def compare_card(request: HttpRequest, event: Event) -> HttpResponse:
    """Take what a card says, and tell whether the entries agree."""
    try:
        card = read_card(request.POST.dict(), event.qualifying_rounds)
        guest = Guest.objects.filter(event=event, badge=card.badge).first()
        if guest is None:
            raise CardRefusedError(
                f"There is no badge {card.badge} at this event: read the number on the card again."
            )
        key = request.POST.get("key", "")[:60]
        for number, points in card.totals.items():
            said = {guest.ref: whole(event_format(event), points)}
            record_card_totals(event, number, said, signature(request, f"{key} {number}"))
    except (CardRefusedError, DeskRefusedError) as refused:
        messages.error(request, str(refused))
        return redirect("check_queue", event.slug)
    return _told(request, event, guest, card)


def _told(request: HttpRequest, event: Event, guest: Guest, card: TypedCard) -> HttpResponse:
    differs = difference(entered_totals(event, guest.ref), card.totals)
    if differs is None:
        messages.success(request, f"The card of {guest} agrees.")
        return redirect("check_queue", event.slug)
    messages.warning(
        request,
        f"The card of {guest} says {card.totals[differs]} for round {differs}: find the game.",
    )
    return redirect("desk_card", event.slug, differs, guest.badge)


def difference(entered: Mapping[int, int], said: Mapping[int, int]) -> int | None:
    """The first round of which the card says otherwise than the entries."""
    return next((number for number, points in said.items() if entered.get(number) != points), None)


@at_event(OFFICIAL)
def pace_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The tables of the round being played, the latest first, and when to call the last game."""
    now = timezone.now()
    found = round_pace(event, now)
    if found is None:
        return render(request, "standings/pace.html", {"found": None})
    form = CloseForm(request.GET if "close" in request.GET else None)
    context: dict[str, Any] = {"found": found, "form": form}
    if found.of and form.is_valid() and form.cleaned_data["close"]:
        context["call"] = call_for(event, found.of, form.cleaned_data["close"], now)
    return render(request, "standings/pace.html", context, status=422 if form.errors else 200)


LONGEST_REF = 80


@at_event(RECORD)
def why_total(request: HttpRequest, event: Event, badge: int) -> HttpResponse:
    """Every game, hand, checker, adjustment and tie-break behind the totals of one guest."""
    found = get_object_or_404(
        Guest.objects.select_related("livery"), event=event, badge=min(badge, LARGEST_NUMBER)
    )
    found.event = event
    return render(request, "standings/explanation.html", {"guest": found, "parts": why(found)})


@at_event(RECORD)
def why_of(request: HttpRequest, event: Event) -> HttpResponse:
    """From a line of the standings, which knows its player by another name than the badge."""
    found = get_object_or_404(
        Guest, event=event, ref=request.GET.get("ref", "").replace("\0", "")[:LONGEST_REF]
    )
    return redirect("why_total", event.slug, found.badge)


@at_event(OFFICIAL)
def teams(request: HttpRequest, event: Event) -> HttpResponse:
    """The teams as they stand; only the organiser changes how they are counted."""
    data = request.POST if request.method == "POST" and may(request, ORGANISER.roles) else None
    form = TeamsForm(event, data)
    if (
        data is not None
        and form.is_valid()
        and (answer := change_settings(request, event, form.cleaned_data, "teams"))
    ):
        return answer
    now = board(event)
    context = {
        "form": form,
        "facts": facts(event, now),
        "rows": team_rows(event, now),
        "rule": rule_words(event),
        "on": bool(event.team_figure),
        "may_change": may(request, ORGANISER.roles),
        "desk": at_desk(request),
        "wrong": data is not None,
    }
    return render(request, "standings/teams.html", context)
