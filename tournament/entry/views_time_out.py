"""A round stopped before its end, seen in its effect first; and playing on after all."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from scoring.counting.cut import Cut, NoCut
from scoring.formats import Format
from tournament.counting.before_after import moves_and_chances
from tournament.counting.consequences import Consequence, effect_of_stopping
from tournament.counting.formats import event_format
from tournament.counting.grid import Cell, cells
from tournament.entry.acts_unplayed import close_unplayed, resume_round, time_out_of
from tournament.ledger.signing import new_key, perform, pressed_before, reason_of
from tournament.models import LARGEST, Event, Round, Stage
from tournament.models.event import UnplayedPolicy
from tournament.seating.acts import games_missing
from tournament.site.access import DESK, at_event

NAMED = 6
"""So many tables are named in a sentence; more are counted."""


@at_event(DESK)
def time_out(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """The tables with games missing, the declared policy, its effect, and the reason; sent, the
    round is closed.
    """
    round_, form = _round(event, round), event_format(event)
    round_cells = cells(event, round=round) if round_.open else ()
    # Closed with an open flag, they are not asked about again.
    flagged = [cell for cell in round_cells if cell.flags]
    acknowledged = request.POST.get("flagged", "0") == str(len(flagged)) or pressed_before(
        request, event
    )
    if request.method == "POST" and not acknowledged:
        messages.error(
            request,
            "Sheets with an open flag are listed here: look at them, or close the round again.",
        )
        return redirect("time_out", event.slug, round)
    if request.method == "POST":
        act = partial(close_unplayed, event, round, reason=reason_of(request), flagged=len(flagged))
        finished = perform(
            request,
            event,
            act,
            f"{round_} is closed. The {form.units} that were missing count as not played.",
        )
        return (
            redirect("evening", event.slug) if finished else redirect("time_out", event.slug, round)
        )
    missing = _missing(round_, round_cells)
    context: dict[str, Any] = {
        "held": round_,
        "called": round_.event.round_within(round_.number),
        "tables": _by_table(missing, form),
        "count": len(missing),
        "flagged": flagged,
        "policy": UnplayedPolicy(event.unplayed_policy).label,
        "closed_so": None if round_.open else time_out_of(event, round),
        "key": new_key(),
    }
    if missing and round_.open:
        effect = _effect(event, round_, missing)
        context["moves"] = moves_and_chances(event, effect, ()) if effect else None
        context["sentences"] = [
            *_what_counts(event, round_, missing, round_cells),
            *_no_total_changes(effect),
        ]
    return render(request, "entry/time_out.html", context)


def _missing(round_: Round, round_cells: Iterable[Cell]) -> list[tuple[int, int]]:
    """Table and game of what is missing; in an open round its cells tell it."""
    cells_due = [(cell.table, cell.game) for cell in round_cells if cell.due]
    return cells_due if round_.open else games_missing(round_)


@require_POST
@at_event(DESK)
def play_on(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """Take a time-out back: the round is open and its games are missing again."""
    round_ = _round(event, round)
    act = partial(resume_round, event, round, reason=reason_of(request))
    message = (
        f"{round_} is open again, and the {event_format(event).units} that were not played are"
        " missing."
    )
    finished = perform(request, event, act, message)
    return redirect("evening", event.slug) if finished else redirect("time_out", event.slug, round)


def _effect(event: Event, round_: Round, missing: list[tuple[int, int]]) -> Consequence | None:
    """What closing it so does to the cut; a game of the play-off leaves the cut as it is."""
    if round_.stage != Stage.QUALIFYING:
        return None
    return effect_of_stopping(event, round_.number, missing)


def _what_counts(
    event: Event, round_: Round, missing: list[tuple[int, int]], round_cells: Iterable[Cell]
) -> Iterator[str]:
    """What becomes of the missing games as declared, and of the same games at tables that have
    played them.
    """
    form, numbers = event_format(event), sorted({game for _table, game in missing})
    if event.unplayed_policy != UnplayedPolicy.VOID_EVERYWHERE:
        yield (
            f"For each missing {form.unit} its guests get the mean of their own {form.units}. All"
            " other results stay."
        )
        return
    single = len(numbers) == 1
    called, verb = (
        _listed([str(number) for number in numbers], form).capitalize(),
        "counts" if single else "count",
    )
    yield f"{called} of {round_.event.round_within(round_.number)} {verb} for nobody."
    played: defaultdict[int, list[str]] = defaultdict(list)
    for cell in round_cells:
        if cell.game in numbers and cell.version and not cell.not_played:
            played[cell.game].append(cell.label)
    for game, tables in sorted(played.items()):
        yield f"{form.unit.capitalize()} {game} was played at {_tables(tables)}: it will not count."
    if not played:
        yield f"No table has played {'it' if single else 'them'}, so no result is lost."


def _no_total_changes(effect: Consequence | None) -> Iterator[str]:
    if effect and _totals(effect.before) == _totals(effect.after):
        yield "No total changes."


def _totals(line: Cut | NoCut) -> dict[str, int]:
    return {standing.player: standing.total for standing in line.standings}


def _tables(labels: list[str]) -> str:
    if len(labels) == 1:
        return f"table {labels[0]}"
    if len(labels) > NAMED:
        return f"{len(labels)} tables"
    return f"tables {', '.join(labels[:-1])} and {labels[-1]}"


def _by_table(missing: list[tuple[int, int]], form: Format) -> list[tuple[list[int], str]]:
    """Tables with the games they lack, in words; those that lack the same are one line."""
    lacking: defaultdict[int, list[str]] = defaultdict(list)
    for table, game in missing:
        lacking[table].append(str(game))
    by_games: defaultdict[str, list[int]] = defaultdict(list)
    for table, games in lacking.items():
        by_games[_listed(games, form)].append(table)
    return [(tables, games) for games, tables in by_games.items()]


def _listed(games: list[str], form: Format) -> str:
    if len(games) == 1:
        return f"{form.unit} {games[0]}"
    return f"{form.units} {', '.join(games[:-1])} and {games[-1]}"


def _round(event: Event, number: int) -> Round:
    round_ = Round.objects.filter(event=event, number=number).first() if number <= LARGEST else None
    if round_ is None:
        raise Http404(f"There is no round {number}.")
    round_.event = event
    return round_
