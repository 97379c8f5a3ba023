"""Time runs out: a round closed with games that were not played, seen in its effect first; and playing on after all."""

from collections import defaultdict
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.formats import Format
from tournament.access import DESK, at_event
from tournament.acts.rehearsal import rehearse
from tournament.acts.seating import games_missing
from tournament.acts.time_out import close_unplayed, resume_round, time_out_of
from tournament.chance_moves import moves_and_chances
from tournament.ledger.formats import event_format
from tournament.models import Event, Round, Stage
from tournament.models.event import UnplayedPolicy
from tournament.views.signing import new_key, perform, reason_of

LARGEST = 1000


@at_event(DESK)
def time_out(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """The tables with games missing, the declared policy, its effect, and the reason; sent, the round is closed."""
    held, form = _round(event, round), event_format(event)
    if request.method == "POST":
        act = partial(close_unplayed, event, round, reason=reason_of(request))
        done = perform(
            request, event, act, f"{held} is closed. The {form.units} that were missing count as not played."
        )
        return redirect("evening", event.slug) if done else redirect("time_out", event.slug, round)
    missing = games_missing(held)
    context: dict[str, Any] = {
        "held": held,
        "called": str(held).replace("Round", "round").replace("Play-off", "the play-off"),
        "tables": _by_table(missing, form),
        "count": len(missing),
        "policy": UnplayedPolicy(event.unplayed_policy).label,
        "void": event.unplayed_policy == UnplayedPolicy.VOID_EVERYWHERE,
        "numbers": sorted({game for _table, game in missing}),
        "closed_so": None if held.open else time_out_of(event, round),
        "key": new_key(),
    }
    if missing and held.open:
        context["moves"] = _effect(event, held)
    return render(request, "tournament/time_out.html", context)


@require_POST
@at_event(DESK)
def play_on(request: HttpRequest, event: Event, round: int) -> HttpResponse:
    """Take a time-out back: the round is open and its games are missing again."""
    held = _round(event, round)
    act = partial(resume_round, event, round, reason=reason_of(request))
    said = f"{held} is open again, and the {event_format(event).units} that were not played are missing."
    done = perform(request, event, act, said)
    return redirect("evening", event.slug) if done else redirect("time_out", event.slug, round)


def _effect(event: Event, held: Round) -> object:
    """What closing it so does to the cut; a game of the play-off leaves the cut as it is."""
    if held.stage != Stage.QUALIFYING:
        return None
    act = partial(close_unplayed, event, held.number, reason="Rehearsed")
    return moves_and_chances(event, rehearse(event, act, timezone.now()), ())


def _by_table(missing: list[tuple[int, int]], form: Format) -> list[tuple[int, str]]:
    """Each table with its missing games in words."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for table, game in missing:
        found[table].append(str(game))
    return [(table, _listed(games, form)) for table, games in found.items()]


def _listed(games: list[str], form: Format) -> str:
    if len(games) == 1:
        return f"{form.unit} {games[0]}"
    return f"{form.units} {', '.join(games[:-1])} and {games[-1]}"


def _round(event: Event, number: int) -> Round:
    found = Round.objects.filter(event=event, number=number).first() if number < LARGEST else None
    if found is None:
        raise Http404(f"There is no round {number}.")
    found.event = event
    return found
